#include "state.h"

#include "frame.h"

namespace {

struct Sum {
    frame::Checksum sum;
    void operator()(uint8_t byte) { sum.add(byte); }
};

struct Count {
    uint16_t n = 0;
    void operator()(uint8_t) { ++n; }
};

// The bytes from `skip` on, as many as a piece holds.
struct Cut {
    uint8_t* out;
    uint16_t skip;
    uint8_t n = 0;
    void operator()(uint8_t byte) {
        if (skip > 0) {
            --skip;
        } else if (n < wire::kSnapshotBytes) {
            out[n++] = byte;
        }
    }
};

}  // namespace

template <class Take>
void State::walk(Take& take) const {
    for (uint8_t i = 0; i < kInputBytes; ++i) { take(buttons_.down()[i]); }
    for (uint8_t n = 0; n < tags_.count(); ++n) {
        const TagHere& tag = tags_.at(n);
        if (!tag.told) { continue; }
        take(tag.antenna);
        take(tag.uid.size);
        for (uint8_t i = 0; i < tag.uid.size; ++i) { take(tag.uid.bytes[i]); }
    }
}

uint16_t State::digest() const {
    Sum sum;
    walk(sum);
    return sum.sum.value();
}

uint16_t State::size() const {
    Count count;
    walk(count);
    return count.n;
}

uint8_t State::piece(uint8_t part, uint8_t* out) const {
    Cut cut{out, static_cast<uint16_t>(part * wire::kSnapshotBytes)};
    walk(cut);
    return cut.n;
}
