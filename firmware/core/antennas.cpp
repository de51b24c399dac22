#include "antennas.h"

#include "hal.h"

namespace {

constexpr uint32_t kAfterReset = 50000;         // microseconds
constexpr uint32_t kRetry = 1000000;
constexpr uint32_t kPowerUp = 5000;             // a tag must be ready so long after the field came on
constexpr uint32_t kPowerDown = 2000;           // and has forgotten everything so long after it went off
constexpr uint8_t kStrangeRounds = 8;
constexpr uint8_t kTagsAtOnce = 8;              // events of tags in the ring, so that a press need not wait long

// The first antenna of a team.
uint8_t first_of(uint8_t team) { return static_cast<uint8_t>(hal::antennas() * team / Antennas::kTeams); }

}  // namespace

void Antennas::turn(uint32_t now) {
    if (!begun_) {
        for (uint8_t i = 0; i < kTeams; ++i) {
            teams_[i].antenna = first_of(i);
            teams_[i].swept = now;
        }
        begun_ = true;
    }
    for (Team& team : teams_) { turn(team, now); }
    tell_tags(now);
}

void Antennas::turn(Team& team, uint32_t now) {
    if (!team.busy) {
        start(team, now);
    } else if (team.call.turn(now)) {
        finish(team, now);
        advance(team, now);
    }
}

void Antennas::start(Team& team, uint32_t now) {
    const uint8_t n = team.antenna;
    if (!ready(n, now)) {
        tags_.round_over(n, now);
        report(n, now);
        advance(team, now);
        return;
    }
    if (!warm(n, now)) { return; }
    if (!Mfrc522(n).answers()) {
        go_deaf(antennas_[n], now);
        return;
    }
    team.call = RollCall(n, absolute_);
    team.call.begin(now);
    team.busy = true;
    const uint8_t next = after(team, n);
    if (next != n && antennas_[next].chip == Chip::kWorks) { warm(next, now); }
}

// Whether the antenna's field was off long enough, and then on long enough, for its tags to have begun anew.
bool Antennas::warm(uint8_t n, uint32_t now) {
    const Antenna& antenna = antennas_[n];
    if (antenna.lit) { return now - antenna.since >= kPowerUp; }
    if (now - antenna.since >= kPowerDown) { switch_field(n, true, now); }
    return false;
}

void Antennas::switch_field(uint8_t n, bool on, uint32_t now) {
    Mfrc522(n).field(on);
    antennas_[n].lit = on;
    antennas_[n].since = now;
}

// The next antenna of the team whose chip works, or n itself.
uint8_t Antennas::after(const Team& team, uint8_t n) const {
    const uint8_t i = static_cast<uint8_t>(&team - teams_);
    const uint8_t first = first_of(i);
    const uint8_t end = first_of(static_cast<uint8_t>(i + 1));
    for (uint8_t k = n;;) {
        k = static_cast<uint8_t>(k + 1 < end ? k + 1 : first);
        if (k == n || antennas_[k].chip == Chip::kWorks) { return k; }
    }
}

// Whether the chip can be asked now; a chip that cannot is brought up step by step, one step a round.
bool Antennas::ready(uint8_t n, uint32_t now) {
    Antenna& antenna = antennas_[n];
    const Mfrc522 chip(n);
    switch (antenna.chip) {
        case Chip::kWorks: break;
        case Chip::kResetting:
            if (now - antenna.since < kAfterReset) { break; }
            chip.configure();
            antenna.chip = chip.answers() ? Chip::kWorks : Chip::kDeaf;
            antenna.since = now;
            antenna.lit = false;
            break;
        case Chip::kDeaf:
            if (now - antenna.since < kRetry) { break; }
            chip.reset();
            antenna.since = now;
            antenna.chip = Chip::kResetting;
            break;
        case Chip::kUnknown:
            chip.reset();
            antenna.since = now;
            antenna.chip = Chip::kResetting;
            break;
    }
    return antenna.chip == Chip::kWorks;
}

void Antennas::go_deaf(Antenna& antenna, uint32_t now) {
    antenna.chip = Chip::kDeaf;
    antenna.since = now;
    antenna.strange = 0;
    antenna.detuned = antenna.lit = false;
}

void Antennas::finish(Team& team, uint32_t now) {
    Antenna& antenna = antennas_[team.antenna];
    team.busy = false;
    switch_field(team.antenna, false, now);
    if (team.call.chip_gone()) { go_deaf(antenna, now); }
    for (uint8_t i = 0; i < team.call.count(); ++i) { tags_.seen(team.antenna, team.call.tag(i), now); }
    tags_.round_over(team.antenna, now);
    judge(antenna, team.call);
    report(team.antenna, now);
}

void Antennas::judge(Antenna& antenna, const RollCall& call) {
    if (call.count() > 0) {
        antenna.strange = 0;
    } else if (!call.something()) {
        antenna.strange = static_cast<uint8_t>(antenna.strange > 0 ? antenna.strange - 1 : 0);
    } else if (antenna.strange < kStrangeRounds) {
        antenna.strange = static_cast<uint8_t>(antenna.strange + 1);
    }
    if (antenna.strange == 0) { antenna.detuned = false; }
    if (antenna.strange >= kStrangeRounds) { antenna.detuned = true; }
}

void Antennas::advance(Team& team, uint32_t now) {
    const uint8_t i = static_cast<uint8_t>(&team - teams_);
    if (++team.antenna < first_of(static_cast<uint8_t>(i + 1))) { return; }
    team.antenna = first_of(i);
    const uint32_t tenths = (now - team.swept) / 100;
    team.sweep = static_cast<uint16_t>(tenths > 0xFFFFU ? 0xFFFFU : tenths);
    team.swept = now;
}

uint16_t Antennas::sweep() const {
    uint16_t longest = 0;
    for (const Team& team : teams_) { longest = team.sweep > longest ? team.sweep : longest; }
    return longest;
}

// A chip that was never there and need not be is nobody's fault.
Antennas::Told Antennas::health(const Antenna& antenna, uint8_t n) const {
    switch (antenna.chip) {
        case Chip::kWorks: return antenna.detuned ? Told::kDetuned : Told::kWorks;
        case Chip::kUnknown:
        case Chip::kResetting: return antenna.told;
        case Chip::kDeaf: break;
    }
    const bool missed = (required_ >> n & 1U) != 0 || antenna.told != Told::kNothing;
    return missed ? Told::kDeaf : Told::kNothing;
}

void Antennas::report(uint8_t n, uint32_t now) {
    Antenna& antenna = antennas_[n];
    const Told is = health(antenna, n);
    if (is == antenna.told || is == Told::kNothing || events_.waiting() >= kTagsAtOnce) { return; }
    const bool news = antenna.told != Told::kNothing || is != Told::kWorks;
    antenna.told = is;
    if (!news) { return; }
    wire::Reader message;
    message.antenna = n;
    message.health = is == Told::kDeaf     ? wire::Health::kDeaf
                     : is == Told::kWorks  ? wire::Health::kWorks
                                           : wire::Health::kDetuned;
    message.micros = now;
    events_.tell(message, now);
}

void Antennas::test_all() {
    for (Antenna& antenna : antennas_) {
        antenna = Antenna();
        antenna.told = Told::kWanted;
    }
    for (Team& team : teams_) { team.busy = false; }
}

void Antennas::tell_tags(uint32_t now) {
    if (events_.waiting() >= kTagsAtOnce) { return; }
    const TagHere* tag = tags_.untold();
    if (tag == nullptr) { return; }
    wire::Tag message;
    message.antenna = tag->antenna;
    message.present = !tag->told;
    message.micros = tag->micros;
    message.uid = tag->uid.bytes;
    message.uid_size = tag->uid.size;
    if (events_.tell(message, now)) { tags_.told(tag); }
}
