#include "board.h"

#include "build.h"
#include "line.h"

namespace {

constexpr uint32_t kBeat = 1000UL * wire::kBeatMs;

}  // namespace

void Board::turn() {
    const uint32_t now = hal::micros();
    listen(now);
    buttons_.turn(now);
    events_.pump(now);
    antennas_.turn(now);
    lamps_.turn(now);
    beat(now);
    answer(now);
    hal::alive();
}

void Board::listen(uint32_t now) {
    uint8_t byte;
    while (hal::hear(byte)) {
        switch (receiver_.push(byte)) {
            case frame::Found::kNothing: break;
            case frame::Found::kBad: bad_ = static_cast<uint16_t>(bad_ + 1); break;
            case frame::Found::kFrame: take(now); break;
        }
    }
}

template <class Message>
bool Board::understood(Message& message) {
    const bool fits = wire::unpack(receiver_.payload(), receiver_.size(), message);
    if (!fits) { bad_ = static_cast<uint16_t>(bad_ + 1); }
    return fits;
}

template <class Message>
bool Board::bare(const Message&) {
    if (receiver_.size() != 0) { bad_ = static_cast<uint16_t>(bad_ + 1); }
    return receiver_.size() == 0;
}

void Board::take(uint32_t now) {
    switch (receiver_.type()) {
        case wire::Ack::kType:
            if (bare(wire::Ack())) { events_.acknowledged(receiver_.seq(), now); }
            break;
        case wire::SnapshotWanted::kType:
            if (bare(wire::SnapshotWanted())) {
                snapshot_wanted_ = true;
                part_ = 0;
            }
            break;
        case wire::Ping::kType:
            if (bare(wire::Ping())) {
                pong_wanted_ = true;
                ping_ = receiver_.seq();
            }
            break;
        case wire::HelloWanted::kType:
            if (bare(wire::HelloWanted())) { hello_wanted_ = true; }
            break;
        default: take_order(now);
    }
}

// What is none of the host's messages may be one of a later version.
void Board::take_order(uint32_t now) {
    wire::Setup setup;
    wire::Lamps lamps;
    wire::Reboot reboot;
    switch (receiver_.type()) {
        case wire::Setup::kType:
            if (understood(setup)) { set_up(setup); }
            break;
        case wire::Lamps::kType:
            if (understood(lamps)) {
                lit_ = lamps;
                lamps_.order(lamps, now);
            }
            break;
        case wire::SelfTest::kType:
            if (bare(wire::SelfTest())) { antennas_.test_all(); }
            break;
        case wire::Reboot::kType:
            if (!understood(reboot)) { break; }
            for (uint8_t i = 0; i < 8; ++i) {
                if (reboot.device[i] != hal::identity().device[i]) { return; }
            }
            hal::restart();
            break;
        default: break;
    }
}

void Board::set_up(const wire::Setup& setup) {
    setup_ = setup;
    buttons_.wire_up(setup.inputs, setup.closed);
    antennas_.must_work(setup.antennas);
}

uint16_t Board::orders() const {
    uint8_t both[wire::Setup::kMost + wire::Lamps::kMost];
    wire::pack(setup_, both);
    wire::pack(lit_, both + wire::Setup::kMost);
    return frame::checksum(both, sizeof both);
}

void Board::beat(uint32_t now) {
    if (now - beaten_ < kBeat) { return; }
    beaten_ += kBeat;
    beat_wanted_ = true;
    log_wanted_ = tags_.full_up();
    tags_.forget_full();
    if (!events_.met()) { hello_wanted_ = true; }
}

// One answer at a time, and only onto a line that is idle: events go first.
void Board::answer(uint32_t now) {
    if (hal::backlog() > 0) { return; }
    if (pong_wanted_) {
        wire::Pong pong;
        pong.micros = now;
        pong_wanted_ = !line::send(pong, ping_);
    } else if (hello_wanted_) {
        hello_wanted_ = !say_hello(now);
    } else if (beat_wanted_) {
        wire::Heartbeat beat;
        beat.micros = now;
        beat.bad = bad_;
        beat.digest = state_.digest();
        beat.orders = orders();
        beat.lost = events_.lost();
        beat.overruns = hal::overruns();
        beat.waiting = events_.waiting();
        beat.sweep = antennas_.sweep();
        beat_wanted_ = !line::send(beat, events_.next());
    } else if (log_wanted_) {
        static const char kFull[] = "more than 64 tags: not all are kept";
        log_wanted_ = !line::send(wire::Log::kType, 0, reinterpret_cast<const uint8_t*>(kFull), sizeof kFull - 1);
    } else if (snapshot_wanted_) {
        snapshot_wanted_ = !say_piece();
    }
}

bool Board::say_hello(uint32_t now) {
    const hal::Identity& identity = hal::identity();
    wire::Hello hello;
    hello.major = wire::kMajor;
    hello.minor = wire::kMinor;
    wire::copy(hello.device, identity.device, 8);
    hello.boot = identity.boot;
    hello.cause = identity.cause;
    hello.inputs = wire::kInputs;
    hello.antennas = hal::antennas();
    hello.micros = now;
    hello.schema = wire::kSchema;
    hello.kind = identity.kind;
    hello.lamps = wire::kLamps;
    hello.dirty = build::kDirty;
    for (uint8_t i = 0; i < 4; ++i) { hello.build[i] = static_cast<uint8_t>(build::kRevision >> (24 - 8 * i) & 0xFFU); }
    return line::send(hello, events_.oldest());
}

// True once the last piece is on the line. When something happens meanwhile, the snapshot begins anew.
bool Board::say_piece() {
    if (part_ == 0 || snapshot_of_ != events_.next() || snapshot_quiet_ != buttons_.quiet_changes()) {
        part_ = 0;
        snapshot_of_ = events_.next();
        snapshot_quiet_ = buttons_.quiet_changes();
    }
    uint8_t bytes[wire::kSnapshotBytes];
    wire::Snapshot piece;
    piece.part = part_;
    piece.parts = state_.pieces();
    piece.data = bytes;
    piece.data_size = state_.piece(part_, bytes);
    if (!line::send(piece, snapshot_of_)) { return false; }
    part_ = static_cast<uint8_t>(part_ + 1);
    return part_ >= piece.parts;
}
