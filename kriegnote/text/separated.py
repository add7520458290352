"""Tables as programs save them: cells parted by commas, semicolons, tabs or bars, each with its place in the text."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Final

from kriegnote.text.plain import Plain

SEPARATORS: Final = (",", ";", "\t", "|")


def may_be_a_sheet(sample: str) -> bool:
    """Whether the first line of a text may be one of a table; quick, for any text."""
    first = sample.lstrip("\ufeff \n").partition("\n")[0]
    return "[" not in first and any(sign in first for sign in SEPARATORS)


def rows(text: str, separator: str) -> Iterator[list[Plain]]:
    """The rows of a table that have cells, each cell without the blanks about it; what is quoted may have line breaks.

    Python's :mod:`csv` parts the cells; where each stands follows from their order.
    """
    at = 0
    try:
        for cells in csv.reader(text.splitlines(keepends=True), delimiter=separator, skipinitialspace=True):
            row, at = _placed(text, cells, separator, at)
            if any(cell.text for cell in row):
                yield row
    except csv.Error:  # a quotation that is never closed, of more characters than a cell may have
        yield [Plain(text[at:], range(at, len(text) + 1))]


def _placed(text: str, cells: list[str], separator: str, at: int) -> tuple[list[Plain], int]:
    """The cells of a row with their places, and the offset of the next row."""
    row: list[Plain] = []
    for index, cell in enumerate(cells):
        places = []
        for sign in cell:
            found = text.find(sign, at)
            at = len(text) if found < 0 else found
            places.append(at)
            at += 1
        end = text.find(separator if index + 1 < len(cells) else "\n", at)
        end = len(text) if end < 0 else end
        places.append(min(at, end))
        bare = cell.strip()
        first = cell.index(bare) if bare else 0
        row.append(Plain(bare, places[first : first + len(bare) + 1]))
        at = end + 1
    return (row, at) if cells else (row, text.find("\n", at) + 1 or len(text))


__all__ = ["SEPARATORS", "may_be_a_sheet", "rows"]
