"""Converts squares that an umpire names in capitals (``C6``) or in descriptive notation (``QB5``) to algebraic ones.

RAND 17 counts them from the mover's side, Gambit 9 from the side of the player whose man is captured: the record's
rulebook decides. If none is known, a capture was on the named square where the last move captured; if there is none, or
the rulebook names squares from White's side, it cannot be decided which square is meant.
Only ``B5`` may be a name in either notation: it is b5 if the moves of the record are algebraic and no announcement
names a square in descriptive notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.squares import NAMES
from kriegnote.confirmation.followed import Followed, followed_boards
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Capture, Move, PawnTries, Variation
from kriegnote.model.record import Record
from kriegnote.rules import RULES, naming

NAMES_SQUARES: Final = frozenset({Capture, PawnTries, Variation})
"""The types of event in which an announcement may name squares."""


def in_algebraic(record: Record) -> tuple[Record, list[Finding]]:
    """The record with the squares of its announcements in algebraic notation, and findings on those not converted."""
    found: list[Finding] = []
    if not any(map(_described, record.events)):
        return record, found
    boards = followed_boards(record) if record.rules is None else []
    page = _Page(record, _is_algebraic(record.events), boards)
    return record.replace(events=_all_converted(record.events, page, found)), found


class _Page(NamedTuple):
    """A record, whether its page names all squares algebraically, and the boards at the start and after each ply."""

    record: Record
    algebraic: bool
    boards: Sequence[Sequence[Followed]]

    def taken(self, plies: int) -> set[str]:
        """The squares on which the last of so many plies may have captured."""
        made = self.boards[plies] if plies < len(self.boards) else ()
        squares = (one.before.captured_square(one.move) for one in made if one.before and one.move is not None)
        return {NAMES[square] for square in squares if square >= 0}


def _all_converted(events: tuple[AnyEvent, ...], page: _Page, found: list[Finding]) -> tuple[AnyEvent, ...]:
    plies = [*accumulate(isinstance(event, Move) for event in events)]
    return tuple(
        _converted(event, page, page.taken(made), found) if _described(event) else event
        for event, made in zip(events, plies, strict=True)
    )


def _described(event: AnyEvent) -> bool:
    if isinstance(event, Variation):
        return any(map(_described, event.events))
    return any(name not in NAMES for name in _names(event))


def _names(event: AnyEvent) -> tuple[str, ...]:
    """The squares that an announcement names."""
    if type(event) is Capture:
        return () if event.square is None else (event.square,)
    return (event.squares or ()) if type(event) is PawnTries else ()


def _is_algebraic(events: tuple[AnyEvent, ...]) -> bool:
    """Whether a printed move names its square as algebraic notation does, and no announcement otherwise."""
    moves = any(isinstance(event, Move) and any(name in (event.text or "") for name in NAMES) for event in events)
    return moves and all(name.lower() in NAMES for event in events for name in _names(event))


def _converted(event: AnyEvent, page: _Page, taken: set[str], found: list[Finding]) -> AnyEvent:
    """``taken``: the squares on which the last move may have captured."""
    if isinstance(event, Variation):
        page = page._replace(boards=())
        return msgspec.structs.replace(event, events=_all_converted(event.events, page, found))
    assert isinstance(event, Capture | PawnTries)
    names = _names(event)
    squares: list[str | None] = [name if name in NAMES else _square(name, event, page) for name in names]
    if isinstance(event, Capture) and None in squares:
        squares = [square for square in taken if any(square in naming.squares_named(name) for name in names)] or squares
    if None in squares:
        named = all(name in NAMES or naming.square_named(name, "white") for name in names)
        why = "it is not said from which side the squares are counted" if named else "more than one square is called so"
        message = f"{', '.join(names)}: {why}"
        note = 'name a rulebook that says so, such as [Rules "rand"], or write squares as a1 to h8'
        found.append(finding("KN109", message, event, note=note))
        squares = []
    known = [square for square in squares if square is not None]
    if isinstance(event, Capture):
        return msgspec.structs.replace(event, square=known[0] if known else None)
    any_ = True if not known and event.any is None else event.any
    return msgspec.structs.replace(event, squares=tuple(sorted(known)) or None, any=any_)


def _square(name: str, event: Capture | PawnTries, page: _Page) -> str | None:
    if name.lower() in NAMES and (page.algebraic or name[0] != "B"):
        return name.lower()
    rules = RULES[page.record.rules] if page.record.rules else None
    side = naming.named_from(rules, event.side) if event.side is not None else None
    return naming.square_named(name, side) if side is not None else None
