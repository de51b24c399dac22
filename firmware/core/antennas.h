// All readers: two roll calls at a time, on antennas that lie far apart; who is deaf, who is detuned, which tag came
// and went. See PROTOCOL.md, Readers. A field is on for its roll call and a little before, so that at most four are on:
// they disturb each other less, draw less current, and the tags begin each roll call from nothing.
#pragma once
#include "events.h"
#include "roll_call.h"
#include "tags.h"

class Antennas {
  public:
    static constexpr uint8_t kMost = 16;
    static constexpr uint8_t kTeams = 2;

    Antennas(Events& events, Tags& tags) : events_(events), tags_(tags) {}

    void turn(uint32_t now);
    void must_work(uint32_t antennas) { required_ = antennas; }
    void test_all();                            // start every reader anew and report each one's health
    uint16_t sweep() const;                     // the last round of all readers, in tenths of a millisecond

  private:
    enum class Chip : uint8_t { kUnknown, kResetting, kWorks, kDeaf };
    enum class Told : uint8_t { kNothing, kDeaf, kWorks, kDetuned, kWanted };

    struct Antenna {
        Chip chip = Chip::kUnknown;
        Told told = Told::kNothing;
        uint8_t strange = 0;                    // rounds in which something answered and nothing could be read
        bool detuned = false;
        bool lit = false;                       // its field is on
        uint32_t since = 0;                     // the chip's last reset, then the field's last change
    };
    struct Team {
        explicit Team(bool& absolute) : call(0, absolute) {}
        RollCall call;
        uint8_t antenna = 0;
        uint32_t swept = 0;                     // when its last round was over
        uint16_t sweep = 0;                     // how long that took
        bool busy = false;
    };

    void turn(Team& team, uint32_t now);
    void start(Team& team, uint32_t now);
    bool warm(uint8_t n, uint32_t now);
    void switch_field(uint8_t n, bool on, uint32_t now);
    uint8_t after(const Team& team, uint8_t n) const;
    void finish(Team& team, uint32_t now);
    void advance(Team& team, uint32_t now);
    bool ready(uint8_t n, uint32_t now);
    void go_deaf(Antenna& antenna, uint32_t now);
    void judge(Antenna& antenna, const RollCall& call);
    void report(uint8_t n, uint32_t now);
    Told health(const Antenna& antenna, uint8_t n) const;
    void tell_tags(uint32_t now);

    Events& events_;
    Tags& tags_;
    Antenna antennas_[kMost];
    bool absolute_ = false;                     // how the chips count collisions; found out when it matters
    Team teams_[kTeams] = {Team(absolute_), Team(absolute_)};
    uint32_t required_ = 0;
    bool begun_ = false;
};
