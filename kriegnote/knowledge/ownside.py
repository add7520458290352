"""The listener's own men, ply by ply: what he always knows for certain."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.knowledge.evidence import Evidence, Ply
from kriegnote.umpire.player_record import taken
from kriegnote.umpire.starting_position import alone


def own_boards(evidence: Evidence, white: bool) -> list[Position | None]:
    """One side's men before each ply, and after the last; None from where they are not known any more."""
    board: Position | None = alone(evidence.start, white)
    boards: list[Position | None] = []
    for ply in evidence.plies[: evidence.finished]:
        boards.append(board)
        board = _after(board, ply, evidence, white) if board is not None else None
    boards.append(board)
    return boards


def _after(board: Position, ply: Ply, evidence: Evidence, white: bool) -> Position | None:
    if not ply.played:
        return None
    if ply.white != white:
        if ply.capture is None:
            return board if "capture" not in ply.unsaid else None
        board = alone(board, None)
        return None if taken(board, ply.capture, evidence.rules) else board
    board = alone(board, None)
    board.turn = white
    moves = [ply.uci] if ply.uci is not None else []
    if not moves and ply.move is not None and ply.move.parts is not None:
        moves = board.resolve_own(ply.move.parts)
    if len(moves) != 1 or moves[0] not in set(board.own_moves()):
        return None
    return alone(board.play(moves[0]), None)
