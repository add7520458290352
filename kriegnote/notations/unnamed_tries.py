"""Whose the tries are of which a remark names nobody: ``5. Bc4 {exd5 was tried first}``.

The remarks of a page speak of the player who moved last, or of the one who moves next.  A text is read both
ways, and the board decides; where it cannot, nothing is read and the remark is named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from kriegnote.rules.contradicted_tries import contradicted_tries
from kriegnote.text.source import Read
from kriegnote.text.speech.facts import Unnamed

_HABITS: Final[tuple[Unnamed, Unnamed]] = ("moved last", "moves next")


class _Reader(Protocol):
    """The reader of one text; ``doubtful``: some remark in it speaks of tries and names nobody."""

    doubtful: bool

    def read(self) -> Read: ...


def read_by_the_board(reader: Callable[[Unnamed | None], _Reader]) -> Read:
    """What a text says when its remarks speak of whom the board allows.

    :param reader: of the text by one of the two habits, or by none.
    """
    plain = reader(None)
    found = plain.read()
    if not plain.doubtful:
        return found
    readings = [reader(habit).read() for habit in _HABITS]
    one, two = (contradicted_tries(read.record) for read in readings)
    return found if one == two or min(one, two) else readings[one > two]
