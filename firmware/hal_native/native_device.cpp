// The core as a Linux process, on a table that is simulated with it. Its time is the one that it is run for.
#include <algorithm>
#include <fstream>
#include <random>

#include "../core/board.h"
#include "../sim/device.h"

namespace {

constexpr uint64_t kTurn = 125000;                      // nanoseconds, as on the Mega 2560
constexpr uint64_t kSpiByte = 2500;
constexpr uint64_t kLineByte = 1000000000ULL * 10 / 115200;

// What the core's hal functions reach for: there is one device in a process.
struct Machine {
    sim::Device* device = nullptr;
    hal::Identity identity = {};
    uint64_t now = 0;                                   // nanoseconds since the first start
    uint64_t started = 0;
    uint64_t sent = 0;                                  // when the last byte said will have left
    bool restart = false;
};
Machine machine;

class NativeDevice : public sim::Device {
  public:
    std::string open(const sim::Start& start) override;
    bool run(uint64_t nanoseconds) override;
    void reset(bool power) override;
    uint64_t now() const override { return machine.now; }
    void save() override;

  private:
    void boot(wire::Cause cause);
    void sample();

    std::string memory_;
    std::unique_ptr<Debounce> debounce_;
    std::unique_ptr<Board> board_;
    unsigned tick_ = 0;
    uint64_t due_ = 0;                                  // up to when it was told to run
};

std::string NativeDevice::open(const sim::Start& start) {
    machine.device = this;
    machine.identity.kind = wire::Kind::kNative;
    memory_ = start.memory;
    std::ifstream file(memory_, std::ios::binary);
    uint8_t bytes[12] = {};
    if (file.read(reinterpret_cast<char*>(bytes), sizeof bytes)) {
        wire::copy(machine.identity.device, bytes, 8);
        machine.identity.boot = wire::get32(bytes + 8);
    } else {
        std::random_device random;
        for (uint8_t& byte : machine.identity.device) { byte = static_cast<uint8_t>(random()); }
    }
    if (!start.number.empty()) { wire::copy(machine.identity.device, start.number.data(), 8); }
    to_host = sim::Cable(2 * start.seed);
    to_device = sim::Cable(2 * start.seed + 1);
    boot(wire::Cause::kPower);
    return "";
}

void NativeDevice::save() {
    if (memory_.empty()) { return; }
    uint8_t bytes[12];
    wire::copy(bytes, machine.identity.device, 8);
    wire::put32(bytes + 8, machine.identity.boot);
    std::ofstream(memory_, std::ios::binary).write(reinterpret_cast<const char*>(bytes), sizeof bytes);
}

void NativeDevice::boot(wire::Cause cause) {
    machine.identity.boot += 1;
    machine.identity.cause = cause;
    machine.started = machine.now;
    machine.restart = false;
    machine.sent = 0;
    table.lamps = 0;
    debounce_ = std::make_unique<Debounce>();
    board_ = std::make_unique<Board>(*debounce_);
    save();
}

void NativeDevice::reset(bool power) {
    if (power) { table.power_cycle(); }
    for (sim::ReaderModel& reader : table.readers) { reader.select(false); }
    boot(power ? wire::Cause::kPower : wire::Cause::kResetPin);
}

void NativeDevice::sample() {
    uint8_t raw[kInputBytes] = {};
    for (uint8_t n = 0; n < wire::kInputs; ++n) { set_bit(raw, n, table.closed(n, machine.now)); }
    debounce_->sample(raw, hal::micros());
}

bool NativeDevice::run(uint64_t nanoseconds) {
    due_ += nanoseconds;                                // a turn may take longer: the next run is shorter by that
    while (machine.now < due_) {
        const uint64_t next = machine.now + kTurn;
        if (tick_++ % 8 == 0) { sample(); }
        board_->turn();
        if (machine.restart) { boot(wire::Cause::kHost); }
        machine.now = std::max(next, machine.now);
    }
    return true;
}

}  // namespace

const hal::Identity& hal::identity() { return machine.identity; }
uint32_t hal::micros() { return static_cast<uint32_t>((machine.now - machine.started) / 1000); }

bool hal::say(const uint8_t* bytes, uint8_t n) {
    if (hal::backlog() + n > 255) { return false; }
    machine.sent = std::max(machine.sent, machine.now);
    for (uint8_t i = 0; i < n; ++i) { machine.device->to_host.put(bytes[i], machine.sent += kLineByte); }
    return true;
}

uint8_t hal::backlog() {
    if (machine.sent <= machine.now) { return 0; }
    return static_cast<uint8_t>((machine.sent - machine.now + kLineByte - 1) / kLineByte);
}

bool hal::hear(uint8_t& byte) { return machine.device->to_device.get(byte, machine.now); }
uint16_t hal::overruns() { return 0; }
uint8_t hal::antennas() { return sim::Table::kReaders; }
void hal::select(uint8_t antenna, bool on) { machine.device->table.readers[antenna].select(on); }
void hal::shine(uint32_t lamps) { machine.device->table.lamps = lamps; }
void hal::alive() {}
void hal::restart() { machine.restart = true; }

uint8_t hal::exchange(uint8_t byte) {
    machine.now += kSpiByte;
    return machine.device->table.exchange(byte, machine.now);
}

std::unique_ptr<sim::Device> sim::make_device() { return std::make_unique<NativeDevice>(); }
