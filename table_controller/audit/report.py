"""``floorman audit``: what happened, who ruled what, and what another house would have said."""

import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

from table_controller.audit import gate
from table_controller.audit.bodies import Bodies
from table_controller.audit.page import (
    Audit,
    allowed_at,
    codes,
    finding_line,
    incident_line,
    unassessed,
    write_page,
)
from table_controller.audit.replay import Difference, replay
from table_controller.audit.story import IncidentTold, Story, seats_told, tell
from table_controller.files import load_rulebook
from table_controller.journal.read import resting_on
from table_controller.journal.verify import verify
from table_controller.records import BadInput
from table_controller.records.rulebook import Rulebook
from table_controller.records.wire import canonical, plain


def audit_command(
    journal: Path,
    rulebook: str | None = None,
    incident: int | None = None,
    html: Path | None = None,
    as_json: bool = False,
    out: TextIO = sys.stdout,
    text: TextIO | None = None,
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
    if incident is not None:
        lines = list(_why(journal, audit.story.incidents[incident], audit.story))
    else:
        lines = list(_lines(audit))
    words = text or sys.stderr
    for line in lines:
        print(canonical(line) if as_json else _in_words(line), file=out if as_json else words)
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


def _why(journal: Path, told: IncidentTold, story: Story) -> list[dict[str, Any]]:
    """The incident and every entry it rests on, oldest first."""
    allowed = told.hand.allowed if told.hand else frozenset()
    bodies = Bodies(journal)
    lines = [{"type": "incident", **incident_line(told, story)}]
    for entry in resting_on(journal, told.seq)[:-1]:
        # An entry may be of another hand than the incident: a card has to be public in both.
        both = allowed & allowed_at(entry.seq, story)
        body = gate.veiled(bodies.object(entry), both) if entry.body else "erased"
        lines.append({"type": "because", "seq": entry.seq, "at": entry.at, "kind": entry.kind, "body": body})
    return lines


def _in_words(line: dict[str, Any]) -> str:
    match line["type"]:
        case "journal":
            state = "unaltered" if line["sound"] else "ALTERED: " + "; ".join(line["findings"])
            again = "the same" if not line["differences"] else f"{line['differences']} differences"
            again += f", up to entry {line['erased'][0]}, of which something was erased" if line["erased"] else ""
            again += f", recorded by version {', '.join(line['versions'])}" if line["versions"] else ""
            return (
                f"{line['journal']}: {line['entries']} entries, {state}; {line['hands']} hands, "
                f"{line['incidents']} incidents; judged again: {again}\nhead {line['head']}"
            )
        case "incident":
            seat = f", seat {line['seat']}" if line.get("seat") else ""
            who = f" by {line['by']}" if line["by"] else ""
            ruled = f": {line['ruling']}{who}" if line["ruling"] else ""
            return (
                f"{line['wall'][11:19]} #{line['incident']} {line['text']['en']}{seat}, hand {line['hand']} "
                f"[{line['citation']}] {line['measured']}; {line['required']} ({line['state']}{ruled})"
            )
        case "difference" | "otherwise":
            sides = (_short(line[side]) for side in ("journalled", "replayed"))
            return f"{line['type']}: entry {line['seq']} {line['what']}: " + " -> ".join(sides)
        case _:
            rest = " ".join(f"{name}={value}" for name, value in line.items() if name != "type" and value)
            return f"{line['type']}: {rest}"


def _short(said: Any) -> str:
    """One side of a difference on the terminal: an incident by its code, clause and proposal, the rest as it is."""
    if not isinstance(said, dict) or "code" not in said:
        return canonical(said) if said is not None else "nothing"
    proposal = said.get("proposal") or {}
    return f"{said['code']} [{said.get('citation')}] {proposal.get('name', 'no ruling proposed')}"
