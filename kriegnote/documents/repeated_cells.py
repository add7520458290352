"""Puts words in the place of signs in a table that stand for the cell above: *"*, *〃*, *do.*, *idem*.

3 | cxd3 | Bd2        3 | cxd3 | Bd2
4 | "    | Nc3        4 | cxd3 | Nc3
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kriegnote.documents.table_cells import OF_FILES, Cell, Row, separator_of, tables
from kriegnote.lexicon import meant
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain

_FIELDS: Final = Terminals("fields")
_WORDS: Final = Terminals("speakers")
_QUOTE: Final = '"'
_MOST: Final = 0.9  # the least share of a column's cells that name a player, so that the row above is the other's


def with_repeated_cells(plain: Plain) -> Plain:
    """A text with the words that such signs stand for, and a map to the original."""
    if _FIELDS["DITTO"].search(plain.text) is None:
        return plain
    return plain.changed({one for rows in tables(plain.text) for one in _repeated(plain.text, rows)})


def _repeated(text: str, rows: Sequence[Row]) -> Iterator[tuple[int, int, str]]:
    """The ranges of the signs in a table, and the words for which they stand.

    None if a column names the player of each row, since the cell above is the other's.
    """
    if any(_names_players(column) for column in zip(*rows, strict=True)):
        return
    above: list[Cell | None] = [None] * len(rows[0])
    for row in rows:
        for at, cell in enumerate(row):
            held = above[at]
            if _is_repeated(cell.words) and held is not None and held.words:
                yield _placed(text, cell, held)
            else:
                above[at] = cell


def _names_players(cells: Sequence[Cell]) -> bool:
    said = [cell.words for cell in cells if cell.words]
    return bool(said) and sum(_WORDS["A_PLAYER"].fullmatch(words) is not None for words in said) >= _MOST * (
        len(said) - 1
    )


def _is_repeated(words: str) -> bool:
    return _FIELDS["DITTO"].fullmatch(words) is not None or meant(words, "fields") == "repeated"


def _placed(text: str, cell: Cell, above: Cell) -> tuple[int, int, str]:
    """The words of the cell above in place of a cell: below them, if blanks part the columns."""
    row = text.rfind("\n", 0, cell.start) + 1
    if separator_of(text[row : text.find("\n", cell.end)]) in OF_FILES:
        around = text[row : cell.start].rstrip(_QUOTE), text[cell.end :].lstrip(_QUOTE)
        return row + len(around[0]), len(text) - len(around[1]), f"{_QUOTE}{above.words}{_QUOTE}"
    left = row + above.start - (text.rfind("\n", 0, above.start) + 1)
    right = left + len(above.words)
    blank = not (text[min(left, cell.start) : cell.start] + text[cell.end : max(right, cell.end)]).strip(" ")
    if not blank or "\n" in text[cell.end : right] or left > cell.end:
        return cell.start, cell.end, above.words
    start, end = min(left, cell.start), max(right, cell.end)
    return start, end, (" " * (left - start) + above.words).ljust(end - start)


__all__ = ["with_repeated_cells"]
