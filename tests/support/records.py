"""Small records by hand, and what the umpire finds in them."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import AnyEvent, DialogueEvent, Move, Side, Try, Verdict, View
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.notations.notation import Notation
from kriegnote.rules import RULES
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view

_BEHIND_THE_MOVE: Final = ("Capture", "Check", "Promotion", "Reveal", "End", "Nag", "Variation")


def assert_tiled(record: Record, text: str) -> None:
    """The spans of a record's events, laid end to end, are its text; where no event has any, no word is lost."""
    spans = sorted(event.span for event in record.events if event.span)
    if spans:
        assert "".join(text[start:end] for start, end in spans) == text
    else:
        assert record.events == () and (record.headers or record.result or not any(map(str.isalpha, text))), text


def played(move: str | None, side: Side | None = None, turn: int | None = None) -> Move:
    """A move: in UCI, or else as it is printed; None is one that nobody tells."""
    return Move(side=side, turn=turn, **_named(move), san=None)


def tried(
    move: str | None,
    side: Side | None = None,
    turn: int | None = None,
    verdict: Verdict | None = "illegal",
    times: int | tuple[int, int] | None = 1,
) -> Try:
    """A try: in UCI, or else as it is printed; None is one that nobody tells."""
    return Try(side=side, turn=turn, **_named(move), verdict=verdict, times=times)


def _named(move: str | None) -> dict[str, Any]:
    if move is None:
        return {"move": None, "text": None}
    if len(move) in (4, 5) and all(move[at] in "abcdefgh" and move[at + 1] in "12345678" for at in (0, 2)):
        return {"move": move, "text": None}
    return {"move": None, "text": move, "parts": parse_move(move)}


def game(*said: str | AnyEvent | None, rules: str | None = None, start: str | None = None, **fields: Any) -> Record:
    """A record.

    :param said: its moves as :func:`played` takes them, White and Black in turn, and other events; one that has neither
        side nor turn gets those of the move that it stands before or, if it is an announcement, behind.
    """
    white, number = True, 1
    if start is not None:
        white, number = start.split()[1] == "w", int(start.split()[5])
    events: list[AnyEvent] = []
    last: tuple[Side, int] = "white", number
    for one in said:
        now: tuple[Side, int] = ("white" if white else "black"), number
        if one is None or isinstance(one, str):
            events.append(played(one, *now))
            white, number, last = not white, number + (not white), now
            continue
        if isinstance(one, DialogueEvent) and one.side is None and one.turn is None:
            side, turn = last if type(one).__name__ in _BEHIND_THE_MOVE else now
            one = msgspec.structs.replace(one, side=side, turn=turn)
        if isinstance(one, Move):
            last = one.side or now[0], one.turn or number
            white, number = last[0] == "black", last[1] + (last[0] == "black")
        events.append(one)
    return Record(rules=rules, start=start, events=tuple(events), **fields)


def judged(record: Record) -> list[Finding]:
    """What the umpire finds; each finding's line is the place of its event in the record, from 1."""
    events = tuple(msgspec.structs.replace(one, line=at, column=1) for at, one in enumerate(record.events, 1))
    return adjudicate(record.replace(events=events)).findings


def found(record: Record) -> list[tuple[str, int | None, str]]:
    """The code, the place (from 1) and the sentence of each finding."""
    return [(one.code, one.line, one.message) for one in judged(record)]


def codes(record: Record) -> list[str]:
    """The codes of what the umpire finds."""
    return [one.code for one in judged(record)]


def of_type(record: Record, *kinds: type[Any]) -> list[Any]:
    """The events of these types, as the umpire leaves the record."""
    return [event for event in adjudicate(record).record.events if isinstance(event, kinds)]


def heard(record: Record, listener: View, kind: type[Any], until: int | None = None) -> list[Any]:
    """The events of this type that a listener heard of the record as the umpire completes it."""
    return [event for event in view(adjudicate(record).record, listener, until).events if isinstance(event, kind)]


def of_single_moves(row: Notation) -> bool:
    """Whether a notation is made for games of one move a turn, and not for series of moves."""
    return row.rules is None or RULES[row.rules].game.turns == "one"
