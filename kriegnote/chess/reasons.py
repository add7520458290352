"""Why a move or a try cannot be made, in one sentence for people.

A try fails on the player's own men (:func:`why_impossible`) or on the opponent's (:func:`why_illegal`); only an
umpire knows the second reason.
"""

from __future__ import annotations

from typing import Final

import chess

from kriegnote.chess.position import Position
from kriegnote.chess.squares import (
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


def man(world: Position, square: int) -> str:
    """``the bishop on f1``."""
    return f"the {WORDS[LETTERS[world.type_at(square)]]} on {NAMES[square]}"


def mover(world: Position) -> str:
    """Who is to move, as a sentence begins."""
    return "White" if world.turn else "Black"


def why_impossible(world: Position, parts: Parts) -> str | None:
    """What of the mover's own men forbids a move; None when they allow it or the move names no square."""
    own, side = world.own(), mover(world)
    if parts.castle is not None:
        return _no_castling(world, parts.castle, own)
    if parts.to is None or len(parts.to) != 2 or world.resolve_own(parts):
        return None
    target = square_of(parts.to)
    if own & BIT[target]:
        return f"{side}’s own {WORDS[LETTERS[world.type_at(target)]]} stands on {parts.to}"
    if parts.piece in (None, "P"):
        return (
            _no_pawn_move(world, parts, target, own) if parts.piece == "P" else f"no man of {side}’s reaches {parts.to}"
        )
    kind, word = TYPE_OF[parts.piece], WORDS[parts.piece]
    men = world.of_type(kind) & own
    there = men & from_mask(parts.from_)
    if not there:
        return f"{side} has no {word}{_where(parts.from_) if men and parts.from_ else ''}"
    if parts.promotion is not None:
        return "only a pawn promotes"
    near = [square for square in squares(there) if world.reach(square, kind, 0) & BIT[target]]
    for square in near:
        between = chess.between(square, target) & own
        if between:
            return f"{man(world, next(squares(between)))} stands in the way of {man(world, square)}"
    subject = man(world, next(squares(there))) if there.bit_count() == 1 else f"no {word} of {side}’s"
    return f"{subject} {'cannot reach' if there.bit_count() == 1 else 'can reach'} {parts.to} in one move"


_ORDINALS: Final = dict(zip("12345678", ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"), strict=True))


def _where(origin: str | None) -> str:
    if not origin:
        return ""
    if len(origin) == 2:
        return f" on {origin}"
    return f" on the {_ORDINALS[origin]} rank" if origin in _ORDINALS else f" on the {origin}-file"


def _no_pawn_move(world: Position, parts: Parts, target: int, own: int) -> str:
    side, name = mover(world), NAMES[target]
    pawns = world.pawns & own & from_mask(parts.from_)
    if parts.promotion is not None and target >> 3 not in (0, 7):
        return "a pawn promotes on the last rank only"
    if parts.capture or (parts.from_ and parts.from_[0] != name[0]):
        return f"no pawn of {side}’s{_where(parts.from_)} can take on {name}"
    step = -8 if world.turn else 8
    behind = target + step
    if 0 <= behind < 64 and target >> 3 == (3 if world.turn else 4) and own & BIT[behind]:
        home = behind + step
        if pawns & BIT[home]:
            return f"{man(world, behind)} stands in the way of {man(world, home)}"
    return f"no pawn of {side}’s can advance to {name}"


def _no_castling(world: Position, castle: str, own: int) -> str | None:
    side, home = mover(world), (0 if world.turn else 56)
    king, rook = home + 4, home + (7 if castle == "short" else 0)
    if not own & world.kings & BIT[king] or not world.castling & BIT[rook] & world.rooks:
        return f"{side} can no longer castle {castle}: king or rook has moved"
    between = [man(world, square) for square in squares(chess.between(king, rook) & own)]
    if not between:
        return None
    return f"{' and '.join(between)} {'stands' if len(between) == 1 else 'stand'} between king and rook"


def why_illegal(world: Position, parts: Parts) -> str | None:
    """Why the umpire must refuse a move: what of the mover's own men forbids it, else what of the opponent's."""
    able = world.resolve_own(parts)
    if not able:
        return why_impossible(world, parts)
    return _against(world, able[0])


def _against(world: Position, move: int) -> str | None:
    origin, target = origin_of(move), target_of(move)
    occupied, kind = world.white | world.black, world.type_at(origin)
    if world.castles(move):
        return _castling_refused(world, origin, target, occupied)
    if kind == PAWN and origin & 7 != target & 7:
        if not occupied & BIT[target] and target != world.ep:
            return _nothing_to_take(world, target)
    else:
        between = chess.between(origin, target) | (BIT[target] if kind == PAWN else 0)
        if blocked := between & occupied:
            return f"{man(world, next(squares(blocked)))} stands in the way"
    if kind == KING:
        attackers = world.attackers(target, not world.turn, occupied & ~BIT[origin]) & ~BIT[target]
        return f"{man(world, next(squares(attackers)))} attacks {NAMES[target]}" if attackers else None
    checkers = world.checkers()
    king = next(squares(world.kings & world.own()), -1)
    if checkers:
        return f"{mover(world)} is in check from {man(world, next(squares(checkers)))}"
    after = (occupied & ~BIT[origin]) | BIT[target]
    attackers = world.attackers(king, not world.turn, after) & ~BIT[target] if king >= 0 else 0
    return f"{man(world, origin)} is pinned by {man(world, next(squares(attackers)))}" if attackers else None


def _nothing_to_take(world: Position, target: int) -> str:
    behind = target - 8 if world.turn else target + 8
    other = world.black if world.turn else world.white
    if target >> 3 == (5 if world.turn else 2) and world.pawns & other & BIT[behind]:
        if not world.takes_en_passant():
            return "there is no capture en passant in this game"
        return f"en passant is possible only right after the pawn’s double step to {NAMES[behind]}"
    return f"nothing stands on {NAMES[target]} to be taken"


def _castling_refused(world: Position, king: int, target: int, occupied: int) -> str | None:
    rook = (king & 56) + (7 if target > king else 0)
    blocked = chess.between(king, rook) & occupied
    if blocked:
        return f"{man(world, next(squares(blocked)))} stands between king and rook"
    if checkers := world.checkers():
        return f"the king is in check from {man(world, next(squares(checkers)))}"
    for square in ((king + target) // 2, target):
        attackers = world.attackers(square, not world.turn, occupied)
        if attackers:
            return f"{man(world, next(squares(attackers)))} attacks {NAMES[square]}"
    return None
