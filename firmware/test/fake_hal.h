// A machine for tests: its time passes when a test says so, its line is two buffers, its readers are simulated.
#pragma once
#include <deque>
#include <vector>

#include "../core/hal.h"
#include "../sim/table.h"

namespace fake {

extern uint64_t now;                                    // nanoseconds
extern std::vector<uint8_t> said;                       // by the device, since it was cleared
extern std::deque<uint8_t> heard;                       // what the device is still to hear
extern bool blocked;                                    // the line takes nothing
extern sim::Table* table;
extern bool restarted;

void reset();                                           // all of it
inline uint32_t micros() { return static_cast<uint32_t>(now / 1000); }
inline void pass(uint64_t micros) { now += micros * 1000; }

struct Said {
    uint8_t type;
    uint8_t seq;
    std::vector<uint8_t> payload;
};
std::vector<Said> frames();                             // what was said, and clears it

}  // namespace fake
