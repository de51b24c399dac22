#include "fake_hal.h"

#include <memory>

#include "../core/frame.h"

namespace fake {

uint64_t now = 0;
std::vector<uint8_t> said;
std::deque<uint8_t> heard;
bool blocked = false;
sim::Table* table = nullptr;
bool restarted = false;

void reset() {
    static std::unique_ptr<sim::Table> own;
    own = std::make_unique<sim::Table>();
    table = own.get();
    now = 0;
    said.clear();
    heard.clear();
    blocked = restarted = false;
}

std::vector<Said> frames() {
    frame::Receiver receiver;
    std::vector<Said> out;
    for (const uint8_t byte : said) {
        if (receiver.push(byte) != frame::Found::kFrame) { continue; }
        const uint8_t* payload = receiver.payload();
        out.push_back(Said{receiver.type(), receiver.seq(), {payload, payload + receiver.size()}});
    }
    said.clear();
    return out;
}

}  // namespace fake

const hal::Identity& hal::identity() {
    static const hal::Identity it = {
        {'F', 'L', 'O', 'O', 'R', 'M', 'A', 'N'}, 7, wire::Cause::kPower, wire::Kind::kNative};
    return it;
}
uint32_t hal::micros() { return fake::micros(); }
bool hal::say(const uint8_t* bytes, uint8_t n) {
    if (fake::blocked) { return false; }
    fake::said.insert(fake::said.end(), bytes, bytes + n);
    return true;
}
uint8_t hal::backlog() { return 0; }
bool hal::hear(uint8_t& byte) {
    if (fake::heard.empty()) { return false; }
    byte = fake::heard.front();
    fake::heard.pop_front();
    return true;
}
uint16_t hal::overruns() { return 3; }
uint8_t hal::antennas() { return sim::Table::kReaders; }
void hal::select(uint8_t antenna, bool on) { fake::table->readers[antenna].select(on); }
uint8_t hal::exchange(uint8_t byte) {
    fake::now += 2500;
    return fake::table->exchange(byte, fake::now);
}
void hal::shine(uint32_t lamps) { fake::table->lamps = lamps; }
void hal::alive() {}
void hal::restart() { fake::restarted = true; }
