// An MFRC522 as its data sheet describes it, as far as a type A reader uses it, with the tags over its antenna. The
// figures for times on the air are the standard's bit rate and answer delay.
#pragma once
#include "tag_model.h"

namespace sim {

class ReaderModel {
  public:
    ReaderModel();

    void select(bool on);                               // chip select, true while low
    bool selected() const { return selected_; }
    uint8_t exchange(uint8_t byte, uint64_t now);       // one byte each way at this time, in nanoseconds

    void lay(const Bytes& uid);
    void lift(const Bytes& uid);
    void lift_all() { tags_.clear(); }
    void power_cycle();
    void babble(uint32_t seed) { babble_ = seed | 1U; } // from now on it answers anything with anything
    bool deaf = false;                                  // its line to the controller is broken
    bool detuned = false;                               // tags answer, but what they say is garbled
    bool counts_absolutely = false;                     // collisions from the number's first bit, not the frame's

  private:
    uint8_t read(uint8_t reg);
    void write(uint8_t reg, uint8_t value);
    void command(uint8_t value);
    void put_on_air();
    Bytes superpose(const std::vector<Bytes>& answers, unsigned known);
    void receive(const Bytes& answer, unsigned known);
    void finish_if_due();
    bool field() const;

    std::array<uint8_t, 64> regs_{};
    Bytes fifo_;
    std::vector<TagModel> tags_;
    bool selected_ = false;
    int address_ = -1;                                  // of this selection; -1 before its first byte
    bool reading_ = false;
    uint64_t now_ = 0;
    uint32_t babble_ = 0;
    uint64_t due_ = 0;                                  // when what is on the air is over; 0: nothing is
    Bytes coming_;                                      // what the FIFO holds then
    uint8_t coming_irqs_ = 0;
    uint8_t coming_errors_ = 0;
    uint8_t coming_collision_ = 0;
};

}  // namespace sim
