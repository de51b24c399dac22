"""What happened at the table, physically or by declaration: the vocabulary of the event log.

An event says what was done, never what it counts as; that is the rulebook's answer. Field names are those of the
log (`docs/events.md`); a trailing underscore keeps Python's keywords out (``from_`` is ``from`` in the log).
"""

from table_controller.records.betting_events import (
    BetsCollected,
    CardsCovered,
    ChangeMade,
    ChipsMovedIn,
    ChipsTakenBack,
    ClockCalled,
    CountRequested,
    Declared,
    HandMucked,
    HandPushed,
    Ticked,
    ZoneTouched,
)
from table_controller.records.deal_events import (
    BoardCardDealt,
    ButtonPlaced,
    CardBurned,
    CardExposed,
    CardMoved,
    CardsCounted,
    CardsScrambled,
    DeckCut,
    DeckShuffled,
    HandMixed,
    HandStarted,
    HoleCardDealt,
    Post,
    StubShuffled,
)
from table_controller.records.floor_events import (
    Corrected,
    RulingMade,
    RulingUndone,
    SourceBack,
    SourceGone,
    ZoneBlocked,
    ZoneRestored,
)
from table_controller.records.happened import (
    Certainty,
    Happened,
    Place,
)
from table_controller.records.showdown_events import (
    HandEnded,
    HandRequested,
    HandTabled,
    Objection,
    PotMerged,
    PotPushed,
)
from table_controller.records.table_events import (
    Announced,
    ChipsBought,
    ChipsCashedOut,
    DrawCard,
    LevelStarted,
    Noted,
    SeatAbsent,
    SeatLeft,
    SeatReturned,
    SeatTaken,
)

__all__ = [
    "Announced",
    "BetsCollected",
    "BoardCardDealt",
    "ButtonPlaced",
    "CardBurned",
    "CardExposed",
    "CardMoved",
    "CardsCounted",
    "CardsCovered",
    "CardsScrambled",
    "Certainty",
    "ChangeMade",
    "ChipsBought",
    "ChipsCashedOut",
    "ChipsMovedIn",
    "ChipsTakenBack",
    "ClockCalled",
    "Corrected",
    "CountRequested",
    "DeckCut",
    "DeckShuffled",
    "Declared",
    "DrawCard",
    "Event",
    "HandEnded",
    "HandMixed",
    "HandMucked",
    "HandPushed",
    "HandRequested",
    "HandStarted",
    "HandTabled",
    "Happened",
    "HoleCardDealt",
    "LevelStarted",
    "Noted",
    "Objection",
    "Place",
    "Post",
    "PotMerged",
    "PotPushed",
    "RulingMade",
    "RulingUndone",
    "SeatAbsent",
    "SeatLeft",
    "SeatReturned",
    "SeatTaken",
    "SourceBack",
    "SourceGone",
    "StubShuffled",
    "Ticked",
    "ZoneBlocked",
    "ZoneRestored",
    "ZoneTouched",
]

Event = (
    ButtonPlaced
    | DeckShuffled
    | DeckCut
    | CardsCounted
    | HandStarted
    | HoleCardDealt
    | CardBurned
    | BoardCardDealt
    | CardExposed
    | CardMoved
    | CardsScrambled
    | StubShuffled
    | HandMixed
    | Declared
    | ChipsMovedIn
    | ChipsTakenBack
    | ChangeMade
    | BetsCollected
    | ZoneTouched
    | HandPushed
    | HandMucked
    | CardsCovered
    | ClockCalled
    | CountRequested
    | Ticked
    | HandTabled
    | HandRequested
    | PotPushed
    | PotMerged
    | Objection
    | HandEnded
    | LevelStarted
    | SeatTaken
    | SeatLeft
    | SeatAbsent
    | SeatReturned
    | DrawCard
    | ChipsBought
    | ChipsCashedOut
    | Announced
    | Noted
    | RulingMade
    | RulingUndone
    | Corrected
    | ZoneBlocked
    | ZoneRestored
    | SourceGone
    | SourceBack
)
"""One thing that happened: a closed union."""
