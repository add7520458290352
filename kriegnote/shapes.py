"""Parsers that remember what they made of words of these kinds.

Lark walks through its table word by word and builds a tree; turns and clauses of the same kinds of words come again and
again, whatever the words are.  So each place that a parser reaches is kept with what it leads to, and each run of kinds
with the shape of its tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from lark import Lark, Token, Tree, UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_analysis import Shift

from kriegnote.parsing import grammar, word_end
from kriegnote.scanner import Scanner

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

    __slots__ = ("_after", "_parser", "_stack", "match")

    def __init__(self, parser: Parser, stack: tuple[int, ...]) -> None:
        self._parser, self._stack = parser, stack
        self._after: dict[str, tuple[Reached, bool]] = {}
        self.match = parser.scanner(stack[-1]).match  # the next word of a text, and its kind

    def takes(self, kind: str) -> bool:
        """Whether a word of this kind may come next; ``$END``: whether nothing need come."""
        return kind in self._parser.table[self._stack[-1]]

    def after(self, kind: str) -> tuple[Reached, bool]:
        """The place behind a word of this kind, and whether the word fits; one that does not is left out."""
        if kind not in self._after:
            self._after[kind] = self._step(kind)
        return self._after[kind]

    def _step(self, kind: str) -> tuple[Reached, bool]:
        table, stack = self._parser.table, list(self._stack)
        while kind in table[stack[-1]]:
            action, what = table[stack[-1]][kind]
            if action is Shift:
                return self._parser.reached((*stack, what)), True
            if what.expansion:  # a rule is whole
                del stack[-len(what.expansion) :]
            stack.append(table[stack[-1]][what.origin.name][1])
        return self._parser.reached(tuple(stack)), False


class Parser:
    """The LALR parser of a grammar, with what it has read remembered.

    :param parser: a parser of Lark's.  With the contextual lexer, :meth:`parse` reads texts; with the basic one a text
        is cut into :meth:`words` first.
    """

    def __init__(self, parser: Lark) -> None:
        front: Any = parser.parser
        self._lark = parser
        self.table: dict[int, dict[str, tuple[Any, Any]]] = front.parser._parse_table.states
        self._lexer = getattr(front.lexer, "root_lexer", front.lexer)  # the basic one, for all states
        self._lexers: dict[int, Any] = getattr(front.lexer, "lexers", {})  # the contextual one's, by state
        self._scanners: dict[tuple[str, ...], Scanner] = {}
        self._ignored = frozenset(self._lexer.ignore_types)
        self._places: dict[tuple[int, ...], Reached] = {}
        state = parser.parse_interactive("").parser_state
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
        lexer = self._lexers.get(state, self._lexer)
        names = tuple(one.name for one in lexer.terminals)
        if names not in self._scanners:
            self._scanners[names] = Scanner(lexer.terminals, lexer.g_regex_flags)
        return self._scanners[names]

    def _shape(self, kinds: tuple[str, ...]) -> Shape:
        """The shape of words of these kinds."""
        running = self._lark.parse_interactive("")
        unread: set[int] = set()
        for index, kind in enumerate(kinds):
            try:
                running.feed_token(Token(kind, kind, start_pos=index, end_pos=index + 1))
            except UnexpectedToken:
                unread.add(index)
        try:
            tree: Tree[Token] = running.feed_eof()  # type: ignore[no-untyped-call]
        except UnexpectedInput:
            return Shape(None, frozenset(unread))
        return Shape(_outline(tree), frozenset(unread))

    def tree(self, words: Sequence[Token]) -> Tree[Token] | None:
        """The tree of words that all fit; None where they do not."""
        shape = self.shape(tuple(word.type for word in words))
        return None if shape.tree is None or shape.unread else shape.tree.filled(words)

    def words(self, text: str, start: int = 0) -> list[Token]:
        """The words of a text from an offset on, by the basic lexer of a grammar that has one for every sign."""
        found: list[Token] = []
        match, end = self.begun.match, len(text)
        while start < end:
            word = match(text, start, end)
            assert word is not None, text[start:]
            value, kind = word
            if kind not in self._ignored:
                found.append(Token(kind, value, start, end_pos=start + len(value)))
            start += len(value)
        return found

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
                words.append(Token(kind, value, at, end_pos=stop))
                here, fits = here.after(kind)
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


def _outline(tree: Tree[Token]) -> Outline:
    parts = (one.start_pos if isinstance(one, Token) else _outline(one) for one in tree.children)
    return Outline(str(tree.data), tuple(part for part in parts if part is not None))


@cache
def parser_of(name: str, start: str = "start", **options: Any) -> Parser:
    """The remembering parser of ``grammars/<name>.lark``; see :func:`kriegnote.parsing.grammar`."""
    return Parser(grammar(name, start, **options))
