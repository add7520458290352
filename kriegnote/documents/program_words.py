"""Writes out the words of a program's log: ``REGULAR_MOVE`` is “REGULAR MOVE”, ``b1c3 REJ`` “b1c3 rejected”."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kriegnote.documents.legend_places import Edit
from kriegnote.lexicon import lexicon
from kriegnote.parsing import Terminals
from kriegnote.text.tags import starts_tag

_PAGE: Final = Terminals("page")
_ANSWERS: Final = ("answers.accepted", "answers.illegal", "answers.impossible", "answers.in_vain")
_LEAST: Final = 3
"""The least number of moves behind which an abbreviated answer stands."""
_LETTERS: Final = 3
"""The least number of letters of an abbreviated answer."""


def program_words(text: str) -> Iterator[Edit]:
    """The words of a text that a program joins or cuts short, with what they stand for.

    Words that are joined by underscores are parted if they have no small letters, as names do. A word behind several
    moves is an answer cut short if all answers that begin so mean the same.
    """
    if starts_tag(text):
        return
    for found in _PAGE["UNDERSCORED"].finditer(text):
        yield Edit(*found.span(), found.group().replace("_", " "))
    behind = [*_PAGE["CUT_SHORT"].finditer(text)]
    often = Counter(found["word"] for found in behind)
    for found in behind:
        if often[found["word"]] >= _LEAST and (whole := _whole(found["word"].lower())) is not None:
            yield Edit(*found.span("word"), whole)


@lru_cache(maxsize=64)
def _whole(word: str) -> str | None:
    """The shortest answer that begins with a word; None if it is one itself, or if those that begin so differ."""
    if len(word) < _LETTERS or word in lexicon().phrases:
        return None
    begin = [
        (words, name)
        for words, names in lexicon().phrases.items()
        if words.startswith(word) and words.isalpha()
        for name in names
        if name in _ANSWERS
    ]
    accepted = {name == _ANSWERS[0] for _, name in begin}
    return min((words for words, _ in begin), key=len) if len(accepted) == 1 else None
