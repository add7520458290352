"""Printed moves: what a move's text says, each part known or not, and how a move is spelled.

Nothing here knows a position.  Letters are read in English (``KQRBN``), Italian (``RDTAC``: Re, Donna,
Torre, Alfiere, Cavallo) and as figurines, whose colour means nothing.  ``R`` is a rook in English and the
king in Italian, so a reader says which of the two its record uses (:func:`language`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import msgspec

Piece = Literal["K", "Q", "R", "B", "N", "P"]
Language = Literal["en", "it"]
Spelling = Literal["en", "it", "figurine"]

NULL_MOVES: Final = frozenset(("--", "Z0", "0000", "@@@@"))  # an annotator passes the turn, to show a threat
FIGURINES: Final = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True))
ITALIAN: Final = {"R": "K", "D": "Q", "T": "R", "A": "B", "C": "N", "P": "P"}
_SPELL: Final[dict[str, dict[int, str]]] = {
    "it": {ord(english): italian for italian, english in ITALIAN.items()},
    "figurine": dict(zip(map(ord, "KQRBN"), "♔♕♖♗♘", strict=True)),
}


class Parts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a printed move says; None is *not said* (or, for ``piece``, not to be told).

    ``piece``: a letter of ``KQRBNP``, P for a bare pawn move; None where only squares are printed.
    ``from_`` (``from`` in JSON): a file, a rank or a square.  ``to``: a square, or a file alone (``ed``).
    ``promotion``: a letter (a king's when that is what the page shows).  ``capture``: True when marked or
    slanted.  ``castle``: ``short`` or ``long``.

    How it is printed: ``sign``, the man's letter or figurine (``N``, ``C``, ``♘``), None for a bare pawn;
    ``mark``, the sign of a capture (``x``, ``×``, ``:``); ``check``, ``mate`` and ``en_passant``: True when marked
    (``+``, ``#``, ``e.p.``).
    """

    piece: Piece | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    to: str | None = None
    promotion: Piece | None = None
    capture: bool | None = None
    castle: Literal["short", "long"] | None = None
    sign: str | None = None
    mark: str | None = None
    check: bool | None = None
    mate: bool | None = None
    en_passant: bool | None = None

    @property
    def figurine(self) -> bool:
        """Whether the man is printed as a figurine, which a scanner may have got wrong."""
        return self.sign is not None and self.sign in FIGURINES

    def unmarked(self) -> Parts:
        """The move without how it is printed: what two printings of one move share."""
        return Parts(self.piece, self.from_, self.to, self.promotion, self.capture, self.castle)


class _Words(NamedTuple):
    """The words of a printed move, whatever its language; marks are the names of their terminals."""

    man: str | None = None
    origin: str | None = None
    takes: str | None = None
    target: str | None = None
    promotion: str | None = None
    castling: str | None = None
    marks: tuple[str, ...] = ()


class _Reader:
    """The words of a move out of what the grammar finds: one method a rule of ``grammars/move.lark``."""

    def move(self, found: list[Any]) -> _Words:
        man, origin, takes, target, promotion, *marks = found
        letter, before = promotion or (None, ())
        return _Words(man, origin, takes, target, letter, None, (*before, *marks))

    def castles(self, found: list[Any]) -> _Words:
        castling, *marks = found
        return _Words(castling=castling, marks=tuple(marks))

    def man(self, found: list[Any]) -> str:
        return str(found[0])[0]

    def square(self, found: list[Any]) -> str:
        return str(found[0]).lower()

    origin = target = square

    def takes(self, found: list[Any]) -> str | None:
        return found[0].strip() if found[0].type == "TAKES" else None

    def promotion(self, found: list[Any]) -> tuple[str, tuple[str, ...]]:
        *before, printed = found
        letter = next(letter for letter in printed if letter in FIGURINES or letter.isalpha())
        return letter, tuple(mark.type.removesuffix("_FIRST") for mark in before)

    def castling(self, found: list[Any]) -> str:
        return "short" if sum(letter in "Oo0" for letter in found[0]) == 2 else "long"

    def mark(self, found: list[Any]) -> str:
        return str(found[0].type)


@lru_cache(maxsize=16384)
def parse_move(text: str, language: Language = "en") -> Parts | None:
    """The parts of a printed move with its marks (``♖×e5+``, ``0-0``, ``b8=Q``, ``ab4``), None when it is no move.

    Moves recur, so what was read is remembered.
    """
    from lark import UnexpectedInput

    from kriegnote.parsing import grammar

    try:
        words: Any = grammar("move", transformer=_READER).parse(text)
    except UnexpectedInput:
        return None
    marks = {name: True for name, mark in _MARKS.items() if mark in words.marks}
    if words.castling:
        return Parts(piece="K", castle=words.castling, **marks)  # type: ignore[arg-type]
    piece: Piece | None = piece_of(words.man, language) if words.man else "P"
    origin, target = words.origin, words.target
    if not words.man and origin and len(origin) == 2:
        piece = None  # e2e4, g1f3: squares alone
    slanted = piece == "P" and origin is not None and not origin.startswith((target[0], *"12345678"))
    if len(target) == 1 and not (slanted and words.man in (None, "P") and abs(ord(origin[0]) - ord(target)) == 1):
        return None  # a file alone is where a pawn takes: on the next one ("ed"), not "be", "the"
    promotion = piece_of(words.promotion, language) if words.promotion else None
    capture = True if slanted or words.takes else None
    return Parts(piece, origin, target, promotion, capture, None, words.man, words.takes, **marks)


_READER: Final = _Reader()
_MARKS: Final = {"check": "CHECK", "mate": "MATE", "en_passant": "PASSING"}


def piece_of(letter: str, language: Language = "en") -> Piece:
    """The man that a letter or figurine stands for; KeyError when it stands for none."""
    if letter in FIGURINES:
        return FIGURINES[letter]  # type: ignore[return-value]
    letter = letter.upper()
    if letter in "QBKN" or (language == "en" and letter in "RP"):
        return letter  # type: ignore[return-value]
    return ITALIAN[letter]  # type: ignore[return-value]


_LETTER = re.compile(r"(?<![A-Za-z])([KQRBNDTAC])[a-h]?[1-8]?[x×:]?[a-h][1-8](?![A-Za-z0-9])")


def language(text: str) -> Language:
    """``it`` when the piece letters of a text are Italian: some of ``DTAC`` and none of ``KQBN``; else ``en``."""
    letters = {found.group(1) for found in _LETTER.finditer(text)}
    return "it" if letters & set("DTAC") and not letters & set("KQBN") else "en"


def spell(san: str, pieces: Spelling = "en") -> str:
    """A SAN move in the letters asked for: ``Nf3``, ``Cf3``, ``♘f3``."""
    return san if pieces == "en" else san.translate(_SPELL[pieces])
