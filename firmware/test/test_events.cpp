#include <doctest/doctest.h>

#include "../core/events.h"
#include "fake_hal.h"

namespace {

wire::Input press(uint8_t input) {
    wire::Input message;
    message.input = input;
    message.down = true;
    return message;
}

void pump(Events& events, int times) {
    for (; times > 0; --times) { events.pump(fake::micros()); }
}

}  // namespace

TEST_CASE("events are numbered, sent once, and again when nobody answers") {
    fake::reset();
    Events events;
    for (uint8_t n = 0; n < 3; ++n) { CHECK(events.tell(press(n), 0)); }
    pump(events, 10);
    auto sent = fake::frames();
    REQUIRE(sent.size() == 3);
    for (uint8_t n = 0; n < 3; ++n) {
        CHECK(sent[n].seq == n);
        CHECK(sent[n].payload[0] == n);
    }
    fake::pass(49000);
    pump(events, 10);
    CHECK(fake::frames().empty());
    fake::pass(1000);
    pump(events, 10);
    CHECK(fake::frames().size() == 3);
    events.acknowledged(2, fake::micros());
    CHECK(events.oldest() == 2);
    fake::pass(50000);
    pump(events, 10);
    sent = fake::frames();
    REQUIRE(sent.size() == 1);
    CHECK(sent[0].seq == 2);
}

TEST_CASE("what the host asks for once more is sent again at once, but not while it may be on its way") {
    fake::reset();
    Events events;
    for (uint8_t n = 0; n < 3; ++n) { events.tell(press(n), 0); }
    pump(events, 10);
    events.acknowledged(1, fake::micros());
    fake::frames();
    fake::pass(19000);
    events.acknowledged(1, fake::micros());
    pump(events, 10);
    CHECK(fake::frames().empty());
    fake::pass(1000);
    events.acknowledged(1, fake::micros());
    events.acknowledged(1, fake::micros());
    pump(events, 10);
    auto sent = fake::frames();
    REQUIRE(sent.size() == 2);
    CHECK(sent[0].seq == 1);
    fake::pass(10000);
    events.acknowledged(1, fake::micros());
    pump(events, 10);
    CHECK(fake::frames().empty());
    events.acknowledged(3, fake::micros());
    fake::pass(100000);
    events.acknowledged(3, fake::micros());
    pump(events, 10);
    CHECK(fake::frames().empty());
}

TEST_CASE("an acknowledgement of what was never sent is none") {
    fake::reset();
    Events events;
    events.tell(press(1), 0);
    events.acknowledged(2, 0);
    events.acknowledged(200, 0);
    CHECK(events.waiting() == 1);
    events.acknowledged(1, 0);
    CHECK(events.waiting() == 0);
}

TEST_CASE("a full ring counts, and says so as soon as there is room") {
    fake::reset();
    Events events;
    for (uint8_t n = 0; n < 40; ++n) { CHECK(events.tell(press(n), 0) == (n < 32)); }
    CHECK(events.lost() == 8);
    pump(events, 40);
    fake::frames();
    events.acknowledged(32, 0);
    pump(events, 2);
    const auto sent = fake::frames();
    REQUIRE(sent.size() == 1);
    CHECK(sent[0].type == +wire::Lost::kType);
    CHECK(sent[0].seq == 32);
    CHECK(wire::get16(sent[0].payload.data()) == 8);
}

TEST_CASE("the numbers wrap and nothing is sent twice or left out") {
    fake::reset();
    Events events;
    for (int n = 0; n < 1000; ++n) {
        events.tell(press(static_cast<uint8_t>(n % 64)), 0);
        pump(events, 2);
        const auto sent = fake::frames();
        REQUIRE(sent.size() == 1);
        REQUIRE(sent[0].seq == static_cast<uint8_t>(n));
        events.acknowledged(static_cast<uint8_t>(n + 1), 0);
    }
}

TEST_CASE("a line that takes nothing is tried again") {
    fake::reset();
    Events events;
    events.tell(press(1), 0);
    fake::blocked = true;
    pump(events, 5);
    fake::blocked = false;
    pump(events, 5);
    CHECK(fake::frames().size() == 1);
}
