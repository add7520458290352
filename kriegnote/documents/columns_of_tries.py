"""Finds whose pawn tries a column of numbers counts, and when they were announced: the board decides.

    | No | White | pawn tries for Black | Black | pawn tries for White |       after each move, for the other player
    | No | White | his pawn tries | Black | his pawn tries |                   before each move, for the player himself

The column may be beside the move after which the umpire announced them, or beside the move before which he did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from kriegnote.confirmation.followed import followed_boards
from kriegnote.documents.field_names import SIDES, FieldName
from kriegnote.documents.fielded_boards import record_of
from kriegnote.documents.fields import FieldedGame
from kriegnote.documents.table_cells import Cell, Row
from kriegnote.lexicon import printed
from kriegnote.model.events import Move, PawnTries, other
from kriegnote.rules.comparison import pawn_tries_differences

_Way = Literal["after his move", "before his move", "after the other's move"]
"""When the tries of a column that names a player, or stands beside his moves, were announced."""
_UNNAMED: Final[tuple[_Way, ...]] = ("after his move", "before his move", "after the other's move")
_NAMED: Final[tuple[_Way, ...]] = ("after the other's move", "before his move", "after his move")


def by_announced_tries(
    text: str,
    rows: Sequence[Row],
    labels: Sequence[FieldName],
    *,
    named: bool,
    record: Callable[[Sequence[Row], Sequence[FieldName]], FieldedGame],
) -> FieldedGame:
    """The game of a table with columns of pawn tries, read so that the board confirms most of it.

    :param labels: the meanings of the columns, each with its side.
    :param named: whether the headings say whose tries they are.
    :param record: the reading of rows with these meanings of their columns.
    """
    if not named:
        labels = _beside_next_moves(labels)
    ways = [record(*_placed(rows, labels, way)) for way in (_NAMED if named else _UNNAMED)]
    return max(ways, key=lambda game: _confirmed(text, game))


def counts_tries(label: FieldName) -> bool:
    """Whether a column counts pawn tries of one player."""
    return label.role == "said" and label.side is not None and label.says == printed("announcements.pawn_try", "en")


def _beside_next_moves(labels: Sequence[FieldName]) -> Sequence[FieldName]:
    """The meanings of columns; if one of tries stands before all moves, each is beside the move behind it."""
    roles = ["tries" if counts_tries(one) else one.role for one in labels]
    if "made" not in roles or roles.index("tries") > roles.index("made"):
        return labels
    moves = [roles[:at].count("made") for at in range(len(roles))]
    sides = [SIDES[min(count, 1)] for count in moves]
    return [one._replace(side=side) if counts_tries(one) else one for one, side in zip(labels, sides, strict=True)]


def _placed(rows: Sequence[Row], labels: Sequence[FieldName], way: _Way) -> tuple[list[Row], list[FieldName]]:
    """The rows and the meanings of their columns, the tries beside the moves after which they were announced."""
    made = [[*row] for row in rows]
    named = [*labels]
    for at, one in enumerate(labels):
        if way == "after his move" or not counts_tries(one) or one.side is None:
            continue
        named[at] = one._replace(side=other(one.side))
        if way == "before his move" and one.side == "white":  # Black moved in the row above
            end = Cell(rows[-1][at].end, rows[-1][at].end, "")
            for row, cell in zip(made, [*(row[at] for row in rows[1:]), end], strict=True):
                row[at] = cell
    return made, named


def _confirmed(text: str, game: FieldedGame) -> int:
    """The number of announced pawn tries that are true on the board, less those that are false."""
    if not game.holds:
        return -1
    record = record_of(text, game)
    layers = followed_boards(record)
    true = moves = 0
    for event in record.events:
        moves += isinstance(event, Move)
        if isinstance(event, PawnTries) and moves < len(layers):
            boards = [one.board for one in layers[moves] if (event.side == "white") == one.board.turn]
            true += 1 if any(not pawn_tries_differences(event, board, None) for board in boards) else -1
    return true


__all__ = ["by_announced_tries", "counts_tries"]
