"""Whether a text is a document: markup and prose around its games, or several notations."""

from __future__ import annotations

import re
from typing import Final

from kriegnote.documents.markup import is_page
from kriegnote.documents.outline import headings
from kriegnote.documents.plain import unmarked
from kriegnote.documents.readings import likeliest
from kriegnote.documents.turns import runs

_SECTION: Final = re.compile(r"(?m)^#{1,6}[ \t]+(?!(?:Partita|Game|Partie|Partida)\b)\S")
_LATEX: Final = re.compile(r"\\(?:times|text|mathbf|mathrm)\b")
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
    if detected != "pgn" and (_SECTION.search(text) or _LATEX.search(text)):
        return True
    return len(_FIRST.findall(text)) > 1 and detected != "pgn" and _mixed(text)


def _mixed(text: str) -> bool:
    """Whether the games of a text are in several notations, judged by their marks."""
    breaks = [head.start for head in headings(unmarked(text)) if head.kind == "game"]
    found = {name for run in runs(text, breaks) if (name := likeliest(text[run.start : run.end]))}
    return len(found) > 1
