"""Parsers that remember what they made of words of these kinds.

Lark walks through its table word by word and builds a tree; turns and clauses of the same kinds of words come again and
again, whatever the words are.  So each place that a parser reaches is kept with what it leads to, and each run of kinds
with the shape of its tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from lark import Lark, Token, Tree
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift

from kriegnote.parsing import grammar, word_end
from kriegnote.scanner import Scanner, Word

_MOST: Final = 4096
"""Places and shapes that are kept of each grammar."""


class Shape(NamedTuple):
    """What a parser makes of words: the tree, in which a number stands for the word of this index, and the indexes of
    words that do not fit where they stand.  ``tree``: None where something is begun that never ends."""

    tree: Outline | None
    unread: frozenset[int]


class Outline(NamedTuple):
    """A rule, and what it is made of: words by their indexes, and rules."""

    rule: str
    parts: tuple[int | Outline, ...]

    def filled(self, words: Sequence[Token]) -> Tree[Token]:
        """The tree of these words."""
        return Tree(self.rule, [words[one] if type(one) is int else one.filled(words) for one in self.parts])  # type: ignore[union-attr]


class Reached:
    """A place that a parser has reached: where it stands in its table, and what each kind of word leads to."""

    __slots__ = ("_parser", "_stack", "_steps", "match", "scanner")

    def __init__(self, parser: Parser, stack: tuple[int, ...]) -> None:
        self._parser, self._stack = parser, stack
        self._steps: dict[str, Step] = {}  # those taken so far
        self.scanner = parser.scanner(stack[-1])
        self.match = self.scanner.match  # the next word of a text, and its kind

    def takes(self, kind: str) -> bool:
        """Whether a word of this kind may come next; ``$END``: whether nothing need come."""
        return kind in self._parser.table[self._stack[-1]]

    def after(self, kind: str) -> Step:
        """What a word of this kind leads to."""
        step = self._steps.get(kind)
        if step is None:
            step = self._steps[kind] = self._step(kind)
        return step

    def _step(self, kind: str) -> Step:
        table, stack = self._parser.table, list(self._stack)
        whole: list[Rule] = []
        while kind in table[stack[-1]]:
            action, what = table[stack[-1]][kind]
            if action is Shift:
                return Step(self._parser.reached((*stack, what)), True, tuple(whole))
            if what.expansion:
                del stack[-len(what.expansion) :]
            stack.append(table[stack[-1]][what.origin.name][1])
            whole.append(what)
            if kind == "$END" and stack[-1] == self._parser.end:
                return Step(self._parser.reached(tuple(stack)), True, tuple(whole))
        return Step(self._parser.reached(tuple(stack)), False, tuple(whole))


class Step(NamedTuple):
    """What a word leads to: the place behind it, whether it fits (one that does not is left out), and the rules that
    are whole before it."""

    place: Reached
    fits: bool
    whole: tuple[Rule, ...]


class Parser:
    """The LALR parser of a grammar, with what it has read remembered.

    :param parser: a parser of Lark's.  With the contextual lexer, :meth:`parse` reads texts; with the basic one a text
        is cut into :meth:`words` first.
    """

    def __init__(self, parser: Lark) -> None:
        front: Any = parser.parser
        self.table: dict[int, dict[str, tuple[Any, Any]]] = front.parser._parse_table.states
        self._lexer = getattr(front.lexer, "root_lexer", front.lexer)  # the basic one, for all states
        self._lexers: dict[int, Any] = getattr(front.lexer, "lexers", {})  # the contextual one's, by state
        self._scanners: dict[Any, Scanner] = {}
        self._ignored: frozenset[str] = self._lexer.ignore_types
        self._places: dict[tuple[int, ...], Reached] = {}
        state = parser.parse_interactive("").parser_state
        self._makes: Any = state.parse_conf.callbacks  # of what a rule is made of, its tree
        self.end = state.parse_conf.end_state
        self.begun = self.reached(tuple(state.state_stack))
        self.shape = lru_cache(maxsize=_MOST)(self._shape)

    def reached(self, stack: tuple[int, ...]) -> Reached:
        """The place of a stack of states."""
        if stack not in self._places:
            if len(self._places) >= _MOST:
                self._places.clear()
            self._places[stack] = Reached(self, stack)
        return self._places[stack]

    def scanner(self, state: int) -> Scanner:
        """What finds the next word in a state of the table."""
        lexer = self._lexers.get(state, self._lexer)  # states in which the same may come share one
        if lexer not in self._scanners:
            terminals = {one.name: one.pattern.to_regexp() for one in lexer.terminals}
            self._scanners[lexer] = Scanner(terminals, lexer.g_regex_flags, self._ignored)
        return self._scanners[lexer]

    def _shape(self, kinds: tuple[str, ...]) -> Shape:
        """The shape of words of these kinds, of what Lark makes of each rule."""
        here, unread = self.begun, set()
        made: list[Any] = []  # what Lark's stack holds; words by their indexes
        for index, kind in enumerate((*kinds, "$END")):
            here, fits, whole = here.after(kind)
            for rule in whole:
                first = len(made) - len(rule.expansion)
                made[first:] = [self._makes[rule](made[first:])]
            if fits:
                made.append(index)
            else:
                unread.add(index)
        end = len(kinds)
        return Shape(None if end in unread else _outline(made[0]), frozenset(unread - {end}))

    def tree(self, words: Sequence[Token]) -> Tree[Token] | None:
        """The tree of words that all fit; None where they do not."""
        shape = self.shape(tuple(word.type for word in words))
        return None if shape.tree is None or shape.unread else shape.tree.filled(words)

    def words(self, text: str, start: int = 0) -> list[Token]:
        """The words of a text from an offset on, by the basic lexer of a grammar that has one for every sign."""
        return list(self.begun.scanner.words(text, start))

    def parse(self, text: str, start: int, end: int) -> tuple[Tree[Token], list[tuple[int, int]]]:
        """The tree of a stretch of a text, and the places (offsets from 0) of words that do not fit where they stand.

        A word that fits nothing is left out, and what follows it is read as if it were not there.
        """
        words: list[Token] = []
        unread: list[tuple[int, int]] = []
        at, here = start, self.begun
        while at < end:
            found = here.match(text, at, end)
            fits, stop = False, at
            if found is not None:
                value, kind = found
                stop = at + len(value)
                if kind in self._ignored:
                    at = stop
                    continue
                words.append(Word(kind, value, at, stop))
                here, fits, _ = here.after(kind)
            if not fits:
                stop = word_end(text, at, end)
                unread.append((at, stop))
            at = stop
        shape = self.shape(tuple(word.type for word in words))
        if shape.tree is not None:
            return shape.tree.filled(words), unread
        rest = text[start:end]
        lead = len(rest) - len(rest.lstrip())
        return Tree("start", []), [(start + lead, start + len(rest.rstrip()))] if rest.strip() else []


def _outline(tree: Any) -> Outline:
    return Outline(str(tree.data), tuple([one if type(one) is int else _outline(one) for one in tree.children]))


@cache
def parser_of(name: str, start: str = "start", **options: Any) -> Parser:
    """The remembering parser of ``grammars/<name>.lark``; see :func:`kriegnote.parsing.grammar`."""
    return Parser(grammar(name, start, **options))
