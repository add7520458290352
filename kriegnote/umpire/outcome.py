"""The result of a record that says how its game ended but prints no result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from kriegnote.diagnostics.findings import Finding
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
"""What the loser does or suffers, by the reason of the end."""
_OPEN: Final = (None, "*")


def concluded(record: Record, findings: Iterable[Finding] = ()) -> Record:
    """The record with the result that follows from its end, marked as derived.

    It is unchanged if it has a result or none follows; none follows from a mate that the findings call illegal. Instead
    of an end that they call wrong, the mate on the board decides. A ``Result`` header that leaves the result open is
    set to the derived result.
    """
    findings = list(findings)
    result = _follows(record, findings) if record.result in _OPEN else None
    if result is None:
        return record
    headers = tuple(("Result", result) if pair in _UNDECIDED else pair for pair in record.headers)
    changed = ("header Result",) if headers != record.headers else ()
    events = record.events if _is_wrong(_last_end(record.events), findings) else _ended(record.events, result)
    done = record.replace(result=result, headers=headers, events=events)
    return done.sourced("derived", "result", *changed)


def open_again(record: Record) -> Record:
    """The record without a derived result, also in its last end."""
    if record.field_sources.get("result") != "derived":
        return record
    events, last = record.events, _last_end(record.events)
    if last is not None and _result_of(last[1], record) == record.result:  # otherwise the end stated it itself
        events = _with(events, last[0], None)
    return record.replace(result=None, events=events).sourced(None, "result")


def _ended(events: tuple[AnyEvent, ...], result: Result) -> tuple[AnyEvent, ...]:
    """The events, with the result added to the last end if that has none."""
    last = _last_end(events)
    return events if last is None or last[1].result not in _OPEN else _with(events, last[0], result)


def _last_end(events: tuple[AnyEvent, ...]) -> tuple[int, End] | None:
    """The last end and its index."""
    return next(((at, one) for at in reversed(range(len(events))) if isinstance(one := events[at], End)), None)


def _with(events: tuple[AnyEvent, ...], at: int, result: Result | None) -> tuple[AnyEvent, ...]:
    """The events, with another result in the end at index ``at``."""
    return (*events[:at], msgspec.structs.replace(events[at], result=result), *events[at + 1 :])


_UNDECIDED: Final = frozenset((("Result", "*"), ("Result", "?")))


def _follows(record: Record, findings: Iterable[Finding]) -> Result | None:
    """The result of the record's end, or of the mate with which its moves end; None: not known."""
    if (ended := _last_end(record.events)) is not None and not _is_wrong(ended, findings):
        end = ended[1]
        return end.result if end.result not in _OPEN else _result_of(end, record)
    last = next((event for event in reversed(record.events) if isinstance(event, Move)), None)
    if last is None or last.side is None or not last.mates or not _mate_wins(record):
        return None
    if any(one.code == "KN201" and (one.line, one.column) == (last.line, last.column) for one in findings):
        return None
    return won_by(last.side)


def _is_wrong(ended: tuple[int, End] | None, findings: Iterable[Finding]) -> bool:
    """Whether the findings say that another player won than an end says."""
    place = None if ended is None else (ended[1].line, ended[1].column)
    return any(one.code == "KN402" and (one.line, one.column) == place for one in findings)


def winner_of(end: End) -> Side | None:
    """The winner of an end that a player caused or suffered; None: nobody won, or it does not name the player."""
    if end.side is None or end.reason not in LOST:
        return None
    return end.side if end.reason in OF_WINNER else other(end.side)


def _result_of(end: End, record: Record) -> Result | None:
    if end.reason in OF_WINNER and not _mate_wins(record):
        return None
    winner = winner_of(end)
    return "1/2-1/2" if end.reason in DRAWN else won_by(winner) if winner else None


def _mate_wins(record: Record) -> bool:
    """Whether the player who mates wins, in the game that the record is of."""
    game = game_of(record)
    return game is not None and game.goal != "queen-mate"
