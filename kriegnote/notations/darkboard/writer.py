"""Writes PGN with ``(announcements:tries)`` after each move, as Darkboard does: ``(:)`` if nothing was announced.

In Darkboard's own games, what is not announced did not happen. A record whose silence differs states it in its tag
``Silence``, which is empty if the record is silent about nothing.
"""

from __future__ import annotations

from typing import Final

from kriegnote.model.events import AnyEvent, Capture, Check, PawnTries, Try
from kriegnote.model.record import Record
from kriegnote.notations.loss import project
from kriegnote.notations.pgn.gathering_pen import GatheringPen, movetext
from kriegnote.notations.registry import notation
from kriegnote.parsing import Terminals
from kriegnote.text.tags import write_tags
from kriegnote.text.writing import PLAIN, Style

_CHECKS: Final = {"rank": "CR", "file": "CF", "long": "CL", "short": "CS", "knight": "CN"}
_DIALECT: Final = Terminals("krieg")


def write(record: Record, style: Style = PLAIN) -> str:
    """One record as a game in PGN."""
    carried = project(record, notation("darkboard").carries)
    tags = write_tags(record)
    if not record.silence and all(name != "Silence" for name, _ in record.headers):
        tags = f'{tags.strip()}\n[Silence ""]\n\n'.lstrip()
    return tags + movetext(_Pen(carried), carried)


class _Pen(GatheringPen):
    order = "XCP"

    def attempt(self, event: Try) -> str:
        text = event.san or event.move or event.text
        return text if text and _DIALECT["_TRIED"].fullmatch(text) else ""

    def said(self, event: AnyEvent) -> str:
        if isinstance(event, Capture):
            return f"X{event.square}" if event.square else ""
        if isinstance(event, PawnTries):
            return f"P{event.count}" if event.count is not None and event.count < 100 else ""
        return ",".join(map(_CHECKS.__getitem__, event.directions)) if isinstance(event, Check) else ""

    def gathered(self, tries: list[str], announcements: list[str]) -> str:
        return f"({','.join(announcements)}:{','.join(tries)})"
