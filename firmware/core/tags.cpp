#include "tags.h"

#include "stamp.h"

namespace {

// Negative, zero or positive as (antenna, uid) comes before, is or comes after the tag.
int compare(uint8_t antenna, const Uid& uid, const TagHere& tag) {
    if (antenna != tag.antenna) { return antenna < tag.antenna ? -1 : 1; }
    for (uint8_t i = 0; i < uid.size && i < tag.uid.size; ++i) {
        if (uid.bytes[i] != tag.uid.bytes[i]) { return uid.bytes[i] < tag.uid.bytes[i] ? -1 : 1; }
    }
    return static_cast<int>(uid.size) - static_cast<int>(tag.uid.size);
}

}  // namespace

uint8_t Tags::place(uint8_t antenna, const Uid& uid) const {
    uint8_t n = 0;
    while (n < count_ && compare(antenna, uid, tags_[n]) > 0) { ++n; }
    return n;
}

bool Tags::is_at(uint8_t n, uint8_t antenna, const Uid& uid) const {
    return n < count_ && compare(antenna, uid, tags_[n]) == 0;
}

void Tags::seen(uint8_t antenna, const Uid& uid, uint32_t now) {
    const uint8_t n = place(antenna, uid);
    if (!is_at(n, antenna, uid)) {
        if (count_ >= kMost) {                  // it is read again next round
            full_up_ = true;
            return;
        }
        insert(n, antenna, uid, now);
    }
    tags_[n].missed = 0;
    tags_[n].fresh = true;
}

void Tags::round_over(uint8_t antenna, uint32_t now) {
    for (uint8_t n = count_; n-- > 0;) {
        TagHere& tag = tags_[n];
        if (tag.antenna != antenna) { continue; }
        if (!tag.fresh && tag.missed < kGone && ++tag.missed == kGone) { tag.micros = now; }
        if (stamp::old(tag.micros, now)) { tag.micros = now - stamp::kOld - 1; }  // and stays so while it is untold
        tag.fresh = false;
        if (tag.missed >= kGone && !tag.told) { remove(n); }
    }
}

const TagHere* Tags::untold() const {
    for (uint8_t n = 0; n < count_; ++n) {
        if (tags_[n].told == (tags_[n].missed >= kGone)) { return &tags_[n]; }
    }
    return nullptr;
}

void Tags::told(const TagHere* tag) {
    const uint8_t n = static_cast<uint8_t>(tag - tags_);
    if (tags_[n].told) {
        remove(n);
    } else {
        tags_[n].told = true;
    }
}

void Tags::insert(uint8_t n, uint8_t antenna, const Uid& uid, uint32_t now) {
    for (uint8_t k = count_; k > n; --k) { tags_[k] = tags_[k - 1]; }
    tags_[n] = TagHere{antenna, uid, 0, false, false, now};
    ++count_;
}

void Tags::remove(uint8_t n) {
    --count_;
    for (uint8_t k = n; k < count_; ++k) { tags_[k] = tags_[k + 1]; }
}
