// A table as the board sees it: 64 buttons, 14 readers, 32 lamps; and the words by which tests and people play on it.
#pragma once
#include <string>

#include "reader_model.h"

namespace sim {

class Table {
  public:
    static constexpr unsigned kInputs = 64;
    static constexpr unsigned kReaders = 14;

    // One of the lines below; empty: done, otherwise what was expected.
    //   down N | up N | chatter N 0|1 | lay A UID | lift A UID | clear | deaf A 0|1 | detune A 0|1 | absolute 0|1
    std::string play(const std::string& line);
    static const char* words();

    bool closed(unsigned input, uint64_t now) const;    // a chattering contact changes every 1.7 ms
    uint8_t exchange(uint8_t byte, uint64_t now);       // with whatever is selected; nobody: 0xFF
    void power_cycle();

    std::array<ReaderModel, kReaders> readers;
    uint32_t lamps = 0;

  private:
    std::string play_button(const std::string& word, unsigned input, unsigned on);
    std::string play_reader(const std::string& word, unsigned antenna, const std::string& argument);

    std::array<bool, kInputs> down_{};
    std::array<bool, kInputs> chatters_{};
};

bool from_hex(const std::string& text, Bytes& bytes);
std::string to_hex(const Bytes& bytes);

}  // namespace sim
