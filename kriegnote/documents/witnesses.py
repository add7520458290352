"""Finds several witnesses of one game: records with the same moves, whatever their notation and view."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from kriegnote.model.events import Capture, End, Move, Side
from kriegnote.model.record import Record

_RUN: Final = 3  # the number of successive moves of a side in a key
_SHARED: Final = 6  # the least number of moves that two witnesses share (all, if one has fewer)
_AGREED: Final = 0.9  # the least share of the moves known to both in which they agree
_CROWD: Final = 40  # moves that more games than this share are an opening and do not count


class KnownMoves(NamedTuple):
    """The moves that a record knows.

    :param squares: the target of each side's move by turn (for castling, its kind).
    :param last: the last turn if the end of the game is recorded, else None.
    """

    squares: dict[tuple[int, Side], str]
    last: int | None


def known_moves(record: Record) -> KnownMoves:
    """The targets of the moves of a record; those of hidden moves follow from announced captures."""
    squares: dict[tuple[int, Side], str] = {}
    last, ended = 0, record.result not in (None, "*")
    for event in record.events:
        ended = ended or isinstance(event, End)
        if not isinstance(event, (Move, Capture)) or event.turn is None or event.side is None:
            continue
        key = (event.turn, event.side)
        last = max(last, event.turn)
        if isinstance(event, Move):
            if event.move is not None:
                squares.setdefault(key, event.move[2:4])
            elif event.parts is not None and (goal := event.parts.castle or event.parts.to):
                squares.setdefault(key, goal)
        elif event.square is not None:
            squares.setdefault(key, event.square)
    return KnownMoves(squares, last if ended else None)


def same_game(one: KnownMoves, other: KnownMoves) -> bool:
    """Whether two records may be of one game: they agree on the moves that both know, and end at the same turn."""
    if one.last is not None and other.last is not None and abs(one.last - other.last) > 1:
        return False
    both = one.squares.keys() & other.squares.keys()
    shared = sum(1 for key in both if one.squares[key] == other.squares[key])
    least = min(_SHARED, len(one.squares), len(other.squares))
    return bool(both) and shared >= max(least, 2) and shared >= _AGREED * len(both)


def witnesses(records: Sequence[KnownMoves], together: Iterable[tuple[int, int]] = ()) -> list[set[int]]:
    """The groups of two or more records of one game, by their indices.

    Only records that share a sequence of one side's moves are compared, so the work is nearly proportional to their
    number.

    :param together: pairs of records that are compared in any case, such as those under one heading.
    """
    places: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for index, known in enumerate(records):
        for key in _keys(known):
            places[key].append(index)
    shared: Counter[tuple[int, int]] = Counter(together)
    for indices in places.values():
        if 1 < len(indices) <= _CROWD:
            shared.update(combinations(indices, 2))
    return _groups((pair for pair in shared if same_game(records[pair[0]], records[pair[1]])), len(records))


def _keys(known: KnownMoves) -> Iterable[tuple[object, ...]]:
    for (turn, side), square in known.squares.items():
        behind = tuple(known.squares.get((turn + more, side)) for more in range(1, _RUN))
        if None not in behind:
            yield (turn, side, square, *behind)


def _groups(pairs: Iterable[tuple[int, int]], count: int) -> list[set[int]]:
    """The groups that pairs form."""
    group = [{index} for index in range(count)]
    for one, other in pairs:
        if group[one] is not group[other]:
            group[one] |= group[other]
            for index in group[other]:
                group[index] = group[one]
    found: list[set[int]] = []
    for each in group:
        if len(each) > 1 and all(each is not known for known in found):
            found.append(each)
    return found
