"""Who won, where a record tells how its game ended and prints no result."""

from __future__ import annotations

from typing import Final

import msgspec

from kriegnote.model.events import AnyEvent, End, Move, Result, Side, other
from kriegnote.model.record import Record
from kriegnote.rules.variants import game_of

LOST: Final = {
    "resignation": "resigns",
    "time": "loses on time",
    "forfeit": "forfeits",
    "checkmate": "is checkmated",
    "king-captured": "loses the king",
}
"""What the loser does or suffers."""
ON_THE_BOARD: Final = ("checkmate", "king-captured")
"""Ends that are the winner's; the others are the loser's own."""
_DRAWN: Final = frozenset(("agreement", "insufficient", "fifty-move", "repetition"))
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
    events = record.events
    at = _last_end(events)
    if at is not None and _result_of(_end(events, at), record) == record.result:  # else the end itself said it
        events = _with(events, at, None)
    return record.replace(result=None, events=events).sourced(None, "result")


def _ended(events: tuple[AnyEvent, ...], result: Result) -> tuple[AnyEvent, ...]:
    """The events, the last end with the result that follows from it, if it has none."""
    at = _last_end(events)
    return events if at is None or _end(events, at).result not in _OPEN else _with(events, at, result)


def _last_end(events: tuple[AnyEvent, ...]) -> int | None:
    return next((at for at in range(len(events) - 1, -1, -1) if isinstance(events[at], End)), None)


def _end(events: tuple[AnyEvent, ...], at: int) -> End:
    end = events[at]
    assert isinstance(end, End)
    return end


def _with(events: tuple[AnyEvent, ...], at: int, result: Result | None) -> tuple[AnyEvent, ...]:
    """The events, the end at an index with another result."""
    return (*events[:at], msgspec.structs.replace(events[at], result=result), *events[at + 1 :])


_UNDECIDED: Final = frozenset((("Result", "*"), ("Result", "?")))


def _follows(record: Record) -> Result | None:
    """The result that the record's end has, or the mate with which its moves end; None: it is not known."""
    at = _last_end(record.events)
    if at is not None:
        end = _end(record.events, at)
        return end.result if end.result not in _OPEN else _result_of(end, record)
    last = next((event for event in reversed(record.events) if isinstance(event, Move)), None)
    mates = last is not None and ((last.parts is not None and bool(last.parts.mate)) or (last.san or "").endswith("#"))
    return _won_by(last.side) if last is not None and mates and _mate_wins(record) else None


def winner_of(end: End) -> Side | None:
    """Who wins by an end that is a player's; None: nobody, or it does not say whose it is."""
    if end.side is None or end.reason not in LOST:
        return None
    return end.side if end.reason in ON_THE_BOARD else other(end.side)


def _result_of(end: End, record: Record) -> Result | None:
    if end.reason in ON_THE_BOARD and not _mate_wins(record):
        return None
    return "1/2-1/2" if end.reason in _DRAWN else _won_by(winner_of(end))


def _won_by(side: Side | None) -> Result | None:
    return None if side is None else "1-0" if side == "white" else "0-1"


def _mate_wins(record: Record) -> bool:
    """Whether whoever mates wins, in the game that the record is of."""
    game = game_of(record)
    return game is not None and game.goal != "queen-mate"
