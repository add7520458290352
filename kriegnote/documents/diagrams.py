"""Finds printed positions: boards of eight rows with letters or figurines, lists of men, FENs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from kriegnote.chess.fen import men_of, packed
from kriegnote.chess.squares import SQUARE
from kriegnote.documents.men_lists import given_positions
from kriegnote.documents.table_rows import with_table_rows
from kriegnote.model.printed_moves import FIGURINES, Language, language_of_all, piece_of
from kriegnote.scanner import ScannedToken, scanner_of

_BLACK: Final = frozenset("♚♛♜♝♞♟")
_WIDEST: Final = 120  # the greatest length of a row, in characters
_HOME: Final = {
    "K": {"K": "e1", "R": "h1"}, "Q": {"K": "e1", "R": "a1"}, "k": {"k": "e8", "r": "h8"}, "q": {"k": "e8", "r": "a8"},
}  # fmt: skip
"""The squares of the king and rook that may castle, by the letter of a FEN."""


class Diagram(NamedTuple):
    """A position in ``[start, end)`` of a text; of a board, whole lines.

    ``placement``: the first field of its FEN; ``fen``: the whole FEN if it is printed.
    """

    start: int
    end: int
    placement: str
    fen: str | None = None

    def as_fen(self, side: str = "w", number: int = 1, *, castling: bool = False) -> str:
        """The printed FEN; if there is none, one made of the placement and these fields.

        :param side: the side to move, ``w`` or ``b``.
        :param number: the number of the next turn, from 1.
        :param castling: whether kings and rooks on their first squares may castle; otherwise nobody may.
        """
        rights = (self._castling() if castling else "") or "-"
        return self.fen or f"{self.placement} {side} {rights} - 0 {number}"

    def _castling(self) -> str:
        men = men_of(self.placement)
        return "".join(sign for sign, home in _HOME.items() if all(men[SQUARE[at]] == man for man, at in home.items()))


class _Row(NamedTuple):
    """A row of a board: its squares (``.`` for an empty one), and its rank if that is printed."""

    cells: tuple[str, ...]
    rank: int | None


def diagrams(text: str) -> Iterator[Diagram]:
    """The positions of a text, in order. Borders, file letters and blank lines between a board's rows are ignored."""
    yield from sorted(chain(_boards(text), (Diagram(*one) for one in given_positions(text))))


def _boards(text: str) -> Iterator[Diagram]:
    plain = with_table_rows(text)
    for one in _Boards(plain.text).run():
        yield one._replace(start=plain.places[one.start], end=plain.places[one.end])


class _Boards:
    """Searches the lines of a text for boards."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows: list[_Row] = []
        self.starts: list[int] = []
        self.end = 0
        self.files = ""
        self.headed = False  # whether the first row is empty and separated: a table's head, or the eighth rank
        self.found: Diagram | None = None  # the last board, to which the next line may still belong

    def run(self) -> Iterator[Diagram]:
        """The boards, in order."""
        at = 0
        for line in [*self.text.split("\n"), "?"]:
            row, border = _row(line)
            if len(self.rows) == 8:
                self._end_headed(row)
            if self.found is not None and border.strip():
                self.found = self.found._replace(end=at + len(line))
            elif self.found is not None:
                yield self.found
                self.found = None
            if row is not None:
                self._take(row, at, at + len(line))
            elif not border:
                self.rows, self.starts, self.files, self.headed = [], [], "", False
            elif border.strip("- "):
                self.files = border
            elif border == "-" and len(self.rows) == 1 and set(self.rows[0].cells) == {"."}:
                self.headed = True
            at += len(line) + 1

    def _take(self, row: _Row, start: int, end: int) -> None:
        self.rows.append(row)
        self.starts.append(start)
        self.end = end
        if len(self.rows) == 8 and not self.headed:
            self._complete()

    def _end_headed(self, row: _Row | None) -> None:
        """Decides on eight rows with an empty first one: if another row follows, the first one is no rank."""
        if row is None:
            self._complete()
        else:
            self.headed = False
            del self.rows[0], self.starts[0]

    def _complete(self) -> None:
        placement = _placement(self.rows, self.files)
        self.found = Diagram(self.starts[0], self.end, placement) if placement is not None else None
        self.rows, self.starts, self.headed = [], [], False


def _row(line: str) -> tuple[_Row | None, str]:
    """A line as a row of a board; else what it is: file letters, ``-`` (a border), a blank, or "" (none of these)."""
    if len(line) > _WIDEST:
        return None, ""
    if not line.strip():
        return None, " "
    tokens = [token for token in scanner_of("diagram").words(line) if token.type != "MARGIN"]
    kinds = {token.type for token in tokens}
    if "NOT_OF_A_BOARD" in kinds:
        return None, ""
    if "FILE_LETTERS" in kinds:
        return None, next(str(token) for token in tokens if token.type == "FILE_LETTERS").strip()
    ranks = [int(token) for token in tokens if token.type == "RANK_NUMBER"]
    bars = sum(token.type == "BAR" for token in tokens)
    if bars >= 7:
        cells = _barred(line, tokens)
    elif "COMPACT" in kinds:
        cells = [sign for one in tokens if one.type == "COMPACT" for sign in one]
    else:
        cells = [str(one) for one in tokens if one.type in ("MAN_ON_BOARD", "EMPTY_SQUARE")]
    outside = all(token.type != "RANK_NUMBER" for token in tokens[1:-1] if bars < 7)
    if len(cells) == 8 and len(set(ranks)) <= 1 and outside:
        return _Row(tuple(cells), ranks[0] if ranks else None), ""
    return None, "" if {"MAN_ON_BOARD", "COMPACT"} & kinds or ranks else "-"


def _barred(line: str, tokens: list[ScannedToken]) -> list[str]:
    """The cells between bars without those that hold ranks; an empty one is an empty square."""
    cells: list[list[ScannedToken]] = [[]]
    for token in tokens:
        if token.type == "BAR":
            cells.append([])
        else:
            cells[-1].append(token)
    if line.lstrip(" \t>")[:1] in "|│┃¦":
        cells = cells[1:]
    if line.rstrip()[-1:] in "|│┃¦":
        cells = cells[:-1]
    while len(cells) > 8 and (not cells[0] or cells[0][0].type == "RANK_NUMBER"):
        cells = cells[1:]
    while len(cells) > 8 and (not cells[-1] or cells[-1][0].type == "RANK_NUMBER"):
        cells = cells[:-1]
    if any(len(cell) > 1 for cell in cells):
        return []
    return [str(cell[0]) if cell else "." for cell in cells]


def _placement(rows: list[_Row], files: str) -> str | None:
    """Eight rows as the first field of a FEN.

    None if there is no king, the ranks are not in order, or no language has all the letters.
    """
    ranks = [row.rank for row in rows]
    known = [rank for rank in ranks if rank is not None]
    if known and known not in (list(range(8, 0, -1)), list(range(1, 9))):
        return None
    turned = known[:1] == [1]
    mirrored = files[:1].lower() == "h" or (turned and not files)
    men = [_man(cell) for row in rows for cell in row.cells]
    language = language_of_all(man.upper() for man, _ in men if man and man not in FIGURINES)
    if language is None:
        return None
    lines = []
    for row in reversed(rows) if turned else rows:
        cells = reversed(row.cells) if mirrored else row.cells
        lines.append(packed("".join(_letter(*_man(cell), language) for cell in cells)))
    placement = "/".join(lines)
    return placement if {"K", "k"} & set(placement) else None


def _man(cell: str) -> tuple[str, bool]:
    """The letter or figurine of a cell, empty for an empty square, and whether the man is Black's."""
    bare = cell.rstrip("\ufe0e")
    if bare in FIGURINES:
        return bare, bare in _BLACK
    if len(bare) == 2 and bare[0] in "wb" and bare[1].isalpha():
        return bare[1], bare[0] == "b"
    return (bare, bare.islower()) if bare.isalpha() else ("", False)


def _letter(man: str, is_black: bool, language: Language) -> str:
    """The letter of FEN for a man, ``.`` for none."""
    if not man:
        return "."
    piece = piece_of(man, language)
    return piece.lower() if is_black else piece
