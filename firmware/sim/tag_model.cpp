#include "tag_model.h"

namespace sim {

uint16_t crc_a(const Bytes& bytes, size_t n) {
    uint16_t crc = 0x6363;
    for (size_t i = 0; i < n; ++i) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            const bool odd = ((crc ^ (bytes[i] >> bit)) & 1U) != 0;
            crc = static_cast<uint16_t>(odd ? (crc >> 1) ^ 0x8408U : crc >> 1);
        }
    }
    return crc;
}

TagModel::TagModel(Bytes uid) : uid_(std::move(uid)) {}

void TagModel::power_off() {
    state_ = State::kIdle;
    was_halted_ = false;
    level_ = 0;
}

// The standard's way back from a frame that was meant for others.
void TagModel::fall_back() {
    state_ = was_halted_ ? State::kHalted : State::kIdle;
    level_ = 0;
}

Bytes TagModel::request(bool wake_up) {
    if (state_ == State::kReady || state_ == State::kActive) {
        fall_back();
        return {};
    }
    if (state_ == State::kHalted && !wake_up) { return {}; }
    was_halted_ = state_ == State::kHalted;
    state_ = State::kReady;
    level_ = 0;
    return {static_cast<uint8_t>(uid_.size() > 4 ? 0x44 : 0x04), 0x00};
}

bool TagModel::last_level() const { return level_ == (uid_.size() == 4 ? 0U : uid_.size() == 7 ? 1U : 2U); }

Bytes TagModel::level_bytes() const {
    Bytes out;
    const size_t from = size_t{3} * level_;
    if (!last_level()) { out.push_back(0x88); }
    for (size_t i = from; out.size() < 4; ++i) { out.push_back(uid_[i]); }
    out.push_back(static_cast<uint8_t>(out[0] ^ out[1] ^ out[2] ^ out[3]));
    return out;
}

unsigned TagModel::known_bits(const Bytes& frame) { return ((frame[1] >> 4) - 2U) * 8U + (frame[1] & 7U); }

Bytes TagModel::select(const Bytes& frame) {
    const Bytes mine = level_bytes();
    for (size_t i = 0; i < 5; ++i) {
        if (frame[2 + i] != mine[i]) {
            fall_back();
            return {};
        }
    }
    const bool last = last_level();
    Bytes answer = {static_cast<uint8_t>(last ? 0x08 : 0x04)};
    const uint16_t crc = crc_a(answer, 1);
    answer.push_back(static_cast<uint8_t>(crc & 0xFF));
    answer.push_back(static_cast<uint8_t>(crc >> 8));
    if (last) {
        state_ = State::kActive;
    } else {
        ++level_;
    }
    return answer;
}

Bytes TagModel::hear(const Bytes& frame, uint8_t last_bits) {
    const bool requests = frame.size() == 1 && last_bits == 7 && (frame[0] == 0x26 || frame[0] == 0x52);
    if (requests) { return request(frame[0] == 0x52); }
    const bool whole = last_bits == 0;
    if (frame.size() == 4 && whole && frame[0] == 0x50 && crc_a(frame, 4) == 0) {
        if (state_ == State::kActive) { state_ = State::kHalted; }
        else if (state_ == State::kReady) { fall_back(); }
        return {};
    }
    const bool mine = state_ == State::kReady && frame.size() >= 2 && frame[0] == 0x93 + 2 * level_;
    if (!mine) {
        if (state_ != State::kHalted) { fall_back(); }
        return {};
    }
    if (frame[1] == 0x70) { return frame.size() == 9 && whole && crc_a(frame, 9) == 0 ? select(frame) : Bytes{}; }
    Bytes level = level_bytes();
    for (unsigned bit = 0; bit < known_bits(frame) && 2 + bit / 8 < frame.size(); ++bit) {
        if (((frame[2 + bit / 8] ^ level[bit / 8]) >> bit % 8 & 1U) != 0) {
            fall_back();
            return {};
        }
    }
    return level;
}

}  // namespace sim
