"""Why a move or a try cannot be made, as a sentence for people.

A try fails because of the player's own men (:func:`why_impossible`) or of the opponent's (:func:`why_illegal`); only an
umpire knows the latter reason.
"""

from __future__ import annotations

from typing import Final

from kriegnote.chess.position import Position
from kriegnote.chess.squares import (
    BETWEEN,
    BIT,
    KING,
    LETTERS,
    NAMES,
    PAWN,
    TYPE_OF,
    from_mask,
    origin_of,
    square_of,
    squares,
    target_of,
)
from kriegnote.model.printed_moves import Parts

WORDS: Final = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}


def man(board: Position, square: int) -> str:
    """The man on a square in words: ``the bishop on f1``."""
    return f"the {WORDS[LETTERS[board.type_at(square)]]} on {NAMES[square]}"


def mover(board: Position) -> str:
    """The side to move, capitalized: ``White`` or ``Black``."""
    return "White" if board.turn else "Black"


def why_impossible(board: Position, parts: Parts) -> str | None:
    """Why the mover's own men rule out a printed move; None if they allow it or the move names no square."""
    own, side = board.own(), mover(board)
    if parts.castle is not None:
        return _no_castling(board, parts.castle, own)
    if parts.to is None or len(parts.to) != 2 or board.resolve_own(parts):
        return None
    target = square_of(parts.to)
    if own & BIT[target]:
        return f"{side}’s own {WORDS[LETTERS[board.type_at(target)]]} stands on {parts.to}"
    if parts.piece in (None, "P"):
        return (
            _no_pawn_move(board, parts, target, own)
            if parts.piece == "P"
            else f"none of {side}’s men can reach {parts.to}"
        )
    kind, word = TYPE_OF[parts.piece], WORDS[parts.piece]
    men = board.of_type(kind) & own
    there = men & from_mask(parts.from_)
    if not there:
        return f"{side} has no {word}{_where(parts.from_) if men and parts.from_ else ''}"
    if parts.promotion is not None:
        return "only a pawn can promote"
    near = [square for square in squares(there) if board.reach(square, kind, 0) & BIT[target]]
    for square in near:
        between = BETWEEN[square][target] & own
        if between:
            return f"{man(board, next(squares(between)))} stands in the way of {man(board, square)}"
    subject = man(board, next(squares(there))) if there.bit_count() == 1 else f"none of {side}’s {word}s"
    return f"{subject} {'cannot reach' if there.bit_count() == 1 else 'can reach'} {parts.to} in one move"


_ORDINALS: Final = dict(zip("12345678", ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"), strict=True))


def _where(origin: str | None) -> str:
    if not origin:
        return ""
    if len(origin) == 2:
        return f" on {origin}"
    return f" on the {_ORDINALS[origin]} rank" if origin in _ORDINALS else f" on the {origin}-file"


def _no_pawn_move(board: Position, parts: Parts, target: int, own: int) -> str:
    side, name = mover(board), NAMES[target]
    pawns = board.pawns & own & from_mask(parts.from_)
    if parts.promotion is not None and target >> 3 not in (0, 7):
        return "a pawn promotes only on the last rank"
    if parts.capture or (parts.from_ and parts.from_[0] != name[0]):
        return f"{side} has no pawn{_where(parts.from_)} that can take on {name}"
    step = -8 if board.turn else 8
    behind = target + step
    if 0 <= behind < 64 and target >> 3 == (3 if board.turn else 4) and own & BIT[behind]:
        home = behind + step
        if pawns & BIT[home]:
            return f"{man(board, behind)} stands in the way of {man(board, home)}"
    return f"{side} has no pawn that can advance to {name}"


def _no_castling(board: Position, castle: str, own: int) -> str | None:
    side, home = mover(board), (0 if board.turn else 56)
    king, rook = home + 4, home + (7 if castle == "short" else 0)
    if not own & board.kings & BIT[king] or not board.castling & BIT[rook] & board.rooks:
        return f"{side} can no longer castle {castle}: the king or the rook has moved"
    between = [man(board, square) for square in squares(BETWEEN[king][rook] & own)]
    if not between:
        return None
    return f"{' and '.join(between)} {'stands' if len(between) == 1 else 'stand'} between king and rook"


def why_illegal(board: Position, parts: Parts) -> str | None:
    """Why the umpire must refuse a printed move: because of the mover's own men or, failing that, the opponent's."""
    able = board.resolve_own(parts)
    if not able:
        return why_impossible(board, parts)
    return _against(board, able[0])


def _against(board: Position, move: int) -> str | None:
    origin, target = origin_of(move), target_of(move)
    occupied, kind = board.everyone, board.type_at(origin)
    if board.castles(move):
        return _castling_refused(board, origin, target, occupied)
    if kind == PAWN and origin & 7 != target & 7:
        if not occupied & BIT[target] and target != board.ep:
            return _nothing_to_take(board, target)
    else:
        between = BETWEEN[origin][target] | (BIT[target] if kind == PAWN else 0)
        if blocked := between & occupied:
            return f"{man(board, next(squares(blocked)))} stands in the way"
    if kind == KING:
        attackers = board.attackers(target, not board.turn, occupied & ~BIT[origin]) & ~BIT[target]
        return f"{man(board, next(squares(attackers)))} attacks {NAMES[target]}" if attackers else None
    checkers = board.checkers()
    king = next(squares(board.kings & board.own()), -1)
    if checkers:
        return f"{mover(board)} is in check from {man(board, next(squares(checkers)))}"
    after = (occupied & ~BIT[origin]) | BIT[target]
    attackers = board.attackers(king, not board.turn, after) & ~BIT[target] if king >= 0 else 0
    if attackers:
        return f"{man(board, origin)} is pinned by {man(board, next(squares(attackers)))}"
    return "only the last move of a series may give check" if board.checks_early(move) else None


def _nothing_to_take(board: Position, target: int) -> str:
    behind = target - 8 if board.turn else target + 8
    other = board.black if board.turn else board.white
    if target >> 3 == (5 if board.turn else 2) and board.pawns & other & BIT[behind]:
        if not board.takes_en_passant():
            return "this game has no en passant"
        return f"en passant is possible only right after the pawn’s double step to {NAMES[behind]}"
    return f"there is nothing to take on {NAMES[target]}"


def _castling_refused(board: Position, king: int, target: int, occupied: int) -> str | None:
    rook = (king & 56) + (7 if target > king else 0)
    blocked = BETWEEN[king][rook] & occupied
    if blocked:
        return f"{man(board, next(squares(blocked)))} stands between king and rook"
    if checkers := board.checkers():
        return f"the king is in check from {man(board, next(squares(checkers)))}"
    for square in ((king + target) // 2, target):
        attackers = board.attackers(square, not board.turn, occupied)
        if attackers:
            return f"{man(board, next(squares(attackers)))} attacks {NAMES[square]}"
    return None
