// The Arduino Mega 2560: the core on its pins.
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "../core/board.h"
#include "clock.h"
#include "memory.h"
#include "pins.h"
#include "uart.h"

namespace {

hal::Identity self;
Debounce debounce;
Board board(debounce);

volatile uint8_t& select_port(uint8_t antenna) { return antenna < 8 ? PORTC : PORTL; }

}  // namespace

const hal::Identity& hal::identity() { return self; }
uint32_t hal::micros() { return ticking::micros(); }
bool hal::say(const uint8_t* bytes, uint8_t n) { return uart::put(bytes, n); }
uint8_t hal::backlog() { return uart::waiting(); }
bool hal::hear(uint8_t& byte) { return uart::get(byte); }
uint16_t hal::overruns() { return uart::overruns(); }
uint8_t hal::antennas() { return pins::kAntennas; }
void hal::alive() { wdt_reset(); }
void hal::restart() { memory::restart(); }

void hal::select(uint8_t antenna, bool on) {
    volatile uint8_t& port = select_port(antenna);
    const uint8_t mask = static_cast<uint8_t>(1U << (antenna & 7U));
    port = static_cast<uint8_t>(on ? port & ~mask : port | mask);
}

uint8_t hal::exchange(uint8_t byte) {
    SPDR = byte;
    while ((SPSR & _BV(SPIF)) == 0) {}
    return SPDR;
}

void hal::shine(uint32_t lamps) {
    for (uint8_t i = 0; i < wire::kLamps; ++i) {            // the last lamp first: it is pushed furthest
        if ((lamps & 0x80000000UL) != 0) {
            PORTA |= _BV(pins::kLampData);
        } else {
            PORTA &= static_cast<uint8_t>(~_BV(pins::kLampData));
        }
        PORTA |= _BV(pins::kLampShift);
        PORTA &= static_cast<uint8_t>(~_BV(pins::kLampShift));
        lamps <<= 1;
    }
    PORTA |= _BV(pins::kLampShow);
    PORTA &= static_cast<uint8_t>(~_BV(pins::kLampShow));
}

int main() {
    pins::begin();
    SPCR = _BV(SPE) | _BV(MSTR);                            // 4 MHz
    ticking::begin(debounce);
    self = memory::recall();
    uart::begin();
    hal::shine(0);
    wdt_enable(WDTO_250MS);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    for (;;) {
        board.turn();
        sleep_mode();                                       // until the next tick, an eighth of a millisecond away
    }
}
