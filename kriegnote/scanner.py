"""Finds the next word of a text, by the terminals of a grammar.

Lark tries all terminals, one after the other, at every word. Most of them are meanings of the lexicon, whose possible
beginnings are known; the scanner tries only those of their forms that begin with the word at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby
from typing import Final

from lark import Token

from kriegnote.parsing import Terminal, terminals

Match = Callable[[str, int, int], "re.Match[str] | None"]
_WORD: Final[Match] = re.compile(r"\w+").match


class ScannedToken(Token):
    """A Lark token that is constructed directly: Lark's constructor first checks for obsolete argument names."""

    def __new__(cls, kind: str, text: str, start: int, end: int) -> ScannedToken:
        word = str.__new__(cls, text)
        word.type, word.value, word.start_pos, word.end_pos = kind, text, start, end
        word.line = word.column = word.end_line = word.end_column = None
        return word


def joined(text: str, words: Sequence[Token], spans: Mapping[int, int], kind: str) -> list[Token]:
    """The words of a text, with some ranges of them joined into single words.

    :param spans: the first and last index of each range.
    :param kind: the terminal of the joined words.
    """
    made: list[Token] = []
    index = 0
    for first in sorted(spans):
        if first >= index:
            made += words[index:first]
            index = spans[first] + 1
            start, end = words[first].start_pos or 0, words[index - 1].end_pos or 0
            made.append(ScannedToken(kind, text[start:end], start, end))
    made += words[index:]
    return made


class Scanner:
    """Finds the same words as Lark's scanner: the first terminal that matches.

    :param terminals: by name, in the order in which a lexer tries them.
    :param ignored: the terminals that :meth:`words` leaves out.
    """

    def __init__(self, terminals: Mapping[str, Terminal], ignored: frozenset[str] = frozenset()) -> None:
        self._terminals = terminals
        self._ignored = ignored
        meanings = ((name, one.forms) for name, one in terminals.items() if one.forms is not None)
        self._begins = {name: frozenset(chain.from_iterable(forms.values())) for name, forms in meanings}
        self._beginnings = frozenset(chain.from_iterable(self._begins.values()))
        self._by_sign: dict[str, list[Match]] = {}  # empty if meanings begin with it
        self._by_word: dict[str, list[Match]] = {}  # by a character and * if no meaning begins with the word

    def match(self, text: str, at: int, end: int) -> tuple[str, str] | None:
        """The word at offset ``at`` and the name of its terminal; None if none matches.

        :param end: the offset at which the text ends.
        """
        for match in self._by_sign.get(text[at]) or self._tries(text, at, end):
            found = match(text, at, end)
            if found is not None:
                return found.group(), found.lastgroup  # type: ignore[return-value]
        return None

    def words(self, text: str, start: int = 0) -> Iterator[ScannedToken]:
        """The words of a text from offset ``start`` on; characters that no terminal matches are skipped."""
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

    def _tries(self, text: str, at: int, end: int) -> list[Match]:
        """The patterns to be tried at an offset, in order."""
        sign = text[at]
        if sign not in self._by_sign:
            is_first = any(one.startswith(sign.casefold()) for one in self._beginnings)
            self._by_sign[sign] = [] if is_first else list(map(_match, self._that_begin(_signs(sign))))
        word = _WORD(text, at, end)
        begins = word[0].casefold() if word else ""
        if begins not in self._beginnings:
            begins = f"{sign}*"
        if begins not in self._by_word:
            self._by_word[begins] = list(map(_match, self._that_begin({begins} | _signs(sign))))
        return self._by_word[begins]

    def _that_begin(self, beginnings: set[str]) -> Iterator[str]:
        """The patterns with these beginnings: one for each meaning, one for each run of other terminals."""
        meanings = self._begins
        tried = (name for name in self._terminals if name not in meanings or not beginnings.isdisjoint(meanings[name]))
        for is_meaning, names in groupby(tried, key=meanings.__contains__):
            if not is_meaning:
                yield "|".join(f"(?P<{name}>{self._terminals[name].pattern})" for name in names)
                continue
            for name in names:
                forms = (self._terminals[name].forms or {}).items()
                likely = "|".join(form for form, begins in forms if not beginnings.isdisjoint(begins))
                yield f"(?P<{name}>(?i:{likely}))"


@cache
def _match(pattern: str) -> Match:
    return re.compile(pattern).match


def _signs(sign: str) -> set[str]:
    """The way in which beginnings denote this character."""
    return {r"\s*" if sign.isspace() else f"{sign}*"}


@cache
def scanner_of(name: str) -> Scanner:
    """The scanner of all terminals of ``grammars/<name>.lark``; it needs no rules."""
    return Scanner(terminals(name))
