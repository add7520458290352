"""Writes ``kriegnote/1``: one record a line."""

from __future__ import annotations

from typing import Any

import msgspec

from kriegnote.model.events import AnyEvent, Unknown, Variation
from kriegnote.model.record import Record
from kriegnote.notations.json.how_often import encoded
from kriegnote.notations.notation import PLAIN, Style


def write(record: Record, style: Style = PLAIN) -> str:
    """The record as one line of JSON."""
    if any(event.line is not None and event.span is None for event in record.events):
        record = record.replace(events=tuple(map(_unplaced, record.events)))
    text = encoded(record)
    if any(isinstance(event, Unknown | Variation) for event in record.events):
        told = msgspec.json.decode(text)
        told["events"] = _as_they_were(told["events"])
        text = msgspec.json.encode(told)
    return text.decode() + "\n"


def _as_they_were(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events of types that are not known, as the JSON that they were read from."""
    return [
        event["raw"]
        if event["type"] == "unknown"
        else event | {"events": _as_they_were(event["events"])}
        if event["type"] == "variation"
        else event
        for event in events
    ]


def _unplaced(event: AnyEvent) -> AnyEvent:
    """An event without a place that has no span: that is one in the JSON it was read from."""
    if event.line is None or event.span is not None:
        return event
    changes: dict[str, Any] = {"line": None, "column": None}
    if isinstance(event, Variation):
        changes["events"] = tuple(map(_unplaced, event.events))
    return msgspec.structs.replace(event, **changes)
