#include "memory.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

#include "../core/frame.h"

namespace {

constexpr uint16_t kHostsWish = 0xF1A9;

volatile uint8_t why __attribute__((section(".noinit")));
volatile uint16_t wish __attribute__((section(".noinit")));

// Written in turns, so that a start that loses its power while writing leaves the other one whole.
struct Count {
    uint32_t boots;
    uint16_t sum;
};
struct Number {
    uint8_t bytes[8];
    uint16_t sum;
};
Count* const kCounts = reinterpret_cast<Count*>(0);         // two of them
Number* const kNumber = reinterpret_cast<Number*>(16);

template <class Record>
uint16_t sum_of(const Record& record) {
    return frame::checksum(reinterpret_cast<const uint8_t*>(&record), sizeof record - sizeof record.sum);
}

template <class Record>
bool read(const Record* from, Record& record) {
    eeprom_read_block(&record, from, sizeof record);
    return sum_of(record) == record.sum;
}

template <class Record>
void write(Record* to, Record& record) {
    record.sum = sum_of(record);
    eeprom_update_block(&record, to, sizeof record);
}

uint32_t count_boot() {
    Count older = {0, 0};
    Count newer = {0, 0};
    if (!read(kCounts, older)) { older.boots = 0; }
    if (!read(kCounts + 1, newer)) { newer.boots = 0; }
    const bool first = newer.boots >= older.boots;          // the first place holds the older one
    Count now = {(first ? newer.boots : older.boots) + 1, 0};
    write(first ? kCounts : kCounts + 1, now);
    return now.boots;
}

// The watchdog's oscillator runs free of the clock: where the clock stands when it fires cannot be foretold.
void make_number(Number& number) {
    for (uint8_t n = 0; n < 64; ++n) {
        WDTCSR = _BV(WDCE) | _BV(WDE);
        WDTCSR = _BV(WDIF) | _BV(WDIE);                     // an interrupt every 16 ms, which stays off
        while ((WDTCSR & _BV(WDIF)) == 0) {}
        uint8_t& byte = number.bytes[n % 8];
        byte = static_cast<uint8_t>((byte << 1 | byte >> 7) ^ TCNT1L);
    }
    wdt_disable();
}

wire::Cause cause() {
    if ((why & _BV(WDRF)) != 0) { return wish == kHostsWish ? wire::Cause::kHost : wire::Cause::kWatchdog; }
    if ((why & _BV(PORF)) != 0) { return wire::Cause::kPower; }
    if ((why & _BV(BORF)) != 0) { return wire::Cause::kBrownOut; }
    return (why & _BV(EXTRF)) != 0 ? wire::Cause::kResetPin : wire::Cause::kUnknown;
}

}  // namespace

// Before main: the watchdog that started us is still running.
void keep_cause() __attribute__((naked, used, section(".init3")));
void keep_cause() {
    why = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

hal::Identity memory::recall() {
    hal::Identity identity = {};
    Number number = {};
    if (!read(kNumber, number)) {
        number = Number();
        make_number(number);
        write(kNumber, number);
    }
    wire::copy(identity.device, number.bytes, 8);
    identity.boot = count_boot();
    identity.cause = cause();
    identity.kind = wire::Kind::kMega2560;
    wish = 0;
    return identity;
}

void memory::restart() {
    cli();
    wish = kHostsWish;
    wdt_enable(WDTO_15MS);
    for (;;) {}
}
