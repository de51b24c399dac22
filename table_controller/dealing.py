"""What the dealer's desk is told beside the night: the next deal and button by the house's rules, what is filmed."""

from table_controller.records.chips import Seat
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook, Text
from table_controller.rules.button import due_places
from table_controller.rules.cards import expected_seat
from table_controller.rules.hand import dealt_out, hole_count
from table_controller.table_file import Table
from table_controller.views import Dealing
from table_controller.views.dealer_models import Consent, RecordingView
from table_controller.views.memory import Memory, newcomers

FILMED = (Consent.GIVEN, Consent.NOT_NEEDED)
"""The answers under which stills are kept."""


def dealing(
    table: Table, night: Night, book: Rulebook, memory: Memory, *, recorder_works: bool, pictures: dict[int, bool]
) -> Dealing:
    """The desk's part of this moment; *recorder_works*: nothing keeps the evidence from the disk; *pictures*: by
    incident that has a still, whether the desk may show it."""
    return Dealing(
        alone=not _watched(table, night),
        tags=_tags_are_read(table, night),
        button=next_button(night, book),
        deal=left_to_deal(night.hand),
        memory=memory,
        recording=recording(table, night, memory, works=recorder_works),
        pictures=tuple(pictures.items()),
    )


def _watched(table: Table, night: Night) -> bool:
    """Whether something tells the chips: a camera that works, or what a table without cameras has."""
    sources = {name for name, _ in table.camera_sources} or ({"board"} if table.board_port is not None else set())
    return table.simulated or bool(sources - night.lost)


def _tags_are_read(table: Table, night: Night) -> bool:
    return table.board_port is not None and "board" not in night.lost and bool(table.deck.tags)


def next_button(night: Night, book: Rulebook) -> Seat | None:
    """Where the button belongs in the next hand; None while one runs, and where no rule says."""
    if night.hand is not None and not night.hand.settled:
        return None
    seats = tuple(seat for seat, stack in night.stacks if stack > 0)
    places = due_places(night, seats, book)
    return None if places is None else places.button


def left_to_deal(hand: Hand | None) -> tuple[Seat, ...]:
    """The seats that still get hole cards, in the order of the deal, one for each card."""
    if hand is None or hand.street is not Street.DEAL:
        return ()
    players, first = hand.players, expected_seat(hand)
    start = next((place for place, player in enumerate(players) if player.seat == first), 0)
    missing = {p.seat: 0 if dealt_out(hand, p) else hole_count(hand) - len(p.cards) for p in players}
    order: list[Seat] = []
    for place in range(start, start + len(players) * hole_count(hand) + len(players)):
        seat = players[place % len(players)].seat
        if missing[seat] > 0:
            missing[seat] -= 1
            order.append(seat)
    return tuple(order)


_KEPT = (
    Text(
        "Das Protokoll der Hände: Karten, Einsätze, Vorfälle, Entscheidungen. Es bleibt, bis jemand es löscht.",
        "The record of the hands: cards, bets, incidents, rulings. It stays until you delete it.",
    ),
    Text(
        "Zu jedem Vorfall ein Standbild jeder Kamera. Es bleibt, bis „floorman erase“ es löscht.",
        "A still of every camera for each incident. It stays until you delete it with “floorman erase”.",
    ),
    Text("Kein Ton, kein laufendes Video.", "No sound, no running video."),
    Text("Alles bleibt auf diesem Rechner.", "All of it stays on this computer."),
)


def recording(table: Table, night: Night, memory: Memory, *, works: bool) -> RecordingView:
    """What films the players and what of it is kept; a simulated table has nobody to ask."""
    cameras = tuple(name for name, _ in table.camera_sources)
    consent = consent_of(table, memory)
    kept = filmed(table, night, memory)
    unasked = newcomers(memory, night) if consent is Consent.GIVEN else ()
    return RecordingView(works and kept and bool(cameras), consent, cameras, _KEPT if cameras else (), unasked)


def filmed(table: Table, night: Night, memory: Memory) -> bool:
    """Whether stills are kept: whoever sits before the cameras agreed, those who came later too."""
    consent = consent_of(table, memory)
    return consent in FILMED and not (consent is Consent.GIVEN and newcomers(memory, night))


def consent_of(table: Table, memory: Memory) -> Consent:
    """Whether those who sit before the cameras agreed."""
    if table.simulated or not table.camera_sources:
        return Consent.NOT_NEEDED
    match memory.consent:
        case None:
            return Consent.ASKED
        case True:
            return Consent.GIVEN
        case False:
            return Consent.REFUSED
