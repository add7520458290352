"""Notes below a score, put where their marks stand behind a move: ``7. Nf4[2]`` … ``[2] White first tried cxd3.``"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kriegnote.documents.turns import MOVES, words
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_LAYOUT: Final = Terminals("layout")


def notes_in_place(plain: Plain) -> Plain:
    """A text whose notes are comments where their marks stand; the places of its characters then need not rise."""
    moved = sorted(_moved(plain.text))
    if not moved:
        return plain
    taker, at = Taker(plain), 0
    edits: list[tuple[int, int, re.Match[str] | None]] = [
        (mark, mark + len(note["mark"]), note) for mark, note in moved
    ]
    edits += [(*note.span(), None) for _, note in moved]
    for start, end, note in sorted(edits, key=lambda edit: edit[0]):
        taker.keep(at, start)
        if note is not None:
            first, last = note.span("words")
            taker.put(" {", start)
            taker.keep(first, last)
            taker.put("}", start)
            taker.mark(first, last, "note")
        at = end
    taker.keep(at, len(plain.text))
    return taker.done()


def _moved(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """The offset of each mark behind a move, and the note that it refers to."""
    since: dict[str, int] = {}  # behind the last note of this mark: numbers begin anew in every chapter
    for note in _LAYOUT["NOTE_BELOW"].finditer(text):
        mark = text.rfind(note["mark"], since.get(note["mark"], 0), note.start())
        since[note["mark"]] = note.end()
        row = text.rfind("\n", 0, max(mark, 0)) + 1
        said = words(text[row:mark]) if mark >= 0 else []
        if said and said[-1].type in MOVES and not set(note["words"]) & set("{}"):
            yield mark, note
