"""What a listener hears while the game goes on: line by line, what :func:`kriegnote.umpire.views.view` gives at once.

As JSON: a first line with the record's headers, rulebook and first position, a line an event, a last line with the
result; :func:`lines` gives the same lines of a finished record.  In words: a sentence an event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from kriegnote.chess import perception
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Claim,
    Comment,
    End,
    Event,
    Heard,
    Move,
    Offer,
    PawnTries,
    Promotion,
    Reply,
    Result,
    Reveal,
    TakenBack,
    Try,
    View,
    Word,
    is_remark,
)
from kriegnote.model.record import Record
from kriegnote.text.remarks import item
from kriegnote.umpire.hearing import Hearing
from kriegnote.umpire.views import view

_JSON: Final = msgspec.json.Encoder()


class Feed:
    """One listener's lines of a game that has no events yet.

    :param begun: the record before its first event. :param words: sentences in place of JSON.
    """

    def __init__(self, begun: Record, listener: View, *, words: bool = False) -> None:
        self.words = words
        self._begun = view(begun, listener) if listener != "umpire" else begun
        self._hearing = Hearing(begun, listener) if listener != "umpire" else None

    def opening(self) -> str:
        """The first line."""
        if self.words:
            return f"The game is played under the rulebook {self._begun.rules}.\n"
        return _line(_head(self._begun))

    def more(self, events: Iterable[AnyEvent]) -> str:
        """The lines of what follows from one command; empty where the listener hears nothing of it."""
        said = list(events) if self._hearing is None else self._hearing.of(events)
        return "".join(sentence(event) + "\n" if self.words else _line(event) for event in _one_by_one(said))

    def ending(self, result: Result | None) -> str:
        """The last line."""
        if self.words:
            return f"Result: {result or '*'}\n"
        return _line({"result": result})


def lines(record: Record) -> str:
    """The whole of a finished record, in whatever view it is, as a feed in JSON has it."""
    events = "".join(map(_line, _one_by_one(record.events)))
    return _line(_head(record)) + events + _line({"result": record.result})


def _head(record: Record) -> dict[str, Any]:
    return {
        "schema": record.schema,
        "headers": record.headers,
        "rules": record.rules,
        "view": record.view,
        "start": record.start,
        "silence": record.silence,
    }


def _line(value: object) -> str:
    return _JSON.encode(value).decode() + "\n"


def _one_by_one(events: Iterable[AnyEvent]) -> Iterator[AnyEvent]:
    """A refusal that was heard several times running as so many events, as they were heard."""
    for event in events:
        if isinstance(event, Try) and isinstance(event.times, int) and event.times > 1:
            yield from [msgspec.structs.replace(event, times=1)] * event.times
        else:
            yield event


# -- in words ----------------------------------------------------------------------------------------------------------


def sentence(event: AnyEvent) -> str:
    """An event as an umpire says it, or as a player's own words."""
    said = _SAID.get(type(event))
    if said is not None:
        return said(event)
    return item(event) if is_remark(event) else ""


def _who(event: Heard) -> str:
    return (event.side or "").capitalize()


def _try(event: Try) -> str:
    tried = event.san or event.text or event.move or "a try"
    return f"{_who(event)} {event.turn}: {tried} is {event.verdict or 'refused'}"


def _tries(event: PawnTries) -> str:
    if event.squares is not None:
        said = ", ".join(event.squares) or "none"
    elif event.count is not None:
        said = str(event.count)
    else:
        said = "yes" if event.any else "no"
    return f"Pawn tries for {_who(event)}: {said}"


def _answer(event: Answer) -> str:
    if event.pawns is not None and event.pieces is not None:
        counts = zip(("White", "Black"), event.pawns, event.pieces, strict=True)
        return "Answer: " + ", ".join(f"{one} {pawns} + {pieces}" for one, pawns, pieces in counts)
    return f"Answer: {('yes' if event.any else 'no') if event.count is None else event.count}"


def _capture(event: Capture) -> str:
    names = {"P": "Pawn", "N": "Knight", "B": "Bishop", "R": "Rook", "Q": "Queen", "K": "King"}
    man = names.get(event.captured or "", (event.captured or "man").capitalize())
    by = f" by a {event.by}" if event.by else ""
    return f"{man} captured on {event.square}{by}{' en passant' if event.en_passant else ''}"


def _taken_back(event: TakenBack) -> str:
    moves = [one.san or one.move or "a move" for one in event.events if isinstance(one, Move)]
    return f"{_who(event)} {event.turn}: {' '.join(moves) or 'a move'} is taken back"


_OFFERED: Final = {"draw": "a draw", "take-back": "to take back", "adjournment": "to adjourn"}
_GRANTED: Final = {True: "granted", False: "refused", None: "not answered"}
_SAID: Final[Mapping[type[Event], Callable[[Any], str]]] = MappingProxyType(
    {
        Move: lambda event: f"{_who(event)} {event.turn}: {event.san or event.move or 'has moved'}",
        Try: _try,
        PawnTries: _tries,
        Ask: lambda event: f"{_who(event)} asks: {' '.join([event.what + '?', *(event.squares or ())])}",
        Answer: _answer,
        Capture: _capture,
        Check: lambda event: f"Check {' and '.join(event.directions)}".rstrip(),
        Promotion: lambda _: "A pawn has promoted",
        Reveal: lambda event: f"{_who(event)} is shown {perception.words(event)}",
        End: lambda event: f"The game is over: {event.reason} ({event.result or '*'})",
        Comment: lambda event: event.text,
        Offer: lambda event: f"{_who(event)} offers {_OFFERED[event.what]}",
        Reply: lambda event: f"{_who(event)} {'accepts' if event.accepts else 'declines'} {_OFFERED[event.what]}",
        Claim: lambda event: f"{_who(event)} claims a draw ({event.reason}): {_GRANTED[event.granted]}",
        Word: lambda event: f"{_who(event)}'s {event.speaker}: {event.text}",
        TakenBack: _taken_back,
    }
)
