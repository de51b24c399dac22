// The serial line at 115200 baud, filled and emptied by interrupts.
#pragma once
#include <stdint.h>

namespace uart {

void begin();
bool put(const uint8_t* bytes, uint8_t n);
uint8_t waiting();
bool get(uint8_t& byte);
uint16_t overruns();

}  // namespace uart
