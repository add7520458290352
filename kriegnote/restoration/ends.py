"""Reads how a game ended from remarks after its last move: ``stallo``, ``patta``, ``1:0``, ``(time)``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kriegnote.model.events import AnyEvent, Comment, End, Junk, Move
from kriegnote.text.end_words import last_words
from kriegnote.text.ended_clauses import LastWords

_LONGEST: Final = 60  # characters of a remark that are examined


def end_in_words(events: Sequence[AnyEvent]) -> LastWords:
    """The end and the result that remarks after the last move name; None for each that they do not name.

    Both are None if the record has an event for the end after the last move.
    """
    last = max((at for at, event in enumerate(events) if isinstance(event, Move)), default=-1)
    behind = events[last + 1 :]
    if any(isinstance(event, End) for event in behind):
        return LastWords(None, None)
    found = [
        one for event in behind if isinstance(event, (Comment, Junk)) and (one := last_words(event.text[:_LONGEST]))
    ]
    return LastWords(
        next((one.reason for one in found if one.reason), None), next((one.result for one in found if one.result), None)
    )
