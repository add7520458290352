"""The next word of a text, by the terminals of a grammar.

Lark tries all terminals, one after the other, at every word.  Most of them are meanings of the lexicon, and their
patterns say which signs they can begin with: of these only those are tried here that fit the sign that stands there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import groupby

from lark import Token

from kriegnote.lexicon import BEGINS
from kriegnote.parsing import patterns

Match = Callable[[str, int, int], "re.Match[str] | None"]


class ScannedToken(Token):
    """A token of Lark's, made at once: Lark first looks whether its arguments have the names of earlier versions."""

    def __new__(cls, kind: str, text: str, start: int, end: int) -> ScannedToken:
        word = str.__new__(cls, text)
        word.type, word.value, word.start_pos, word.end_pos = kind, text, start, end
        word.line = word.column = word.end_line = word.end_column = None
        return word


class Scanner:
    """Finds what Lark's scanner finds: the first terminal that fits.

    :param terminals: patterns by the names of terminals, in the order in which a lexer tries them.
    :param ignored: the terminals that are left out of :meth:`words`.
    """

    def __init__(self, terminals: Mapping[str, str], ignored: frozenset[str] = frozenset()) -> None:
        self._terminals = terminals
        self._ignored = ignored
        self._begins = [(name, _begins(pattern)) for name, pattern in terminals.items()]
        self._compiled: dict[tuple[str, ...], Match] = {}
        self._tried: dict[str, list[Match]] = {}  # by the sign that stands there, in order

    def match(self, text: str, at: int, end: int) -> tuple[str, str] | None:
        """The word at an offset of a text that ends at another, and the name of its terminal; None where none fits."""
        sign = text[at]
        for match in self._tried.get(sign) or self._tries(sign):
            found = match(text, at, end)
            if found is not None:
                return found.group(), found.lastgroup  # type: ignore[return-value]
        return None

    def words(self, text: str, start: int = 0) -> Iterator[ScannedToken]:
        """The words of a text from an offset on; signs that no terminal takes are passed over."""
        end = len(text)
        while start < end:
            found = self.match(text, start, end)
            if found is None:
                start += 1
                continue
            word, kind = found
            stop = start + len(word)
            if kind not in self._ignored:
                yield ScannedToken(kind, word, start, stop)
            start = stop

    def _tries(self, sign: str) -> list[Match]:
        """What is tried where this sign stands: each meaning by itself, what stands between meanings at once."""
        found, kind = [], r"\s" if sign.isspace() else sign
        for is_meaning, group in groupby(self._begins, key=lambda one: one[1] is not None):
            if is_meaning:
                found += [self._match((name,)) for name, begins in group if begins and kind in begins]
            else:
                found.append(self._match(tuple(name for name, _ in group)))
        self._tried[sign] = found
        return found

    def _match(self, names: tuple[str, ...]) -> Match:
        if names not in self._compiled:
            pattern = "|".join(f"(?P<{name}>{self._terminals[name]})" for name in names)
            self._compiled[names] = re.compile(pattern).match
        return self._compiled[names]


def _begins(pattern: str) -> str | None:
    """The signs that the pattern of a meaning begins with, ``\\s`` for any blank; None for another pattern."""
    found = BEGINS.match(pattern)
    return found[1] if found else None


@cache
def scanner_of(name: str) -> Scanner:
    """The scanner of all terminals of ``grammars/<name>.lark``, which needs no rules."""
    return Scanner(patterns(name))
