"""Readers of notations that tell a game turn by turn, each turn parsed by itself (darkchess, progressive)."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kriegnote.model.printed_moves import Language, language
from kriegnote.shapes import parser_of
from kriegnote.text.comments import without_comments
from kriegnote.text.heads import Head
from kriegnote.text.tree_reader import TreeReader
from kriegnote.text.turns import Turn, read_head, turns


class TurnReader(TreeReader, ABC):
    """One run over one game: one method for each rule of the grammar, called in the order of the text."""

    grammar: str
    """The grammar of one turn, ``grammars/<grammar>.lark``."""
    language: Language = "en"

    def read_front(self) -> Head:
        """What stands before the moves; with it, whose letters the moves are printed in."""
        head = read_head(self.build.chunk)
        self.build.head = head.end
        self.build.findings += head.findings
        self.language = language(without_comments(self.text[head.end :]))
        return head

    def read_turns(self, start: int) -> None:
        """Makes the events of all turns from an offset on."""
        parser = parser_of(self.grammar, keep_all_tokens=True)
        for turn in turns(self.text, start):
            self.begin_turn(turn)
            self.read_turn(*parser.parse(self.text, turn.body, turn.end), turn.end)

    @abstractmethod
    def begin_turn(self, turn: Turn) -> None:
        """A turn begins, with a number or without."""
