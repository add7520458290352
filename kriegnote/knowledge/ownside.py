"""The listener's own men, ply by ply, which he always knows."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.knowledge.evidence import Evidence, PlyEvidence
from kriegnote.rules.comparison import is_man
from kriegnote.umpire.own_board import OwnBoard


def boards_by_ply(evidence: Evidence, white: bool) -> list[Position | None]:
    """One side's men before each ply, and after the last; None from where they are no longer known."""
    board: OwnBoard | None = OwnBoard.of(evidence.start, white)
    boards = [board]
    for ply in evidence.plies[: evidence.finished]:
        board = step(board, ply, evidence) if board is not None else None
        boards.append(board)
    return [each and each.position for each in boards]


def step(board: OwnBoard, ply: PlyEvidence, evidence: Evidence) -> OwnBoard | None:
    """One side's men after one more ply; None if they are no longer known."""
    if not ply.played:
        return None
    if ply.white != board.white:
        return _after_opponent(board, ply, evidence)
    move = own_move(board, ply)
    return board.moved(move) if move is not None else None


def own_move(board: OwnBoard, ply: PlyEvidence) -> int | None:
    """The recorded move of the player's own; None if his men do not allow it or it is open."""
    moves = [ply.uci] if ply.uci is not None else []
    if not moves and ply.move is not None and ply.move.parts is not None:
        moves = board.position.resolve_own(ply.move.parts)
    return moves[0] if len(moves) == 1 and board.position.could_try(moves[0]) else None


def _after_opponent(board: OwnBoard, ply: PlyEvidence, evidence: Evidence) -> OwnBoard | None:
    """The board after a move of the opponent's, given the announced capture."""
    if ply.capture is None:
        return board if "capture" not in ply.unsaid else None
    lost = board.lost(ply.capture, evidence.rules)
    kind = ply.capture.captured
    return lost.board if lost.man and (kind is None or is_man(kind, lost.man)) else None
