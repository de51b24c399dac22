// The reliable messages: numbered, kept in a ring until the host has acknowledged them, sent again when it does not.
#pragma once
#include "protocol_gen.h"

class Events {
  public:
    // Numbers an event and keeps it; without room it is counted, and LOST tells of it later.
    template <class Message>
    bool tell(const Message& message, uint32_t now) {
        uint8_t payload[wire::Tag::kMost];
        const uint8_t size = wire::pack(message, payload);
        return add(Message::kType, payload, size, now);
    }

    // The host expects this number next.
    void acknowledged(uint8_t seq, uint32_t now);

    // Sends what is new or overdue, one event a call, as the line takes it.
    void pump(uint32_t now);

    void count_lost(uint8_t more);              // edges that found no room even before they were events
    uint8_t next() const { return next_; }
    uint8_t oldest() const { return oldest_; }
    uint8_t waiting() const { return static_cast<uint8_t>(next_ - oldest_); }
    uint16_t lost() const { return lost_; }
    bool met() const { return met_; }           // the host has acknowledged something since start

  private:
    struct Event {
        uint8_t type;
        uint8_t size;
        uint8_t payload[wire::Tag::kMost];
    };

    bool add(uint8_t type, const uint8_t* payload, uint8_t size, uint32_t now);
    void append(uint8_t type, const uint8_t* payload, uint8_t size, uint32_t now);
    void forget_time(uint32_t now);             // of one event a call, if it is old
    void tell_of_loss(uint32_t now);

    Event ring_[wire::kRing] = {};
    uint8_t oldest_ = 0;
    uint8_t next_ = 0;
    uint8_t aging_ = 0;                         // the number of the one whose age was looked at last
    uint8_t unsent_ = 0;                        // the number of the first that is to be sent
    uint32_t sent_at_ = 0;
    uint32_t begun_at_ = 0;                     // when the oldest was sent last, or came to be the oldest
    uint16_t untold_ = 0;                       // lost since the last LOST
    uint16_t lost_ = 0;
    bool met_ = false;
};
