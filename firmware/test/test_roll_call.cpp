#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "../core/roll_call.h"
#include "fake_hal.h"

namespace {

using sim::Bytes;

// One roll call over a field that has just come on.
std::set<Bytes> call(bool& absolute, bool* over_in_time = nullptr) {
    const Mfrc522 chip(3);
    chip.reset();
    chip.configure();
    chip.field(true);
    RollCall roll(3, absolute);
    roll.begin(fake::micros());
    int turns = 0;
    for (; turns < 5000 && !roll.turn(fake::micros()); ++turns) { fake::pass(125); }
    if (over_in_time != nullptr) { *over_in_time = turns < 5000; }
    std::set<Bytes> found;
    for (uint8_t n = 0; n < roll.count(); ++n) {
        found.insert(Bytes(roll.tag(n).bytes, roll.tag(n).bytes + roll.tag(n).size));
    }
    return found;
}

std::set<Bytes> some(std::mt19937& random, size_t count, size_t size, unsigned kinds) {
    std::set<Bytes> out;
    while (out.size() < count) {
        Bytes uid;
        for (size_t i = 0; i < size; ++i) { uid.push_back(static_cast<uint8_t>(random() % kinds)); }
        if (uid[0] != 0x88) { out.insert(uid); }
    }
    return out;
}

}  // namespace

TEST_CASE("every number of up to eight tags is read, of every length and however alike") {
    std::mt19937 random(1);
    for (const bool counts_absolutely : {false, true}) {
        bool absolute = false;
        for (int round = 0; round < 300; ++round) {
            fake::reset();
            sim::ReaderModel& reader = fake::table->readers[3];
            reader.counts_absolutely = counts_absolutely;
            const size_t size = (std::initializer_list<size_t>{4, 7, 10}).begin()[random() % 3];
            const auto tags = some(random, random() % 9, size, random() % 2 == 0 ? 256 : 2);
            for (const Bytes& uid : tags) { reader.lay(uid); }
            auto found = call(absolute);
            if (counts_absolutely && found != tags) { found = call(absolute); }  // found out in the first round
            REQUIRE(found == tags);
        }
    }
}

TEST_CASE("tags of four and seven bytes on one antenna are told apart") {
    fake::reset();
    bool absolute = false;
    const std::set<Bytes> tags = {{4, 1, 2, 3}, {4, 1, 2, 3, 4, 5, 6}, {4, 1, 2, 3, 4, 5, 7}};
    for (const Bytes& uid : tags) { fake::table->readers[3].lay(uid); }
    CHECK(call(absolute) == tags);
}

TEST_CASE("nothing there is silence, not something") {
    fake::reset();
    bool absolute = false;
    CHECK(call(absolute).empty());
}

TEST_CASE("garbled answers end the call and are something") {
    fake::reset();
    fake::table->readers[3].detuned = true;
    fake::table->readers[3].lay({1, 2, 3, 4});
    bool absolute = false;
    bool over = false;
    CHECK(call(absolute, &over).empty());
    CHECK(over);
}

TEST_CASE("a chip that says anything at all is survived") {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        fake::reset();
        fake::table->readers[3].babble(static_cast<uint32_t>(random()));
        bool absolute = false;
        bool over = false;
        call(absolute, &over);
        REQUIRE(over);
    }
}
