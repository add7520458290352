"""Decides whose tries a text means if it names no player: ``5. Bc4 {exd5 was tried first}``, ``5. Bc4 (exd5?) d5``.

The remarks of a page, and its brackets, are about the player who moved last, or about the one who moves next. The text
is read both ways, and the board decides. If it cannot, remarks are not read and get a finding, and brackets are read in
the order of the page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from kriegnote.confirmation.contradictions import IMPOSSIBLE, contradictions
from kriegnote.text.source import Read
from kriegnote.text.speech.facts import Unnamed

_HABITS: Final[tuple[Unnamed, Unnamed]] = ("moved last", "moves next")


class _Reader(Protocol):
    """The reader of one text; ``doubtful``: whether a remark in it is about tries and names nobody."""

    doubtful: bool

    def read(self) -> Read: ...


class _ReaderOfBrackets(_Reader, Protocol):
    """A reader of brackets.

    ``grouped``: whether there are brackets with questions or tries. ``behind``: whether they are taken as the last
    mover's.
    """

    grouped: bool
    behind: bool


def read_by_the_board(reader: Callable[[Unnamed | None], _Reader]) -> Read:
    """The text read with the habit of its remarks (last or next mover) that contradicts the board less.

    :param reader: creates a reader of the text for one of the two habits, or for none.
    """
    plain = reader(None)
    return _by_habit(reader, plain, plain.read())


def placed_by_the_board(reader: Callable[[Unnamed | None, bool | None], _ReaderOfBrackets]) -> Read:
    """The text read with the habits of its brackets and of its remarks that contradict the board less.

    :param reader: creates a reader of the text for one of the two habits of remarks, or for none, and for brackets
        after the moves to which they belong (True), before them (False), or as the page shows (None).
    """
    plain = reader(None, None)
    found = plain.read()
    wrong = contradictions(found.record) if plain.grouped else 0
    if wrong >= IMPOSSIBLE:  # a single slip of the umpire does not reverse a page
        turned = reader(None, not plain.behind)
        read = turned.read()
        if contradictions(read.record) + IMPOSSIBLE <= wrong:
            plain, found = turned, read
    return _by_habit(lambda unnamed: reader(unnamed, plain.behind), plain, found)


def _by_habit(reader: Callable[[Unnamed | None], _Reader], plain: _Reader, found: Read) -> Read:
    """The text read with the habit of its remarks that contradicts the board less; ``found`` if neither does."""
    if not plain.doubtful:
        return found
    readings = [reader(habit).read() for habit in _HABITS]
    one, two = (contradictions(read.record) for read in readings)
    return found if one == two or min(one, two) else readings[one > two]
