"""Writes ``kriegnote/1``: one record a line."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from kriegnote.model.events import NESTED, AnyEvent, Unknown, type_name
from kriegnote.model.record import Record
from kriegnote.notations.json.how_often import encoded
from kriegnote.text.writing import PLAIN, Style

_KEPT: Final = frozenset({Unknown, *NESTED})
_NESTED: Final = {type_name(kind): names for kind, names in NESTED.items()}


def write(record: Record, style: Style = PLAIN) -> str:
    """The record as one line of JSON."""
    if any(event.line is not None and event.span is None for event in record.events):
        record = record.replace(events=tuple(map(_unplaced, record.events)))
    text = encoded(record)
    if any(type(event) in _KEPT for event in record.events):
        fields = msgspec.json.decode(text)
        fields["events"] = _as_they_were(fields["events"])
        text = msgspec.json.encode(fields)
    return text.decode() + "\n"


def _as_they_were(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events in JSON, those of unknown types as they were read."""
    return [
        event["raw"]
        if event["type"] == "unknown"
        else event | {name: _as_they_were(event[name]) for name in _NESTED.get(event["type"], ()) if name in event}
        for event in events
    ]


def _unplaced(event: AnyEvent) -> AnyEvent:
    """An event without its place, if it has no span: that place is in the JSON it was read from."""
    if event.line is None or event.span is not None:
        return event
    changes: dict[str, Any] = {"line": None, "column": None}
    for name in NESTED.get(type(event), ()):
        changes[name] = tuple(map(_unplaced, getattr(event, name)))
    return msgspec.structs.replace(event, **changes)
