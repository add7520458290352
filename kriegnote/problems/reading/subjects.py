"""Finds the men behind a capture who are not captured, but mate or are tried themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark.lexer import Token as Word

from kriegnote.lexicon import mentions
from kriegnote.problems.reading.meaningful_words import PLACES, SAYS_NOTHING, WITH_SQUARES, following, retyped


def with_subjects(words: Sequence[Word]) -> Iterator[Word]:
    """The words, with a man behind a capture who mates or is tried as the subject of a clause of its own.

    “If he captures on c4 the bishop mates”: a capture with its place, or any one before a word for mate.
    """
    placed = taken = of = False
    for n, word in enumerate(words):
        behind = following(words, n)
        acts = behind in ("PLAY", "TRY", "MATE") and (placed or _mates(words, n))
        if word.type == "MAN" and taken and acts and not of:
            word = retyped(word, "SUBJECT")
        if word.type not in SAYS_NOTHING:
            taken = word.type in ("CAPTURE", "CAPTURED") or (taken and word.type in (*PLACES, "EN_PASSANT", "STANDING"))
            placed = taken and (placed or word.type in (*WITH_SQUARES, "EN_PASSANT"))
            of = False
        of = of or mentions(word, "details.of")
        yield word


def _mates(words: Sequence[Word], n: int) -> bool:
    """Whether the word after an index that has a meaning says that somebody mates."""
    after = next((each for each in words[n + 1 :] if each.type not in SAYS_NOTHING), None)
    return after is not None and (after.type == "MATE" or mentions(after, "details.mating"))
