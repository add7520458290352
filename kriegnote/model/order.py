"""The order of events: which belong before the move of their turn, which after it, and which ply comes next."""

from __future__ import annotations

from typing import Final, TypeAlias, TypeGuard, get_args

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
"""The side and the turn (from 1) of a ply; None where it is not stated."""
MoveAnnouncement: TypeAlias = Capture | Check | Promotion | Reveal | End
MOVE_ANNOUNCEMENTS: Final[tuple[type[MoveAnnouncement], ...]] = get_args(MoveAnnouncement)
"""What an umpire announces of a move, in this order."""
BeforeMove: TypeAlias = PawnTries | Ask | Answer | Try
BehindMove: TypeAlias = MoveAnnouncement | Try
DIALOGUE: Final[tuple[type[BeforeMove | MoveAnnouncement], ...]] = (*get_args(BeforeMove), *MOVE_ANNOUNCEMENTS)
"""What players and umpire say: questions, answers, tries and announcements."""

_BEFORE: Final = frozenset((PawnTries, Ask, Answer))
_BEHIND: Final = frozenset(MOVE_ANNOUNCEMENTS)


def is_before_move(event: AnyEvent) -> TypeGuard[BeforeMove]:
    """Whether an event belongs before the move of its turn: questions, answers, announced pawn tries, and tries.

    Untested tries of a list do not: they are recorded after the move.
    """
    return type(event) in _BEFORE or (isinstance(event, Try) and event.verdict != "untested")


def is_behind_move(event: AnyEvent) -> TypeGuard[BehindMove]:
    """Whether an event belongs to the move before it: announcements of that move, and untested tries of a list."""
    return type(event) in _BEHIND or (isinstance(event, Try) and event.verdict == "untested")


def ply_number(side: Side, turn: int) -> int:
    """A number for a ply, growing by one from ply to ply: 2 for White's first."""
    return 2 * turn + (side == "black")


def ordinal(side: Side | None, turn: int | None) -> int | None:
    """The number of a ply (:func:`ply_number`); None if its side or turn is not stated."""
    return None if side is None or turn is None else ply_number(side, turn)


def following(place: PlyPlace) -> PlyPlace:
    """The ply after this one; the same one if its side or turn is not stated."""
    side, turn = place
    if side is None or turn is None:
        return place
    return ("black", turn) if side == "white" else ("white", turn + 1)
