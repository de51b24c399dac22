#include <doctest/doctest.h>

#include "../core/frame.h"
#include "../core/stamp.h"
#include "../core/state.h"
#include "fake_hal.h"

namespace {

Uid uid(std::initializer_list<uint8_t> bytes) {
    Uid out;
    for (const uint8_t byte : bytes) { out.bytes[out.size++] = byte; }
    return out;
}

void tell_all(Tags& tags) {
    while (const TagHere* tag = tags.untold()) { tags.told(tag); }
}

}  // namespace

TEST_CASE("tags stand by antenna and number, whatever order they come in") {
    Tags tags;
    tags.seen(5, uid({2, 0, 0, 0}), 1);
    tags.seen(5, uid({1, 9, 9, 9, 9, 9, 9}), 1);
    tags.seen(0, uid({9, 0, 0, 0}), 1);
    tags.seen(5, uid({1, 9, 9, 9}), 1);
    tags.seen(5, uid({2, 0, 0, 0}), 2);
    REQUIRE(tags.count() == 4);
    CHECK(tags.at(0).antenna == 0);
    CHECK(tags.at(1).uid.size == 4);
    CHECK(tags.at(2).uid.size == 7);
    CHECK(tags.at(3).uid.bytes[0] == 2);
}

TEST_CASE("a tag that could not be told for hours is as old as it can be, however far the clock went round") {
    Tags tags;
    tags.seen(1, uid({1, 2, 3, 4}), 10);
    uint32_t now = 10;
    for (int minute = 0; minute < 200; ++minute) {
        now += 60000000;
        tags.seen(1, uid({1, 2, 3, 4}), now);
        tags.round_over(1, now);
    }
    CHECK(stamp::told(tags.untold()->micros, now) == 0);
}

TEST_CASE("a tag is gone after three missed rounds and not before") {
    Tags tags;
    tags.seen(1, uid({1, 2, 3, 4}), 10);
    tags.round_over(1, 10);
    tell_all(tags);
    for (uint32_t round = 1; round <= 2; ++round) { tags.round_over(1, round * 100); }
    CHECK(tags.untold() == nullptr);
    tags.round_over(1, 300);
    REQUIRE(tags.untold() != nullptr);
    CHECK(tags.untold()->told);
    CHECK(tags.untold()->micros == 300);
    tell_all(tags);
    CHECK(tags.count() == 0);
}

TEST_CASE("a tag that came and went before anyone could be told was never there") {
    Tags tags;
    tags.seen(1, uid({1, 2, 3, 4}), 10);
    for (int round = 0; round < 4; ++round) { tags.round_over(1, 20); }
    CHECK(tags.count() == 0);
}

TEST_CASE("a tag that comes back before its going was told never went") {
    Tags tags;
    tags.seen(1, uid({1, 2, 3, 4}), 10);
    tell_all(tags);
    for (int round = 0; round < 6; ++round) { tags.round_over(1, 20); }
    tags.seen(1, uid({1, 2, 3, 4}), 30);
    CHECK(tags.untold() == nullptr);
}

TEST_CASE("the table of tags fills up and harms nobody") {
    Tags tags;
    for (uint8_t n = 0; n < 100; ++n) { tags.seen(2, uid({n, 0, 0, 0}), 1); }
    CHECK(tags.count() == +Tags::kMost);
}

TEST_CASE("the state's pieces make its row of bytes, whose sum is the digest") {
    fake::reset();
    Debounce debounce;
    Events events;
    Buttons buttons(debounce, events);
    Tags tags;
    const State state(buttons, tags);
    for (uint8_t n = 0; n < 40; ++n) { tags.seen(n % 14, uid({n, 1, 2, 3, 4, 5, 6}), 1); }
    CHECK(state.size() == 8);
    tell_all(tags);
    CHECK(state.size() == 8 + 40 * 9);
    std::vector<uint8_t> row;
    for (uint8_t part = 0; part < state.pieces(); ++part) {
        uint8_t piece[wire::kSnapshotBytes];
        const uint8_t n = state.piece(part, piece);
        row.insert(row.end(), piece, piece + n);
    }
    CHECK(row.size() == state.size());
    CHECK(frame::checksum(row.data(), row.size()) == state.digest());
}
