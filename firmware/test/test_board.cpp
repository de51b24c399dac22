#include <doctest/doctest.h>

#include <algorithm>

#include "../core/board.h"
#include "fake_hal.h"

namespace {

struct Rig {
    Debounce debounce;
    Board board{debounce};
    uint8_t raw[kInputBytes] = {};

    Rig() { fake::reset(); }
    void run(int milliseconds) {
        for (int n = 0; n < milliseconds * 8; ++n) {
            if (n % 8 == 0) { debounce.sample(raw, fake::micros()); }
            board.turn();
            fake::pass(125);
        }
    }
    void hear(uint8_t type, uint8_t seq, std::vector<uint8_t> payload = {}) {
        uint8_t out[frame::kMostWire];
        const size_t n = frame::encode(type, seq, payload.data(), payload.size(), out);
        fake::heard.insert(fake::heard.end(), out, out + n);
    }
};

size_t count(const std::vector<fake::Said>& said, uint8_t type) {
    return static_cast<size_t>(
        std::count_if(said.begin(), said.end(), [type](const fake::Said& one) { return one.type == type; }));
}

}  // namespace

TEST_CASE("the board says hello until the host acknowledges") {
    Rig rig;
    rig.run(1200);
    CHECK(count(fake::frames(), wire::Hello::kType) == 3);
    rig.hear(wire::Ack::kType, 0);
    rig.run(1200);
    const auto said = fake::frames();
    CHECK(count(said, wire::Hello::kType) == 0);
    CHECK(count(said, wire::Heartbeat::kType) >= 2);
}

TEST_CASE("a message of ours with a payload of another length is counted and does nothing") {
    Rig rig;
    rig.hear(wire::Ack::kType, 0);
    rig.run(300);
    fake::frames();
    for (uint8_t type = 0x81; type <= 0x88; ++type) { rig.hear(type, 1, {1, 2, 3}); }
    rig.hear(0xF0, 1, {1, 2, 3});
    rig.run(520);
    wire::Heartbeat beat;
    for (const auto& one : fake::frames()) {
        CHECK(one.type == +wire::Heartbeat::kType);
        REQUIRE(wire::unpack(one.payload.data(), one.payload.size(), beat));
    }
    CHECK(beat.bad == 8);
    CHECK(beat.overruns == 3);
}

TEST_CASE("only its own number makes it start again") {
    Rig rig;
    rig.hear(wire::Reboot::kType, 0, {'S', 'O', 'M', 'E', 'B', 'O', 'D', 'Y'});
    rig.run(5);
    CHECK_FALSE(fake::restarted);
    rig.hear(wire::Reboot::kType, 0, {'F', 'L', 'O', 'O', 'R', 'M', 'A', 'N'});
    rig.run(5);
    CHECK(fake::restarted);
}

TEST_CASE("a snapshot that is overtaken by an event begins anew") {
    Rig rig;
    rig.run(300);
    for (uint8_t n = 0; n < 20; ++n) { fake::table->readers[n % 14].lay({n, 0, 0, 1}); }
    for (int n = 0; n < 300; ++n) {
        rig.run(4);
        for (const auto& one : fake::frames()) {
            if (one.type == wire::Tag::kType) { rig.hear(wire::Ack::kType, static_cast<uint8_t>(one.seq + 1)); }
        }
    }
    rig.hear(wire::SnapshotWanted::kType, 0);
    rig.board.turn();
    fake::pass(125);
    rig.raw[0] = 1;
    for (int n = 0; n < 4; ++n) { rig.debounce.sample(rig.raw, fake::micros()); }
    rig.run(50);
    std::vector<fake::Said> pieces;
    for (const auto& one : fake::frames()) {
        if (one.type == wire::Snapshot::kType) { pieces.push_back(one); }
    }
    REQUIRE(pieces.size() > 4);
    const uint8_t parts = pieces.back().payload[1];
    CHECK(pieces.front().seq != pieces.back().seq);
    REQUIRE(pieces.size() >= parts);
    for (uint8_t part = 0; part < parts; ++part) {
        const auto& piece = pieces[pieces.size() - parts + part];
        CHECK(piece.seq == pieces.back().seq);
        CHECK(piece.payload[0] == part);
    }
}

TEST_CASE("the clock may wrap while everything goes on") {
    Rig rig;
    fake::now = (0x100000000ULL - 400000) * 1000;
    rig.hear(wire::Ack::kType, 0);
    rig.run(300);
    fake::frames();
    fake::table->readers[1].lay({1, 2, 3, 4});
    rig.raw[2] = 4;
    rig.run(600);
    const auto said = fake::frames();
    CHECK(count(said, wire::Tag::kType) >= 1);
    CHECK(count(said, wire::Input::kType) >= 1);
    CHECK(count(said, wire::Heartbeat::kType) >= 1);
}
