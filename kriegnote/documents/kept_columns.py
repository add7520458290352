"""Keeps the columns of a table below one another when words in it are replaced by longer ones.

3  P?-           f4              hxg6                     3  (any? no)     f4              hxg6
6  P?+ exf6      b4              Nc6                      6  (any? yes) exf6  b4           Nc6
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kriegnote.documents.legend_places import Edit
from kriegnote.parsing import Terminals

_LEGEND: Final = Terminals("legend")
_SHIFT: Final = 3
"""The least distance between the beginnings of two columns."""
_GUTTER: Final = 2
"""The least number of blanks between columns."""


def columns_kept(text: str, edits: Sequence[Edit]) -> Iterator[Edit]:
    """The changes of the blanks between columns that keep these below one another after edits, which are in order.

    Blanks behind longer words are left out as far as a gutter remains; what is then still missing is put into the same
    place of all other lines of the table, which ends at an empty line.
    """
    remaining = iter(edits)
    edit = next(remaining, None)
    at = 0
    for empty, lines in itertools.groupby(text.splitlines(keepends=True), key=lambda line: not line.strip()):
        table: list[tuple[int, str, list[Edit]]] = []
        for line in lines:
            here: list[Edit] = []
            while edit is not None and edit.start < at + len(line):
                here.append(edit)
                edit = next(remaining, None)
            table.append((at, line.rstrip("\n"), here))
            at += len(line)
        if not empty and any(here for _, _, here in table):
            yield from _kept(table)


def _kept(table: Sequence[tuple[int, str, list[Edit]]]) -> Iterator[Edit]:
    """The changes in one table: its lines, each with its offset and its edits."""
    own = [{found.end() for found in _LEGEND["WIDE_BLANKS"].finditer(line)} for _, line, _ in table]
    column_of = _columns(set[int]().union(*own))
    missing: list[dict[int, int]] = []  # for each line the blanks that are still missing, by the column they precede
    widest: defaultdict[int, int] = defaultdict(int)
    for at, line, edits in table:
        missing.append({})
        for start, end, longer in _grown(at, line, edits):
            left_out = min(longer, max(end - start - _GUTTER, 0))
            if left_out > 0:
                yield Edit(at + end - left_out, at + end, "")
            column = column_of[end]
            missing[-1][column] = longer - left_out
            widest[column] = max(widest[column], longer - left_out)
    for (at, line, _), ends, lacks in zip(table, own, missing, strict=True):
        for column, blanks in sorted(widest.items()):
            more = blanks - lacks.get(column, 0)
            place = next((end for end in sorted(ends) if column_of[end] == column), column)
            if more > 0 and place < len(line) and line[place - 1] == " ":
                yield Edit(at + place, at + place, " " * more)


def _columns(ends: Iterable[int]) -> dict[int, int]:
    """The column to which each end of blanks belongs: numbers that end below one another begin at different places."""
    columns: dict[int, int] = {}
    for before, end in itertools.pairwise([-_SHIFT, *sorted(ends)]):
        columns[end] = columns[before] if end - before < _SHIFT and before in columns else end
    return columns


def _grown(at: int, line: str, edits: Iterable[Edit]) -> Iterator[tuple[int, int, int]]:
    """The blanks between columns behind edits: their columns, from and to, and by how much the words before grew."""
    changes = [(edit.end - at, len(edit.words) - (edit.end - edit.start)) for edit in edits]
    before = 0
    for blanks in _LEGEND["WIDE_BLANKS"].finditer(line):
        longer = sum(grown for end, grown in changes if before < end <= blanks.start())
        before = blanks.start()
        if longer:
            yield *blanks.span(), longer
