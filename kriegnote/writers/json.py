"""Writes ``kriegnote/1``: one record a line."""

from __future__ import annotations

import msgspec

from kriegnote.notations import PLAIN, Style
from kriegnote.record import Record

_ENCODER = msgspec.json.Encoder()


def write(record: Record, style: Style = PLAIN) -> str:
    """The record as one line of JSON."""
    return _ENCODER.encode(record).decode() + "\n"
