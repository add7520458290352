"""Keeps the words directly behind the only game of a text: “Here we were interrupted.”"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from kriegnote.documents.found import Document, Found
from kriegnote.model.events import Comment
from kriegnote.text.source import Lines, skip_blanks
from kriegnote.text.speech.facts import may_report

_MARKUP: Final = frozenset("<>[]{}\\|`~=#*_")
_LEAST: Final = 2
"""The least number of words of a remark."""


def with_words_behind(document: Document) -> Document:
    """The document, the only game of which has the words behind it as a comment.

    These are the rest of its paragraph. What may report part of the game is not: it has
    a finding. Nor are explanations of signs, headings and markup.
    """
    if len(document.games) != 1 or document.solutions:
        return document
    (game,) = document.games
    words = _behind(document, game)
    if words is None:
        return document
    start, end = words
    line, column = Lines(document.source).place(start)
    said = Comment(text=document.source[start:end], heard=game.record.view, line=line, column=column, span=(start, end))
    record = game.record.replace(events=(*game.record.events, said))
    return document._replace(games=(replace(game, record=record, end=end),))


def _behind(document: Document, game: Found) -> tuple[int, int] | None:
    """The range of the words behind a game; None if there are none that are a remark."""
    source = document.source
    start = skip_blanks(source, game.end)
    row = source.rfind("\n", 0, game.start) + 1
    between = source[game.end : start]
    if between.count("\n") != 1 or any(map(str.isalpha, source[row : game.start])):
        return None  # in a paragraph of their own, on the line of the last move, or of a text around the game
    end = source.find("\n\n", start)
    end = len(source) if end < 0 else end
    words = source[start:end].rstrip()
    end = start + len(words)
    explained = any(first < end and start < last for first, last in document.legend)
    heads = any(start <= one.start < end for one in document.diagrams)
    spoken = sum(any(map(str.isalpha, word)) for word in words.split())
    if explained or heads or spoken < _LEAST or not _MARKUP.isdisjoint(words):
        return None
    reports = any(start <= at < end for at in document.mentioned) or any(map(may_report, words.split("\n")))
    return None if reports else (start, end)


__all__ = ["with_words_behind"]
