"""What the doctor finds, in German. What nobody here knows, a fault of a file say, stays as it was said."""

import re

_ZONE = "'(.+?)'"
_SIDE = r"its (left|right|top|bottom) edge by (\d+) px"
_SIDES = {"left": "linken", "right": "rechten", "top": "oberen", "bottom": "unteren"}
_AGAIN = "`floorman calibrate table` again"
_NEU = "noch einmal `floorman calibrate table`"

GERMAN: dict[str, str] = {
    "expected Python 3\\.11 or newer": "Python 3.11 oder neuer erwartet",
    "not installed; `make run` installs it": "nicht installiert; `make run` installiert es",
    r"cannot be loaded \((.+)\)": "lässt sich nicht laden ({0})",
    "the table file has no such zone; its events cannot be seen": (
        "die Tischdatei hat keine solche Zone; was dort geschieht, ist nicht zu sehen"
    ),
    "no zone for its cards": "keine Zone für seine Karten",
    "no zone for its bet": "keine Zone für seinen Einsatz",
    "no zone for its cards and bet": "keine Zone für seine Karten und seinen Einsatz",
    "the table file names none; the desk alone tells what happens": (
        "die Tischdatei nennt keine; allein das Pult sagt, was geschieht"
    ),
    "(.+): it cannot be opened; check its cable and whether another program has it, or correct `source`": (
        "{0}: lässt sich nicht öffnen; Kabel prüfen, und ob ein anderes Programm sie hat, oder `source` berichtigen"
    ),
    "(.+): it cannot be opened; expected a video, or a folder with pictures, or correct `source`": (
        "{0}: lässt sich nicht öffnen; ein Video oder einen Ordner mit Bildern erwartet, oder `source` berichtigen"
    ),
    "(.+): it is not there; expected .+, or correct `source`": (
        "{0}: nicht da; Nummer oder Adresse einer Kamera, ein Video oder einen Ordner mit Bildern erwartet, "
        "oder `source` berichtigen"
    ),
    "(.+): it can be opened, but gives no picture, or correct `source`": (
        "{0}: lässt sich öffnen, gibt aber kein Bild; oder `source` berichtigen"
    ),
    r"(.+): it stops after (\d+) of (\d+) pictures; check its cable, or correct `source`": (
        "{0}: hört nach {1} von {2} Bildern auf; Kabel prüfen, oder `source` berichtigen"
    ),
    "(.+), or correct `source`": "{0}; oder `source` berichtigen",
    "(.+); check its cable and whether another program has it, or correct `port`": (
        "{0}; Kabel prüfen, und ob ein anderes Programm es hat, oder `port` berichtigen"
    ),
    "only a part of the picture arrives; check its cable, and what it sends": (
        "nur ein Teil des Bildes kommt an; Kabel prüfen, und was sie sendet"
    ),
    "the picture is black; check its cable, and what it sends": (
        "das Bild ist schwarz; Kabel prüfen, und was sie sendet"
    ),
    "the picture is of one colour; check its cable, and what it sends": (
        "das Bild ist einfarbig; Kabel prüfen, und was sie sendet"
    ),
    r"gives (\d+ × \d+), the table file says (\d+ × \d+); calibrate again": (
        "gibt {0}, in der Tischdatei steht {1}; neu kalibrieren"
    ),
    r"the felt is at (\d+) of 255; more light over the table, or a longer exposure": (
        "die Spielfläche hat {0} von 255; mehr Licht über den Tisch, oder länger belichten"
    ),
    r"the felt is at (\d+) of 255; less light, or a shorter exposure": (
        "die Spielfläche hat {0} von 255; weniger Licht, oder kürzer belichten"
    ),
    rf"(\d+)% of zone {_ZONE} is burnt out; move the lamp aside, or shorten the exposure": (
        "{0} % der Zone „{1}“ sind überstrahlt; die Lampe zur Seite rücken, oder kürzer belichten"
    ),
    rf"zone {_ZONE} is much darker than {_ZONE}; a second lamp, or one with a diffuser": (
        "die Zone „{0}“ ist viel dunkler als „{1}“; eine zweite Lampe, oder eine mit Diffusor"
    ),
    r"flickers by (\d+) % from one picture to the next; .+": (
        "flackert um {0} % von einem Bild zum nächsten; Lampen mit Gleichstrom, oder die Netzfrequenz der Kamera auf "
        "50 Hz stellen und länger belichten"
    ),
    "no edge to judge by; light the table, or lay a few cards on it": (
        "keine Kante, an der die Schärfe zu sehen wäre; den Tisch beleuchten, oder ein paar Karten darauf legen"
    ),
    r"edges are ([\d.]+) px wide, at most ([\d.]+) was expected; turn .+": (
        "Kanten sind {0} px breit, höchstens {1} erwartet; am Schärfering drehen, oder das Objektiv putzen"
    ),
    "no zone with cards is in view": "keine Zone mit Karten ist im Bild",
    rf"a card in zone {_ZONE} is (\d+) px long, (\d+) was expected; "
    r"hang the camera lower by (\d+)%, or take one with (\d+) px across": (
        "eine Karte in der Zone „{0}“ ist {1} px lang, {2} erwartet; die Kamera um {3} % tiefer hängen, oder eine mit "
        "{4} px Breite nehmen"
    ),
    r"out of view: (.+); hang the camera higher, or take a wider lens": (
        "nicht im Bild: {0}; die Kamera höher hängen, oder ein Objektiv mit weiterem Winkel nehmen"
    ),
    rf"out of view: (.+); move the camera towards {_SIDE}": (
        "nicht im Bild: {0}; die Kamera zum {1} Bildrand hin rücken, um {2} px"
    ),
    rf"out of view: (.+); move the camera towards {_SIDE} and {_SIDE}": (
        "nicht im Bild: {0}; die Kamera zum {1} Bildrand hin rücken, um {2} px, und zum {3}, um {4} px"
    ),
    rf"its picture is turned by (\d+)° since; turn it back, or {_AGAIN}": (
        f"ihr Bild ist seither um {{0}}° gedreht; zurückdrehen, oder {_NEU}"
    ),
    rf"cannot be compared with (.+); clear the table and light it; where it looks elsewhere, {_AGAIN}": (
        f"mit {{0}} nicht zu vergleichen; den Tisch leeren und beleuchten; sieht sie anderswohin, {_NEU}"
    ),
    r"what is printed on the felt counts as cards without (.+); calibrate again, with --printed": (
        "was auf die Spielfläche gedruckt ist, gilt ohne {0} als Karten; neu kalibrieren, mit --printed"
    ),
    rf"it shifted by ([\d.]+) mm since; put it back, or {_AGAIN}": (
        f"sie ist seither um {{0}} mm verrückt; zurückrücken, oder {_NEU}"
    ),
}
"""How it is said in English (a pattern), and the German for it; ``{0}`` is the pattern's first group."""


def in_german(state: str) -> str:
    """Return the German for what the doctor says of a finding's *state*."""
    for pattern, german in GERMAN.items():
        if found := re.fullmatch(pattern, state):
            return german.format(*map(_worded, found.groups()))
    return state


def _worded(group: str) -> str:
    """A side, a number or the names of zones as German has them."""
    if re.fullmatch(r"\d+\.\d+", group):
        return group.replace(".", ",")
    named = re.sub(r" and (\d+) more$", r" und \1 weitere", group)
    return _SIDES.get(group, named)
