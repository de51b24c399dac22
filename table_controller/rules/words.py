"""Short German and English wording of steps, made once each."""

from functools import lru_cache

from table_controller.records.chips import Chips, Seat
from table_controller.records.incidents import Step
from table_controller.records.rulebook import Text

_STEPS = {
    "button": ("button_placed", "Button zu Platz {seat}", "Button to seat {seat}"),
    "shuffle": ("deck_shuffled", "Alle Karten einsammeln und mischen", "Gather all cards and shuffle"),
    "cut": ("deck_cut", "Abheben lassen", "Have the deck cut"),
    "pause": ("announced", "Pause: keine neue Hand beginnen", "A break: start no new hand"),
    "start": ("hand_started", "Nächste Hand beginnen", "Start the next hand"),
    "blind": ("chips_moved_in", "Platz {seat} setzt den Blind: {amount}", "Seat {seat} posts the blind: {amount}"),
    "deal": ("hole_card_dealt", "Karte verdeckt an Platz {seat}", "One card face down to seat {seat}"),
    "act": ("declared", "Platz {seat} ist am Zug: {amount} zu zahlen", "Seat {seat} to act: {amount} to call"),
    "check": ("declared", "Platz {seat} ist am Zug, nichts zu zahlen", "Seat {seat} to act, nothing to call"),
    "amount": ("chips_moved_in", "Platz {seat} nach dem Betrag fragen", "Ask seat {seat} for the amount"),
    "add": ("chips_moved_in", "Platz {seat} legt {amount} nach", "Seat {seat} adds {amount}"),
    "change": ("chips_taken_back", "{amount} zurück an Platz {seat}", "Give {amount} back to seat {seat}"),
    "settle": (
        "ruling_made",
        "Zuerst den Vorfall klären: niemand ist am Zug",
        "Settle the incident first: nobody acts",
    ),
    "floor": ("ruling_made", "Platz {seat}: die Turnierleitung entscheidet", "Seat {seat}: the floor decides"),
    "sweep": ("bets_collected", "Einsätze einziehen", "Collect the bets"),
    "burn": ("card_burned", "Eine Karte verdeckt brennen", "Burn one card"),
    "flop": ("board_card_dealt", "Flop: drei Karten offen", "Deal the flop: three cards"),
    "turn": ("board_card_dealt", "Turn: eine Karte offen", "Deal the turn: one card"),
    "river": ("board_card_dealt", "River: eine Karte offen", "Deal the river: one card"),
    "board": ("board_card_dealt", "Nächste Karte offen auf das Board", "Deal the next card face up to the board"),
    "no_burn": (
        "board_card_dealt",
        "Nächste Boardkarte ohne weiteren Burn",
        "Deal the next board card without another burn",
    ),
    "flop_no_burn": (
        "board_card_dealt",
        "Flop ohne weiteren Burn: drei Karten offen",
        "Deal the flop without another burn: three cards",
    ),
    "flop_two_more": (
        "board_card_dealt",
        "Flop ohne weiteren Burn ergänzen: noch zwei Karten offen",
        "Complete the flop without another burn: two more cards",
    ),
    "flop_one_more": (
        "board_card_dealt",
        "Flop ohne weiteren Burn ergänzen: noch eine Karte offen",
        "Complete the flop without another burn: one more card",
    ),
    "burn_after": (
        "card_burned",
        "Nach der Setzrunde eine Karte verdeckt brennen",
        "After the betting round, burn one card",
    ),
    "turn_after": (
        "board_card_dealt",
        "Turn: die Karte offen, die sonst der River wäre",
        "Deal the turn: the card that would have been the river",
    ),
    "top_of_stub": ("card_moved", "Karte {card} zurück oben auf den Stapel", "Put {card} back on top of the stub"),
    "aside_to_burn": ("card_moved", "Beiseitegelegte Karte {card} wird der Burn", "Make {card}, laid aside, the burn"),
    "table": ("hand_tabled", "Platz {seat} deckt auf", "Seat {seat} tables the hand"),
    "push": ("pot_pushed", "{amount} aus dem Pot an Platz {seat}", "Push {amount} from the pot to seat {seat}"),
    "award": ("pot_pushed", "Pot an den Gewinner schieben", "Push the pot to the winner"),
    "end": ("hand_ended", "Hand beenden: Karten einsammeln", "End the hand: gather the cards"),
    "show": ("card_exposed", "Karte {card} allen zeigen", "Show {card} to everybody"),
    "board_to_burn": (
        "card_moved",
        "Karte {card} vom Board zu den Burnkarten",
        "Move {card} from the board to the burns",
    ),
    "board_aside": ("card_moved", "Karte {card} offen beiseitelegen", "Set {card} aside, face up"),
    "board_to_stub": ("card_moved", "Karte {card} zurück in den Stapel", "Put {card} back into the stub"),
    "aside_to_stub": ("card_moved", "Karte {card} in den Reststapel geben", "Put {card} into the stub"),
    "burn_to_board": (
        "card_moved",
        "Karte {card} von den Burns auf das Board",
        "Move {card} from the burns to the board",
    ),
    "scramble": ("cards_scrambled", "Boardkarten verdeckt mischen", "Scramble the board cards face down"),
    "shuffle_stub": ("stub_shuffled", "Reststapel verdeckt mischen", "Shuffle the stub face down"),
    "shuffle_stub_after": (
        "stub_shuffled",
        "Setzrunde zu Ende spielen, dann den Reststapel verdeckt mischen",
        "Finish the betting round, then shuffle the stub face down",
    ),
    "pick": ("card_moved", "Eine davon ziehen: sie wird der Burn", "Draw one of them: it becomes the burn"),
    "face_up": ("card_moved", "Übrige Karten wieder aufdecken", "Turn the others face up again"),
    "take_card": (
        "card_moved",
        "Karte {card} von Platz {seat} offen beiseitelegen, dann weitergeben",
        "Lay {card} from seat {seat} aside, face up; go on dealing",
    ),
    "surplus": (
        "card_moved",
        "Überzählige Karte von Platz {seat} wird der Burn",
        "Seat {seat}'s surplus card becomes the burn",
    ),
    "replace": (
        "hole_card_dealt",
        "Ersatzkarte verdeckt an Platz {seat}",
        "Deal seat {seat} a replacement card face down",
    ),
    "missing": ("hole_card_dealt", "Fehlende Karte verdeckt an Platz {seat}", "Missing card to seat {seat}"),
    "muck": ("hand_mucked", "Karten von Platz {seat} in den Muck", "Muck seat {seat}'s cards"),
    "back": ("chips_taken_back", "Alle Einsätze zurückgeben", "Return all bets"),
    "deck": ("deck_shuffled", "Neues Kartendeck nehmen und mischen", "Take a new deck and shuffle"),
    "turn_up": ("hand_tabled", "Platz {seat} zeigt alle Handkarten", "Seat {seat} shows all hole cards"),
    "correct": (
        "pot_pushed",
        "Pot richtigstellen: {amount} an Platz {seat}",
        "Correct the pot: {amount} to seat {seat}",
    ),
}

_MOVES = {
    "board_to_burn": ("board", "burn"),
    "board_aside": ("board", "aside"),
    "board_to_stub": ("board", "stub"),
    "aside_to_stub": ("aside", "stub"),
    "burn_to_board": ("burn", "board"),
    "pick": ("board", "burn"),
    "face_up": ("board", "board"),
    "take_card": ("seat {seat}", "aside"),
    "aside_to_burn": ("aside", "burn"),
    "top_of_stub": ("board", "stub"),
    "surplus": ("seat {seat}", "burn"),
}
"""From where to where the card of a step goes."""


_AFTER = {
    **dict.fromkeys(("replace", "missing"), "deal"),
    **dict.fromkeys(("no_burn", "flop_no_burn", "flop_two_more", "flop_one_more", "burn_after", "turn_after"), "round"),
    **dict.fromkeys(("aside_to_stub", "shuffle_stub", "shuffle_stub_after"), "round"),
}
"""What a step waits for: the end of the deal, or of the betting round."""


@lru_cache(maxsize=4096)
def step(
    name: str, seat: Seat | None = None, amount: int | None = None, card: str | None = None, until: int = 0
) -> Step:
    """The step called *name* in both languages; ``until``: done once the board has so many cards."""
    event, german, english = _STEPS[name]
    if card is None:  # nobody read it
        german, english = german.replace(" {card}", ""), english.replace("{card}", "the card")
    shown = {"seat": seat, "amount": amount, "card": card}
    wording = Text(german.format(**shown), english.format(**shown))
    source, target = _MOVES.get(name, ("", ""))
    moves = (source.format(seat=seat), target) if source else None
    due = None if amount is None else Chips(amount)
    return Step(event, wording, seat, due, card, moves, _AFTER.get(name, ""), until)
