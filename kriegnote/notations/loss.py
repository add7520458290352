"""What a notation can express, field by field; the projection, the report and the documentation follow from this table.

:func:`project` reduces a record to what its text in a notation can state: events that it cannot express are dropped,
    fields that it cannot express become unsaid. :func:`kriegnote.notations.accounting.account` counts the same per kind
    of fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import msgspec

from kriegnote.model.events import (
    EVENT_TYPES,
    NESTED,
    REMARKS,
    Answer,
    AnyEvent,
    Check,
    DialogueEvent,
    Event,
    Junk,
    Move,
    PawnTries,
    Try,
    Variation,
    is_remark,
    type_name,
)
from kriegnote.model.printed_moves import NULL_MOVES
from kriegnote.model.record import Record
from kriegnote.text.tags import can_name


class _Drop:
    """Stands for a value that a notation can express only by leaving out the whole event."""

    def __repr__(self) -> str:
        return "DROP"


DROP: Final = _Drop()

Says = bool | Mapping[Any, Any]
"""How a field is written: True as it is, False not at all, or a table of values and what is written instead (or DROP).

A value that is not in the table is left out, unless the table has ``...`` for the rest.
"""


def _own_fields(kind: type[Event]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name not in DialogueEvent.__struct_fields__)


FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "pawn_tries": ("any", "count", "squares"),
    "ask": ("what", "squares"),
    "answer": ("any", "count", "pawns", "pieces"),
    "try": ("move", "verdict", "times"),
    "move": ("move", "options"),
    "capture": ("square", "captured", "by", "en_passant"),
    "check": ("directions",),
    "promotion": (),
    "reveal": ("seen", "lines", "moved"),
    "end": ("reason", "result"),
    **{type_name(kind): _own_fields(kind) for kind in REMARKS},
    "comment": ("text", "heard"),
    "nag": ("code",),
    "variation": ("events",),
    "junk": ("text",),
    "unknown": ("raw",),
}
_UNSAID: Final[Mapping[tuple[str, str], Any]] = {
    ("check", "directions"): (),
    ("ask", "what"): "any",
    ("try", "times"): 1,
}
_MAY_BE_EMPTY: Final = frozenset((PawnTries, Answer))


def whole(*kinds: str) -> dict[str, dict[str, Says]]:
    """The table's rows for event types that are written with every field."""
    return {kind: dict.fromkeys(FIELDS[kind], True) for kind in kinds}


def with_remarks() -> dict[str, dict[str, Says]]:
    """The table's rows of a notation that has comments: they are written whole, and so are remarks."""
    return whole("comment", *(type_name(kind) for kind in REMARKS))


@dataclass(frozen=True, kw_only=True)
class Carries:
    """The table of one notation.

    :param events: event type -> field -> how it is written. A type that is missing is dropped; a field that is missing
        is left out. ``{}`` carries the bare fact.
    :param headers: True for all (whose name a tag can have), or the names carried.
    :param rules: True, or the rulebooks that it can state.
    :param start: whether it can state the starting position.
    :param result: True, or the results that it can state.
    :param unplaced: the events whose side or turn may be unsaid (True: all). Other events get the side and turn of the
        place where they stand; as this adds what was unknown, they count as weakened.
    :param null_moves: whether an annotator's null move (``--``) differs from a hidden move.
    :param verbatim: whether everything is written as it is (the event model's own JSON).
    :param always_result: the result that is written if none is known.
    """

    events: Mapping[str, Mapping[str, Says]] = field(default_factory=dict)
    headers: bool | frozenset[str] = True
    rules: bool | frozenset[str] = True
    start: bool = True
    result: bool | frozenset[str] = True
    always_result: str | None = None
    unplaced: bool | frozenset[str] = False
    null_moves: bool = False
    verbatim: bool = False

    @property
    def remarks(self) -> bool:
        """Whether remarks are written, and the sources and extra fields of facts in tags."""
        return "offer" in self.events

    @cached_property
    def whole(self) -> frozenset[type[Event]]:
        """The event types that are written with all their fields."""
        kinds = {kind for kind, table in self.events.items() if all(table.get(name) is True for name in FIELDS[kind])}
        if kinds != set(FIELDS):
            kinds.discard("variation")
        return frozenset(EVENT_TYPES[kind] for kind in kinds)

    @cached_property
    def partly(self) -> Mapping[type[Event], tuple[tuple[str, Says, Any], ...]]:
        """For each type that is written, its fields that are not written whole: name, how, and the unsaid value."""
        return {
            EVENT_TYPES[kind]: tuple(
                (name, says, _UNSAID.get((kind, name)))
                for name in FIELDS[kind]
                if (says := table.get(name, False)) is not True
            )
            for kind, table in self.events.items()
        }

    @cached_property
    def always(self) -> frozenset[type[Event]]:
        """The event types of which no event is left out, whatever its fields."""
        return frozenset(
            kind for kind in self.partly if kind not in self.sometimes and (self.verbatim or kind not in _MAY_BE_EMPTY)
        )

    @cached_property
    def sometimes(self) -> frozenset[type[Event]]:
        """The event types of which some events are left out because of their fields."""
        return frozenset(
            kind
            for kind, fields in self.partly.items()
            if any(isinstance(says, Mapping) and DROP in says.values() for _, says, _ in fields)
        )

    @cached_property
    def as_they_are(self) -> frozenset[type[Event]]:
        """The event types that are written exactly as they are, whatever their fields."""
        return self.whole if self.verbatim else self.whole - _MAY_BE_EMPTY

    @classmethod
    def everything(cls) -> Carries:
        """The table of a notation that expresses everything."""
        return cls(events=whole(*FIELDS), unplaced=True, null_moves=True, verbatim=True)


def project(record: Record, carries: Carries) -> Record:
    """π: the record that remains when it is written in a notation with this table and read again.

    Resolved moves lose their printed text (the notation prints its own); rules, start and view remain, since they are
    passed to a reader whose text cannot state them.
    """
    events = [one for event in record.events if (one := project_event(event, carries, record.view)) is not None]
    headers = tuple(pair for pair in record.headers if carries_header(pair, carries))
    result = record.result if can_say(record.result, carries.result) else None
    if result is None:
        result = carries.always_result  # type: ignore[assignment]
    left = record.replace(events=tuple(events), headers=headers, result=result)
    if not carries.remarks:
        return left.replace(extra=msgspec.UNSET, sources=msgspec.UNSET)
    gone = {f"header {name}" for name, _ in record.headers} - {f"header {name}" for name, _ in headers}
    return left.sourced(None, *gone) if gone else left


def carries_header(pair: tuple[str, str], carries: Carries) -> bool:
    """Whether a notation carries this header."""
    if isinstance(carries.headers, bool):
        return carries.headers and (carries.verbatim or can_name(pair[0]))
    return pair[0] in carries.headers


def can_say(value: str | None, table: bool | frozenset[str]) -> bool:
    """Whether a notation can express this value of a field."""
    return value is not None and (table if isinstance(table, bool) else value in table)


def project_event(event: AnyEvent, carries: Carries, listener: str = "umpire") -> AnyEvent | None:
    """The event as the notation expresses it; None if it cannot.

    :param listener: the record's view: a comment in a player's record was heard by that player.
    """
    if carries.remarks and is_remark(event):
        return event
    partly = carries.partly.get(type(event))
    if partly is None:
        return None
    if isinstance(event, PawnTries):
        event = _implied(event, carries.events["pawn_tries"])
    event = sayable(event, carries)
    changes: dict[str, Any] = {}
    for name, says, unsaid in partly:
        value = getattr(event, name)
        written = _written(value, says, listener if name == "heard" else unsaid)
        if written is DROP:
            return None
        if written != value:
            changes[name] = written
    if isinstance(event, Check) and "directions" in changes:
        changes["directions"] = _directions(event, carries.events["check"].get("directions", False))
    if isinstance(event, Variation) and "events" not in changes:
        inner = tuple(left for one in event.events if (left := project_event(one, carries)) is not None)
        changes["events"] = inner if carries.verbatim else tuple(map(_alone, inner))
    if event.extra is not None and not says_about(event, carries):
        changes["extra"] = None
    if isinstance(event, (Move, Try)) and event.move is not None:
        changes |= {"text": None, "parts": None}
        if "move" in changes:
            changes["san"] = None
    projected = msgspec.structs.replace(event, **changes) if changes else event
    return projected if carries.verbatim or says_something(projected) else None


def has_words(event: AnyEvent, carries: Carries, listener: str = "umpire") -> bool:
    """Whether a notation can express an event at all (:func:`project_event`)."""
    kind = type(event)
    if kind in carries.always or (kind in carries.whole and says_something(event)):
        return True
    return project_event(event, carries, listener) is not None


def silence_kept(record: Record, carries: Carries) -> tuple[str, ...]:
    """The kinds of a record's silence that remain valid when it is written in a notation.

    If the notation has to leave out an event of a kind, the absence of another event of this kind no longer means
    anything.
    """
    doubtful = {EVENT_TYPES[kind] for kind in record.silence if kind in carries.events} - carries.always
    events = record.events if doubtful else ()
    lost = {type(event) for event in events if type(event) in doubtful and not has_words(event, carries)}
    return tuple(kind for kind in record.silence if kind in carries.events and EVENT_TYPES[kind] not in lost)


def written_whole(event: AnyEvent, carries: Carries) -> bool:
    """Whether an event is written exactly as it is, apart from its source and extra fields."""
    kind = type(event)
    if kind in carries.as_they_are or (kind in carries.whole and says_something(event)):
        return True
    return is_remark(event) and (carries.remarks or kind in carries.whole)


def addressed(event: AnyEvent) -> bool:
    """Whether an event can be named by its type and place, so that a tag can give its source."""
    return (
        isinstance(event, DialogueEvent)
        and type(event) is not Junk
        and event.side is not None
        and event.turn is not None
    )


def says_about(event: AnyEvent, carries: Carries) -> bool:
    """Whether a notation states the source of an event and its extra fields."""
    return carries.verbatim or (carries.remarks and addressed(event))


def _alone(event: AnyEvent) -> AnyEvent:
    """An event of a variation, without extra fields."""
    return event if event.extra is None else msgspec.structs.replace(event, extra=None)


def _written(value: Any, says: Says, unsaid: Any) -> Any:
    if says is True:
        return value
    if says is False:
        return unsaid
    assert isinstance(says, Mapping)
    try:
        if value in says:
            return says[value]
    except TypeError:
        pass
    rest = says.get(..., unsaid)
    return value if rest is True else rest


def _directions(event: Check, says: Says) -> tuple[str, ...]:
    """The written directions of a check, by a table for single directions: ``{"long": "diagonal", …}``."""
    if not isinstance(says, Mapping):
        return event.directions if says else ()
    return tuple(sorted({word for way in event.directions if (word := says.get(way)) is not None}))


def _implied(event: PawnTries, table: Mapping[str, Says]) -> PawnTries:
    """An event with the field that the notation writes filled in: squares imply a count, a count implies ``any``."""
    count = len(event.squares) if event.squares is not None else event.count
    any_ = bool(count) if count is not None else event.any
    if table.get("squares") and event.squares is not None:
        return event
    if table.get("count") and count is not None:
        return msgspec.structs.replace(event, count=count)
    if table.get("any") and any_ is not None:
        return msgspec.structs.replace(event, any=any_)
    return event


def sayable(event: AnyEvent, carries: Carries) -> AnyEvent:
    """The event, with a null move turned into a hidden move if the notation cannot distinguish them."""
    if carries.null_moves or not isinstance(event, Move) or event.move is not None or event.text not in NULL_MOVES:
        return event
    return msgspec.structs.replace(event, text=None, parts=None)


def places_it(event: AnyEvent, carries: Carries) -> bool:
    """Whether a notation gives an event a side or a turn that the event does not have."""
    if not isinstance(event, DialogueEvent) or (event.side is not None and event.turn is not None):
        return False
    return not (carries.unplaced if isinstance(carries.unplaced, bool) else type_name(event) in carries.unplaced)


def says_something(event: AnyEvent) -> bool:
    """Whether an event has at least one of the fields without which it cannot be written."""
    kind = type(event)
    if kind is PawnTries:
        return event.any is not None or event.count is not None or event.squares is not None  # type: ignore[union-attr]
    if kind is Answer:
        return event.any is not None or event.count is not None  # type: ignore[union-attr]
    return True


def strip(event: AnyEvent) -> AnyEvent:
    """An event without source and place and, if its move is known, without printed text, for comparing records."""
    changes: dict[str, Any] = {"source": "recorded", "line": None, "column": None, "span": None}
    if isinstance(event, (Move, Try)):
        changes["parts"] = None
        if event.move is not None:
            changes["text"] = None
    for name in NESTED.get(type(event), ()):
        changes[name] = tuple(strip(one) for one in getattr(event, name))
    return msgspec.structs.replace(event, **changes)
