"""Reads series of progressive games: ``3.f3,ed5,♗b5`` are White's three moves; odd numbers are his."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, cast

from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import Comment, End, Move, Nag, Result
from kriegnote.model.printed_moves import Language, language, parse_move
from kriegnote.parsing import grammar
from kriegnote.text import umpire_messages as messages
from kriegnote.text.comments import BRACES, heard_comment
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.turns import Turn, cut, read_head, reports, turns

_FILLER: Final = re.compile(r"(?:\s|\*\*|__|\d{1,4}[ \t]?\.+|[,;])*")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game."""
    return cut(lines)


def read(chunk: Chunk) -> Read:
    """One game in series; without a rulebook of its own it is one of Italian Progressive Chess."""
    return _Reader(chunk).read()


class _Reader:
    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.head = read_head(chunk)
        self.builder = Builder(chunk, _FILLER, head=self.head.end)
        self.builder.findings += self.head.findings
        self.tongue: Language = language(BRACES.sub(" ", chunk.text[self.head.end :]))
        self.result: Result | None = None
        self.last = 0
        self.made = 0  # moves of the series that is open

    def read(self) -> Read:
        for turn in turns(self.chunk.text, self.head.end):
            self._series(turn)
        fields = {"rules": "progressive"} | self.head.fields
        return self.builder.finish(headers=self.head.headers, result=self.result, **fields)

    def _series(self, turn: Turn) -> None:
        b = self.builder
        if turn.number is not None:
            if turn.number != self.last + 1 and (self.last or self.head.fields.get("start") is None):
                message = f"series {turn.number} stands where {self.last + 1} is due"
                b.note("KN401", message, turn.start, turn.body)
            self.last, self.made = turn.number, 0
            b.turn, b.side = turn.number, "white" if turn.number % 2 else "black"
        for word in grammar("progressive").lex(self.chunk.text[turn.body : turn.end]):
            start = turn.body + (word.start_pos or 0)
            self._word(word.type, start, start + len(word))

    def _word(self, name: str, start: int, end: int) -> None:
        b, text = self.builder, self.chunk.text
        printed = text[start:end]
        match name:
            case "COMMA":
                pass
            case "MOVE":
                clean = re.sub(r"\s", "", printed)
                self._move(start, end, clean)
            case "HIDDEN":
                self.made += 1
                b.add(Move, start, end, move=None, text=None, san=None)
            case "BRACES" | "UNCLOSED":
                if name == "UNCLOSED":
                    end = start + len(printed.rstrip())
                    b.note("KN102", "this comment is never closed", start, start + 1)
                words, heard = heard_comment(text[start:end])
                b.add(Comment, start, end, text=words, **({"heard": heard} if heard else {}))
            case "NAG":
                b.add(Nag, start, end, code=min(255, int(printed[1:])))
            case "RESULT":
                self.result = cast(Result, printed.replace("½-½", "1/2-1/2"))
            case "END":
                self._end(start, end)
            case "PROSE":
                self._prose(start, end)
            case _:
                b.junk(start, start + len(printed.rstrip()))

    def _move(self, start: int, end: int, printed: str) -> None:
        b = self.builder
        self.made += 1
        if b.turn is None:
            b.turn, b.side = 1, "white"
        parts = parse_move(printed, self.tongue)
        b.add(Move, start, end, move=None, text=printed, san=None, parts=parts)
        if parts is None:
            b.note("KN101", f"this is no move: {printed!r}", start, end)
        if self.made == self.last + 1:
            b.note("KN401", f"series {self.last} has more than {self.last} moves", start, end)

    def _end(self, start: int, end: int) -> None:
        heard = messages.hear(self.chunk.text[start:end].strip("[]. \n"))
        if heard is None or any(one.kind is not End for one in heard):
            self._prose(start, end)
            return
        for one in heard:
            fields = {"result": None} | one.fields | ({"side": one.side} if one.side else {})
            self.builder.add(End, max(start, self.builder.end), end, **fields)

    def _prose(self, start: int, end: int) -> None:
        b = self.builder
        prose = self.chunk.text[start:end].rstrip()
        event = b.add(Comment, start, start + len(prose), text=prose)
        if reports(prose):
            b.findings.append(finding("KN109", f"not understood, kept as a comment: {prose[:60]}", event))
