"""Tags for what a record says about its own facts: their sources, and extra fields.

``[Derived "check capture=w5,b7 silence"]``: every check, two of the captures and the record's silence follow from the
umpire's board; ``capture!=w5`` is every capture except that one. ``[Inferred "…"]`` is the same for what a search has
found, ``[Assumed "rules"]`` for what the user asked for, ``[FromPage "header=White,Black"]`` for what stands on the
page around the record. ``[Extra "…"]`` is JSON: the extra fields of the record (``record``) and of single facts
(``capture w5``). The second fact of a type in a turn is ``w5.2``. Like ``Rules`` and ``View`` these tags are the end of
a tag block; elsewhere they are headers.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from operator import attrgetter, itemgetter
from typing import Any, Final

import msgspec

from kriegnote.model.events import EVENT_TYPES, AnyEvent, type_name
from kriegnote.model.record import FIELDS_WITH_SOURCES, FieldSource, Record
from kriegnote.notations.loss import Carries, addressed, has_words
from kriegnote.text.remarks import place
from kriegnote.text.tags import can_name

_NAMES: Final[dict[str, FieldSource]] = {
    "Derived": "derived",
    "Inferred": "inferred",
    "Assumed": "assumed",
    "FromPage": "page",
}
_PLACE: Final = r"[wb]\d{1,9}(?:\.\d{1,9})?"
_WORD: Final = re.compile(rf"([a-z_]+)(?:(!?)=({_PLACE}(?:,{_PLACE})*))?")
_HEADERS: Final = "header="


class _Facts:
    """The events of one type that can be named, with their indices among all events."""

    def __init__(self) -> None:
        self.events: list[AnyEvent] = []
        self.indices: list[int] = []

    def places(self) -> list[str]:
        """The names of the events: the place of each, ``w5``, or ``w5.2`` for the second one of a turn."""
        seen: Counter[str] = Counter()
        names = []
        for event in self.events:
            where = place((event.side, event.turn))[1:]  # type: ignore[union-attr]
            seen[where] += 1
            names.append(where if seen[where] == 1 else f"{where}.{seen[where]}")
        return names

    def word(self, kind: str, source: FieldSource) -> str | None:
        """The word of a tag for the events of this source: all, some, or all but some; None if there are none."""
        found = [event.source == source for event in self.events]
        number = sum(found)
        if number in (0, len(found)):
            return kind if number else None
        few = 2 * number <= len(found)
        chosen = [where for where, one in zip(self.places(), found, strict=True) if one == few]
        return f"{kind}{'' if few else '!'}={','.join(chosen)}"


def _by_type(events: Iterable[AnyEvent]) -> dict[str, _Facts]:
    """The events that can be named, by the name of their type."""
    found: dict[type[AnyEvent], _Facts] = defaultdict(_Facts)
    for index, event in enumerate(events):
        if addressed(event):
            facts = found[type(event)]
            facts.events.append(event)
            facts.indices.append(index)
    return {type_name(facts.events[0]): facts for facts in found.values()}


def _named_by(record: Record, carries: Carries, apart: Collection[type[AnyEvent]]) -> Iterator[AnyEvent]:
    """The events to be named in tags; if all events of a type say the same, the first represents them.

    :param apart: the types whose events differ.
    """
    found: set[type[AnyEvent]] = set()
    for event in record.events:
        kind = type(event)
        if kind not in found and addressed(event) and has_words(event, carries, record.view):
            yield event
            if kind not in apart:
                found.add(kind)


def tagged(record: Record, carries: Carries) -> tuple[tuple[str, str], ...]:
    """The headers of a record, with tags for the sources and extra fields of its events and fields.

    :param carries: what the notation carries: an event that it drops has no place in its text.
    """
    own = {name for name, _ in record.headers}
    sources = record.field_sources
    said = {*map(attrgetter("__class__", "source"), record.events)}
    extra = any(map(attrgetter("extra"), record.events))
    if not (sources or extra or record.extra is not msgspec.UNSET or any(source != "recorded" for _, source in said)):
        return record.headers
    apart = {kind for kind, number in Counter(kind for kind, _ in said).items() if extra or number > 1}
    kinds = dict(sorted(_by_type(_named_by(record, carries, apart)).items()))
    headers = list(record.headers)
    for name, source in _NAMES.items():
        words = [word for kind, facts in kinds.items() if (word := facts.word(kind, source)) is not None]
        words += _fields(record, {field for field, one in sources.items() if one == source})
        if words and name not in own:
            headers.append((name, " ".join(words)))
    beside = _extras(kinds)
    if record.extra is not msgspec.UNSET:
        beside["record"] = record.extra
    if beside and "Extra" not in own:
        headers.append(("Extra", json.dumps(beside, ensure_ascii=False)))
    return tuple(headers)


def _extras(kinds: Mapping[str, _Facts]) -> dict[str, Any]:
    """The extra fields of the facts that can be named, in their order."""
    found = [
        (index, f"{kind} {where}", event.extra)
        for kind, facts in kinds.items()
        if any(event.extra for event in facts.events)
        for index, event, where in zip(facts.indices, facts.events, facts.places(), strict=True)
        if event.extra
    ]
    return {name: extra for _, name, extra in sorted(found, key=itemgetter(0))}


def _fields(record: Record, fields: set[str]) -> list[str]:
    """The words of a tag for the record's fields of a source; of its headers those that exist, in their order."""
    headers = [name for name, _ in record.headers if f"header {name}" in fields and can_name(name)]
    words = [f"{_HEADERS}{','.join(dict.fromkeys(headers))}"] if headers else []
    return [*words, *sorted(fields & set(FIELDS_WITH_SOURCES))]


def untagged(record: Record) -> Record:
    """The record with the contents of these tags; tags that cannot be understood remain headers."""
    headers = list(record.headers)
    said: dict[str, Any] = {}
    for name in ("Extra", *reversed(_NAMES)):
        if not headers or headers[-1][0] != name or sum(one == name for one, _ in headers) > 1:
            continue
        value = _beside(headers[-1][1]) if name == "Extra" else _words(headers[-1][1], _named(_NAMES[name], headers))
        if value is not None:
            said[name] = value
            headers.pop()
    if not said:
        return record
    changes: dict[int, dict[str, Any]] = {}
    beside = said.get("Extra", {})
    sources: dict[str, FieldSource] = {}
    kinds = _by_type(record.events)
    for name, source in _NAMES.items():
        words = said.get(name, {})
        sources |= dict.fromkeys((word for word in words if word not in EVENT_TYPES), source)
        for kind in set(words) & set(kinds):
            for index in _chosen(kinds[kind], words[kind]):
                changes.setdefault(index, {})["source"] = source
    for kind, facts in kinds.items() if beside else ():
        for index, where in zip(facts.indices, facts.places(), strict=True):
            if isinstance(one := beside.get(f"{kind} {where}"), dict):
                changes.setdefault(index, {})["extra"] = one
    events = list(record.events)
    for index, change in changes.items():
        events[index] = msgspec.structs.replace(events[index], **change)
    return record.replace(
        headers=tuple(headers),
        events=tuple(events),
        extra=beside.get("record", record.extra),
        sources=sources or record.sources,
    )


def _named(source: FieldSource, headers: Iterable[tuple[str, str]]) -> frozenset[str]:
    """What may have a source: the record's fields and headers and, if derived or inferred, events."""
    types = EVENT_TYPES if source in ("derived", "inferred") else ()
    return frozenset({*FIELDS_WITH_SOURCES, *types, *(f"header {name}" for name, _ in headers)})


def _chosen(facts: _Facts, which: tuple[bool, frozenset[str]] | None) -> list[int]:
    """The indices of the facts that a tag names: all, those at some places, or all but those."""
    if which is None:
        return facts.indices
    negated, places = which
    return [i for i, where in zip(facts.indices, facts.places(), strict=True) if (where in places) != negated]


def _words(value: str, allowed: frozenset[str]) -> dict[str, tuple[bool, frozenset[str]] | None] | None:
    """The contents of a tag by type or field; None if the tag cannot be understood.

    The value is None for all facts of a type; otherwise whether the places are excluded, and the places.
    """
    said: dict[str, tuple[bool, frozenset[str]] | None] = {}
    for word in value.split():
        if word.startswith(_HEADERS):
            here: dict[str, Any] = dict.fromkeys(f"header {name}" for name in word.removeprefix(_HEADERS).split(","))
        elif found := _WORD.fullmatch(word):
            here = {found[1]: (bool(found[2]), frozenset(found[3].split(","))) if found[3] else None}
        else:
            return None
        if not here.keys() <= allowed or here.keys() & said.keys():
            return None
        said |= here
    return said or None


def _beside(value: str) -> dict[str, Any] | None:
    try:
        said = json.loads(value)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) and said and all(isinstance(one, dict) for one in said.values()) else None
