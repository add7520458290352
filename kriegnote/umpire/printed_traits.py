"""How a record prints its moves: its letters, its mark of a capture, its figurines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kriegnote.model.events import AnyEvent, Move
from kriegnote.model.printed_moves import FIGURINES, Language, language_of, spell
from kriegnote.model.printed_moves import LETTERS as LETTERS_OF

_MEN = frozenset("".join(LETTERS_OF.values()))
CAPTURE_MARK = re.compile(r"[xX×✕:]")
CHECK_MARK = re.compile(r"([+†])")
MATE_MARK = re.compile(r"[#‡]")
_WHITE = dict(zip("KQRBN", "♔♕♖♗♘", strict=True))
_BLACK = dict(zip("KQRBN", "♚♛♜♝♞", strict=True))


@dataclass(frozen=True, slots=True)
class Traits:
    """How a record prints: its pawns bare (so a ♙ is never a pawn), its captures marked, and with what."""

    bare_pawns: bool
    marks_captures: bool
    mark: str = "x"
    language: Language = "en"

    def letter(self, man: str, like: str) -> str:
        """The sign for a man (of ``KQRBN``) as this record writes it, of the sort of ``like``."""
        if like in _BLACK.values():
            return _BLACK[man]
        if like in FIGURINES:
            return _WHITE[man]
        return spell(man, self.language)

    def say(self, san: str) -> str:
        """A move as this record would print it."""
        return spell(san, self.language)


def traits_of(events: Iterable[AnyEvent]) -> Traits:
    """The traits that a record's moves show."""
    bare = False
    letters = ""
    mark = ""
    for event in events:
        if type(event) is Move and event.text:
            first = event.text[0]
            bare = bare or "a" <= first <= "h"
            if not mark and first not in "abcdefgh?" and (found := CAPTURE_MARK.search(event.text)) is not None:
                mark = found.group()
            if first in _MEN:
                letters += first
            if bare and mark and first in "QN":
                break  # English
    return Traits(bare, bool(mark), mark or "x", language_of(letters))


def is_figurine(text: str | None) -> bool:
    """Whether the printed man is a figurine, which a scanner may have got wrong."""
    return bool(text) and text[0] in FIGURINES  # type: ignore[index]


def marked_check(text: str | None) -> bool:
    """Whether a printed move is marked as check or mate."""
    return bool(text) and (CHECK_MARK.search(text) or MATE_MARK.search(text)) is not None  # type: ignore[arg-type]
