"""Writes PGN with ``(K:tries:announcements)`` after each move that has any."""

from __future__ import annotations

import re
from typing import Final

from kriegnote.model.events import AnyEvent, Capture, Check, Try
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.notations.loss import project
from kriegnote.notations.pgn.gathering_pen import GatheringPen, movetext
from kriegnote.notations.registry import notation
from kriegnote.text.tags import write_tags
from kriegnote.text.writing import PLAIN, Style

_CHECKS: Final = {"rank": "CR", "file": "CF", "diagonal": "CD", "knight": "CK"}
_ATTEMPT = re.compile(r"[A-Za-z0-8+#=-]{2,9}")


def write(record: Record, style: Style = PLAIN) -> str:
    """One record as a game in PGN."""
    carried = project(record, notation("maryland").carries)
    return write_tags(record) + movetext(_Pen(carried), carried)


class _Pen(GatheringPen):
    order = "TC"

    def attempt(self, event: Try) -> str:
        text = event.san or event.move or event.text
        if event.hidden:
            return "?"
        return text if text and _ATTEMPT.fullmatch(text) and parse_move(text) else ""

    def said(self, event: AnyEvent) -> str:
        if isinstance(event, Capture):
            return f"T{event.square}" if event.square else ""
        return "".join(map(_CHECKS.__getitem__, event.directions)) if isinstance(event, Check) else ""

    def gathered(self, tries: list[str], announcements: list[str]) -> str:
        return f"(K:{','.join(tries)}:{''.join(announcements)})" if tries or announcements else ""
