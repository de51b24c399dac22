// Calls every tag over one antenna by its number: ISO 14443-3 type A, request, anticollision, select, halt, and again.
// The tags must have lost their power before: a halted tag that was only woken up goes back to its halt, unheard, when
// another one answers with it.
#pragma once
#include "mfrc522.h"
#include "tags.h"

class RollCall {
  public:
    static constexpr uint8_t kMostTags = 8;

    RollCall(uint8_t antenna, bool& absolute) : chip_(antenna), absolute_(&absolute) {}

    void begin(uint32_t now);
    bool turn(uint32_t now);                    // true once it is over

    uint8_t count() const { return count_; }
    const Uid& tag(uint8_t n) const { return found_[n]; }
    bool something() const { return something_; }         // something answered, be it readable or not
    bool chip_gone() const { return chip_gone_; }

  private:
    enum class Step : uint8_t { kRequest, kAnticollision, kSelect, kHalt };

    bool over();
    void request(uint8_t command, uint32_t now);
    void ask(uint32_t now);                     // for the bits after the known ones
    bool answered(Air air, uint32_t now);
    bool requested(Air air, uint32_t now);
    bool told_bits(Air air, uint32_t now);
    void take_bits();
    bool split(uint32_t now);
    bool whole(uint32_t now);
    bool selected(Air air, uint32_t now);
    void keep_level(bool more);
    bool again(uint32_t now);                   // what was answered made no sense: from the request, a few times

    Mfrc522 chip_;
    Step step_ = Step::kRequest;
    uint8_t level_ = 0;                         // of the cascade: 0 to 2
    uint8_t known_ = 0;                         // bits of this level's number
    bool doubt_ = false;                        // known_ is wrong if the chips count collisions the other way
    bool twice_ = false;                        // the first request only sends tags in mid-sentence back to idle
    bool* absolute_;                            // how the chips of this board count collisions
    uint8_t frame_[9] = {};                     // select code, valid bits, four bytes, their check, crc
    uint8_t retries_ = 0;
    uint8_t count_ = 0;
    bool something_ = false;
    bool chip_gone_ = false;
    Uid uid_;
    Uid found_[kMostTags];
};
