"""The order of events in a game: what stands before the move of its turn, what behind it, and which ply comes next."""

from __future__ import annotations

from typing import Final, TypeAlias, TypeGuard

from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    End,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    Try,
)

PlyPlace: TypeAlias = tuple[Side | None, int | None]
"""Whose ply of which turn; None where it is not said."""
BeforeMove: TypeAlias = PawnTries | Ask | Answer | Try
BehindMove: TypeAlias = Capture | Check | Promotion | Reveal | End | Try

_BEFORE: Final = frozenset((PawnTries, Ask, Answer))
_BEHIND: Final = frozenset((Capture, Check, Promotion, Reveal, End))


def is_before_move(event: AnyEvent) -> TypeGuard[BeforeMove]:
    """Whether it belongs to a turn whose move is still to come: questions, answers, the umpire's word on pawn tries,
    and tries, but for the entries of a list that were never reached."""
    return type(event) in _BEFORE or (isinstance(event, Try) and event.verdict != "untested")


def is_behind_move(event: AnyEvent) -> TypeGuard[BehindMove]:
    """Whether it belongs to the move before it: what the umpire announces of it, and entries of a list that were never
    reached."""
    return type(event) in _BEHIND or (isinstance(event, Try) and event.verdict == "untested")


def ordinal(side: Side | None, turn: int | None) -> int | None:
    """A number that grows by one from ply to ply: 2 for White's first; None where side or turn is not said."""
    return None if side is None or turn is None else 2 * turn + (side == "black")


def following(place: PlyPlace) -> PlyPlace:
    """The ply after this one; itself where its side or turn is not said."""
    side, turn = place
    if side is None or turn is None:
        return place
    return ("black", turn) if side == "white" else ("white", turn + 1)
