"""How often a try was made, in JSON: ``times`` is a number or null, and ``most`` the upper end of a range.

In Python a range is a pair (``times=(16, 17)``). In JSON it is ``"times": 16, "most": 17``, so that every field has one
type and records can be made into tables. Before version 0.2 it was ``"times": [16, 17]``, which is still read.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kriegnote.model.events import AnyEvent, Try, Variation
from kriegnote.model.record import Record

_ENCODER = msgspec.json.Encoder()
_CODED = '"most"'


def encoded(record: Record) -> bytes:
    """A record as JSON."""
    if any(map(_has_range, record.events)):
        return _ENCODER.encode(_split(msgspec.to_builtins(record)))
    return _ENCODER.encode(record)


def encoded_event(event: AnyEvent) -> bytes:
    """An event as JSON."""
    if _has_range(event):
        return _ENCODER.encode(_split({"events": [msgspec.to_builtins(event)]})["events"][0])
    return _ENCODER.encode(event)


def decoded(text: str, decoder: msgspec.json.Decoder[Record]) -> Record:
    """A record from JSON.

    :raises msgspec.DecodeError: if the text is not JSON.
    :raises msgspec.ValidationError: if it is not a record.
    """
    if _CODED not in text:
        return decoder.decode(text)
    return msgspec.convert(_joined(msgspec.json.decode(text)), Record)


def _has_range(event: AnyEvent) -> bool:
    if isinstance(event, Variation):
        return any(map(_has_range, event.events))
    return isinstance(event, Try) and isinstance(event.times, tuple)


def _split(fields: Any) -> Any:
    for event in fields["events"]:
        if event["type"] == "variation":
            _split(event)
        elif event["type"] == "try" and isinstance(event.get("times"), list | tuple):
            event["times"], event["most"] = event["times"]
    return fields


def _joined(fields: Any) -> Any:
    """The same with pairs; anything that is not a record is left as it is, so that its faults are reported."""
    events = fields.get("events") if isinstance(fields, dict) else None
    for event in events if isinstance(events, list) else ():
        if not isinstance(event, dict):
            continue
        if event.get("type") == "variation":
            _joined(event)
        elif (
            event.get("type") == "try" and isinstance(event.get("times", 1), int) and isinstance(event.get("most"), int)
        ):
            event["times"] = [event.get("times", 1), event["most"]]
    return fields
