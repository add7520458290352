"""What a listener hears while the game goes on: the contents of :func:`kriegnote.umpire.views.view`, line by line.

As JSON: a first line with the record's headers, rulebook and starting position, a line for each event, and a last line
with the result; :func:`lines` gives the same lines for a finished record. In words: a sentence for each event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from kriegnote.chess.fen import men_of
from kriegnote.chess.squares import NAMES
from kriegnote.model.events import AnyEvent, Result, Try, View
from kriegnote.model.record import Record
from kriegnote.text.sentences import sentence
from kriegnote.umpire.hearing import Hearing
from kriegnote.umpire.views import view

_ORDER: Final = "KQRBNP"
_JSON: Final = msgspec.json.Encoder()


class Feed:
    """One listener's lines of a game that has no events yet.

    :param begun: the record before its first event.
    :param words: whether to write sentences instead of JSON.
    """

    def __init__(self, begun: Record, listener: View, *, words: bool = False) -> None:
        self.words = words
        self._begun = view(begun, listener) if listener != "umpire" else begun
        self._hearing = Hearing(begun, listener) if listener != "umpire" else None

    def opening(self) -> str:
        """The first line; in words, also the men of a starting position of the game's own, as far as he knows them."""
        if self.words:
            rulebook = f"The game is played under the rulebook {self._begun.rules}.\n"
            return rulebook + "".join(_set_up(self._begun.start) if self._begun.start else ())
        return _line(_head(self._begun))

    def more(self, events: Iterable[AnyEvent]) -> str:
        """The lines for the events that follow from one command; empty if the listener hears nothing of them."""
        said = list(events) if self._hearing is None else self._hearing.of(events)
        return "".join(sentence(event) + "\n" if self.words else _line(event) for event in _one_by_one(said))

    def ending(self, result: Result | None) -> str:
        """The last line."""
        if self.words:
            return f"Result: {result or '*'}\n"
        return _line({"result": result})


def lines(record: Record) -> str:
    """A finished record, in any view, in the format of a JSON feed."""
    events = "".join(map(_line, _one_by_one(record.events)))
    return _line(_head(record)) + events + _line({"result": record.result})


def _set_up(fen: str) -> Iterator[str]:
    """A line for each side with men in a FEN, and one if Black moves first."""
    rows, turn = fen.split()[:2]
    men = sorted(zip(men_of(rows), NAMES, strict=True), key=lambda one: _ORDER.find(one[0].upper()))
    for side, is_own in (("White", str.isupper), ("Black", str.islower)):
        if own := [man.upper() + square for man, square in men if is_own(man)]:
            yield f"{side}: {', '.join(own)}\n"
    if turn == "b":
        yield "Black moves first.\n"


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
    """The events, with a refusal that was heard several times as so many separate events."""
    for event in events:
        if isinstance(event, Try) and isinstance(event.times, int) and event.times > 1:
            yield from [msgspec.structs.replace(event, times=1)] * event.times
        else:
            yield event
