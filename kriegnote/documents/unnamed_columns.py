"""Finds what the columns of a table hold that nobody names: each may hold several things, and the board decides.

    | 9 | B |     |       | e5   |              |       number, player, answer to the question, tries, move,
    |   | N | oui | fxg4  | dxe5 | prise en e5  |       announcement

Each column has the name under which the board confirms most of the game, which has to be played to its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kriegnote.documents.field_names import SIDES, FieldName
from kriegnote.documents.fielded_boards import confirmed_of
from kriegnote.documents.fields import FieldedGame
from kriegnote.documents.table_cells import Row
from kriegnote.lexicon import printed
from kriegnote.parsing import Terminals

_WORDS: Final = Terminals("speakers")
_FIELDS: Final = Terminals("fields")
_MOST: Final = 0.9  # the least share of a column's cells that must be of one kind
_NEARLY_ALL: Final = 0.7  # the least share of the rows in which a column of moves has one
_COLUMNS: Final = 9  # the greatest number of columns


def names_by_play(
    text: str, rows: Sequence[Row], record: Callable[[Sequence[Row], Sequence[FieldName]], FieldedGame]
) -> FieldedGame | None:
    """The game that a table tells under the names of its columns of which the board confirms most.

    :param record: the reading of rows with these names of their columns.
    :return: None if under no names a game with a dialogue can be played to its end.
    """
    first = next((at for at, row in enumerate(rows) if any(_is_a_move(cell.words) for cell in row)), len(rows))
    rows = rows[first:]
    if not rows or len(rows[0]) > _COLUMNS:
        return None
    columns = [_possible([row[at].words for row in rows]) for at in range(len(rows[0]))]
    names = [likeliest for likeliest, *_ in columns]
    best = record(rows, names)
    most = _confirmed(text, best, names)
    for at, (_, *others) in enumerate(columns):
        for other in others:
            changed = [*names[:at], other, *names[at + 1 :]]
            made = record(rows, changed)
            if (worth := _confirmed(text, made, changed)) > most:
                best, most, names = made, worth, changed
    return best if most else None


def _possible(cells: Sequence[str]) -> tuple[FieldName, ...]:
    """What a column may hold, the likeliest first."""
    said = [words for words in cells if _FIELDS["NO_VALUE"].fullmatch(words) is None]
    if not said:
        return (FieldName("other"),)

    def share(is_one: Callable[[str], object]) -> float:
        return sum(bool(is_one(words)) for words in said) / len(said)

    if share(_WORDS["TURNS_NUMBER"].fullmatch) >= _MOST:
        return (FieldName("number"),)
    if share(_WORDS["A_PLAYER"].fullmatch) >= _MOST:
        return (FieldName("side"),)
    if share(_FIELDS["ANSWERED"].fullmatch) >= _MOST:
        return (FieldName("asked"), FieldName("other"))
    if share(_is_a_move) >= _MOST and len(said) >= _NEARLY_ALL * len(cells):
        return FieldName("made"), FieldName("tried")
    if share(_FIELDS["A_MOVE"].search) >= _MOST:
        capture = FieldName("said", says=printed("announcements.capture", "en"))
        return FieldName("tried"), FieldName("said"), capture
    return FieldName("said"), FieldName("tried"), FieldName("other")


def _is_a_move(words: str) -> bool:
    return _WORDS["MOVE_ALONE"].fullmatch(words) is not None


def _confirmed(text: str, game: FieldedGame, names: Sequence[FieldName]) -> int:
    """The number of events that the board confirms of a game with a dialogue; 0 if it cannot be played to its end."""
    roles = [one.role for one in names]
    may_be = roles.count("made") in (1, len(SIDES)) and roles.count("side") + roles.count("made") <= len(SIDES)
    if not (may_be and game.holds and game.more_than_moves):
        return 0
    known = confirmed_of(text, game)
    return known.events if known.whole and known.plies == len(game.plies) else 0


__all__ = ["names_by_play"]
