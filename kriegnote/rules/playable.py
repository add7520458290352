"""How far the moves of a record can be played, for what judges readings of a text by their sense."""

from __future__ import annotations

from typing import Final

from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES, target_of
from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.rules.boards import position_of
from kriegnote.rules.variants import game_of

_BOARDS: Final = 12  # boards that moves which fit several men may lead to


def playable(record: Record, most: int | None = None) -> int:
    """How many plies of a record can be played one after the other, whatever man a figurine shows.

    0 for one that begins in the middle or has no first position; counting ends at the first ply that is hidden.

    :param most: how many are looked at; None for all.
    """
    game = game_of(record)
    moves = [event for event in record.events if isinstance(event, Move)][:most]
    if game is None or (record.start is None and (game.setup != "given" or (moves and (moves[0].turn or 1) > 1))):
        return 0
    try:
        boards = [position_of(game, record.start, whole=False)]
    except ValueError:
        return 0
    for count, event in enumerate(moves):
        boards = played(boards, event)
        if not boards:
            return count
    return len(moves)


def played(boards: list[Position], event: Move) -> list[Position]:
    """The boards behind a printed move, of those before it."""
    return [child for board in boards for child in _behind(board, event)][:_BOARDS]


def _behind(board: Position, event: Move) -> list[Position]:
    """The boards behind a printed move; those of any man to its square where the printed one cannot go there."""
    if event.parts is None or (event.side is not None and (event.side == "white") != board.turn):
        return []
    moves = board.resolve(event.parts)
    if not moves and event.parts.to is not None:
        target = event.parts.to
        moves = [move for move in board.legal_moves() if _goes_to(move, target)]
    return [board.play(move) for move in moves]


def _goes_to(move: int, target: str) -> bool:
    return NAMES[target_of(move)].startswith(target)
