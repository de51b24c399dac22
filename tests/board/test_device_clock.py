"""The device's clock: a resonator that is off, answers that wait behind readers, a machine that slept."""

from random import Random

import pytest

from table_controller.board.device_clock import KEPT, DeviceClock

MS, SECOND = 1_000_000, 1_000_000_000


class Device:
    """A clock that runs *ppm* too fast from night time *born* on, behind a line with the delays of a busy board."""

    def __init__(self, ppm: float = 0, born: int = 0, start: int = 0, seed: int = 1) -> None:
        self._rate, self._born, self._start, self._random = 1 + ppm / 1e6, born, start, Random(seed)

    def micros(self, at: int) -> int:
        return int((at - self._born) * self._rate / 1000 + self._start) % 2**32

    def delay(self) -> int:
        """Ns on the line one way: 1 ms of bytes, and in four of five cases a wait behind a reader, up to 18 ms."""
        return MS + (0 if self._random.random() < 0.2 else int(self._random.uniform(0, 18) * MS))

    def ping(self, clock: DeviceClock, at: int) -> None:
        there = at + self.delay()
        clock.answered(at, self.micros(there), there + self.delay())


@pytest.mark.parametrize("ppm", [0, 60, -5000, 5000])
@pytest.mark.parametrize("start", [0, 2**32 - 3_000_000])
def test_press_times_are_true_to_a_millisecond_under_load_on_a_clock_that_is_off(ppm: float, start: int) -> None:
    device, clock = Device(ppm, born=7 * SECOND, start=start), DeviceClock()
    errors = []
    for number in range(400):
        at = 10 * SECOND + number * 239 * MS
        device.ping(clock, at)
        pressed = at + 100 * MS
        told = clock.event(device.micros(pressed), pressed + device.delay() + 3 * MS)
        if number >= KEPT:
            errors.append(abs(told - pressed))
    assert max(errors) < MS


def test_a_moment_after_the_first_answers_it_is_true_to_the_quickest_of_them() -> None:
    device, clock = Device(2000), DeviceClock()
    for number in range(12):
        device.ping(clock, SECOND + number * 100 * MS)
    assert clock.ready
    pressed = SECOND + 1300 * MS
    assert abs(clock.heard(device.micros(pressed), pressed + 5 * MS) - pressed) < 10 * MS


def test_after_the_machine_slept_it_finds_the_time_again() -> None:
    device, clock = Device(100), DeviceClock()
    for number in range(100):
        device.ping(clock, SECOND + number * 239 * MS)
    slept = 3600 * SECOND  # night time stood still while the device went on
    early = Device(100, born=-slept)
    for number in range(100):
        early.ping(clock, 30 * SECOND + number * 239 * MS)
    pressed = 60 * SECOND
    assert abs(clock.heard(early.micros(pressed), pressed + 5 * MS) - pressed) < MS


def test_never_after_its_arrival_nor_before_an_earlier_event() -> None:
    random, device, clock = Random(9), Device(-5000), DeviceClock()
    last = 0
    for number in range(300):
        at = number * 50 * MS
        if random.random() < 0.3:
            device.ping(clock, at)
        arrived = at + random.randrange(20) * MS
        told = clock.event(device.micros(at), arrived)
        assert last <= told
        assert told <= arrived or told == last
        last = told


def test_a_rate_that_no_resonator_has_is_not_believed() -> None:
    clock = DeviceClock()
    for number in range(100):
        clock.answered(number * SECOND, number * 1_500_000 % 2**32, number * SECOND + 2 * MS)
    assert abs(clock.heard(99 * 1_500_000, 99 * SECOND + 2 * MS) - 99 * SECOND) < 5 * MS


def test_a_press_of_an_hour_ago_is_told_when_it_was_made() -> None:
    """More than half a turn of the device's clock: its board kept it while the cable was out."""
    device, clock = Device(60), DeviceClock()
    for number in range(100):
        device.ping(clock, SECOND + number * 239 * MS)
    pressed, back = 60 * SECOND, 3660 * SECOND
    again = DeviceClock(clock.told)  # as the link does with a HELLO that seems to be of the past
    assert clock.behind(device.micros(back))
    again.heard(device.micros(back), back + 2 * MS)
    told = again.event(device.micros(pressed), back + 20 * MS)
    assert abs(told - pressed) < SECOND, "an hour at a rate that nobody knows yet"
    assert again.behind(device.micros(back + 3 * SECOND)) == 0, "nor is the newest stamp moved"
