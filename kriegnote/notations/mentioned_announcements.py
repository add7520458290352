"""The announcements that a mention in prose may be, if they are true of the last move."""

from __future__ import annotations

from collections.abc import Set

from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES, target_of
from kriegnote.model.endings import implied_result
from kriegnote.model.events import AnyEvent, Capture, Check, End
from kriegnote.text.speech.mentions import Mention


def announced(
    one: Mention, board: Position, before: Position | None, move: int | None, known: Set[str]
) -> AnyEvent | None:
    """The announcement of a mention, if it is true of the last move and not yet made.

    :param board: the board after the last move; ``before``: the one before it; None if there is no move.
    :param known: the kinds that were announced of the last move.
    """
    if one.denied or move is None or before is None:
        return None
    side, turn = before.side, before.fullmove
    if one.kind == "mate":
        over = board.checkers() and not board.has_legal_move() and "End" not in known
        end = End(side=side, turn=turn, reason="checkmate", result=implied_result("checkmate", side))
        return end if over else None
    if one.kind == "check":
        true = frozenset(board.check_directions()) if board.checkers() else frozenset()
        if not true or "Check" in known or not (one.ways <= true or (one.ways & true and "knight" in one.ways)):
            return None
        ways = one.ways & true
        return Check(side=side, turn=turn, directions=tuple(sorted(ways)))
    taken = before.captured_square(move)
    squares = (NAMES[target_of(move)], NAMES[taken])  # they differ only en passant
    if taken < 0 or "Capture" in known or one.square not in (None, *squares):
        return None
    return Capture(side=side, turn=turn, square=one.square or squares[0])
