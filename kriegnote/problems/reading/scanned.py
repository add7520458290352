"""Mends the words of a solution: words divided at line ends, a scanner's strokes for 1, squares that are spelt."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Final

from kriegnote.lexicon import lexicon, read_number
from kriegnote.parsing import Terminals
from kriegnote.problems.reading.meaningful_words import plain_words
from kriegnote.text.plain import Plain, Taker, paragraphs

_PAGE: Final = Terminals("problem_page")
_LINES: Final = Terminals("page")
_STROKES: Final = ("STROKE_FOR_NUMBER", "STROKE_IN_ORIGIN")


def mended(plain: Plain) -> Plain:
    """The text with its lines and divided words joined, and with the digit 1 for strokes in numbers and moves.

    A hyphen stays between two known words that are none if they are joined.
    """
    return _with_squares(_without_strokes(_joined(_unwrapped(_with_notes(plain)))))


def _with_notes(plain: Plain) -> Plain:
    """The text without raised numbers; where the first note for one begins a line, as a remark."""
    marks = [found.group() for found in _PAGE["RAISED"].finditer(plain.text)]
    first = next((at for at in _PAGE["NOTE_BEHIND"].finditer(plain.text) if marks.count(at["mark"]) > 1), None)
    begins = first.start("mark") if first is not None else -1
    return plain.changed(
        (found.start(), found.end(), "N.B.: " if found.start() == begins else "")
        for found in _PAGE["RAISED"].finditer(plain.text)
    )


def _unwrapped(plain: Plain) -> Plain:
    """The text with a blank for each line end that only the width of the column has set.

    A paragraph has such line ends if it divides a word, or if no line has room for the first word of the next.
    """
    text, soft = plain.text, set[int]()
    for start, end in paragraphs(text):
        lines = text[start:end].split("\n")
        widest = max(map(len, lines))
        full = all(len(one) + 1 + len((two.split() or [""])[0]) > widest for one, two in pairwise(lines))
        if len(lines) < 2 or not (full or _LINES["BROKEN"].search(text, start, end)):
            continue
        soft |= {found.start() for found in _PAGE["END_OF_COLUMN"].finditer(text, start, end)}
    if not soft:
        return plain
    return plain._replace(text="".join(" " if at in soft else sign for at, sign in enumerate(text)))


def _joined(plain: Plain) -> Plain:
    """The text without the hyphens and line ends within words."""
    taker, text, at = Taker(plain), plain.text, 0
    for found in _LINES["BROKEN"].finditer(text):
        first, last = found.span()
        before, behind = _letters(text, first, -1), _letters(text, last, 1)
        compound = is_known(before) and is_known(behind) and not is_known(before + behind)
        taker.keep(at, first + compound)
        at = last
    if not at:
        return plain
    taker.keep(at, len(text))
    return taker.done()


def _with_squares(plain: Plain) -> Plain:
    """The text with squares in signs where they are spelt: “e-six”, “knight to f three”."""
    spelt = _PAGE["SQUARE_SPELT"].finditer(plain.text)
    return plain.changed((found.end("file"), found.end(), str(read_number(found["rank"]))) for found in spelt)


def _letters(text: str, at: int, step: int) -> str:
    """The letters before an offset (step -1), or from it on (step 1)."""
    stop = at
    while 0 <= (sign := stop if step > 0 else stop - 1) < len(text) and text[sign].isalpha():
        stop += step
    return text[min(at, stop) : max(at, stop)]


def _without_strokes(plain: Plain) -> Plain:
    """The text with the digit 1 for strokes; at the beginning of a sentence, a known word (*Dal*, *Nel*) has none."""
    text = plain.text
    strokes = {found.start() for name in _STROKES for found in _PAGE[name].finditer(text)}
    strokes |= {found.end() - 1 for found in _PAGE["STROKE_FOR_RANK"].finditer(text)}
    for found in _PAGE["STROKE_IN_MOVE"].finditer(text):
        begins = text[: found.start()].rstrip(" \t“”«\"'(")[-1:] in ("", *".:!?\n")
        if found["number"] or not (begins and is_known(found["move"])):
            strokes.add(found.end() - 1)
    if not strokes:
        return plain
    return plain._replace(text="".join("1" if at in strokes else sign for at, sign in enumerate(text)))


def is_known(word: str) -> bool:
    """Whether a word is in the lexicon or in ``plain_words.toml``."""
    word = word.lower()
    words, stems = plain_words()
    said, beginnings = _said()
    return word in words or word in said or word.startswith((*stems, *beginnings))


@cache
def _said() -> tuple[frozenset[str], tuple[str, ...]]:
    """The words of the lexicon, and the stems of those that may have any ending."""
    words = {word for said in lexicon().phrases for word in said.split()}
    stems = tuple(word[:-1] for word in words if word.endswith("*") and len(word) > 1)
    return frozenset(words), stems
