"""Finds where in a table the columns are named, and what stands above as lines of a heading: a file's first rows.

Tournament;Coppa d'Inverno;;;
White;Bianchi;;;                      White: Bianchi
no;White tried;White;Black tried;Black
1;;e4;;e5
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kriegnote.documents.field_names import column_name, initials_of, label
from kriegnote.documents.table_cells import OF_FILES, Cell, Row, separator_of
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Taker

_WORDS: Final = Terminals("speakers")
_NAMED: Final = 3
"""The least number of columns that a row of headings below other rows names."""
_PAIR: Final = 2
"""Cells of a row with a name and a value; rows of headings, of which the upper one may name groups of columns."""


def bodies(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """A table as it is, and from the row that names most columns, with what may belong to these names above it.

    Where names are repeated, as on each page, only the first ones count.
    """
    at = _heading(rows)
    names = [cell.words for cell in rows[at]] if at is not None else []
    once = [row for number, row in enumerate(rows) if number == at or [cell.words for cell in row] != names]
    named = [once[at:], once[at - 1 :]] if at and len(once) > at + _PAIR else []
    yield from [*named, once] if at is not None and at >= _PAIR else [once, *named]


def _heading(rows: Sequence[Row]) -> int | None:
    """The index of the row that names most columns; None if no row names any."""
    named = [_names(row) for row in rows]
    most = max(named, default=0)
    return named.index(most) if most >= min(_NAMED, len(rows[0]) - 1) else None


def _names(row: Row) -> int:
    """How many columns a row names; none if it has a move."""
    heads = [cell.words for cell in row]
    if any(_WORDS["MOVE_ALONE"].fullmatch(words) for words in heads):
        return 0
    initials = initials_of(heads)
    return sum(column_name(words, initials) is not None for words in heads if words)


def keep_front(taker: Taker, at: int, end: int) -> None:
    """Takes over the lines of a range; rows of a file with a name and a value become ``name: value``."""
    text = taker.plain.text
    start = at
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop + 1
        sign = separator_of(text[start:stop])
        cells = [*_filled(text, start, stop, sign)] if sign in OF_FILES else []
        known = label(cells[0].words) if len(cells) == _PAIR else None
        if known is not None and (known.side is not None or known.role == "result"):
            taker.keep(cells[0].start, cells[0].end)
            taker.put(": ", cells[0].end)
            taker.keep(cells[1].start, cells[1].end)
            taker.put("\n", cells[1].end)
        else:
            taker.keep(start, stop)
        start = stop


def _filled(text: str, start: int, end: int, sign: str) -> Iterator[Cell]:
    """The cells of a file's row that are not empty."""
    for words in text[start:end].split(sign):
        bare = words.strip(' "\n')
        if bare:
            first = start + words.index(bare)
            yield Cell(first, first + len(bare), bare)
        start += len(words) + len(sign)


__all__ = ["bodies", "keep_front"]
