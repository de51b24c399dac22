// Frames on the wire: COBS, CRC-16/GENIBUS, and the way back to the beat after noise. See ../PROTOCOL.md.
// Portable C++14 without a standard library, for the microcontroller and for tests on a computer.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace frame {

constexpr size_t kMostPayload = 40;
constexpr size_t kMostRaw = 2 + kMostPayload + 2;   // type, seq, payload, crc
constexpr size_t kMostCobs = kMostRaw + 1;          // COBS adds one byte to so few
constexpr size_t kMostWire = 1 + kMostCobs + 1;     // a zero on either side

// CRC-16/GENIBUS, byte by byte. Its inversion at the end matters: see PROTOCOL.md.
class Checksum {
  public:
    void add(uint8_t byte) {
        uint8_t x = static_cast<uint8_t>((crc_ >> 8) ^ byte);
        x = static_cast<uint8_t>(x ^ (x >> 4));
        const uint16_t wide = x;
        crc_ = static_cast<uint16_t>((crc_ << 8) ^ (wide << 12) ^ (wide << 5) ^ wide);
    }
    uint16_t value() const { return static_cast<uint16_t>(crc_ ^ 0xFFFFU); }

  private:
    uint16_t crc_ = 0xFFFF;
};

// The checksum of n bytes.
inline uint16_t checksum(const uint8_t* bytes, size_t n) {
    Checksum sum;
    for (size_t i = 0; i < n; ++i) { sum.add(bytes[i]); }
    return sum.value();
}

// Writes a frame with its zeros to out (kMostWire bytes); returns its length, or 0 if the payload is too long.
inline size_t encode(uint8_t type, uint8_t seq, const uint8_t* payload, size_t n, uint8_t* out) {
    if (n > kMostPayload) { return 0; }
    uint8_t raw[kMostRaw];
    raw[0] = type;
    raw[1] = seq;
    for (size_t i = 0; i < n; ++i) { raw[2 + i] = payload[i]; }
    const uint16_t crc = checksum(raw, n + 2);
    raw[n + 2] = static_cast<uint8_t>(crc >> 8);
    raw[n + 3] = static_cast<uint8_t>(crc & 0xFFU);
    size_t end = 0;
    out[end++] = 0;
    size_t code = end++;                            // where the length of this run goes
    for (size_t i = 0; i < n + 4; ++i) {
        if (raw[i] == 0) {
            out[code] = static_cast<uint8_t>(end - code);
            code = end++;
        } else {
            out[end++] = raw[i];
        }
    }
    out[code] = static_cast<uint8_t>(end - code);
    out[end++] = 0;
    return end;
}

enum class Found : uint8_t { kNothing, kFrame, kBad };

// Reads frames out of a stream, byte by byte.
class Receiver {
  public:
    // kFrame: type(), seq(), payload() hold until the next call. kBad: what just ended was no frame.
    Found push(uint8_t byte) {
        if (byte != 0) {
            if (length_ < kMostCobs) { cobs_[length_] = byte; }
            if (length_ <= kMostCobs) { ++length_; }        // one beyond says: too long
            return Found::kNothing;
        }
        const size_t n = length_;
        length_ = 0;
        if (n == 0) { return Found::kNothing; }
        return n <= kMostCobs && decode(n) ? Found::kFrame : Found::kBad;
    }
    uint8_t type() const { return raw_[0]; }
    uint8_t seq() const { return raw_[1]; }
    const uint8_t* payload() const { return raw_ + 2; }
    size_t size() const { return size_ - 4; }

  private:
    bool decode(size_t n) {
        size_ = 0;
        for (size_t at = 0; at < n;) {
            const size_t run = cobs_[at++];
            if (run == 0 || at + run - 1 > n) { return false; }
            for (size_t i = 1; i < run; ++i) {
                if (size_ >= kMostRaw) { return false; }
                raw_[size_++] = cobs_[at++];
            }
            if (at < n) {
                if (size_ >= kMostRaw) { return false; }
                raw_[size_++] = 0;
            }
        }
        if (size_ < 4) { return false; }
        const uint16_t sent = static_cast<uint16_t>((raw_[size_ - 2] << 8) | raw_[size_ - 1]);
        return checksum(raw_, size_ - 2) == sent;
    }

    uint8_t cobs_[kMostCobs] = {};
    uint8_t raw_[kMostRaw] = {};
    size_t length_ = 0;
    size_t size_ = 0;
};

}  // namespace frame
