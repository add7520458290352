"""Zeitgeist (§8.6): both players move at once, and only then does it turn out what is legal.

- A man captures an enemy man that remains on its target square; a pawn only diagonally, and it cannot move straight
  onto a standing man. A move onto a man of one's own is rejected, and only the opponent's is made.
- Two men that move to the same square capture each other, and any man standing there, of either side, is captured with
  them. But a pawn that moves straight to a square where a piece arrives is captured alone.
- Only a knight passes over a standing man; other men may pass over one that moves away or arrives.
- Castling requires what chess requires before the turn, but the king may be attacked (as in game 42); en passant
  captures a pawn that moves two squares in the same turn.
- The game ends when one king is captured, or both.
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
    """A turn of both players: the position after it, whether each move (White's, Black's) was rejected, and captures.

    ``taken``: by square, the number of men captured there (two men that captured each other count as 2).
    """

    after: Position
    rejected: tuple[bool, bool]
    taken: dict[int, int]


def candidates(position: Position, white: bool, parts: Parts) -> list[int]:
    """The moves of one side that fit a printed one, whatever the opponent plays in this turn."""
    board = position.facing(white)
    return [move for move in own_moves(board, white) if fits(board, move, parts, own=True)]


def own_moves(board: Position, white: bool) -> list[int]:
    """The moves that a side could propose: the opponent may clear any line and provide a man to capture anywhere."""
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
    """The castlings possible before the turn: king and rook have not moved, and nothing stands between them."""
    own = board.white if board.turn else board.black
    king = 4 if board.turn else 60
    if not board.kings & own & BIT[king]:
        return []
    rooks = squares(board.castling & own & board.rooks)
    free = [rook for rook in rooks if not BETWEEN[king][rook] & board.everyone]
    return [king | (king + 2 if rook > king else king - 2) << 6 for rook in free]


def play(position: Position, white: int | None, black: int | None) -> SimultaneousTurn:
    """Plays both moves of a turn; None means that a side does not move."""
    moves = {True: white, False: black}
    rejected = {
        side: move is not None and not _possible(position, side, move, moves[not side]) for side, move in moves.items()
    }
    if any(rejected.values()):  # a rejected move neither clears its origin nor arrives
        moves = {side: None if rejected[side] else move for side, move in moves.items()}
        for side, move in moves.items():
            if move is not None and not _possible(position, side, move, moves[not side]):
                rejected[side], moves[side] = True, None
    after, taken = _made(position, moves)
    return SimultaneousTurn(after, (rejected[True], rejected[False]), taken)


def _possible(position: Position, white: bool, move: int, other: int | None) -> bool:
    """Whether a move can be made if the opponent makes the other one."""
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
    return bool(standing & BIT[target]) or arriving or _passing(board, target, other) >= 0


def _passing(board: Position, target: int, other: int | None) -> int:
    """The square where a pawn arrives that moves two squares over ``target`` in the same turn, or -1."""
    if other is None or not board.pawns & BIT[origin_of(other)] or abs(origin_of(other) - target_of(other)) != 16:
        return -1
    return target_of(other) if (origin_of(other) + target_of(other)) >> 1 == target else -1


class _Arrival(NamedTuple):
    """A man that moves: its side, its origin and target, and its type on arrival."""

    white: bool
    origin: int
    target: int
    kind: int

    def passes(self, position: Position) -> bool:
        """Whether it is a pawn that moves straight ahead."""
        return position.type_at(self.origin) == PAWN and self.origin & 7 == self.target & 7


def _made(position: Position, moves: dict[bool, int | None]) -> tuple[Position, dict[int, int]]:
    """The position after both moves, and the number of men captured on each square."""
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
        victim = _passing(position, one.target, moves[not one.white])
        if victim >= 0 and position.type_at(one.origin) == PAWN and not one.passes(position):
            taken[victim] = 1
            arrivals = [other for other in arrivals if other.white == one.white or other.target != victim]
    for one in arrivals:
        if standing.everyone & BIT[one.target]:
            taken[one.target] = taken.get(one.target, 0) + 1
            standing = standing.without(BIT[one.target])
    return standing.with_men((one.target, one.kind, one.white) for one in arrivals), taken


def _arrivals(position: Position, white: bool, move: int) -> Iterator[_Arrival]:
    """The man that moves; for castling, both men."""
    origin, target, promotion = origin_of(move), target_of(move), promotion_of(move)
    yield _Arrival(white, origin, target, promotion or position.type_at(origin))
    if position.castles(move):
        rook = origin + 3 if target > origin else origin - 4
        yield _Arrival(white, rook, (origin + target) >> 1, ROOK)


def _next_turn(position: Position, leaving: Iterable[_Arrival]) -> Position:
    """The position of the men that do not move, at the start of the next turn."""
    rights = position.castling
    for one in leaving:
        if one.kind == KING:
            rights &= ~(position.white if one.white else position.black)
    origins = sum(BIT[one.origin] for one in leaving)
    return position.facing(False).passed().with_castling(rights).without(origins)


def _losers(position: Position, met: list[_Arrival]) -> list[_Arrival]:
    """The men captured when two meet on an empty square: both, or only a pawn that moves straight into a piece."""
    straight = [one for one in met if one.passes(position)]
    pieces = [one for one in met if position.type_at(one.origin) != PAWN]
    return straight if len(straight) == len(pieces) == 1 else met


def winner(position: Position) -> Result | None:
    """The result if a king was captured (both: a draw); None while both stand."""
    white, black = position.kings & position.white, position.kings & position.black
    if white and black:
        return None
    return "1/2-1/2" if not white and not black else "1-0" if white else "0-1"


def end(position: Position, turn: int | None) -> End | None:
    """The end of the game if a king was captured; its side is the winner, None if both were captured.

    None while both kings stand.
    """
    result = winner(position)
    if result is None:
        return None
    return End(side=WINNER.get(result), turn=turn, source="derived", reason="king-captured", result=result)
