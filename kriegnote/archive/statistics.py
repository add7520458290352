"""Statistics over many games, as in chapters 5 and 9 of the book: results, lengths, tries, announcements.

:class:`Statistics` receives games one at a time and stores only counts, so that an archive may be of any size; two of
    them can be merged, so that several processes can count separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from kriegnote.archive.summary import GameSummary

LENGTHS: Final = 10  # the range of moves that a row of the table of lengths covers
OPENINGS: Final = 10  # the number of openings listed for each player
DIRECTIONS: Final = ("rank", "file", "long", "short", "knight")
_RESULTS: Final = {"1-0": "White won", "0-1": "Black won", "1/2-1/2": "draw"}


class Statistic(NamedTuple):
    """A figure: its table, its item, the count, and the share (0 to 1) or the mean, if there is one."""

    table: str
    item: str
    number: int
    share: float | None = None
    mean: float | None = None


@dataclass
class Sum:
    """A sum over the games that have a value: their number, their plies or those of one side, the sum of the values."""

    games: int = 0
    plies: int = 0
    total: int = 0

    def add(self, value: int | None, plies: int) -> None:
        """Adds a game with this many plies; None: the game has no value and is not counted."""
        if value is not None:
            self.games += 1
            self.plies += plies
            self.total += value

    def merge(self, other: Sum) -> None:
        """Adds the games of another sum."""
        self.games += other.games
        self.plies += other.plies
        self.total += other.total


SUMS: Final = {
    "tries": "refused tries",
    "white_tries": "refused tries of White",
    "black_tries": "refused tries of Black",
    "questions": "questions to the umpire",
    "pawn_tries": "turns with a pawn capture",
    "captures": "captures",
    "checks": "moves that give check",
    "promotions": "promotions",
}

_PLIES: Final = {"white_tries": "white_plies", "black_tries": "black_plies"}
"""The plies of one side, for what only that side does."""


@dataclass
class Statistics:
    """Counts over the games of an archive, or of a part of it."""

    games: int = 0
    results: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    moves: int = 0
    sums: dict[str, Sum] = field(default_factory=lambda: {name: Sum() for name in SUMS})
    directions: Counter[str] = field(default_factory=Counter)
    white_first: Counter[str] = field(default_factory=Counter)
    black_first: Counter[str] = field(default_factory=Counter)
    white_openings: Counter[str] = field(default_factory=Counter)
    black_openings: Counter[str] = field(default_factory=Counter)

    def add(self, game: GameSummary) -> None:
        """Counts one game."""
        self.games += 1
        self.results[_RESULTS.get(game.result or "", "no result")] += 1
        self.ends[game.end or "unknown"] += 1
        self.lengths[max(0, game.moves - 1) // LENGTHS] += 1
        self.moves += game.moves
        for name, total in self.sums.items():
            total.add(getattr(game, name), getattr(game, _PLIES.get(name, "plies")))
        for direction in DIRECTIONS:
            self.directions[direction] += getattr(game, f"{direction}_checks") or 0
        for opening, first, openings in (
            (game.white_opening, self.white_first, self.white_openings),
            (game.black_opening, self.black_first, self.black_openings),
        ):
            if opening:
                first[opening.split(" ", 1)[0]] += 1
                openings[opening] += 1

    def merge(self, other: Statistics) -> None:
        """Adds the counts of another part of the archive."""
        self.games += other.games
        self.moves += other.moves
        for name, total in other.sums.items():
            self.sums[name].merge(total)
        for name in (
            "results", "ends", "lengths", "directions",
            "white_first", "black_first", "white_openings", "black_openings",
        ):  # fmt: skip
            getattr(self, name).update(getattr(other, name))

    def rows(self) -> Iterator[Statistic]:
        """The figures, table by table."""
        yield Statistic("games", "games", self.games)
        yield from self._shares("result", self.results, list(_RESULTS.values()))
        yield from self._shares("end", self.ends, [])
        yield Statistic("length in moves", "mean", self.games, mean=self._mean(self.moves, self.games))
        for tens in sorted(self.lengths):
            item = f"{tens * LENGTHS + 1} to {(tens + 1) * LENGTHS}"
            yield Statistic("length in moves", item, self.lengths[tens], self._mean(self.lengths[tens], self.games))
        for name, title in SUMS.items():
            total = self.sums[name]
            if total.games:
                yield Statistic("a game", title, total.total, mean=self._mean(total.total, total.games))
                yield Statistic("a move", title, total.total, mean=self._mean(total.total, total.plies))
        yield from self._shares("check", self.directions, list(DIRECTIONS))
        yield from self._common("White's first move", self.white_first)
        yield from self._common("Black's first move", self.black_first)
        yield from self._common("White's beginning", self.white_openings)
        yield from self._common("Black's beginning", self.black_openings)

    def _shares(self, table: str, counts: Counter[str], order: list[str]) -> Iterator[Statistic]:
        whole = counts.total()
        for item in sorted(counts, key=lambda one: (one not in order, order.index(one) if one in order else 0, one)):
            if counts[item]:
                yield Statistic(table, item, counts[item], self._mean(counts[item], whole))

    def _common(self, table: str, counts: Counter[str]) -> Iterator[Statistic]:
        whole = counts.total()
        for item, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:OPENINGS]:
            yield Statistic(table, item, count, self._mean(count, whole))

    @staticmethod
    def _mean(total: int, over: int) -> float | None:
        return round(total / over, 4) if over else None
