"""What the rules of limits, blinds, button, draw and seats found, in German; ``phrases`` says how it is written."""

from collections.abc import Mapping
from types import MappingProxyType

TABLE_FINDINGS: Mapping[str, str | tuple[str, str]] = MappingProxyType(
    {
        # limits
        "one raise more": "noch eine Erhöhung",
        "at most {n} raises in a round": "höchstens {} Erhöhung in einer Runde|höchstens {} Erhöhungen in einer Runde",
        "a pot of {m}": "ein Pot von {}",
        "a bet of {m}": "ein Einsatz von {}",
        "at most {n} players": "höchstens {} Spieler",
        # blinds
        "straddle of {m}": "Straddle {}",
        "no straddle": "kein Straddle",
        "ante of {m}": "Ante {}",
        "no ante": "keine Ante",
        "the ante": "die Ante",
        "the {w}": "der {}",
        "{n} s after the shuffle": "{} s nach dem Mischen",
        "with the first shuffle": "beim ersten Mischen",
        "blinds of {m} and {m}": "Blinds {} und {}",
        "big blind of {m}": "Big Blind {}",
        "small blind of {m}": "Small Blind {}",
        # the draw
        "{n} players": "{} Spieler",
        "{n} to open": ("{} Spieler, um zu beginnen", "{} player to open|{} players to open"),
        "at least {n} players": "mindestens {} Spieler",
        "{n} new players": "{} neuer Spieler|{} neue Spieler",
        "a new draw from {n} new players on": "neue Auslosung ab {} neuen Spieler|neue Auslosung ab {} neuen Spielern",
        "seat {s} draws": "Platz {} zieht",
        "the draw is not finished": "die Auslosung ist nicht zu Ende",
        "seat {s} has won the draw": "Platz {} hat die Auslosung gewonnen",
        "still to draw: {l}": "noch zu ziehen: {}",
        "seats {s} and {s} tie": "die Plätze {} und {} sind gleich",
        "seats {s} and {s} draw again": "die Plätze {} und {} ziehen noch einmal",
        "several seats tie": "mehrere Plätze sind gleich",
        "they draw again": "sie ziehen noch einmal",
        # seats
        "{w} is played": "gespielt wird {}",
        "a game of the house": "ein Spiel des Hauses",
        "a limit of the house": "ein Limit des Hauses",
        "seat {s} taken": "Platz {} besetzt",
        "a seat card's seat": ("der Platz der Platzkarte", "the seat of the seat card"),
        "seats are kept": "die Plätze bleiben",
        "moved to seat {s}": "umgesetzt auf Platz {}",
        "at least {m} more before it is dealt in": "mindestens {} mehr, bevor der Platz Karten bekommt",
        "at least {m}": "mindestens {}",
        "seat {s} deals": "Platz {} gibt",
    }
)
"""German by the English wording of a finding."""
