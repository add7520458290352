"""How a record prints its moves: its letters, its mark of a capture, its figurines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kriegnote.model.events import AnyEvent, Move, Try
from kriegnote.model.printed_moves import FIGURINES, Language, language_of, spell
from kriegnote.model.printed_moves import LETTERS as LETTERS_OF

_MEN = frozenset("".join(LETTERS_OF.values()))
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
        parts = event.parts if type(event) is Move else None
        if parts is None or parts.castle is not None:
            continue
        if parts.sign is None:
            bare = True
            continue
        mark = mark or parts.mark or ""
        if parts.sign[0] in _MEN:
            letters += parts.sign[0]
        if bare and mark and parts.sign[0] in "QN":
            break  # English
    return Traits(bare, bool(mark), mark or "x", language_of(letters))


def is_figurine(event: Move | Try) -> bool:
    """Whether the printed man is a figurine, which a scanner may have got wrong."""
    return event.parts is not None and event.parts.figurine


def marked_check(event: Move) -> bool:
    """Whether a printed move is marked as check or mate."""
    return event.parts is not None and bool(event.parts.check or event.parts.mate)
