"""Whose the tries are of which a text names nobody: ``5. Bc4 {exd5 was tried first}``, ``5. Bc4 (exd5?) d5``.

The remarks of a page, and its brackets, speak of the player who moved last, or of the one who moves next.  A text is
read both ways, and the board decides.  Where it cannot, a remark is not read but named; a bracket is read as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from kriegnote.rules.contradictions import IMPOSSIBLE, contradictions
from kriegnote.text.source import Read
from kriegnote.text.speech.facts import Unnamed

_HABITS: Final[tuple[Unnamed, Unnamed]] = ("moved last", "moves next")


class _Reader(Protocol):
    """The reader of one text; ``doubtful``: some remark in it speaks of tries and names nobody."""

    doubtful: bool

    def read(self) -> Read: ...


class _ReaderOfBrackets(_Reader, Protocol):
    """``grouped``: there are brackets with questions or tries; ``behind``: they are read as the last mover's."""

    grouped: bool
    behind: bool


def read_by_the_board(reader: Callable[[Unnamed | None], _Reader]) -> Read:
    """What a text says when its remarks speak of whom the board allows.

    :param reader: of the text by one of the two habits, or by none.
    """
    plain = reader(None)
    return _by_habit(reader, plain, plain.read())


def placed_by_the_board(reader: Callable[[Unnamed | None, bool | None], _ReaderOfBrackets]) -> Read:
    """What a text says when its brackets, and its remarks, speak of whom the board allows.

    :param reader: of the text by one of the two habits of remarks, or by none, with its brackets behind the moves that
        they belong to or before them, None where the page shows it.
    """
    plain = reader(None, None)
    found = plain.read()
    wrong = contradictions(found.record) if plain.grouped else 0
    if wrong >= IMPOSSIBLE:  # a slip of the umpire's by itself turns no page
        turned = reader(None, not plain.behind)
        read = turned.read()
        if contradictions(read.record) + IMPOSSIBLE <= wrong:
            plain, found = turned, read
    return _by_habit(lambda unnamed: reader(unnamed, plain.behind), plain, found)


def _by_habit(reader: Callable[[Unnamed | None], _Reader], plain: _Reader, found: Read) -> Read:
    """What a text says when its remarks speak of whom the board allows, where it is found to say this by none."""
    if not plain.doubtful:
        return found
    readings = [reader(habit).read() for habit in _HABITS]
    one, two = (contradictions(read.record) for read in readings)
    return found if one == two or min(one, two) else readings[one > two]
