#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "pins.h"

namespace {

volatile uint32_t overflows;                    // of timer 1, every 32768 microseconds
Debounce* inputs;

// With interrupts off. Timer 1 counts half microseconds.
uint32_t now() {
    uint32_t high = overflows;
    const uint16_t low = TCNT1;
    if ((TIFR1 & _BV(TOV1)) != 0 && low < 0x8000U) { ++high; }
    return (high << 15) + (low >> 1);
}

// The bits of a 74HC165, D7 first; a button pulls its input to ground.
uint8_t shift_in() {
    uint8_t bits = 0;
    for (uint8_t i = 0; i < 8; ++i) {
        bits = static_cast<uint8_t>(bits << 1);
        if ((PINA & _BV(pins::kInputs)) == 0) { bits = static_cast<uint8_t>(bits | 1U); }
        PORTA |= _BV(pins::kShift);
        PORTA &= static_cast<uint8_t>(~_BV(pins::kShift));
    }
    return bits;
}

void sample() {
    const uint32_t at = now();
    uint8_t raw[kInputBytes];
    PORTA &= static_cast<uint8_t>(~_BV(pins::kLoad));
    PORTA |= _BV(pins::kLoad);
    for (uint8_t& bits : raw) { bits = shift_in(); }
    inputs->sample(raw, at);
}

}  // namespace

ISR(TIMER1_OVF_vect) { overflows = overflows + 1; }

// 8000 times a second; every eighth time the inputs are read.
ISR(TIMER3_COMPA_vect) {
    static uint8_t tick;
    tick = static_cast<uint8_t>((tick + 1) % 8);
    if (tick == 0) { sample(); }
}

void ticking::begin(Debounce& debounce) {
    inputs = &debounce;
    TCCR1B = _BV(CS11);
    TIMSK1 = _BV(TOIE1);
    OCR3A = F_CPU / 8 / 8000 - 1;
    TCCR3B = _BV(WGM32) | _BV(CS31);
    TIMSK3 = _BV(OCIE3A);
}

uint32_t ticking::micros() {
    uint32_t at;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { at = now(); }
    return at;
}
