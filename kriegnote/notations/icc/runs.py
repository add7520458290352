"""Games that run through one another in a log: the numbers of their moves are those of several games by turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

_LEAST: Final = 6  # moves of each game
_SWITCHES: Final = 4  # how often the log goes over from one game to the other


def tangled(plies: Sequence[int | None]) -> list[tuple[int, int]]:
    """The stretches ``[start, end)`` of the lines of a log in which games run through one another.

    :param plies: for each line that moves, twice its number and one more for Black's; None for other lines.
    """
    games: list[list[int]] = []  # for each the lines of its moves
    waiting: defaultdict[int, list[list[int]]] = defaultdict(list)  # by the number of their next move, the latest last
    for at, ply in enumerate(plies):
        if ply is None:
            continue
        if waiting[ply]:
            game = waiting[ply].pop()
        else:
            games.append(game := [])
        game.append(at)
        waiting[ply + 1].append(game)
    long = [game for game in games if len(game) >= _LEAST]
    found = [_span(one, other) for index, one in enumerate(long) for other in long[:index] if _alternate(one, other)]
    return _together(found)


def _alternate(one: list[int], other: list[int]) -> bool:
    """Whether the log goes to and fro between two games."""
    if one[-1] < other[0] or other[-1] < one[0]:
        return False
    mine = set(one)
    order = [at in mine for at in sorted((*one, *other))]
    return sum(before != after for before, after in pairwise(order)) >= _SWITCHES


def _span(one: list[int], other: list[int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[-1], other[-1]) + 1


def _together(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches that meet as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
