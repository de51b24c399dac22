#include "reader_model.h"

#include <algorithm>

#include "../core/mfrc522_registers.h"

namespace sim {
namespace {

using namespace mfrc522;

constexpr uint64_t kBit = 9440;                         // nanoseconds at 106 kbit/s
constexpr uint64_t kAnswerDelay = 86000;
constexpr uint8_t kTxIrq = 0x40;
constexpr uint8_t kParityErr = 0x02;

uint64_t on_air(size_t bytes, unsigned last_bits) {
    const size_t bits = last_bits == 0 ? bytes * 9 : (bytes - 1) * 9 + last_bits;
    return (bits + 2) * kBit;
}

}  // namespace

ReaderModel::ReaderModel() { power_cycle(); }

void ReaderModel::power_cycle() {
    regs_.fill(0);
    regs_[kVersionReg] = 0x92;
    regs_[kTxControlReg] = 0x80;
    regs_[kCollReg] = 0x80;
    fifo_.clear();
    due_ = 0;
    for (TagModel& tag : tags_) { tag.power_off(); }
}

void ReaderModel::lay(const Bytes& uid) {
    lift(uid);
    tags_.emplace_back(uid);
}

void ReaderModel::lift(const Bytes& uid) {
    const auto is_it = [&uid](const TagModel& tag) { return tag.uid() == uid; };
    tags_.erase(std::remove_if(tags_.begin(), tags_.end(), is_it), tags_.end());
}

void ReaderModel::select(bool on) {
    selected_ = on;
    address_ = -1;
}

uint8_t ReaderModel::exchange(uint8_t byte, uint64_t now) {
    now_ = now;
    if (deaf) { return 0xFF; }
    if (babble_ != 0) {
        babble_ = babble_ * 1664525U + 1013904223U;
        return static_cast<uint8_t>(babble_ >> 24);
    }
    finish_if_due();
    if (address_ < 0) {
        reading_ = (byte & 0x80) != 0;
        address_ = byte >> 1 & 0x3F;
        return 0;
    }
    if (!reading_) {
        write(static_cast<uint8_t>(address_), byte);
        return 0;
    }
    const uint8_t value = read(static_cast<uint8_t>(address_));
    if (byte != 0) { address_ = byte >> 1 & 0x3F; }
    return value;
}

uint8_t ReaderModel::read(uint8_t reg) {
    if (reg == kFifoLevelReg) { return static_cast<uint8_t>(fifo_.size()); }
    if (reg != kFifoDataReg) { return regs_[reg]; }
    if (fifo_.empty()) { return 0; }
    const uint8_t byte = fifo_.front();
    fifo_.erase(fifo_.begin());
    return byte;
}

bool ReaderModel::field() const { return (regs_[kTxControlReg] & 0x03) != 0; }

void ReaderModel::write(uint8_t reg, uint8_t value) {
    switch (reg) {
        case kFifoDataReg:
            if (fifo_.size() < 64) { fifo_.push_back(value); }
            break;
        case kFifoLevelReg:
            if ((value & kFlush) != 0) { fifo_.clear(); }
            break;
        case kComIrqReg:
            regs_[reg] = static_cast<uint8_t>((value & 0x80) != 0 ? regs_[reg] | (value & 0x7F) : regs_[reg] & ~value);
            break;
        case kCommandReg: command(value); break;
        case kBitFramingReg:
            regs_[reg] = value & 0x7F;
            if ((value & kStartSend) != 0 && (regs_[kCommandReg] & 0x0F) == kTransceive) { put_on_air(); }
            break;
        case kTxControlReg:
            regs_[reg] = value;
            if (!field()) {
                for (TagModel& tag : tags_) { tag.power_off(); }
            }
            break;
        case kVersionReg: break;
        default: regs_[reg] = value;
    }
}

void ReaderModel::command(uint8_t value) {
    if ((value & 0x0F) == kSoftReset) {
        power_cycle();
        return;
    }
    regs_[kCommandReg] = value;
    if ((value & 0x0F) == kIdle) { due_ = 0; }
}

// The frame goes out, the tags answer at once or not at all, and the chip's timer ends a vain wait.
void ReaderModel::put_on_air() {
    const Bytes frame = fifo_;
    fifo_.clear();
    const uint8_t last_bits = regs_[kBitFramingReg] & 7;
    const bool split = frame.size() >= 2 && (frame[0] & 0xF9) == 0x91 && frame[1] != 0x70;
    std::vector<Bytes> answers;
    for (TagModel& tag : tags_) {
        const Bytes answer = field() ? tag.hear(frame, last_bits) : Bytes();
        if (!answer.empty()) { answers.push_back(answer); }
    }
    const uint64_t sent = now_ + on_air(std::max<size_t>(frame.size(), 1), last_bits);
    coming_.clear();
    coming_errors_ = coming_collision_ = 0;
    coming_irqs_ = kTxIrq;
    if (!answers.empty()) {
        const unsigned known = split ? TagModel::known_bits(frame) : 0;
        receive(superpose(answers, known), known);
        due_ = sent + kAnswerDelay + on_air(coming_.size(), 0);
    } else if ((regs_[kTModeReg] & kTAuto) != 0) {
        const uint64_t ticks = regs_[kTReloadHighReg] * 256U + regs_[kTReloadLowReg] + 1U;
        const uint64_t prescaler = (regs_[kTModeReg] & 0x0FU) * 256U + regs_[kTPrescalerReg];
        coming_irqs_ |= kTimerIrq;
        due_ = sent + ticks * (2 * prescaler + 1) * 100000 / 1356;
    } else {
        due_ = UINT64_MAX;
    }
}

// All answers at once: equal up to the first bit in which two differ, and zeros from there on.
Bytes ReaderModel::superpose(const std::vector<Bytes>& answers, unsigned known) {
    Bytes sum = answers[0];
    unsigned first = 8 * static_cast<unsigned>(sum.size());
    for (const Bytes& other : answers) {
        for (unsigned bit = known; bit < first && bit < 8 * other.size(); ++bit) {
            if (((sum[bit / 8] ^ other[bit / 8]) >> bit % 8 & 1U) != 0) { first = bit; }
        }
    }
    if (first == 8 * sum.size()) { return sum; }
    const unsigned place = counts_absolutely ? first + 1 : first - known / 8 * 8 + 1;
    coming_errors_ = kCollErr;
    coming_collision_ = static_cast<uint8_t>(place > 32 ? kCollPosNotValid : place & kCollPos);
    for (unsigned bit = first; bit < 8 * sum.size(); ++bit) {
        sum[bit / 8] = static_cast<uint8_t>(sum[bit / 8] & ~(1U << bit % 8));
    }
    return sum;
}

// Only the bits after the known ones come; RxAlign says where the first of them is put.
void ReaderModel::receive(const Bytes& answer, unsigned known) {
    coming_ = Bytes(answer.begin() + known / 8, answer.end());
    const unsigned align = regs_[kBitFramingReg] >> 4 & 7U;
    coming_[0] = static_cast<uint8_t>(coming_[0] & ~((1U << align) - 1U));
    if (detuned) {
        coming_errors_ = kParityErr;
        coming_[0] = static_cast<uint8_t>(coming_[0] ^ 0x5A);
    }
    coming_irqs_ |= coming_errors_ != 0 ? kRxIrq | kErrIrq : kRxIrq;
}

void ReaderModel::finish_if_due() {
    if (due_ == 0 || now_ < due_) { return; }
    due_ = 0;
    fifo_ = coming_;
    regs_[kErrorReg] = coming_errors_;
    regs_[kCollReg] = static_cast<uint8_t>((regs_[kCollReg] & 0x80) | coming_collision_);
    regs_[kComIrqReg] = static_cast<uint8_t>(regs_[kComIrqReg] | coming_irqs_);
}

}  // namespace sim
