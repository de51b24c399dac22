// The board's state as the row of bytes that digests sum up and snapshots carry; see PROTOCOL.md, The state.
#pragma once
#include "buttons.h"
#include "tags.h"

class State {
  public:
    State(const Buttons& buttons, const Tags& tags) : buttons_(buttons), tags_(tags) {}

    uint16_t digest() const;
    uint16_t size() const;
    uint8_t piece(uint8_t part, uint8_t* out) const;    // up to kSnapshotBytes; returns how many
    uint8_t pieces() const { return static_cast<uint8_t>((size() + wire::kSnapshotBytes - 1) / wire::kSnapshotBytes); }

  private:
    template <class Take>
    void walk(Take& take) const;                        // every byte of the row, in order

    const Buttons& buttons_;
    const Tags& tags_;
};
