"""Reads series of progressive games: ``3.f3,ed5,♗b5`` are White's three moves; odd series are his."""

from __future__ import annotations

from typing import Final

from kriegnote.model.events import Move
from kriegnote.model.printed_moves import parse_move
from kriegnote.parsing import Terminals
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.tree_reader import Rule, span
from kriegnote.text.turn_reader import TurnReader
from kriegnote.text.turns import TurnText, cut

_TERMINALS: Final = Terminals("progressive")


chunks: Final = cut


def read(chunk: Chunk) -> Read:
    """One game in series; a text that names no rulebook is a game of Italian Progressive Chess."""
    return _Game(chunk).read()


class _Game(TurnReader):
    """One pass over one game: one method for each rule of ``grammars/progressive.lark``."""

    grammar = "progressive"

    def __init__(self, chunk: Chunk) -> None:
        super().__init__(Builder(chunk, _TERMINALS["BETWEEN"]))
        self.series = 0  # the number of the series that is open
        self.made = 0  # the number of its moves so far

    def read(self) -> Read:
        head = self.read_front()
        self.from_start = head.fields.get("start") is None
        self.read_turns(head.end)
        fields = {"rules": "progressive"} | head.fields
        return self.build.finish(headers=head.headers, result=self.final, **fields)

    def begin_turn(self, turn: TurnText) -> None:
        if turn.number is None:
            return
        if turn.number != self.series + 1 and (self.series or self.from_start):
            message = f"expected series {self.series + 1}, found {turn.number}"
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
            self.build.note("KN101", f"this is not a move: {text!r}", start, end)
        if self.made == self.series + 1:
            self.build.note("KN401", f"series {self.series} has more than {self.series} moves", start, end)
