"""Finds the moves that one player's notebook may mean on the boards of his men."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kriegnote.chess.position import Position, distinct
from kriegnote.model.printed_moves import Parts
from kriegnote.notations.notebook_mentions import is_nowhere
from kriegnote.text.speech.mentions import Mention

Moves = list[tuple[Position, int]]
"""Boards, each with a move that is possible on it."""


def possible_moves(
    one: Mention, boards: Sequence[Position], lost: str | None, *, unheard: bool
) -> tuple[Parts, Moves] | None:
    """The first reading of a mention that the player's men can make, with its moves; None if there is none.

    :param lost: where he lost a man since his last move, to which “I took back” refers.
    :param unheard: whether he may have lost a man of which his notes say nothing.
    """
    taken_back = [msgspec.structs.replace(parts, to=lost) for parts in one.readings if is_nowhere(parts)]
    readings = taken_back if lost is not None and taken_back else one.readings
    found = _first(readings, boards)
    if found is None and unheard:
        found = _first(readings, distinct([fewer for board in boards for fewer in board.each_gone()]))
    return found


def _first(readings: Sequence[Parts], boards: Sequence[Position]) -> tuple[Parts, Moves] | None:
    """The first reading that is possible on some boards, with these and its moves."""
    for parts in readings:
        moves = [] if is_nowhere(parts) else [(board, move) for board in boards for move in board.resolve_own(parts)]
        if moves:
            return parts, moves
    return None
