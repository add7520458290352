"""What a record says about its own facts, in tags: where they come from, and what it says of them beside.

``[Derived "check capture=w5,b7 silence"]``: every check, two of the captures and the record's silence follow from
the umpire's board; ``capture!=w5`` is every capture but that one.  ``[Inferred "…"]`` likewise for what a search has
found, ``[Assumed "rules"]`` what was asked for, ``[FromPage "header=White,Black"]`` what stands on the page around the
record.  ``[Extra "…"]`` is JSON: what the record (``record``) and single facts (``capture w5``) say beside.  The second
fact of a type in a turn is ``w5.2``.  Like ``Rules`` and ``View`` they are the tail of a tag block, elsewhere headers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from kriegnote.model.events import EVENT_TYPES, AnyEvent, type_name
from kriegnote.model.record import FIELDS_WITH_SOURCES, FieldSource, Record
from kriegnote.notations.loss import addressed
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


def _addresses(events: Iterable[AnyEvent]) -> Iterator[tuple[int, AnyEvent, str, str]]:
    """The index, event, type and place (``w5``, ``w5.2``) of every event that can be named."""
    seen: Counter[tuple[str, str]] = Counter()
    for index, event in enumerate(events):
        if addressed(event):
            kind, where = type_name(event), place((event.side, event.turn))[1:]  # type: ignore[union-attr]
            seen[kind, where] += 1
            number = seen[kind, where]
            yield index, event, kind, where if number == 1 else f"{where}.{number}"


def tagged(record: Record) -> Record:
    """The record with those tags for what its events and fields say about themselves.

    :param record: as the notation carries it: facts that it drops have no places in its text.
    """
    own = {name for name, _ in record.headers}
    sources = record.field_sources
    if not sources and record.extra is msgspec.UNSET and not any(map(_says_more, record.events)):
        return record
    named = list(_addresses(record.events))
    headers = list(record.headers)
    for name, source in _NAMES.items():
        words = [*_kinds(named, source), *_fields(record, {field for field, one in sources.items() if one == source})]
        if words and name not in own:
            headers.append((name, " ".join(words)))
    beside: dict[str, Any] = {f"{kind} {where}": event.extra for _, event, kind, where in named if event.extra}
    if record.extra is not msgspec.UNSET:
        beside["record"] = record.extra
    if beside and "Extra" not in own:
        headers.append(("Extra", json.dumps(beside, ensure_ascii=False)))
    return record.replace(headers=tuple(headers))


def _says_more(event: AnyEvent) -> bool:
    return event.source != "recorded" or event.extra is not None


def _fields(record: Record, fields: set[str]) -> list[str]:
    """The record's fields of a source; of its headers those that it has, in their order."""
    headers = [name for name, _ in record.headers if f"header {name}" in fields and can_name(name)]
    words = [f"{_HEADERS}{','.join(dict.fromkeys(headers))}"] if headers else []
    return [*words, *sorted(fields & set(FIELDS_WITH_SOURCES))]


def _kinds(named: list[tuple[int, AnyEvent, str, str]], source: FieldSource) -> list[str]:
    """Of each type: itself when all its events are of this source, else their places or those of the others."""
    words = []
    for kind in sorted({kind for _, event, kind, _ in named if event.source == source}):
        here = [where for _, event, one, where in named if one == kind and event.source == source]
        others = [where for _, event, one, where in named if one == kind and event.source != source]
        if not others:
            words.append(kind)
        elif len(others) < len(here):
            words.append(f"{kind}!={','.join(others)}")
        else:
            words.append(f"{kind}={','.join(here)}")
    return words


def untagged(record: Record) -> Record:
    """The record with what those tags say of it; tags that cannot be understood stay headers."""
    headers = list(record.headers)
    said: dict[str, Any] = {}
    for name in ("Extra", *reversed(_NAMES)):
        if not headers or headers[-1][0] != name or sum(one == name for one, _ in headers) > 1:
            continue
        told = _beside(headers[-1][1]) if name == "Extra" else _words(headers[-1][1], _named(_NAMES[name], headers))
        if told is not None:
            said[name] = told
            headers.pop()
    if not said:
        return record
    changes: dict[int, dict[str, Any]] = {}
    beside = said.get("Extra", {})
    sources: dict[str, FieldSource] = {}
    named = list(_addresses(record.events))
    for name, source in _NAMES.items():
        words = said.get(name, {})
        sources |= dict.fromkeys((word for word in words if word not in EVENT_TYPES), source)
        for index, _, kind, where in named:
            if kind in words and (words[kind] is None or (where in words[kind][1]) != words[kind][0]):
                changes.setdefault(index, {})["source"] = source
    for index, _, kind, where in named:
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
    """What may be said to come from a source: the record's fields and headers, and of two sources events."""
    types = EVENT_TYPES if source in ("derived", "inferred") else ()
    return frozenset({*FIELDS_WITH_SOURCES, *types, *(f"header {name}" for name, _ in headers)})


def _words(value: str, allowed: frozenset[str]) -> dict[str, tuple[bool, frozenset[str]] | None] | None:
    """Each type or field named: None for all of it, else whether all but some, and which; None: it says no such."""
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
