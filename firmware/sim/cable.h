// A cable that loses, changes and delays bytes, and can be pulled out. The same seed makes the same faults.
#pragma once
#include <cstdint>
#include <deque>
#include <string>

namespace sim {

class Cable {
  public:
    explicit Cable(uint32_t seed) : random_(seed == 0 ? 1 : seed) {}

    // drop PPM | flip PPM | delay MS | unplug | plug; false: not a word of the cable's.
    bool play(const std::string& line);
    static const char* words() { return "drop PPM | flip PPM | delay MS | unplug | plug"; }

    void put(uint8_t byte, uint64_t now);               // at this end, in nanoseconds
    bool get(uint8_t& byte, uint64_t now);              // at the other one
    bool plugged() const { return plugged_; }

  private:
    bool happens(unsigned ppm);
    uint32_t next();

    struct Coming {
        uint8_t byte;
        uint64_t at;
    };
    std::deque<Coming> coming_;
    uint64_t random_;
    unsigned drop_ = 0;
    unsigned flip_ = 0;
    uint64_t delay_ = 0;
    bool plugged_ = true;
};

}  // namespace sim
