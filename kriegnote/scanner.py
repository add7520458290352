"""The next word of a text, by the terminals of a grammar.

Lark tries all terminals, one after the other, at every word.  Most of them are meanings of the lexicon, and their
patterns say which signs they can begin with: of these only those are tried here that fit the sign that stands there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from lark.lexer import TerminalDef

from kriegnote.lexicon import BEGINS

Match = Callable[[str, int, int], "re.Match[str] | None"]


class Scanner:
    """Finds what Lark's scanner finds: the first terminal that fits, in the order of a lexer."""

    def __init__(self, terminals: Sequence[TerminalDef], flags: int) -> None:
        self._flags = flags
        self._meanings = [(one, BEGINS.match(one.pattern.to_regexp())) for one in terminals]
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

    def _tries(self, sign: str) -> list[Match]:
        """What is tried where this sign stands: each meaning by itself, what stands between meanings at once."""
        found = []
        for is_meaning, group in groupby(self._meanings, key=lambda one: one[1] is not None):
            if is_meaning:
                found += [self._match([one]) for one, begins in group if begins and re.match(begins[1], sign)]
            else:
                found.append(self._match([one for one, _ in group]))
        self._tried[sign] = found
        return found

    def _match(self, terminals: Sequence[TerminalDef]) -> Match:
        names = tuple(one.name for one in terminals)
        if names not in self._compiled:
            pattern = "|".join(f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in terminals)
            self._compiled[names] = re.compile(pattern, self._flags).match
        return self._compiled[names]
