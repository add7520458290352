"""The state of reading one PGN game: places, findings, and lines of play with their events."""

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
    """The number of dots after a move number; an ellipsis counts as three."""
    return sum(3 if mark == "…" else mark == "." for mark in marks or "")


def number_at(text: str, at: int = 0) -> tuple[int, int] | None:
    """The move number at an offset and the number of dots after it; None if there is no number."""
    found = _TERMINALS["MOVE_NUMBER"].match(text, at)
    return (int(found["number"]), dots(found["dots"])) if found is not None else None


def quoted(text: str) -> str:
    """A part of a game as messages quote it."""
    return repr(shortened(" ".join(text.split()) if len(text) < 1000 else text))


class PlayedLine(NumberedLine):
    """A line of play with its events; ``move_at``: the index of its last move, -1 for none."""

    __slots__ = ("events", "move_at", "named")

    def __init__(self, expected: PlyPlace, last: PlyPlace | None = None) -> None:
        super().__init__(expected, last)
        self.events: list[AnyEvent] = []
        self.move_at = -1
        self.named: PlyPlace | None = None


class GameText(NotedChunk):
    """The state that the readers of one game share."""

    def __init__(self, chunk: Chunk, unnamed: Unnamed | None = None) -> None:
        self.chunk = chunk
        self.unnamed = unnamed
        self.doubtful = False  # a remark is about tries and does not name the player
        self.comments = Comments()
        self.findings: list[Finding] = []
        self.view: View = "umpire"
        self.result: Result | None = None
        self.tongue: Language = "en"
        self.players: tuple[str | None, str | None] = (None, None)
        self.moves_at = 0  # where the movetext begins
        self.span_end = 0  # where the span of the last event ends
        self.depth = 0
        self.resumed = 0
        self.masked = 0  # moves printed as ??
        self.darkboard = False  # comments of Darkboard's were read
        self.stopped = False  # a move was printed with a comma or a stop after it
        self.prose: tuple[PlayedLine, int, int] | None = None  # words that are not moves, not yet an event
        self.place = Lines(chunk.text, chunk.line).place

    # -- places --------------------------------------------------------------------------------------------------------

    def where(self, start: int, end: int) -> dict[str, Any]:
        """The place of an event with words at ``[start, end)``; its span begins where the last event's ends."""
        line, column = self.place(start)
        base = self.chunk.offset
        span = (base + self.span_end, base + end)
        self.span_end = end
        return {"line": line, "column": column, "span": span}

    def junk(self, line: PlayedLine, start: int, end: int, code: str, why: str, **more: Any) -> None:
        """Adds text that cannot be read, with a finding."""
        text = self.chunk.text[start:end]
        side, turn = line.expected
        line.events.append(Junk(side=side, turn=turn, text=text, **self.where(start, end)))
        self.note(code, f"{why}: {quoted(text)}", start, min(end, start + 40), **more)
