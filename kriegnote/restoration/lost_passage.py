"""Finds a lost passage: the move numbers jump by several turns and the moves after the jump do not fit the board.

A scanner or a typist who skips a line loses several turns.  As their moves are unknown, nothing after them can be
checked by the rules: the game is repaired up to the gap, and the rest is left as printed.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Move
from kriegnote.model.order import ordinal
from kriegnote.model.record import Record
from kriegnote.restoration import printed_slot
from kriegnote.restoration.page import Page
from kriegnote.restoration.page_reading import MOST_LOST
from kriegnote.restoration.search import Reading

_LEAST: Final = 3  # consecutively numbered plies before and after the gap
_NEAR: Final = 16  # plies after the gap that are compared with the board
_BEGIN: Final = 8  # plies that must be there to be compared with a board that nobody knows
_FITS: Final = 3 / _NEAR  # price of their slips, per ply, up to which they fit the board: then only a number is wrong
_NOTE: Final = "check whether a line was skipped, and add it"


def lost_passage(record: Record, first: int | None) -> int | None:
    """The index in the record of the first move after a passage that is lost by the move numbers; None if none is.

    The numbers must be consecutive before and after the jump: a single wrong number is not a lost passage.

    :param first: the number (:func:`kriegnote.model.order.ordinal`) of the ply before the first one; None if unknown.
    """
    moves = [(at, ordinal(event.side, event.turn)) for at, event in enumerate(record.events) if isinstance(event, Move)]
    numbers = [number for _, number in moves]
    for here in range(len(moves) - _LEAST + 1):
        before, behind = [first, *numbers][max(0, here + 1 - _LEAST) : here + 1], numbers[here : here + _LEAST]
        last, following = before[-1], behind[0]
        if last is None or following is None or following - last - 1 <= MOST_LOST:
            continue
        if _go_on(before) and _go_on(behind) and all(number is None or number > last for number in numbers[here:]):
            if here < _LEAST:
                return moves[0][0]  # the few moves before the gap may be the rest of the damaged line
            alone = _is_white(last) and _is_white(following)  # it may be Black's ply, printed after the gap
            return moves[here - 1 if alone else here][0]
    return None


def _is_white(number: int) -> bool:
    return number % 2 == 0


def _go_on(numbers: list[int | None]) -> bool:
    """Whether numbers are consecutive."""
    return all(one is not None and other == one + 1 for one, other in pairwise(numbers))


def fits_behind(record: Record, page: Page, found: Reading, at: int) -> bool:
    """Whether the moves after a gap fit the board before it, so that only a move number is wrong.

    If the record begins with the gap, at least :data:`_BEGIN` moves must fit; else all moves after it, up to
    :data:`_NEAR`.

    :param found: the reading of the whole record as if nothing were lost.
    :param at: the index in the record of the first move after the gap.
    """
    begins = not any(isinstance(event, Move) for event in record.events[:at])
    moves = sum(isinstance(event, Move) for event in record.events[at:])
    least = _BEGIN if begins else min(_BEGIN, moves)
    if found.printed:
        return moves >= least
    behind = [
        printed_slot.cost(edge.slips & ~printed_slot.NUMBER)
        for slot, edge in zip(found.lattice.slots, found.way(), strict=False)
        if (ply := page.ply(slot)) is not None and ply.event is not None and ply.at >= at
    ]
    return len(behind) >= least and sum(behind[:_NEAR]) <= _FITS * len(behind[:_NEAR])


def passage_is_lost(record: Record, at: int) -> Finding:
    """The finding that a passage is missing.

    :param at: the index in the record of the first move after the gap.
    """
    moves = [event for event in record.events[at:] if isinstance(event, Move)]
    before = next((event for event in reversed(record.events[:at]) if isinstance(event, Move)), None)
    if before is None:
        begins = next((number for move in moves if (number := move.turn or 0) > 1), 1)
        message = f"the score begins with move {begins}; what was played before is missing, it is left as printed"
        return finding("KN401", message, moves[0], note=_NOTE)
    last = f"{'Black' if before.side == 'black' else 'White'}’s move {before.turn}"
    further = next(move.turn for move in moves if (move.turn or 0) > (before.turn or 0) + 1)
    message = f"a passage is missing after {last}: the numbers continue with {further}; the rest is left as printed"
    return finding("KN401", message, moves[0], note=_NOTE)
