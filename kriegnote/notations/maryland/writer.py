"""Writes PGN with ``(K:tries:announcements)`` behind each move that has some.

What the dialect has no place for, though the loss table carries it (a try that no move follows, an announcement apart
from its move), is written in our own, ``[%kn …]``, so that nothing is lost on the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from kriegnote.model.events import AnyEvent, Capture, Check, Comment, Move, Try, Variation
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.notations.loss import project
from kriegnote.notations.notation import PLAIN, Style
from kriegnote.notations.pgn.numbering import Line, first_place
from kriegnote.notations.pgn.writer import Pen, in_lines
from kriegnote.notations.registry import notation
from kriegnote.text.tags import write_tags

_CHECKS: Final = {"rank": "CR", "file": "CF", "diagonal": "CD", "knight": "CK"}
_ATTEMPT = re.compile(r"[A-Za-z0-8+#=-]{2,9}")


def write(record: Record, style: Style = PLAIN) -> str:
    """One game."""
    told = project(record, notation("maryland").carries)
    pen = _Pen(told)
    pen.line(told.events, Line(first_place(told.start)))
    pen.words.append(record.result or "*")
    return write_tags(record) + in_lines(pen.words)


class _Pen(Pen):
    """Our pen, which gathers the tries before a move and the announcements behind it."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.tries: list[Try] = []  # refused, and no move has followed yet
        self.behind: tuple[list[str], list[str]] | None = None  # tries and announcements of the last move
        self.moved: Move | None = None
        self.here: Line | None = None

    def line(self, events: Iterable[AnyEvent], line: Line) -> None:
        outer, self.here = self.here, line
        super().line(events, line)
        self.give_up()
        self.close()
        self.here = outer

    def close(self) -> None:
        super().close()
        self.publish()

    def publish(self) -> None:
        """Writes what belongs to the last move."""
        behind, self.behind = self.behind, None
        if behind is not None and (behind[0] or behind[1]):
            self.words.append(f"{{(K:{','.join(behind[0])}:{''.join(behind[1])})}}")
            self.remarked = False

    def word(self, text: str) -> None:
        self.give_up()
        if self.behind is not None:
            self.close()
        super().word(text)

    def move(self, event: Move, line: Line, bare: bool) -> bool:
        tries = self.tries
        if any((one.side, one.turn) != (event.side, event.turn) for one in tries):
            self.give_up()
            tries = []
        self.tries = []
        self.close()
        super().move(event, line, bare)
        self.behind, self.moved = ([_attempt(one) for one in tries], []), event
        return False

    def fact(self, event: AnyEvent, line: Line) -> None:
        if isinstance(event, Try) and _attempt(event):
            self.close()
            self.tries.append(event)
            return
        self.give_up()
        moved = self.moved
        here = self.behind is not None and moved is not None and not self.facts
        if here and isinstance(event, Capture | Check) and moved is not None and self.behind is not None:
            told = self.behind[1]
            fits = bool(said := _said(event)) and (event.side, event.turn) == (moved.side, moved.turn)
            if fits and not (told and (isinstance(event, Capture) or told[-1][0] == "C")):
                told.append(said)
                return
        if self.behind is not None:
            self.close()
        super().fact(event, line)

    def comment(self, event: Comment) -> None:
        self.give_up()
        if self.behind is not None:
            self.close()
        super().comment(event)

    def variation(self, event: Variation, line: Line) -> None:
        self.give_up()
        if self.behind is not None:
            self.close()
        super().variation(event, line)

    def give_up(self) -> None:
        """The tries that wait are told in our own dialect: no move of theirs follows."""
        tries, self.tries = self.tries, []
        if tries and self.behind is not None:
            self.close()
        for one in tries:
            assert self.here is not None
            super().fact(one, self.here)


def _said(event: Capture | Check) -> str:
    """An announcement as the dialect has it; empty where it has no word for it."""
    if isinstance(event, Capture):
        return f"T{event.square}" if event.square else ""
    return "".join(map(_CHECKS.__getitem__, event.directions))


def _attempt(event: Try) -> str:
    """A try as the dialect has it; empty where it has no way to tell it."""
    text = event.san or event.move or event.text
    if event.move is None and event.text is None:
        return "?"
    return text if text and _ATTEMPT.fullmatch(text) and parse_move(text) else ""
