"""The commands for what was kept: hands judged, journals audited, verified, erased and exported; and rulebooks.

A room is imported only once its command was chosen.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table_controller.commands.live import recording
from table_controller.records import BadInput

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]


def add_referee(commands: "Commands") -> None:
    """``floorman referee``."""
    command = commands.add_parser("referee", help="judge recorded hands: .phh, .phhs, .jsonl, folders, .tar.gz")
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.add_argument("--rulebook", required=True, metavar="NAME")
    command.add_argument("--json", action="store_true", help="one JSON object a hand")
    command.add_argument("--trace", action="store_true", help="and one an event")
    command.add_argument("--unit", default=None, help="the smallest unit of money in the record, such as 0.5")
    _language(command)

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.referee import referee

        return referee(
            chosen.files,
            chosen.rulebook,
            as_json=chosen.json,
            trace=chosen.trace,
            unit=chosen.unit,
            out=sys.stdout,
            language=chosen.lang,
        )

    command.set_defaults(does=does)


def add_audit(commands: "Commands") -> None:
    """``floorman audit``."""
    command = commands.add_parser("audit", help="incidents, statistics, the report; another rulebook: what differs")
    command.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL")
    command.add_argument("--rulebook", metavar="NAME")
    command.add_argument("--incident", type=int, metavar="ID")
    command.add_argument("--html", type=Path, metavar="FILE")
    command.add_argument("--json", action="store_true")
    command.add_argument("--video", nargs="+", type=recording, metavar="FILE")
    command.add_argument("--table", type=Path, metavar="FILE")
    _language(command)

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.report import audit_command
        from table_controller.audit.watch import audit_videos

        if chosen.video:
            if chosen.journal is not None:
                raise BadInput("audit", str(chosen.journal), "expected a journal or --video FILE…, not both")
            return audit_videos(chosen.video, table=chosen.table, rulebook=chosen.rulebook, out=sys.stdout)
        if chosen.journal is None:
            raise BadInput("audit", "JOURNAL", "expected a journal, or --video FILE… with --table FILE")
        return audit_command(
            chosen.journal,
            rulebook=chosen.rulebook,
            incident=chosen.incident,
            html=chosen.html,
            as_json=chosen.json,
            out=sys.stdout,
            language=chosen.lang,
        )

    command.set_defaults(does=does)


def add_verify(commands: "Commands") -> None:
    """``floorman verify``."""
    command = commands.add_parser("verify", help="whether a journal is as it was written")
    command.add_argument("journal", type=Path, metavar="JOURNAL")
    command.add_argument(
        "--head", metavar="DIGEST", help="the head digest noted at the end; shows a tail cut off later"
    )

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.verify import verify_command

        return verify_command(chosen.journal, out=sys.stdout, head=chosen.head)

    command.set_defaults(does=does)


def add_reads(commands: "Commands") -> None:
    """``floorman reads``."""
    command = commands.add_parser("reads", help="who looked at which screen of a night, when")
    command.add_argument("journal", type=Path, metavar="JOURNAL")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.readlog import reads_command

        return reads_command(chosen.journal, print)

    command.set_defaults(does=does)


def add_erase(commands: "Commands") -> None:
    """``floorman erase``."""
    command = commands.add_parser("erase", help="erase what an entry of a journal says of a person or shows")
    command.add_argument("journal", type=Path, metavar="JOURNAL")
    command.add_argument("entry", type=int, metavar="ENTRY", help="the entry's number")
    command.add_argument("--by", required=True, help="who erases")
    command.add_argument("--why", required=True, help="for what reason")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.erase import erase_command

        return erase_command(chosen.journal, chosen.entry, by=chosen.by, why=chosen.why, out=sys.stdout)

    command.set_defaults(does=does)


def add_export(commands: "Commands") -> None:
    """``floorman export``."""
    command = commands.add_parser("export", help="hands for other tools; the bank's book")
    command.add_argument("journal", type=Path, metavar="JOURNAL")
    command.add_argument("--format", required=True, choices=("phh", "ohh", "pokerstars", "csv", "bank"))

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.export import export_command

        return export_command(chosen.journal, chosen.format, out=sys.stdout)

    command.set_defaults(does=does)


def add_rulebook(commands: "Commands") -> None:
    """``floorman rulebook``."""
    command = commands.add_parser("rulebook", help="list, show, check or compare rulebooks")
    verbs = command.add_subparsers(required=True, dest="verb", metavar="list|show|check|diff")
    verbs.add_parser("list")
    show = verbs.add_parser("show")
    show.add_argument("names", nargs=1, metavar="NAME")
    show.add_argument("key", nargs="?", metavar="PARAMETER", help="one parameter, or one incident code, alone")
    verbs.add_parser("check").add_argument("names", nargs=1, metavar="FILE")
    diff = verbs.add_parser("diff")
    diff.add_argument("names", nargs="+", metavar="A B")
    diff.add_argument("--citations", action="store_true", help="list also what both answer alike by different clauses")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit import houses

        match chosen.verb:
            case "list":
                return houses.list_rulebooks(sys.stdout)
            case "show" if chosen.key is not None:
                return houses.show_answer(chosen.names[0], chosen.key, sys.stdout)
            case "show":
                return houses.show_rulebook(chosen.names[0], sys.stdout)
            case "check":
                return houses.check_rulebook(Path(chosen.names[0]), sys.stdout)
            case _:
                return _differences(chosen.names, citations=chosen.citations)

    command.set_defaults(does=does)


def _differences(names: list[str], *, citations: bool) -> int:
    from table_controller.audit import houses

    if len(names) != 2:
        raise BadInput("rulebook diff", "", f"expected two rulebooks, got {len(names)}")
    status = houses.diff_rulebooks(names[0], names[1], sys.stdout, citations=citations)
    if status == 0:
        print(f"floorman: {names[0]} and {names[1]} answer everything alike", file=sys.stderr)
    return status


def _language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", choices=("en", "de"), default="en", help="of the words; --json has both")
