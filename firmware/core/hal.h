// What the core needs of the machine it runs on. hal_avr, hal_native and the tests each have their own.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "protocol_gen.h"

namespace hal {

// Who this device is; fixed from start to start but for boot and cause.
struct Identity {
    uint8_t device[8];
    uint32_t boot;
    wire::Cause cause;
    wire::Kind kind;
};

const Identity& identity();
uint32_t micros();                              // since start, wrapping after 71 minutes

bool say(const uint8_t* bytes, uint8_t n);      // puts all of them on the line, or none
uint8_t backlog();                              // bytes said and not yet sent
bool hear(uint8_t& byte);                       // the next byte from the line
uint16_t overruns();                            // bytes that came too fast, since start

uint8_t antennas();                             // how many readers there is room for
void select(uint8_t antenna, bool on);          // a reader's chip select
uint8_t exchange(uint8_t byte);                 // one byte each way with the selected reader

void shine(uint32_t lamps);                     // a bit for every lamp
void alive();                                   // to the watchdog
void restart();                                 // by the host's wish

}  // namespace hal
