"""Tries that a record's own moves contradict, for what judges readings of a text by their sense."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.model.events import Move, Try
from kriegnote.model.record import Record
from kriegnote.rules.boards import position_of
from kriegnote.rules.playable import played
from kriegnote.rules.variants import game_of


def contradicted_tries(record: Record) -> int:
    """How many refused tries of a record cannot have been refused there: they are legal, or no man of the player's own
    could try them.  What stands behind the first ply that cannot be played counts for nothing."""
    game = game_of(record)
    if game is None:
        return 0
    try:
        boards = [position_of(game, record.start, whole=False)]
    except ValueError:
        return 0
    count = 0
    for event in record.events:
        if isinstance(event, Move):
            boards = played(boards, event)
            if not boards:
                break
        elif isinstance(event, Try) and event.verdict is not None:
            count += all(_is_contradicted(board, event) for board in boards)
    return count


def _is_contradicted(board: Position, event: Try) -> bool:
    if event.parts is None:
        return False
    if (event.side == "white") != board.turn:
        return True
    return bool(board.resolve(event.parts)) or not board.resolve_own(event.parts)
