#include "mfrc522.h"

#include "hal.h"
#include "mfrc522_registers.h"

namespace {

constexpr uint8_t kReadBit = 0x80;              // in the address byte, which has the register in bits 1 to 6
constexpr uint8_t kAnswerTicks = 40;            // of 25 us: so long a tag has to begin its answer
constexpr uint32_t kGiveUp = 20000;             // microseconds after which the chip itself does not answer

}  // namespace

using namespace mfrc522;

uint8_t Mfrc522::read(uint8_t reg) const {
    hal::select(antenna_, true);
    hal::exchange(static_cast<uint8_t>(kReadBit | (reg << 1)));
    const uint8_t value = hal::exchange(0);
    hal::select(antenna_, false);
    return value;
}

void Mfrc522::write(uint8_t reg, uint8_t value) const {
    hal::select(antenna_, true);
    hal::exchange(static_cast<uint8_t>(reg << 1));
    hal::exchange(value);
    hal::select(antenna_, false);
}

void Mfrc522::reset() const { write(kCommandReg, kSoftReset); }

void Mfrc522::configure() const {
    write(kTModeReg, kTAuto);
    write(kTPrescalerReg, kTicks25us);
    write(kTReloadHighReg, 0);
    write(kTReloadLowReg, kAnswerTicks);
    write(kTxAskReg, kForce100Ask);
    write(kModeReg, kCrc6363);
    write(kRfCfgReg, kGain48dB);
    write(kCollReg, 0);                         // what comes after a collision is read as zeros
    field(false);
}

void Mfrc522::field(bool on) const { write(kTxControlReg, on ? kAntennaOn : kAntennaOff); }

bool Mfrc522::answers() const {
    const uint8_t version = read(kVersionReg);
    return version != 0x00 && version != 0xFF && read(kTModeReg) == kTAuto && read(kTReloadLowReg) == kAnswerTicks;
}

void Mfrc522::send(const uint8_t* bytes, uint8_t n, uint8_t last_bits, uint8_t align, uint32_t now) {
    write(kCommandReg, kIdle);
    write(kComIrqReg, kAllIrqs);
    write(kFifoLevelReg, kFlush);
    hal::select(antenna_, true);
    hal::exchange(kFifoDataReg << 1);
    for (uint8_t i = 0; i < n; ++i) { hal::exchange(bytes[i]); }
    hal::select(antenna_, false);
    write(kCommandReg, kTransceive);
    write(kBitFramingReg, static_cast<uint8_t>(kStartSend | (align << 4) | last_bits));
    sent_ = now;
}

Air Mfrc522::poll(uint32_t now) {
    const uint8_t irqs = read(kComIrqReg);
    if ((irqs & (kRxIrq | kErrIrq)) != 0) { return take_answer(); }
    if ((irqs & kTimerIrq) != 0) { return Air::kSilence; }
    return now - sent_ > kGiveUp ? Air::kNoChip : Air::kWaiting;
}

Air Mfrc522::take_answer() {
    const uint8_t errors = read(kErrorReg);
    size_ = read(kFifoLevelReg);
    if (size_ > kMostAnswer) { return Air::kGarbled; }
    for (uint8_t i = 0; i < size_; ++i) { answer_[i] = read(kFifoDataReg); }
    if ((errors & kCollErr) != 0) {
        const uint8_t where = read(kCollReg);
        const uint8_t position = (where & kCollPos) == 0 ? 32 : where & kCollPos;
        collision_ = (where & kCollPosNotValid) != 0 ? 0 : position;
        return Air::kCollision;
    }
    return (errors & kGarbledErrs) != 0 ? Air::kGarbled : Air::kAnswer;
}
