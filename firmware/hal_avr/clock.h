// Microseconds, and the tick that samples the inputs and wakes the main loop.
#pragma once
#include "../core/debounce.h"

namespace ticking {

void begin(Debounce& debounce);
uint32_t micros();

}  // namespace ticking
