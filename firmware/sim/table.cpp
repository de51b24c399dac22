#include "table.h"

#include <sstream>

namespace sim {

bool from_hex(const std::string& text, Bytes& bytes) {
    bytes.clear();
    if (text.size() % 2 != 0 || text.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) { return false; }
    for (size_t i = 0; i < text.size(); i += 2) {
        bytes.push_back(static_cast<uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
    }
    return true;
}

std::string to_hex(const Bytes& bytes) {
    static const char digits[] = "0123456789abcdef";
    std::string out;
    for (const uint8_t byte : bytes) {
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return out;
}

const char* Table::words() {
    return "down N | up N | chatter N 0|1 | lay A UID | lift A UID | clear | deaf A 0|1 | detune A 0|1 | absolute 0|1";
}

std::string Table::play(const std::string& line) {
    std::istringstream in(line);
    std::string word, argument;
    unsigned number = 0;
    in >> word;
    if (word == "clear") {
        for (ReaderModel& reader : readers) { reader.lift_all(); }
        return "";
    }
    if (!(in >> number)) { return std::string("expected: ") + words(); }
    in >> argument;
    if (word == "down" || word == "up" || word == "chatter") {
        return play_button(word, number, word == "chatter" ? argument == "1" : word == "down");
    }
    if (word == "absolute") {
        for (ReaderModel& reader : readers) { reader.counts_absolutely = number != 0; }
        return "";
    }
    return play_reader(word, number, argument);
}

std::string Table::play_button(const std::string& word, unsigned input, unsigned on) {
    if (input >= kInputs) { return "an input of 0 to 63 was expected"; }
    (word == "chatter" ? chatters_ : down_)[input] = on != 0;
    return "";
}

std::string Table::play_reader(const std::string& word, unsigned antenna, const std::string& argument) {
    if (antenna >= kReaders) { return "an antenna of 0 to 13 was expected"; }
    ReaderModel& reader = readers[antenna];
    Bytes uid;
    if (word == "deaf" || word == "detune") {
        if (argument != "0" && argument != "1") { return "0 or 1 was expected"; }
        if (word == "deaf" && argument == "0" && reader.deaf) { reader.power_cycle(); }
        (word == "deaf" ? reader.deaf : reader.detuned) = argument == "1";
        return "";
    }
    if (word != "lay" && word != "lift") { return std::string("expected: ") + words(); }
    if (!from_hex(argument, uid) || (uid.size() != 4 && uid.size() != 7 && uid.size() != 10)) {
        return "a tag's number of 8, 14 or 20 hexadecimal digits was expected";
    }
    word == "lay" ? reader.lay(uid) : reader.lift(uid);
    return "";
}

bool Table::closed(unsigned input, uint64_t now) const {
    if (chatters_[input]) { return now / 1700000 % 2 == 0; }
    return down_[input];
}

uint8_t Table::exchange(uint8_t byte, uint64_t now) {
    uint8_t answer = 0xFF;
    for (ReaderModel& reader : readers) {
        if (reader.selected()) { answer = static_cast<uint8_t>(answer & reader.exchange(byte, now)); }
    }
    return answer;
}

void Table::power_cycle() {
    for (ReaderModel& reader : readers) { reader.power_cycle(); }
}

}  // namespace sim
