"""Columns: a page that is printed in two, put in the order in which it is read, with a map back.

A gutter is a stretch of blanks that lies at the same place in line after line, with words to its left and right.  A
table of moves has such stretches, too; it is read row by row, and its numbers tell: read as it is meant, they go up.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.documents.numbered_cells import in_the_order_of_numbers
from kriegnote.documents.pages import is_page_number
from kriegnote.documents.turns import words
from kriegnote.text.plain import Plain, Taker

_GUTTER: Final = 2  # blanks between two columns, at least
_LINES: Final = 6  # lines with words on both sides that make columns, where the turns' numbers do not tell
_WORDS: Final = 3  # words in a column's line, in half of its lines at least
_DEPTH: Final = 3  # columns beside one another at most, less one
_WIDEST: Final = 400  # letters of a line that may be a row of columns
_TAB: Final = "\t"


class _Line(NamedTuple):
    """A line of the text in ``[start, end)``.

    :param filled: as bits, the places in it where something stands.
    :param breaks: no column goes on over it: it begins a page, or is a page's number.
    """

    start: int
    end: int
    filled: int
    breaks: bool


class _Gap(NamedTuple):
    """A stretch ``[left, right)`` of a line, from 0, that is blank in all lines of a block."""

    left: int
    right: int


def in_reading_order(text: str) -> Plain:
    """A text whose columns follow one another; the places of its characters then need not rise."""
    return _ordered(in_the_order_of_numbers(text), _DEPTH)


def _ordered(plain: Plain, depth: int) -> Plain:
    lines = _lines(plain.text)
    taker, at, changed = Taker(plain), 0, False
    index = 0
    while index < len(lines):
        stop, gap = _block(lines, index)
        if gap is None or not _is_columns(plain.text, lines[index:stop], gap):
            index = max(stop, index + 1)
            continue
        taker.keep(at, lines[index].start)
        for column in _columns(plain, lines[index:stop], gap):
            taker.add(_ordered(column, depth - 1) if depth else column)
        at = lines[stop].start if stop < len(lines) else len(plain.text)
        changed = True
        index = stop
    if not changed:
        return plain
    taker.keep(at, len(plain.text))
    return taker.done()


def _lines(text: str) -> list[_Line]:
    made, at = [], 0
    for row in text.split("\n"):
        filled = 0
        if "  " in row and len(row) <= _WIDEST and _TAB not in row and "|" not in row:
            filled = int("".join("0" if sign.isspace() else "1" for sign in reversed(row)), 2)
        elif row.strip():
            filled = (1 << len(row)) - 1
        made.append(_Line(at, at + len(row), filled, "\f" in row or is_page_number(row)))
        at += len(row) + 1
    return made


def _block(lines: list[_Line], first: int) -> tuple[int, _Gap | None]:
    """The end of the lines from one on that share a gutter, and the gutter; None when that line has none."""
    filled = lines[first].filled
    gaps = _gaps(filled)
    stop = first + 1
    while stop < len(lines) and gaps and not lines[stop].breaks:
        together = filled | lines[stop].filled
        left = [gap for gap in _gaps(together) if any(gap.left < one.right and one.left < gap.right for one in gaps)]
        if not left:
            break
        filled, gaps = together, left
        stop += 1
    return stop, _widest(lines[first:stop], gaps)


def _gaps(filled: int) -> list[_Gap]:
    """The stretches without a bit that are wide enough, with bits to their left and right."""
    found, at = [], 0
    for run in bin(filled)[:1:-1].split("1"):
        if at and len(run) >= _GUTTER:
            found.append(_Gap(at, at + len(run)))
        at += len(run) + 1
    return [gap for gap in found if filled >> gap.right]


def _widest(lines: list[_Line], gaps: list[_Gap]) -> _Gap | None:
    """The gap that halves the lines best: that has the most on its emptier side."""

    def size(gap: _Gap) -> tuple[int, int]:
        left = sum((line.filled & ((1 << gap.left) - 1)).bit_count() for line in lines)
        return min(left, sum((line.filled >> gap.right).bit_count() for line in lines)), gap.right - gap.left

    return max(gaps, key=size, default=None)


def _columns(plain: Plain, lines: list[_Line], gap: _Gap) -> tuple[Plain, Plain]:
    """What stands to the left and to the right of a gutter."""
    left, right = Taker(plain), Taker(plain)
    for line in lines:
        middle = min(line.start + gap.left, line.end)
        for taker, start, end in ((left, line.start, middle), (right, min(line.start + gap.right, line.end), line.end)):
            words = plain.text[start:end].rstrip()
            taker.keep(start, start + len(words))
            taker.put("\n", start + len(words))
    return left.done(), right.done()


def _is_columns(text: str, lines: list[_Line], gap: _Gap) -> bool:
    """Whether a block is read column by column: each is text, and its turns' numbers go up better than in the rows."""
    rows = [
        (text[line.start : line.start + gap.left][: line.end - line.start], text[line.start + gap.right : line.end])
        for line in lines
    ]
    both = [row for row in rows if row[0].strip() and row[1].strip()]
    if any(_is_narrow(sides) for sides in zip(*rows, strict=True)):
        return False
    across = _rising([number for row in rows for side in row for number in _numbers(side)])
    down = _rising([number for sides in zip(*rows, strict=True) for side in sides for number in _numbers(side)])
    return (down > across and len(both) > 1) or (down == across and len(both) >= _LINES)


def _is_narrow(sides: Iterable[str]) -> bool:
    """Whether most lines of a column have few words."""
    few = [len(side.split()) < _WORDS for side in sides if side.strip()]
    return 2 * sum(few) > len(few)


def _numbers(text: str) -> list[int]:
    return [int(word.rstrip(" .)…")) for word in words(text) if word.type == "NUMBER" and word.rstrip(" .)…").isdigit()]


def _rising(numbers: list[int]) -> int:
    """How often a number is followed by the next one."""
    return sum(after == number + 1 for number, after in pairwise(numbers))
