"""Readers of notations that tell a game turn by turn, each turn parsed by itself (darkchess, progressive)."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kriegnote.diagnostics.findings import finding
from kriegnote.errors import not_understood
from kriegnote.model.events import Comment, End, Side
from kriegnote.model.printed_moves import Language, language
from kriegnote.shapes import parser_of
from kriegnote.text.comments import without_comments
from kriegnote.text.heads import Head
from kriegnote.text.tree_reader import Rule, TreeReader, span
from kriegnote.text.turns import TurnText, read_head, reports, turn_texts
from kriegnote.text.umpire_messages import read_announcements


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
        for turn in turn_texts(self.text, start):
            self.begin_turn(turn)
            self.read_turn(*parser.parse(self.text, turn.body, turn.end), turn.end)

    @abstractmethod
    def begin_turn(self, turn: TurnText) -> None:
        """A turn begins, with a number or without."""

    def ends(self, side: Side | None) -> None:
        """The game is about to end by what a player did; None: nobody is named."""

    # -- rules ---------------------------------------------------------------------------------------------------------

    def comma(self, rule: Rule) -> None:
        """It parts moves."""

    def umpire(self, rule: Rule) -> None:
        start, end = span(rule)
        heard = read_announcements(self.text[start:end].strip("[]. \n"))
        if heard is None or any(one.kind is not End for one in heard):
            self.prose(rule)
            return
        for one in heard:
            self.ends(one.side)
            fields = {"result": None} | ({"side": one.side} if one.side else {}) | one.fields
            self.add(End, max(start, self.build.end), end, **fields)

    def prose(self, rule: Rule) -> None:
        start, end = span(rule)
        prose = self.text[start:end].rstrip()
        event = self.add(Comment, start, start + len(prose), text=prose)
        if reports(prose):
            self.build.findings.append(finding("KN109", not_understood(prose), event))
