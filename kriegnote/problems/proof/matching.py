"""Compares printed moves with positions: White's tries with his own board, Black's replies with the moves made.

A scanned figurine stands for any man, a pawn last; a letter stands for its own man.  Squares are taken as printed.  If
nothing else is possible, one sign may be missing or wrong: ``d6`` for ``dc6``, or one sign of the square of the key.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from kriegnote.chess import matching
from kriegnote.chess.matching import (
    CASTLING,
    MAN,
    PASSING,
    PAWN_SHOWN,
    PROMOTION,
    UNMARKED,
    UNNAMED,
    UNUSUAL,
    unlike,
)
from kriegnote.chess.position import PAWN, Position, square_name
from kriegnote.chess.reasons import WORDS
from kriegnote.chess.squares import origin_of, promotion_of, target_of
from kriegnote.problems.policy import Plan, Reply, ReplyMove, Try, where
from kriegnote.problems.proof import belief as beliefs

Made = tuple[Position, int]
"""A move of Black's: the position before it, and the move."""


class Matches:
    """Caches the moves that printed moves may be, as a text is followed in many readings."""

    def __init__(self) -> None:
        self._tries: dict[Hashable, tuple[list[int], frozenset[int]]] = {}
        self._defences: dict[tuple[tuple[int, int], int], tuple[object, bool]] = {}  # by the id of the replies

    def of_try(self, stage: Try, position: Position, *, duty: bool, key: bool) -> tuple[list[int], frozenset[int]]:
        """The moves that a printed try may be (see :func:`readings`), and those of them that imply a misprint.

        The latter are empty if all do.
        """
        seen = (where(stage), stage.parts, stage.vain, position.own_key(), duty, key)
        if seen not in self._tries:
            found = readings(stage, position, duty=duty, key=key)
            slips = frozenset(move for move in found if not fits(position, move, stage, man=False))
            self._tries[seen] = found, slips if len(slips) < len(found) else frozenset()
        return self._tries[seen]

    def is_defence(self, defence: ReplyMove, replies: tuple[Made | None, ...]) -> bool:
        """Whether a move of Black's that is printed after a try is among some replies."""
        seen = (where(defence), id(replies))
        if seen not in self._defences:  # keeping the replies keeps their id unique
            among = any(replied_one(defence, replies, strict=strict) for strict in (True, False))
            self._defences[seen] = replies, among
        return self._defences[seen][1]


def readings(stage: Try, position: Position, *, duty: bool = False, key: bool = False) -> list[int]:
    """The moves on White's own board that a printed try may be, those that fit it exactly first.

    :param duty: a pawn capture must be tried now.
    :param key: it is the first move.
    """
    if (duty or stage.vain) and (found := _captures_meant(stage, position)):
        return found
    moves = list(position.own_moves())
    literal = [move for move in moves if fits(position, move, stage, man=True)]
    others = [move for move in moves if move not in literal and fits(position, move, stage, man=False)]
    lost = _slips(stage, position, moves, key)
    if stage.figurine:
        return literal + _officers_first(stage, position, others) or lost
    if literal or stage.parts.piece is not None:  # the letter is right, but the promotion may be wrong
        printed = {move & 4095 for move in literal}
        others = [move for move in others if promotion_of(move) and move & 4095 in printed]
    return list(dict.fromkeys([*literal, *others, *lost]))


def man_of(stage: Try) -> str:
    """The English name of the man that a try names; ``man`` if that is open."""
    return "man" if stage.figurine or stage.parts.piece is None else WORDS[stage.parts.piece]


def _captures_meant(stage: Try, position: Position) -> list[int]:
    """The pawn captures that a pawn move with a missing letter may be: ``d3`` for ``de3`` or ``ed3``."""
    parts = stage.parts
    if parts.piece != "P" or parts.capture or parts.to is None:
        return []
    names = [
        (move, square_name(origin_of(move)), square_name(target_of(move)))
        for move in beliefs.pawn_captures((position,))
    ]
    found = [move for move, origin, target in names if origin[0] == parts.to[0] and target[1:] == parts.to[1:]]
    return found + [move for move, _, target in names if target == parts.to]


def _officers_first(stage: Try, position: Position, others: list[int]) -> list[int]:
    """The moves by another man that a figurine may stand for, pawn moves last, as they are printed without one."""
    if stage.parts.piece == "P" or stage.parts.castle is not None:
        return others
    return sorted(others, key=lambda move: position.pawns >> origin_of(move) & 1)


def _slips(stage: Try, position: Position, moves: list[int], key: bool) -> list[int]:
    """The moves that a misprinted try may be: a letter is missing (``d6`` for ``dc6``), or a sign of its square wrong.

    The latter only in the key: later, another move could make a wrong solution work.
    """
    to = stage.parts.to or ""
    pawn = stage.parts.piece == "P" and not stage.figurine
    found = []
    for move in moves:
        name, kind = square_name(target_of(move)), position.type_at(origin_of(move))
        if pawn and position.is_pawn_capture(move) and not stage.parts.capture:
            if square_name(origin_of(move))[0] == to[:1] and name[1] == to[1:]:
                found.append(move)
        elif stage.figurine and kind != PAWN and key and len(to) == 2 and not stage.parts.from_:
            found += [move] * (name != to and (name[0] == to[0] or name[1] == to[1]))
    return found


def fits(position: Position, move: int, stage: Try, *, man: bool) -> bool:
    """Whether a move of White's fits a printed try; with ``man``, its man must fit, too."""
    parts = stage.parts
    pawn = position.type_at(origin_of(move)) == PAWN
    if man:
        return (not pawn or parts.piece == "P") and matching.fits(position, move, parts, own=True)
    if parts.piece == "P" and not pawn and (parts.from_ or not stage.figurine):
        return False
    becomes = PROMOTION if stage.figurine and promotion_of(move) else 0
    return matching.fits(position, move, parts, MAN | PAWN_SHOWN | UNUSUAL | becomes, own=True)


def replied_so(condition: Reply, some: Sequence[Made | None]) -> tuple[set[int], set[int]]:
    """The indices of the replies that a condition may mean, and of those that it certainly means.

    Figurines may stand for other men.  A capture that is not marked as one is not certain.
    """
    found: set[int] = set()
    sure: set[int] = set()
    for printed in condition.moves:
        for strict in (True, False):
            if these := replied_one(printed, some, strict=strict):
                found |= these
                sure |= these if strict else set()
                break
    return found, sure


def replied_one(printed: ReplyMove, some: Sequence[Made | None], *, strict: bool) -> set[int]:
    """The indices of the replies that fit a printed one: with its man or, if none fits and it is a figurine, any man.

    :param strict: a capture must be marked as one.
    """
    if printed.parts is None:
        return set(range(len(some)))
    for men, pawns in ((False, True), (True, False), (True, True)) if printed.figurine else ((False, True),):
        found = {n for n, made in enumerate(some) if made and _is_reply(printed, *made, men, pawns, strict)}
        if found:
            return found
    return set()


def meant_for(plan: Plan, some: Sequence[Made | None]) -> bool:
    """Whether one of some replies is printed as a defence after the first try of a plan."""
    first = plan[0] if plan else None
    return isinstance(first, Try) and any(replied_one(each, some, strict=True) for each in first.defences)


def _is_reply(printed: ReplyMove, before: Position, move: int, men: bool, pawns: bool, strict: bool) -> bool:
    """Whether a reply fits a printed one.

    :param men: the man may differ.
    :param pawns: it may be a pawn's move.
    :param strict: a capture must be marked as one.
    """
    parts = printed.parts
    assert parts is not None
    if len(parts.to or "") == 2 and not parts.squares_alone and square_name(target_of(move)) != parts.to:
        return False
    if not pawns and before.type_at(origin_of(move)) == PAWN:
        return False
    if men and "+" in printed.text and not before.play(move).suffix():
        return False
    ignoring = CASTLING | UNNAMED | UNUSUAL | PASSING
    ignoring |= MAN | PAWN_SHOWN if men else 0
    ignoring |= UNMARKED if not strict or parts.to is None else 0
    ignoring |= PROMOTION if printed.figurine and promotion_of(move) else 0
    return not unlike(before, move, parts) & ~ignoring
