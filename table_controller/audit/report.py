"""``floorman audit``: what happened, who ruled what, and what another house would have said."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from table_controller.audit import gate
from table_controller.audit.bodies import Bodies
from table_controller.audit.facts import (
    Audit,
    allowed_at,
    allowed_in,
    codes,
    finding_line,
    incident_line,
    unassessed,
)
from table_controller.audit.page import write_page
from table_controller.audit.replay import Difference, replay
from table_controller.audit.story import IncidentTold, Story, seats_told
from table_controller.audit.teller import tell
from table_controller.audit.terminal import audit_lines, because_line, moment_lines, told_lines
from table_controller.audit.wording import speaker
from table_controller.files import load_rulebook
from table_controller.journal.read import resting_on
from table_controller.journal.verify import verify
from table_controller.outputs import spare
from table_controller.records import BadInput
from table_controller.records.rulebook import Rulebook, Text
from table_controller.records.wire import canonical, plain


def audit_command(
    journal: Path,
    rulebook: str | None = None,
    incident: int | None = None,
    html: Path | None = None,
    as_json: bool = False,
    out: TextIO = sys.stdout,
    text: TextIO | None = None,
    language: str = "en",
) -> int:
    """Report on *journal*: JSON lines to *out* if *as_json*, else words to *text* (stderr); and *html* if given.

    With *rulebook* the night is judged again by it, and what differs is listed. With *incident* only that one is
    told, with everything it rests on. Returns 1 if there are incidents or differences, 0 if not.

    :raises BadInput: for no journal, an unknown rulebook or incident, or a report that cannot be written.
    """
    book = load_rulebook(rulebook) if rulebook is not None else None
    audit = examine(journal, book)
    if incident is not None and incident not in audit.story.incidents:
        raise BadInput(str(journal), f"incident {incident}", f"expected one of 1 to {len(audit.story.incidents)}")
    if html is not None:
        _save(html, write_page(audit))
    told = None if incident is None else audit.story.incidents[incident]
    why = [] if told is None else _why(journal, told, audit.story)
    if as_json:
        for line in why or _lines(audit):
            print(canonical(line), file=out)
    else:
        lines = audit_lines(audit, language) if told is None else _why_lines(told, why, audit.story, language)
        for words in lines:
            print(words, file=text or sys.stderr)
    differences = audit.replayed.differences or (audit.other and audit.other[1].differences)
    return 1 if audit.story.incidents or differences or not audit.verified.sound else 0


def examine(journal: Path, book: Rulebook | None = None) -> Audit:
    """Verify *journal*, judge it again under its own rulebook and, if given, under *book*, and tell its story.

    :raises BadInput: if it is no journal, or cannot be read.
    """
    other = (book, replay(journal, book)) if book else None
    return Audit(journal.name, tell(journal), verify(journal), replay(journal), other)


def _save(path: Path, page: str) -> None:
    """The report, readable by its owner alone, whole or not at all."""
    spare(path)
    half = path.with_name(path.name + ".half")
    try:
        with os.fdopen(os.open(half, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(page)
        half.replace(path)
    except OSError as fault:
        half.unlink(missing_ok=True)
        raise BadInput(str(path), "", f"expected a place where the report can be written ({fault.strerror})") from None


def _lines(audit: Audit) -> list[dict[str, Any]]:
    story, verified = audit.story, audit.verified
    whole = {
        "type": "journal",
        "journal": audit.file,
        "sound": verified.sound,
        "closed": verified.closed,
        "entries": verified.entries,
        "head": verified.head,
        "runs": [{"version": run.version, "rulebook": run.rulebook.id, "wall": run.wall} for _, run in story.runs],
        "hands": len(story.hands),
        "events": story.events,
        "incidents": len(story.incidents),
        "faults": story.faults,
        "findings": [finding_line(finding) for finding in verified.findings],
        "differences": len(audit.replayed.differences),
        "erased": list(audit.replayed.erased),
        "versions": list(audit.replayed.versions),
    }
    lines = [whole, *({"type": "incident", **incident_line(told, story)} for told in story.incidents.values())]
    lines += [
        {"type": "ruling", "at": r.at, "incident": r.incident, "ruling": r.remedy, "by": r.by} for r in story.rulings
    ]
    lines += [_hand_line(number, story) for number in range(len(story.hands))]
    lines += [{"type": "seat", **plain(one)} for one in seats_told(story)]
    lines += [{"type": "kind", **{k: v for k, v in one.items() if k != "title"}} for one in codes(story)]
    lines += [{"type": "not_assessed", "code": one["code"], "count": one["count"]} for one in unassessed(story)]
    lines += [_difference("difference", one, story) for one in audit.replayed.differences]
    if audit.other:
        book, replayed = audit.other
        lines += [{**_difference("otherwise", one, story), "rulebook": book.id} for one in replayed.differences]
    return lines


def _hand_line(number: int, story: Story) -> dict[str, Any]:
    hand = story.hands[number]
    return {
        "type": "hand",
        "hand": hand.id,
        "at": hand.started.at,
        "ended": hand.ended_at,
        "button": hand.started.button,
        "board": plain(hand.board),
        "shown": {str(seat): plain(cards) for seat, cards in hand.seen.items() if any(cards)},
        "collected": {str(seat): chips for seat, chips in hand.collected.items()},
        "incidents": hand.incidents,
    }


def _difference(kind: str, one: Difference, story: Story) -> dict[str, Any]:
    allowed = allowed_at(one.seq, story)
    sides = {"journalled": one.journalled, "replayed": one.replayed}
    return {
        "type": kind,
        "seq": one.seq,
        "at": one.at,
        "what": one.what,
        **{side: gate.veiled(json.loads(said), allowed) if said else None for side, said in sides.items()},
    }


def _why_lines(told: IncidentTold, why: Sequence[dict[str, Any]], story: Story, language: str) -> Iterator[str]:
    yield from told_lines(told, story, language)
    yield speaker(language)(Text("     Verlauf:", "     What happened:"))
    yield from moment_lines(told, story, language)
    yield speaker(language)(Text("     Das steht dahinter:", "     It rests on:"))
    yield from (because_line(line, story) for line in why[1:])


def _why(journal: Path, told: IncidentTold, story: Story) -> list[dict[str, Any]]:
    """The incident and every entry it rests on, oldest first."""
    allowed = allowed_in(told)
    bodies = Bodies(journal)
    lines = [{"type": "incident", **incident_line(told, story)}]
    for entry in resting_on(journal, told.seq)[:-1]:
        # An entry may be of another hand than the incident: a card has to be public in both.
        both = allowed & allowed_at(entry.seq, story)
        body = gate.veiled(bodies.object(entry), both) if entry.body else "erased"
        lines.append({"type": "because", "seq": entry.seq, "at": entry.at, "kind": entry.kind, "body": body})
    return lines
