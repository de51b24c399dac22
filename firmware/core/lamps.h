// A lamp for every seat: on, off or blinking, as the host ordered.
#pragma once
#include "hal.h"

class LampRow {
  public:
    void order(const wire::Lamps& lamps, uint32_t now) {
        on_ = lamps.on;
        blink_ = lamps.blink;
        began_ = now;
        show(true);
    }

    void turn(uint32_t now) {
        if (now - began_ < kHalfBlink) { return; }
        began_ += kHalfBlink;
        show(!lit_);
    }

  private:
    static constexpr uint32_t kHalfBlink = 250000;  // microseconds

    void show(bool lit) {
        lit_ = lit;
        hal::shine(lit ? on_ : on_ & ~blink_);
    }

    uint32_t on_ = 0;
    uint32_t blink_ = 0;
    uint32_t began_ = 0;
    bool lit_ = true;
};
