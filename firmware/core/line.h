// Messages onto the line.
#pragma once
#include "frame.h"
#include "hal.h"

namespace line {

// False if the line has no room now; nothing was sent then.
inline bool send(uint8_t type, uint8_t seq, const uint8_t* payload, uint8_t n) {
    uint8_t out[frame::kMostWire];
    return hal::say(out, static_cast<uint8_t>(frame::encode(type, seq, payload, n, out)));
}

template <class Message>
bool send(const Message& message, uint8_t seq) {
    uint8_t payload[wire::kPayload];
    const uint8_t n = wire::pack(message, payload);
    return send(Message::kType, seq, payload, n);
}

}  // namespace line
