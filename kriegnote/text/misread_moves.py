"""Recognises misread moves: words in the place of a ply with a wrong character (``BbS``, ``Bl3``, ``Hc3``, ``%%&``).

One such word must not turn the rest of its line into a comment. Only the form of a word is examined here;
:mod:`kriegnote.text.score` decides where it may stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal
from unicodedata import combining, normalize

from kriegnote.model.printed_moves import Parts
from kriegnote.parsing import Terminals

Looks = Literal["move", "word", "signs"]

_TERMINALS: Final = Terminals("score_words")
_BRACKETS: Final = ("()", "[]", "{}", "<>")
_SPECKS: Final = frozenset(".,;:\"'`´¨^*_~|/\\°·•…-\u2010\u2011\u2012\u2013\u2014\u2212\u00ad")
_MIDDLE_RANKS: Final = frozenset("234567")
_SIGNS: Final = 6  # the greatest number of signs that a finding names
DIGITS: Final = str.maketrans("OoQlI|ZzSsGB", "000111225568")
"""Characters that scanners print for digits, as in ``MISPRINTED_NUMBER`` of ``grammars/common.lark``."""


def core(word: str) -> str:
    """A word without the commas and stops after it."""
    return word.rstrip(",;.:")


def without_marks(word: str) -> str:
    """A word without the annotator's mark after its square: ``£f3`` for ``£f3?``."""
    marks = _TERMINALS["MARKS_BEHIND"].search(word)
    return word if marks is None else word[: marks.start()]


def by_a_sign(word: str) -> tuple[str, str] | None:
    """The sign for the man of a move and the move without it; None if the word is no such move."""
    found = _TERMINALS["BY_A_SIGN"].fullmatch(word)
    return None if found is None else (found["sign"], word[found.end("sign") :])


def by_a_mark(word: str) -> tuple[str, str] | None:
    """The unknown sign in the place of that of a capture, and the move with ``x`` there: ``f%e6`` is ``fxe6``.

    None if the word is no such move; without a man only a pawn's capture on the next file is one.
    """
    found = _TERMINALS["BY_A_MARK"].fullmatch(word)
    if found is None:
        return None
    before, square = found["before"], found["square"]
    if before in "abcdefgh" and abs(ord(before) - ord(square[0])) != 1:
        return None
    return found["mark"], f"{before}x{word[found.start('square') :]}"


def unaccented(word: str) -> str:
    """A word without accents and cedillas, which a keyboard or a scanner may have added."""
    return "".join(sign for sign in normalize("NFD", word) if not combining(sign))


def is_speck(sign: str) -> bool:
    """Whether a character is a blank, or a sign that stands for no man and may be in a word by mistake."""
    return sign.isspace() or sign in _SPECKS


def without_specks(word: str) -> str:
    """A word without accents, blanks and specks, and without brackets of a kind that does not pair in it."""
    unpaired = {sign for pair in _BRACKETS if word.count(pair[0]) != word.count(pair[1]) for sign in pair}
    return "".join(sign for sign in unaccented(word) if not (is_speck(sign) or sign in unpaired))


def unbroken(word: str) -> str | None:
    """The ply that a word is without accents, blanks and specks (``Nf3`` for ``N f-3``); None if it is no ply."""
    bare = without_specks(word)
    return bare if _TERMINALS["UNBROKEN"].fullmatch(bare) else None


def looks(word: str) -> Looks | None:
    """Whether a word, given without its comma, has the form of a move, a short word, or signs without a meaning."""
    if any(_TERMINALS[kind].fullmatch(word) for kind in ("LIKE_A_MOVE", "BY_A_SIGN", "BY_A_MARK")):
        return "move"
    if _TERMINALS["SHORT_WORD"].match(word):
        return "word"
    return "signs" if _TERMINALS["SIGNS"].match(word) else None


def number(word: str) -> int | None:
    """A move number with characters that stand for digits (``1O.``: 10); None if the word is none."""
    found = _TERMINALS["MISTYPED_NUMBER"].match(word)
    return int(found.group().translate(DIGITS)) if found is not None else None


def by_signs(words: Sequence[str]) -> str:
    """The message about plies whose men are printed by signs that stand for no man."""
    if len(words) == 1:
        return f"this is not a move: {words[0]!r}"
    signs = Counter(found["sign"] for word in words if (found := _TERMINALS["BY_A_SIGN"].fullmatch(word)))
    named = ", ".join(sign for sign, _ in signs.most_common(_SIGNS))
    return f"in {len(words)} plies the man is printed as a sign that stands for no man ({named})"


def by_marks(words: Sequence[str]) -> str:
    """The message about captures whose sign is an unknown one."""
    marks = dict.fromkeys(found[0] for word in words if (found := by_a_mark(without_marks(core(word)))))
    return f"{', '.join(marks)} is read as the sign of a capture, in {len(words)} plies"


def cannot_be_a_move(text: str, parts: Parts) -> bool:
    """Whether a word built like a move cannot be one.

    Examples: ``Hc3`` (no pawn captures so), ``bB7`` (not a pawn move to b7), ``a3R`` (no promotion there).
    """
    if parts.promotion is not None and parts.to is not None and parts.to[1:] in _MIDDLE_RANKS:
        return True
    if parts.piece != "P" or not parts.from_ or not parts.to:
        return False
    beside = abs(ord(parts.from_[0]) - ord(parts.to[0])) == 1
    small_first = text[0].islower() and text.find(parts.to[0].upper(), 1, 4) > 0
    return not beside if text[0] in "EFGH" else small_first and not (beside and parts.mark is not None)
