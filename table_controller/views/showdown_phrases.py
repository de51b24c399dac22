"""What the rules of all-in hands, the showdown and the pots found, in German."""

from collections.abc import Mapping
from types import MappingProxyType

SHOWDOWN_FINDINGS: Mapping[str, str | tuple[str, str]] = MappingProxyType(
    {
        # the showdown and the pots
        "seat {s} shows first": "Platz {} zeigt zuerst",
        "seat {s} shows": "Platz {} zeigt",
        "cards pushed away": "Karten weggeschoben",
        "all-in hands are shown": "All-in-Hände werden gezeigt",
        "all live hands are shown": "alle Hände im Spiel werden gezeigt",
        "{n} card shown": (
            "keine Karte gezeigt|{} Karte gezeigt|{} Karten gezeigt",
            "no card shown|{} card shown|{} cards shown",
        ),
        "winning hand in the muck": "Gewinnhand im Muck",
        "tabled hands cannot be killed": "aufgedeckte Hände können nicht getötet werden",
        "the pot to a live hand": "der Pot gehört einer Hand, die noch im Spiel ist",
        "{m} to seat {s}": "{} an Platz {}",
        "at most {m} to seat {s}": "höchstens {} an Platz {}",
        "mucked cards are dead": "Karten im Muck sind tot",
        "a hand is tabled to claim the pot": "wer den Pot will, deckt auf",
        "a hand rightly asked for is shown": "eine zu Recht verlangte Hand wird gezeigt",
        "{n} of {n} cards shown for the pot": "{} von {} Karten für den Pot gezeigt",
        "seat {s} announced as the winner": "Platz {} als Gewinner angesagt",
        "objection after the pot was pushed": "Einspruch, nachdem der Pot geschoben war",
        "objection after the pot was merged with a stack": "Einspruch, nachdem der Pot im Stack lag",
        "objection in the next hand": "Einspruch in der nächsten Hand",
        "objections until the pot is pushed": "Einsprüche, bis der Pot geschoben ist",
        "objections until the pot is merged with a stack": "Einsprüche, bis der Pot im Stack liegt",
        "objections until the next hand begins": "Einsprüche bis zum Beginn der nächsten Hand",
        "objections until substantial action in the next hand": (
            "Einsprüche, bis in der nächsten Hand nennenswert gehandelt wurde"
        ),
        "the cards of seat {s} are in the muck": "die Karten von Platz {} sind im Muck",
        "asked for without a hand": "ohne eigene Hand verlangt",
        "who has cards may ask to see a hand": "nur wer Karten hat, darf eine Hand sehen wollen",
        "asked for without a right": "ohne Recht verlangt",
        "no right to see that hand": "kein Recht, diese Hand zu sehen",
        "asked to see the hand of seat {s}": "will die Hand von Platz {} sehen",
        "the floor's decision": "Entscheidung der Turnierleitung",
        # all-in hands, exposed and unprotected hands, two boards
        "all chips in without a word": "alle Chips wortlos gesetzt",
        "no all-in button": "kein All-in-Button",
        "an all-in button before the player": "ein All-in-Button vor dem Spieler",
        "all-in is announced": "All-in wird angesagt",
        "a board card with the hand of seat {s} closed": "eine Boardkarte, die Hand von Platz {} noch verdeckt",
        "a pot pushed with the hand of seat {s} closed": "ein Pot geschoben, die Hand von Platz {} noch verdeckt",
        "a board card with the hands of seats {l} closed": "eine Boardkarte, Hände noch verdeckt: Plätze {}",
        "a pot pushed with the hands of seats {l} closed": "ein Pot geschoben, Hände noch verdeckt: Plätze {}",
        "an all-in hand opened with betting to come": "All-in-Hand aufgedeckt, während noch gesetzt werden kann",
        "an all-in hand opened early": "All-in-Hand zu früh aufgedeckt",
        "cards shown before the showdown": "Karten vor dem Showdown gezeigt",
        "folded cards stay closed": "gefoldete Karten bleiben verdeckt",
        "shown to seat {s} alone": "nur Platz {} gezeigt",
        "shown to one person alone": "nur einer Person gezeigt",
        "shown to the whole table": "dem ganzen Tisch gezeigt",
        "a live hand in the muck": "eine Hand, die noch im Spiel ist, liegt im Muck",
        "a live hand is protected": "eine Hand im Spiel wird geschützt",
        "{m} uncalled go back": ("{}, die niemand bezahlt hat, gehen zurück", "the uncalled {} goes back"),
        "a card of seat {s} moved away": "eine Karte von Platz {} liegt anderswo",
        "cards at the seat": "Karten am Platz",
        "the cards of seat {s} still lay there": "die Karten von Platz {} lagen noch dort",
        "folded cards in the muck": "gefoldete Karten im Muck",
        "a second board agreed": "ein zweites Board vereinbart",
        "the board is dealt once": "das Board wird einmal gegeben",
        "all bets are in, cards to come": "alle Einsätze stehen, Karten kommen noch",
        "board card {n}": "{}. Boardkarte",
    }
)
"""German by the English wording of a finding."""
