// What outlives a start: the device's number and how often it started, in EEPROM; why it started, from the chip.
#pragma once
#include "../core/hal.h"

namespace memory {

hal::Identity recall();                         // counts the start; makes the number when there is none yet
void restart();                                 // does not return; the next start knows that it was the host's wish

}  // namespace memory
