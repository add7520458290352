"""Whether a text is a document: markup, columns, pages and prose around its games, or several notations."""

from __future__ import annotations

import re
from typing import Final

from kriegnote.documents.columns import in_reading_order
from kriegnote.documents.markup import is_page
from kriegnote.documents.outline import headings
from kriegnote.documents.readings import likeliest
from kriegnote.documents.turns import runs
from kriegnote.text.plain import paragraphs, unmarked
from kriegnote.text.tags import starts_tag

_SECTION: Final = re.compile(r"(?m)^#{1,6}[ \t]+(?!(?:Partita|Game|Partie|Partida)\b)\S")
_LATEX: Final = re.compile(r"\\(?:times|text|mathbf|mathrm)\b")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_LONG: Final = 20  # words of a paragraph of prose
_PARAGRAPHS: Final = 2  # paragraphs of prose that make a document
_FIRST: Final = re.compile(r"(?m)^[ \t>*_#-]*1\s?(?:\.|\))|^\[Event ")
"""Where a game may begin."""


def is_document(text: str, detected: str | None) -> bool:
    """Whether a text is to be read passage by passage.

    :param detected: the notation that the whole text is in, None where that is not sure.
    """
    if detected == "json":
        return False
    if detected is None or is_page(text):
        return True
    if detected == "icc":
        return len(_FIRST.findall(text)) > 1 and _mixed(text)
    if detected == "pgn" and any(starts_tag(line) for line in text.splitlines()):
        return False
    if _SECTION.search(text) or _LATEX.search(text) or "\f" in text or in_reading_order(text).text != text:
        return True
    return _has_prose(text) or (len(_FIRST.findall(text)) > 1 and _mixed(text))


def _has_prose(text: str) -> bool:
    """Whether paragraphs of words alone stand around the games of a text, and not among their turns."""
    long = [span for span in paragraphs(text) if len(_WORD.findall(text, *span)) >= _LONG]
    if len(long) < _PARAGRAPHS:
        return False
    found = list(runs(text, []))
    outside = [(start, end) for start, end in long if all(end <= run.start or start >= run.end for run in found)]
    return len(outside) >= _PARAGRAPHS and bool(found)


def _mixed(text: str) -> bool:
    """Whether the games of a text are in several notations, judged by their marks."""
    breaks = [head.start for head in headings(unmarked(text)) if head.kind == "game"]
    found = {name for run in runs(text, breaks) if (name := likeliest(text[run.start : run.end]))}
    return len(found) > 1
