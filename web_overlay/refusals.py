"""What people are told when a request is not taken, in both languages.

The JSON keeps ``expected`` in English for programs; ``said`` is for people.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from table_controller.records.rulebook import Text

TOO_LATE = Text(
    "ein Vorfall, wie diese Seite ihn zeigte; er wurde inzwischen entschieden",
    "an incident as this page showed it; it was ruled meanwhile",
)
TOLD_ALREADY = Text(
    "ein Schritt, wie diese Seite ihn zeigte; er wurde inzwischen eingetragen",
    "a step as this page showed it; it was entered meanwhile",
)
TURN_OVER = Text(
    "der Zug, den diese Seite zeigte; für diesen Platz wurde schon gedrückt",
    "the turn that this page showed; this seat has pressed already",
)
STALE_TOKEN = Text(
    "die Kennung dieser Seite; sie fehlt oder ist veraltet: Seite neu laden",
    "the page's token; it is missing or stale: reload the page",
)
FOREIGN_PAGE = Text("nur Seiten dieses Servers dürfen das fragen", "only pages of this server may ask this")
NOT_PAIRED = Text(
    "ein gekoppeltes Gerät: Der Gastgeber zeigt einen Code, er gehört auf die Seite /pair",
    "a paired device: the host shows a code, which goes on the page /pair",
)
NOT_YOURS = Text("eine Seite, für die dieses Gerät gekoppelt ist", "a page that this device was paired for")
WRONG_CODE = Text(
    "der Code, den der Gastgeber gerade zeigt; er gilt zwei Minuten, für ein Gerät und fünf Versuche",
    "the code that the host shows now; it is good for two minutes, one device and five tries",
)
NO_NETWORK = Text(
    "ein Tisch im Netz: `floorman run --listen auto`; dieser hört nur auf dieses Gerät",
    "a table on a network: `floorman run --listen auto`; this one listens to this machine alone",
)
NO_PLACE = Text(
    "ein freier Platz unter den Geräten: Der Gastgeber trennt eines und zeigt einen neuen Code",
    "a free place among the devices: the host disconnects one and shows a new code",
)
NO_DEVICE = Text("ein Gerät aus der Liste", "a device of the list")
WHAT_ROLE = Text("role: eine der Rollen; seat: der Platz, nur bei seat", "role: one of the roles; seat: only for seat")
DEVICE_NAME = Text("name: höchstens 40 druckbare Zeichen", "name: at most 40 printable characters")
TOO_FAST = Text("etwas Geduld: zu viele Anfragen", "some patience: too many requests")
NO_PICTURE = Text("kein Bild, solange eine Hand läuft oder laufen kann", "no picture while a hand is on, or may be")
TOO_MANY = Text("zu viele Anzeigen sind offen", "too many screens are open")
NOT_PROPOSED = Text(
    "verdict: annehmen, was der Dealerplatz vorschlägt", "verdict: accept what the desk proposes, if it does"
)
WHICH_RULING = Text("remedy oder choice: welche andere Entscheidung", "remedy or choice: which other ruling")
NOT_OFFERED = Text(
    "remedy: eine, die der Dealerplatz zu diesem Vorfall anbietet",
    "remedy: one that the desk offers for this incident",
)
NO_UNDO = Text(
    "verdict: zurücknehmen lässt sich eine Entscheidung nur, bis in der nächsten Hand gesetzt wird",
    "verdict: a ruling is taken back only until the next hand is bet",
)
NOT_JSON = Text("ein JSON-Objekt", "a JSON object")

_FAULTS: Mapping[int, Text] = MappingProxyType(
    {
        400: Text("eine Anfrage, die dieser Server lesen kann", "a request that this server can read"),
        404: Text("eine Seite, die es gibt", "a page that exists"),
        405: Text("eine Seite, die das annimmt", "a page that takes this"),
        413: Text("eine kürzere Anfrage", "a shorter request"),
        415: Text("eine Anfrage als application/json", "a request as application/json"),
        431: Text("kürzere Kopfzeilen", "shorter headers"),
        500: Text("ein Programm ohne Fehler; siehe seine Ausgabe", "a program without a fault; see its output"),
    }
)
_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "a whole number": "eine ganze Zahl",
        "a number": "eine Zahl",
        "a text": "ein Text",
        "text": "ein Text",
        "true or false": "true oder false",
        "an object": "ein Objekt",
        "a list": "eine Liste",
        "a card such as As or Td": "eine Karte wie As oder Td",
        "one of the types of docs/events.md": "einer der Typen von docs/events.md",
    }
)
_GOT = re.compile(r"(?P<place>[^:]*): expected (?P<wanted>.*), got (?P<got>.*)")
_UNKNOWN = re.compile(r"(?P<place>[^:]*): no such field; expected (?P<names>.*)")
_MISSING = re.compile(r"(?P<place>[^:]*): missing")


class Refused(Exception):
    """Input that says something impossible; ``status`` is the HTTP answer, ``expected`` what would have been right.

    ``wait``: seconds after which the same may be asked again; 0 where that would not help.
    """

    def __init__(self, expected: Text, status: int = 400, wait: float = 0.0) -> None:
        super().__init__(expected.en)
        self.expected, self.status, self.wait = expected, status, wait


def fault_said(code: int) -> Text:
    """What would have been right instead of a request that Flask itself refused."""
    return _FAULTS.get(code, Text("eine Anfrage, die angenommen werden kann", "a request that can be taken"))


def reading_said(fault: str) -> Text:
    """What ``records.wire`` says of input it could not read, in both languages."""
    if match := _GOT.fullmatch(fault):
        wanted = match["wanted"].removeprefix("one of ")
        german = _NAMES.get(match["wanted"], wanted if wanted == match["wanted"] else f"eins von {wanted}")
        return Text(f"{match['place']}: erwartet {german}, nicht {match['got']}", fault)
    if match := _UNKNOWN.fullmatch(fault):
        return Text(f"{match['place']}: dieses Feld gibt es nicht; erwartet {match['names']}", fault)
    if match := _MISSING.fullmatch(fault):
        return Text(f"{match['place']}: fehlt", fault)
    return Text(f"eine Eingabe, die gelesen werden kann ({fault})", fault)
