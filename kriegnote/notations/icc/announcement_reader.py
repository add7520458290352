"""Turns the announcements of an ICC log into events: whose move it is, pawn tries, captures, checks, refusals."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import Capture, Check, Direction, Move, PawnTries, Side, Try, other
from kriegnote.model.printed_moves import Language
from kriegnote.notations.icc import statements
from kriegnote.notations.icc.lines import LinePart, LinesAhead, Refusal
from kriegnote.text.source import Builder, Chunk, E

NO_LINE: Final = "this is not a line of an ICC log"


class AnnouncementReader:
    """The announcements of the server, one method for each, and the state from which their side and turn follow."""

    def __init__(self, chunk: Chunk) -> None:
        self.text = chunk.text
        self.build = Builder(chunk, filler=None)
        self.keys: dict[int, tuple[int, int]] = {}  # the ply of each event and its rank in the ply: the order in time
        self.ply = 0
        self.expected: tuple[Side, int] = ("white", 1)
        self.said: tuple[Side, int, int] | None = None  # the turn last announced (side and number) and its pawn tries
        self.last: Move | None = None
        self.typed: str | None = None
        self.taken: tuple[Side, int, str | None] | None = None
        self.language: Language = "en"

    def _add(self, kind: type[E], start: int, end: int, rank: int, **fields: Any) -> E:
        """Adds an event at its rank within the ply: 0 before the move, 1 for the move, 2 after it."""
        ply = self.ply + 1 if rank == 0 else self.ply
        self.keys[len(self.build.events)] = (ply, rank)
        return self.build.add(kind, start, end, **fields)

    def _longer(self, end: int, **changes: Any) -> None:
        """Extends the last event to ``end``, and changes some of its fields."""
        last = self.build.events[-1]
        first = last.span[0] if last.span else self.build.chunk.offset
        span = (first, self.build.chunk.offset + end)
        self.build.events[-1] = msgspec.structs.replace(last, span=span, **changes)
        self.build.end = end

    def _unread(self, text: str, at: int) -> None:
        """Adds a part of a line that cannot be read, and may have been any announcement, as junk."""
        self.keys[len(self.build.events)] = self.keys.get(len(self.build.events) - 1, (0, 0))
        self.build.side, self.build.turn = self.expected
        self.build.junk(at, at + len(text), NO_LINE)

    def _to_move(self, word: LinePart, tries: LinePart | None, unread: bool, ahead: LinesAhead) -> None:
        side: Side = word.value
        text, at = word.text, word.at
        end = tries.end if tries else word.end
        if side != self.expected[0]:
            missing, turn = self.expected
            if statements.next_ply(ahead) == self.expected:
                message = f"the log says “{text}”, but {missing.capitalize()}'s move {turn} follows"
                side = missing
            else:
                message = f"it is {side.capitalize()}'s move, but {missing.capitalize()}'s move {turn} is missing"
                self.expected = (side, turn + (missing == "black"))
            self.build.note("KN401", message, at, at + len(text))
            self.said = None
        if tries is None and unread:
            return  # the part that cannot be read may have been the number
        count = tries.value if tries else 0
        turn = self.expected[1]
        if self.said is not None and self.said[:2] == (side, turn) and (not tries or self.said[2] == count):
            if self.build.events and isinstance(self.build.events[-1], PawnTries):
                self.build.note("KN406", f"{text} is announced twice", at, end)
            return  # repeated, as after a refusal; the text goes to the next event
        self.said = (side, turn, count)
        self._add(PawnTries, at, end, 0, side=side, turn=turn, count=count)

    def _tries(self, word: LinePart) -> None:
        """Reads “2 pawn tries” without “White's move”: they are those of the player to move."""
        side, turn = self.expected
        count, at, end = word.value, word.at, word.end
        events = self.build.events
        last = events[-1] if events else None
        if isinstance(last, PawnTries) and last.span and self.said == (side, turn, 0):
            self._longer(end, count=count)
        else:
            self._add(PawnTries, at, end, 0, side=side, turn=turn, count=count)
        self.said = (side, turn, count)

    def _mover(self) -> tuple[Side, int]:
        """The side and turn of the move that an announcement is about."""
        if self.last is not None and self.last.side is not None and self.last.turn is not None:
            return self.last.side, self.last.turn
        side, turn = self.expected
        return other(side), turn - (side == "white")

    def _captured(self, word: LinePart) -> None:
        side, turn = self._mover()
        man, square = word.value
        text, at = word.text, word.at
        capture = (side, turn, square)
        if capture == self.taken:
            self.build.note("KN406", "this capture is announced twice", at, at + len(text))
        self.taken = capture
        self._add(Capture, at, at + len(text), 2, side=side, turn=turn, square=square, captured=man)

    def _check(self, word: LinePart) -> None:
        side, turn = self._mover()
        ways: tuple[Direction, ...] = (word.value,) if word.value else ()
        text, at = word.text, word.at
        end = at + len(text)
        events = self.build.events
        last = events[-1] if events else None
        if isinstance(last, Check) and last.span and (last.side, last.turn) == (side, turn):
            if set(ways) <= set(last.directions):
                self.build.note("KN406", f"{text.lower()} is announced twice", at, end)
            both = tuple(sorted({*last.directions, *ways}))
            self._longer(end, directions=both)
            return
        self._add(Check, at, end, 2, side=side, turn=turn, directions=ways)

    def _illegal(self, word: LinePart) -> None:
        side, turn = self.expected
        refusal: Refusal = word.value
        text, at = word.text, word.at
        printed = refusal.printed or self.typed
        self.typed = None
        times, explicit = refusal.times, refusal.counted
        end = at + len(text)
        events = self.build.events
        last = events[-1] if events else None
        if (
            not explicit and printed is None and isinstance(last, Try) and last.text is None and last.span
            and (last.side, last.turn) == (side, turn) and isinstance(last.times, int)
        ):  # fmt: skip
            self._longer(end, times=last.times + 1)
            return
        parts = statements.typed_parts(printed, self.language) if printed else None
        self._add(
            Try, at, end, 0, word=refusal.at if refusal.printed else None, side=side, turn=turn,
            move=statements.castled(printed), text=printed, verdict="illegal", times=times, parts=parts,
        )  # fmt: skip
        if printed and parts is None:
            event = self.build.events[-1]
            self.build.findings.append(finding("KN101", f"this is not a move: {printed!r}", event))
