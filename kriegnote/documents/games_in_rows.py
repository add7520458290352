"""Games that stand in the rows of a table: who said what, and what the umpire answered; or tries beside the moves.

    1 | White | Na3   | White has moved          N. | Tentativi B. | Bianco | Tentativi N. | Nero
    2 | White | Any?  | No                       5  | hxg3, axb3   | Rf2    |              | Cg8

What a column is for is learned from what stands in it.  The rows of the first become the lines of a script, those of
the second a score with tries in brackets; any other table stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_WORDS: Final = Terminals("speakers")
_LEAST: Final = 3
"""Rows that make a table."""
_MOST: Final = 0.7
"""The share of a column's cells that are of one kind, at least."""
_GUTTER: Final = "  "
_SIDES: Final = ("white", "black")
_WIDEST: Final = 300
"""Signs of a row."""

Role = Literal["number", "who", "said", "answer", "move", "tries", "other"]


class _Cell(NamedTuple):
    """What stands in ``[start, end)`` of the text, without the blanks about it."""

    start: int
    end: int
    words: str


_Row = list[_Cell]


def in_sentences(plain: Plain) -> Plain:
    """A text whose tables of games are scripts and scores; each character keeps its place."""
    taker, at = Taker(plain), 0
    for rows in _tables(plain.text):
        roles = _roles(rows)
        if "who" in roles and "said" in roles:
            write = _as_script
        elif "move" in roles and ("tries" in roles or "answer" in roles):
            write = _as_score
        else:
            continue
        rows = rows[next(at for at, row in enumerate(rows) if _is_of(row, roles)) :]  # the columns' heads stay
        taker.keep(at, rows[0][0].start)
        write(taker, rows, roles)
        at = rows[-1][-1].end
    if not at:
        return plain
    taker.keep(at, len(plain.text))
    return taker.done()


# -- rows and cells ----------------------------------------------------------------------------------------------------


def _tables(text: str) -> Iterator[list[_Row]]:
    """The stretches of rows with more than two cells; what stands before the first bar of every row is none."""
    for block in _blocks(text):
        rows = [row for start, end in block if (row := list(_cells(text, start, end, _gutters(text, block))))]
        wide = max((len(row) for row in rows), default=0)
        rows = [row + [_Cell(row[-1].end, row[-1].end, "")] * (wide - len(row)) for row in rows]
        if rows and not any(row[0].words for row in rows):
            rows = [row[1:] for row in rows]
        if len(rows) >= _LEAST and wide > len(_SIDES):
            yield rows


def _blocks(text: str) -> Iterator[list[tuple[int, int]]]:
    """Lines that follow one another and have one sign between their cells, blank lines left out."""
    block: list[tuple[int, int]] = []
    at, last = 0, ""
    for line in [*text.split("\n"), "."]:
        if line.strip():
            sign = _sign(line) if len(line) <= _WIDEST else ""
            if sign != last and block:
                yield block
                block = []
            if sign:
                block.append((at, at + len(line)))
            last = sign
        at += len(line) + 1


def _sign(line: str) -> str:
    """What stands between the cells of a line: a bar, a tab, a gutter of two blanks at least; nothing for no cells."""
    return next((sign for sign in ("|", "\t", _GUTTER) if sign in line.strip(" ")), "")


def _gutters(text: str, block: Sequence[tuple[int, int]]) -> list[int]:
    """Where the cells end of lines that have nothing but blanks between them, as columns of the page from 0."""
    filled = 0
    for start, end in block:
        row = text[start:end]
        if _sign(row) != _GUTTER:
            return []
        filled |= sum(1 << at for at, sign in enumerate(row) if sign != " ")
    printed = f"{filled:b}"[::-1]  # of each column of the page whether something stands in it
    return [at for at in range(1, len(printed)) if printed.startswith("100", at - 1)]


def _cells(text: str, start: int, end: int, gutters: Sequence[int]) -> Iterator[_Cell]:
    """The cells of a line; none of one that rules a table off."""
    row = text[start:end]
    if not set(row) - set("|-=+: \t"):
        return
    sign = _sign(row)
    ends = gutters if sign == _GUTTER else [at for at, one in enumerate(row) if one == sign]
    for first, last in pairwise([-1, *ends, len(row)]):
        words = row[first + 1 : last].strip()
        at = start + (row.index(words, first + 1) if words else min(first + 1, len(row)))
        yield _Cell(at, at + len(words), words)


# -- what the columns are for ------------------------------------------------------------------------------------------


def _roles(rows: Sequence[_Row]) -> list[Role]:
    """What each column is for, by its cells; of columns with moves, those that hold one in every row are the moves."""
    roles = [_role([row[column] for row in rows]) for column in range(len(rows[0]))]
    if "who" in roles:
        roles = ["said" if role in ("move", "tries") else role for role in roles]
        return roles if roles.count("said") == 1 and roles.count("who") == 1 else ["other"]
    return roles if roles.count("move") == len(_SIDES) else ["other"]


def _role(cells: Sequence[_Cell]) -> Role:
    said = [cell.words for cell in cells if cell.words]
    for role, terminal in _KINDS.items():
        fits = sum(_WORDS[terminal].fullmatch(words) is not None for words in said)
        if said and fits > _MOST * (len(cells) - 2 if role == "move" else len(said) - 1):  # the head, a last blank
            return role
    return "other"


_KINDS: Final[dict[Role, str]] = {
    "number": "TURNS_NUMBER", "who": "A_PLAYER", "move": "MOVE_ALONE", "tries": "PLAYERS_CELL",
    "answer": "UMPIRES_CELL",
}  # fmt: skip
"""What the cells of a column look like that has a role."""


def _is_of(row: _Row, roles: Sequence[Role]) -> bool:
    """Whether a row is of the game, and not the heads of its columns."""
    said = {role: cell.words for cell, role in zip(row, roles, strict=True)}
    return any(role in said and _WORDS["PLAYERS_CELL"].fullmatch(said[role]) for role in ("said", "move"))


# -- the rows in sentences ---------------------------------------------------------------------------------------------


def _as_script(taker: Taker, rows: Sequence[_Row], roles: Sequence[Role]) -> None:
    """Each row as a line of a script, and the umpire's answer as another one."""
    turn = ""
    labels = {"who": ("", ": "), "said": ("", "\n"), "answer": ("The umpire: ", "\n"), "other": ("{", "}\n")}
    for row in rows:
        cells = {role: cell for cell, role in zip(row, roles, strict=True) if cell.words}
        number = cells.get("number")
        if number is not None and number.words != turn:
            turn = number.words
            taker.keep(number.start, number.end)
            taker.put("\n" if turn.endswith(".") else ".\n", number.start)
        for role, (before, behind) in labels.items():
            if role in cells and (role != "said" or "who" in cells):
                _put(taker, cells[role], before, behind)


def _as_score(taker: Taker, rows: Sequence[_Row], roles: Sequence[Role]) -> None:
    """Each row as a turn, what was tried in brackets before the move, what the umpire said in brackets behind it."""
    for row in rows:
        for cell, role in zip(row, roles, strict=True):
            if not cell.words or not set(cell.words) - set("-–— "):
                continue
            if role == "number":
                _put(taker, cell, "", " " if cell.words.endswith(".") else ". ")
            elif role == "tries":
                alone = _WORDS["MOVES_ALONE"].fullmatch(cell.words)
                _put(taker, cell, "(No: " if alone else "(", ") ")
            elif role == "move":
                _put(taker, cell, "", " ")
            else:
                _put(taker, cell, *(("[", "] ") if role == "answer" else ("{", "} ")))
        taker.put("\n", row[-1].start)


def _put(taker: Taker, cell: _Cell, before: str, behind: str) -> None:
    taker.put(before, cell.start)
    taker.keep(cell.start, cell.end)
    taker.put(behind, cell.start)
