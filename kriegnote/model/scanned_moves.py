"""Moves that a scanner misread, as they were printed: ``dS`` is d5, ``8d3`` Bd3, ``excl6`` exd6.

The slots of a move are compared with the signs that look like what stands in them. What comes of it is only used to
see how a page is built; which moves were made :mod:`kriegnote.restoration` decides, by the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kriegnote.model.printed_moves import LETTERS, MENS_LETTERS
from kriegnote.parsing import Terminals

_WORDS: Final = Terminals("score_words")
_RANKS: Final = {
    "l": "1", "I": "1", "|": "1", "i": "1", "!": "1", "Z": "2", "z": "2", "A": "4", "S": "5", "s": "5", "$": "5",
    "§": "5", "G": "6", "b": "6", "T": "7", "B": "8", "&": "8",
}  # fmt: skip
_FILES: Final = {"cl": "d", "ci": "d", "c1": "d", "q": "g", "9": "g", "é": "e", "è": "e", "@": "a", "à": "a", "6": "b"}
_MEN: Final = {
    "8": "B", "ß": "B", "3": "B", "5": "S", "$": "S", "§": "S", "0": "QD", "O": "QD", "I<": "K", "|<": "K", "H": "N",
    "M": "N", "IV": "N", "7": "T", "4": "A", "(": "C", "G": "C",
}  # fmt: skip
"""What scanners print for a man's letter, and the letters that it may be."""
_TAKES: Final = {"X": "x", "*": "x", "%": "x"}
_CAPTURES: Final = "x×✕:"
_CHECKS: Final = frozenset("+#†‡")
_A_MAN: Final = "♘"
"""What is put for a man whose sign no letter looks like: structure alone counts."""
_LIKE_O: Final = frozenset("0OoQDC")
_DASHES: Final = frozenset("-–—=~.\u2010\u2011")
_NOUGHTS: Final = (2, 3)


class Slots(NamedTuple):
    """A word as a move: how many of its signs are misread, and the move."""

    misread: int
    move: str


def letters_beside(used: frozenset[str]) -> str:
    """The letters of men that a page may have which has some of them."""
    languages = [letters for letters in LETTERS.values() if used <= {*letters}]
    return "".join(dict.fromkeys("".join(languages))) or MENS_LETTERS


@lru_cache(maxsize=4096)
def as_printed(word: str, letters: str = MENS_LETTERS) -> str | None:
    """The move that a misread word was, the one with the fewest misread signs; None if it is a move, or is like none.

    :param letters: the letters of men that the page may have.
    """
    ways = sorted({*_moves(word, letters), *_castlings(word)})
    if not ways or not ways[0].misread:
        return None
    return ways[0].move


def with_sign(word: str, signs: Mapping[str, int], letters: str) -> tuple[str, str] | None:
    """A move by one of a page's signs for men, as its sign and the move with a man for it; None if it is none.

    :param signs: the signs, and how often the page has them.
    """
    for sign in sorted((one for one in signs if word.startswith(one)), key=lambda one: (-signs[one], -len(one))):
        ways = sorted(way for way in _behind_man(word[len(sign) :], pawn="") if way.misread < len(word) - len(sign))
        if ways:
            return sign, (_letter(sign, letters) or _A_MAN) + ways[0].move
    return None


def sign_of(word: str) -> str | None:
    """The sign that stands for the man of a move; None if the word is no such move, or begins with a number."""
    found = _WORDS["BY_A_SIGN"].fullmatch(word)
    if found is None or not found["sign"] or found["sign"].strip(".").isdecimal() or not found["sign"].strip("."):
        return None
    return found["sign"]


def _letter(sign: str, letters: str) -> str | None:
    return next((one for one in _MEN.get(sign, "") if one in letters), None)


def _moves(word: str, letters: str) -> Iterator[Slots]:
    """The ways to read a word as the move of a man or a pawn."""
    yield from _behind_man(word, pawn="pawn")
    if word[:1] in letters and word[:1]:
        yield from (way._replace(move=word[0] + way.move) for way in _behind_man(word[1:], pawn=""))
    for sign in _MEN:
        letter = _letter(sign, letters)
        if letter is not None and word.startswith(sign):
            found = _behind_man(word[len(sign) :], pawn="")
            yield from (Slots(way.misread + 1, letter + way.move) for way in found)


def _behind_man(word: str, pawn: str) -> Iterator[Slots]:
    """The ways to read what stands behind a man's letter, or all of a pawn's move."""
    end = len(word)
    while end and word[end - 1] in _CHECKS:
        end -= 1
    marks = word[end:]
    word, promoted = _promoted(word[:end])
    for origin, after in ((Slots(0, ""), 0), *_one(word, 0, _FILES, "abcdefgh"), *_origin_ranks(word, pawn)):
        for takes, then in ((Slots(0, ""), after), *_one(word, after, _TAKES, _CAPTURES)):
            for file, behind in _one(word, then, _FILES, "abcdefgh"):
                for rank, last in _one(word, behind, _RANKS, "12345678"):
                    move = f"{origin.move}{takes.move}{file.move}{rank.move}"
                    if last == len(word) and (not pawn or _is_a_pawns(origin.move, takes.move, file.move)):
                        misread = origin.misread + takes.misread + file.misread + rank.misread
                        yield Slots(misread, f"{move}{promoted}{marks}")


def _promoted(word: str) -> tuple[str, str]:
    """A word without the man that a pawn becomes, and that with its sign."""
    return (word[:-2], word[-2:]) if word[-2:-1] == "=" and word[-1] in MENS_LETTERS else (word, "")


def _origin_ranks(word: str, pawn: str) -> Sequence[tuple[Slots, int]]:
    return () if pawn else [(Slots(0, word[0]), 1)] if word[:1] and word[0] in "12345678" else ()


def _is_a_pawns(origin: str, takes: str, file: str) -> bool:
    return (not takes and not origin) or (bool(takes and origin) and abs(ord(origin) - ord(file)) == 1)


def _one(word: str, at: int, misread: Mapping[str, str], printed: str) -> Iterator[tuple[Slots, int]]:
    """What may stand in a slot at an offset, and the offset behind it."""
    if word[at : at + 1] and word[at] in printed:
        yield Slots(0, word[at]), at + 1
    for signs, meant in misread.items():
        if word.startswith(signs, at):
            yield Slots(1, meant), at + len(signs)


def _castlings(word: str) -> Iterator[Slots]:
    """A castling whose noughts or dashes are misread, with a nought at least."""
    bare = word.rstrip("+#†‡")
    noughts, dashes = bare[::2], bare[1::2]
    alternate = len(noughts) in _NOUGHTS and len(dashes) == len(noughts) - 1
    if alternate and _LIKE_O.issuperset(noughts) and _DASHES.issuperset(dashes) and not {*noughts}.isdisjoint("0Oo"):
        right = "-".join("O" * len(noughts))
        yield Slots(sum(one != two for one, two in zip(bare, right, strict=True)), right + word[len(bare) :])


__all__ = ["Slots", "as_printed", "letters_beside", "sign_of", "with_sign"]
