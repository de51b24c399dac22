"""A table to draw: a turn with a side pot, a missing burn and a string bet, under the house of 001."""

from dataclasses import replace
from types import MappingProxyType

from table_controller.records import Card, Chips, Seat
from table_controller.records.hand import Clock, Hand
from table_controller.records.incidents import Incident, IncidentState, Irregularity, Remedy, Step
from table_controller.records.night import Following, Night, Ruled
from table_controller.records.player import Ask, Player, Pot, Street
from table_controller.records.rulebook import Rulebook, Severity, Text
from table_controller.views import Light, LightState, Money, Views, views

EURO = Money("EUR", 2)
NAMES = tuple((Seat(n), name) for n, name in enumerate(("Anna", "Bela", "Cem", "Dora", "Emil", "Fatma"), start=1))
BOOK = Rulebook(
    id="zollernalb",
    title="Pokerliga Zollernalb",
    edition="2012",
    digest="0" * 64,
    game="texas",
    parameters=MappingProxyType(
        {
            "raise.min_rule": "last_increment",
            "pot_size.disclosure": "spread_only",
            "clock.enabled": True,
            "clock.needs_call": True,
            "clock.audible_last": 10,
        }
    ),
    citations=MappingProxyType({"raise.min_rule": "§ 4.2.13"}),
    clauses=MappingProxyType({}),
)
LIGHTS = (
    Light("camera overhead", LightState.OK, Text("30 Bilder/s", "30 frames/s")),
    Light("board", LightState.OK, Text("verbunden", "connected")),
    Light("engine", LightState.OK, Text("12 ms", "12 ms")),
    Light("recorder", LightState.WARN, Text("Platte zu 91 % voll", "disk 91 % full")),
)


def cards(names: str) -> tuple[Card | None, ...]:
    """``As Td ?`` as cards; ``?`` was not read."""
    return tuple(None if name == "?" else Card.parse(name) for name in names.split())


def seat(number: int, stack: int, bet: int = 0, total: int = 0, hole: str = "", **more: object) -> Player:
    """A player who started with what is now spread over stack and pot."""
    player = Player(Seat(number), Chips(stack + total), Chips(stack), Chips(bet), Chips(total), cards(hole))
    return replace(player, **more)  # type: ignore[arg-type]


PLAYERS = (
    seat(2, 9650, 0, 350, "Ah Ad"),
    seat(3, 8250, 600, 1750, "Ks Kd"),
    seat(4, 0, 0, 1150, "9c 9h"),
    seat(5, 9900, 0, 100, "7h 2d", folded=True),
    seat(6, 10000, 0, 0, "Jc 4s", folded=True),
    seat(1, 8850, 0, 1150, "Qc Qd"),
)
HAND = Hand(
    id="17",
    button=Seat(1),
    small_blind=Chips(50),
    big_blind=Chips(100),
    ante=Chips(0),
    game="texas",
    limit="no_limit",
    players=PLAYERS,
    street=Street.TURN,
    board=cards("Ts 8h 3d 5c"),
    bet_to=Chips(600),
    raise_by=Chips(600),
    to_act=Seat(1),
    pots=(Pot(Chips(3900), (Seat(1), Seat(3), Seat(4))), Pot(Chips(600), (Seat(1), Seat(3)))),
)

_PUSH_BACK = Remedy(
    "burn_now",
    Text("Karte zurück, Burnkarte nachholen, Turn neu legen", "Take the card back, burn, deal the turn again"),
    (
        Step("card_moved", Text("Turnkarte zurück auf den Stapel", "Turn card back on the stub")),
        Step("card_burned", Text("Eine Karte verdeckt verbrennen", "Burn one card face down")),
        Step("board_card_dealt", Text("Turn aufdecken", "Turn the turn card up")),
    ),
)
_STANDS = Remedy("stands", Text("Karte bleibt liegen", "The card stands"))
_FIRST_MOTION = Remedy(
    "first_motion_stands",
    Text("Die erste Bewegung gilt, Rest zurück", "First motion stands, the rest back"),
    (Step("chips_taken_back", Text("500 zurück an Platz 3", "Give 500 back to seat 3"), Seat(3), Chips(500)),),
)
MISSING_BURN = Incident(
    4,
    "17",
    Irregularity(
        code="missing_burn",
        seat=None,
        at=61_000_000_000,
        event="board_card_dealt",
        rule="A card is burned before flop, turn and river",
        citation="§ 4.3.7",
        severity=Severity.SERIOUS,
        text=Text("Burnkarte vergessen", "Burn forgotten"),
        measured="0 burns before the turn",
        required="1 burns",
        confidence=0.97,
        proposal=_PUSH_BACK,
        options=(_PUSH_BACK, _STANDS),
    ),
)
STRING_BET = Incident(
    3,
    "17",
    Irregularity(
        code="string_bet",
        seat=Seat(3),
        at=48_000_000_000,
        event="chips_moved_in",
        rule="A bet is made in one motion or announced first",
        citation="default",
        severity=Severity.WARNING,
        text=Text("String Bet", "String bet"),
        measured="500 in a second motion",
        required="one motion, or the amount announced first",
        confidence=0.88,
        proposal=_FIRST_MOTION,
        options=(_FIRST_MOTION,),
    ),
    IncidentState.RULED,
    "first_motion_stands",
    "desk",
)
STACKS = tuple((Seat(n), Chips(10000)) for n in range(1, 7))
NIGHT = Night(
    stacks=STACKS,
    button=Seat(1),
    small_blind=Chips(50),
    big_blind=Chips(100),
    level=1,
    hands=17,
    hand=HAND,
    incidents=(STRING_BET, MISSING_BURN),
    next_incident=5,
)
ASK = Ask(Seat(1), Chips(600), True, Chips(1200))
STEP = Step("declared", Text("Platz 1 ist am Zug: 600 zu zahlen", "Seat 1 to act: 600 to call"), Seat(1), Chips(600))


def sample(revision: int = 1, night: Night = NIGHT, **more: object) -> Views:
    """The sample table as every audience sees it."""
    shown: dict[str, object] = {"ask": ASK, "next_steps": (STEP,), "lights": LIGHTS, "names": NAMES, "money": EURO}
    return views(night, BOOK, revision=revision, now=62_000_000_000, **(shown | more))  # type: ignore[arg-type]


def ruled(night: Night = NIGHT) -> Night:
    """The night after the floor accepted the remedy for the missing burn."""
    incident = replace(MISSING_BURN, state=IncidentState.RULED, ruling="burn_now", by="desk")
    following = (Following(4, _PUSH_BACK, _PUSH_BACK.steps[1:]),)
    rulings = (Ruled(incident.number, replace(night, incidents=(STRING_BET, MISSING_BURN)), 0),)
    return replace(night, incidents=(STRING_BET, incident), following=following, rulings=rulings)


TIMED = replace(NIGHT, hand=replace(HAND, clock=Clock(Seat(1), 0, 60_000_000_000, 69_000_000_000, 62_000_000_000)))
"""The clock runs against seat 1: seven seconds left."""

BETWEEN = replace(NIGHT, hand=None, incidents=(), hands=17)
"""Between two hands."""
