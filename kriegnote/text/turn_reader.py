"""Base of readers that parse a game turn by turn (darkchess, progressive)."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kriegnote.caching_parser import parser_of
from kriegnote.diagnostics.findings import finding
from kriegnote.errors import not_understood
from kriegnote.model.events import Comment, End, Side
from kriegnote.model.printed_moves import Language, language
from kriegnote.text.comments import without_comments
from kriegnote.text.heads import Head
from kriegnote.text.tree_reader import Rule, TreeReader, span
from kriegnote.text.turns import TurnText, read_head, reports, turn_texts
from kriegnote.text.umpire_messages import read_announcements


class TurnReader(TreeReader, ABC):
    """One pass over one game: one method for each rule of the grammar, called in the order of the text."""

    grammar: str
    """The grammar of one turn, ``grammars/<grammar>.lark``."""
    language: Language = "en"

    def read_front(self) -> Head:
        """What precedes the moves; also determines the language of the piece letters."""
        head = read_head(self.build.chunk)
        self.build.head = head.end
        self.build.findings += head.findings
        self.language = language(without_comments(self.text[head.end :]))
        return head

    def read_turns(self, start: int) -> None:
        """Adds the events of all turns from an offset on."""
        parser = parser_of(self.grammar, keep_all_tokens=True)
        for turn in turn_texts(self.text, start):
            self.begin_turn(turn)
            self.read_turn(*parser.parse(self.text, turn.body, turn.end), turn.end)

    @abstractmethod
    def begin_turn(self, turn: TurnText) -> None:
        """Called at the start of each turn, with a number or without."""

    def ends(self, side: Side | None) -> None:
        """Called before an end of the game is added.

        :param side: the player named, or None.
        """

    # -- rules ---------------------------------------------------------------------------------------------------------

    def comma(self, rule: Rule) -> None:
        """Reads a comma, which only separates moves."""

    def umpire(self, rule: Rule) -> None:
        start, end = span(rule)
        said = read_announcements(self.text[start:end].strip("[]. \n"))
        if said is None or any(one.kind is not End for one in said):
            self.prose(rule)
            return
        for one in said:
            self.ends(one.side)
            fields = {"result": None} | ({"side": one.side} if one.side else {}) | one.fields
            self.add(End, max(start, self.build.end), end, **fields)

    def prose(self, rule: Rule) -> None:
        start, end = span(rule)
        prose = self.text[start:end].rstrip()
        event = self.add(Comment, start, start + len(prose), text=prose)
        if reports(prose):
            self.build.findings.append(finding("KN109", not_understood(prose), event))
