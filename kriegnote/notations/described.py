"""Converts squares that an umpire names in descriptive notation (``QB5``) to algebraic ones.

RAND 17 counts them from the mover's side, Gambit 9 from the side of the player whose man is captured: the record's
rulebook decides. If it names squares from White's side, or is not known, it cannot be decided which square is meant.
"""

from __future__ import annotations

from typing import Final

import msgspec

from kriegnote.chess.squares import NAMES
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Capture, PawnTries
from kriegnote.model.record import Record
from kriegnote.rules import RULES, naming

NAMES_SQUARES: Final = frozenset({Capture, PawnTries})
"""The types of announcement that name squares."""


def in_algebraic(record: Record) -> tuple[Record, list[Finding]]:
    """The record with the squares of its announcements in algebraic notation, and findings on those not converted."""
    found: list[Finding] = []
    if not any(map(_described, record.events)):
        return record, found
    events = tuple(_converted(event, record, found) if _described(event) else event for event in record.events)
    return record.replace(events=events), found


def _described(event: AnyEvent) -> bool:
    if type(event) is Capture:
        return event.square is not None and event.square not in NAMES
    return type(event) is PawnTries and any(name not in NAMES for name in event.squares or ())


def _converted(event: AnyEvent, record: Record, found: list[Finding]) -> AnyEvent:
    assert isinstance(event, Capture | PawnTries)
    names = (event.square,) if isinstance(event, Capture) else event.squares or ()
    squares = [name if name in NAMES else _square(name or "", event, record) for name in names]
    if None in squares:
        message = f"{', '.join(map(str, names))}: it is not said from which side the squares are counted"
        note = 'name a rulebook that says so, such as [Rules "rand"], or write squares as a1 to h8'
        found.append(finding("KN109", message, event, note=note))
        squares = []
    known = [square for square in squares if square is not None]
    if isinstance(event, Capture):
        return msgspec.structs.replace(event, square=known[0] if known else None)
    any_ = True if not known and event.any is None else event.any
    return msgspec.structs.replace(event, squares=tuple(sorted(known)) or None, any=any_)


def _square(name: str, event: Capture | PawnTries, record: Record) -> str | None:
    rules = RULES[record.rules] if record.rules else None
    if rules is None or rules.naming == "white" or event.side is None:
        return None
    return naming.square_named(name, naming.counted_from(rules, event.side))
