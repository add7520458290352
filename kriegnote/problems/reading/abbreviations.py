"""Writes the abbreviated words of a solution out: “poss.” for “possibili”, “se rif.” for “se rifiutata”."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kriegnote.lexicon import lexicon, meant
from kriegnote.parsing import Terminals
from kriegnote.problems.reading.scanned import is_known
from kriegnote.text.plain import Plain

_PAGE: Final = Terminals("problem_page")
_OTHERS: Final = ("announcements.rank", "announcements.file", "announcements.diagonal", "players.umpire")
"""Meanings outside the group ``solutions`` whose words may be abbreviated."""
_MOST: Final = 2 / 3
_ALIKE: Final = {"solutions.captured": "solutions.capture"}
"""Meanings that abbreviations do not keep apart."""


def written_out(plain: Plain) -> Plain:
    """The text with whole words for abbreviations, and without the stops behind words that are known abbreviated.

    A word is abbreviated if a stop is behind it, if it is unknown, and if most words of the lexicon that begin with it
    mean the same.
    """
    return plain.changed(_changes(plain.text))


def _changes(text: str) -> Iterator[tuple[int, int, str]]:
    """What replaces the stops behind abbreviations: the rest of the word, or nothing."""
    for found in _PAGE["ABBREVIATION"].finditer(text):
        word = found["word"].lower()
        whole = None if is_known(word) else _whole(word)
        if whole is not None:
            yield found.end("word"), found.end(), whole[len(word) :]
        elif _PAGE["BEHIND_AN_ABBREVIATION"].match(text, found.end()) is not None and meant(word, "solutions"):
            yield found.end("word"), found.end(), ""


@lru_cache(maxsize=256)
def _whole(word: str) -> str | None:
    """The shortest of the words that begin with an abbreviation and have the meaning that most of these have."""
    known = {
        words.rstrip("*"): _ALIKE.get(name, name)
        for words, names in lexicon().phrases.items()
        if words.startswith(word) and " " not in words
        for name in names
        if name.startswith("solutions.") or name in _OTHERS
    }
    for meaning, count in Counter(known.values()).most_common(1):
        if count >= _MOST * len(known):
            return min((whole for whole, one in known.items() if one == meaning), key=len)
    return None
