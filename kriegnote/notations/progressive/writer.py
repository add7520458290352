"""Writes series of progressive games: one per line, its moves separated by commas; a hidden move is ``-``."""

from __future__ import annotations

from kriegnote.model.events import Comment, End, Move, Nag
from kriegnote.model.record import Record
from kriegnote.text import umpire_messages as messages
from kriegnote.text.spelling import readable, spelled
from kriegnote.text.tags import write_tags
from kriegnote.text.writing import PLAIN, Style, note


def write(record: Record, style: Style = PLAIN) -> str:
    """A record as text."""
    pieces = readable(record.events, style.pieces, kinds=(Move,))
    lines: list[str] = []
    series: int | None = None
    moved = False
    for event in record.events:
        if isinstance(event, Move):
            text = spelled(event, pieces) or "-"
            if event.turn != series or not lines:
                series = event.turn
                lines.append(f"{series}.{text}")
            else:
                lines[-1] += f",{text}" if moved else f" {text}"
            moved = True
        elif isinstance(event, Comment | Nag | End):
            if isinstance(event, End):
                said = f"[{messages.say(event, style.lang, side=event.side)}]"
            else:
                said = note(event, record.view)
            if lines:
                lines[-1] += f" {said}"
            else:
                lines.append(said)
            moved = moved and not isinstance(event, Comment)
    if record.result is not None:
        lines.append(record.result)
    return write_tags(record) + "".join(line + "\n" for line in lines)
