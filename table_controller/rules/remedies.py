"""The ways out: what each remedy of a rulebook means, as steps for the dealer, from the hand as it lies now.

What a remedy changes at once: ``effects``. How its steps are followed: ``following``.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from table_controller.records.chips import Seat
from table_controller.records.hand import Hand
from table_controller.records.incidents import Irregularity, Remedy, Step
from table_controller.records.rulebook import Rulebook, Text
from table_controller.rules.awarding import correct_award
from table_controller.rules.card_remedies import (
    aside_and_mixed,
    burn_is_board,
    card_back,
    collected,
    dead,
    finish_deal,
    first_open_burns,
    keep_burn,
    misdeal,
    replace_card,
    scramble_fill,
    scramble_next,
    set_aside,
    surplus_board,
    surplus_card,
    void,
)
from table_controller.rules.chip_remedies import (
    chips_back,
    chips_due,
    post_blind,
    show_hand,
    turn_up,
)
from table_controller.rules.hand import player_of
from table_controller.rules.misdeals import can_be_called
from table_controller.rules.pack_remedies import PACK_REMEDIES
from table_controller.rules.penalties import PENALTY_NAMES
from table_controller.rules.rebuttoned import correct_button
from table_controller.rules.sensible import ANY, ways

Steps = Callable[[Hand, Seat | None], tuple[Step, ...]]


def remedy(name: str, hand: Hand | None, seat: Seat | None) -> Remedy:
    """The remedy called *name* as the hand lies now; an unknown name is its own text and has no steps."""
    text, steps = _KNOWN.get(name) or (Text(name, name), _none)
    if hand is None or (hand.settled and name != "correct_award"):  # what is missing of a pot can still be pushed
        return Remedy(name, text, ())
    return Remedy(name, text, steps(hand, seat))


def known_remedies() -> tuple[str, ...]:
    """The names a rulebook may use."""
    return tuple(_REMEDIES)


def possible(hand: Hand | None, found: Irregularity, book: Rulebook) -> tuple[Remedy, ...]:
    """What the floor may rule on *found* beside proposal and options: every remedy whose steps make sense now."""
    if hand is None or hand.settled:
        return ()
    listed = {item.name for item in (found.proposal, *found.options) if item is not None}
    names = [*_with_steps(hand, found), *_always(hand, found, book)]
    return tuple(remedy(name, hand, found.seat) for name in names if name not in listed)


def _with_steps(hand: Hand, found: Irregularity) -> list[str]:
    """What can be meant for it and has something to do as the cards lie."""
    names = BY_STATE if found.code in ANY else ways(found)
    return [name for name in names if _REMEDIES[name][2](hand, found.seat)]


def _always(hand: Hand, found: Irregularity, book: Rulebook) -> list[str]:
    """What needs no cards to be out of place: play stands, and while nothing is awarded the hand can be stopped."""
    names = ["play_stands"]
    if any(player.won for player in hand.players):
        return names
    if can_be_called(hand, book):
        names.append("misdeal")
    player = player_of(hand, found.seat)
    if player is not None and not player.folded:
        names.append("hand_dead")
    return [*names, "hand_void"]


def _none(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    return ()


BY_STATE = (
    *("replace_with_first_burn", "surplus_becomes_burn", "finish_deal", "first_open_card_becomes_burn"),
    *("scramble_pick_burn_fill", "scramble_pick_next_burn", "surplus_becomes_next_burn"),
    *("setaside_river_as_turn_then_reshuffle", "keep_burn_reshuffle_redeal_no_burn", "burn_becomes_board_card"),
    *("setaside_reshuffle_redeal_no_burn", "replace_with_next_card"),
)
"""Remedies that make sense exactly where the cards lie so that they have steps."""

_REMEDIES: Mapping[str, tuple[str, str, Steps]] = MappingProxyType(
    {
        **PACK_REMEDIES,
        **{name: (*told, _none) for name, told in PENALTY_NAMES.items()},
        "none": ("Nichts zu tun", "Nothing to do", _none),
        "play_stands": ("Das Spiel gilt weiter", "Play stands", _none),
        "announce": ("Ansagen", "Announce it", _none),
        "floor": ("Die Turnierleitung entscheidet", "The floor decides", _none),
        "misdeal": ("Misdeal: neu mischen und geben", "Misdeal: shuffle and deal again", misdeal),
        "hand_void": ("Hand ungültig, Einsätze zurück, neues Deck", "Hand void, bets back, new deck", void),
        "replace_with_first_burn": (
            "Karte ersetzen, sie wird der Burn",
            "Replace the card; it becomes the burn",
            replace_card,
        ),
        "surplus_becomes_burn": ("Überzählige Karte wird der Burn", "Surplus card becomes the burn", surplus_card),
        "hand_dead": ("Die Hand ist tot", "The hand is dead", dead),
        "finish_deal": ("Fehlende Karte nachgeben", "Deal the missing card", finish_deal),
        "first_open_card_becomes_burn": (
            "Erste offene Karte wird der Burn, die nächste rückt nach",
            "First open card becomes the burn, the next takes its place",
            first_open_burns,
        ),
        "scramble_pick_burn_fill": (
            "Drei verdeckt mischen, eine wird der Burn, auffüllen",
            "Scramble the three, draw the burn, fill up",
            scramble_fill,
        ),
        "scramble_pick_next_burn": (
            "Vier verdeckt mischen, eine wird der nächste Burn",
            "Scramble the four, draw the next burn",
            scramble_next,
        ),
        "surplus_becomes_next_burn": (
            "Die vierte Karte wird der nächste Burn",
            "The fourth card becomes the next burn",
            surplus_board,
        ),
        "setaside_river_as_turn_then_reshuffle": (
            "Karte beiseite; nach der Runde Burn und River als Turn; Karte einmischen",
            "Set it aside; after the round burn, the river is the turn; shuffle it in",
            set_aside,
        ),
        "keep_burn_reshuffle_redeal_no_burn": (
            "Burn bleibt; Karten zurück, Stapel mischen, neu ohne Burn",
            "The burn stays; cards back, reshuffle, deal again without a burn",
            keep_burn,
        ),
        "setaside_reshuffle_redeal_no_burn": (
            "Karte beiseite; nach der Runde einmischen, neu ohne Burn",
            "Set it aside; after the round shuffle it in, deal again without a burn",
            aside_and_mixed,
        ),
        "burn_becomes_board_card": (
            "Die zweite Burnkarte wird die Boardkarte",
            "The second burn becomes the board card",
            burn_is_board,
        ),
        "binds_if_unchanged": (
            "Bindend, wenn sich der Einsatz nicht ändert; sonst frei",
            "Binds if the bet does not change; otherwise all options",
            _none,
        ),
        "action_void": ("Aktion ungültig, Chips zurück", "Action void, chips back", chips_back),
        "fold_stands": ("Der Fold gilt", "The fold stands", collected),
        "first_motion_stands": (
            "Die erste Bewegung gilt, Rest zurück",
            "First motion stands, the rest back",
            chips_back,
        ),
        "all_chips_stand": ("Alle Chips gelten", "All chips stand", _none),
        "complete": ("Auf den Mindestbetrag ergänzen", "Complete to the minimum", chips_due),
        "complete_call": ("Den Call ergänzen", "Complete the call", chips_due),
        "fold_forfeit": ("Fold, die gesetzten Chips bleiben", "Fold and forfeit the chips in", _none),
        "full_turn": ("Der Platz ist am Zug, mit allen Optionen", "The seat gets its turn, all options open", _none),
        "call_only": ("Nur Call oder Fold", "Call or fold only", _none),
        "reduce_to_limit": ("Auf das Limit verringern, Rest zurück", "Reduce to the limit, the rest back", _none),
        "call_with_change": ("Call, Wechselgeld zurück", "Call, change back", _none),
        "all_in": ("All-in mit dem, was da ist", "All-in for what is there", _none),
        "declaration_stands": ("Die Ansage gilt", "The declaration stands", _none),
        "action_stands": ("Die Handlung gilt", "The action stands", _none),
        "ask_player": ("Spieler fragen", "Ask the player", _none),
        "put_back": ("Chips wieder setzen", "Put the chips back in", chips_due),
        "post_now": ("Blind nachsetzen", "Post the blind now", post_blind),
        "correct_button": ("Button an den richtigen Platz", "Move the button to the right seat", correct_button),
        "stay_open_live": ("Karten bleiben offen, Hand lebt", "Cards stay open, hand live", _none),
        "correct_award": ("Pot richtigstellen", "Correct the award", correct_award),
        "announce_right_winner": ("Den richtigen Gewinner ansagen", "Announce the right winner", _none),
        "live_warn": ("Hand lebt, Spieler verwarnen", "The hand is live; warn the player", _none),
        "restore_hand": ("Karten zurück an den Platz, Hand lebt", "Cards back to the seat, hand live", _none),
        "show_first": ("Zuerst zeigt, wer an der Reihe ist", "Whose turn it is shows first", show_hand),
        "must_show": ("Karten müssen gezeigt werden", "The hand must be shown", turn_up),
        "retrieve_and_award": ("Hand zurückholen und werten", "Retrieve the hand and award", _none),
        "dealer_restores": ("Der Dealer stellt richtig", "The dealer restores it", _none),
        "clock_fold": ("Zeit abgelaufen: die Hand ist gefoldet", "Time is up: the hand is folded", dead),
        "clock_check": ("Zeit abgelaufen: Check", "Time is up: check", _none),
        "card_back": ("Karte zurück, ohne Wirkung", "Card back, no effect", card_back),
    }
)
_KNOWN: dict[str, tuple[Text, Steps]] = {
    name: (Text(german, english), steps) for name, (german, english, steps) in _REMEDIES.items()
}
"""Each remedy by name: German, English, steps."""
