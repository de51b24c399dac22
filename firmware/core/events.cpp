#include "events.h"

#include "frame.h"
#include "hal.h"
#include "line.h"
#include "stamp.h"

namespace {

constexpr uint32_t kResend = 1000UL * wire::kResendMs;
constexpr uint32_t kMissed = 20000;             // microseconds: an answer that is under way came by then
constexpr uint8_t kStampAt = 2;                 // where every event's payload has its stamp
constexpr uint8_t kQueue = 40;                  // bytes on the line before the next event: about 3 ms

uint16_t plus(uint16_t count, uint8_t more) {
    return static_cast<uint16_t>(count > 0xFFFFU - more ? 0xFFFFU : count + more);
}

}  // namespace

bool Events::add(uint8_t type, const uint8_t* payload, uint8_t size, uint32_t now) {
    tell_of_loss(now);
    if (waiting() >= wire::kRing) {
        count_lost(1);
        return false;
    }
    append(type, payload, size, now);
    return true;
}

void Events::append(uint8_t type, const uint8_t* payload, uint8_t size, uint32_t now) {
    Event& event = ring_[next_ % wire::kRing];
    event.type = type;
    event.size = size;
    wire::copy(event.payload, payload, size);
    wire::put32(event.payload + kStampAt, stamp::told(wire::get32(payload + kStampAt), now));
    next_ = static_cast<uint8_t>(next_ + 1);
}

void Events::forget_time(uint32_t now) {
    aging_ = static_cast<uint8_t>(aging_ + 1);
    if (static_cast<uint8_t>(aging_ - oldest_) >= waiting()) { aging_ = oldest_; }
    uint8_t* at = ring_[aging_ % wire::kRing].payload + kStampAt;
    if (waiting() > 0 && stamp::old(wire::get32(at), now)) { wire::put32(at, 0); }
}

void Events::count_lost(uint8_t more) {
    untold_ = plus(untold_, more);
    lost_ = plus(lost_, more);
}

void Events::tell_of_loss(uint32_t now) {
    if (untold_ == 0 || waiting() >= wire::kRing) { return; }
    wire::Lost lost;
    lost.count = untold_;
    lost.micros = now;
    uint8_t payload[wire::Lost::kMost];
    const uint8_t size = wire::pack(lost, payload);
    append(wire::Lost::kType, payload, size, now);
    untold_ = 0;
}

void Events::acknowledged(uint8_t seq, uint32_t now) {
    met_ = true;
    const uint8_t done = static_cast<uint8_t>(seq - oldest_);
    if (done == 0 && now - begun_at_ >= kMissed) { unsent_ = oldest_; }  // what it expects was lost on its way
    if (done == 0 || done > waiting()) { return; }
    if (static_cast<uint8_t>(unsent_ - oldest_) < done) { unsent_ = seq; }
    oldest_ = seq;
    sent_at_ = begun_at_ = now;
}

void Events::pump(uint32_t now) {
    tell_of_loss(now);
    forget_time(now);
    if (unsent_ == next_ && waiting() > 0 && now - sent_at_ >= kResend) { unsent_ = oldest_; }
    if (unsent_ == next_ || hal::backlog() > kQueue) { return; }
    const Event& event = ring_[unsent_ % wire::kRing];
    if (!line::send(event.type, unsent_, event.payload, event.size)) { return; }
    if (unsent_ == oldest_) { begun_at_ = now; }
    unsent_ = static_cast<uint8_t>(unsent_ + 1);
    sent_at_ = now;
}
