"""The chain of digests. It runs over digests of salted payloads, so that a payload can be erased and still fit."""

import json
from hashlib import sha256

FIRST = "floorman"
"""What the first entry has as ``prev``."""

SALT = 16
"""Bytes of salt for each payload; without it a short payload could be guessed from its digest."""


END_OF_TIME = 2**63 - 1
"""The latest night time that the file can hold."""


def no_earlier(last: int, at: int) -> int:
    """The night time of an entry that comes after one of *last* and says it is of *at*: it never decreases."""
    return max(last, min(at, END_OF_TIME))


def payload_digest(salt: bytes, body: bytes) -> str:
    """The digest of one payload, as lower-case hexadecimal."""
    return sha256(salt + body).hexdigest()


def entry_digest(*, prev: str, seq: int, at: int, kind: str, because: str, person: int, payload: str) -> str:
    """The digest of one entry; *because* and *payload* as they lie in the journal.

    The parts go in as a JSON list, so that no two different entries are written alike; ``repr`` is for a forger's
    values of a type that no entry has.
    """
    parts = json.dumps([prev, seq, at, kind, because, person, payload], separators=(",", ":"), default=repr)
    return sha256(parts.encode()).hexdigest()


def numbers(because: tuple[int, ...]) -> str:
    """Journal numbers as they lie in the journal."""
    return json.dumps(because, separators=(",", ":"))
