"""The language of the letters for men in a solution, which its prose tells where the letters leave it open."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from kriegnote.lexicon import lexicon
from kriegnote.model.printed_moves import LETTERS, Language, language, mens_letters
from kriegnote.parsing import Terminals
from kriegnote.problems.reading.scanned import mended
from kriegnote.text.plain import unmarked

_WORDS: Final = Terminals("common")
_ROOK_OR_KING: Final = frozenset("R")
"""The letter that names one man in English and another in the languages of the south."""
_PAWN_OR_KNIGHT: Final = "P"
"""The letter that names the pawn, if any, in all languages but Dutch, in which it is the knight's."""
_MOST: Final = 2 / 3
_LEAST: Final = 8
"""The least number of different words of a language that show that a solution is prose in it, not signs."""


@lru_cache(maxsize=8)
def letters_of(solution: str) -> Language:
    """The language of the letters for men in a solution.

    A lone ``R`` is the king's if most of the words that are of one language are of one in which he has this letter;
    a ``P`` beside no other letters than the Dutch ones is the knight's if most of them are Dutch.
    """
    solution = mended(unmarked(solution)).text
    letters = frozenset(mens_letters(solution))
    if _PAWN_OR_KNIGHT in letters and letters <= frozenset(LETTERS["nl"]):
        said = _words_by_language(solution)
        return "nl" if 2 * said["nl"] > said.total() else language(solution)
    if letters != _ROOK_OR_KING:
        return language(solution)
    said = _words_by_language(solution)
    for name, count in said.most_common(1):
        if count >= max(_LEAST, _MOST * said.total()) and name in LETTERS and LETTERS[name].startswith("R"):
            return name
    return language(solution)


def _words_by_language(solution: str) -> Counter[Language]:
    """How many different words of a solution are of one language alone, by that language."""
    said: Counter[Language] = Counter()
    for word in {*_WORDS["WORD_OR_SIGN"].findall(solution.lower())}:
        of = lexicon().languages(word) if len(word) > 1 else frozenset()
        if len(of) == 1:
            said.update(of)  # type: ignore[arg-type]
    return said
