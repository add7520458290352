"""Views: the one place where an umpire's record becomes a player's or the public's.

No field of a view, and no event's presence, order or number, reveals anything that its listener could not have heard. A
view has no places and no provenance; its headers reveal nothing of the play, its comments are those he heard, and it
has a result only if it extends to the end. Only its silence, which is that of the umpire's record, depends on whether
he could follow the hidden moves: otherwise it would deny announcements that he could not make. Writers receive nothing
but the view, so they cannot reveal more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from kriegnote.errors import KriegnoteError
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    End,
    PawnTries,
    Try,
    View,
)
from kriegnote.model.record import Record
from kriegnote.rules import RULES, RuleSet
from kriegnote.rules.game import ORTHODOX
from kriegnote.rules.variants import game_of
from kriegnote.umpire.hearing import HEARD_BY, Listener, with_heard_marks

HEADERS: Final = frozenset(
    {
        "Event", "Site", "Date", "EventDate", "Round", "White", "Black", "WhiteElo", "BlackElo",
        "WhiteTitle", "BlackTitle", "GameNumber",
        "WhiteTeam", "BlackTeam", "Umpire", "WhitePartner", "BlackPartner",
        "TimeControl", "UTCDate", "UTCTime", "Time", "Variant", "SetUp", "FEN", "Rules",
    }
)  # fmt: skip
_AT_THE_END: Final = frozenset({"Result"})


class ViewError(KriegnoteError):
    """Raised if the requested view cannot be derived from a record."""


def can_derive(view: str, listener: str) -> bool:
    """Whether what a listener heard follows from a record in a view."""
    return listener == view or view == "umpire" or (view != "public" and listener == "public")


def view(record: Record, listener: View, until: int | None = None) -> Record:
    """The record as a listener heard it.

    :param listener: ``white``, ``black`` or ``public``; ``umpire`` only cuts the record.
    :param until: a turn (from 1): everything up to the listener's own turn of that number, including its announced pawn
        tries; for the umpire and the public, everything before White's turn of that number. A cut record has no result.
    :raises ViewError: if a player's record is asked for another player's view, or the public's for any other view.
    """
    if not can_derive(record.view, listener):
        raise ViewError(f"a record in {record.view} view cannot be turned into {listener} view")
    if listener == record.view:
        cut = _cut(record.events, listener, until)
        return record if cut == len(record.events) else _unfinished(record, record.events[:cut])
    rules = RULES[record.rules] if record.rules else None
    heard = Listener(record, listener, rules).hear(record.events)
    cut = _cut(heard, listener, until)
    ended = cut == len(heard)
    allowed = HEADERS | _AT_THE_END if ended else HEADERS
    start = _start(record, listener)
    if start is None or start != record.start:
        allowed -= {"FEN", "SetUp"}
    headers = tuple(pair for pair in record.headers if pair[0] in allowed)
    return record.replace(
        view=listener,
        events=tuple(with_heard_marks(heard[:cut], listener)),
        headers=headers,
        start=start,
        result=record.result if ended and _is_heard(record, heard) else None,
        origin=msgspec.UNSET,
        witnesses=msgspec.UNSET,
        extra=msgspec.UNSET,
        sources=msgspec.UNSET,
    )


def unheard(record: Record, listener: View, rules: RuleSet) -> list[AnyEvent]:
    """The events that a listener heard under the record's rulebook but would not hear under ``rules``.

    They are compared by number and kind; of each kind the last are returned. If a record names no rulebook, only the
    listener's own questions, tries and answers are known to have been heard by him.
    """
    own = RULES[record.rules] if record.rules else None
    if own is not None and own.id == rules.id:
        return []
    before = [
        event
        for event in Listener(record, listener, own).hear(record.events)
        if own is not None or (isinstance(event, (Ask, Answer, Try)) and event.side == listener)
    ]
    still = Counter(map(type, Listener(record.under(rules.id), listener, rules).hear(record.events)))
    lost = []
    for event in before:
        still[type(event)] -= 1
        if still[type(event)] < 0:
            lost.append(event)
    return lost


def _is_heard(record: Record, heard: Sequence[AnyEvent]) -> bool:
    """Whether a listener hears the result; a derived one only if he hears the end from which it follows."""
    derived = record.field_sources.get("result") == "derived"
    return not derived or any(type(event) is End for event in heard)


def _start(record: Record, listener: View) -> str | None:
    """The starting position as the listener knows it; a question mark if it cannot be read."""
    if record.start is None:
        return None
    from kriegnote.rules.setup import known_to

    try:
        return known_to(record.start, game_of(record) or ORTHODOX, listener)
    except ValueError:
        return "?"


def _unfinished(record: Record, events: tuple[AnyEvent, ...]) -> Record:
    headers = tuple(pair for pair in record.headers if pair[0] not in _AT_THE_END)
    return record.replace(events=events, headers=headers, result=None).sourced(None, "result", "header Result")


def _cut(events: Sequence[AnyEvent], listener: View, until: int | None) -> int:
    """The index of the first event beyond the cut."""
    if until is None:
        return len(events)
    for index, event in enumerate(events):
        turn = getattr(event, "turn", None)
        if turn is None or turn < until or HEARD_BY.get(type(event)) == "nobody":
            continue
        side = getattr(event, "side", None)
        if listener not in ("white", "black"):
            return index
        if turn > until or (side == listener and not isinstance(event, PawnTries)):
            return index
    return len(events)
