"""What a misread move looks like: a word in a ply's place with a sign gone wrong (``BbS``, ``Bl3``, ``Hc3``, ``%%&``).

One bad sign must not make a comment of the line behind it.  These are looks alone; where such a word may stand is
decided by :mod:`kriegnote.text.score`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal
from unicodedata import combining, normalize

from kriegnote.model.printed_moves import FIGURINES, Parts
from kriegnote.parsing import Terminals

Looks = Literal["move", "word", "signs"]

_TERMINALS: Final = Terminals("score_words")
_OF_MOVES: Final = frozenset("+#†‡x×✕=:-!?")
_MIDDLE_RANKS: Final = frozenset("234567")
_SIGNS: Final = 6  # that a finding names
DIGITS: Final = str.maketrans("OoQlI|ZzSsGB", "000111225568")
"""What scanners print for digits; ``MISPRINTED_NUMBER`` of ``grammars/common.lark`` has the same signs."""


def core(word: str) -> str:
    """A word without the comma or the stop behind it."""
    return word.rstrip(",;.:")


def unaccented(word: str) -> str:
    """A word whose letters have no accents or cedillas: what a keyboard or a scanner added to them."""
    return "".join(sign for sign in normalize("NFD", word) if not combining(sign))


def without_strays(word: str) -> str:
    """A word without accents, and without the signs behind its first that stand in no move."""
    plain = unaccented(word)
    behind = (sign for sign in plain[1:] if sign.isalnum() or sign in _OF_MOVES or sign in FIGURINES)
    return plain[:1] + "".join(behind)


def is_ply_but_for_a_sign(word: str) -> bool:
    """Whether a word is a ply once one sign in it or behind it, no letter and no digit, is left out (``Nc,3``)."""
    bare = without_strays(word)
    begins = word[:1].isalpha() or word[:1] in FIGURINES
    return len(bare) == len(word) - 1 and begins and _TERMINALS["ANY_PLY"].fullmatch(bare) is not None


def looks(word: str) -> Looks | None:
    """Whether a word without its comma looks like a move, is a short word, or signs that mean nothing; else None."""
    if _TERMINALS["LIKE_A_MOVE"].match(word):
        return "move"
    if _TERMINALS["SHORT_WORD"].match(word):
        return "word"
    return "signs" if _TERMINALS["SIGNS"].match(word) else None


def number(word: str) -> int | None:
    """The move number in which a sign stands for a digit (``1O.``: 10), None when it is none."""
    found = _TERMINALS["MISTYPED_NUMBER"].match(word)
    return int(found.group().translate(DIGITS)) if found is not None else None


def by_signs(words: Sequence[str]) -> str:
    """What is found on plies whose men are printed by signs of the page's own."""
    if len(words) == 1:
        return f"this is no move: {words[0]!r}"
    signs = Counter(found["sign"] for word in words if (found := _TERMINALS["BY_A_SIGN"].fullmatch(word)))
    named = ", ".join(sign for sign, _ in signs.most_common(_SIGNS))
    return f"the men of {len(words)} plies are printed by signs that are no men ({named})"


def cannot_be_a_move(text: str, parts: Parts) -> bool:
    """Whether a word that is built like a move cannot be one: ``Hc3`` is none of the h-file, ``bB7`` does not go to
    b7, and by ``a3R`` nothing promotes."""
    if parts.promotion is not None and parts.to is not None and parts.to[1:] in _MIDDLE_RANKS:
        return True
    if parts.piece != "P" or not parts.from_ or not parts.to:
        return False
    beside = abs(ord(parts.from_[0]) - ord(parts.to[0])) == 1
    small_first = text[0].islower() and text.find(parts.to[0].upper(), 1, 4) > 0
    return not beside if text[0] in "EFGH" else small_first and not (beside and parts.mark is not None)
