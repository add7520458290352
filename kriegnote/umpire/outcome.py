"""Who won, where a record tells how its game ended and prints no result."""

from __future__ import annotations

from typing import Final

import msgspec

from kriegnote.model.endings import DRAWN, OF_WINNER, won_by
from kriegnote.model.events import AnyEvent, End, Move, Result, Side, other
from kriegnote.model.record import Record
from kriegnote.rules.variants import game_of

LOST: Final = {
    "resignation": "resigns",
    "time": "loses on time",
    "forfeit": "forfeits",
    "checkmate": "is checkmated",
    "king-captured": "loses his king",
}
"""What the loser does or suffers."""
_OPEN: Final = (None, "*")


def concluded(record: Record) -> Record:
    """The record with the result that follows from its end, marked as derived; itself where one is printed, or where
    none follows.  A ``Result`` header that leaves the result open says the same."""
    result = _follows(record) if record.result in _OPEN else None
    if result is None:
        return record
    headers = tuple(("Result", result) if pair in _UNDECIDED else pair for pair in record.headers)
    changed = ("header Result",) if headers != record.headers else ()
    done = record.replace(result=result, headers=headers, events=_ended(record.events, result))
    return done.sourced("derived", "result", *changed)


def open_again(record: Record) -> Record:
    """The record without a result that was derived, its end's included."""
    if record.field_sources.get("result") != "derived":
        return record
    events, last = record.events, _last_end(record.events)
    if last is not None and _result_of(last[1], record) == record.result:  # else the end itself said it
        events = _with(events, last[0], None)
    return record.replace(result=None, events=events).sourced(None, "result")


def _ended(events: tuple[AnyEvent, ...], result: Result) -> tuple[AnyEvent, ...]:
    """The events, the last end with the result that follows from it, if it has none."""
    last = _last_end(events)
    return events if last is None or last[1].result not in _OPEN else _with(events, last[0], result)


def _last_end(events: tuple[AnyEvent, ...]) -> tuple[int, End] | None:
    """The last end, with its index."""
    return next(((at, one) for at in reversed(range(len(events))) if isinstance(one := events[at], End)), None)


def _with(events: tuple[AnyEvent, ...], at: int, result: Result | None) -> tuple[AnyEvent, ...]:
    """The events, the end at an index with another result."""
    return (*events[:at], msgspec.structs.replace(events[at], result=result), *events[at + 1 :])


_UNDECIDED: Final = frozenset((("Result", "*"), ("Result", "?")))


def _follows(record: Record) -> Result | None:
    """The result that the record's end has, or the mate with which its moves end; None: it is not known."""
    if (ended := _last_end(record.events)) is not None:
        end = ended[1]
        return end.result if end.result not in _OPEN else _result_of(end, record)
    last = next((event for event in reversed(record.events) if isinstance(event, Move)), None)
    if last is None or last.side is None or not last.mates or not _mate_wins(record):
        return None
    return won_by(last.side)


def winner_of(end: End) -> Side | None:
    """Who wins by an end that is a player's; None: nobody, or it does not say whose it is."""
    if end.side is None or end.reason not in LOST:
        return None
    return end.side if end.reason in OF_WINNER else other(end.side)


def _result_of(end: End, record: Record) -> Result | None:
    if end.reason in OF_WINNER and not _mate_wins(record):
        return None
    winner = winner_of(end)
    return "1/2-1/2" if end.reason in DRAWN else won_by(winner) if winner else None


def _mate_wins(record: Record) -> bool:
    """Whether whoever mates wins, in the game that the record is of."""
    game = game_of(record)
    return game is not None and game.goal != "queen-mate"
