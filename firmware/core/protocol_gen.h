// Written by generate.py from protocol.toml; not by hand.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace wire {

constexpr uint8_t kMajor = 2;  // another one is refused
constexpr uint8_t kMinor = 0;  // another one is fine
constexpr uint16_t kSchema = 27800;  // the schema's checksum
constexpr uint8_t kPayload = 40;  // bytes in a frame
constexpr uint8_t kInputs = 64;  // inputs of a board, at most
constexpr uint8_t kAntennas = 32;  // antennas of a board, at most
constexpr uint8_t kLamps = 32;  // lamps of a board, at most
constexpr uint8_t kRing = 32;  // events kept until they are acknowledged
constexpr uint8_t kSnapshotBytes = 36;  // bytes of the state in one SNAPSHOT
constexpr uint8_t kSnapshotParts = 32;  // pieces of one state, at most
constexpr uint8_t kUidLeast = 4;  // bytes in a tag's number, at least
constexpr uint8_t kUidMost = 10;  // bytes in a tag's number, at most
constexpr uint8_t kResendMs = 50;  // so long the oldest event waits for its acknowledgement before all are sent again
constexpr uint16_t kOldS = 3600;  // an event kept for longer has no time any more: its stamp is 0
constexpr uint16_t kBeatMs = 500;  // from heartbeat to heartbeat, and from HELLO to HELLO until the host has answered

enum class Cause : uint8_t { kUnknown = 0, kPower = 1, kResetPin = 2, kWatchdog = 3, kHost = 4, kBrownOut = 5 };  // why the device started
enum class Kind : uint8_t { kUnknown = 0, kMega2560 = 1, kNative = 2, kSimulated = 3 };  // what the device is
enum class Health : uint8_t { kDeaf = 0, kWorks = 1, kDetuned = 2 };  // how a reader does: it does not answer; it works; something answers it, but no tag can be read
enum class Trouble : uint8_t { kNone = 0, kStuck = 1, kChattering = 2 };  // what is wrong with an input: nothing any more; held for a minute; never at rest

inline void put16(uint8_t* to, uint16_t v) {
    to[0] = static_cast<uint8_t>(v & 0xFFU);
    to[1] = static_cast<uint8_t>(v >> 8);
}
inline void put32(uint8_t* to, uint32_t v) {
    put16(to, static_cast<uint16_t>(v & 0xFFFFU));
    put16(to + 2, static_cast<uint16_t>(v >> 16));
}
inline uint16_t get16(const uint8_t* from) {
    return static_cast<uint16_t>(from[0] | (static_cast<uint16_t>(from[1]) << 8));
}
inline uint32_t get32(const uint8_t* from) {
    return get16(from) | (static_cast<uint32_t>(get16(from + 2)) << 16);
}
inline void copy(uint8_t* to, const uint8_t* from, size_t n) {
    for (size_t i = 0; i < n; ++i) { to[i] = from[i]; }
}

// The device introduces itself. The first two bytes are the same in every version.
struct Hello {
    static constexpr uint8_t kType = 0x01;
    static constexpr uint8_t kLeast = 30;
    static constexpr uint8_t kMost = 30;
    uint8_t major = 0;
    uint8_t minor = 0;
    uint8_t device[8] = {};
    uint32_t boot = 0;
    Cause cause = Cause{};
    uint8_t inputs = 0;
    uint8_t antennas = 0;
    uint32_t micros = 0;
    uint16_t schema = 0;
    Kind kind = Kind{};
    uint8_t lamps = 0;
    bool dirty = false;
    uint8_t build[4] = {};
};
inline uint8_t pack(const Hello& m, uint8_t* to) {
    to[0] = m.major;
    to[1] = m.minor;
    copy(to + 2, m.device, 8);
    put32(to + 10, m.boot);
    to[14] = static_cast<uint8_t>(m.cause);
    to[15] = m.inputs;
    to[16] = m.antennas;
    put32(to + 17, m.micros);
    put16(to + 21, m.schema);
    to[23] = static_cast<uint8_t>(m.kind);
    to[24] = m.lamps;
    to[25] = m.dirty ? 1 : 0;
    copy(to + 26, m.build, 4);
    return 30;
}
inline bool unpack(const uint8_t* from, size_t n, Hello& m) {
    if (n != 30) { return false; }
    if (from[25] >= 2) { return false; }
    m.major = from[0];
    m.minor = from[1];
    copy(m.device, from + 2, 8);
    m.boot = get32(from + 10);
    m.cause = static_cast<Cause>(from[14]);
    m.inputs = from[15];
    m.antennas = from[16];
    m.micros = get32(from + 17);
    m.schema = get16(from + 21);
    m.kind = static_cast<Kind>(from[23]);
    m.lamps = from[24];
    m.dirty = from[25] != 0;
    copy(m.build, from + 26, 4);
    return true;
}

// An input went down or up.
struct Input {
    static constexpr uint8_t kType = 0x02;
    static constexpr uint8_t kLeast = 6;
    static constexpr uint8_t kMost = 6;
    uint8_t input = 0;
    bool down = false;
    uint32_t micros = 0;
};
inline uint8_t pack(const Input& m, uint8_t* to) {
    to[0] = m.input;
    to[1] = m.down ? 1 : 0;
    put32(to + 2, m.micros);
    return 6;
}
inline bool unpack(const uint8_t* from, size_t n, Input& m) {
    if (n != 6) { return false; }
    if (from[0] >= 64) { return false; }
    if (from[1] >= 2) { return false; }
    m.input = from[0];
    m.down = from[1] != 0;
    m.micros = get32(from + 2);
    return true;
}

// A tag came to an antenna or left it.
struct Tag {
    static constexpr uint8_t kType = 0x03;
    static constexpr uint8_t kLeast = 10;
    static constexpr uint8_t kMost = 16;
    uint8_t antenna = 0;
    bool present = false;
    uint32_t micros = 0;
    const uint8_t* uid = nullptr;
    uint8_t uid_size = 0;
};
inline uint8_t pack(const Tag& m, uint8_t* to) {
    to[0] = m.antenna;
    to[1] = m.present ? 1 : 0;
    put32(to + 2, m.micros);
    copy(to + 6, m.uid, m.uid_size);
    return static_cast<uint8_t>(6 + m.uid_size);
}
inline bool unpack(const uint8_t* from, size_t n, Tag& m) {
    if (n < 10 || n > 16) { return false; }
    if (from[0] >= 32) { return false; }
    if (from[1] >= 2) { return false; }
    m.antenna = from[0];
    m.present = from[1] != 0;
    m.micros = get32(from + 2);
    m.uid = from + 6;
    m.uid_size = static_cast<uint8_t>(n - 6);
    return true;
}

// So many events found no room in the ring.
struct Lost {
    static constexpr uint8_t kType = 0x04;
    static constexpr uint8_t kLeast = 6;
    static constexpr uint8_t kMost = 6;
    uint16_t count = 0;
    uint32_t micros = 0;
};
inline uint8_t pack(const Lost& m, uint8_t* to) {
    put16(to, m.count);
    put32(to + 2, m.micros);
    return 6;
}
inline bool unpack(const uint8_t* from, size_t n, Lost& m) {
    if (n != 6) { return false; }
    m.count = get16(from);
    m.micros = get32(from + 2);
    return true;
}

// The reader of an antenna does otherwise than before.
struct Reader {
    static constexpr uint8_t kType = 0x05;
    static constexpr uint8_t kLeast = 6;
    static constexpr uint8_t kMost = 6;
    uint8_t antenna = 0;
    Health health = Health{};
    uint32_t micros = 0;
};
inline uint8_t pack(const Reader& m, uint8_t* to) {
    to[0] = m.antenna;
    to[1] = static_cast<uint8_t>(m.health);
    put32(to + 2, m.micros);
    return 6;
}
inline bool unpack(const uint8_t* from, size_t n, Reader& m) {
    if (n != 6) { return false; }
    if (from[0] >= 32) { return false; }
    if (from[1] >= 3) { return false; }
    m.antenna = from[0];
    m.health = static_cast<Health>(from[1]);
    m.micros = get32(from + 2);
    return true;
}

// An input is out of order, or in order again. While it chatters, nothing it does is a press.
struct Fault {
    static constexpr uint8_t kType = 0x06;
    static constexpr uint8_t kLeast = 6;
    static constexpr uint8_t kMost = 6;
    uint8_t input = 0;
    Trouble trouble = Trouble{};
    uint32_t micros = 0;
};
inline uint8_t pack(const Fault& m, uint8_t* to) {
    to[0] = m.input;
    to[1] = static_cast<uint8_t>(m.trouble);
    put32(to + 2, m.micros);
    return 6;
}
inline bool unpack(const uint8_t* from, size_t n, Fault& m) {
    if (n != 6) { return false; }
    if (from[0] >= 64) { return false; }
    if (from[1] >= 3) { return false; }
    m.input = from[0];
    m.trouble = static_cast<Trouble>(from[1]);
    m.micros = get32(from + 2);
    return true;
}

// The device is there, and how it does.
struct Heartbeat {
    static constexpr uint8_t kType = 0x10;
    static constexpr uint8_t kLeast = 17;
    static constexpr uint8_t kMost = 17;
    uint32_t micros = 0;
    uint16_t bad = 0;
    uint16_t digest = 0;
    uint16_t orders = 0;
    uint16_t lost = 0;
    uint16_t overruns = 0;
    uint8_t waiting = 0;
    uint16_t sweep = 0;
};
inline uint8_t pack(const Heartbeat& m, uint8_t* to) {
    put32(to, m.micros);
    put16(to + 4, m.bad);
    put16(to + 6, m.digest);
    put16(to + 8, m.orders);
    put16(to + 10, m.lost);
    put16(to + 12, m.overruns);
    to[14] = m.waiting;
    put16(to + 15, m.sweep);
    return 17;
}
inline bool unpack(const uint8_t* from, size_t n, Heartbeat& m) {
    if (n != 17) { return false; }
    m.micros = get32(from);
    m.bad = get16(from + 4);
    m.digest = get16(from + 6);
    m.orders = get16(from + 8);
    m.lost = get16(from + 10);
    m.overruns = get16(from + 12);
    m.waiting = from[14];
    m.sweep = get16(from + 15);
    return true;
}

// A piece of the state before event `seq`.
struct Snapshot {
    static constexpr uint8_t kType = 0x11;
    static constexpr uint8_t kLeast = 3;
    static constexpr uint8_t kMost = 38;
    uint8_t part = 0;
    uint8_t parts = 0;
    const uint8_t* data = nullptr;
    uint8_t data_size = 0;
};
inline uint8_t pack(const Snapshot& m, uint8_t* to) {
    to[0] = m.part;
    to[1] = m.parts;
    copy(to + 2, m.data, m.data_size);
    return static_cast<uint8_t>(2 + m.data_size);
}
inline bool unpack(const uint8_t* from, size_t n, Snapshot& m) {
    if (n < 3 || n > 38) { return false; }
    if (from[0] >= from[1]) { return false; }
    if (from[1] >= 33) { return false; }
    m.part = from[0];
    m.parts = from[1];
    m.data = from + 2;
    m.data_size = static_cast<uint8_t>(n - 2);
    return true;
}

// The answer to a ping.
struct Pong {
    static constexpr uint8_t kType = 0x12;
    static constexpr uint8_t kLeast = 4;
    static constexpr uint8_t kMost = 4;
    uint32_t micros = 0;
};
inline uint8_t pack(const Pong& m, uint8_t* to) {
    put32(to, m.micros);
    return 4;
}
inline bool unpack(const uint8_t* from, size_t n, Pong& m) {
    if (n != 4) { return false; }
    m.micros = get32(from);
    return true;
}

// A word of the device's to people.
struct Log {
    static constexpr uint8_t kType = 0x1f;
    static constexpr uint8_t kLeast = 0;
    static constexpr uint8_t kMost = 40;
    const uint8_t* text = nullptr;
    uint8_t text_size = 0;
};
inline uint8_t pack(const Log& m, uint8_t* to) {
    copy(to, m.text, m.text_size);
    return static_cast<uint8_t>(0 + m.text_size);
}
inline bool unpack(const uint8_t* from, size_t n, Log& m) {
    if (n > 40) { return false; }
    m.text = from;
    m.text_size = static_cast<uint8_t>(n - 0);
    return true;
}

// The host has everything before event `seq`.
struct Ack {
    static constexpr uint8_t kType = 0x81;
    static constexpr uint8_t kLeast = 0;
    static constexpr uint8_t kMost = 0;
};

// The host asks for the state.
struct SnapshotWanted {
    static constexpr uint8_t kType = 0x82;
    static constexpr uint8_t kLeast = 0;
    static constexpr uint8_t kMost = 0;
};

// The host asks for the clock.
struct Ping {
    static constexpr uint8_t kType = 0x83;
    static constexpr uint8_t kLeast = 0;
    static constexpr uint8_t kMost = 0;
};

// The host asks who is there.
struct HelloWanted {
    static constexpr uint8_t kType = 0x84;
    static constexpr uint8_t kLeast = 0;
    static constexpr uint8_t kMost = 0;
};

// What is wired, a bit each: the inputs in use, those closed at rest, the antennas that must work.
struct Setup {
    static constexpr uint8_t kType = 0x85;
    static constexpr uint8_t kLeast = 20;
    static constexpr uint8_t kMost = 20;
    uint8_t inputs[8] = {};
    uint8_t closed[8] = {};
    uint32_t antennas = 0;
};
inline uint8_t pack(const Setup& m, uint8_t* to) {
    copy(to, m.inputs, 8);
    copy(to + 8, m.closed, 8);
    put32(to + 16, m.antennas);
    return 20;
}
inline bool unpack(const uint8_t* from, size_t n, Setup& m) {
    if (n != 20) { return false; }
    copy(m.inputs, from, 8);
    copy(m.closed, from + 8, 8);
    m.antennas = get32(from + 16);
    return true;
}

// Which lamps shine and which blink: a bit for every lamp, the first seat's lowest.
struct Lamps {
    static constexpr uint8_t kType = 0x86;
    static constexpr uint8_t kLeast = 8;
    static constexpr uint8_t kMost = 8;
    uint32_t on = 0;
    uint32_t blink = 0;
};
inline uint8_t pack(const Lamps& m, uint8_t* to) {
    put32(to, m.on);
    put32(to + 4, m.blink);
    return 8;
}
inline bool unpack(const uint8_t* from, size_t n, Lamps& m) {
    if (n != 8) { return false; }
    m.on = get32(from);
    m.blink = get32(from + 4);
    return true;
}

// Start every reader anew and report each one's health.
struct SelfTest {
    static constexpr uint8_t kType = 0x87;
    static constexpr uint8_t kLeast = 0;
    static constexpr uint8_t kMost = 0;
};

// Start again, if this is the device's own number.
struct Reboot {
    static constexpr uint8_t kType = 0x88;
    static constexpr uint8_t kLeast = 8;
    static constexpr uint8_t kMost = 8;
    uint8_t device[8] = {};
};
inline uint8_t pack(const Reboot& m, uint8_t* to) {
    copy(to, m.device, 8);
    return 8;
}
inline bool unpack(const uint8_t* from, size_t n, Reboot& m) {
    if (n != 8) { return false; }
    copy(m.device, from, 8);
    return true;
}

}  // namespace wire
