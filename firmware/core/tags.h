// Which tag lies on which antenna, in the order of the protocol's state: by antenna, then by number.
#pragma once
#include "protocol_gen.h"

struct Uid {
    uint8_t size = 0;
    uint8_t bytes[wire::kUidMost] = {};
};

struct TagHere {
    uint8_t antenna;
    Uid uid;
    uint8_t missed;                             // so many rounds on end
    bool told;                                  // the host was told that it is here
    bool fresh;                                 // seen in the round that goes on
    uint32_t micros;                            // when it was read first, or missed for the last time
};

class Tags {
  public:
    static constexpr uint8_t kMost = 64;
    static constexpr uint8_t kGone = 3;         // missed rounds after which a tag is gone

    void seen(uint8_t antenna, const Uid& uid, uint32_t now);
    void round_over(uint8_t antenna, uint32_t now);               // what was not seen in it was missed

    // A tag whose coming (told: false) or going (told: true) is to be told, or nullptr; told() when that was done.
    const TagHere* untold() const;
    void told(const TagHere* tag);

    uint8_t count() const { return count_; }
    bool full_up() const { return full_up_; }   // a tag found no place
    void forget_full() { full_up_ = false; }
    const TagHere& at(uint8_t n) const { return tags_[n]; }

  private:
    uint8_t place(uint8_t antenna, const Uid& uid) const;         // where it is or would be
    bool is_at(uint8_t n, uint8_t antenna, const Uid& uid) const;
    void insert(uint8_t n, uint8_t antenna, const Uid& uid, uint32_t now);
    void remove(uint8_t n);

    TagHere tags_[kMost] = {};
    uint8_t count_ = 0;
    bool full_up_ = false;
};
