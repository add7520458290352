"""Finds tables of games that are not printed with one turn in each row, and brings them into that shape.

Turn    1    2    3          the turns are the columns
White   e4   d4   Nc3
Black   e6   d5   dxe4

| No. | Board 1 White | Board 1 Black | Board 2 White | Board 2 Black |      games beside one another

| 3 | a4 | bxc6 |            a cell with several lines, or several columns for what a player attempted in his turn:
|   |    | dxc6 |            the last of them is the move that was made
|   |    | Qxd5 |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from kriegnote.documents.field_names import FieldName, column_name
from kriegnote.documents.fields import NamedField
from kriegnote.documents.table_cells import Row
from kriegnote.parsing import Terminals
from kriegnote.text.source import first_number

_WORDS: Final = Terminals("speakers")
_SIDES: Final = {"white", "black"}
_TURNS: Final = 3
"""The least number of turns in the columns of a table."""
_MOST: Final = 4
"""The greatest number of games beside one another."""
_ATTEMPTS: Final = 2
"""The least number of columns for the attempts of a side."""


def turned(rows: Sequence[Row]) -> list[Row]:
    """The rows of a table whose columns are turns, as the columns of another; empty if it is no such table.

    If the page is too narrow for all turns, they go on in more rows with the same names.
    """
    heads = [at for at, row in enumerate(rows) if _numbers(row)]
    numbers = [number for at in heads for number in _numbers(rows[at])]
    if not heads or numbers != [*range(1, len(numbers) + 1)]:
        return []
    made: list[Row] = []
    for first, last in pairwise([*heads, len(rows)]):
        block = rows[first:last]
        if made and [row[0].words for row in block[1:]] != [cell.words for cell in made[0][1:]]:
            return []
        if not made:
            made.append([row[0] for row in block])
        made += ([row[column] for row in block] for column in range(1, 1 + len(_numbers(block[0]))))
    sides = {one.side for cell in made[0] if (one := column_name(cell.words)) is not None}
    return made if sides >= _SIDES else []


def _numbers(row: Row) -> list[int]:
    """The numbers of turns that head the columns of a table behind its first; empty for any other row."""
    filled = [cell.words for cell in row[1:] if cell.words]
    if len(filled) < _TURNS or any(cell.words for cell in row[len(filled) + 1 :]):
        return []
    if _WORDS["TURNS_NUMBER"].fullmatch(row[0].words) or not all(map(_WORDS["TURNS_NUMBER"].fullmatch, filled)):
        return []
    numbers = [first_number(words) or 0 for words in filled]
    return numbers if numbers == [*range(numbers[0], numbers[0] + len(numbers))] else []


def beside_one_another(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The tables of each game of a table with columns for several games, each with the numbers of the turns.

    Their columns have the same names, but for that of the game, and the same order.
    """
    names = next(_names(rows), [])
    shared = 1 if _is_of_numbers(rows) else 0
    for games in range(2, _MOST + 1):
        width, rest = divmod(len(names) - shared, games)
        if rest or width < len(_SIDES):
            continue
        groups = [names[first : first + width] for first in range(shared, len(names), width)]
        held = {one.side for one in groups[0] if one is not None}
        if held >= _SIDES and all(one == groups[0] for one in groups):
            for first in range(shared, len(names), width):
                yield [row[:shared] + row[first : first + width] for row in rows]
            return


def _names(rows: Sequence[Row]) -> Iterator[list[FieldName | None]]:
    """The meanings of the columns by the names of their sides, in the first row or in the second."""
    for row in rows[:2]:
        names = [column_name(cell.words) for cell in row]
        if any(one is not None and one.side for one in names):
            yield names


def _is_of_numbers(rows: Sequence[Row]) -> bool:
    """Whether the first column has the numbers of the turns."""
    return all(not row[0].words or _WORDS["TURNS_NUMBER"].fullmatch(row[0].words) for row in rows[2:])


def of_attempts(labels: Sequence[FieldName]) -> list[FieldName]:
    """The meanings of columns, of which those with attempts have the moves, too, if no other column has them."""
    sides = {one.side for one in labels if one.role == "tried"}
    counts = [sum(one.role == "tried" and one.side == side for one in labels) for side in sides]
    if any(one.role in ("made", "words", "detail") for one in labels) or min(counts, default=0) < _ATTEMPTS:
        return [*labels]
    return [one._replace(role="made") if one.role == "tried" else one for one in labels]


def with_last_attempts(fields: Sequence[NamedField]) -> Iterator[NamedField]:
    """The fields of a table; of several moves of a side in one entry all but the last are tries."""
    for _, entry in groupby(fields, lambda one: one.entry):
        several = [*entry]
        moves = [one for one in several if one.role == "made" and _WORDS["MOVE_ALONE"].fullmatch(one.words)]
        last = {one.side: one for one in moves}
        for one in several:
            yield one._replace(role="tried") if one in moves and one is not last[one.side] else one


__all__ = ["beside_one_another", "of_attempts", "turned", "with_last_attempts"]
