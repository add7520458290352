"""The rows of the tables of a text, and their cells: parted by bars, tabs, blanks, semicolons or commas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

_LEAST: Final = 3
"""The least number of rows of a table."""
_COLUMNS: Final = 3
"""The least number of columns of a table."""
_GUTTER: Final = "  "
_SIGNS: Final = ("|", "\t", _GUTTER, ";", ",")
OF_FILES: Final = (";", ",")
"""Separators that occur in any prose: a table with these must name its columns."""
_RULE: Final = frozenset("|-=+: \t")
"""Characters of a horizontal rule in a table."""
_EMPTY: Final = frozenset(';,"\r')
"""Characters of a row of a file whose cells are all empty."""
_QUOTE_IN_QUOTES: Final = '"' * 4
_EMPHASIS: Final = ("**", "__", "`")
"""The signs of Markdown around a cell that is set off."""
_WIDEST: Final = 300
"""The greatest length of a row, in characters."""


class Cell(NamedTuple):
    """A cell in ``[start, end)`` of the text, without surrounding blanks."""

    start: int
    end: int
    words: str


Row = list[Cell]


def tables(text: str) -> Iterator[list[Row]]:
    """The rows of each table with more than two columns; an empty first or last column is dropped."""
    blocks = (part for block in _blocks(text) for part in (block, *_parts(text, block)))
    for block in blocks:
        sign = separator_of(text[slice(*block[0])]) if block else ""
        gutters = _gutters(text, block)
        rows = [row for start, end in block if (row := list(_cells(text, start, end, sign, gutters)))]
        wide = max((len(row) for row in rows), default=0)
        rows = [row + [Cell(row[-1].end, row[-1].end, "")] * (wide - len(row)) for row in rows]
        if rows and not any(row[0].words for row in rows):
            rows = [row[1:] for row in rows]
        if rows and not any(row[-1].words for row in rows):
            rows = [row[:-1] for row in rows]
        if len(rows) >= _LEAST and wide >= _COLUMNS:
            yield rows


def _parts(text: str, block: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The last part of a block that blank lines divide, whole and up to its last rule.

    What stands before a table, or below the rule at its foot, may look like one of its rows.
    """
    between = [text[one[1] : two[0]].split("\n")[1:-1] for one, two in pairwise(block)]
    first = next((at for at in range(len(between), 0, -1) if not all(map(str.strip, between[at - 1]))), 0)
    foot = next((at for at in range(len(between), first, -1) if any(map(str.strip, between[at - 1]))), len(block))
    for part in dict.fromkeys(((first, len(block)), (first, foot))):
        if part != (0, len(block)) and part[1] - part[0] >= _LEAST:
            yield list(block[slice(*part)])


def _blocks(text: str) -> Iterator[list[tuple[int, int]]]:
    """Successive lines with the same separator; blank lines and rules are ignored."""
    block: list[tuple[int, int]] = []
    at, last = 0, ""
    for line in [*text.split("\n"), "."]:
        if set(line) - (_RULE | _EMPTY if last in OF_FILES else _RULE):
            sign = separator_of(line) if len(line) <= _WIDEST else ""
            if sign in OF_FILES and last in OF_FILES and last in line:
                sign = last  # “capture b6; check” is one cell between commas
            if sign in ("", *OF_FILES) and last == _GUTTER == line[: len(_GUTTER)]:
                sign = last  # a line with only one of several cells
            if sign != last and block:
                yield block
                block = []
            if sign:
                block.append((at, at + len(line)))
            last = sign
        at += len(line) + 1


def separator_of(line: str) -> str:
    """The separator of a line's cells: a bar, a tab, two blanks, or that of a file; empty if there is none."""
    return next((sign for sign in _SIGNS if sign in line.strip(" ")), "")


def _gutters(text: str, block: Sequence[tuple[int, int]]) -> list[int]:
    """The columns of the page, from 0, at which the cells of lines end that are separated by blanks.

    One blank is enough behind the numbers of turns, whose heading may be wider: “No. White”.
    """
    if not block or separator_of(text[slice(*block[0])]) in OF_FILES:
        return []
    filled = 0
    for start, end in block:
        row = text[start:end]
        if separator_of(row) not in (_GUTTER, "", *OF_FILES):
            return []
        filled |= sum(1 << at for at, sign in enumerate(row) if sign != " ")
    printed = f"{filled:b}"[::-1]  # for each column of the page whether it is not blank
    behind = printed.find("101") + 1
    head, *numbers = (text[start : min(start + behind, end)].strip(" .)") for start, end in block)
    numbered = head.isalpha() and all(map(str.isdecimal, numbers))
    return [at for at in range(1, len(printed)) if printed.startswith("100", at - 1) or (numbered and at == behind)]


def _cells(text: str, start: int, end: int, of_file: str, gutters: Sequence[int]) -> Iterator[Cell]:
    """The cells of a line; none for a rule.

    :param of_file: the separator of the table, if it is a file's.
    """
    row = text[start:end]
    if not set(row) - _RULE:
        return
    sign = of_file if of_file in OF_FILES else separator_of(row)
    sign = _GUTTER if sign in ("", *(OF_FILES if of_file == _GUTTER else ())) else sign
    ends = gutters if sign == _GUTTER else [at for at, one in enumerate(row) if one == sign]
    if sign in OF_FILES:
        ends = [at for at in ends if row.count('"', 0, at) % 2 == 0]
    for first, last in pairwise([-1, *ends, len(row)]):
        words = row[first + 1 : last].strip(' "' if sign in OF_FILES else None)
        if sign in OF_FILES and row[first + 1 : last].strip() == _QUOTE_IN_QUOTES:
            words = '"'
        words = next((words[len(one) : -len(one)] for one in _EMPHASIS if _is_between(words, one)), words)
        at = start + (row.index(words, first + 1) if words else min(first + 1, len(row)))
        yield Cell(at, at + len(words), words)


def _is_between(words: str, sign: str) -> bool:
    return words.startswith(sign) and words.endswith(sign) and len(words) > 2 * len(sign)


__all__ = ["OF_FILES", "Cell", "Row", "separator_of", "tables"]
