#include <doctest/doctest.h>

#include <random>

#include "../core/debounce.h"

namespace {

struct Contacts {
    Debounce debounce;
    uint8_t raw[kInputBytes] = {};
    uint32_t at = 0;

    void sample(int times = 1) {
        for (; times > 0; --times) { debounce.sample(raw, at += kSampleMicros); }
    }
    int edges() {
        Edge edge;
        int n = 0;
        while (debounce.next(edge)) { ++n; }
        return n;
    }
};

}  // namespace

TEST_CASE("four equal samples make an edge, stamped with the first of them") {
    Contacts contacts;
    contacts.sample(3);
    contacts.raw[7] = 0x80;
    contacts.sample(3);
    CHECK(contacts.edges() == 0);
    contacts.sample();
    Edge edge;
    REQUIRE(contacts.debounce.next(edge));
    CHECK(edge.input == 63);
    CHECK(edge.closed);
    CHECK(edge.micros == 4 * kSampleMicros);
    CHECK_FALSE(contacts.debounce.next(edge));
}

TEST_CASE("three samples make none") {
    Contacts contacts;
    contacts.sample(3);
    for (int n = 0; n < 20; ++n) {
        contacts.raw[0] = 1;
        contacts.sample(3);
        contacts.raw[0] = 0;
        contacts.sample(1);
    }
    CHECK(contacts.edges() == 0);
}

TEST_CASE("what is closed at the first sample is no edge") {
    Contacts contacts;
    contacts.raw[3] = 0xFF;
    contacts.sample(10);
    CHECK(contacts.edges() == 0);
    CHECK(contacts.debounce.stable(3) == 0xFF);
}

TEST_CASE("edges without room are counted") {
    Contacts contacts;
    contacts.sample();
    for (int round = 0; round < 2; ++round) {
        for (uint8_t& bits : contacts.raw) { bits = static_cast<uint8_t>(~bits); }
        contacts.sample(4);
    }
    CHECK(contacts.edges() == 64);
    CHECK(contacts.debounce.missed() == 64);
    CHECK(contacts.debounce.missed() == 0);
}

TEST_CASE("a contact that never rests is not settled") {
    Contacts contacts;
    contacts.sample(8);
    CHECK(contacts.debounce.settled(0) == 0xFF);
    for (int n = 0; n < 30; ++n) {
        contacts.raw[0] = n % 3 == 0 ? 0x01 : 0x00;
        contacts.sample();
    }
    CHECK(contacts.debounce.settled(0) == 0xFE);
}

TEST_CASE("on any noise the edges of an input alternate and end in what it is") {
    std::mt19937 random(1);
    Contacts contacts;
    contacts.sample();
    bool state[64] = {};
    for (int n = 0; n < 20000; ++n) {
        if (random() % 4 == 0) { contacts.raw[random() % 8] ^= static_cast<uint8_t>(1U << random() % 8); }
        contacts.sample();
        Edge edge;
        while (contacts.debounce.next(edge)) {
            REQUIRE(edge.closed != state[edge.input]);
            state[edge.input] = edge.closed;
        }
    }
    for (uint8_t n = 0; n < 64; ++n) { CHECK(state[n] == ((contacts.debounce.stable(n / 8) >> n % 8 & 1) != 0)); }
}
