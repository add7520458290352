"""Detects games that are mixed in a log: the move numbers of several games alternate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

_LEAST: Final = 6  # the least number of moves of each game
_SWITCHES: Final = 4  # the least number of changes from one game to the other


def tangled(plies: Sequence[int | None]) -> list[tuple[int, int]]:
    """The ranges ``[start, end)`` of the lines of a log in which games are mixed.

    :param plies: for each line with a move twice its number, plus 1 for Black's; None for other lines.
    """
    games: list[list[int]] = []  # the lines of the moves of each game
    waiting: defaultdict[int, list[list[int]]] = defaultdict(list)  # games by the number of their next move
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
    """Whether the lines of two games alternate."""
    if one[-1] < other[0] or other[-1] < one[0]:
        return False
    mine = set(one)
    order = [at in mine for at in sorted((*one, *other))]
    return sum(before != after for before, after in pairwise(order)) >= _SWITCHES


def _span(one: list[int], other: list[int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[-1], other[-1]) + 1


def _together(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges, with those that overlap or touch joined."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined
