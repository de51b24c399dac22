// One MFRC522 reader chip: its registers, and talking to tags without waiting for them.
#pragma once
#include <stdint.h>

enum class Air : uint8_t { kWaiting, kAnswer, kCollision, kGarbled, kSilence, kNoChip };

class Mfrc522 {
  public:
    explicit Mfrc522(uint8_t antenna) : antenna_(antenna) {}

    void reset() const;                         // then leave it alone for 50 ms
    void configure() const;                     // its field is still off
    void field(bool on) const;
    bool answers() const;                       // it is there, and configured as configure() left it

    // Sends n bytes, of the last one only so many bits (0: all); the answer's first bit is put at bit `align`.
    void send(const uint8_t* bytes, uint8_t n, uint8_t last_bits, uint8_t align, uint32_t now);

    // kWaiting until there is something else; an answer's bytes are then in answer().
    Air poll(uint32_t now);
    const uint8_t* answer() const { return answer_; }
    uint8_t size() const { return size_; }
    uint8_t collision() const { return collision_; }  // 1 to 32 from the first answered byte's first bit; 0: unknown

    static constexpr uint8_t kMostAnswer = 8;

  private:
    uint8_t read(uint8_t reg) const;
    void write(uint8_t reg, uint8_t value) const;
    Air take_answer();

    uint8_t antenna_;
    uint8_t size_ = 0;
    uint8_t collision_ = 0;
    uint8_t answer_[kMostAnswer] = {};
    uint32_t sent_ = 0;
};
