"""Nights made up from a seed: legal hands, and hands in which one thing goes wrong."""

from copy import deepcopy
from itertools import count
from random import Random

from table_controller.records import DECK, BadInput, Chips, Seat
from table_controller.simulator.betting import Betting
from table_controller.simulator.places import bet_of, chip_spots, stack_of
from table_controller.simulator.procedure import fresh_purses, next_button, run_hand
from table_controller.simulator.purse import Purse, worth
from table_controller.simulator.running import Running
from table_controller.simulator.script import (
    BIG_BLIND,
    FIRST_BUTTON,
    SMALL_BLIND,
    Mishap,
    Play,
    Remedy,
    Round,
    Script,
    ScriptedHand,
    Verb,
    Wrong,
)

LONGEST = 32_000
"""Milliseconds that a made-up hand may take at the dealer's tempo; a mixed flop takes MIXING more."""

MIXING = 4_000

SHY = 2_000
"""Below this a player neither calls nor raises, so that nobody goes broke."""

_SIZES = (200, 300, 600, 700)
"""Bets that few chips make."""

_TRIES = 4000
"""Draws of a hand: of most kinds most do not fit."""

_NIGHTS = 20
"""Draws of a night: as chips and button fall in a few of a thousand, no hand of some kind is short enough."""


def night(
    seed: int,
    *,
    hands: int = 12,
    irregularities: tuple[Wrong, ...] = tuple(Wrong),
    remedy: Remedy = Remedy.FOLLOWED,
    button: Seat = FIRST_BUTTON,
) -> Script:
    """A night of *hands* hands in which *irregularities* happen, one a hand, each early; the same for the same seed.

    The cards are part of the script, so that every hand can be played whatever seed it is later shown with.
    """
    for again in range(_NIGHTS):
        done = _night(Random(f"{seed}/night" + f"/{again}" * (again > 0)), seed, hands, irregularities, remedy, button)
        if done is not None:
            return Script(f"Night {seed}", seed, done, button)
    named = ", ".join(wrong.value for wrong in irregularities) or "nothing wrong"
    raise RuntimeError(f"no night of {hands} hands with {named} was found for seed {seed}")


def _night(
    random: Random, seed: int, hands: int, irregularities: tuple[Wrong, ...], remedy: Remedy, button: Seat
) -> tuple[ScriptedHand, ...] | None:
    """The hands of a night, or None where the chips and the button fell so that one of them cannot be found."""
    purses, done = fresh_purses(), list[ScriptedHand]()
    for wrong in _order(random, hands, irregularities):
        found = _hand(random, done, seed, button, purses, wrong, remedy)
        if found is None:
            return None
        hand, purses = found
        done.append(hand)
        button = next_button(button, purses)
    return tuple(done)


def _order(random: Random, hands: int, irregularities: tuple[Wrong, ...]) -> list[Wrong | None]:
    """Irregular hands among a few clean ones, in any order; then clean ones to the end."""
    early: list[Wrong | None] = list(irregularities[:hands])
    early += [None] * min(hands - len(early), len(early) // 6)
    random.shuffle(early)
    return early + [None] * (hands - len(early))


def _hand(
    random: Random,
    before: list[ScriptedHand],
    seed: int,
    button: Seat,
    purses: dict[str, Purse],
    wrong: Wrong | None,
    remedy: Remedy,
) -> tuple[ScriptedHand, dict[str, Purse]] | None:
    """A hand with that irregularity, and the chips after it. Draws until one fits, or not for ever."""
    for _ in range(_TRIES):
        hand = _draw(random, button, purses, wrong, remedy)
        if hand is None:
            continue
        after = deepcopy(purses)
        script = Script("", seed, (*before, hand), button)
        try:
            running = run_hand(script, len(script.hands), button, after, count())
        except BadInput:
            continue
        if _is_short(running, wrong):
            return hand, after
    return None


def _is_short(hand: Running, wrong: Wrong | None) -> bool:
    pushed = max(sum(n for _, n in move.chips) for act in hand.acts for move in act.chips if move.source == "pot")
    fits = pushed <= len(chip_spots(bet_of(Seat(2))))
    most = LONGEST + (MIXING if wrong is Wrong.FOUR_CARD_FLOP else 0)
    return fits and sum(act.after for act in hand.acts) <= most


def _draw(
    random: Random, button: Seat, purses: dict[str, Purse], wrong: Wrong | None, remedy: Remedy
) -> ScriptedHand | None:
    deck = random.sample(DECK, len(DECK))
    seats = tuple(Seat(n) for n in range(1, 7) if worth(purses[stack_of(Seat(n))]))
    seats = tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))
    spots: list[Mishap] = []
    betting = Betting(seats, {seat: worth(purses[stack_of(seat)]) for seat in seats})
    rounds = tuple((street, _round(random, betting, street, wrong, spots, remedy)) for street in Round)
    reached = tuple((street, plays) for street, plays in rounds if plays)
    spots += _on_the_board(random, wrong, [street for street, _ in reached], remedy)
    if wrong is None:
        return ScriptedHand(tuple(deck), reached)
    return ScriptedHand(tuple(deck), reached, (random.choice(spots),)) if spots else None


def _on_the_board(random: Random, wrong: Wrong | None, reached: list[Round], remedy: Remedy) -> list[Mishap]:
    """Where the dealer can go wrong in a hand that reaches these rounds."""
    if wrong is Wrong.MISSING_BURN:
        return [Mishap(wrong, street.value, remedy=remedy) for street in reached if street is not Round.PREFLOP]
    if wrong is Wrong.FOUR_CARD_FLOP and Round.TURN in reached:
        return [Mishap(wrong, Round.FLOP.value, remedy=remedy)]
    if wrong is Wrong.EXPOSED_CARD and Round.FLOP in reached:
        return [Mishap(wrong, "deal", random.randint(4, 12), remedy=remedy)]
    return []


def _round(
    random: Random, betting: Betting, street: Round, wrong: Wrong | None, spots: list[Mishap], remedy: Remedy
) -> tuple[Play, ...]:
    """One round's actions; adds the places where *wrong* could happen to *spots*."""
    if street is Round.PREFLOP:
        for poster, blind in zip(betting.seats[:2], (SMALL_BLIND, BIG_BLIND), strict=True):
            betting.post(poster, blind)
        betting.open_round(betting.seats[2 % len(betting.seats)])
    else:
        betting.open_round()
    plays: list[Play] = []
    while (seat := betting.to_act) is not None:
        owes, level, before = betting.owes(seat), betting.level, betting.bets[seat]
        play = _choice(random, betting, seat, street)
        betting.act(seat, play.verb, play.to)
        plays.append(play)
        if betting.to_act is not None:
            spots += _in_the_round(wrong, street, plays, owes, level, before, remedy)
    return tuple(plays)


def _in_the_round(
    wrong: Wrong | None, street: Round, plays: list[Play], owes: int, level: int, before: int, remedy: Remedy
) -> list[Mishap]:
    """Whether the last action, one that does not end the round, could go wrong in this way."""
    play, number = plays[-1], len(plays)
    calls, raises = play.verb is Verb.CALL, play.verb is Verb.RAISE
    if wrong is Wrong.OUT_OF_TURN and len(plays) > 1 and {plays[-2].verb, play.verb} == {Verb.CHECK}:
        return [Mishap(wrong, street.value, number, remedy=remedy)]
    if wrong is Wrong.STRING_BET and before == 0 and owes and (calls if remedy is Remedy.FOLLOWED else raises):
        return [Mishap(wrong, street.value, number, Chips(level + max(200, level)), remedy)]
    if wrong is Wrong.UNDERCALL and calls and before == 0 and owes >= 300:
        return [Mishap(wrong, street.value, number, BIG_BLIND, remedy)]
    return []


def _choice(random: Random, betting: Betting, seat: Seat, street: Round) -> Play:
    owes, lot, stack = betting.owes(seat), random.random(), betting.stacks[seat]
    if stack < SHY:
        return Play(seat, Verb.FOLD if owes else Verb.CHECK)
    if owes == 0:
        if street is not Round.PREFLOP and lot < 0.5:
            return Play(seat, Verb.BET, Chips(random.choice(_SIZES)))
        return Play(seat, Verb.CHECK)
    if betting.level == BIG_BLIND and street is Round.PREFLOP and lot < 0.2:
        return Play(seat, Verb.RAISE, Chips(300))
    return Play(seat, Verb.CALL if lot < 0.45 else Verb.FOLD)
