"""Paragraphs of prose between the turns of a score: remarks, whatever moves they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kriegnote.documents.readings import understood
from kriegnote.documents.turns import words
from kriegnote.notations.notation import Notation
from kriegnote.text.plain import Plain, Taker, paragraphs

_SCORES: Final = frozenset({"san", "tries", "nost", "pgn"})
"""The notations in which prose is a comment, and a comment may stand in braces."""
_PROSE: Final = 0.5  # the share of a paragraph's words that are no notation, from which on it is prose


def with_remarks(passage: Plain, row: Notation) -> Plain:
    """A score in which the prose between its turns stands in braces, where it speaks of moves.

    :param row: its notation; what that understands is no prose (``pawn capture in g4``).
    """
    found = [(start, end) for start, end in _remarks(passage.text) if not understood(row, passage.text[start:end])]
    if row.id not in _SCORES or not found:
        return passage
    taker, at = Taker(passage), 0
    for start, end in found:
        taker.keep(at, start)
        taker.put("{", start)
        taker.keep(start, end)
        taker.put("}", end)
        at = end
    taker.keep(at, len(passage.text))
    return taker.done()


def _remarks(text: str) -> Iterator[tuple[int, int]]:
    """The paragraphs of prose that speak of moves, the first and the last paragraph left out."""
    for start, end in list(paragraphs(text))[1:-1]:
        paragraph = text[start:end]
        if not any(sign in paragraph for sign in "{}[") and _is_prose(paragraph):
            yield start, end


def _is_prose(paragraph: str) -> bool:
    kinds = [word.type for word in words(paragraph) if word.type not in ("STOP", "DASH")]
    plain = [word for word in words(paragraph) if word.type == "WORD" and re.search(r"[^\W\d_]{2}", word)]
    begins = bool(kinds) and kinds[0] in ("WORD", "OPEN")
    return begins and "PLY" in kinds and len(plain) >= _PROSE * len(kinds)
