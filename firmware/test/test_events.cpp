#include <doctest/doctest.h>

#include "../core/events.h"
#include "../core/stamp.h"
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

TEST_CASE("what was kept for more than an hour has no time any more, and the clock going round does not give it one") {
    fake::reset();
    Events events;
    wire::Input first = press(1);
    first.micros = 5;
    events.tell(first, 5);
    wire::Input second = press(2);
    fake::pass(3500000000U);
    second.micros = fake::micros();
    events.tell(second, fake::micros());
    pump(events, 40);
    CHECK(wire::get32(fake::frames()[0].payload.data() + 2) == 5);
    for (int minute = 0; minute < 50; ++minute) {
        fake::pass(60000000);
        pump(events, 40);
    }
    fake::frames();
    fake::pass(50000);
    pump(events, 40);
    const auto sent = fake::frames();
    REQUIRE(sent.size() == 2);
    CHECK(wire::get32(sent[0].payload.data() + 2) == 0);
    CHECK(wire::get32(sent[1].payload.data() + 2) == 3500000000U);
}

TEST_CASE("every event has its stamp where its age is looked for, and one of the first microsecond is not taken for old") {
    fake::reset();
    Events events;
    wire::Tag tag;
    tag.uid_size = 4;
    const uint8_t uid[4] = {1, 2, 3, 4};
    tag.uid = uid;
    wire::Reader reader;
    wire::Fault fault;
    wire::Input now = press(1);
    tag.micros = reader.micros = fault.micros = 7;
    now.micros = 0;
    events.tell(tag, 7 + stamp::kOld);
    events.tell(tag, 8 + stamp::kOld);
    events.tell(reader, 8 + stamp::kOld);
    events.tell(fault, 8 + stamp::kOld);
    events.tell(now, 0);
    fake::pass(8 + stamp::kOld);
    for (int n = 0; n < 10; ++n) { events.pump(8); }
    const auto sent = fake::frames();
    REQUIRE(sent.size() == 5);
    const uint32_t stamps[5] = {7, 0, 0, 0, 1};
    for (uint8_t n = 0; n < 5; ++n) { CHECK(wire::get32(sent[n].payload.data() + 2) == stamps[n]); }
}

TEST_CASE("what the interrupt stamped since the turn began is of now") {
    CHECK(stamp::told(2000, 1000) == 2000);
    CHECK(stamp::told(500, 4294967000U) == 500);
    CHECK(stamp::told(1000, 1000 + stamp::kOld) == 1000);
    CHECK(stamp::told(1000, 1001 + stamp::kOld) == 0);
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
