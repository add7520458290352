"""Makes events from the tree of a turn: the common part of the readers of all parsed notations.

A notation's grammar defines the parts of a turn; its reader is a :class:`TreeReader` with one method for each rule.
"""

from __future__ import annotations

from typing import Any

import msgspec
from lark import Token, Tree

from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import Comment, Event, Junk, Nag, Result, Side
from kriegnote.text.comments import heard_comment
from kriegnote.text.end_words import result_of
from kriegnote.text.source import Builder, E

Rule = Tree[Token]


def span(rule: Rule) -> tuple[int, int]:
    """The range of a rule's tokens in the text; the grammar has to keep all tokens."""
    first, last = rule.children[0], rule.children[-1]
    while isinstance(first, Tree):
        first = first.children[0]
    while isinstance(last, Tree):
        last = last.children[-1]
    return first.start_pos or 0, last.end_pos or 0


def one_word(rule: Rule) -> str:
    """The first token of a rule."""
    return str(rule.children[0])


def words(rule: Rule, kind: str) -> list[Token]:
    """All tokens of a kind in a tree, in no particular order."""
    found: list[Token] = []
    rules = [rule]
    for one in rules:
        for part in one.children:
            if isinstance(part, Tree):
                rules.append(part)
            elif part.type == kind:
                found.append(part)
    return found


class TreeReader:
    """Visits the trees of a game's turns in the order of the text and adds events to a builder."""

    def __init__(self, build: Builder) -> None:
        self.text = build.chunk.text
        self.build = build
        self.run: str | None = None  # the kind of the last event, which the next words of this kind may extend
        self.left_over: list[tuple[int, int]] = []  # the ranges of words of this turn that the grammar rejected
        self.final: Result | None = None  # the first result that the text states

    def whose(self, known: bool) -> tuple[Side | None, int | None]:
        """The side and the turn of what is read here.

        :param known: False for words that cannot be read.
        """
        return self.build.side, self.build.turn

    def read_turn(self, rule: Rule, left_over: list[tuple[int, int]], end: int) -> None:
        """Adds the events of one turn, which ends at the offset ``end``."""
        self.left_over = left_over
        self.visit(rule)
        self.leave_out(end)

    def visit(self, rule: Rule) -> None:
        """Calls the method with the rule's name, or visits the rule's children if there is none."""
        if self.left_over and rule.children and isinstance(first := rule.children[0], Token):
            self.leave_out(first.start_pos or 0)
        getattr(self, rule.data, self.visit_children)(rule)

    def visit_children(self, rule: Rule) -> None:
        """Visits the rules that a rule consists of."""
        for one in rule.children:
            if isinstance(one, Tree):
                self.visit(one)

    def leave_out(self, before: int) -> None:
        """Keeps rejected words before this offset as junk."""
        while self.left_over and self.left_over[0][0] < before:
            start, end = self.left_over.pop(0)
            self.keep(start, end)

    def add(self, kind: type[E], start: int, end: int, run: str | None = None, **fields: Any) -> E:
        """Adds an event (:meth:`Builder.add`).

        :param run: the kind of words that may extend it.
        """
        if self.left_over:
            self.leave_out(end)
        self.build.side, self.build.turn = self.whose(known=True)
        self.run = run
        return self.build.add(kind, start, end, **fields)

    def longer(self, end: int, **changes: Any) -> None:
        """Extends the last event to ``end`` and changes its fields."""
        last = self.build.events[-1]
        assert last.span is not None
        end = max(end, self.build.end)
        self.build.events[-1] = msgspec.structs.replace(
            last, span=(last.span[0], self.build.chunk.offset + end), **changes
        )
        self.build.end = end

    def last(self) -> Event | None:
        """The last event; None if there is none."""
        return self.build.events[-1] if self.build.events else None

    def keep(self, start: int, end: int, why: str | None = None) -> None:
        """Keeps unreadable text as junk, joined to junk directly before it in the same line."""
        last = self.last()
        if why is None and self.run == "junk" and isinstance(last, Junk) and last.span and len(last.text) <= 200:
            text = self.text[last.span[1] - self.build.chunk.offset - len(last.text) : end]
            if "\n" not in text:
                self.longer(end, text=text)
                return
        self.build.side, self.build.turn = self.whose(known=why is not None)
        self.build.junk(start, end, *([why] if why else []))
        self.run = None if why else "junk"

    # -- rules that every notation has -----------------------------------------------------------------------------

    def junk(self, rule: Rule) -> None:
        self.keep(*span(rule))

    def nag(self, rule: Rule) -> None:
        start, end = span(rule)
        code = int(self.text[start + 1 : end])
        if code > 255:
            self.keep(start, end, "annotation glyphs go only up to $255")
        else:
            self.add(Nag, start, end, code=code)

    def result(self, rule: Rule) -> None:
        self.end_with(result_of(str(rule.children[0])))

    def end_with(self, result: Result) -> None:
        """Takes a printed result; one that differs from an earlier result is a finding."""
        if self.final is not None and result != self.final:
            self.build.findings.append(finding("KN403", f"the game has two results, {self.final} and {result}"))
        self.final = self.final or result

    def comment(self, rule: Rule) -> None:
        self.add_comment(*span(rule))

    def add_comment(self, start: int, end: int, printed: str | None = None) -> None:
        """Adds a comment in braces, and who heard it.

        :param printed: the comment itself, if ``[start, end)`` has more than it.
        """
        text, heard = heard_comment(printed or self.text[start:end])
        self.add(Comment, start, end, text=text, **({"heard": heard} if heard else {}))

    def unclosed_comment(self, rule: Rule) -> None:
        start, end = span(rule)
        self.add_comment(start, start + len(self.text[start:end].rstrip()))
        self.build.note("KN102", "this comment is never closed", start, start + 1)
