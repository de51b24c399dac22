// A board that runs in a computer, in its own time: the native build, or the real image in a simulated Mega 2560.
#pragma once
#include <memory>
#include <string>

#include "cable.h"
#include "table.h"

namespace sim {

constexpr uint64_t kMillisecond = 1000000;              // nanoseconds

struct Start {
    std::string image;                                  // the AVR build's .elf; the native build has none
    std::string memory;                                 // the file that outlives the process, or empty
    Bytes number;                                       // the device's, eight bytes; empty: what the memory holds
    uint32_t seed = 1;
};

class Device {
  public:
    virtual ~Device() = default;

    virtual std::string open(const Start& start) = 0;   // empty: done, otherwise what is wrong
    virtual bool run(uint64_t nanoseconds) = 0;         // false: the device crashed
    virtual void reset(bool power) = 0;                 // by its pin, or by taking its power away
    virtual uint64_t now() const = 0;                   // nanoseconds since the first start
    virtual void save() = 0;                            // the memory, into its file
    virtual bool hang() { return false; }               // its program, until something starts it again; false: cannot
    virtual long unused() const { return -1; }          // bytes of RAM never touched since power on; -1: not known

    Table table;
    Cable to_host{1};
    Cable to_device{2};
};

std::unique_ptr<Device> make_device();                  // the one that this program was built with

}  // namespace sim
