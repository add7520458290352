"""How many moves of a record can be played; used to choose between readings of a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from kriegnote.confirmation.followed import plies_as_printed
from kriegnote.model.events import AnyEvent, Capture, Check, Move, Try, type_name
from kriegnote.model.record import Record
from kriegnote.rules.variants import game_of

LEAST: Final = 4  # the fewest plies that make a game
_MOVES_AND_WORDS: Final = frozenset({"move", "comment", "junk", "nag", "variation"})


def playable(record: Record, most: int | None = None) -> int:
    """The number of plies of a record that can be played in sequence, up to the first that is hidden or does not fit.

    If no move fits a printed man, any man may go to the printed square. The number is 0 for a record that begins in the
    middle of a game or has no starting position.

    :param most: how many plies are examined; None: all.
    """
    game = game_of(record)
    first = next((event for event in record.events if isinstance(event, Move)), None)
    if game is None or first is None:
        return 0
    if record.start is None and (game.setup != "given" or (first.turn or 1) > 1):
        return 0
    return plies_as_printed(record, most)


def is_a_game(record: Record) -> bool:
    """Whether a record has at least :data:`LEAST` plies, and all of them can be played."""
    moves = sum(isinstance(event, Move) for event in record.events)
    return moves >= LEAST and playable(record) == moves


def keeps(records: Iterable[Record], others: Iterable[Record]) -> bool:
    """Whether another reading of a text keeps all that was understood in this one.

    That is: each player's tries, at least as many questions, answers, announcements and ends of each kind, and the
    results.
    """
    said, again = map(_understood, (records, others))
    return not said - again


def _understood(records: Iterable[Record]) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for record in records:
        announced: set[tuple[str, ...]] = set()  # after one move; narrated and announced counts once
        for event in record.events:
            kind = _counted_as(event)
            if isinstance(event, Move):
                announced.clear()
            elif kind not in announced and kind[0] not in _MOVES_AND_WORDS:
                found[kind] += 1
                announced.update([kind] if isinstance(event, (Capture, Check)) else ())
        found[("result", record.result or "")] += record.result is not None
    return found


def _counted_as(event: AnyEvent) -> tuple[str, ...]:
    if isinstance(event, Try):
        return "try", event.side or "", event.text or ""
    return (type_name(event),)
