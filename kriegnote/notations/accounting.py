"""Counts what becomes of each kind of fact in a notation: carried, weakened, derived, dropped or unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final, Literal, get_args

import msgspec

from kriegnote.model.events import AnyEvent, Comment, Event, Move, type_name
from kriegnote.model.record import Record
from kriegnote.notations.loss import (
    Carries,
    can_say,
    carries_header,
    has_words,
    places_it,
    project_event,
    says_about,
    says_something,
    strip,
    written_whole,
)

Fate = Literal["carried", "weakened", "derived", "dropped"]
_FACTS: Final = ("inferred", "page")  # not "assumed": a rulebook that the user asked for is not a fact of the game


class Account(msgspec.Struct):
    """The report of a conversion: the number of facts of each kind by what became of them."""

    carried: dict[str, int]
    weakened: dict[str, int]
    derived: dict[str, int]
    dropped: dict[str, int]
    unknown: dict[str, int]

    @property
    def lossy(self) -> bool:
        """Whether anything was weakened or dropped."""
        return bool(self.weakened or self.dropped)


def account(
    record: Record, carries: Carries, *, added: Collection[int] = (), withdrawn: Iterable[AnyEvent] = ()
) -> Account:
    """Counts what a notation carries of a record.

    :param added: the indices of the events that this conversion derived; they count as derived, not as carried.
    :param withdrawn: events of the input that the umpire withdrew (another rulebook's); they count as dropped.
    """
    whole = carries.whole if carries.unplaced is True else frozenset()
    fates: list[Fate | None] = [
        "carried"
        if type(event) in whole and event.extra is None and says_something(event)
        else _fate(event, carries, record.view)
        for event in record.events
    ]
    for index in added:
        fates[index] = "derived" if fates[index] != "dropped" else None  # the input did not have it: no loss
    counts: dict[Fate, Counter[str]] = {fate: Counter() for fate in get_args(Fate)}
    kinds: list[type[Event]] = [type(event) for event in record.events]
    for (fate, kind), number in Counter(zip(fates, kinds, strict=True)).items():
        if fate is not None:
            counts[fate][type_name(kind)] = number
    counts["dropped"].update(map(type_name, withdrawn))
    for name, fate in _beside(record, carries):
        counts[fate][name] += 1
    if sourceless := _sourceless(record, carries, added):
        counts["dropped"]["source"] = sourceless
    return Account(**{fate: dict(count) for fate, count in counts.items()}, unknown=_unknown(record, carries))


def _fate(event: AnyEvent, carries: Carries, listener: str) -> Fate:
    """What becomes of an event in a notation."""
    placed = places_it(event, carries)
    if not placed and (event.extra is None or says_about(event, carries)) and written_whole(event, carries):
        return "carried"
    left = project_event(event, carries, listener)
    if left is None:
        return "dropped"
    return "carried" if not placed and strip(left) == strip(event) else "weakened"


def _beside(record: Record, carries: Carries) -> Iterator[tuple[str, Fate]]:
    """What becomes of the record's fields and headers."""
    for pair in record.headers:
        yield "header", "carried" if carries_header(pair, carries) else "dropped"
    if record.extra is not msgspec.UNSET:
        yield "extra", "carried" if carries.remarks else "dropped"
    if record.rules is not None:
        yield "rules", "carried" if can_say(record.rules, carries.rules) else "dropped"
    if record.start is not None:
        yield "start", "carried" if carries.start else "dropped"
    if record.result is not None and not can_say(record.result, carries.result):
        yield "result", "dropped"
    elif record.result is not None:
        yield "result", "derived" if record.field_sources.get("result") == "derived" else "carried"
    elif carries.always_result:
        yield "result", "derived"


def _sourceless(record: Record, carries: Carries, added: Collection[int]) -> int:
    """The number of carried facts that lose the information that they are derived, inferred or from the page."""
    fields = record.field_sources.items() if not carries.remarks else ()
    return sum(_carried(name, record, carries) for name, source in fields if source in _FACTS) + sum(
        has_words(event, carries, record.view)
        for index, event in enumerate(record.events)
        if event.source != "recorded"
        and index not in added
        and type(event) is not Comment
        and not says_about(event, carries)
    )


def _carried(name: str, record: Record, carries: Carries) -> bool:
    """Whether a notation carries a field that has a source (``rules``, ``header White``)."""
    kind, _, header = name.partition(" ")
    if kind == "header":
        return any(carries_header(pair, carries) for pair in record.headers if pair[0] == header)
    if kind == "result":
        return can_say(record.result, carries.result)
    if kind == "rules":
        return can_say(record.rules, carries.rules)
    return kind == "start" and carries.start


def _unknown(record: Record, carries: Carries) -> dict[str, int]:
    """Facts that the notation could carry and that the record neither states nor denies: one per move and kind."""
    kinds_of = [type(event) for event in record.events]
    have = {type_name(kind) for kind in set(kinds_of)}
    moves = kinds_of.count(Move)
    kinds = ("pawn_tries", "ask", "try", "capture", "check")
    return {
        kind: moves
        for kind in kinds
        if kind in carries.events and kind not in have and kind not in record.silence and moves
    }
