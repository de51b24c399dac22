// What is soldered to which pin of the Arduino Mega 2560; the same as the wiring table in docs/firmware.md.
#pragma once
#include <avr/io.h>

namespace pins {

constexpr uint8_t kLoad = PA0;                  // D22: SH/LD of the 74HC165, low loads
constexpr uint8_t kShift = PA1;                 // D23: CLK of the 74HC165
constexpr uint8_t kInputs = PA2;                // D24: QH of the first 74HC165
constexpr uint8_t kLampData = PA3;              // D25: SER of the first 74HC595
constexpr uint8_t kLampShift = PA4;             // D26: SRCLK
constexpr uint8_t kLampShow = PA5;              // D27: RCLK
constexpr uint8_t kSpiSelect = PB0;             // D53: must be an output, or the SPI stops being the master
constexpr uint8_t kSpiClock = PB1;              // D52
constexpr uint8_t kSpiOut = PB2;                // D51: MOSI
constexpr uint8_t kAntennas = 14;               // chip selects: PC0..7 (D37..D30), PL0..5 (D49..D44)

inline void begin() {
    DDRA = static_cast<uint8_t>(~_BV(kInputs));
    PORTA = _BV(kLoad);
    DDRC = 0xFF;
    PORTC = 0xFF;
    DDRL = 0xFF;
    PORTL = 0xFF;
    DDRB = _BV(kSpiSelect) | _BV(kSpiClock) | _BV(kSpiOut);
}

}  // namespace pins
