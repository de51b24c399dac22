// Reads lines on stdin and answers each, so that the host's tests can ask the firmware's codec:
//   E type seq payload   -> the frame's bytes on the wire
//   D wire               -> for every zero that ends something: "type seq payload" or "bad", joined by ";"
// Bytes are hexadecimal, "-" for none.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "../core/frame.h"

namespace {

std::vector<uint8_t> bytes(const std::string& text) {
    std::vector<uint8_t> out;
    if (text == "-") { return out; }
    for (size_t i = 0; i + 1 < text.size(); i += 2) {
        out.push_back(static_cast<uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
    }
    return out;
}

std::string hex(const uint8_t* data, size_t n) {
    std::string out;
    char two[3];
    for (size_t i = 0; i < n; ++i) {
        std::snprintf(two, sizeof two, "%02x", data[i]);
        out += two;
    }
    return n == 0 ? "-" : out;
}

std::string encoded(unsigned type, unsigned seq, const std::string& payload) {
    const std::vector<uint8_t> given = bytes(payload);
    uint8_t wire[frame::kMostWire];
    const size_t n =
        frame::encode(static_cast<uint8_t>(type), static_cast<uint8_t>(seq), given.data(), given.size(), wire);
    return hex(wire, n);
}

std::string decoded(const std::string& wire) {
    frame::Receiver receiver;
    std::string out;
    for (const uint8_t byte : bytes(wire)) {
        const frame::Found found = receiver.push(byte);
        if (found == frame::Found::kNothing) { continue; }
        if (!out.empty()) { out += ";"; }
        if (found == frame::Found::kBad) {
            out += "bad";
        } else {
            out += std::to_string(receiver.type()) + " " + std::to_string(receiver.seq()) + " " +
                   hex(receiver.payload(), receiver.size());
        }
    }
    return out.empty() ? "nothing" : out;
}

}  // namespace

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string what, wire;
        words >> what >> wire;
        if (what == "D") {
            std::cout << decoded(wire) << "\n";
        } else {
            unsigned seq = 0;
            std::string payload;
            words >> seq >> payload;
            std::cout << encoded(static_cast<unsigned>(std::stoul(wire)), seq, payload) << "\n";
        }
    }
    return 0;
}
