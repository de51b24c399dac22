// Throws bytes at the frame decoder and at the whole board: noise, frames with any payload, damaged ones.
//   fuzz ROUNDS SEED
#include <cstdio>
#include <cstdlib>
#include <random>

#include "../core/board.h"
#include "fake_hal.h"

namespace {

std::mt19937 random_bytes;

uint8_t any() { return static_cast<uint8_t>(random_bytes()); }

// A frame of any type with any payload, and then perhaps a byte lost, doubled or changed.
std::vector<uint8_t> wire_of() {
    uint8_t payload[frame::kMostPayload];
    for (uint8_t& byte : payload) { byte = any() % 3 == 0 ? 0 : any(); }
    uint8_t out[frame::kMostWire];
    const uint8_t type = any() % 2 == 0 ? static_cast<uint8_t>(0x81 + any() % 8) : any();
    static const size_t sizes[] = {0, 0, 8, 20, 8};
    const size_t size = any() % 2 == 0 ? sizes[any() % 5] : any() % (frame::kMostPayload + 1);
    std::vector<uint8_t> wire(out, out + frame::encode(type, any(), payload, size, out));
    switch (any() % 6) {
        case 0: wire.erase(wire.begin() + any() % static_cast<int>(wire.size())); break;
        case 1: wire[any() % wire.size()] ^= static_cast<uint8_t>(1U << any() % 8); break;
        case 2: wire.insert(wire.begin() + any() % static_cast<int>(wire.size()), any()); break;
        default: break;
    }
    return wire;
}

// What a receiver makes of a frame that it accepted must be the same frame again.
bool same_again(const frame::Receiver& receiver) {
    uint8_t out[frame::kMostWire];
    const size_t n = frame::encode(receiver.type(), receiver.seq(), receiver.payload(), receiver.size(), out);
    frame::Receiver other;
    frame::Found found = frame::Found::kNothing;
    for (size_t i = 0; i < n; ++i) { found = other.push(out[i]); }
    return found == frame::Found::kFrame && other.size() == receiver.size() && other.type() == receiver.type();
}

bool decoder_holds(int rounds) {
    frame::Receiver receiver;
    for (int n = 0; n < rounds; ++n) {
        std::vector<uint8_t> bytes = wire_of();
        if (any() % 4 == 0) {
            for (int noise = any(); noise > 0; --noise) { bytes.push_back(any()); }
        }
        for (const uint8_t byte : bytes) {
            if (receiver.push(byte) == frame::Found::kFrame && !same_again(receiver)) { return false; }
        }
    }
    return true;
}

// Whatever it hears, a board goes on: it beats, and a press gets through.
bool board_holds(int rounds) {
    fake::reset();
    Debounce debounce;
    Board board(debounce);
    uint8_t raw[kInputBytes] = {};
    unsigned beats = 0;
    for (int n = 0; n < rounds; ++n) {
        for (const uint8_t byte : wire_of()) { fake::heard.push_back(byte); }
        if (any() % 8 == 0) { raw[any() % kInputBytes] = any(); }
        if (any() % 16 == 0) { fake::table->readers[any() % 14].lay({any(), any(), any(), any()}); }
        if (any() % 64 == 0) { fake::table->play("clear"); }
        for (int turn = 0; turn < 16; ++turn) {
            if (turn % 8 == 0) { debounce.sample(raw, fake::micros()); }
            board.turn();
            fake::pass(125);
        }
        for (const auto& one : fake::frames()) { beats += one.type == wire::Heartbeat::kType ? 1U : 0U; }
    }
    return beats >= static_cast<unsigned>(rounds) / 250 - 1;
}

}  // namespace

int main(int count, char** words) {
    const int rounds = count > 1 ? std::atoi(words[1]) : 10000;
    random_bytes.seed(count > 2 ? static_cast<unsigned>(std::atoi(words[2])) : 1U);
    if (!decoder_holds(rounds)) {
        std::puts("a frame that was accepted is not the same when it is written again");
        return 1;
    }
    if (!board_holds(rounds)) {
        std::puts("the board's heart stopped");
        return 1;
    }
    std::printf("%d rounds\n", rounds);
    return 0;
}
