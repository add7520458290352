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
        mark = _last(note["mark"], text, since.get(note["mark"], 0), note.start())
        since[note["mark"]] = note.end()
        row = text.rfind("\n", 0, max(mark, 0)) + 1
        said = words(text[row:mark]) if mark >= 0 else []
        if said and said[-1].type in MOVES and not set(note["words"]) & set("{}"):
            yield mark, note


def _last(mark: str, text: str, start: int, end: int) -> int:
    """Where a mark stands last in ``[start, end)``, -1 where it does not: two asterisks are no mark of one, and those
    about a word are none."""
    at = text.rfind(mark, start, end)
    while at >= 0 and mark[0] == "*":
        row = text.rfind("\n", 0, at) + 1
        alone = text[at - 1 : at] != "*" and text[at + len(mark)] != "*"
        if alone and all(text[one - 1].isalnum() or text[one - 1] in "+#*" for one in _stars(text, row, at)):
            break
        at = text.rfind(mark, start, at)
    return at


def _stars(text: str, start: int, end: int) -> Iterator[int]:
    """Where asterisks stand in a stretch and at its end."""
    return (at for at in range(start, end + 1) if text[at] == "*")
