"""How far a record contradicts its own moves; used to choose between readings of a text."""

from __future__ import annotations

from typing import Final

from kriegnote.chess.matching import MAN
from kriegnote.chess.position import Position
from kriegnote.confirmation.followed import played, start_of
from kriegnote.model.events import Answer, Move, Try
from kriegnote.model.record import Record

LEGAL: Final = 1
"""The cost of a refused try that was legal: the umpire erred, or it was never tried."""
IMPOSSIBLE: Final = 2
"""The cost of a try that no man of the player's own could make: nobody tries that, whereas an umpire may err."""


def contradictions(record: Record) -> int:
    """The cost of a record's contradictions, up to the first ply that cannot be played.

    An umpire's slip (a legal try refused, a wrong answer to “Any?”) costs 1, a try that its player could not make
    :data:`IMPOSSIBLE`.
    """
    start = start_of(record)
    if start is None:
        return 0
    boards = [start]
    count = 0
    for event in record.events:
        if isinstance(event, Move):
            boards = played(boards, event)
            if not boards:
                break
        elif isinstance(event, Try):
            cost = min(try_contradicts(board, event) for board in boards)
            count += cost if event.verdict is not None or cost == IMPOSSIBLE else 0  # it may have been allowed
        elif isinstance(event, Answer) and event.any is not None:
            count += min(answer_contradicts(board, event) for board in boards)
    return count


def try_contradicts(board: Position, event: Try) -> int:
    """The cost of a refused try on a board, whatever man a figurine stands for: 0 if it may have been refused."""
    if event.parts is None:
        return 0
    ignoring = MAN if event.parts.figurine else 0
    tried = board.resolve_own(event.parts, ignoring) if (event.side == "white") == board.turn else []
    if not tried:
        return IMPOSSIBLE
    return int(set(tried) <= set(board.resolve(event.parts, ignoring)))


def answer_contradicts(board: Position, event: Answer) -> int:
    """The cost of an answer to “Any?” on a board: 0 if it is true."""
    return int((event.side == "white") == board.turn and event.any != bool(board.pawn_targets()))
