"""Finds tries in the cells of an HTML table that only their type tells from the move behind them.

Where a cell has a list of moves in one type (italics, or the plain one) and behind it one move in another, the list is
of tries.  A single cell says nothing: the type may set off a word.
"""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals
from kriegnote.text.source import Lines

_SPEECH: Final = Terminals("speakers")
_LEAST: Final = 2  # cells with tries from which their type means something
_CELLS: Final = ("td", "th")
_PLAIN: Final = ""
CROSSED: Final = frozenset({"s", "del", "strike"})
"""Elements for crossed-out text: a cell with one tells its tries so."""
_NO_TYPES: Final = frozenset({"a", "br", "p", "div", "table", "tbody", "thead", "tr", *_CELLS})
"""Elements within a cell that do not change the type."""


class _Piece(NamedTuple):
    """Words of a cell in one type, in ``[start, end)`` of the page."""

    type: str
    start: int
    end: int
    words: str


Ranges = tuple[frozenset[int], frozenset[int]]
"""The offsets at which ranges begin, and those at which they end."""
NO_TRIES: Final[Ranges] = frozenset(), frozenset()


def tries_by_type(html: str) -> Ranges:
    """Where lists of tries begin in the cells of tables, and where they end."""
    small = html.lower()
    if not any(f"<{tag}" in small for tag in _CELLS):
        return NO_TRIES
    found = [one for cell in _Cells(html).cells if (one := _tries(cell)) is not None]
    if len(found) < _LEAST:
        return NO_TRIES
    return frozenset(start for start, _ in found), frozenset(end for _, end in found)


def _tries(cell: list[_Piece]) -> tuple[int, int] | None:
    """The range of the tries of a cell; None if it has none, or has other words."""
    *before, last = cell or [_Piece(_PLAIN, 0, 0, "")]
    if not before or any(one.type == last.type for one in before) or len({one.type for one in before}) > 1:
        return None
    moves = [_moves(one.words) for one in cell]
    return (before[0].start, before[-1].end) if all(moves) and moves[-1] == 1 else None


def _moves(words: str) -> int:
    """How many moves words list; 0 if they say anything else."""
    listed = words.replace(";", " ").replace(",", " ").split()
    return len(listed) if all(_SPEECH["MOVE_ALONE"].fullmatch(one) for one in listed) else 0


class _Cells(HTMLParser):
    """The cells of the tables of a page, each as its pieces."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.cells: list[list[_Piece]] = []
        self.cell: list[_Piece] | None = None
        self.types: list[str] = []
        self.lines = Lines(html)
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begins a cell or a type."""
        if tag in _CELLS:
            self.cell, self.types = [], []
            self.cells.append(self.cell)
        elif tag in CROSSED and self.cell is not None:
            self.cells.pop()
            self.cell = None
        elif tag not in _NO_TYPES:
            self.types.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Ends a cell or a type."""
        if tag in _CELLS:
            self.cell = None
        elif tag in self.types:
            self.types.remove(tag)

    def handle_data(self, data: str) -> None:
        """Adds words to the cell."""
        self._add(data, data)

    def handle_entityref(self, name: str) -> None:
        """Adds the character of a named entity."""
        self._add(f"&{name};", unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        """Adds the character of a numeric entity."""
        self._add(f"&#{name};", unescape(f"&#{name};"))

    def _add(self, printed: str, words: str) -> None:
        if self.cell is None or not words.strip():
            return
        line, column = self.getpos()
        start = self.lines.offset(line, column + 1)
        end, style = start + len(printed.rstrip()), self.types[-1] if self.types else _PLAIN
        if self.cell and self.cell[-1].type == style:
            before = self.cell.pop()
            self.cell.append(_Piece(style, before.start, end, before.words + words))
        else:
            self.cell.append(_Piece(style, start, end, words))


__all__ = ["CROSSED", "NO_TRIES", "tries_by_type"]
