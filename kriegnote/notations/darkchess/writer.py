"""Writes the perception notation of Dark Chess: a player's record, one turn a line.

``3.-, Bb7(Pg2)`` is Black's, ``3. Bb2(Pg7), -`` White's. In brackets, after the move that revealed it: ``x`` and the
man captured, ``+`` for a check, the men seen, squares seen empty, and after ``/`` the lines opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kriegnote.model.events import AnyEvent, Capture, Check, Comment, End, Move, Nag, Reveal
from kriegnote.model.printed_moves import spell
from kriegnote.model.record import Record
from kriegnote.text import umpire_messages as messages
from kriegnote.text.comments import braces
from kriegnote.text.spelling import readable, spelled
from kriegnote.text.tags import write_tags
from kriegnote.text.writing import PLAIN, Style

_RANK: Final = {Capture: 1, Check: 2, Reveal: 3}


def write(record: Record, style: Style = PLAIN) -> str:
    """A player's record as text."""
    writer = _Writer(record, style)
    for event in record.events:
        writer.event(event)
    lines = writer.lines()
    if record.result is not None:
        lines.append(record.result)
    return write_tags(record) + "".join(line + "\n" for line in lines)


def _men(record: Record) -> Iterator[str]:
    """The men that the text prints apart from those in moves, each with its square."""
    for event in record.events:
        if isinstance(event, Capture) and event.captured and len(event.captured) == 1:
            yield f"{event.captured}a1"
        elif isinstance(event, Reveal):
            yield from (f"{man}{square}" for square, man in event.seen.items() if man)


class _Writer:
    def __init__(self, record: Record, style: Style) -> None:
        own = [event for event in record.events if isinstance(event, Move) and event.side == record.view]
        self.record = record
        self.style = style._replace(pieces=readable(own, style.pieces, men=_men(record)))
        self.turns: list[list[str]] = []
        self.at: tuple[int, str] | None = None
        self.hidden = False  # an opponent's move is not yet printed: a bracket can stand for it
        self.shown: list[AnyEvent] = []

    def event(self, event: AnyEvent) -> None:
        if isinstance(event, (Capture, Check, Reveal)):
            if self.shown and (_RANK[type(event)] <= _RANK[type(self.shown[-1])] or self._elsewhere(event)):
                self._flush()
            self._step(event)
            self.shown.append(event)
            return
        if not isinstance(event, (Move, Comment, Nag, End)):
            return
        self._flush()
        if isinstance(event, Comment):
            self._print(braces(event, self.record.view))
            return
        if not isinstance(event, End) or (event.side is not None and event.turn is not None):
            self._step(event)
        if isinstance(event, Move):
            if event.side != self.record.view:
                self.hidden = True
            else:
                self._print(spelled(event, self.style.pieces) or "?")
        elif isinstance(event, Nag):
            self._print(f"${event.code}")
        else:
            side = self.at[1] if self.at else "white"
            self._print(f"[{messages.say(event, self.style.lang, side=side)}]")  # type: ignore[arg-type]

    def _elsewhere(self, event: AnyEvent) -> bool:
        if isinstance(event, Reveal):
            return False
        first = self.shown[0]
        return (event.side, event.turn) != (first.side, first.turn)  # type: ignore[union-attr]

    def _step(self, event: AnyEvent) -> None:
        """Starts the half turn of an event; what is seen belongs to the half turn that is open."""
        if isinstance(event, Reveal) and self.at is not None and event.turn == self.at[0]:
            return
        side, turn = event.side or "white", event.turn or (self.at[0] if self.at else 1)  # type: ignore[union-attr]
        if (turn, side) == self.at:
            return
        self._flush()
        if self.at == (turn, "white"):
            self.turns[-1][-1] += ","
        else:
            self.turns.append([f"{turn}." if side == "white" else f"{turn}..."])
        self.at = (turn, side)

    def _print(self, text: str) -> None:
        if self.hidden:
            self.hidden = False
            self._print("-")
        if not self.turns:
            self.turns.append([])
        last = self.turns[-1]
        if last and ((text.startswith("(") and last[-1][-1] not in "}.,") or (text[0] in "-(" and last[-1][-1] == ".")):
            last[-1] += text
        else:
            last.append(text)

    def _flush(self) -> None:
        if self.shown:
            text = self._brackets()
            self.shown = []
            self.hidden = False
            self._print(text)
        elif self.hidden:
            self.hidden = False
            self._print("-")

    def _brackets(self) -> str:
        items: list[str] = []
        lines: list[str] = []
        for event in self.shown:
            if isinstance(event, Capture):
                man = event.captured if event.captured and len(event.captured) == 1 else ""
                items.append("x" + (self._man(man) + event.square if event.square else ""))
            elif isinstance(event, Check):
                items.append("+")
            elif isinstance(event, Reveal):
                ends = {end for _, end in event.lines if event.seen.get(end)}
                for square, seen in sorted(event.seen.items()):
                    if square not in ends:
                        items.append((self._man(seen) if seen else "") + square)
                for origin, end in event.lines:
                    lines.append(f"{origin}-{self._man(event.seen.get(end) or '')}{end}")
        return "(" + ", ".join(items) + ("/ " + ", ".join(lines) if lines else "") + ")"

    def _man(self, letter: str) -> str:
        return spell(letter, self.style.pieces)

    def lines(self) -> list[str]:
        self._flush()
        return [" ".join(turn) for turn in self.turns]
