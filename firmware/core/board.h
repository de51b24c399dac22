// The whole device: everything that is done again and again, and what is answered to the host.
#pragma once
#include "antennas.h"
#include "buttons.h"
#include "events.h"
#include "frame.h"
#include "lamps.h"
#include "state.h"

class Board {
  public:
    explicit Board(Debounce& debounce)
        : buttons_(debounce, events_), antennas_(events_, tags_), state_(buttons_, tags_) {}

    void turn();                                // once around; never waits

  private:
    void listen(uint32_t now);
    void take(uint32_t now);
    void take_order(uint32_t now);
    template <class Message>
    bool understood(Message& message);
    template <class Message>
    bool bare(const Message& message);
    void set_up(const wire::Setup& setup);
    void beat(uint32_t now);
    void answer(uint32_t now);
    bool say_hello(uint32_t now);
    bool say_piece();
    uint16_t orders() const;

    Events events_;
    Tags tags_;
    Buttons buttons_;
    Antennas antennas_;
    LampRow lamps_;
    State state_;
    frame::Receiver receiver_;
    wire::Setup setup_{{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, {}, 0};
    wire::Lamps lit_;
    uint16_t bad_ = 0;
    uint32_t beaten_ = 0;
    bool hello_wanted_ = true;
    bool beat_wanted_ = false;
    bool log_wanted_ = false;
    bool pong_wanted_ = false;
    uint8_t ping_ = 0;
    bool snapshot_wanted_ = false;
    uint8_t part_ = 0;                          // of the snapshot that is being sent
    uint8_t snapshot_of_ = 0;                   // the number of the next event when it began
    uint8_t snapshot_quiet_ = 0;                // and the inputs' changes without event
};
