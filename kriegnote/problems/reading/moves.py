"""Reads a printed move of a solution, with its marks and a scanner's misreadings, and the names of men."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from kriegnote import lexicon
from kriegnote.chess.reasons import WORDS
from kriegnote.model.printed_moves import FIGURINES, Language, Parts, Piece, is_mans_letter, parse_move, piece_of
from kriegnote.scanner import scanner_of


class Printed(NamedTuple):
    """A printed move: its parts, whether its man is a figurine, and its marks.

    ``mates``, ``checks``: it is marked so.  ``doubted``: it is marked with ``?`` and without ``!``: a try that fails.
    """

    parts: Parts
    figurine: bool
    mates: bool
    checks: bool
    doubted: bool


_MARKS: Final = frozenset({"CHECK", "MATE", "MATES", "PASSING", "GOOD_OR_BAD"})
_NO_SIGN: Final = frozenset("abcdefghO0123456789_(")


@lru_cache(maxsize=4096)
def printed(text: str, language: Language = "en") -> Printed | None:
    """A printed move, also as a scanner spoils it: ``♖x e2#``, ``♘x6+``, ``♜(x)e4``, ``b c4``, ``♠d5``.

    A letter or sign that names no man stands for any man.  None if the text is not a move.
    """
    body, marks = _mended(text)
    if not body:
        return None
    flags = not marks.isdisjoint({"MATE", "MATES"}), "CHECK" in marks, "?" in marks and "!" not in marks
    man, rest = body[0], body[1:].lstrip("x×")
    if man in FIGURINES and len(rest) == 1 and rest in "12345678":  # the file is lost: ♘x6
        return Printed(Parts(piece=FIGURINES[man], to=rest, capture="x" in body or None), True, *flags)
    if man in "x×" and len(rest) == 2:  # a capture by any man
        return Printed(Parts(to=rest, capture=True), False, *flags)
    unknown = (man not in _NO_SIGN or (man.isdecimal() and "-" not in body)) and not is_mans_letter(man, language)
    unknown = unknown or (
        FIGURINES.get(man) == "P" and len(rest) == 3 and rest[-1].isdecimal()
    )  # ♙1g3, ♙bd4: no pawn's
    read = parse_move("K" + body[1:] if unknown else body, language)
    if read is None:
        return None
    if unknown:
        read = Parts(None, read.from_, read.to, None, read.capture)
    return Printed(read, unknown or any(sign in FIGURINES for sign in body), *flags)


def _mended(text: str) -> tuple[str, set[str]]:
    """A move without blanks and misreadings, and its marks: the names of their terminals, ``!`` and ``?``."""
    body, marks = "", set()
    for word in scanner_of("problem_move").words(text):
        if word.type in _MARKS:
            marks.add(word.strip() if word.type == "GOOD_OR_BAD" else word.type)
        elif word.type == "TAKES":
            body += word.strip("() \n\t\N{NO-BREAK SPACE}")
        elif word.type == "BECOMES":
            body += "=" + next(sign for sign in word if sign in FIGURINES)
        elif word.type in ("FIGURINE", "SIGN"):
            body += word[0]
    return body, marks


def man(text: str, language: Language = "en") -> Piece | None:
    """The English letter of a man, given by name, figurine or letter; None for anything else (“piece”, other signs).

    :param language: that of the letters.
    """
    word = text.strip().lower()
    if len(word) == 3 and word[0] == "p":  # the pawn that stands on a square: Pb3
        return "P"
    sign = word if len(word) == 1 else word[:1] if word[:1] in FIGURINES else ""
    if sign and is_mans_letter(sign, language):
        return piece_of(sign, language)
    return _MEN.get(lexicon.meant(word, "men") or "")


_MEN: Final[dict[str, Piece]] = {name: man for man, name in WORDS.items()}  # type: ignore[misc]
