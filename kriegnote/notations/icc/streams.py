"""Assigns the lines of a server's log to games, and removes the prefixes that the server prints before lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from kriegnote.model.events import Side
from kriegnote.notations.icc.lines import begins, line_of, ply_of, server_span, whole_rows
from kriegnote.notations.icc.runs import tangled
from kriegnote.text.line_prefixes import Prefix, Prefixes, without

_BLOCK: Final = 4000  # the number of lines that are examined together
_RETURNS: Final = 2  # the least number of times that a game continues after another's lines
_LEAST: Final = 3  # the least number of lines, on average, for each value of a number that names games

Key = tuple[str, ...]
TANGLED: Final = "\0"
"""The first part of the key of lines that belong to several games and cannot be separated."""


class LogRow(NamedTuple):
    """A line of the log, or several joined ones, as long as in the file, and the key of its game."""

    text: str
    game: Key = ()


def rows(lines: Iterable[str]) -> Iterator[LogRow]:
    """The lines of a log without prefixes, each with the key of its game if several games are mixed."""
    rest = iter(lines)
    prefixes = Prefixes()
    while block := list(islice(rest, _BLOCK)):
        prefixes.learn(block, server_span)
        if (names := _names(block, prefixes)) is not None:
            yield from _sorted(names, prefixes, block)
            continue
        yield from _numbered(list(whole_rows(without(line, prefixes.of(line)) for line in block)))


def is_tangled(text: str) -> bool:
    """Whether several games are mixed in a log, and only the numbers of their moves show it."""
    return any(row.game[:1] == (TANGLED,) for row in rows(text.splitlines(keepends=True)))


# -- games that only their move numbers distinguish --------------------------------------------------------------------


def _numbered(block: list[str]) -> Iterator[LogRow]:
    """Lines without prefixes; lines in which the move numbers of several games alternate get a common key."""
    kept = [-1] * len(block)
    for number, (start, end) in enumerate(tangled([ply_of(line) for line in block])):
        while start and (not block[start - 1].strip() or _announces(block[start - 1])):
            start -= 1
        last = end
        while last < len(block) and (_announces(block[last]) or not block[last].strip()):
            last += 1
        if last < len(block) and begins(block[last], "GAME_LINE"):
            end = last + 1
        kept[start:end] = [number] * (end - start)
    for line, stretch in zip(block, kept, strict=True):
        yield LogRow(line, () if stretch < 0 else (TANGLED, str(stretch)))


def _announces(line: str) -> bool:
    """Whether a line is an announcement about a move or a turn."""
    return line_of(line.strip()).kind == "announced"


# -- games that a prefix names -----------------------------------------------------------------------------------------


class _Names(NamedTuple):
    """For each shape of prefix the places of the numbers that name a game; and the games found."""

    fields: dict[str, tuple[int, ...]]
    games: frozenset[Key]

    def key(self, prefix: Prefix) -> Key:
        """The key of a prefix's game; empty for a line without a prefix."""
        if not prefix.shape:
            return ()
        return (prefix.shape, *(prefix.numbers[at] for at in self.fields.get(prefix.shape, ())))


def _names(block: list[str], prefixes: Prefixes) -> _Names | None:
    """How the prefixes of some lines distinguish games; None if they do not, or if there is only one game."""
    found = [prefix for line in block if (prefix := prefixes.of(line)).shape] if prefixes else []
    if not found:
        return None
    names = _Names(
        {
            shape: _naming([one.numbers for one in found if one.shape == shape])
            for shape in {one.shape for one in found}
        },
        frozenset(),
    )
    sides: defaultdict[Key, set[Side]] = defaultdict(set)
    order: list[Key] = []
    plies: list[tuple[Key, int]] = []
    for line in block:
        prefix = prefixes.of(line)
        key = names.key(prefix)
        if key and server_span(line, prefix.end) is not None:
            sides[key].update(_to_move(line, prefix))
            order.append(key)
            if (ply := ply_of(line[prefix.end :])) is not None:
                plies.append((key, ply))
    returns: Counter[Key] = Counter()
    seen: set[Key] = set()
    for before, key in zip([(), *order], order, strict=False):
        returns[key] += key != before and key in seen
        seen.add(key)
    games = frozenset(key for key, both in sides.items() if len(both) == 2 and returns[key] >= _RETURNS)
    if len(games) < 2 or _breaks(plies) >= _breaks([((), ply) for _, ply in plies]):
        return None  # the moves of one game continue from one number to the other
    return names._replace(games=games)


def _breaks(plies: list[tuple[Key, int]]) -> int:
    """How many moves are not the next one of their game."""
    last: dict[Key, int] = {}
    broken = 0
    for key, ply in plies:
        broken += last.get(key, ply - 1) != ply - 1
        last[key] = ply
    return broken


def _naming(numbers: list[tuple[str, ...]]) -> tuple[int, ...]:
    """The places of the numbers in a prefix that have few values in many lines, and so may name a game."""
    return tuple(at for at in range(len(numbers[0])) if len({one[at] for one in numbers}) * _LEAST <= len(numbers))


def _to_move(line: str, prefix: Prefix) -> Iterator[Side]:
    read = line_of(without(line, prefix).strip())
    if word := read.get("TO_MOVE"):
        yield word.value


def _sorted(names: _Names, prefixes: Prefixes, block: list[str]) -> Iterator[LogRow]:
    """The lines of mixed games; one without a prefix belongs to the game that it names, else to the last one."""
    last: Key = min(names.games)
    for line in block:
        prefix = prefixes.of(line)
        key = names.key(prefix)
        if key not in names.games:
            key = next((game for game in sorted(names.games) if _mentions(line, game)), last)
        last = key
        yield LogRow(without(line, prefix), key)


def _mentions(line: str, game: Key) -> bool:
    """Whether a line in braces has a number that names the game."""
    return begins(line, "GAME_LINE") and any(f" {number} " in line.replace("(", " ") for number in game[1:])
