#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

namespace {

// Rings of 256 bytes: an index wraps by itself. One side writes the head, the other the tail.
volatile uint8_t out[256];
volatile uint8_t out_head, out_tail;
volatile uint8_t in[256];
volatile uint8_t in_head, in_tail;
volatile uint16_t lost;

}  // namespace

ISR(USART0_RX_vect) {
    if ((UCSR0A & _BV(DOR0)) != 0) { lost = static_cast<uint16_t>(lost + 1); }
    const uint8_t byte = UDR0;
    const uint8_t next = static_cast<uint8_t>(in_head + 1);
    if (next == in_tail) {
        lost = static_cast<uint16_t>(lost + 1);
        return;
    }
    in[in_head] = byte;
    in_head = next;
}

ISR(USART0_UDRE_vect) {
    const uint8_t tail = out_tail;
    if (tail == out_head) {
        UCSR0B = static_cast<uint8_t>(UCSR0B & ~_BV(UDRIE0));
        return;
    }
    UDR0 = out[tail];
    out_tail = static_cast<uint8_t>(tail + 1);
}

void uart::begin() {
    UCSR0A = _BV(U2X0);                         // before the rate: simulators read it then
    UBRR0 = 16;                                 // 117647 baud: 2.1 % fast, the nearest there is at 16 MHz
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

bool uart::put(const uint8_t* bytes, uint8_t n) {
    if (static_cast<uint8_t>(out_tail - out_head - 1) < n) { return false; }
    uint8_t head = out_head;
    for (uint8_t i = 0; i < n; ++i) { out[head++] = bytes[i]; }
    out_head = head;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { UCSR0B = static_cast<uint8_t>(UCSR0B | _BV(UDRIE0)); }
    return true;
}

uint8_t uart::waiting() { return static_cast<uint8_t>(out_head - out_tail); }

bool uart::get(uint8_t& byte) {
    const uint8_t tail = in_tail;
    if (tail == in_head) { return false; }
    byte = in[tail];
    in_tail = static_cast<uint8_t>(tail + 1);
    return true;
}

uint16_t uart::overruns() {
    uint16_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = lost; }
    return now;
}
