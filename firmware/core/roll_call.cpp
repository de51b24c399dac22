#include "roll_call.h"

namespace {

constexpr uint8_t kWakeUp = 0x52;               // halted tags, too
constexpr uint8_t kRequestIdle = 0x26;
constexpr uint8_t kHalt[2] = {0x50, 0x00};
constexpr uint8_t kSelectCodes[3] = {0x93, 0x95, 0x97};
constexpr uint8_t kAllBits = 0x70;
constexpr uint8_t kCascadeTag = 0x88;           // the first byte of a level that another one follows
constexpr uint8_t kMoreLevels = 0x04;           // in the answer to a select
constexpr uint8_t kLevelBits = 32;
constexpr uint8_t kRetries = 3;

// The checksum of ISO 14443 type A, written low byte first behind the n bytes.
void close(uint8_t* bytes, uint8_t n) {
    uint16_t crc = 0x6363;
    for (uint8_t i = 0; i < n; ++i) {
        uint8_t byte = static_cast<uint8_t>(bytes[i] ^ (crc & 0xFFU));
        byte = static_cast<uint8_t>(byte ^ (byte << 4));
        crc = static_cast<uint16_t>((crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4));
    }
    wire::put16(bytes + n, crc);
}

bool closed(const uint8_t* bytes, uint8_t n) {
    uint8_t copy[Mfrc522::kMostAnswer];
    wire::copy(copy, bytes, n);
    close(copy, static_cast<uint8_t>(n - 2));
    return copy[n - 2] == bytes[n - 2] && copy[n - 1] == bytes[n - 1];
}

}  // namespace

void RollCall::begin(uint32_t now) {
    count_ = retries_ = 0;
    something_ = chip_gone_ = twice_ = false;
    request(kWakeUp, now);
}

void RollCall::request(uint8_t command, uint32_t now) {
    step_ = Step::kRequest;
    chip_.send(&command, 1, 7, 0, now);
}

bool RollCall::turn(uint32_t now) {
    const Air air = chip_.poll(now);
    if (air == Air::kWaiting) { return false; }
    if (air == Air::kNoChip) {
        chip_gone_ = true;
        return true;
    }
    if (air != Air::kSilence) { something_ = true; }
    return answered(air, now);
}

bool RollCall::answered(Air air, uint32_t now) {
    switch (step_) {
        case Step::kRequest: return requested(air, now);
        case Step::kAnticollision: return told_bits(air, now);
        case Step::kSelect: return selected(air, now);
        case Step::kHalt: break;                // silence is consent; anything else is a tag that goes on talking
    }
    if (count_ >= kMostTags) { return true; }
    request(kRequestIdle, now);
    return false;
}

// Several tags at once may garble their answers to the request; the anticollision sorts them out.
bool RollCall::requested(Air air, uint32_t now) {
    const bool once_more = twice_;
    twice_ = false;
    if (air == Air::kSilence && !once_more) { return true; }
    if (air == Air::kSilence) {
        request(kRequestIdle, now);
        return false;
    }
    level_ = 0;
    uid_.size = 0;
    known_ = 0;
    doubt_ = false;
    ask(now);
    return false;
}

void RollCall::ask(uint32_t now) {
    if (known_ == 0) {
        for (uint8_t i = 2; i < 7; ++i) { frame_[i] = 0; }
    }
    const uint8_t whole_bytes = known_ / 8;
    const uint8_t bits = known_ % 8;
    frame_[0] = kSelectCodes[level_];
    frame_[1] = static_cast<uint8_t>(((2 + whole_bytes) << 4) | bits);
    step_ = Step::kAnticollision;
    chip_.send(frame_, static_cast<uint8_t>(2 + whole_bytes + (bits == 0 ? 0 : 1)), bits, bits, now);
}

bool RollCall::told_bits(Air air, uint32_t now) {
    switch (air) {
        case Air::kSilence:
            if (doubt_) { *absolute_ = !*absolute_; }
            return again(now);
        case Air::kCollision: take_bits(); return split(now);
        case Air::kAnswer: take_bits(); return whole(now);
        default: return again(now);
    }
}

// The answer begins in the byte in which the known bits end; those are kept.
void RollCall::take_bits() {
    const uint8_t from = known_ / 8;
    const uint8_t kept = static_cast<uint8_t>((1U << (known_ % 8)) - 1U);
    for (uint8_t i = 0; i < chip_.size() && from + i < 5; ++i) {
        uint8_t& byte = frame_[2 + from + i];
        const uint8_t mask = i == 0 ? kept : 0;
        byte = static_cast<uint8_t>((byte & mask) | (chip_.answer()[i] & ~mask));
    }
}

// Tags differ in a bit: go on with those that have a one there. The data sheet counts collisions from the first byte
// answered; drivers are known that count from the number's first. Whoever is wrong is answered by nobody.
bool RollCall::split(uint32_t now) {
    const uint8_t counted = chip_.collision();
    const uint8_t relative = static_cast<uint8_t>(known_ / 8 * 8 + counted);
    doubt_ = known_ >= 8 && counted > known_;
    const uint8_t place = doubt_ && *absolute_ ? counted : relative;
    if (counted == 0 || place <= known_ || place > kLevelBits) { return again(now); }
    known_ = place;
    uint8_t& byte = frame_[2 + (known_ - 1) / 8];
    byte = static_cast<uint8_t>(byte | (1U << ((known_ - 1) % 8)));
    ask(now);
    return false;
}

bool RollCall::whole(uint32_t now) {
    const uint8_t check = static_cast<uint8_t>(frame_[2] ^ frame_[3] ^ frame_[4] ^ frame_[5] ^ frame_[6]);
    if (check != 0 || chip_.size() != 5 - known_ / 8) { return again(now); }
    frame_[1] = kAllBits;
    close(frame_, 7);
    step_ = Step::kSelect;
    chip_.send(frame_, 9, 0, 0, now);
    return false;
}

bool RollCall::selected(Air air, uint32_t now) {
    if (air != Air::kAnswer || chip_.size() != 3 || !closed(chip_.answer(), 3)) { return again(now); }
    const bool more = (chip_.answer()[0] & kMoreLevels) != 0;
    if (more && (level_ == 2 || frame_[2] != kCascadeTag)) { return again(now); }
    keep_level(more);
    if (more) {
        ++level_;
        known_ = 0;
        doubt_ = false;
        ask(now);
        return false;
    }
    found_[count_++] = uid_;
    uint8_t halt[4] = {kHalt[0], kHalt[1]};
    close(halt, 2);
    step_ = Step::kHalt;
    chip_.send(halt, 4, 0, 0, now);
    return false;
}

void RollCall::keep_level(bool more) {
    for (uint8_t i = more ? 1 : 0; i < 4; ++i) { uid_.bytes[uid_.size++] = frame_[2 + i]; }
}

bool RollCall::again(uint32_t now) {
    if (++retries_ > kRetries) { return true; }
    twice_ = true;
    request(kRequestIdle, now);
    return false;
}
