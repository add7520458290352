"""Zeitgeist (§8.6): both players move at once, and what is legal shows itself afterwards.

- A man takes the enemy man that it finds standing on its square; a pawn does so aslant alone, and goes straight on to
  no man that stands there.  A move onto one's own man is rejected, and only the opponent's is made.
- Two men that go to one square take each other, and the man that stood there, whosever it is, goes with them.  But a
  pawn that goes straight on to where a piece arrives is taken alone.
- Nothing but a knight goes through a man that stands; it may go through one that moves away or arrives.
- Castling needs what chess needs before the turn, but the king may be attacked (in game 42 he is); en passant takes a
  pawn that goes two squares in the same turn.
- The game ends when a king is taken, or both.
"""

from __future__ import annotations

from typing import NamedTuple

import chess

from kriegnote.chess.matching import fits
from kriegnote.chess.position import KING, KNIGHT, PAWN, Position, squares
from kriegnote.chess.squares import BIT, PAWN_REACH
from kriegnote.model.events import Result
from kriegnote.model.printed_moves import Parts


class Turn(NamedTuple):
    """A turn of both: the position after it, the moves that were rejected (White's, Black's), the men taken.

    ``taken``: the squares from which men were removed and how many went there at once (two: they took each other).
    """

    after: Position
    rejected: tuple[bool, bool]
    taken: dict[int, int]


def candidates(position: Position, white: bool, parts: Parts) -> list[int]:
    """The moves of one side that fit a printed one, whatever the opponent does in this turn."""
    board = position.facing(white)
    return [move for move in thinkable(board, white) if fits(board, move, parts)]


def thinkable(board: Position, white: bool) -> list[int]:
    """The moves that a side could write down: the opponent may clear any line, and any square may be taken."""
    own = board.white if white else board.black
    found: list[int] = []
    for origin in squares(own):
        kind = board.type_at(origin)
        if kind != PAWN:
            reach = board.reach(origin, kind, own & ~BIT[origin])
            found.extend(origin | target << 6 for target in squares(reach))
            continue
        step = 8 if white else -8
        targets = PAWN_REACH[white][origin]
        if 0 <= origin + step < 64:
            targets |= BIT[origin + step]
            if origin >> 3 == (1 if white else 6) and not own & BIT[origin + step]:
                targets |= BIT[origin + 2 * step]
        for target in squares(targets):
            if target >> 3 in (0, 7):
                found.extend(origin | target << 6 | promotion << 12 for promotion in range(KNIGHT, KING))
            else:
                found.append(origin | target << 6)
    return found + _castlings(board)


def _castlings(board: Position) -> list[int]:
    """The castlings that can be made before the turn: nothing has moved, nothing stands between."""
    own = board.white if board.turn else board.black
    king = 4 if board.turn else 60
    if not board.kings & own & BIT[king]:
        return []
    rooks = squares(board.castling & own & board.rooks)
    free = [rook for rook in rooks if not chess.between(king, rook) & (board.white | board.black)]
    return [king | (king + 2 if rook > king else king - 2) << 6 for rook in free]


def play(position: Position, white: int | None, black: int | None) -> Turn:
    """Both moves of a turn; None: the side has not moved, and its men stand."""
    moves = {True: white, False: black}
    rejected = {
        side: move is not None and not _possible(position, side, move, moves[not side]) for side, move in moves.items()
    }
    if any(rejected.values()):  # what a rejected man would have cleared or met is there, or is not, after all
        moves = {side: None if rejected[side] else move for side, move in moves.items()}
        for side, move in moves.items():
            if move is not None and not _possible(position, side, move, moves[not side]):
                rejected[side], moves[side] = True, None
    after, taken = _made(position, moves)
    return Turn(after, (rejected[True], rejected[False]), taken)


def _possible(position: Position, white: bool, move: int, other: int | None) -> bool:
    """Whether a move can be made when the opponent makes another."""
    board = position.facing(white)
    own, enemies = (board.white, board.black) if white else (board.black, board.white)
    origin, target = move & 63, move >> 6 & 63
    standing = enemies & ~(BIT[other & 63] if other is not None else 0)
    arriving = other is not None and other >> 6 & 63 == target
    if board.castles(move):
        return move in _castlings(board)
    if board.type_at(origin) != KNIGHT and chess.between(origin, target) & (own | standing):
        return False
    if own & BIT[target] and not arriving:
        return False
    if board.type_at(origin) != PAWN:
        return True
    if origin & 7 == target & 7:
        return not (own | standing) & BIT[target]
    return bool(standing & BIT[target]) or arriving or _passing(board, white, target, other) >= 0


def _passing(board: Position, white: bool, target: int, other: int | None) -> int:
    """Where the pawn arrives that goes two squares over this one in the same turn, or -1."""
    if other is None or not board.pawns & BIT[other & 63] or abs((other & 63) - (other >> 6 & 63)) != 16:
        return -1
    return other >> 6 & 63 if ((other & 63) + (other >> 6 & 63)) >> 1 == target else -1


def _made(position: Position, moves: dict[bool, int | None]) -> tuple[Position, dict[int, int]]:
    """The position after both moves, and what was taken where."""
    men: dict[bool, list[tuple[int, int, int]]] = {True: [], False: []}  # (origin, target, man that arrives)
    after = position.facing(True)
    for white, move in moves.items():
        if move is None:
            continue
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        men[white].append((origin, target, promotion or position.type_at(origin)))
        if position.castles(move):
            rook = origin + 3 if target > origin else origin - 4
            men[white].append((rook, (origin + target) >> 1, position.type_at(rook)))
    for arriving in men.values():
        for origin, _, _ in arriving:
            after.take_off(BIT[origin])
    taken: dict[int, int] = {}
    met = {target for _, target, _ in men[True]} & {target for _, target, _ in men[False]}
    for square in met:
        _clash(position, after, square, men, taken)
    for white, arriving in men.items():
        for origin, target, kind in arriving:
            victim = _passing(position, white, target, moves[not white])
            if origin & 7 != target & 7 and position.type_at(origin) == PAWN and victim >= 0:
                men[not white] = [one for one in men[not white] if one[1] != victim]
                taken[victim] = 1
            if (after.white | after.black) & BIT[target]:
                after.take_off(BIT[target])
                taken[target] = taken.get(target, 0) + 1
            del kind
    for white, arriving in men.items():
        for _, target, kind in arriving:
            _put(after, white, target, kind)
    after.fullmove += 1
    return after, taken


def _clash(
    position: Position, after: Position, square: int, men: dict[bool, list[tuple[int, int, int]]], taken: dict[int, int]
) -> None:
    """Two men meet on a square: both go, and who stood there too; a pawn that came straight on goes alone."""
    straight = {
        white: next((one for one in arriving if one[1] == square and _straight(position, one)), None)
        for white, arriving in men.items()
    }
    pawn = next((white for white, one in straight.items() if one is not None and straight[not white] is None), None)
    losers = (True, False) if pawn is None or _is_pawn(position, men[not pawn], square) else (pawn,)
    standing = (after.white | after.black) & BIT[square]
    if standing:
        after.take_off(BIT[square])
        losers = (True, False)
    for white in losers:
        men[white] = [one for one in men[white] if one[1] != square]
    taken[square] = len(losers) + bool(standing)


def _straight(position: Position, one: tuple[int, int, int]) -> bool:
    return position.type_at(one[0]) == PAWN and one[0] & 7 == one[1] & 7


def _is_pawn(position: Position, arriving: list[tuple[int, int, int]], square: int) -> bool:
    return any(position.type_at(origin) == PAWN for origin, target, _ in arriving if target == square)


def _put(after: Position, white: bool, square: int, kind: int) -> None:
    bit = BIT[square]
    if white:
        after.white |= bit
    else:
        after.black |= bit
    after._safety = None
    name = {1: "pawns", 2: "knights", 3: "bishops", 4: "rooks", 5: "queens", 6: "kings"}[kind]
    setattr(after, name, getattr(after, name) | bit)


def winner(position: Position) -> Result | None:
    """The result when a king was taken (both: a draw), None while both stand."""
    white, black = position.kings & position.white, position.kings & position.black
    if white and black:
        return None
    return "1/2-1/2" if not white and not black else "1-0" if white else "0-1"
