"""Positions from facts about hidden men: “White has made 14 captures”, “19 tries were refused”, “the king cannot move”.

>>> white = "8/8/8/8/8/5K2/8/6Q1 w - - 0 1"
>>> facts = [Companions(0), Immobile("f3")]
>>> list(positions_from(white, facts, kings=("h3", "f5")))
[]
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import chess

from kriegnote.chess.position import KING, LETTERS, PAWN, TYPE_OF, Position, square_of, squares
from kriegnote.chess.squares import ALL, BACK, BIT
from kriegnote.knowledge.sampling import refusable

BUDGET: Final = 3_000_000
"""Placements looked at."""


class TooMany(ValueError):
    """More placements than the budget allows: narrow the squares or the kinds."""


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
    """At least so many different tries, possible among the mover's own men, are refused in the position.

    ``last``: they were refused to the side that has just moved, before its last move.  ``checked``: he can have been in
    check then, which refuses nearly everything; no check was announced otherwise.
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
class PawnTries:
    """So many pawn captures are announced to the side to move; ``any``: whether there are any at all."""

    count: int | None = None
    any: bool | None = None


Fact: TypeAlias = Companions | CapturesMade | Refused | RefusedMoves | Immobile | PawnTries


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
    :raises TooMany: there are more placements than the budget.
    :raises ValueError: the FEN is malformed.
    """
    board = chess.Board(fen)
    hidden = not board.turn
    free = ALL & ~board.occupied
    numbers, kinds = _companions(board, facts)
    king_squares = _among(kings, free) if not board.kings & board.occupied_co[hidden] else (-1,)
    places = [(square, kind) for kind in kinds for square in _among(men, free) if not _no_pawn(square, kind)]
    size = len(king_squares) * sum(_choose(len(places), number) for number in numbers)
    if size > budget:
        raise TooMany(f"{size} placements are more than {budget}; name the squares or kinds of the hidden men")
    for king in king_squares:
        for number in numbers:
            for some in itertools.combinations(places, number):
                position = _placed(board, hidden, king, some)
                if position is not None and all(_holds(position, fact) for fact in facts):
                    yield position


def _companions(board: chess.Board, facts: Sequence[Fact]) -> tuple[list[int], list[int]]:
    """How many men are hidden beside the king, and of which kinds; none when no fact says."""
    hidden = board.occupied_co[not board.turn] & ~board.kings
    for fact in facts:
        if isinstance(fact, Companions):
            return [fact.number], [TYPE_OF[letter] for letter in fact.kinds]
        if isinstance(fact, CapturesMade):
            left = 15 - fact.number - hidden.bit_count()
            return ([left] if left >= 0 else []), [TYPE_OF[letter] for letter in fact.kinds]
    return [0], []


def _among(names: Iterable[str] | None, free: int) -> tuple[int, ...]:
    return tuple(squares(free)) if names is None else tuple(s for n in names if free & BIT[s := square_of(n)])


def _no_pawn(square: int, kind: int) -> bool:
    return LETTERS[kind] == "P" and square >> 3 in (0, 7)


def _choose(n: int, k: int) -> int:
    from math import comb

    return comb(n, k)


def _placed(board: chess.Board, hidden: bool, king: int, some: Iterable[tuple[int, int]]) -> Position | None:
    taken = BIT[king] if king >= 0 else 0
    filled = board.copy(stack=False)
    if king >= 0:
        filled.set_piece_at(king, chess.Piece(KING, hidden))
    for square, kind in some:
        if taken & BIT[square]:
            return None
        taken |= BIT[square]
        filled.set_piece_at(square, chess.Piece(kind, hidden))
    try:
        return Position.from_fen(filled.fen())
    except ValueError:
        return None


def _holds(position: Position, fact: Fact) -> bool:
    if isinstance(fact, Refused):
        if not fact.last:
            return len(refusable(position)) >= fact.number
        return any(
            (fact.checked or not before.checkers())
            and sum(1 for _ in before.own_moves()) > fact.number
            and len(refusable(before)) >= fact.number
            for before in before_last(position)
        )
    if isinstance(fact, RefusedMoves):
        from kriegnote.chess.position import move_of

        return not any(position.is_legal(move_of(move)) for move in fact.moves)
    if isinstance(fact, Immobile):
        origin = square_of(fact.square)
        return not any(move & 63 == origin for move in position.legal_moves())
    if isinstance(fact, PawnTries):
        found = len(position.pawn_targets())
        return (fact.count is None or fact.count == found) and (fact.any is None or fact.any is bool(found))
    return True


def before_last(position: Position) -> Iterator[Position]:
    """The positions from which the side that has just moved can have come, by a move that took nothing.

    Castling, en passant and promotion are left out, but the rights to castle are granted to a king and rooks that stand
    at home before the move, as nothing says that they are lost.
    """
    mover = not position.turn
    men = position.white if mover else position.black
    occupied = position.white | position.black
    for target in squares(men):
        kind = position.type_at(target)
        if kind == PAWN:
            step = target - 8 if mover else target + 8
            twice = BIT[step - 8 if mover else step + 8] if target >> 3 == (3 if mover else 4) else 0
            origins = (BIT[step] | twice) & ~occupied & ~BACK
        else:
            origins = position.reach(target, kind, occupied) & ~occupied
        for origin in squares(origins):
            before = _moved_back(position, kind, target, origin, mover)
            if before is not None and before.is_legal(origin | target << 6):
                yield before


def _moved_back(position: Position, kind: int, target: int, origin: int, mover: bool) -> Position | None:
    """The position with one man moved back, None when the side that is not to move would be in check in it."""
    before = position.facing(mover)
    swap = BIT[target] | BIT[origin]
    if mover:
        before.white ^= swap
    else:
        before.black ^= swap
    name = ("", "pawns", "knights", "bishops", "rooks", "queens", "kings")[kind]
    setattr(before, name, getattr(before, name) ^ swap)
    home = before.kings & (before.white if mover else before.black) & BIT[4 if mover else 60]
    corners = before.rooks & (before.white & 0x81 if mover else before.black & 0x81 << 56)
    before.castling |= corners if home else 0
    other = before.kings & (before.black if mover else before.white)
    if other and before.attackers(other.bit_length() - 1, mover, before.white | before.black):
        return None
    return before
