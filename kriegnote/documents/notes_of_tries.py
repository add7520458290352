"""Puts notes that tell nothing but a player's tries before the move at whose mark they are, crossed out.

    9. Q-Q1 (b)  …  (b) White first tried Q-KB8; the umpire: “No.”        9. (Q-KB8?) Q-Q1
    6. a4 d5¹    …  ¹ cxd5, axb6, dxe5                                    6. a4 ~~cxd5~~ ~~axb6~~ ~~dxe5~~ d5
    Ff4((essayé avant : cxd4))                                            ~~cxd4~~ Ff4

Notes that are bare lists of moves are tries if the words above them say so. Other notes are left to
:mod:`kriegnote.documents.notes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kriegnote.documents.kept_columns import columns_kept
from kriegnote.documents.legend_places import Edit
from kriegnote.documents.notes import notes_at_moves, row_before
from kriegnote.documents.turns import MOVES, words
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain

_LISTED: Final = Terminals("listed_tries")
_KINDS: Final = ("LISTED_MOVE", "SAYS_TRIED", "SAYS_LITTLE", "SAYS_NOT", "PARTS_LISTED")
_ABOVE: Final = 400
"""The greatest number of characters above the first note that may say what the notes are."""
_ROW: Final = 200
"""The greatest number of characters before a note in its line that are examined."""

_Range = tuple[int, int]


class _Tried(NamedTuple):
    """The tries of a note, the offset of the move before which they were made, and what is left out for them."""

    at: int
    moves: Sequence[_Range]
    gone: Sequence[_Range]


def with_tries_of_notes(plain: Plain) -> Plain:
    """A text with the tries of its notes before the moves that they are on, crossed out; tables keep their columns."""
    found = [*_of_notes(plain.text), *_inside(plain.text)]
    if not found:
        return plain
    text = plain.text
    put = [Edit(at, at, "".join(as_refused(text[slice(*move)]) for move in moves)) for at, moves, _ in found]
    gone = [Edit(start, end, "") for one in found for start, end in one.gone]
    edits = sorted([*put, *gone])
    return plain.changed([*edits, *columns_kept(text, edits)])


def as_refused(move: str) -> str:
    """A move as one that was refused: crossed out, or queried in brackets if it has several words."""
    return f"({move}?) " if words(move)[0].type == "DESCRIBED" else f"~~{move}~~ "


def _of_notes(text: str) -> Iterator[_Tried]:
    """The tries of the notes below the score."""
    notes = [*notes_at_moves(text)]
    led = notes and says_tried(text[max(notes[0].start - _ABOVE, 0) : notes[0].start].rstrip().rpartition("\n\n")[2])
    for note in notes:
        moves = tries_alone(text, *note.words, led=bool(led))
        if moves and (start := _last_move(text, note.mark)) is not None:
            yield _Tried(start, moves, [(note.mark, note.behind), (note.start, note.end)])


def _last_move(text: str, end: int) -> int | None:
    """The offset of the move that ends at an offset, in the same cell; None if there is none."""
    start = max(end - _ROW, row_before(text, end), *(text.rfind(sign, 0, end) + 1 for sign in "|\t"))
    said = words(text[start:end])
    return start + (said[-1].start_pos or 0) if said and said[-1].type in MOVES else None


def _inside(text: str) -> Iterator[_Tried]:
    """The tries of notes that stand at their places in the text."""
    for note in _LISTED["INLINE_NOTE"].finditer(text):
        name = next(name for name in ("wiki", "inside", "org", "web") if note[name])
        moves = tries_alone(text, *note.span(name), led=False)
        if moves and (start := _last_move(text, note.start())) is not None:
            yield _Tried(start, moves, [note.span()])


def tries_alone(text: str, start: int, end: int, *, led: bool) -> list[_Range]:
    """The moves of words that say nothing but that these were tried; none for any other words.

    :param led: other words say it of lists of moves.
    """
    found = [*_said(text, start, end)]
    kinds = {kind for kind, _ in found}
    bare = led and kinds <= {"LISTED_MOVE", "SAYS_NOT", "PARTS_LISTED"}
    if "" in kinds or not (bare or ("SAYS_TRIED" in kinds and "SAYS_NOT" not in kinds)):
        return []
    return [one.span() for kind, one in found if kind == "LISTED_MOVE" and one is not None]


def _said(text: str, start: int, end: int) -> Iterator[tuple[str, re.Match[str] | None]]:
    """The words of a range, each with the first terminal that fits it; none has an empty name."""
    at = start
    while at < end:
        said = ((kind, _LISTED[kind].match(text, at, end)) for kind in _KINDS)
        kind, found = next(((kind, found) for kind, found in said if found is not None), ("", None))
        yield kind, found
        at = max(found.end() if found is not None else 0, at + 1)


def says_tried(said: str) -> bool:
    """Whether words that stand above notes say that moves were tried."""
    return _LISTED["SAYS_TRIED"].search(said) is not None


__all__ = ["as_refused", "says_tried", "tries_alone", "with_tries_of_notes"]
