"""What is said of an enrolled deck to the person who enrols it, in German and English."""

from collections.abc import Callable, Iterable, Iterator
from os import fsencode
from pathlib import Path
from shlex import quote

from vision.enrol.backs import any_mixed
from vision.enrol.enrolment import Enrolment
from vision.enrol.naming import How, Named, Open, code

Say = Callable[[str, str], str]
EACH = 6
"""So many doubtful cards are asked about one by one."""
SIGNS = str.maketrans("cdhs", "♣♦♥♠")
OTHERS = {"joker": ("Joker", "a joker"), "cut_card": ("Cut-Card", "a cut card")}


def sentences(done: Enrolment, language: str) -> Iterator[str]:
    """Yield what is to be told: what is missing or twice, what to do about it, and what was taken on whose word."""

    def say(de: str, en: str) -> str:
        return de if language == "de" else en

    seen = len(done.seen)
    yield say(f"{seen} von 52 Karten gesehen.", f"{seen} of 52 cards seen.")
    if done.missing:
        cards = shown(done.missing)
        yield say(f"Noch nicht gesehen: {cards}.", f"Not seen yet: {cards}.")
    for picture in done.bare:
        yield say(f"{picture}: keine Karte gefunden.", f"{picture}: no card was found.")
    yield from _twice(done, say)
    yield from (_asked(one, say) for one in done.naming.open)
    yield from _doubted(done, say)
    yield from _taken(done, say)
    if not done.back:
        yield say("Noch keine Rückseite: eine Karte verdeckt zeigen.", "No back yet: show a card face down.")
    for picture in any_mixed(done.sights):
        yield say(f"{picture}: Rückseiten in zwei Farben.", f"{picture}: backs of two colours.")
    yield from _others(done, say)
    yield from _doubtful(done, say)


def look(picture: Path, number: int, looks: int, language: str) -> str:
    """Return what is said of one of so many *looks* at the pictures, while they are looked at."""
    german, english = f"{picture} angesehen: {number} von {looks} Blicken.", f"{picture}: look {number} of {looks}."
    return german if language == "de" else english


def shown(kinds: Iterable[int]) -> str:
    """Return cards as people write them."""
    return " ".join(sign(kind) for kind in kinds)


def sign(kind: int) -> str:
    """Return a card with its suit's sign: A♠."""
    return code(kind).translate(SIGNS)


def _twice(done: Enrolment, say: Say) -> Iterator[str]:
    for one in done.naming.twice:
        (x, y), card, how = one.card.place, code(one.kind), _naming(code(one.kind), one)
        yield say(
            f"{one.picture}: {sign(one.kind)} liegt zweimal da, einmal bei {x},{y}; nachsehen, ob die Karte doppelt "
            f"ist, oder diese mit {how} benennen (statt {card} die richtige).",
            f"{one.picture}: {sign(one.kind)} lies there twice, once at {x},{y}; look whether the deck has it twice, "
            f"or name that one with {how} (the right card instead of {card}).",
        )


def _asked(one: Open, say: Say) -> str:
    x, y = one.card.place
    likely = shown(one.likely)
    german = f" ({likely.replace(' ', ' oder ')}?)" if likely else ""
    english = f" ({likely.replace(' ', ' or ')}?)" if likely else ""
    how = _naming(code(one.likely[0]) if one.likely else say("KARTE", "CARD"), one)
    return say(
        f"{one.picture}: die Karte bei {x},{y} ist nicht zu lesen{german}: allein zeigen, oder mit {how} "
        "benennen (ein Joker: joker).",
        f"{one.picture}: the card at {x},{y} cannot be read{english}: show it alone, or name it with {how} "
        "(a joker: joker).",
    )


def _naming(card: str, one: Named | Open) -> str:
    """The option that names *one* a *card*, as a shell takes it: telephones put spaces into the names of pictures."""
    x, y = one.card.place
    return f"--card {_typed(f'{card}={one.picture}@{x},{y}')}"


def _typed(text: str) -> str:
    """Return *text* as a shell takes it, in letters alone: a line break in a picture's name, say, as \\x0a."""
    if text.isprintable():
        return quote(text)
    return f"$'{''.join(map(_letter, text))}'"


def _letter(one: str) -> str:
    plain = one.isprintable() and one not in "\\'"
    return one if plain else "".join(f"\\x{byte:02x}" for byte in fsencode(one))


def _doubted(done: Enrolment, say: Say) -> Iterator[str]:
    """A sentence each; where there are many, one for all: then pictures of a deck overlap, as they may."""
    if len(done.doubted) <= EACH:
        yield from (_doubt(one, say) for one in done.doubted)
        return
    cards = shown(sorted({one.kind for one in done.doubted}))
    yield say(
        f"Mehrfach gelesen, und Karten fehlen noch: {cards}. Ist eines dieser Bilder eine fehlende Karte, sie mit "
        "--card KARTE=BILD@X,Y benennen; Bilder und Orte stehen in der Ausgabe unter doubted.",
        f"Read several times, and cards are still missing: {cards}. If one of these pictures is a missing card, name "
        "it with --card CARD=PICTURE@X,Y; the output has pictures and places under doubted.",
    )


def _doubt(one: Named, say: Say) -> str:
    x, y = one.card.place
    how = _naming(code(one.kind), one)
    return say(
        f"{one.picture}: {sign(one.kind)} bei {x},{y} auch anderswo gelesen oder genannt, und Karten fehlen noch: "
        f"ist es eine davon, mit {how} benennen (statt {code(one.kind)} die richtige).",
        f"{one.picture}: {sign(one.kind)} at {x},{y} was read or named elsewhere too, and cards are still missing: "
        f"if it is one of them, name it with {how} (the right card instead of {code(one.kind)}).",
    )


def _taken(done: Enrolment, say: Say) -> Iterator[str]:
    """What was not simply read."""
    for one in done.naming.named:
        if one.how is How.LEFT:
            yield say(
                f"{one.picture}: {sign(one.kind)} erschlossen, weil die anderen Karten keine andere übrig lassen.",
                f"{one.picture}: {sign(one.kind)} by elimination: the other cards leave no other.",
            )
        elif one.how is How.TOLD and (read := int(one.card.chances[:52].argmax())) != one.kind:
            chance = f"{one.card.chances[read]:.0%}"
            yield say(
                f"{one.picture}: {sign(one.kind)} wie angegeben; gelesen würde {sign(read)} ({chance}).",
                f"{one.picture}: {sign(one.kind)} as told; it reads as {sign(read)} ({chance}).",
            )


def _others(done: Enrolment, say: Say) -> Iterator[str]:
    for picture, kind in done.others:
        german, english = OTHERS[kind]
        yield say(f"{picture}: {german}, zählt nicht zu den 52.", f"{picture}: {english}, none of the 52.")


def _doubtful(done: Enrolment, say: Say) -> Iterator[str]:
    if done.left_out:
        cards = shown(done.left_out)
        yield say(
            f"Nicht gelernt, weil der Index dem anderer Karten dieses Blatts gleicht: {cards}; noch einmal zeigen.",
            f"Not learnt, since the index looks like other cards' of this deck: {cards}; show again.",
        )
    if faint := [kind for kind in done.unlearnt if kind not in done.left_out]:
        cards = shown(faint)
        yield say(
            f"Gesehen, aber nichts davon gelernt: {cards}; größer und ganz zeigen.",
            f"Seen, but nothing of it was learnt: {cards}; show larger and as a whole.",
        )
