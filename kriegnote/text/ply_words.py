"""Classifies those words of a score that only the whole page explains: signs for men, joined plies, repeated lines.

A man's sign may be any short string before a square (``£)f3``, ``[Q]xf7``). A string is such a sign if it occurs before
several squares, or if it has a bracket without a partner in its line. A word is split into two plies (``Qh5Nc6``) if
the page has such words. :mod:`kriegnote.text.marked_moves` decides which marks mean refused tries.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token

from kriegnote.parsing import Terminals
from kriegnote.scanner import ScannedToken, joined
from kriegnote.text.broken_words import mended
from kriegnote.text.dashed_numbers import with_whole_numbers
from kriegnote.text.marked_moves import with_tries
from kriegnote.text.misread_moves import by_a_sign, core, without_marks
from kriegnote.text.score_words import NUMBERS, PLIES, is_unpaired

_TERMINALS: Final = Terminals("score_words")
_BOTH: Final = 2  # the plies of a turn
_TWO_PLIES: Final = 16  # the greatest length, in characters, of two plies without a blank


class _Signed(NamedTuple):
    """Adjoining words of which the last ends with a square: the indices of the first and the last, and the sign."""

    first: int
    last: int
    sign: str


def of_page(text: str, words: Sequence[Token], start: int = 0) -> list[Token]:
    """The words of a score, with the types of plies (``PLY``) and refused tries (``CROSSED``) set.

    :param start: the offset at which the moves begin.
    """
    shown = _with_unreadable(_parted(_signed(text, words)))
    numbered = with_whole_numbers(shown, NUMBERS, PLIES)
    plies = with_tries(text, numbered, start)
    return _with_lines_again(text, mended(text, plies))


def _with_unreadable(words: list[Token]) -> list[Token]:
    """The words, of which those for what cannot be read are plies in turns that lack one, and remarks in others."""
    numbers = [-1, *(at for at, word in enumerate(words) if word.type in NUMBERS), len(words)]
    plies = [sum(word.type in PLIES for word in words[one + 1 : two]) for one, two in pairwise(numbers)]
    made = words.copy()
    for at, word in enumerate(words):
        if word.type == "UNREADABLE":
            turn = bisect_left(numbers, at) - 1
            made[at] = Token.new_borrow_pos("UNSHOWN" if turn and plies[turn] < _BOTH else "SAYS", str(word), word)
            plies[turn] += 1
    return made


# -- lines -------------------------------------------------------------------------------------------------------------


def _with_lines_again(text: str, words: list[Token]) -> list[Token]:
    """The words, with each line of plies that repeats the line before, number included, joined into one ``AGAIN``."""
    ends: dict[int, int] = {}
    before: tuple[str, ...] = ()
    first = 0
    for last, word in enumerate(words):
        following = words[last + 1].start_pos if last + 1 < len(words) else None
        if following is not None and "\n" not in text[word.end_pos or 0 : following]:
            continue
        line = tuple(map(str, words[first : last + 1]))
        kinds = [word.type for word in words[first : last + 1]]
        if line == before and kinds.count("PLY") > 1 and "NUMBER" in kinds:
            ends[first] = last
        before, first = line, last + 1
    return joined(text, words, ends, "AGAIN") if ends else words


# -- men's signs -------------------------------------------------------------------------------------------------------


def _with_stops(text: str, words: Sequence[Token]) -> Sequence[Token]:
    """The words, with each stop joined to the move after it if the stop is part of the man's sign (``.i.b5``)."""
    ends = {
        at: at + 1
        for at, (stop, word) in enumerate(pairwise(words))
        if stop.type == "STOPS"
        and word.type == "PROSE_WORD"
        and stop.end_pos == word.start_pos
        and text[(stop.start_pos or 0) - 1 : stop.start_pos].isspace()
        and by_a_sign(without_marks(core(stop + word)))
    }
    return joined(text, words, ends, "PROSE_WORD") if ends else words


def _signed(text: str, words: Sequence[Token]) -> list[Token]:
    """The words, with those joined that print a man by a sign of the page's own."""
    words = _with_stops(text, words)
    found = list(_candidates(text, words))
    often = Counter(one.sign for one in found)
    ends = {one.first: one.last for one in found if _is_sign(text, words, one, often[one.sign])}
    return joined(text, words, ends, "PLY")


def _candidates(text: str, words: Sequence[Token]) -> Iterator[_Signed]:
    first = 0
    for index, word in enumerate(words):
        if index and words[index - 1].end_pos != word.start_pos:
            first = index
        if word.type == "MARKUP" or (word.type in ("NUMBER", "MISNUMBER") and not word.endswith(")")):
            first = index + 1
        elif first <= index and (first < index or word.type == "PROSE_WORD"):
            start = words[first].start_pos or 0
            sign = _TERMINALS["SIGNED"].fullmatch(text, start, word.end_pos or 0)
            if sign is not None:
                yield _Signed(first, index, sign["sign"])


def _is_sign(text: str, words: Sequence[Token], one: _Signed, often: int) -> bool:
    """Whether a string before a square stands for a man: it names one in brackets, or its brackets have no partners.

    A string that begins with a letter or digit must in addition occur several times, unless it is no turn's number.
    """
    start = words[one.first].start_pos or 0
    if _TERMINALS["MAN_IN_BRACKETS"].fullmatch(one.sign):
        return True
    if one.sign[0].isalnum() and often == 1 and not _is_odd_number(words, one.first):
        return False
    return is_unpaired(text, start, start + len(one.sign))


def _is_odd_number(words: Sequence[Token], index: int) -> bool:
    """Whether a word is a number with a bracket that cannot be a turn's: the last number with dots has other digits."""
    dotted = [word for word in words[:index] if word.type == "NUMBER" and not word.endswith(")")]
    return words[index].type == "NUMBER" and bool(dotted) and words[index][:-1] not in dotted[-1]


# -- plies run together ------------------------------------------------------------------------------------------------


def _parted(words: list[Token]) -> list[Token]:
    """The words, with joined plies split; if any word is certainly two, so are all words of two squares (``e4e5``)."""
    if not any(word.type == "PROSE_WORD" and _cut(word) for word in words):
        return words
    glued = {at: cut for at, word in enumerate(words) if word.type in ("PROSE_WORD", "PLY") and (cut := _cut(word))}
    made: list[Token] = []
    for at, word in enumerate(words):
        cut = glued.get(at)
        if cut is None:
            made.append(word)
            continue
        start, end = word.start_pos or 0, word.end_pos or 0
        made += [ScannedToken("PLY", word[:cut], start, start + cut), ScannedToken("PLY", word[cut:], start + cut, end)]
    return made


def _cut(word: str) -> int | None:
    """The offset at which a word is split into two plies; None if it is not two plies."""
    if not 4 <= len(word) <= _TWO_PLIES:
        return None
    ply = _TERMINALS["GLUED_PLY"].fullmatch
    return next((at for at in range(2, len(word) - 1) if ply(word, 0, at) and ply(word, at)), None)
