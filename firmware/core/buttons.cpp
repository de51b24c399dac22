#include "buttons.h"

namespace {

constexpr uint32_t kLook = 16000;               // microseconds
constexpr uint32_t kRelease = 30000;
constexpr uint32_t kStuck = 60000000;
constexpr uint32_t kRest = 2000000;
constexpr uint8_t kRestless = 31;               // looks: half a second
constexpr uint8_t kHalfSecond = 31;
constexpr uint8_t kManyPresses = 5;
constexpr uint8_t kAtOnce = 4;                  // edges in a turn, so that a turn stays short

}  // namespace

void Buttons::turn(uint32_t now) {
    if (!begun_) {
        begin(now);
        return;
    }
    Edge edge;
    for (uint8_t n = 0; n < kAtOnce && debounce_.next(edge); ++n) { took(edge, now); }
    const uint8_t missed = debounce_.missed();
    if (missed > 0) { events_.count_lost(missed); }
    if (now - looked_ >= kLook) {
        looked_ += kLook;
        look(now);
    }
}

void Buttons::begin(uint32_t now) {
    if (!debounce_.started()) { return; }
    for (uint8_t i = 0; i < kInputBytes; ++i) { contact_[i] = debounce_.stable(i); }
    for (uint8_t n = 0; n < wire::kInputs; ++n) {
        inputs_[n].changed = now;
        adopt(n, contact(n));
    }
    looked_ = now;
    begun_ = true;
}

bool Buttons::contact(uint8_t n) const { return bit(used_, n) && bit(contact_, n) != bit(closed_, n); }

void Buttons::wire_up(const uint8_t* used, const uint8_t* closed) {
    for (uint8_t n = 0; n < wire::kInputs; ++n) {
        if (bit(used, n) == bit(used_, n) && bit(closed, n) == bit(closed_, n)) { continue; }
        set_bit(used_, n, bit(used, n));
        set_bit(closed_, n, bit(closed, n));
        adopt(n, inputs_[n].trouble != wire::Trouble::kChattering && contact(n));
    }
}

void Buttons::adopt(uint8_t n, bool down) {
    if (bit(down_, n) == down) { return; }
    set_bit(down_, n, down);
    quiet_changes_ = static_cast<uint8_t>(quiet_changes_ + 1);
}

void Buttons::took(const Edge& edge, uint32_t now) {
    const uint8_t n = edge.input;
    if (bit(contact_, n) == edge.closed) { return; }
    set_bit(contact_, n, edge.closed);
    inputs_[n].changed = edge.micros;
    if (edge.crowd) {
        adopt(n, contact(n) && inputs_[n].trouble != wire::Trouble::kChattering);
    } else if (contact(n) && !bit(down_, n)) {
        press(n, edge, now);
    }
}

void Buttons::press(uint8_t n, const Edge& edge, uint32_t now) {
    Input& input = inputs_[n];
    if (input.trouble == wire::Trouble::kChattering) { return; }
    input.presses = static_cast<uint8_t>(input.presses + 1);
    if ((input.presses & 0x0FU) + (input.presses >> 4) >= kManyPresses) {
        fault(n, wire::Trouble::kChattering, now);
    } else {
        tell(n, true, edge.micros, now);
    }
}

void Buttons::look(uint32_t now) {
    looks_ = static_cast<uint8_t>(looks_ + 1);
    if (looks_ >= kHalfSecond) {
        looks_ = 0;
        for (Input& input : inputs_) { input.presses = static_cast<uint8_t>(input.presses << 4); }
    }
    for (uint8_t i = 0; i < kInputBytes; ++i) {
        const uint8_t settled = debounce_.settled(i);
        for (uint8_t b = 0; b < 8; ++b) { look_at(static_cast<uint8_t>(8 * i + b), (settled >> b & 1U) != 0, now); }
    }
}

void Buttons::look_at(uint8_t n, bool settled, uint32_t now) {
    Input& input = inputs_[n];
    input.restless = static_cast<uint8_t>(settled || !bit(used_, n) ? 0 : input.restless + 1);
    if (input.trouble == wire::Trouble::kChattering) {
        look_at_chatter(n, settled, now);
    } else if (input.restless >= kRestless) {
        fault(n, wire::Trouble::kChattering, now);
    } else if (bit(down_, n) && !contact(n) && now - input.changed >= kRelease) {
        tell(n, false, input.changed, now);
        if (input.trouble == wire::Trouble::kStuck) { fault(n, wire::Trouble::kNone, now); }
    } else if (bit(down_, n) && input.trouble == wire::Trouble::kNone && now - input.changed >= kStuck) {
        fault(n, wire::Trouble::kStuck, now);
    }
}

void Buttons::look_at_chatter(uint8_t n, bool settled, uint32_t now) {
    Input& input = inputs_[n];
    if (!settled) { input.changed = now; }
    if (now - input.changed < kRest) { return; }
    fault(n, wire::Trouble::kNone, now);
    input.restless = input.presses = 0;
    adopt(n, contact(n));
}

void Buttons::fault(uint8_t n, wire::Trouble trouble, uint32_t now) {
    if (trouble == wire::Trouble::kChattering) {
        if (bit(down_, n)) { tell(n, false, now, now); }
        inputs_[n].changed = now;
    }
    inputs_[n].trouble = trouble;
    wire::Fault message;
    message.input = n;
    message.trouble = trouble;
    message.micros = now;
    events_.tell(message, now);
}

void Buttons::tell(uint8_t n, bool down, uint32_t micros, uint32_t now) {
    set_bit(down_, n, down);
    wire::Input message;
    message.input = n;
    message.down = down;
    message.micros = micros;
    events_.tell(message, now);
}
