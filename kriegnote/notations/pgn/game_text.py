"""The text of one game of PGN while it is read: places in it, findings, and the lines of play with their events."""

from __future__ import annotations

from typing import Any, Final

from kriegnote.diagnostics.findings import Finding
from kriegnote.errors import shortened
from kriegnote.model.events import AnyEvent, Junk, Result, View
from kriegnote.model.order import PlyPlace
from kriegnote.model.printed_moves import Language
from kriegnote.notations.pgn.numbering import NumberedLine
from kriegnote.parsing import Terminals
from kriegnote.text.source import Chunk, Lines, NotedChunk
from kriegnote.text.speech.facts import Comments, Unnamed

_TERMINALS: Final = Terminals("pgn")


def dots(marks: str | None) -> int:
    """How many dots stand behind a number; an ellipsis is three."""
    return sum(3 if mark == "…" else mark == "." for mark in marks or "")


def number_at(text: str, at: int = 0) -> tuple[int, int] | None:
    """The move number at an offset, and how many dots stand behind it; None when there is no number."""
    found = _TERMINALS["MOVE_NUMBER"].match(text, at)
    return (int(found["number"]), dots(found["dots"])) if found is not None else None


def quoted(text: str) -> str:
    """A stretch of a game as a message quotes it."""
    return repr(shortened(" ".join(text.split()) if len(text) < 1000 else text))


class PlayedLine(NumberedLine):
    """A line of play with its events; ``move_at`` is the index of the last move among them."""

    __slots__ = ("events", "move_at", "named")

    def __init__(self, expected: PlyPlace, last: PlyPlace | None = None) -> None:
        super().__init__(expected, last)
        self.events: list[AnyEvent] = []
        self.move_at = -1
        self.named: PlyPlace | None = None


class GameText(NotedChunk):
    """What is known while one game is read; its readers share it."""

    def __init__(self, chunk: Chunk, unnamed: Unnamed | None = None) -> None:
        self.chunk = chunk
        self.unnamed = unnamed
        self.doubtful = False  # a remark speaks of tries and names nobody
        self.comments = Comments()
        self.findings: list[Finding] = []
        self.view: View = "umpire"
        self.result: Result | None = None
        self.tongue: Language = "en"
        self.players: tuple[str | None, str | None] = (None, None)
        self.moves_at = 0  # where the movetext begins
        self.span_end = 0  # how far the spans of the events reach
        self.depth = 0
        self.resumed = 0
        self.masked = 0  # moves printed as ??
        self.darkboard = False  # comments of Darkboard's were read
        self.stopped = False  # a move was printed with a comma or a stop behind it
        self.prose: tuple[PlayedLine, int, int] | None = None  # words that are no moves, not yet an event
        self.place = Lines(chunk.text, chunk.line).place

    # -- places --------------------------------------------------------------------------------------------------------

    def where(self, start: int, end: int) -> dict[str, Any]:
        """The place of an event whose words stand at [start, end); its span begins where the one before ends."""
        line, column = self.place(start)
        base = self.chunk.offset
        span = (base + self.span_end, base + end)
        self.span_end = end
        return {"line": line, "column": column, "span": span}

    def junk(self, line: PlayedLine, start: int, end: int, code: str, why: str, **more: Any) -> None:
        """Keeps what cannot be read, with a finding."""
        text = self.chunk.text[start:end]
        side, turn = line.expected
        line.events.append(Junk(side=side, turn=turn, text=text, **self.where(start, end)))
        self.note(code, f"{why}: {quoted(text)}", start, min(end, start + 40), **more)
