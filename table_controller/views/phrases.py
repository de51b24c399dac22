"""The referee's findings in the reader's language.

Journals and ``--json`` keep what was measured, what was required and the rule in English with bare amounts; screens
say them in German or English, with amounts as people write them. What the phrase book does not know stays English.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from table_controller.records.rulebook import Text
from table_controller.views.models import Money
from table_controller.views.money import written
from table_controller.views.sentences import SENTENCES
from table_controller.views.table_phrases import TABLE_FINDINGS

_KINDS = {"m": r"(\d+)", "n": r"(\d+)", "s": r"(\d+)", "w": r"([a-z_ ]+)", "c": r"(\S+)"}
"""In a phrase ``{m}`` is an amount, ``{n}`` a count, ``{s}`` a seat, ``{w}`` an action or kind, ``{c}`` a card."""

_FINDINGS: Mapping[str, str] = MappingProxyType(
    {
        # turns and bets
        "seat {s} folds": "Platz {} passt",
        "seat {s} acts first": "Platz {} ist vorher am Zug",
        "play went on to seat {s}": "das Spiel ging an Platz {} weiter",
        "nobody is to act": "niemand ist am Zug",
        "seat {s}: chips of {m}": "Platz {}: Chips für {}",
        "seat {s}: {w}": "Platz {}: {}",
        "seats act clockwise": "die Plätze handeln im Uhrzeigersinn",
        "seat {s} says the amount first": "Platz {} sagt zuerst den Betrag",
        "{w} with the chips": "{} zugleich mit den Chips",
        "words before the chips": "die Ansage vor den Chips",
        "bets collected": "Einsätze eingezogen",
        "{n} s without a word": "{} s ohne ein Wort",
        "the dealer calls it": "der Dealer sagt es an",
        "chips exchanged with the pot": "Chips mit dem Pot getauscht",
        "the dealer makes change": "der Dealer wechselt",
        "{m} for a call": "{} zum Call",
        "{m} between stack and bet": "{} zwischen Stack und Einsatz",
        "chips apart from the stack": "Chips getrennt vom Stack",
        "{m} more behind an all-in": "noch {} hinter einem All-in",
        "all chips in view": "alle Chips sichtbar",
        "fold with nothing to call": "Fold, obwohl nichts zu zahlen ist",
        "a check is free": "ein Check kostet nichts",
        "a gesture": "eine Geste",
        "{m} in one heap": "{} in einem Haufen",
        "the action said first": "die Aktion vorher angesagt",
        "{m} in a second motion": "{} in einer zweiten Bewegung",
        "one motion, or the amount announced first": "eine Bewegung, oder der Betrag vorher angesagt",
        "{m} for a call of {m}": "{} statt {} zum Call",
        "{m} more": "noch {}",
        "raise to at least {m}": "Raise auf mindestens {}",
        "raise to {m}": "Raise auf {}",
        "bet of at least {m}": "Bet von mindestens {}",
        "bet of {m}": "Bet von {}",
        "raise by {m}": "Raise um {}",
        "multiples of {m}": "Vielfache von {}",
        "bet to {m}": "Einsatz auf {}",
        "at most {m}": "höchstens {}",
        "call or fold": "Call oder Fold",
        "check facing {m}": "Check bei {} zum Call",
        "chips of {m} after words": "Chips für {} nach der Ansage",
        "chips of {m} after {w}": "Chips für {} nach {}",
        "{w} after words": "{} nach der Ansage",
        "{w} after {w}": "{} nach {}",
        "the first stands": "das Erste gilt",
        "{w} stands": "{} gilt",
        "{m} taken back": "{} zurückgenommen",
        "stakes stay in": "Einsätze bleiben liegen",
        "one chip of {m}": "ein Chip zu {}",
        "chips of {m}": "Chips für {}",
        "change of {m}": "Wechselgeld {}",
        "{m} short of the line": "{} vor der Linie",
        "chips past the line": "Chips hinter der Linie",
        "{m} into the pot": "{} in den Pot",
        "chips before the seat": "Chips vor dem Platz",
        "a clear action": "eine klare Aktion",
        "a condition": "eine Bedingung",
        "no conditions": "keine Bedingungen",
        # the clock
        "clock called by {c}": "Zeit verlangt von {}",
        "a call of who may": "wer es darf, verlangt die Zeit",
        "{n} seconds": "{} Sekunden",
        "no action within {n} seconds": "keine Aktion in {} Sekunden",
        "the hand is folded": "die Hand ist gepasst",
        "the hand is checked": "die Hand checkt",
        "{n} seconds without an action": "{} Sekunden ohne Aktion",
        "a decision in reasonable time": "eine Entscheidung in angemessener Zeit",
        # who is there
        "seat {s} leaves with cards": "Platz {} geht mit Karten vom Tisch",
        "the clock runs at its turn": "am Zug läuft die Uhr",
        "a penalty": "eine Strafe",
        "{n} hands of a penalty left": "noch {} Hände Strafe",
        "dealt in, the hand killed after the deal": "Karten und Blinds, die Hand nach dem Geben tot",
        "seat {s} has the {w}": "Platz {} hat den {}",
        "a break waits until the button has passed": "die Pause wartet, bis der Button vorbei ist",
        "seat {s} is away": "Platz {} ist abwesend",
        "blinds from the stack, cards dealt, hand killed": "Blinds aus dem Stack, Karten gegeben, Hand tot",
        "no cards, no blinds": "keine Karten, keine Blinds",
        "nobody at seat {s}": "niemand an Platz {}",
        "the player at the table at the first card": "der Spieler ist bei der ersten Karte am Tisch",
        "the player at the table at the last card": "der Spieler ist bei der letzten Karte am Tisch",
        "more than {n} minutes": "mehr als {} Minuten",
        "at most {n} minutes": "höchstens {} Minuten",
        "a new hand": "eine neue Hand",
        "no hand before play resumes": "keine Hand, bevor es weitergeht",
        "no chips left": "keine Chips mehr",
        "seat {s} is open": "Platz {} ist frei",
        "the open seat is called": "der freie Platz wird angesagt",
        "no number of players": "keine Spielerzahl",
        "{n} players are announced": "{} Spieler werden angesagt",
        # hands on the felt, stacks
        "only the dealer's hand": "nur die Hand des Dealers",
        "{m} for {m}": "{} für {}",
        "equal value": "gleicher Wert",
        "bets lie before the seats": "Einsätze liegen vor den Plätzen",
        "bets are collected first": "zuerst werden die Einsätze eingezogen",
        "the size of the pot is told": "die Größe des Pots wird gesagt",
        "the pot is only spread": "der Pot wird nur ausgebreitet",
        "the pot is not counted": "der Pot wird nicht gezählt",
        "{c} asks for a count of seat {s}": "{} lässt Platz {} zählen",
        "the dealer may count": "der Dealer darf zählen",
        "an estimate": "eine Schätzung",
        "the cards of seat {s} are hidden": "die Karten von Platz {} sind verdeckt",
        "cards in plain view": "Karten offen sichtbar auf dem Tisch",
        "cards off the table": "Karten nicht auf dem Tisch",
        "cards off the table for {n} seconds": "Karten seit {} Sekunden nicht auf dem Tisch",
        "cards on the table": "Karten auf dem Tisch",
        "cards of seat {s} at seat {s}": "Karten von Platz {} bei Platz {}",
        "one player, one hand": "ein Spieler, eine Hand",
        "{m} of {m} taken off": "{} von {} vom Tisch genommen",
        "nothing taken off during a hand": "in der Hand wird nichts weggenommen",
        "all chips stay, or all go": "alle Chips bleiben, oder alle gehen",
        "{m} fewer than after the last hand": "{} weniger als nach der letzten Hand",
        "chips change owner by play alone": "Chips wechseln nur im Spiel den Besitzer",
        "chips stay on the table": "Chips bleiben auf dem Tisch",
        "chips out of sight": "Chips nicht zu sehen",
        "a stack that is not sorted": "ein unsortierter Stapel",
        "stacks sorted by value": "Stapel nach Wert sortiert",
        "a chip of unknown value": "ein Chip ohne bekannten Wert",
        "chips of known values": "Chips mit bekanntem Wert",
        "cash on the table": "Bargeld auf dem Tisch",
        "chips and cards only": "nur Chips und Karten",
        "an object on the table": "ein Gegenstand auf dem Tisch",
        "chips passed on": "Chips weitergegeben",
        "chips taken off the table": "Chips vom Tisch genommen",
        # what a person notes
        "noted by a person": "von einem Menschen notiert",
        "nobody advises a player": "niemand berät einen Spieler",
        "nobody dodges the blinds": "niemand weicht den Blinds aus",
        "who is out is recorded": "wer ausscheidet, wird eingetragen",
        "fair play": "ehrliches Spiel",
        "everybody plays for himself": "jeder spielt für sich",
        "a busted player deals": "ein ausgeschiedener Spieler gibt",
        "the fee is paid": "der Beitrag ist bezahlt",
        "the floor decides": "die Leitung entscheidet",
        "the languages of the table": "die Sprachen des Tisches",
        "the host may set a rule aside": "der Gastgeber darf eine Regel aussetzen",
        "an identity card is shown": "ein Ausweis wird gezeigt",
        "no marked cards": "keine gezinkten Karten",
        "no phone at the table": "kein Telefon am Tisch",
        "the number of players is announced": "die Spielerzahl wird angesagt",
        "everybody acts for himself": "jeder handelt für sich",
        "the house's limit of rebuys": "die Grenze des Hauses für Rebuys",
        "a second table with the host's consent": "ein zweiter Tisch mit Zustimmung des Gastgebers",
        "no talk about live hands": "kein Gespräch über Hände im Spiel",
        "the tally is right": "die Strichliste stimmt",
        "registered players only": "nur angemeldete Spieler",
        "a free place": "ein freier Platz",
        # the deal and the board
        "card {n} of the deal lies face up at seat {s}": "die {}. Karte liegt offen bei Platz {}",
        "hole cards are dealt face down": "Handkarten werden verdeckt gegeben",
        "no more than one exposed card": "höchstens eine offene Karte",
        "first card to seat {s}": "erste Karte an Platz {}",
        "a card to seat {s}": "eine Karte an Platz {}",
        "cards to the seats in the hand": "Karten an die Plätze in der Hand",
        "seat {s} served after its turn": "Platz {} nachträglich bedient",
        "the replacement for seat {s} in the middle of the deal": "Ersatzkarte für Platz {} mitten im Geben",
        "the replacement after the deal": "die Ersatzkarte nach dem Geben",
        "cards dealt clockwise": "im Uhrzeigersinn geben",
        "seat {s} was passed over": "Platz {} übergangen",
        "the card to seat {s}": "die Karte an Platz {}",
        "seat {s} has no cards": "Platz {} hat keine Karten",
        "{n} hole cards": "{} Handkarten",
        "{c} seen twice": "{} zweimal gesehen",
        "each card once": "jede Karte einmal",
        "{n} burns before the {w}": "{} Burns vor dem {}",
        "{n} burns": "Burns: {}",
        "{n} cards in the flop": "{} Karten im Flop",
        "{n} cards": "{} Karten",
        "the {w} while seat {s} is to act": "{}, obwohl Platz {} am Zug ist",
        "the round is over": "die Setzrunde ist beendet",
        "the dealer calls a misdeal": "der Dealer ruft ein Misdeal aus",
        "a misdeal before substantial action": "ein Misdeal, bevor nennenswert gehandelt wurde",
        "two cards in a row to seat {s}": "zwei Karten nacheinander an Platz {}",
        "{n} hole cards at each seat": "{} Handkarten an jedem Platz",
        "{w} cards: {n}": "Karten {}: {}",
        "52 cards, each once": "52 Karten, jede einmal",
        "{n} cards in the deck": "{} Karten im Deck",
        "unmarked cards": "ungezeichnete Karten",
        "the deck was not checked before the first hand": "das Deck wurde vor der ersten Hand nicht geprüft",
        "fan out and count": "auffächern und zählen",
        "no shuffle since the last hand": "seit der letzten Hand nicht gemischt",
        "the deck is shuffled": "das Deck wird gemischt",
        "no cut since the shuffle": "nach dem Mischen nicht abgehoben",
        "the deck is cut": "das Deck wird abgehoben",
        "no cut card below the deck": "keine Schnittkarte unter dem Deck",
        "a cut card at the bottom": "eine Schnittkarte zuunterst",
        "{n} cards left: seat {s}": "{} Karten übrig: Platz {}",
        "{n} cards left: {w}": "{} Karten übrig: {}",
        "all cards back in the deck": "alle Karten zurück ins Deck",
        "no manipulation": "keine Manipulation",
        "all cards face down in the deck": "alle Karten verdeckt im Deck",
        "a card of the stub was seen": "eine Karte des Stapels war zu sehen",
        "the stub stays closed": "der Stapel bleibt verdeckt",
        "a card of the stub was turned up after the hand": "eine Karte des Stapels wurde nach der Hand aufgedeckt",
        "the stub was shuffled face up": "der Stapel wurde offen gemischt",
        "face down": "verdeckt",
        "the stub was mixed": "der Stapel ist durcheinander",
        "the stub keeps its order": "der Stapel behält seine Reihenfolge",
        "a burn was turned up": "eine Burnkarte wurde aufgedeckt",
        "a burn lies face up": "eine Burnkarte liegt offen",
        "burns lie face down": "Burnkarten liegen verdeckt",
        "the burn was laid: {w}": "die Burnkarte liegt: {}",
        "under the button": "unter dem Button",
        "with the burns": "bei den Burnkarten",
        "a board card was moved: seat {s}": "eine Boardkarte wurde bewegt: Platz {}",
        "a board card was moved: {w}": "eine Boardkarte wurde bewegt: {}",
        "board cards stay": "Boardkarten bleiben liegen",
        "a card was turned up: seat {s}": "eine Karte wurde aufgedeckt: Platz {}",
        "a card was turned up: {w}": "eine Karte wurde aufgedeckt: {}",
        "face up on the board": "offen auf dem Board",
        "the hand of seat {s}": "die Hand von Platz {}",
        "a player's hand": "die Hand eines Spielers",
        "only the dealer's": "nur die des Dealers",
        "a card from the muck: seat {s}": "eine Karte aus dem Muck: Platz {}",
        "a card from the muck: {w}": "eine Karte aus dem Muck: {}",
        "mucked cards stay": "Karten im Muck bleiben dort",
        "seat {s} deals": "Platz {} gibt",
        "the house dealer deals": "der Croupier gibt",
        "{n} ms between two cards": "{} ms zwischen zwei Karten",
        "no more than {n} ms": "höchstens {} ms",
        "{n} burns on the {w}": "{} Burnkarten am {}",
        "cards shown during the deal": "Karten beim Geben gezeigt",
        "a board card after the hand was over": "eine Boardkarte nach dem Ende der Hand",
        "no further cards": "keine weiteren Karten",
        "cards shown with seat {s} to act": "Karten gezeigt, während Platz {} am Zug ist",
        "closed cards": "verdeckte Karten",
        # button and blinds
        "button at seat {s}": "Button an Platz {}",
        "no {w} from seat {s}": "kein {} von Platz {}",
        "blinds from {s} and {s}": "Blinds von Platz {} und {}",
        "blinds from {s}": "Blind von Platz {}",
        "after the first card": "nach der ersten Karte",
        "before the first card": "vor der ersten Karte",
        "{m}": "{}",
        # the showdown and the pots
        "seat {s} shows first": "Platz {} zeigt zuerst",
        "seat {s} shows": "Platz {} zeigt",
        "cards pushed away": "Karten weggeschoben",
        "all-in hands are shown": "All-in-Hände werden gezeigt",
        "all live hands are shown": "alle Hände im Spiel werden gezeigt",
        "{n} card shown": "{} Karte gezeigt",
        "winning hand in the muck": "Gewinnhand im Muck",
        "tabled hands cannot be killed": "aufgedeckte Hände können nicht getötet werden",
        "{m} to seat {s}": "{} an Platz {}",
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
        "objections until substantial action in the next hand": "Einsprüche bis zu wesentlicher Aktion danach",
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
        "an all-in hand opened with betting to come": "All-in-Hand aufgedeckt, während noch gesetzt werden kann",
        "an all-in hand opened early": "All-in-Hand zu früh aufgedeckt",
        "cards shown before the showdown": "Karten vor dem Showdown gezeigt",
        "folded cards stay closed": "gepasste Karten bleiben verdeckt",
        "shown to seat {s} alone": "nur Platz {} gezeigt",
        "shown to one person alone": "nur einer Person gezeigt",
        "shown to the whole table": "dem ganzen Tisch gezeigt",
        "a live hand in the muck": "eine Hand im Spiel im Muck",
        "a live hand is protected": "eine Hand im Spiel wird geschützt",
        "{m} uncalled go back": "{} nicht bezahlt, geht zurück",
        "a card of seat {s} moved away": "eine Karte von Platz {} liegt anderswo",
        "cards at the seat": "Karten am Platz",
        "the cards of seat {s} still lay there": "die Karten von Platz {} lagen noch dort",
        "folded cards in the muck": "gepasste Karten im Muck",
        "a second board agreed": "ein zweites Board vereinbart",
        "the board is dealt once": "das Board wird einmal gegeben",
        "all bets are in, cards to come": "alle Einsätze stehen, Karten kommen noch",
        "board card {n}": "{}. Boardkarte",
    }
)

_RULES: Mapping[str, str] = MappingProxyType(
    {
        "The floor decides whether a hand is shown on request": "Ob man sie sehen darf, sagt die Turnierleitung",
        "The board is dealt once": "Das Board wird einmal gegeben",
        "A bet is at least the big blind": "Ein Bet ist mindestens der Big Blind",
        "A bet is made in one motion or announced first": "Gesetzt wird in einer Bewegung oder nach Ansage",
        "A call matches the bet": "Ein Call gleicht den Einsatz aus",
        "A card is burned before flop, turn and river": "Vor Flop, Turn und River wird eine Karte gebrannt",
        "A deck holds each card once": "Jede Karte gibt es nur einmal",
        "A declaration in turn binds": "Eine Ansage am Zug bindet",
        "A hole card exposed by the dealer is replaced": "Eine vom Dealer aufgedeckte Handkarte wird ersetzt",
        "A pot goes to who paid into it": "Einen Pot gewinnt nur, wer in ihn eingezahlt hat",
        "A raise is at least the minimum raise": "Ein Raise erreicht mindestens den Mindest-Raise",
        "A single oversized chip without a word is a call": "Ein einzelner großer Chip ohne Ansage ist ein Call",
        "A tabled winning hand cannot be killed": "Eine aufgedeckte Gewinnhand kann nicht getötet werden",
        "Actions are made clearly": "Aktionen sind eindeutig",
        "All hole cards are shown to claim the pot": "Wer den Pot will, zeigt alle Handkarten",
        "An action in turn binds": "Eine Aktion am Zug bindet",
        "Bets lie in front of the seat": "Einsätze liegen vor dem Platz",
        "Blinds have the level's amounts": "Blinds haben die Höhe des Levels",
        "Blinds lie before the first card": "Blinds liegen vor der ersten Karte",
        "Cards are dealt singly, clockwise": "Karten werden einzeln im Uhrzeigersinn gegeben",
        "Chips count beyond the line": "Chips zählen hinter der Linie",
        "Each seat gets the game's number of hole cards": "Jeder Platz bekommt die Kartenzahl des Spiels",
        "Every entitled seat is dealt in": "Jeder berechtigte Platz bekommt Karten",
        "Every stake is final": "Ein Einsatz ist endgültig",
        "Hands are shown in order": "Hände werden der Reihe nach gezeigt",
        "Hole cards stay closed until the showdown": "Handkarten bleiben bis zum Showdown verdeckt",
        "Live hands are shown at the showdown": "Im Showdown werden alle Hände gezeigt",
        "More than a call, less than a raise": "Mehr als ein Call, weniger als ein Raise",
        "No board card after the hand is over": "Nach dem Ende der Hand keine Boardkarte",
        "No board card while betting is open": "Keine Boardkarte, solange gesetzt wird",
        "No check facing a bet": "Kein Check, wenn ein Einsatz liegt",
        "No conditional declarations": "Keine bedingten Ansagen",
        "No folding at an all-in showdown": "Im All-in-Showdown wird nicht gepasst",
        "Nobody stakes more than lies before him": "Niemand setzt mehr, als vor ihm liegt",
        "One burn per street": "Ein Burn je Straße",
        "Only open actions count": "Nur mögliche Aktionen zählen",
        "Only seats in the hand are dealt in": "Nur Plätze in der Hand bekommen Karten",
        "Raises go in the house's steps": "Erhöht wird in den Schritten des Hauses",
        "Seats act clockwise": "Gehandelt wird im Uhrzeigersinn",
        "Every seat gets its turn": "Jeder Platz kommt an die Reihe",
        "Small and big blind sit left of the button": "Small und Big Blind sitzen links vom Button",
        "The button moves one seat clockwise": "Der Button wandert einen Platz im Uhrzeigersinn",
        "The first card goes to the seat left of the button": "Die erste Karte geht an den Platz links vom Button",
        "The flop has three cards": "Der Flop hat drei Karten",
        "The odd chip goes to the first winner left of the button": "Der überzählige Chip geht links vom Button",
        "The pot goes to the best hand": "Der Pot geht an die beste Hand",
        "Two or more exposed hole cards are a misdeal": "Zwei oder mehr offene Handkarten sind ein Misdeal",
        "What came first counts": "Was zuerst kam, zählt",
        "Who cannot post in full is all-in": "Wer nicht voll setzen kann, ist all-in",
    }
)


@lru_cache(maxsize=512)
def said(finding: str, money: Money) -> Text:
    """What was measured or required, in both languages, amounts written as money."""
    return _phrase(finding, money) or _list(finding, money) or Text(finding, finding)


def rule_said(rule: str) -> Text:
    """The rule's sentence in both languages."""
    return Text(_RULES.get(rule) or SENTENCES.get(rule, rule), rule)


def _list(finding: str, money: Money) -> Text | None:
    """A finding of several phrases, parted by commas; None unless all are known."""
    parts = [_phrase(part, money) for part in finding.split(", ")]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return Text(", ".join(part.de for part in known), ", ".join(part.en for part in known))


def _phrase(finding: str, money: Money) -> Text | None:
    for pattern, kinds, english, german in _book():
        if match := pattern.fullmatch(finding):
            words = [_word(kind, group, money) for kind, group in zip(kinds, match.groups(), strict=True)]
            return Text(german.format(*(word.de for word in words)), english.format(*(word.en for word in words)))
    return None


def _word(kind: str, group: str, money: Money) -> Text:
    if kind == "m":
        return written(int(group), money)
    if kind == "w":
        group = group.replace("_", "-")
        return Text(group.capitalize() if " " not in group else group.title(), group)
    return Text(group, group)


@cache
def _book() -> tuple[tuple[re.Pattern[str], tuple[str, ...], str, str], ...]:
    return tuple(_compiled({**_FINDINGS, **TABLE_FINDINGS}.items()))


def _compiled(phrases: Iterable[tuple[str, str]]) -> Iterable[tuple[re.Pattern[str], tuple[str, ...], str, str]]:
    slot = re.compile(r"\{([a-z])\}")
    group: Callable[[re.Match[str]], str] = lambda match: _KINDS[match[1]]  # noqa: E731
    for english, german in phrases:
        pattern = slot.sub(group, re.escape(english).replace(r"\{", "{").replace(r"\}", "}"))
        yield re.compile(pattern), tuple(slot.findall(english)), slot.sub("{}", english), german
