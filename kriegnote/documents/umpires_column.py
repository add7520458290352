"""Puts what a player says before what the umpire answers, where the umpire's column stands between the players'.

WHITE            UMPIRE          BLACK              WHITE            UMPIRE          BLACK
1. Ng1-f3        —                                  1. Ng1-f3
                 No              d7-e6              d7-e6            No
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kriegnote.lexicon import meant
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_LAYOUT: Final = Terminals("layout")
_GAMES: Final = Terminals("games")
_COLUMNS: Final = 3
_BLACKS: Final = ".. "
_APART: Final = "   "


def with_players_first(plain: Plain) -> Plain:
    """A text whose lines begin with what a player says in such columns, and a map to the original.

    A dash in the umpire's column, which says nothing, is left out; a number in Black's gets its dots.
    """
    text = plain.text
    taker, at = Taker(plain), 0
    starts: tuple[int, ...] = ()  # where the columns begin, in characters from the line's start
    for line in _LAYOUT["WHOLE_LINE"].finditer(text):
        cells = [*_LAYOUT["CELL_OF_COLUMNS"].finditer(text, line.start(), line.end())]
        if _is_head(cells):
            starts = tuple(cell.start() - line.start() for cell in cells)
            continue
        columns = [_nearest(starts, cell.start() - line.start()) for cell in cells] if starts else []
        if columns not in ([0, 1], [1, 2]):
            continue
        player, umpire = cells if columns == [0, 1] else reversed(cells)
        taker.keep(at, line.start() + starts[0])
        start, end = player.span()
        number = _GAMES["TURN_NUMBER"].match(player.group()) if columns[0] else None
        if number is not None and _GAMES["BLACKS"].match(player.group(), number.end("number")) is None:
            taker.keep(start, start + number.end())
            taker.put(_BLACKS, start := start + number.end())
        taker.keep(start, end)
        if any(map(str.isalnum, umpire.group())):
            taker.put(_APART, player.end())
            taker.keep(*umpire.span())
        at = line.end()
    if not at:
        return plain
    taker.keep(at, len(text))
    return taker.done()


def _is_head(cells: Sequence[re.Match[str]]) -> bool:
    """Whether the cells of a line are the names of the three columns."""
    return len(cells) == _COLUMNS and [meant(one.group().strip(" .:"), "players") for one in cells] == [
        "white", "umpire", "black",
    ]  # fmt: skip


def _nearest(starts: Sequence[int], at: int) -> int:
    """The column that begins nearest to a place in a line."""
    return min(range(len(starts)), key=lambda column: abs(starts[column] - at))
