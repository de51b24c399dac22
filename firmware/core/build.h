// Which source the firmware was built from; the only object that is built anew with every revision.
#pragma once
#include <stdint.h>

namespace build {

extern const uint32_t kRevision;                // the first four bytes
extern const bool kDirty;                       // the source was changed since

}  // namespace build
