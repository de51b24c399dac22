"""``floorman enrol``: what makes the program know this table's own deck.

A room is imported only once its command was chosen.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]


def add_enrol(commands: "Commands") -> None:
    """``floorman enrol``."""
    command = commands.add_parser("enrol", help="let the card reader learn this table's own deck")
    _enrol_deck(command.add_subparsers(required=True, metavar="deck"))


def _enrol_deck(verbs: "Commands") -> None:
    deck = verbs.add_parser("deck", help="from a fan or a few photographs of all 52 faces and the back (docs/enrol.md)")
    deck.add_argument("pictures", nargs="*", type=Path, metavar="PICTURE")
    deck.add_argument(
        "--card",
        action="append",
        default=[],
        metavar="CARD=PICTURE[@X,Y]",
        help="what a picture shows: As=ace.jpg, joker=fan.jpg@812,440",
    )
    deck.add_argument("--out", required=True, type=Path, metavar="FILE", help="the enrolled deck, for `--deck`")
    deck.add_argument("--add", action="store_true", help="go on with the deck in FILE; alone: learn it for new weights")
    deck.add_argument(
        "--forget",
        action="append",
        default=[],
        metavar="CARD",
        help="with --add: drop what was learnt of it, or of the `back`",
    )
    deck.add_argument("--models", type=Path, metavar="DIR", help="weights of the card reader")
    deck.add_argument("--lang", choices=("en", "de"), default="en", help="of the words; the JSON has one language")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.outputs import Draft, spare_all_but, write_whole
        from vision.enrol.command import enrol_deck

        spare_all_but(lambda head: True, chosen.out)  # what may become of a file that is there, --add decides
        return enrol_deck(
            chosen.pictures,
            chosen.card,
            chosen.out,
            write=lambda path, deck: write_whole(Draft(path, deck)),
            add=chosen.add,
            forget=chosen.forget,
            models=chosen.models,
            language=chosen.lang,
            out=sys.stdout,
        )

    deck.set_defaults(does=does)
