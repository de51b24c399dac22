// Runs a board in a computer; built once with the native device and once with the simulated Mega 2560.
//
//   board [IMAGE] [--memory FILE] [--number HEX16] [--seed N]      lock-step: words on stdin, an answer each
//   board [IMAGE] ... --pty [--link PATH]                          as fast as time, on a pseudo terminal
//
// Words: the table's and the cable's (sim/table.h, sim/cable.h), reset, power, hang, lamps, now, unused, quit; in
// lock-step also run MICROS (answers "= HEX", what arrived at the host meanwhile) and send HEX. Answers: ok, = ..., error ...
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <thread>

#include "device.h"

namespace {

struct Options {
    sim::Start start;
    std::string link;
    bool pty = false;
};

std::string parse(int count, char** words, Options& options) {
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const std::string value = i + 1 < count ? words[i + 1] : "";
        if (word == "--pty") { options.pty = true; continue; }
        if (word.compare(0, 2, "--") != 0) { options.start.image = word; continue; }
        if (value.empty()) { return word + ": a value was expected"; }
        ++i;
        if (word == "--memory") { options.start.memory = value; }
        else if (word == "--link") { options.link = value; }
        else if (word == "--seed") { options.start.seed = static_cast<uint32_t>(std::atol(value.c_str())); }
        else if (word == "--number") {
            if (!sim::from_hex(value, options.start.number) || options.start.number.size() != 8) {
                return "--number: 16 hexadecimal digits were expected";
            }
        } else { return word + ": --pty, --link, --memory, --number or --seed was expected"; }
    }
    return "";
}

std::string arrived(sim::Device& device) {
    sim::Bytes bytes;
    uint8_t byte;
    while (device.to_host.get(byte, device.now())) { bytes.push_back(byte); }
    return "= " + sim::to_hex(bytes);
}

// A word that both ways of running know.
std::string common(sim::Device& device, const std::string& line) {
    if (line == "reset" || line == "power") {
        device.reset(line == "power");
        return "ok";
    }
    if (line == "hang") { return device.hang() ? "ok" : "error this build cannot hang"; }
    if (line == "unused") { return "= " + std::to_string(device.unused()); }
    if (line == "lamps") {
        char text[16];
        std::snprintf(text, sizeof text, "= %08x", static_cast<unsigned>(device.table.lamps));
        return text;
    }
    if (line == "now") { return "= " + std::to_string(device.now()); }
    if (device.to_host.play(line)) {
        device.to_device.play(line);
        return "ok";
    }
    const std::string wrong = device.table.play(line);
    return wrong.empty() ? "ok" : "error " + wrong;
}

std::string lock_step(sim::Device& device, const std::string& line) {
    std::istringstream in(line);
    std::string word, argument;
    in >> word >> argument;
    if (word == "run") {
        if (!device.run(std::strtoull(argument.c_str(), nullptr, 10) * 1000)) { return "error the device crashed"; }
        return arrived(device);
    }
    sim::Bytes bytes;
    if (word != "send") { return common(device, line); }
    if (!sim::from_hex(argument, bytes)) { return "error hexadecimal digits were expected"; }
    for (const uint8_t byte : bytes) { device.to_device.put(byte, device.now()); }
    return "ok";
}

int run_in_steps(sim::Device& device) {
    std::string line;
    while (std::getline(std::cin, line) && line != "quit") { std::cout << lock_step(device, line) << std::endl; }
    device.save();
    return 0;
}

// The board's end of a pseudo terminal; pulled out and plugged in again it is another one, as on a real computer.
class Terminal {
  public:
    explicit Terminal(std::string link) : link_(std::move(link)) {}
    ~Terminal() { close(); }

    bool open() {
        end_ = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
        if (end_ < 0 || grantpt(end_) != 0 || unlockpt(end_) != 0) { return false; }
        const std::string name = ptsname(end_);
        held_ = ::open(name.c_str(), O_RDWR | O_NOCTTY);        // a host that goes away is no hang-up
        termios raw;
        if (held_ < 0 || tcgetattr(held_, &raw) != 0) { return false; }
        cfmakeraw(&raw);
        tcsetattr(held_, TCSANOW, &raw);
        std::cout << name << std::endl;
        if (link_.empty()) { return true; }
        unlink(link_.c_str());
        return symlink(name.c_str(), link_.c_str()) == 0;
    }
    void close() {
        if (!link_.empty()) { unlink(link_.c_str()); }
        if (held_ >= 0) { ::close(held_); }
        if (end_ >= 0) { ::close(end_); }
        held_ = end_ = -1;
    }
    bool is_open() const { return end_ >= 0; }

    void carry(sim::Device& device) {
        uint8_t bytes[256];
        const ssize_t n = end_ < 0 ? 0 : read(end_, bytes, sizeof bytes);
        for (ssize_t i = 0; i < n; ++i) { device.to_device.put(bytes[i], device.now()); }
        uint8_t byte;
        while (device.to_host.get(byte, device.now())) {
            if (end_ >= 0 && write(end_, &byte, 1) != 1) { return; }  // nobody reads: lost, as on a real line
        }
    }

  private:
    std::string link_;
    int end_ = -1;
    int held_ = -1;
};

// The words that came on stdin so far; false once it has ended.
bool take_words(std::string& pending) {
    pollfd in = {0, POLLIN, 0};
    while (poll(&in, 1, 0) > 0) {
        char bytes[512];
        const ssize_t n = read(0, bytes, sizeof bytes);
        if (n <= 0) { return false; }
        pending.append(bytes, static_cast<size_t>(n));
    }
    return true;
}

void do_word(sim::Device& device, Terminal& terminal, const std::string& line) {
    const std::string said = common(device, line);
    if (said != "ok") { (said[0] == '=' ? std::cout : std::cerr) << said << std::endl; }
    if (line == "unplug") { terminal.close(); }
    if (line == "plug" && !terminal.is_open()) { terminal.open(); }
}

int run_in_time(sim::Device& device, const std::string& link) {
    Terminal terminal(link);
    if (!terminal.open()) {
        std::cerr << "no pseudo terminal could be opened" << std::endl;
        return 3;
    }
    const auto began = std::chrono::steady_clock::now() - std::chrono::nanoseconds(device.now());
    std::string pending;
    while (take_words(pending)) {
        for (size_t end; (end = pending.find('\n')) != std::string::npos; pending.erase(0, end + 1)) {
            const std::string line = pending.substr(0, end);
            if (line == "quit") { device.save(); return 0; }
            do_word(device, terminal, line);
        }
        if (!device.run(sim::kMillisecond)) { return 4; }
        terminal.carry(device);
        std::this_thread::sleep_until(began + std::chrono::nanoseconds(device.now()));
    }
    device.save();
    return 0;
}

}  // namespace

int main(int count, char** words) {
    Options options;
    std::unique_ptr<sim::Device> device = sim::make_device();
    std::string wrong = parse(count, words, options);
    if (wrong.empty()) { wrong = device->open(options.start); }
    if (!wrong.empty()) {
        std::cerr << wrong << std::endl;
        return 2;
    }
    return options.pty ? run_in_time(*device, options.link) : run_in_steps(*device);
}
