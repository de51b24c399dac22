"""The ways out: what each remedy of a rulebook means, as steps for the dealer. What it changes at once: ``rulings``."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from table_controller.records.cards import Card
from table_controller.records.chips import Seat
from table_controller.records.incidents import Remedy, Step
from table_controller.records.night import Hand
from table_controller.records.rulebook import Text
from table_controller.rules.hand import BOARD, player_of
from table_controller.rules.words import step

Steps = Callable[[Hand, Seat | None, Any], tuple[Step, ...]]


def remedy(name: str, hand: Hand | None, seat: Seat | None, event: object) -> Remedy:
    """The remedy called *name* for what *event* showed; an unknown name is its own text and has no steps."""
    german, english, steps = _REMEDIES.get(name, (name, name, _none))
    return Remedy(name, Text(german, english), () if hand is None else steps(hand, seat, event))


def known_remedies() -> tuple[str, ...]:
    """The names a rulebook may use."""
    return tuple(_REMEDIES)


def _none(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    return ()


def _name(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _misdeal(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    return (step("shuffle"), step("cut"))


def _void(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    return (step("back"), step("end"))


def _replace(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    """001 §4.3.5: it is laid apart as the first burn, the deal goes on, the next card after it replaces it."""
    return (step("take_card", seat, None, _name(getattr(event, "card", None))),)


def _surplus(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    """001 §4.3.6: the surplus card, if known, becomes the burn."""
    return (step("surplus", seat),)


def _first_open_burns(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    """001 §4.3.7: the first open card is shown, becomes the burn, the next one takes its place."""
    card = _name(getattr(event, "card", None))
    return (step("show", None, None, card), step("board_to_burn", None, None, card), step("board"))


def _scramble_fill(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    """001 §4.3.7-b, TDA 39-B: scramble the three, draw the burn, fill up."""
    return (step("scramble"), step("pick"), step("face_up"), step("board"))


def _scramble_next(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    """001 §4.3.8, TDA 39-A: scramble the four, draw the next burn; the turn follows without another."""
    return (step("scramble"), step("pick"), step("face_up"))


def _surplus_board(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    return (step("board_to_burn", None, None, _name(getattr(event, "card", None))),)


def _set_aside(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    """001 §4.3.9: aside, finish the round, burn, the river is the turn; the card is shuffled in, no burn, river."""
    card = _name(getattr(event, "card", None))
    return (
        step("board_aside", None, None, card),
        step("burn"),
        step("turn"),
        step("aside_to_stub", None, None, card),
        step("shuffle_stub"),
        step("no_burn"),
    )


def _keep_burn(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    """TDA RP-5: the burn stays, the card goes back, the stub is reshuffled, the street comes without another burn."""
    early = (*hand.board, getattr(event, "card", None))[BOARD.get(hand.street, 0) :]
    back = tuple(step("board_to_stub", None, None, _name(card)) for card in early)
    return (*back, step("shuffle_stub"), *(step("no_burn") for _ in early))


def _burn_is_board(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    return (step("burn_to_board", None, None, _name(getattr(event, "card", None))),)


def _dead(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    return (step("muck", seat),)


def _turn_up(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    return (step("turn_up", seat),)


def _finish_deal(hand: Hand, seat: Seat | None, event: Any) -> tuple[Step, ...]:
    player = player_of(hand, seat)
    return () if player is None else (step("replace", seat),)


_REMEDIES: Mapping[str, tuple[str, str, Steps]] = MappingProxyType(
    {
        "none": ("Nichts zu tun", "Nothing to do", _none),
        "play_stands": ("Das Spiel gilt weiter", "Play stands", _none),
        "announce": ("Ansagen", "Announce it", _none),
        "floor": ("Die Turnierleitung entscheidet", "The floor decides", _none),
        "misdeal": ("Misdeal: neu mischen und geben", "Misdeal: shuffle and deal again", _misdeal),
        "hand_void": ("Hand ungültig, Einsätze zurück, neues Deck", "Hand void, bets back, new deck", _void),
        "replace_with_first_burn": ("Karte ersetzen, sie wird der Burn", "Replace it; it becomes the burn", _replace),
        "surplus_becomes_burn": ("Überzählige Karte wird der Burn", "Surplus card becomes the burn", _surplus),
        "hand_dead": ("Die Hand ist tot", "The hand is dead", _dead),
        "finish_deal": ("Fehlende Karte nachgeben", "Deal the missing card", _finish_deal),
        "first_open_card_becomes_burn": (
            "Erste offene Karte wird der Burn, die nächste rückt nach",
            "First open card becomes the burn, the next takes its place",
            _first_open_burns,
        ),
        "scramble_pick_burn_fill": (
            "Drei verdeckt mischen, eine wird der Burn, auffüllen",
            "Scramble the three, draw the burn, fill up",
            _scramble_fill,
        ),
        "scramble_pick_next_burn": (
            "Vier verdeckt mischen, eine wird der nächste Burn",
            "Scramble the four, draw the next burn",
            _scramble_next,
        ),
        "surplus_becomes_next_burn": (
            "Die vierte Karte wird der nächste Burn",
            "The fourth card becomes the next burn",
            _surplus_board,
        ),
        "setaside_river_as_turn_then_reshuffle": (
            "Karte beiseite; nach der Runde Burn und River als Turn; Karte einmischen",
            "Set it aside; after the round burn, the river is the turn; shuffle it in",
            _set_aside,
        ),
        "keep_burn_reshuffle_redeal_no_burn": (
            "Burn bleibt; Karten zurück, Stapel mischen, neu ohne Burn",
            "The burn stays; cards back, reshuffle, deal again without a burn",
            _keep_burn,
        ),
        "burn_becomes_board_card": (
            "Die zweite Burnkarte wird die Boardkarte",
            "The second burn becomes the board card",
            _burn_is_board,
        ),
        "binds_if_unchanged": (
            "Bindend, wenn sich der Einsatz nicht ändert; sonst frei",
            "Binds if the bet does not change; otherwise all options",
            _none,
        ),
        "action_void": ("Aktion ungültig, Chips zurück", "Action void, chips back", _none),
        "fold_stands": ("Der Fold gilt", "The fold stands", _none),
        "first_motion_stands": ("Die erste Bewegung gilt, Rest zurück", "First motion stands, the rest back", _none),
        "all_chips_stand": ("Alle Chips gelten", "All chips stand", _none),
        "complete": ("Auf den Mindestbetrag ergänzen", "Complete to the minimum", _none),
        "complete_call": ("Den Call ergänzen", "Complete the call", _none),
        "fold_forfeit": ("Fold, die gesetzten Chips bleiben", "Fold and forfeit the chips in", _none),
        "call_only": ("Nur Call oder Fold", "Call or fold only", _none),
        "call_with_change": ("Call, Wechselgeld zurück", "Call, change back", _none),
        "all_in": ("All-in mit dem, was da ist", "All-in for what is there", _none),
        "declaration_stands": ("Die Ansage gilt", "The declaration stands", _none),
        "action_stands": ("Die Handlung gilt", "The action stands", _none),
        "ask_player": ("Spieler fragen", "Ask the player", _none),
        "put_back": ("Chips wieder setzen", "Put the chips back in", _none),
        "post_now": ("Blind nachsetzen", "Post the blind now", _none),
        "correct_button": ("Button richtig legen", "Put the button right", _none),
        "stay_open_live": ("Karten bleiben offen, Hand lebt", "Cards stay open, hand live", _none),
        "correct_award": ("Pot richtigstellen", "Correct the award", _none),
        "show_first": ("Zuerst zeigt der Spieler am Zug", "The seat in order shows first", _none),
        "must_show": ("Karten müssen gezeigt werden", "The hand must be shown", _turn_up),
        "retrieve_and_award": ("Hand zurückholen und werten", "Retrieve the hand and award", _none),
        "dealer_restores": ("Der Dealer stellt richtig", "The dealer restores it", _none),
        "clock_fold": ("Zeit abgelaufen: die Hand ist gepasst", "Time is up: the hand is folded", _dead),
        "clock_check": ("Zeit abgelaufen: Check", "Time is up: check", _none),
        "card_back": ("Karte zurück, ohne Wirkung", "Card back, no effect", _none),
    }
)
"""Each remedy by name: German, English, steps."""
