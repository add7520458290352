"""Parsers that cache their results for sequences of words of the same kinds.

Lark walks through its table word by word and builds a tree; but turns and clauses with the same kinds of words recur,
whatever the words. So each state that a parser reaches is cached with the transitions from it, and each sequence of
kinds with the shape of its tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple

from lark import Token, Tree

from kriegnote.parser_tables import INLINED, KEPT, Rule, Table, table_of
from kriegnote.parsing import word_end
from kriegnote.scanner import ScannedToken, Scanner

_MOST: Final = 4096
"""The most states and shapes cached for each grammar."""
_LONGEST: Final = 100
"""The longest sequence of words that is cached; longer ones, such as whole solutions of problems, hardly recur."""


class Shape(NamedTuple):
    """The result of parsing a sequence of kinds of words.

    ``tree``: the tree, in which numbers are indices of words, None if something is begun that never ends; ``unread``:
    the indices of words that do not fit in their places.
    """

    tree: TreeShape | None
    unread: frozenset[int]


class TreeShape(NamedTuple):
    """A rule and its parts: words, by index, and rules."""

    rule: str
    parts: list[int | TreeShape]

    def filled(self, words: Sequence[Token]) -> Tree[Token]:
        """The tree with these words."""
        return Tree(self.rule, [words[one] if type(one) is int else one.filled(words) for one in self.parts])  # type: ignore[union-attr]


class Reached:
    """A state that a parser has reached: its stack, and the transitions from it."""

    __slots__ = ("_parser", "_stack", "_steps", "match", "scanner")

    def __init__(self, parser: Parser, stack: tuple[int, ...]) -> None:
        self._parser, self._stack = parser, stack
        self._steps: dict[str, ShapeStep] = {}  # the transitions used so far
        self.scanner = parser.scanner(stack[-1])
        self.match = self.scanner.match  # finds the next word of a text and its kind

    def takes(self, kind: str) -> bool:
        """Whether a word of this kind may come next; for ``$END``, whether the text may end here."""
        return kind in self._parser.table.rows[self._stack[-1]]

    def after(self, kind: str) -> ShapeStep:
        """The transition for a word of this kind."""
        step = self._steps.get(kind)
        if step is None:
            step = self._steps[kind] = self._step(kind)
        return step

    def _step(self, kind: str) -> ShapeStep:
        table, stack = self._parser.table, list(self._stack)
        whole: list[Rule] = []
        while (action := table.rows[stack[-1]].get(kind)) is not None:
            if action >= 0:
                return ShapeStep(self._parser.reached((*stack, action)), True, tuple(whole))
            rule = table.rules[~action]
            del stack[len(stack) - len(rule.parts) :]
            stack.append(table.rows[stack[-1]][rule.origin])
            whole.append(rule)
            if kind == "$END" and stack[-1] == table.end:
                return ShapeStep(self._parser.reached(tuple(stack)), True, tuple(whole))
        return ShapeStep(self._parser.reached(tuple(stack)), False, tuple(whole))


class ShapeStep(NamedTuple):
    """A transition: the next state, whether the word fits (otherwise it is left out), the rules completed before it."""

    place: Reached
    fits: bool
    whole: tuple[Rule, ...]


class Parser:
    """The LALR parser of a grammar, with cached results.

    :param contextual: whether only words that may come next are searched for; otherwise, a text is first split into
        :meth:`words`.
    """

    def __init__(self, table: Table, *, contextual: bool = True) -> None:
        self.table = table
        self._contextual = contextual
        self._ignored = frozenset(table.ignored)
        self._scanners: dict[frozenset[str], Scanner] = {}
        self._places: dict[tuple[int, ...], Reached] = {}
        self.begun = self.reached((table.begin,))
        self._remembered = lru_cache(maxsize=_MOST)(self._shape)

    def reached(self, stack: tuple[int, ...]) -> Reached:
        """The state with this stack."""
        if stack not in self._places:
            if len(self._places) >= _MOST:
                self._places.clear()
            self._places[stack] = Reached(self, stack)
        return self._places[stack]

    def scanner(self, state: int) -> Scanner:
        """The scanner for the next word in a state of the table."""
        terminals = self.table.terminals
        names = self._ignored.union(self.table.rows[state]) if self._contextual else frozenset(terminals)
        names = names.intersection(terminals)
        if names not in self._scanners:  # shared by states with the same terminals
            tried = {name: terminal for name, terminal in terminals.items() if name in names}
            self._scanners[names] = Scanner(tried, self._ignored)
        return self._scanners[names]

    def shape(self, kinds: tuple[str, ...]) -> Shape:
        """The shape for words of these kinds."""
        return self._remembered(kinds) if len(kinds) <= _LONGEST else self._shape(kinds)

    def _shape(self, kinds: tuple[str, ...]) -> Shape:
        here, unread = self.begun, set()
        made: list[int | TreeShape] = []  # from the words so far, by their indices
        for index, kind in enumerate((*kinds, "$END")):
            here, fits, whole = here.after(kind)
            for rule in whole:
                first = len(made) - len(rule.parts)
                made[first:] = [_tree_shape(rule, made[first:])]
            if fits:
                made.append(index)
            else:
                unread.add(index)
        end = len(kinds)
        return Shape(None if end in unread else made[0], frozenset(unread - {end}))  # type: ignore[arg-type]

    def tree(self, words: Sequence[Token]) -> Tree[Token] | None:
        """The tree of words; None unless all of them fit."""
        shape = self.shape(tuple(word.type for word in words))
        return None if shape.tree is None or shape.unread else shape.tree.filled(words)

    def whole(self, text: str) -> Tree[Token] | None:
        """The tree of a text; None unless all of it fits the grammar."""
        tree, unread = self.parse(text, 0, len(text))
        return None if unread or not tree.children else tree

    def words(self, text: str, start: int = 0) -> list[Token]:
        """The words of a text from offset ``start`` on, found without regard to context."""
        return list(self.begun.scanner.words(text, start))

    def parse(self, text: str, start: int, end: int) -> tuple[Tree[Token], list[tuple[int, int]]]:
        """The tree of part of a text, and the places (offsets from 0) of words that do not fit where they stand.

        A word that does not fit is left out, and the text after it is parsed as if it were not there.
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
                words.append(ScannedToken(kind, value, at, stop))
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


def _tree_shape(rule: Rule, made: list[Any]) -> int | TreeShape:
    """The shape that a rule builds from those of its parts."""
    parts: list[int | TreeShape] = []
    for one, part in zip(made, rule.parts, strict=True):
        if part == KEPT:
            parts.append(one)
        elif part == INLINED and parts:
            parts += one.parts
        elif part == INLINED:
            parts = one.parts  # reused, so that a growing list is not copied
    return parts[0] if rule.single and len(parts) == 1 else TreeShape(rule.name, parts)


@cache
def parser_of(
    name: str,
    start: str = "start",
    *,
    lexer: Literal["basic", "contextual"] = "contextual",
    keep_all_tokens: bool = False,
) -> Parser:
    """The caching parser of ``grammars/<name>.lark``.

    :param start: the rule that matches a whole text.
    :param lexer: ``basic``: words are found without regard to context, by :meth:`Parser.words`.
    :param keep_all_tokens: whether the tree also contains words that the grammar does not name.
    """
    return Parser(table_of(name, start, keep_all_tokens=keep_all_tokens), contextual=lexer == "contextual")
