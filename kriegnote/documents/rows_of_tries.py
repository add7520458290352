"""Reads rows of a table that hold only tries, in the columns of the moves: above the turns in which they were made, or
below.  The board decides.

                [fxg3 exd4]      [Dd2]
         9.     O-O              Fe6
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kriegnote.documents.field_names import FieldName
from kriegnote.documents.field_words import was_refused
from kriegnote.documents.fielded_boards import confirmed_of
from kriegnote.documents.fields import FieldedGame
from kriegnote.documents.table_cells import Cell, Row
from kriegnote.parsing import Terminals

_FIELDS: Final = Terminals("fields")
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}", "<": ">"}
_MOVES: Final = frozenset({"made", "words"})


def with_rows_of_tries(
    text: str,
    rows: Sequence[Row],
    labels: Sequence[FieldName],
    record: Callable[[Sequence[Row], Sequence[FieldName]], FieldedGame],
) -> FieldedGame | None:
    """The game of a table with such rows, read in the way of which the board confirms more; None for other tables.

    :param labels: the meanings of the columns, each with its side.
    :param record: the reading of rows with these meanings of their columns.
    """
    if not any(is_of_tries(row, labels) for row in rows):
        return None
    ways = [record(*_merged(rows, labels, above=above)) for above in (True, False)]
    return max(ways, key=lambda game: (game.holds, confirmed_of(text, game).events))


def is_of_tries(row: Row, labels: Sequence[FieldName]) -> bool:
    """Whether a row has nothing but tries, and no number."""
    filled = [(one.role, cell.words) for cell, one in zip(row, labels, strict=True) if cell.words]
    return bool(filled) and all(role in _MOVES and _are_tries(words) for role, words in filled)


def _are_tries(words: str) -> bool:
    """Whether words are several moves, or moves in brackets, or refused, or called tries; and nothing else."""
    moves = [*_FIELDS["A_MOVE"].finditer(words)]
    if not moves or _FIELDS["BEFORE_A_MOVE"].fullmatch(words.strip("".join((*_BRACKETS, *_BRACKETS.values())))) is None:
        return False
    bracketed = _BRACKETS.get(words[0]) == words[-1]
    return bracketed or len(moves) > 1 or moves[0].start() > 0 or was_refused(words, moves[-1], len(words))


def _merged(rows: Sequence[Row], labels: Sequence[FieldName], *, above: bool) -> tuple[list[Row], list[FieldName]]:
    """The rows of the turns with columns for the tries of the rows above them, or below them, before their moves."""
    turns: list[tuple[Row, list[Row]]] = []
    waiting: list[Row] = []
    for row in rows:
        if not is_of_tries(row, labels):
            turns.append((row, waiting if above else []))
            waiting = []
        elif above or not turns:
            waiting.append(row)
        else:
            turns[-1][1].append(row)
    if waiting:  # nothing stands below, or above, to which they could belong
        turns.append((waiting[0], waiting[1:]))
    most = max(len(tries) for _, tries in turns)
    named: list[FieldName] = []
    made: list[Row] = [[] for _ in turns]
    for at, one in enumerate(labels):
        if one.role in _MOVES:
            named += [FieldName("tried", one.side)] * most
            for row, (turn, tries) in zip(made, turns, strict=True):
                end = Cell(turn[at].end, turn[at].end, "")
                row += [each[at] for each in tries] + [end] * (most - len(tries))
        named.append(one)
        for row, (turn, _) in zip(made, turns, strict=True):
            row.append(turn[at])
    return made, named


__all__ = ["is_of_tries", "with_rows_of_tries"]
