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

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kriegnote.chess.matching import fits
from kriegnote.chess.position import KING, KNIGHT, PAWN, ROOK, Position, squares
from kriegnote.chess.squares import BETWEEN, BIT, PAWN_REACH, origin_of, promotion_of, target_of
from kriegnote.model.endings import WINNER
from kriegnote.model.events import End, Result
from kriegnote.model.printed_moves import Parts


class SimultaneousTurn(NamedTuple):
    """A turn of both: the position after it, the moves that were rejected (White's, Black's), the men taken.

    ``taken``: the squares from which men were removed and how many went there at once (two: they took each other).
    """

    after: Position
    rejected: tuple[bool, bool]
    taken: dict[int, int]


def candidates(position: Position, white: bool, parts: Parts) -> list[int]:
    """The moves of one side that fit a printed one, whatever the opponent does in this turn."""
    board = position.facing(white)
    return [move for move in own_moves(board, white) if fits(board, move, parts, own=True)]


def own_moves(board: Position, white: bool) -> list[int]:
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
    free = [rook for rook in rooks if not BETWEEN[king][rook] & board.everyone]
    return [king | (king + 2 if rook > king else king - 2) << 6 for rook in free]


def play(position: Position, white: int | None, black: int | None) -> SimultaneousTurn:
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
    return SimultaneousTurn(after, (rejected[True], rejected[False]), taken)


def _possible(position: Position, white: bool, move: int, other: int | None) -> bool:
    """Whether a move can be made when the opponent makes another."""
    board = position.facing(white)
    own, enemies = (board.white, board.black) if white else (board.black, board.white)
    origin, target = origin_of(move), target_of(move)
    standing = enemies & ~(BIT[origin_of(other)] if other is not None else 0)
    arriving = other is not None and target_of(other) == target
    if board.castles(move):
        return move in _castlings(board)
    if board.type_at(origin) != KNIGHT and BETWEEN[origin][target] & (own | standing):
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
    if other is None or not board.pawns & BIT[origin_of(other)] or abs(origin_of(other) - target_of(other)) != 16:
        return -1
    return target_of(other) if (origin_of(other) + target_of(other)) >> 1 == target else -1


class _Arrival(NamedTuple):
    """A man on its way: whose it is, from where and to where, and what it is when it arrives."""

    white: bool
    origin: int
    target: int
    kind: int

    def passes(self, position: Position) -> bool:
        """Whether it is a pawn that goes straight on."""
        return position.type_at(self.origin) == PAWN and self.origin & 7 == self.target & 7


def _made(position: Position, moves: dict[bool, int | None]) -> tuple[Position, dict[int, int]]:
    """The position after both moves, and what was taken where."""
    arrivals = [one for white, move in moves.items() if move is not None for one in _arrivals(position, white, move)]
    standing = _next_turn(position, arrivals)
    taken: dict[int, int] = {}
    for square in {one.target for one in arrivals if one.white} & {one.target for one in arrivals if not one.white}:
        met = [one for one in arrivals if one.target == square]
        stood = bool(standing.everyone & BIT[square])
        losers = met if stood else _losers(position, met)
        taken[square] = len(losers) + stood
        standing = standing.without(BIT[square])
        arrivals = [one for one in arrivals if one not in losers]
    for one in arrivals:
        victim = _passing(position, one.white, one.target, moves[not one.white])
        if victim >= 0 and position.type_at(one.origin) == PAWN and not one.passes(position):
            taken[victim] = 1
            arrivals = [other for other in arrivals if other.white == one.white or other.target != victim]
    for one in arrivals:
        if standing.everyone & BIT[one.target]:
            taken[one.target] = taken.get(one.target, 0) + 1
            standing = standing.without(BIT[one.target])
    return standing.with_men((one.target, one.kind, one.white) for one in arrivals), taken


def _arrivals(position: Position, white: bool, move: int) -> Iterator[_Arrival]:
    """The man that moves; of castling both."""
    origin, target, promotion = origin_of(move), target_of(move), promotion_of(move)
    yield _Arrival(white, origin, target, promotion or position.type_at(origin))
    if position.castles(move):
        rook = origin + 3 if target > origin else origin - 4
        yield _Arrival(white, rook, (origin + target) >> 1, ROOK)


def _next_turn(position: Position, leaving: Iterable[_Arrival]) -> Position:
    """The men that stay where they are, in the next turn."""
    rights = position.castling
    for one in leaving:
        if one.kind == KING:
            rights &= ~(position.white if one.white else position.black)
    origins = sum(BIT[one.origin] for one in leaving)
    return position.facing(False).passed().with_castling(rights).without(origins)


def _losers(position: Position, met: list[_Arrival]) -> list[_Arrival]:
    """Who goes when two men meet on an empty square: both, but of a piece and a pawn straight on the pawn alone."""
    straight = [one for one in met if one.passes(position)]
    pieces = [one for one in met if position.type_at(one.origin) != PAWN]
    return straight if len(straight) == len(pieces) == 1 else met


def winner(position: Position) -> Result | None:
    """The result when a king was taken (both: a draw), None while both stand."""
    white, black = position.kings & position.white, position.kings & position.black
    if white and black:
        return None
    return "1/2-1/2" if not white and not black else "1-0" if white else "0-1"


def end(position: Position, turn: int | None) -> End | None:
    """The end of the game when a king was taken, None while both stand; its side took it, none when both were."""
    result = winner(position)
    if result is None:
        return None
    return End(side=WINNER.get(result), turn=turn, source="derived", reason="king-captured", result=result)
