"""Joins the broken plies and numbers of a movetext (:mod:`kriegnote.text.broken_words`).

The text keeps its length, so the places of everything else stay the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from lark import Token

from kriegnote.caching_parser import parser_of
from kriegnote.notations.pgn.cutting import head
from kriegnote.parsing import Terminals
from kriegnote.text import broken_words
from kriegnote.text.misread_moves import by_a_mark, unbroken
from kriegnote.text.source import Chunk

_TERMINALS: Final = Terminals("pgn")


class Mended(NamedTuple):
    """A game's text with its broken plies and numbers joined, and the range and new text of each."""

    text: str
    places: list[tuple[int, int, str]]


def mended(chunk: Chunk) -> Mended | None:
    """A game with its broken plies and numbers joined and padded with blanks; None if it has none."""
    moves_at, _ = head(chunk.text)
    bare = _main_line(chunk.text, moves_at)
    words = parser_of("san", lexer="basic").words(bare, moves_at)
    places = list(_broken(chunk.text, broken_words.mended(bare, words)))
    if not places:
        return None
    pieces, at = [], 0
    for start, end, word in places:
        pieces += [chunk.text[at:start], word.ljust(end - start)]
        at = end
    return Mended("".join([*pieces, chunk.text[at:]]), places)


def _broken(text: str, words: list[Token]) -> Iterator[tuple[int, int, str]]:
    """The ranges and texts of words that differ from the text; they are no longer than the originals."""
    for word in words:
        start, end = word.start_pos or 0, word.end_pos or 0
        broken = word.type == "MISREAD" or (word.type == "PLY" and " " in word)
        whole = unbroken(word) if broken else str(word) if word.type == "MISNUMBER" else None
        if broken and whole is None and (marked := by_a_mark(word)) is not None:
            whole = marked[1]
        if whole is not None and whole != text[start:end] and len(whole) <= end - start:
            yield start, end, whole


def _main_line(text: str, moves_at: int) -> str:
    """The text with each comment and variation replaced by a comment of the same length without a meaning."""
    made, at, depth, begun = [text[:moves_at]], moves_at, 0, moves_at
    for found in _TERMINALS["ASIDE_OR_BRACKET"].finditer(text, moves_at):
        bracket = found["bracket"]
        if bracket is None and depth:
            continue
        depth_before, depth = depth, max(0, depth + (bracket == "(") - (bracket == ")"))
        if depth_before == 0:
            made.append(text[at : found.start()])
            at = begun = found.start()
        if depth == 0:
            made.append("{" + "." * (found.end() - begun - 2) + "}" if found.end() - begun > 1 else found.group())
            at = found.end()
    return "".join([*made, text[at:]])
