// Stamps of a clock that goes round after 71 minutes: what is older than an hour has none; see PROTOCOL.md, Time.
#pragma once
#include "protocol_gen.h"

namespace stamp {

constexpr uint32_t kOld = 1000000UL * wire::kOldS;
constexpr uint32_t kAhead = 60000000;           // microseconds: what the interrupt stamped may lie ahead of a turn's `now`

// Ask at least every ten minutes: later, it seems to be of now.
inline bool old(uint32_t micros, uint32_t now) {
    const uint32_t age = now - micros;
    return age > kOld && age < 0U - kAhead;
}

// As the host is told: 0 for what is old, and for nothing else.
inline uint32_t told(uint32_t micros, uint32_t now) {
    if (old(micros, now)) { return 0; }
    return micros == 0 ? 1 : micros;
}

}  // namespace stamp
