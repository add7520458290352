"""How a record prints its moves: its letters for the men, its mark of a capture, its figurines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kriegnote.model.events import AnyEvent, Move, Try
from kriegnote.model.printed_moves import FIGURINES, Language, language_of, spell
from kriegnote.model.printed_moves import LETTERS as LETTERS_OF

_MEN = frozenset("".join(LETTERS_OF.values()))  # the letters for men in all languages
_WHITE = dict(zip("KQRBN", "♔♕♖♗♘", strict=True))
_BLACK = dict(zip("KQRBN", "♚♛♜♝♞", strict=True))


@dataclass(frozen=True, slots=True)
class Traits:
    """How a record prints moves.

    ``bare_pawns``: pawns without a sign (so a ♙ is never a pawn); ``marks_captures``: captures are marked, with
    ``mark``; ``language``: of the letters for the men; ``marks_checks``: checks are marked.
    """

    bare_pawns: bool
    marks_captures: bool
    mark: str = "x"
    language: Language = "en"
    marks_checks: bool = False

    def letter(self, man: str, like: str) -> str:
        """The sign for a man (one of ``KQRBN``): a figurine of the colour of ``like`` if that is one, else a letter."""
        if like in _BLACK.values():
            return _BLACK[man]
        if like in FIGURINES:
            return _WHITE[man]
        return spell(man, self.language)

    def say(self, san: str) -> str:
        """A move in SAN, with this record's letters."""
        return spell(san, self.language)


def traits_of(events: Iterable[AnyEvent]) -> Traits:
    """The traits shown by a record's moves."""
    bare = checks = False
    letters = ""
    mark = ""
    for event in events:
        parts = event.parts if type(event) is Move else None
        if parts is None or parts.castle is not None:
            continue
        checks = checks or bool(parts.check)
        if parts.sign is None:
            bare = True
            continue
        mark = mark or parts.mark or ""
        if parts.sign[0] in _MEN:
            letters += parts.sign[0]
        if bare and mark and checks and parts.sign[0] in "QN":
            break  # Q and N are English letters: nothing is left to find out
    return Traits(bare, bool(mark), mark or "x", language_of(letters), checks)


def is_figurine(event: Move | Try) -> bool:
    """Whether the man is printed as a figurine, which a scanner may have misread."""
    return event.parts is not None and event.parts.figurine


def marked_check(event: Move) -> bool:
    """Whether a printed move is marked as check or mate."""
    return event.parts is not None and bool(event.parts.check or event.parts.mate)
