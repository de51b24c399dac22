"""A hand as Open Hand History (JSON, spec 1.4): one object a hand, parted by blank lines."""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from table_controller.hands.money import money
from table_controller.hands.played import Acted, Cards, Played
from table_controller.records import Chips, Seat
from table_controller.records.player import Street

_GAMES = {"texas": "Holdem", "omaha": "Omaha"}
_LIMITS = {"no_limit": "NL", "pot_limit": "PL"}
_STREETS = {Street.PREFLOP: "Preflop", Street.FLOP: "Flop", Street.TURN: "Turn", Street.RIVER: "River"}
_VERBS = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise"}


def ohh(hand: Played, number: int, unit: Decimal) -> str | None:
    """*hand* as one object; None for a game the format does not know. Players are numbered by seat."""
    if hand.game not in _GAMES or hand.limit not in _LIMITS:
        return None
    body = {
        "spec_version": "1.4.7",
        "site_name": "Floorman",
        "network_name": "Floorman",
        "internal_version": "1",
        "tournament": False,
        "game_number": hand.name or str(number),
        "table_name": "Floorman",
        "table_size": max(hand.seats),
        "game_type": _GAMES[hand.game],
        "bet_limit": {"bet_type": _LIMITS[hand.limit], "bet_cap": 0},
        "dealer_seat": hand.button,
        "small_blind_amount": money(hand.small_blind, unit),
        "big_blind_amount": money(hand.big_blind, unit),
        "ante_amount": money(hand.ante, unit),
        "flags": [],
        "players": [
            {"id": seat, "seat": seat, "name": f"Seat {seat}", "display": "", "starting_stack": money(start, unit)}
            for seat, start in zip(hand.seats, hand.start, strict=True)
        ],
        "rounds": list(_rounds(hand, unit)),
        "pots": [_pot(hand, unit)],
    }
    return json.dumps({"ohh": body}, ensure_ascii=False, separators=(",", ":")) + "\n\n"


def _rounds(hand: Played, unit: Decimal) -> Iterator[dict[str, Any]]:
    count = 0

    def numbered(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
        nonlocal count
        for action in actions:
            count += 1
            action["action_number"] = count
        return actions

    for index, (street, name) in enumerate(_STREETS.items()):
        cards = () if street is Street.PREFLOP else hand.opened(street)
        if street is not Street.PREFLOP and not cards:
            break
        actions = list(_posts(hand, unit)) if street is Street.PREFLOP else []
        actions += [_action(act, unit) for act in hand.street(street)]
        yield {"id": index, "street": name, "cards": _names(cards), "actions": numbered(actions)}
    if hand.shown or hand.mucked:
        shows = [{"player_id": seat, "action": "Shows Cards", "cards": _names(cards)} for seat, cards in hand.shown]
        mucks = [{"player_id": seat, "action": "Mucks Cards", "cards": []} for seat in hand.mucked]
        yield {"id": len(_STREETS), "street": "Showdown", "cards": [], "actions": numbered([*shows, *mucks])}


def _posts(hand: Played, unit: Decimal) -> Iterator[dict[str, Any]]:
    for seat, start in zip(hand.seats, hand.start, strict=True):
        if hand.ante:
            yield _paid(seat, "Post Ante", Chips(min(hand.ante, start)), unit)
    small = 1 if len(hand.seats) == 2 else 0
    for index, (seat, blind) in enumerate(zip(hand.seats, hand.blinds, strict=True)):
        if blind:
            kind = "Post SB" if index == small else "Post BB" if index == 1 - small else "Post Extra Blind"
            yield _paid(seat, kind, blind, unit)


def _paid(seat: Seat, action: str, amount: Chips, unit: Decimal) -> dict[str, Any]:
    return {"player_id": seat, "action": action, "amount": money(amount, unit), "is_allin": False}


def _action(act: Acted, unit: Decimal) -> dict[str, Any]:
    """An action; the amount is what it added to the pot."""
    said: dict[str, Any] = {"player_id": act.seat, "action": _VERBS[act.verb]}
    if act.add:
        said |= {"amount": money(act.add, unit), "is_allin": act.all_in}
    return said


def _pot(hand: Played, unit: Decimal) -> dict[str, Any]:
    """All pots as one: which seat won which pot is not told apart where one push gave several."""
    wins = [
        {"player_id": seat, "win_amount": money(amount, unit), "contributed_rake": 0}
        for seat, amount in zip(hand.seats, hand.won, strict=True)
        if amount
    ]
    total = Chips(max(sum(hand.pots), sum(hand.won)))
    return {"number": 0, "amount": money(total, unit), "rake": money(hand.rake, unit), "player_wins": wins}


def _names(cards: Cards) -> list[str]:
    return [str(card) for card in cards if card is not None]
