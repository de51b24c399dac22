// The registers and bits of the MFRC522 that are used here, named as in its data sheet.
#pragma once
#include <stdint.h>

namespace mfrc522 {

constexpr uint8_t kCommandReg = 0x01;
constexpr uint8_t kComIrqReg = 0x04;
constexpr uint8_t kErrorReg = 0x06;
constexpr uint8_t kFifoDataReg = 0x09;
constexpr uint8_t kFifoLevelReg = 0x0A;
constexpr uint8_t kControlReg = 0x0C;
constexpr uint8_t kBitFramingReg = 0x0D;
constexpr uint8_t kCollReg = 0x0E;
constexpr uint8_t kModeReg = 0x11;
constexpr uint8_t kTxControlReg = 0x14;
constexpr uint8_t kTxAskReg = 0x15;
constexpr uint8_t kRfCfgReg = 0x26;
constexpr uint8_t kTModeReg = 0x2A;
constexpr uint8_t kTPrescalerReg = 0x2B;
constexpr uint8_t kTReloadHighReg = 0x2C;
constexpr uint8_t kTReloadLowReg = 0x2D;
constexpr uint8_t kVersionReg = 0x37;

constexpr uint8_t kIdle = 0x00;                 // commands
constexpr uint8_t kTransceive = 0x0C;
constexpr uint8_t kSoftReset = 0x0F;

constexpr uint8_t kAllIrqs = 0x7F;              // ComIrqReg: bit 7 says whether the others are set or cleared
constexpr uint8_t kRxIrq = 0x20;
constexpr uint8_t kErrIrq = 0x02;
constexpr uint8_t kTimerIrq = 0x01;
constexpr uint8_t kFlush = 0x80;                // FifoLevelReg
constexpr uint8_t kStartSend = 0x80;            // BitFramingReg
constexpr uint8_t kCollErr = 0x08;              // ErrorReg
constexpr uint8_t kGarbledErrs = 0x13;          // BufferOvfl, ParityErr, ProtocolErr
constexpr uint8_t kCollPosNotValid = 0x20;      // CollReg
constexpr uint8_t kCollPos = 0x1F;

constexpr uint8_t kTAuto = 0x80;                // the timer starts when a frame was sent
constexpr uint8_t kTicks25us = 169;             // 13.56 MHz / (2 * 169 + 1) = 40 kHz
constexpr uint8_t kForce100Ask = 0x40;
constexpr uint8_t kCrc6363 = 0x3D;
constexpr uint8_t kAntennaOn = 0x83;            // TxControlReg
constexpr uint8_t kAntennaOff = 0x80;
constexpr uint8_t kGain48dB = 0x70;

}  // namespace mfrc522
