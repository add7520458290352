"""Reads scores with questions, answers and tries in brackets beside the moves: ``8.(a? N) exf6 (a? Y ab4?) Nxf6``.

The readers of ``tries`` and ``descriptive`` extend it. Grammar: grammars/tries.lark, for a turn and for what stands in
its brackets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from lark import Token

from kriegnote.caching_parser import parser_of
from kriegnote.lexicon import read_number
from kriegnote.model.events import Answer, Ask, Event, Side
from kriegnote.printed_numbers import whole_number
from kriegnote.text.comments import is_comment
from kriegnote.text.misread_moves import by_a_mark, by_a_sign
from kriegnote.text.mixed_brackets import MixedBracket, mixed_bracket
from kriegnote.text.score_reader import ScoreReader
from kriegnote.text.source import Chunk
from kriegnote.text.speech.facts import Unnamed
from kriegnote.text.tree_reader import Rule, span
from kriegnote.text.try_groups import Entry, TryGroup, grouped

_BEHIND: Final = 8  # the number of characters behind a bracket in which the sign of an explanation may stand
_WHAT: Final = {"REBUFFS": "rebuffs", "MATERIAL": "material"}
"""The subject of a question, by its terminal; all others are about pawn captures."""


class TriedScoreReader(ScoreReader):
    """Reads a score whose turns have groups in brackets: one method for each rule of ``grammars/tries.lark``."""

    def __init__(self, chunk: Chunk, name: str, unnamed: Unnamed | None = None, behind: bool | None = None) -> None:
        super().__init__(chunk, name, unnamed, behind)
        self.grouped = False  # whether there are brackets with questions or tries
        self.asked: tuple[Side, int] | None = None
        self.opening: int | None = None  # the offset of a bracket whose first entry was not read yet

    def parenthesis(self, rule: Rule) -> None:
        start, end = span(rule)
        if self.text[end : end + _BEHIND].lstrip(" \t")[:1] == "=":  # a sign that is explained: ( ? ) = refused
            self.keep_prose(start, end)
            return
        said = self.announced(self.text[start + 1 : end - 1])
        if self.add_announcements(said, start, end) or self.add_shown_men(start, end):
            return
        if self.mixed(start, end) or self.entries(start, end):
            return
        if is_comment(self.text[start + 1 : end - 1]):  # a comment in braces remains one
            self.add_comment(start, end, self.text[start + 1 : end - 1])
        else:
            self.keep_prose(start, end)

    def unclosed_parenthesis(self, rule: Rule) -> None:
        start, end = span(rule)
        self.build.note("KN101", "this parenthesis is never closed", start, start + 1)
        if not self.entries(start, end):
            self.keep_prose(start, end)

    def unopened_parenthesis(self, rule: Rule) -> None:
        start, end = span(rule)
        self.build.note("KN101", "this parenthesis was never opened", end - 1, end)
        if not self.entries(start, end):
            self.keep_prose(start, end)

    def umpire(self, rule: Rule) -> None:
        """Reads square brackets, which contain announcements or tries."""
        start, end = span(rule)
        if self.mixed(start, end):
            return
        group = _group(self.name, self.text, start, end)
        if not (group and (group.tried or group.asked) and self.entries(start, end)):
            super().umpire(rule)

    def attempt(self, rule: Rule) -> None:
        """Reads a try outside of parentheses."""
        self.entries(*span(rule))

    def is_tried(self, word: Token) -> bool:
        """Whether a group contains refused tries and no question."""
        return word.type == "CROSSED" or _is_tried(self.name, self.text[word.start_pos : word.end_pos])

    def is_of_last_move(self, word: Token) -> bool:
        """Whether a move is announced behind the questions and tries of a bracket."""
        parts = _mixed(self.name, self.text[word.start_pos : word.end_pos])
        return parts is not None and parts.of_last_move

    def mixed(self, start: int, end: int) -> bool:
        """Reads a bracket that has announcements beside questions and tries; returns False if it is none.

        What is announced is about the last move; so are questions and tries before it in the bracket.
        """
        parts = _mixed(self.name, self.text[start:end])
        if parts is None or not all(map(self.admits, (*parts.before, *parts.behind))):
            return False
        first, last = start + parts.start, start + parts.end
        self.add_announcements([*parts.before], start, first)
        of_last_move = parts.of_last_move and not self.behind and self.made is not None
        self.behind = self.behind or of_last_move
        at = len(self.build.events)
        self.entries(first, last)
        if of_last_move:
            self.behind = False
            events = self.build.events
            self.late += [each for each in range(at, len(events)) if self.belongs_before(events[each])]
        self.add_announcements([*parts.behind], last, end)
        return True

    def entries(self, start: int, end: int) -> bool:
        """Reads questions, answers and tries in ``[start, end)``; returns False if it is prose."""
        group = _group(self.name, self.text, start, end)
        if group is None:
            return False
        for slip in group.slips:
            self._tolerate(slip.word, slip.read)
        answerless = [one.kind for one in group.entries] in (["ask", "odd"], ["misasked", "odd"])
        self.opening = start
        self.grouped = self.grouped or group.asked or any(one.kind == "tried" for one in group.entries)
        for one in group.entries:
            if one.kind == "tried":
                self.tried(one)
            elif answerless and one.kind == "odd" and len(one.rule.children) == 1:
                self.odd(one.rule, "this answer is neither yes nor no")
            else:
                self.visit(one.rule)
        self.longer(end)
        return True

    def take_range(self, start: int, end: int) -> tuple[int, int]:
        """The range of an entry; that of the first one includes the opening bracket."""
        if self.opening is not None:
            start, self.opening = self.opening, None
        return start, end

    def comment(self, rule: Rule) -> None:
        self.add_comment(*self.take_range(*span(rule)), str(rule.children[0]))

    def ask(self, rule: Rule) -> None:
        (word,) = rule.children
        what = _WHAT.get(word.type, "any") if isinstance(word, Token) else "any"
        self.asked = side, turn = self.asker()
        self.add(Ask, *self.take_range(*span(rule)), side=side, turn=turn, what=what)

    def asker(self) -> tuple[Side, int]:
        """The side and turn of a question or try: the side to move, or the one that moved last."""
        return self.made if self.behind and self.made is not None else (self.expected, self.turn)

    def belongs_before(self, event: Event) -> bool:
        return isinstance(event, (Ask, Answer)) or super().belongs_before(event)

    def misasked(self, rule: Rule) -> None:
        """Reads “any?” with its question mark missing or doubled."""
        self.ask(rule)
        (word,) = rule.children
        self._tolerate(word, "any?" if str(word)[1:2].lower() == "n" else "a?")

    def answer(self, rule: Rule) -> None:
        side, turn = self.asked or self.asker()
        self.asked = None
        (word,) = rule.children
        assert isinstance(word, Token)
        said = {"count": whole_number(word[1:])} if word.type == "HOW_MANY" else {"any": word.type in ("YES", "Y")}
        self.add(Answer, *self.take_range(*span(rule)), side=side, turn=turn, **said)

    def odd(self, rule: Rule, why: str = "this is neither a question nor a try") -> None:
        self.opening = None
        self.build.side, self.build.turn = self.expected, self.turn
        self.build.junk(*span(rule), why)

    def tried(self, entry: Entry) -> None:
        """Adds one try of the side to move, or a later one of a list, of the side that has just moved."""
        said = {word.type: word for word in entry.rule.children if isinstance(word, Token)}
        word = said.get("TRIED_MOVE") or said.get("MISREAD_TRY")
        text = " ".join(word.split()) if word is not None else None
        if text is not None and word is not None and self.parts(text) is None and not by_a_sign(text):
            self.build.note("KN101", f"this is not a move: {text!r}", word.start_pos or 0, word.end_pos or 0)
        if text is not None and self.parts(text) is None and (marked := by_a_mark(text)) is not None:
            text = marked[1]
        counted = next((word for kind, word in said.items() if kind.startswith("HOW_OFTEN")), None)
        times = _times(said.get("TIMES_BEFORE", "1")) if counted is None else read_number(counted.split()[0])
        place = None if word is None else word.start_pos
        self.attempted(*self.take_range(entry.start, entry.end), text, entry.verdict, word=place, times=times)

    def _tolerate(self, word: Token | Rule, read: str) -> None:
        assert isinstance(word, Token) and word.start_pos is not None and word.end_pos is not None
        self.build.note("KN110", f"{word} is read as {read}", word.start_pos, word.end_pos)


def _group(name: str, text: str, start: int, end: int) -> TryGroup | None:
    """The group in ``[start, end)``, by the grammar with this name; None if it is prose."""
    tree, unread = parser_of(name, "group").parse(text, start, end)
    found = None if unread else grouped(tree)
    return None if found is None or found.prose else found


@lru_cache(maxsize=1024)
def _mixed(name: str, text: str) -> MixedBracket | None:
    """The parts of a bracket with announcements beside questions and tries, by the grammar with this name."""
    parts = mixed_bracket(text, 0, len(text))
    group = None if parts is None else _group(name, text, parts.start, parts.end)
    return parts if group is not None and (group.tried or group.asked) else None


@lru_cache(maxsize=1024)  # what an umpire says in brackets recurs
def _is_tried(name: str, text: str) -> bool:
    if (parts := _mixed(name, text)) is not None:
        found = _group(name, text, parts.start, parts.end)
        return parts.of_last_move or (found is not None and found.tried)
    found = _group(name, text, 0, len(text))
    return found is not None and found.tried


def _times(word: str) -> int | tuple[int, int] | None:
    """A count: ``3×`` is 3, ``16-17×`` a range, ``…×`` None (not counted)."""
    low, _, high = word.removesuffix("×").partition("-")
    if not low.isdecimal():
        return None
    return (whole_number(low), whole_number(high)) if high else whole_number(low)
