"""Puts pages with columns into reading order, with a map back to the original.

A gutter is a range of blanks at the same place in successive lines, with words on both sides. Tables of moves have such
ranges, too, but are read by rows. Of the two ways to read a block, the right one has more turn numbers that follow one
another. If that does not decide, it has more headings with games below them, and then more plies that can be played.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.confirmation.playable import playable
from kriegnote.documents.numbered_cells import in_the_order_of_numbers
from kriegnote.documents.outline import headings
from kriegnote.documents.pages import page_lines
from kriegnote.documents.readings import best_reading
from kriegnote.documents.turns import turn_runs, words
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker, unmarked

_GUTTER: Final = 2  # the least width of a gutter, in blanks
_LINES: Final = 6  # the least number of lines with words on both sides, if neither turns nor headings decide
_HEADS: Final = 3  # the number of lines at the top of columns whose blanks may be elsewhere
_LEAST: Final = 2  # the same in all columns, unless headings decide
_WORDS: Final = 3  # the least number of words in at least half of a column's lines
_DEPTH: Final = 3  # how often a column may itself be divided into columns
_WIDEST: Final = 400  # the greatest length of a line of columns, in characters
_TAB: Final = "\t"
_BAR: Final = "|"
"""One on a line may stand in a gutter; more are those of a table."""
_GAMES: Final = Terminals("games")
_NUMBERS: Final = frozenset({"NUMBER", "BARE_NUMBER"})


class _Line(NamedTuple):
    """A line of the text in ``[start, end)``.

    :param filled: the columns of the page that are not blank, as bits.
    :param breaks: no gutter extends across it: it begins a page, or is a page number or a running head.
    """

    start: int
    end: int
    filled: int
    breaks: bool


class _Gap(NamedTuple):
    """A range ``[left, right)`` of columns of the page, from 0, that is blank in all lines of a block."""

    left: int
    right: int


class _Sense(NamedTuple):
    """What games a text has, for comparison with another order of its lines.

    :param headed: the number of headings under which a game's first turn stands.
    :param played: the number of plies that can be played.
    """

    headed: int
    played: int


def in_reading_order(text: str) -> Plain:
    """A text with its columns one after another; its characters may change their order."""
    return _ordered(in_the_order_of_numbers(text), _DEPTH)


def _ordered(plain: Plain, depth: int) -> Plain:
    lines = _lines(plain.text)
    taker, at = Taker(plain), 0
    first = index = 0  # the first line that is not yet in columns, and the current line
    while index < len(lines):
        start, stop, gap = _found(plain.text, lines, first, index)
        if gap is None:
            index = stop
            continue
        taker.keep(at, lines[start].start)
        for column in _columns(plain, lines[start:stop], gap):
            taker.add(_ordered(column, depth - 1) if depth else column)
        at = lines[stop].start if stop < len(lines) else len(plain.text)
        first = index = stop
    if not first:
        return plain
    taker.keep(at, len(plain.text))
    return taker.done()


def _found(text: str, lines: list[_Line], first: int, index: int) -> tuple[int, int, _Gap | None]:
    """The columns at a line: their first line, their end, and their gutter; None if there are none up to that end.

    :param first: the first line that may belong to them.
    """
    furthest = index + 1
    for head in range(index, min(index + _HEADS, len(lines))):
        stop, gap = _block(lines, head)
        if head > index and stop <= furthest:
            break  # the line above does not interrupt a gutter
        furthest = max(furthest, stop)
        if gap is not None:
            start, gap = _above(lines, first, head, gap)
            if _is_columns(text, lines[start:stop], gap):
                return start, stop, gap
    return index, furthest, None


def _above(lines: list[_Line], first: int, index: int, gap: _Gap) -> tuple[int, _Gap]:
    """The first line and the gutter of the columns at a line; lines above may have words on one side only."""
    while index > first and not lines[index].breaks:
        filled = ((1 << gap.left) - 1) | lines[index - 1].filled | 1 << gap.right
        free = [one for one in _gaps(filled & ((2 << gap.right) - 1)) if one.left >= gap.left]
        if not free:
            break
        gap, index = max(free, key=lambda one: one.right - one.left), index - 1
    return index, gap


def _lines(text: str) -> list[_Line]:
    made, at = [], 0
    rows = text.split("\n")
    breaks = page_lines(rows) if "  " in text else set()
    for index, row in enumerate(rows):
        filled = 0
        if "  " in row and len(row) <= _WIDEST and _TAB not in row and row.count(_BAR) <= 1:
            filled = int("".join("0" if sign.isspace() or sign == _BAR else "1" for sign in reversed(row)), 2)
        elif row.strip():
            filled = (1 << len(row)) - 1
        made.append(_Line(at, at + len(row), filled, index in breaks))
        at += len(row) + 1
    return made


def _block(lines: list[_Line], first: int) -> tuple[int, _Gap | None]:
    """The end of the lines from ``first`` on that share a gutter, and the gutter; None if the first line has none."""
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
    """The sufficiently wide ranges of zero bits that have one bits on both sides."""
    found, at = [], 0
    for run in bin(filled)[:1:-1].split("1"):
        if at and len(run) >= _GUTTER:
            found.append(_Gap(at, at + len(run)))
        at += len(run) + 1
    return [gap for gap in found if filled >> gap.right]


def _widest(lines: list[_Line], gaps: list[_Gap]) -> _Gap | None:
    """The gap with the most text on its emptier side, and of these the widest."""

    def size(gap: _Gap) -> tuple[int, int]:
        left = sum((line.filled & ((1 << gap.left) - 1)).bit_count() for line in lines)
        return min(left, sum((line.filled >> gap.right).bit_count() for line in lines)), gap.right - gap.left

    return max(gaps, key=size, default=None)


def _columns(plain: Plain, lines: list[_Line], gap: _Gap) -> tuple[Plain, Plain]:
    """The text on the left and on the right of a gutter."""
    left, right = Taker(plain), Taker(plain)
    for line in lines:
        middle = min(line.start + gap.left, line.end)
        for taker, start, end in ((left, line.start, middle), (right, min(line.start + gap.right, line.end), line.end)):
            words = plain.text[start:end].rstrip()
            taker.keep(start, start + len(words))
            taker.put("\n", start + len(words))
    return left.done(), right.done()


def _is_columns(text: str, lines: list[_Line], gap: _Gap) -> bool:
    """Whether a block is read by columns: both are text, and they make more sense than the rows."""
    rows = [
        (text[line.start : line.start + gap.left][: line.end - line.start], text[line.start + gap.right : line.end])
        for line in lines
    ]
    both = sum(1 for left, right in rows if left.strip() and right.strip())
    sides = list(zip(*rows, strict=True))
    if sum(map(_same_turns, rows)) >= _LINES and all(any(map(_is_blacks, side)) for side in sides):
        return True  # two games side by side, though their lines are as short as the cells of a table
    if any(_is_narrow(side) for side in sides):
        return False
    numbers = [[_numbers(part) for part in row] for row in rows]
    across = _rising([number for row in numbers for part in row for number in part])
    down = _rising([number for side in zip(*numbers, strict=True) for part in side for number in part])
    if both >= _LEAST and down != across:
        return down > across
    if not any(part for row in numbers for part in row):
        return both >= _LINES
    in_rows = _sense([text[lines[0].start : lines[-1].end]])
    in_columns = _sense(["\n".join(side) for side in sides])
    if both < _LEAST:
        return in_columns.headed > in_rows.headed
    return in_columns > in_rows or (in_columns == in_rows and both >= _LINES)


def _sense(parts: Iterable[str]) -> _Sense:
    """The games of a text that is read part by part."""
    headed = played = 0
    for part in parts:
        heads = [one.start for one in headings(unmarked(part)) if one.kind in ("game", "title")]
        runs = list(turn_runs(part, heads))
        firsts = [run.start for run in runs if run.turns and run.turns[0].number == 1]
        headed += len({bisect_right(heads, start) for start in firsts if bisect_right(heads, start)})
        played += sum(playable(best_reading(part[run.start : run.end]).read.record) for run in runs)
    return _Sense(headed, played)


def _is_narrow(sides: Iterable[str]) -> bool:
    """Whether most lines of a column have few words."""
    few = [len(side.split()) < _WORDS for side in sides if side.strip()]
    return 2 * sum(few) > len(few)


def _numbers(text: str) -> list[int]:
    return [int(bare) for word in words(text) if word.type in _NUMBERS and (bare := word.rstrip(" .)…,:;-")).isdigit()]


def _same_turns(row: Sequence[str]) -> bool:
    """Whether both parts of a line begin with the same number, and the same dots behind it."""
    left, right = ([str(word).rstrip() for word in words(part)[:1] if word.type in _NUMBERS] for part in row)
    return left == right != []


def _is_blacks(part: str) -> bool:
    """Whether a part of a line begins with the number of Black's move."""
    found = _GAMES["TURN_NUMBER"].match(part.lstrip())
    return found is not None and _GAMES["BLACKS"].match(part.lstrip(), found.end("number")) is not None


def _rising(numbers: list[int]) -> int:
    """How often a number is followed by the next one."""
    return sum(after == number + 1 for number, after in pairwise(numbers))
