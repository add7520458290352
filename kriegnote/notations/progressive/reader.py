"""Reads series of progressive games: ``3.f3,ed5,♗b5`` are White's three moves; odd numbers are his."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import Comment, End, Move, Result
from kriegnote.model.printed_moves import parse_move
from kriegnote.parsing import Terminals
from kriegnote.text import umpire_messages as messages
from kriegnote.text.end_words import result_of
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.tree_reader import Rule, span
from kriegnote.text.turn_reader import TurnReader
from kriegnote.text.turns import Turn, cut, reports

_TERMINALS: Final = Terminals("progressive")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game."""
    return cut(lines)


def read(chunk: Chunk) -> Read:
    """One game in series; without a rulebook of its own it is one of Italian Progressive Chess."""
    return _Game(chunk).read()


class _Game(TurnReader):
    """One run over one game: one method for each rule of ``grammars/progressive.lark``."""

    grammar = "progressive"

    def __init__(self, chunk: Chunk) -> None:
        super().__init__(Builder(chunk, _TERMINALS["BETWEEN"]))
        self.final: Result | None = None
        self.series = 0  # the number of the series that is open
        self.made = 0  # its moves so far

    def read(self) -> Read:
        head = self.read_front()
        self.from_start = head.fields.get("start") is None
        self.read_turns(head.end)
        fields = {"rules": "progressive"} | head.fields
        return self.build.finish(headers=head.headers, result=self.final, **fields)

    def begin_turn(self, turn: Turn) -> None:
        if turn.number is None:
            return
        if turn.number != self.series + 1 and (self.series or self.from_start):
            message = f"series {turn.number} stands where {self.series + 1} is expected"
            self.build.note("KN401", message, turn.start, turn.body)
        self.series, self.made = turn.number, 0
        self.build.turn, self.build.side = turn.number, "white" if turn.number % 2 else "black"

    # -- moves ---------------------------------------------------------------------------------------------------------

    def move(self, rule: Rule) -> None:
        start, end = span(rule)
        text = "".join(self.text[start:end].split())
        self._move(start, end, text)

    def hidden(self, rule: Rule) -> None:
        self._move(*span(rule), None)

    def _move(self, start: int, end: int, text: str | None) -> None:
        if self.build.turn is None:
            self.build.turn, self.build.side, self.series = 1, "white", 1
        self.made += 1
        parts = parse_move(text, self.language) if text else None
        self.add(Move, start, end, move=None, text=text, san=None, parts=parts)
        if text and parts is None:
            self.build.note("KN101", f"this is no move: {text!r}", start, end)
        if self.made == self.series + 1:
            self.build.note("KN401", f"series {self.series} has more than {self.series} moves", start, end)

    def comma(self, rule: Rule) -> None:
        pass

    # -- words ---------------------------------------------------------------------------------------------------------

    def umpire(self, rule: Rule) -> None:
        start, end = span(rule)
        heard = messages.read_announcements(self.text[start:end].strip("[]. \n"))
        if heard is None or any(one.kind is not End for one in heard):
            self.prose(rule)
            return
        for one in heard:
            fields = {"result": None} | ({"side": one.side} if one.side else {}) | one.fields
            self.add(End, max(start, self.build.end), end, **fields)

    def result(self, rule: Rule) -> None:
        self.final = result_of(str(rule.children[0]))

    def prose(self, rule: Rule) -> None:
        start, end = span(rule)
        prose = self.text[start:end].rstrip()
        event = self.add(Comment, start, start + len(prose), text=prose)
        if reports(prose):
            self.build.findings.append(finding("KN109", f"not understood, kept as a comment: {prose[:60]}", event))
