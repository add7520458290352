"""Separates remarks from the turns of a score: paragraphs of prose that mention moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from kriegnote.documents.readings import understood
from kriegnote.documents.turns import words
from kriegnote.notations.notation import Notation
from kriegnote.text.plain import Plain, Taker, paragraphs

_BOLD: Final = 2  # the least number of ranges in bold type with numbered moves of a game in bold
_PROSE: Final = 0.5  # the least share of words that are no notation in a paragraph of prose


def with_remarks(passage: Plain, row: Notation, captions: Iterable[tuple[int, int]] = ()) -> Plain:
    """A score with the captions, and prose between its turns that mentions moves, in braces.

    So are turns in another type than those around them: a game in bold type has its analysis in plain type, one in
    plain type in italics. Prose in braces is marked as a remark.

    :param row: the notation; what it understands is no prose (``pawn capture in g4``).
    :param captions: the captions of diagrams and pictures in the passage, in order.
    """
    prose = {one for one in _remarks(passage.text) if not understood(row, passage.text[slice(*one)])}
    kept: list[tuple[int, int]] = []
    for start, end in sorted([*captions, *_in_other_type(passage), *prose], key=lambda one: (one[0], -one[1])):
        apart = not kept or start >= kept[-1][1]
        if apart and not any(sign in passage.text[start:end] for sign in "{}"):
            kept.append((start, end))
    if not kept:
        return passage
    taker, at = Taker(passage), 0
    for start, end in kept:
        taker.keep(at, start)
        taker.put("{", start)
        taker.keep(start, end)
        taker.put("}", end)
        if (start, end) in prose:
            taker.mark(start, end, "remark")
        at = end
    taker.keep(at, len(passage.text))
    return taker.done()


def _in_other_type(passage: Plain) -> Iterator[tuple[int, int]]:
    """The ranges with numbered moves between moves in another type."""
    text, end = passage.text, passage.places[-1]
    typed: dict[str, list[tuple[int, int]]] = {"strong": [], "emphasis": []}
    for mark in passage.marks:
        if mark.kind in typed and mark.end > passage.places[0] and mark.start < end:
            typed[mark.kind].append((passage.at(mark.start), passage.at(mark.end)))
    bold = [one for one in typed["strong"] if _has_turn(text[slice(*one)])]
    between = [(one[1], other[0]) for one, other in pairwise(bold)] if len(bold) >= _BOLD else []
    if between:
        between += [one for one in typed["emphasis"] if one[0] >= bold[-1][1]]
        yield from _with_turns(text, between)
        return
    for start, stop in _with_turns(text, typed["emphasis"]):
        if _has_turn(text[:start]) and _has_turn(text[stop:]):
            yield start, stop


def _with_turns(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The ranges that contain a turn, without blanks at their ends."""
    for start, stop in spans:
        printed = text[start:stop]
        if _has_turn(printed):
            yield start + len(printed) - len(printed.lstrip()), start + len(printed.rstrip())


def _has_turn(text: str) -> bool:
    """Whether a text contains a number with a move after it."""
    kinds = [word.type for word in words(text)]
    return any(one == "NUMBER" and other in ("PLY", "DESCRIBED") for one, other in pairwise(kinds))


def _remarks(text: str) -> Iterator[tuple[int, int]]:
    """The paragraphs of prose that mention moves, except the first and last paragraph."""
    for start, end in list(paragraphs(text))[1:-1]:
        if "PLY" in _kinds(text[start:end]) and is_remark(text[start:end]):
            yield start, end


def is_remark(paragraph: str) -> bool:
    """Whether a paragraph is prose: it has no braces or square brackets, and half of its words are no notation."""
    if any(sign in paragraph for sign in "{}["):
        return False
    kinds = _kinds(paragraph)
    plain = [word for word in words(paragraph) if word.type == "OTHER_WORD" and sum(map(str.isalpha, word)) > 1]
    return bool(kinds) and kinds[0] in ("OTHER_WORD", "OPENING_BRACKET") and len(plain) >= _PROSE * len(kinds)


def _kinds(paragraph: str) -> list[str]:
    return [word.type for word in words(paragraph) if word.type not in ("STOPS", "ANY_DASH")]
