"""Positions from facts about hidden men: “White has made 14 captures”, “19 tries were refused”, “the king cannot move”.

>>> white = "8/8/8/8/8/5K2/8/6Q1 w - - 0 1"
>>> facts = [Companions(0), Immobile("f3")]
>>> list(positions_from(white, facts, kings=("h3", "f5")))
[]

Facts about the hidden side's last turn (:class:`Refused` with ``last``, :class:`LastTurn`) refer to the position before
that turn's move, which captured nothing and gave no check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kriegnote.chess.position import Position, move_of, square_of
from kriegnote.chess.squares import BIT, origin_of
from kriegnote.knowledge.placements import BUDGET, OpenDiagram, TooMany, refusals
from kriegnote.knowledge.sampling import refusable

__all__ = [
    "BUDGET",
    "AnnouncedTries",
    "CapturesMade",
    "Companions",
    "DiagramFact",
    "Immobile",
    "LastTurn",
    "Refused",
    "RefusedMoves",
    "TooMany",
    "positions_from",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class DiagramFact:
    """A fact about the hidden side, or about what the side to move heard."""

    def holds(self, position: Position) -> bool:
        """Whether it holds in a position; a fact about the last turn, in the position before its move.

        Facts about the number of men always hold, since only so many are placed.
        """
        return True


@dataclass(frozen=True, slots=True)
class Companions(DiagramFact):
    """The hidden king has this many men beside him, of these kinds, not counting those on the diagram."""

    number: int
    kinds: str = "PNBRQ"


@dataclass(frozen=True, slots=True)
class CapturesMade(DiagramFact):
    """The seeing side has made this many captures, so the hidden side has that many men fewer than 16.

    The hidden side's men include those on the diagram; those missing are of these kinds.
    """

    number: int
    kinds: str = "PNBRQ"


@dataclass(frozen=True, slots=True)
class Refused(DiagramFact):
    """At least this many tries that the mover's own men allow are refused; a pawn's promotions count as one.

    ``last``: they were refused to the side that has just moved, before its last move. ``checked``: the mover may be in
    check, which refuses nearly everything; otherwise no check was announced.
    """

    number: int
    last: bool = False
    checked: bool = False

    def holds(self, position: Position) -> bool:
        if not self.checked and position.checkers():
            return False
        return refusals(position) >= self.number


@dataclass(frozen=True, slots=True)
class RefusedMoves(DiagramFact):
    """These tries (in UCI) of the side to move are refused."""

    moves: tuple[str, ...]

    def holds(self, position: Position) -> bool:
        return not any(position.is_legal(move_of(move)) for move in self.moves)


@dataclass(frozen=True, slots=True)
class Immobile(DiagramFact):
    """The man on this square (such as the king) cannot move, although his own men leave him room."""

    square: str

    def holds(self, position: Position) -> bool:
        origin = square_of(self.square)
        return not any(origin_of(move) == origin for move in position.legal_moves())


@dataclass(frozen=True, slots=True)
class AnnouncedTries(DiagramFact):
    """This many pawn captures are announced to the side to move; ``any``: whether there are any at all."""

    count: int | None = None
    any: bool | None = None

    def holds(self, position: Position) -> bool:
        found = len(position.pawn_targets())
        return self.count in (None, found) and self.any in (None, bool(found))


@dataclass(frozen=True, slots=True)
class LastTurn(DiagramFact):
    """What was heard in the hidden side's last turn: the answer to “Any?”, and whether a pawn capture was refused.

    It was not in check, since no check was announced.
    """

    any: bool | None = None
    refused_capture: bool = False

    def holds(self, position: Position) -> bool:
        if position.checkers() or self.any not in (None, bool(position.pawn_targets())):
            return False
        return not self.refused_capture or any(position.is_pawn_capture(move) for move in refusable(position))


_PIECES: Final = 15  # the most men of a side besides its king


def positions_from(
    fen: str,
    facts: Sequence[DiagramFact],
    *,
    kings: Iterable[str] | None = None,
    men: Iterable[str] | None = None,
    budget: int = BUDGET,
) -> Iterator[Position]:
    """All legal positions that the diagram and the facts leave possible.

    :param fen: the diagram, with the seeing side to move; the hidden king and other hidden men may be missing.
    :param kings: the squares to try for the hidden king; None: all.
    :param men: the squares to try for other hidden men; None: all.
    :param budget: the most placements to examine.
    :raises TooMany: if there are more placements than the budget.
    :raises ValueError: if the FEN is malformed.
    """
    before = [fact for fact in facts if isinstance(fact, LastTurn) or (isinstance(fact, Refused) and fact.last)]
    now = [fact for fact in facts if fact not in before]
    diagram = OpenDiagram(fen, *_beside(fen, facts), budget)
    if not before:
        yield from (p for p in diagram.filled(_least_refused(now), kings, men) if all(fact.holds(p) for fact in now))
        return
    allowed = _mask(kings), _mask(men)
    seen: set[tuple[int, ...]] = set()
    for start in diagram.before().filled(_least_refused(before)):
        if not all(fact.holds(start) for fact in before):
            continue
        for move in start.legal_moves():
            after = start.play(move)
            if start.captured_square(move) >= 0 or after.checkers() or after.key() in seen:
                continue
            hidden = after.black if after.turn else after.white
            if hidden & after.kings & ~allowed[0] or hidden & ~after.kings & ~diagram.occupied & ~allowed[1]:
                continue
            seen.add(after.key())
            if all(fact.holds(after) for fact in now):
                yield after


def _mask(names: Iterable[str] | None) -> int:
    return -1 if names is None else sum({BIT[square_of(name)] for name in names})


def _least_refused(facts: Iterable[DiagramFact]) -> int | None:
    """The greatest number of refusals that a fact requires of a side not in check; None if there is no such fact."""
    numbers = [fact.number for fact in facts if isinstance(fact, Refused) and not fact.checked]
    return max(numbers, default=None)


def _beside(fen: str, facts: Iterable[DiagramFact]) -> tuple[int | None, str]:
    """The number of men hidden beside the king (None: negative) and their possible kinds; 0 if no fact says."""
    for fact in facts:
        if isinstance(fact, Companions):
            return fact.number, fact.kinds
        if isinstance(fact, CapturesMade):
            hidden = "kqrbnp" if " b " not in fen else "KQRBNP"
            shown = sum(letter in hidden[1:] for letter in fen.split()[0])
            left = _PIECES - fact.number - shown
            return left if left >= 0 else None, fact.kinds
    return 0, ""
