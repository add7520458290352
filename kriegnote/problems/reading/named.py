"""Takes apart words of a solution: numbers, counts of pawn tries, squares, moves and directions of checks."""

from __future__ import annotations

from typing import Final

from lark.lexer import Token as Word

from kriegnote.lexicon import mentions, read_number
from kriegnote.parsing import Terminals
from kriegnote.printed_numbers import whole_number
from kriegnote.problems.policy import PawnTries
from kriegnote.problems.reading.meaningful_words import is_number

_MOST: Final = 17  # no more pawn tries than eight pawns have to two sides
_WORD: Final = Terminals("common")
_DIRECTIONS: Final = {
    "knight": "men.knight", "rank": "announcements.rank", "file": "announcements.file", "long": "announcements.long",
    "short": "announcements.short", "diagonal": "announcements.diagonal",
}  # fmt: skip
"""The directions of a check, and the meanings of the lexicon that name them."""
_WITH_DIRECTIONS: Final = ("DIRECTION", "CHECK_MAN", "BY_MAN", "EXCEPT_WAY", "CHECK_IN_A_WORD")


def number(word: Word) -> int | None:
    """The number in a word; None if it has no digits."""
    digits = "".join(sign for sign in word if sign.isdecimal())
    return whole_number(digits) if digits else None


def pawn_tries(word: Word) -> tuple[PawnTries]:
    """The number or numbers of pawn tries that a word gives: “1 o 2”, “due”, “none or one”, “one or more”."""
    if mentions(word, "details.or_more"):
        return (PawnTries(any=True),)
    said = _WORD["WORD_OR_SIGN"].findall(word.lower())
    first, *also = [read_number(one) or 0 for one in said if is_number(one)] or [1]  # an article counts as one
    if mentions(word, "details.at_least"):
        return (PawnTries(any=True) if first == 1 else PawnTries(count=first, also=tuple(range(first + 1, _MOST))),)
    if mentions(word, "details.at_most"):
        return (PawnTries(count=0, also=tuple(range(1, first + 1))),)
    return (PawnTries(count=first, also=tuple(also)),)


def squares_in(word: Word) -> tuple[str, ...]:
    """The squares that a word names."""
    return tuple(each for each in _WORD["WORD_OR_SIGN"].findall(word.lower()) if _WORD["SQUARE"].fullmatch(each))


def name_of(word: Word) -> str:
    """The text of a move without the word *mate*."""
    move, _, last = word.strip().rpartition(" ")
    return move.rstrip() if mentions(last, "solutions.mate") else word.strip()


def directions(words: list[Word]) -> tuple[str, ...]:
    """The directions of a check that words name; ``diagonal`` only if nothing more exact is named."""
    said = " ".join(word for word in words if word.type in _WITH_DIRECTIONS)
    found = tuple(way for way, name in _DIRECTIONS.items() if mentions(said, name))
    return tuple(name for name in found if name != "diagonal") if len(found) > 1 else found
