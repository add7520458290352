"""Printed moves: what a move's text says, each part known or not, and how a move is spelled.

Nothing here knows a position.  Letters are read in English (``KQRBN``), Italian (``RDTAC``: Re, Donna,
Torre, Alfiere, Cavallo) and as figurines, whose colour means nothing.  ``R`` is a rook in English and the
king in Italian, so a reader says which of the two its record uses (:func:`language`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

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
    """

    piece: Piece | None = None
    from_: str | None = msgspec.field(default=None, name="from")
    to: str | None = None
    promotion: Piece | None = None
    capture: bool | None = None
    castle: Literal["short", "long"] | None = None


_DASH = "-\N{HYPHEN}-\N{HORIZONTAL BAR}\N{MINUS SIGN}"  # the hyphen, then all dashes of one block
_CASTLE = re.compile(rf"[Oo0]{{2,3}}|[Oo0]\s?[{_DASH}]\s?[Oo0](?:\s?[{_DASH}]\s?[Oo0])?")
_MOVE = re.compile(
    rf"""(?:(?P<piece>[KQRBNDTACPkqrnt♔-♟])\ufe0e?\s?)?
         (?P<from>[a-hA-H]?[1-8]?)
         (?P<x>\s?[{_DASH}]\s?|\s?[xX×✕:]\s?)?
         (?P<to>[a-hA-H][1-8]|(?<=[a-h])[a-h]|(?<=[a-h][x×:])[a-h])
         (?:(?:[+\#†‡]{{1,2}}=|\s?[=/(]?\s?)(?P<promotion>[QRBNDTACKqrbn♔-♟])\ufe0e?\)?)?""",
    re.VERBOSE,
)
_MARKS = re.compile(r"(?:\s?(?:[+#†‡]|e\.?\s?p\.?))*\Z")


@lru_cache(maxsize=16384)
def parse_move(text: str, language: Language = "en") -> Parts | None:
    """The parts of a printed move with its marks (``♖×e5+``, ``0-0``, ``b8=Q``, ``ab4``), None when it is no move."""
    found = _CASTLE.match(text)
    if found and _MARKS.match(text, found.end()):
        count = sum(letter in "Oo0" for letter in found.group())
        return Parts(piece="K", castle="short" if count == 2 else "long")
    found = _MOVE.match(text)
    if not found or not _MARKS.match(text, found.end()):
        return None
    origin, target = found["from"].lower() or None, found["to"].lower()
    letter = found["piece"]
    piece: Piece | None = piece_of(letter, language) if letter else "P"
    if not letter and origin and len(origin) == 2:
        piece = None  # e2e4, g1f3: squares alone
    sign = (found["x"] or "").strip()
    capture: bool | None = True if sign and sign in "xX×✕:" else None
    slanted = piece == "P" and origin is not None and origin[0] in "abcdefgh" and origin[0] != target[0]
    if len(target) == 1 and (letter not in (None, "P") or not slanted or abs(ord(origin[0]) - ord(target)) != 1):  # type: ignore[index]
        return None  # a file alone is where a pawn takes: on the next one ("ed"), not "be", "the"
    promotion = piece_of(found["promotion"], language) if found["promotion"] else None
    return Parts(piece, origin, target, promotion, True if slanted else capture)


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
