// From edges to presses, releases and faults; see PROTOCOL.md, Inputs.
#pragma once
#include "debounce.h"
#include "events.h"

class Buttons {
  public:
    Buttons(Debounce& debounce, Events& events) : debounce_(debounce), events_(events) {}

    void turn(uint32_t now);
    void wire_up(const uint8_t* used, const uint8_t* closed);   // kInputBytes each; taken as it is, without events
    const uint8_t* down() const { return down_; }               // what was told to be down
    uint8_t quiet_changes() const { return quiet_changes_; }    // counts changes of down() that no event told

  private:
    struct Input {
        uint32_t changed = 0;                   // when it closed or opened last
        uint8_t presses = 0;                    // in this half second, and in the one before: low and high four bits
        uint8_t restless = 0;                   // so many looks on end without four equal samples
        wire::Trouble trouble = wire::Trouble::kNone;
    };

    void begin(uint32_t now);
    void took(const Edge& edge, uint32_t now);
    void press(uint8_t n, const Edge& edge, uint32_t now);
    void look(uint32_t now);                    // every 16 ms
    void look_at(uint8_t n, bool settled, uint32_t now);
    void look_at_chatter(uint8_t n, bool settled, uint32_t now);
    void tell(uint8_t n, bool down, uint32_t micros, uint32_t now);
    void fault(uint8_t n, wire::Trouble trouble, uint32_t now);
    void adopt(uint8_t n, bool down);
    bool contact(uint8_t n) const;

    Debounce& debounce_;
    Events& events_;
    Input inputs_[wire::kInputs];
    uint8_t down_[kInputBytes] = {};
    uint8_t contact_[kInputBytes] = {};         // closed or not, as of the edges taken so far
    uint8_t used_[kInputBytes] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    uint8_t closed_[kInputBytes] = {};
    uint8_t quiet_changes_ = 0;
    uint8_t looks_ = 0;
    uint32_t looked_ = 0;
    bool begun_ = false;
};
