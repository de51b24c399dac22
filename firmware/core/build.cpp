#include "build.h"

#ifndef FLOORMAN_BUILD
#define FLOORMAN_BUILD 0
#endif
#ifndef FLOORMAN_DIRTY
#define FLOORMAN_DIRTY 1
#endif

const uint32_t build::kRevision = FLOORMAN_BUILD;
const bool build::kDirty = FLOORMAN_DIRTY != 0;
