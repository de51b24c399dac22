// The real image on a simulated Mega 2560 (libsimavr), soldered to the table as hal_avr/pins.h says.
#include <avr_eeprom.h>
#include <avr_ioport.h>
#include <avr_spi.h>
#include <avr_uart.h>
#include <sim_avr.h>
#include <sim_elf.h>

#include <cstring>
#include <fstream>

#include "../core/frame.h"
#include "device.h"

namespace sim {
namespace {

constexpr uint64_t kHertz = 16000000;
constexpr uint64_t kByteCycles = kHertz * 10 / 115200;
constexpr uint64_t kSlice = 700;                        // cycles between two looks at the cable
constexpr unsigned kResetCause = 0x54;                  // MCUSR in the data space
constexpr uint8_t kPowerOn = 0x01;
constexpr uint8_t kResetPin = 0x02;
constexpr uint32_t kRam = 0x200;
constexpr uint8_t kNeverUsed = 0xA5;
constexpr uint32_t kNoInit = 16;                        // room for the few bytes that no start touches
constexpr uint16_t kForEver = 0xCFFF;                   // rjmp .-2
constexpr unsigned kNumberAt = 16;                      // as in hal_avr/memory.cpp

// simavr takes 100 us for every byte on the SPI, whatever its speed. Told this frequency, it takes 32 cycles, which are
// the 2 us of 4 MHz; timers and the serial line count cycles and do not notice. The watchdog and the EEPROM's writing
// are 50 times quicker than real ones.
constexpr uint32_t kToldHertz = 320000;

void no_log(avr_t*, int, const char*, va_list) {}
void no_sleep(avr_t*, avr_cycle_count_t) {}

class AvrDevice : public Device {
  public:
    ~AvrDevice() override {
        if (avr_ != nullptr) { avr_terminate(avr_); }
    }
    std::string open(const Start& start) override;
    bool run(uint64_t nanoseconds) override;
    void reset(bool power) override;
    uint64_t now() const override { return avr_->cycle * 1000 / 16; }
    void save() override;
    bool hang() override;
    long unused() const override;

  private:
    struct Select {
        AvrDevice* device;
        unsigned antenna;
    };

    void solder();
    void hook(avr_irq_t* irq, avr_irq_notify_t notify, void* with) { avr_irq_register_notify(irq, notify, with); }
    avr_irq_t* pin(char port, int n) { return avr_io_getirq(avr_, AVR_IOCTL_IOPORT_GETIRQ(port), n); }
    void number(const Bytes& bytes);
    void load_memory();
    void feed();
    void unhang();
    void started();
    void show_input() { avr_raise_irq(inputs_, position_ < Table::kInputs && closed(position_) ? 0 : 1); }
    bool closed(unsigned position) const;

    static void on_load(avr_irq_t*, uint32_t value, void* with);
    static void on_shift(avr_irq_t*, uint32_t value, void* with);
    static void on_lamp_shift(avr_irq_t*, uint32_t value, void* with);
    static void on_lamp_show(avr_irq_t*, uint32_t value, void* with);
    static void on_lamp_data(avr_irq_t*, uint32_t value, void* with);
    static void on_select(avr_irq_t*, uint32_t value, void* with);
    static void on_spi(avr_irq_t*, uint32_t value, void* with);
    static void on_sent(avr_irq_t*, uint32_t value, void* with);
    static void on_ready(avr_irq_t*, uint32_t, void* with) { static_cast<AvrDevice*>(with)->ready_ = true; }
    static void on_full(avr_irq_t*, uint32_t, void* with) { static_cast<AvrDevice*>(with)->ready_ = false; }

    avr_t* avr_ = nullptr;
    avr_irq_t* inputs_ = nullptr;
    avr_irq_t* spi_in_ = nullptr;
    avr_irq_t* line_in_ = nullptr;
    Select selects_[Table::kReaders];
    std::string memory_;
    unsigned position_ = 0;                             // in the chain of 74HC165
    std::array<bool, Table::kInputs> latched_{};
    bool loading_ = false;
    bool shift_ = false;
    bool lamp_data_ = false;
    bool lamp_shift_ = false;
    uint32_t lamps_coming_ = 0;
    bool ready_ = true;                                 // the serial line takes another byte
    uint64_t fed_ = 0;
    uint64_t due_ = 0;                                  // the cycle up to which it was told to run
    uint32_t hung_at_ = 0;                              // where its program was made to go round in circles; 0: nowhere
    uint8_t hung_over_[2] = {};                         // and what stood there
    uint32_t first_free_ = 0;                           // the first byte of RAM that no variable has
};

std::string AvrDevice::open(const Start& start) {
    avr_global_logger_set(no_log);
    elf_firmware_t image;
    std::memset(&image, 0, sizeof image);
    if (elf_read_firmware(start.image.c_str(), &image) != 0) {
        return start.image + ": an AVR image (.elf) was expected";
    }
    avr_ = avr_make_mcu_by_name("atmega2560");
    if (avr_ == nullptr) { return "this libsimavr has no ATmega2560"; }
    avr_init(avr_);
    avr_load_firmware(avr_, &image);
    avr_->frequency = kToldHertz;
    avr_->sleep = no_sleep;
    memory_ = start.memory;
    load_memory();
    if (!start.number.empty()) { number(start.number); }
    to_host = Cable(2 * start.seed);
    to_device = Cable(2 * start.seed + 1);
    solder();
    first_free_ = kRam + image.datasize + image.bsssize + kNoInit;
    std::memset(avr_->data + kRam, kNeverUsed, avr_->ramend - kRam + 1);
    avr_->data[kResetCause] = kPowerOn;
    return "";
}

void AvrDevice::solder() {
    uint32_t flags = 0;
    avr_ioctl(avr_, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~static_cast<uint32_t>(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr_, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    hook(avr_io_getirq(avr_, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent, this);
    hook(avr_io_getirq(avr_, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_ready, this);
    hook(avr_io_getirq(avr_, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_full, this);
    line_in_ = avr_io_getirq(avr_, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    hook(avr_io_getirq(avr_, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), on_spi, this);
    spi_in_ = avr_io_getirq(avr_, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT);
    for (unsigned n = 0; n < Table::kReaders; ++n) {
        selects_[n] = Select{this, n};
        hook(pin(n < 8 ? 'C' : 'L', static_cast<int>(n % 8)), on_select, &selects_[n]);
    }
    hook(pin('A', 0), on_load, this);
    hook(pin('A', 1), on_shift, this);
    inputs_ = pin('A', 2);
    hook(pin('A', 3), on_lamp_data, this);
    hook(pin('A', 4), on_lamp_shift, this);
    hook(pin('A', 5), on_lamp_show, this);
}

void AvrDevice::number(const Bytes& bytes) {
    uint8_t record[10];
    std::copy(bytes.begin(), bytes.begin() + 8, record);
    const uint16_t sum = frame::checksum(record, 8);
    record[8] = static_cast<uint8_t>(sum & 0xFF);
    record[9] = static_cast<uint8_t>(sum >> 8);
    avr_eeprom_desc_t place = {record, kNumberAt, sizeof record};
    avr_ioctl(avr_, AVR_IOCTL_EEPROM_SET, &place);
}

void AvrDevice::load_memory() {
    std::ifstream file(memory_, std::ios::binary);
    Bytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (bytes.empty() || bytes.size() > 4096) { return; }
    avr_eeprom_desc_t place = {bytes.data(), 0, static_cast<uint32_t>(bytes.size())};
    avr_ioctl(avr_, AVR_IOCTL_EEPROM_SET, &place);
}

void AvrDevice::save() {
    if (memory_.empty()) { return; }
    avr_eeprom_desc_t place = {nullptr, 0, 64};
    avr_ioctl(avr_, AVR_IOCTL_EEPROM_GET, &place);      // without a buffer it says where the bytes are
    if (place.ee == nullptr) { return; }
    std::ofstream(memory_, std::ios::binary).write(reinterpret_cast<const char*>(place.ee), 64);
}

void AvrDevice::reset(bool power) {
    started();
    avr_reset(avr_);
    if (power) {
        table.power_cycle();
        std::memset(avr_->data + kRam, kNeverUsed, avr_->ramend - kRam + 1);
    }
    for (ReaderModel& reader : table.readers) { reader.select(false); }
    avr_->data[kResetCause] = power ? kPowerOn : kResetPin;
    ready_ = true;
}

// Interrupts go on; only the watchdog, or a reset, gets it out of there.
bool AvrDevice::hang() {
    hung_at_ = avr_->pc;
    std::memcpy(hung_over_, avr_->flash + hung_at_, 2);
    std::memcpy(avr_->flash + hung_at_, &kForEver, 2);
    return true;
}

void AvrDevice::unhang() {
    if (hung_at_ != 0) { std::memcpy(avr_->flash + hung_at_, hung_over_, 2); }
    hung_at_ = 0;
}

// The controller forgot what its input pin was; simavr would not tell it again before it changes.
void AvrDevice::started() {
    unhang();
    inputs_->value = 0;
}

long AvrDevice::unused() const {
    uint32_t at = first_free_;
    while (at <= avr_->ramend && avr_->data[at] == kNeverUsed) { ++at; }
    return static_cast<long>(at - first_free_);
}

bool AvrDevice::run(uint64_t nanoseconds) {
    due_ += nanoseconds * 16 / 1000;                    // what it goes beyond, the next run is shorter by
    while (avr_->cycle < due_) {
        const uint64_t stop = std::min<uint64_t>(avr_->cycle + kSlice, due_);
        while (avr_->cycle < stop) {
            const int state = avr_run(avr_);
            if (state == cpu_Done || state == cpu_Crashed) { return false; }
            if (avr_->pc == 0) { started(); }
        }
        feed();
    }
    return true;
}

void AvrDevice::feed() {
    uint8_t byte;
    if (!ready_ || avr_->cycle - fed_ < kByteCycles || !to_device.get(byte, now())) { return; }
    fed_ = avr_->cycle;
    avr_raise_irq(line_in_, byte);
}

// The chip next to the controller shifts out D7 first.
bool AvrDevice::closed(unsigned position) const { return latched_[position / 8 * 8 + 7 - position % 8]; }

void AvrDevice::on_load(avr_irq_t*, uint32_t value, void* with) {
    AvrDevice& self = *static_cast<AvrDevice*>(with);
    self.loading_ = value == 0;
    if (!self.loading_) { return; }
    for (unsigned n = 0; n < Table::kInputs; ++n) { self.latched_[n] = self.table.closed(n, self.now()); }
    self.position_ = 0;
    self.show_input();
}

void AvrDevice::on_shift(avr_irq_t*, uint32_t value, void* with) {
    AvrDevice& self = *static_cast<AvrDevice*>(with);
    if (value != 0 && !self.shift_ && !self.loading_) {
        ++self.position_;
        self.show_input();
    }
    self.shift_ = value != 0;
}

void AvrDevice::on_lamp_data(avr_irq_t*, uint32_t value, void* with) {
    static_cast<AvrDevice*>(with)->lamp_data_ = value != 0;
}

void AvrDevice::on_lamp_shift(avr_irq_t*, uint32_t value, void* with) {
    AvrDevice& self = *static_cast<AvrDevice*>(with);
    if (value != 0 && !self.lamp_shift_) { self.lamps_coming_ = self.lamps_coming_ << 1 | (self.lamp_data_ ? 1U : 0U); }
    self.lamp_shift_ = value != 0;
}

void AvrDevice::on_lamp_show(avr_irq_t*, uint32_t value, void* with) {
    AvrDevice& self = *static_cast<AvrDevice*>(with);
    if (value != 0) { self.table.lamps = self.lamps_coming_; }
}

void AvrDevice::on_select(avr_irq_t*, uint32_t value, void* with) {
    const Select& select = *static_cast<Select*>(with);
    select.device->table.readers[select.antenna].select(value == 0);
}

void AvrDevice::on_spi(avr_irq_t*, uint32_t value, void* with) {
    AvrDevice& self = *static_cast<AvrDevice*>(with);
    avr_raise_irq(self.spi_in_, self.table.exchange(static_cast<uint8_t>(value), self.now()));
}

// A byte has left once its last bit has.
void AvrDevice::on_sent(avr_irq_t*, uint32_t value, void* with) {
    AvrDevice& self = *static_cast<AvrDevice*>(with);
    self.to_host.put(static_cast<uint8_t>(value), self.now() + kByteCycles * 1000 / 16);
}

}  // namespace

std::unique_ptr<Device> make_device() { return std::make_unique<AvrDevice>(); }

}  // namespace sim
