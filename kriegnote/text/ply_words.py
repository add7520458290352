"""What the words of a score are once the whole page is seen: men's signs, plies run together, lines printed twice.

A single word does not show these.  A man's sign is any short string before a square (``£)f3``, ``[Q]xf7``): a bracket
in it that pairs with none in its line, and a string that stands before squares again and again, are of a man.  Two
plies without a blank (``Qh5Nc6``) are two where others on the page are.  Which signs mark refused tries is decided by
:mod:`kriegnote.text.marked_moves`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token

from kriegnote.parsing import Terminals
from kriegnote.scanner import ScannedToken, joined
from kriegnote.text.broken_words import mended
from kriegnote.text.marked_moves import with_tries
from kriegnote.text.misread_moves import by_a_sign, core, without_marks
from kriegnote.text.score_words import is_unpaired

_TERMINALS: Final = Terminals("score_words")
_TWO_PLIES: Final = 16  # characters of two plies without a blank


class _Signed(NamedTuple):
    """Words without a blank between them, of which the last goes to a square: their indexes and the sign before it."""

    first: int
    last: int
    sign: str


def of_page(text: str, words: Sequence[Token], start: int = 0) -> list[Token]:
    """The words of a score, in which those that are plies (``PLY``) or refused tries (``CROSSED``) are called so.

    :param start: where it begins, behind what stands before its moves.
    """
    plies = with_tries(text, _parted(_signed(text, words)), start)
    return _with_lines_again(text, mended(text, plies))


# -- lines -------------------------------------------------------------------------------------------------------------


def _with_lines_again(text: str, words: list[Token]) -> list[Token]:
    """The words with those of a line made one (``AGAIN``) that is printed a second time, numbers and moves alike."""
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
    """The words with those made one that are a stop and a move by a sign: the stop is of the sign (``.i.b5``)."""
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
    """The words with those made one that print a man by a sign of the page's own."""
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
    """Whether a string before a square is a man's: it names one in brackets, or its brackets have no partners."""
    start = words[one.first].start_pos or 0
    if _TERMINALS["MAN_IN_BRACKETS"].fullmatch(one.sign):
        return True
    if one.sign[0].isalnum() and often == 1 and not _is_odd_number(words, one.first):
        return False
    return is_unpaired(text, start, start + len(one.sign))


def _is_odd_number(words: Sequence[Token], index: int) -> bool:
    """Whether what looks like a turn's number is none: the others have dots, and it is not the next."""
    dotted = [word for word in words[:index] if word.type == "NUMBER" and not word.endswith(")")]
    return words[index].type == "NUMBER" and bool(dotted) and words[index][:-1] not in dotted[-1]


# -- plies run together ------------------------------------------------------------------------------------------------


def _parted(words: list[Token]) -> list[Token]:
    """The words with those parted that are two plies; two squares are, where other words are two beyond doubt."""
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
    """The offset at which a word is parted into two plies, None where it is not two."""
    if not 4 <= len(word) <= _TWO_PLIES:
        return None
    ply = _TERMINALS["GLUED_PLY"].fullmatch
    return next((at for at in range(2, len(word) - 1) if ply(word, 0, at) and ply(word, at)), None)
