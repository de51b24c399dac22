// Reads lines on stdin and answers each, so that the host's tests can ask the firmware's codec:
//   E type seq payload   -> the frame's bytes on the wire
//   D wire               -> for every zero that ends something: "type seq payload" or "bad", joined by ";"
//   M type payload       -> the payload again, read as that message and written; "bad" if it is none; "unknown"
// Bytes are hexadecimal, "-" for none.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "../core/frame.h"
#include "../core/protocol_gen.h"

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

template <class Message>
std::string again(const std::vector<uint8_t>& payload) {
    Message message;
    if (!wire::unpack(payload.data(), payload.size(), message)) { return "bad"; }
    uint8_t out[wire::kPayload];
    return hex(out, wire::pack(message, out));
}

std::string read_message(unsigned type, const std::vector<uint8_t>& payload) {
    switch (type) {
        case wire::Hello::kType: return again<wire::Hello>(payload);
        case wire::Input::kType: return again<wire::Input>(payload);
        case wire::Tag::kType: return again<wire::Tag>(payload);
        case wire::Lost::kType: return again<wire::Lost>(payload);
        case wire::Reader::kType: return again<wire::Reader>(payload);
        case wire::Fault::kType: return again<wire::Fault>(payload);
        case wire::Heartbeat::kType: return again<wire::Heartbeat>(payload);
        case wire::Snapshot::kType: return again<wire::Snapshot>(payload);
        case wire::Pong::kType: return again<wire::Pong>(payload);
        case wire::Log::kType: return again<wire::Log>(payload);
        case wire::Setup::kType: return again<wire::Setup>(payload);
        case wire::Lamps::kType: return again<wire::Lamps>(payload);
        case wire::Reboot::kType: return again<wire::Reboot>(payload);
        case wire::Ack::kType:
        case wire::SnapshotWanted::kType:
        case wire::Ping::kType:
        case wire::HelloWanted::kType:
        case wire::SelfTest::kType: return payload.empty() ? "-" : "bad";
        default: return "unknown";
    }
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
        } else if (what == "M") {
            std::string payload;
            words >> payload;
            std::cout << read_message(static_cast<unsigned>(std::stoul(wire)), bytes(payload)) << "\n";
        } else {
            unsigned seq = 0;
            std::string payload;
            words >> seq >> payload;
            std::cout << encoded(static_cast<unsigned>(std::stoul(wire)), seq, payload) << "\n";
        }
    }
    return 0;
}
