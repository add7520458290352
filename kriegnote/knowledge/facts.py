"""Positions from facts about hidden men: “White has made 14 captures”, “19 tries were refused”, “the king cannot move”.

>>> white = "8/8/8/8/8/5K2/8/6Q1 w - - 0 1"
>>> facts = [Companions(0), Immobile("f3")]
>>> list(positions_from(white, facts, kings=("h3", "f5")))
[]

What is said of the hidden side's last turn (:class:`Refused` with ``last``, :class:`LastTurn`) holds in a position from
which that turn led to the one that is looked for, by a move that took nothing and gave no check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from kriegnote.chess.position import Position, move_of, square_of
from kriegnote.chess.squares import BIT, origin_of
from kriegnote.knowledge.placements import BUDGET, OpenDiagram, TooMany, refusals
from kriegnote.knowledge.sampling import refusable

__all__ = [
    "BUDGET",
    "AnnouncedTries",
    "CapturesMade",
    "Companions",
    "Fact",
    "Immobile",
    "LastTurn",
    "Refused",
    "RefusedMoves",
    "TooMany",
    "positions_from",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Companions:
    """The hidden king has so many men beside him, of these kinds, besides those that the diagram shows."""

    number: int
    kinds: str = "PNBRQ"


@dataclass(frozen=True, slots=True)
class CapturesMade:
    """The side that sees has made so many captures: the hidden side has 16 less so many men, those shown included."""

    number: int
    kinds: str = "PNBRQ"


@dataclass(frozen=True, slots=True)
class Refused:
    """At least so many tries that are possible among the mover's own men are refused; a pawn's promotions are one.

    ``last``: they were refused to the side that has just moved, before its last move.  ``checked``: he can be in check,
    which refuses nearly everything; no check was announced otherwise.
    """

    number: int
    last: bool = False
    checked: bool = False


@dataclass(frozen=True, slots=True)
class RefusedMoves:
    """These tries (UCI) of the side to move are refused."""

    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Immobile:
    """The man on this square (the king, say) cannot move, though it has room among its own men."""

    square: str


@dataclass(frozen=True, slots=True)
class AnnouncedTries:
    """So many pawn captures are announced to the side to move; ``any``: whether there are any at all."""

    count: int | None = None
    any: bool | None = None


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What was heard in the hidden side's last turn: the answer to “Any?”, and whether a pawn's capture was refused.

    He was not in check, for no check was announced.
    """

    any: bool | None = None
    refused_capture: bool = False


Fact: TypeAlias = Companions | CapturesMade | Refused | RefusedMoves | Immobile | AnnouncedTries | LastTurn
_PIECES: Final = 15  # men of a side beside its king


def positions_from(
    fen: str,
    facts: Sequence[Fact],
    *,
    kings: Iterable[str] | None = None,
    men: Iterable[str] | None = None,
    budget: int = BUDGET,
) -> Iterator[Position]:
    """Every legal position that the diagram and the facts leave possible.

    :param fen: the diagram: the seeing side is to move; the hidden king may be missing, and so may hidden men.
    :param kings, men: the squares on which the hidden king and the other hidden men are looked for; None: all.
    :param budget: so many placements are looked at.
    :raises TooMany: there are more placements than the budget.
    :raises ValueError: the FEN is malformed.
    """
    before = [fact for fact in facts if isinstance(fact, LastTurn) or (isinstance(fact, Refused) and fact.last)]
    now = [fact for fact in facts if fact not in before]
    diagram = OpenDiagram(fen, *_beside(fen, facts), budget)
    if not before:
        yield from (p for p in diagram.filled(_fewest(now), kings, men) if all(_holds(p, fact) for fact in now))
        return
    allowed = _mask(kings), _mask(men)
    seen: set[tuple[int, ...]] = set()
    for start in diagram.before().filled(_fewest(before)):
        if not all(_holds(start, fact) for fact in before):
            continue
        for move in start.legal_moves():
            after = start.play(move)
            if start.captured_square(move) >= 0 or after.checkers() or after.key() in seen:
                continue
            hidden = after.black if after.turn else after.white
            if hidden & after.kings & ~allowed[0] or hidden & ~after.kings & ~diagram.occupied & ~allowed[1]:
                continue
            seen.add(after.key())
            if all(_holds(after, fact) for fact in now):
                yield after


def _mask(names: Iterable[str] | None) -> int:
    return -1 if names is None else sum({BIT[square_of(name)] for name in names})


def _fewest(facts: Iterable[Fact]) -> int | None:
    """The most tries that a fact says were refused to a side that was not in check; None when none says so."""
    numbers = [fact.number for fact in facts if isinstance(fact, Refused) and not fact.checked]
    return max(numbers, default=None)


def _beside(fen: str, facts: Iterable[Fact]) -> tuple[int | None, str]:
    """How many men are hidden beside the king (None: fewer than none), and of which kinds; none when no fact says."""
    for fact in facts:
        if isinstance(fact, Companions):
            return fact.number, fact.kinds
        if isinstance(fact, CapturesMade):
            hidden = "kqrbnp" if " b " not in fen else "KQRBNP"
            shown = sum(letter in hidden[1:] for letter in fen.split()[0])
            left = _PIECES - fact.number - shown
            return left if left >= 0 else None, fact.kinds
    return 0, ""


def _holds(position: Position, fact: Fact) -> bool:
    """Whether a fact holds in a position; what is said of the last turn, in the position before its move."""
    if isinstance(fact, Refused):
        if not fact.checked and position.checkers():
            return False
        return refusals(position) >= fact.number
    if isinstance(fact, LastTurn):
        if position.checkers() or (fact.any is not None and bool(position.pawn_targets()) is not fact.any):
            return False
        return not fact.refused_capture or any(position.is_pawn_capture(move) for move in refusable(position))
    if isinstance(fact, RefusedMoves):
        return not any(position.is_legal(move_of(move)) for move in fact.moves)
    if isinstance(fact, Immobile):
        origin = square_of(fact.square)
        return not any(origin_of(move) == origin for move in position.legal_moves())
    if isinstance(fact, AnnouncedTries):
        found = len(position.pawn_targets())
        return (fact.count is None or fact.count == found) and (fact.any is None or fact.any is bool(found))
    return True
