"""Where the signs of a legend may stand in a text: not in the legend, in comments, or in remarks in prose."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from kriegnote.documents.legend_entries import legend_entries
from kriegnote.documents.legend_meanings import SignMeaning, meaning
from kriegnote.documents.remarks import is_remark
from kriegnote.lexicon import lexicon, plain
from kriegnote.parsing import Terminals
from kriegnote.text.plain import paragraphs
from kriegnote.text.ranges import Ranges

_LEGEND: Final = Terminals("legend")
_CLOSED_BY: Final = {"(": ")", "[": "]"}
_REPLACED: Final = "\0"
"""Stands for what is replaced."""
_NEAR: Final = 40
"""The greatest length of the words before a sign that are examined, in characters."""


class Edit(NamedTuple):
    """Words that replace the range ``[start, end)``."""

    start: int
    end: int
    words: str


class SignUse(NamedTuple):
    """A place where a sign stands.

    :param edits: all that is replaced for it, in the order of the text.
    :param said: the range of the text that explains the sign.
    """

    edits: tuple[Edit, ...]
    said: tuple[int, int]

    @property
    def start(self) -> int:
        """The offset at which the first replaced range begins."""
        return self.edits[0].start


class SignPlaces:
    """The places of a text where signs of its legend may stand.

    ``signs``: the entries of the legend, each sign with each of its meanings once.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.legend = legend_entries(text)
        self.signs = [*{(one.before, one.behind, one.meaning): one for one in reversed(self.legend)}.values()][::-1]

    @cached_property
    def moves(self) -> list[re.Match[str]]:
        """What may be moves, in order."""
        return [*_LEGEND["A_MOVE"].finditer(self.text)]

    @cached_property
    def _starts_of_moves(self) -> dict[int, int]:
        """The offsets at which moves begin, by those behind them."""
        return {one.end(): one.start() for one in self.moves}

    @cached_property
    def _starts_before_letters(self) -> dict[int, int]:
        """The same of moves to which letters are glued: ``exd5r``."""
        return {one.end(): one.start() for one in _LEGEND["MOVE_BEFORE_A_LETTER"].finditer(self.text)}

    @cached_property
    def _apart(self) -> Ranges:
        legend = ((one.start, one.end) for one in self.legend)
        comments = ((one.start() + 1, one.end()) for one in _LEGEND["BRACES"].finditer(self.text))
        prose = (one for one in paragraphs(self.text) if _is_prose(self.text[slice(*one)]))
        return Ranges([*legend, *comments, *prose])

    @cached_property
    def _brackets(self) -> list[tuple[int, int]]:
        """The ranges of brackets within paragraphs, in order, without those inside others."""
        found: list[tuple[int, int]] = []
        opened: list[int] = []
        for one in _LEGEND["BRACKET_OR_BLANK_LINE"].finditer(self.text):
            if one.group() in _CLOSED_BY:
                opened.append(one.start())
            elif one.group() not in _CLOSED_BY.values():
                opened.clear()
            elif opened and _CLOSED_BY[self.text[opened[-1]]] == one.group():
                start = opened.pop()
                while found and found[-1][0] > start:
                    found.pop()
                found.append((start, one.end()))
        return found

    @cached_property
    def _within_brackets(self) -> Ranges:
        return Ranges((start + 1, end) for start, end in self._brackets)

    def is_in_brackets(self, at: int) -> bool:
        """Whether an offset is between brackets of the same paragraph."""
        return self._within_brackets.hold(at)

    def may_stand(self, start: int, end: int) -> bool:
        """Whether ``[start, end)`` may be a sign: it is in no legend, comment or prose, and has no prose beside it."""
        if self._apart.hold(start):
            return False
        before = _LEGEND["WORDS_BEFORE"].search(self.text, max(0, start - _NEAR), start)
        behind = _LEGEND["WORDS_BEHIND"].match(self.text, end)
        return not any(found is not None and self._are_prose(found["words"]) for found in (before, behind))

    def is_longer(self, sign: str, at: int) -> bool:
        """Whether at an offset stands another sign of the legend, of which this one is only the beginning."""
        return any(
            len(one.before) > len(sign) and one.before.startswith(sign) and self.text.startswith(one.before, at)
            for one in self.signs
        )

    def is_all_in_brackets(self, start: int, end: int) -> bool:
        """Whether a range is all that stands between two brackets."""
        return (
            self.text[start - 1 : start] in _CLOSED_BY and self.text[end : end + 1] == _CLOSED_BY[self.text[start - 1]]
        )

    def _are_prose(self, words: str) -> bool:
        """Whether words tell nothing of a game, and one of them is neither a sign nor a word that games are told in."""
        signs = {one.before for one in self.signs}
        known = (one in signs or plain(one) in lexicon().phrases for one in words.split())
        return not all(known) and meaning(words) is None

    def behind_moves(self, sign: str) -> Iterator[tuple[int, re.Match[str]]]:
        """The places where a sign stands behind a move: the offset of the move, and the sign, as group 1."""
        starts = self._starts_of_moves | (self._starts_before_letters if sign.isalpha() else {})
        for found in re.finditer(rf"[ \t]?({re.escape(sign)})(?![\w♔-♟])", self.text):
            start = starts.get(found.start(), starts.get(found.end(), found.start()))
            if start < found.start() and self.may_stand(*found.span()):
                yield start, found

    def without_remarks(self, uses: Iterable[SignUse]) -> Iterator[SignUse]:
        """The uses except those in brackets with words that nobody explains, which are remarks."""
        several = [*uses]
        edits = sorted(edit for one in several for edit in one.edits)
        remarks = Ranges(one for one in self._brackets if not self._is_explained(*one, edits))
        return (one for one in several if not remarks.hold(one.start))

    def _is_explained(self, start: int, end: int, edits: Sequence[Edit]) -> bool:
        """Whether brackets hold nothing but signs, and what needs no explanation."""
        left, at = [], start + 1
        first = bisect_left(edits, (start,))
        for edit in edits[first : bisect_left(edits, (end,), first)]:
            left += [self.text[at : max(at, edit.start)], _REPLACED]
            at = max(at, edit.end)
        left.append(self.text[at : end - 1])
        return all(map(_explains_itself, _LEGEND["PARTS_BRACKETS"].split("".join(left))))


def _is_prose(paragraph: str) -> bool:
    return "</" not in paragraph and is_remark(paragraph)  # the names of elements are no words


def _explains_itself(part: str) -> bool:
    """Whether a part of what stands in brackets is clear: signs, moves, squares, answers, or announced in words."""
    left = _LEGEND["EXPLAINS_ITSELF"].sub("", part)
    if not any(map(str.isalnum, left)):
        return True
    if _REPLACED not in part:
        return meaning(part) is not None
    said = meaning(left.replace(_REPLACED, " "), SignMeaning("check"))
    return said is not None and said.kind == "check" and said.detail is not None


__all__ = ["Edit", "SignPlaces", "SignUse"]
