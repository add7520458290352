"""The next word of a text, by the terminals of a grammar.

Lark tries all terminals, one after the other, at every word.  Most of them are meanings of the lexicon, of which it is
known what they can begin with: of these only those forms are tried here that begin with the word that stands there.
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
    """A token of Lark's, made at once: Lark first looks whether its arguments have the names of earlier versions."""

    def __new__(cls, kind: str, text: str, start: int, end: int) -> ScannedToken:
        word = str.__new__(cls, text)
        word.type, word.value, word.start_pos, word.end_pos = kind, text, start, end
        word.line = word.column = word.end_line = word.end_column = None
        return word


def joined(text: str, words: Sequence[Token], spans: Mapping[int, int], kind: str) -> list[Token]:
    """The words of a text with those made one, of this kind, that go from an index of ``spans`` to the one it names."""
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
    """Finds what Lark's scanner finds: the first terminal that fits.

    :param terminals: by their names, in the order in which a lexer tries them.
    :param ignored: the terminals that are left out of :meth:`words`.
    """

    def __init__(self, terminals: Mapping[str, Terminal], ignored: frozenset[str] = frozenset()) -> None:
        self._terminals = terminals
        self._ignored = ignored
        meanings = ((name, one.forms) for name, one in terminals.items() if one.forms is not None)
        self._begins = {name: frozenset(chain.from_iterable(forms.values())) for name, forms in meanings}
        self._beginnings = frozenset(chain.from_iterable(self._begins.values()))
        self._by_sign: dict[str, list[Match]] = {}  # empty where meanings begin with it
        self._by_word: dict[str, list[Match]] = {}  # also by a sign and *, where no meaning begins with the word

    def match(self, text: str, at: int, end: int) -> tuple[str, str] | None:
        """The word at an offset of a text that ends at another, and the name of its terminal; None where none fits."""
        for match in self._by_sign.get(text[at]) or self._tries(text, at, end):
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

    def _tries(self, text: str, at: int, end: int) -> list[Match]:
        """What is tried at an offset, in order."""
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
        """The patterns of what begins so: of each meaning by itself, together what stands between meanings."""
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
    """How beginnings say that a sign stands there."""
    return {r"\s*" if sign.isspace() else f"{sign}*"}


@cache
def scanner_of(name: str) -> Scanner:
    """The scanner of all terminals of ``grammars/<name>.lark``, which needs no rules."""
    return Scanner(terminals(name))
