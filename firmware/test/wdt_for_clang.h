// avr/wdt.h for clang-tidy, which does not take the assembler of the real one: what the watchdog can be told, no more.
#pragma once
#include <stdint.h>

constexpr uint8_t WDTO_15MS = 0;
constexpr uint8_t WDTO_250MS = 4;

void wdt_reset();
void wdt_disable();
void wdt_enable(uint8_t timeout);
