// 64 inputs from their bouncing contacts to edges, in the sampling interrupt; see PROTOCOL.md, Inputs.
#pragma once
#include "protocol_gen.h"

constexpr uint8_t kInputBytes = wire::kInputs / 8;
constexpr uint32_t kSampleMicros = 1000;
constexpr uint8_t kCrowd = wire::kInputs / 2;

inline bool bit(const uint8_t* bits, uint8_t n) { return (bits[n >> 3] >> (n & 7U) & 1U) != 0; }
inline void set_bit(uint8_t* bits, uint8_t n, bool on) {
    const uint8_t mask = static_cast<uint8_t>(1U << (n & 7U));
    bits[n >> 3] = static_cast<uint8_t>(on ? bits[n >> 3] | mask : bits[n >> 3] & ~mask);
}

struct Edge {
    uint8_t input;
    bool closed;
    bool crowd;                                 // more than kCrowd inputs changed at once: no fingers did that
    uint32_t micros;
};

// sample() belongs to the interrupt, everything else to the main loop. The edges' ring has one writer and one reader.
class Debounce {
  public:
    // What is closed now, a bit for every input; the first sample is taken as it is.
    void sample(const uint8_t* raw, uint32_t micros) {
        if (!started_) { start(raw); }
        uint8_t flipped[kInputBytes];
        uint8_t many = 0;
        for (uint8_t i = 0; i < kInputBytes; ++i) {
            settle(i, raw[i]);
            flipped[i] = flips(i, raw[i]);
            for (uint8_t rest = flipped[i]; rest != 0; rest = static_cast<uint8_t>(rest & (rest - 1))) { ++many; }
        }
        if (many == 0) { return; }
        for (uint8_t i = 0; i < kInputBytes; ++i) { note(i, flipped[i], many > kCrowd, micros - 3 * kSampleMicros); }
    }

    // The oldest edge that was not taken yet.
    bool next(Edge& edge) {
        if (taken_ == noted_) { return false; }
        in_order();
        edge = edges_[taken_ % kEdges];
        in_order();
        taken_ = static_cast<uint8_t>(taken_ + 1);
        return true;
    }

    bool started() const { return started_; }
    uint8_t stable(uint8_t byte) const { return stable_[byte]; }

    // Which inputs of a byte had four equal samples since this was asked last.
    uint8_t settled(uint8_t byte) {
        const uint8_t now = settled_[byte];
        settled_[byte] = 0;
        return now;
    }

    // Edges for which there was no room, since this was asked last. Only the interrupt counts: none slips in between.
    uint8_t missed() {
        const uint8_t all = missed_;
        const uint8_t fresh = static_cast<uint8_t>(all - missed_told_);
        missed_told_ = all;
        return fresh;
    }

  private:
    static constexpr uint8_t kEdges = 64;

    // The interrupt may come in between: the compiler must not put an edge's reading after its place was given back.
    static void in_order() { __asm__ volatile("" ::: "memory"); }

    void start(const uint8_t* raw) {
        for (uint8_t i = 0; i < kInputBytes; ++i) {
            stable_[i] = last_[i] = raw[i];
            low_[i] = high_[i] = 0xFF;
        }
        started_ = true;
    }

    // Counts each input's samples that differ from its stable state, in two bits spread over low_ and high_.
    uint8_t flips(uint8_t i, uint8_t raw) {
        const uint8_t differs = static_cast<uint8_t>(raw ^ stable_[i]);
        low_[i] = static_cast<uint8_t>(~(low_[i] & differs));
        high_[i] = static_cast<uint8_t>(low_[i] ^ (high_[i] & differs));
        const uint8_t flipped = static_cast<uint8_t>(differs & low_[i] & high_[i]);
        stable_[i] = static_cast<uint8_t>(stable_[i] ^ flipped);
        return flipped;
    }

    // Counts equal samples in the same way, up to three more of the same.
    void settle(uint8_t i, uint8_t raw) {
        const uint8_t same = static_cast<uint8_t>(~(raw ^ last_[i]));
        last_[i] = raw;
        const uint8_t full = static_cast<uint8_t>(same_low_[i] & same_high_[i]);
        const uint8_t high = static_cast<uint8_t>((same_high_[i] ^ same_low_[i]) | full);
        const uint8_t low = static_cast<uint8_t>(~same_low_[i] | full);
        same_low_[i] = static_cast<uint8_t>(low & same);
        same_high_[i] = static_cast<uint8_t>(high & same);
        settled_[i] = static_cast<uint8_t>(settled_[i] | (same_low_[i] & same_high_[i]));
    }

    void note(uint8_t byte, uint8_t flipped, bool crowd, uint32_t micros) {
        for (uint8_t n = 0; n < 8; ++n) {
            if ((flipped >> n & 1U) == 0) { continue; }
            if (static_cast<uint8_t>(noted_ - taken_) >= kEdges) {
                missed_ = static_cast<uint8_t>(missed_ + 1);
                continue;
            }
            const bool closed = (stable_[byte] >> n & 1U) != 0;
            edges_[noted_ % kEdges] = Edge{static_cast<uint8_t>(8 * byte + n), closed, crowd, micros};
            noted_ = static_cast<uint8_t>(noted_ + 1);
        }
    }

    Edge edges_[kEdges] = {};
    volatile uint8_t noted_ = 0;
    volatile uint8_t taken_ = 0;
    volatile uint8_t missed_ = 0;
    uint8_t missed_told_ = 0;
    volatile bool started_ = false;
    volatile uint8_t stable_[kInputBytes] = {};
    volatile uint8_t settled_[kInputBytes] = {};
    uint8_t last_[kInputBytes] = {};
    uint8_t low_[kInputBytes] = {};
    uint8_t high_[kInputBytes] = {};
    uint8_t same_low_[kInputBytes] = {};
    uint8_t same_high_[kInputBytes] = {};
};
