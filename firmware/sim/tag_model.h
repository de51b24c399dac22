// A card's tag as ISO 14443-3 type A describes it: idle, ready, active, halted, through up to three cascade levels.
#pragma once
#include <stddef.h>

#include <array>
#include <cstdint>
#include <vector>

namespace sim {

using Bytes = std::vector<uint8_t>;

uint16_t crc_a(const Bytes& bytes, size_t n);

class TagModel {
  public:
    explicit TagModel(Bytes uid);

    const Bytes& uid() const { return uid_; }
    void power_off();

    // What it answers to a frame whose last byte has so many bits (0: all of them), as whole bytes; empty: nothing.
    // An anticollision's answer is the whole level, of which the first `known` bits were in the frame.
    Bytes hear(const Bytes& frame, uint8_t last_bits);

    static unsigned known_bits(const Bytes& frame);     // of an anticollision frame

  private:
    enum class State { kIdle, kReady, kActive, kHalted };

    Bytes request(bool wake_up);
    Bytes select(const Bytes& frame);
    void fall_back();
    Bytes level_bytes() const;                          // four of the uid, or a cascade tag and three; and their check
    bool last_level() const;

    Bytes uid_;
    State state_ = State::kIdle;
    bool was_halted_ = false;                           // the star of the standard's READY* and ACTIVE*
    unsigned level_ = 0;
};

}  // namespace sim
