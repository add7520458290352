"""The words of a printed solution: text made plain, its tokens with their places, and moves taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from lark import Lark
from lark.exceptions import UnexpectedInput

from kriegnote.model.printed_moves import FIGURINES, Language, Parts, Piece, parse_move

_LATEX: Final = re.compile(
    r"\\text\{([^{}\n]*)\}|\\times|\\dots|\\ldots|\\#|\$\$?|\*\*|(?<!\\)\*(?=\w)|(?<=\w)(?<!\\)\*(?!\w*\*)"
)
_SIGN: Final = {"\\times": "×", "\\dots": "...", "\\ldots": "...", "\\#": "#"}


class Token(NamedTuple):
    """A word: its kind (a terminal of the grammar), and where it stands in the text as given."""

    kind: str
    text: str
    start: int
    end: int
    line: int
    column: int


def plain(text: str) -> tuple[str, list[int]]:
    """Text without mark-up for formulas and emphasis, and for each character (and the end) its place in ``text``."""
    out: list[str] = []
    places: list[int] = []

    def add(start: int, end: int) -> None:
        out.append(text[start:end])
        places.extend(range(start, end))

    at = 0
    for found in _LATEX.finditer(text):
        add(at, found.start())
        if found.group(1) is not None:
            add(found.start(1), found.end(1))
        elif sign := _SIGN.get(found.group()):
            out.append(sign)
            places.extend([found.start()] * len(sign))
        at = found.end()
    add(at, len(text))
    places.append(len(text))
    return "".join(out), places


@cache
def _lark() -> Lark:
    return Lark.open_from_package("kriegnote.grammars", "problem.lark", search_paths=[""], parser="lalr", lexer="basic")


def tokens(text: str, base: int = 0, lines: list[int] | None = None) -> list[Token]:
    """The words of a text.

    :param base: added to every offset; :param lines: the offsets at which the lines of the whole text start.
    """
    clean, places = plain(text)
    starts = lines if lines is not None else line_starts(text)
    found: list[Token] = []
    number = 0
    for kind, start, end in _lex(clean):
        low, high = places[start] + base, places[end - 1] + 1 + base
        while number + 1 < len(starts) and starts[number + 1] <= low:
            number += 1
        found.append(Token(kind, clean[start:end], low, high, number + 1, low - starts[number] + 1))
    return found


def _lex(clean: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    while at < len(clean):
        try:
            for token in _lark().lex(clean[at:]):
                assert token.start_pos is not None
                assert token.end_pos is not None
                yield token.type, at + token.start_pos, at + token.end_pos
            return
        except UnexpectedInput as stopped:  # a character that no terminal takes; the grammar's OTHER leaves none
            at += (stopped.pos_in_stream or 0) + 1


def line_starts(text: str) -> list[int]:
    """The offsets at which lines start."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


_PROMOTED: Final = re.compile(r"([a-h][18])\s?=?\s?\(?([♔-♟])\)?\Z")


class Printed(NamedTuple):
    """A printed move taken apart: its parts, whether its man is a figurine, and its marks."""

    parts: Parts
    figurine: bool
    mates: bool
    checks: bool
    doubted: bool


def printed(text: str, language: Language = "en") -> Printed | None:
    """A printed move with its marks and the slips of scanners: ``♖x e2#``, ``♘x6+``, ``♜(x)e4``, ``♔e8-f8``."""
    marks = re.search(r"[\s+#!?†‡]*\Z", text)
    tail = marks.group() if marks else ""
    body = text[: len(text) - len(tail)].replace("(x)", "x").replace("(×)", "x").replace("\N{NO-BREAK SPACE}", " ")
    body = re.sub(r"\s*([x×:-])\s*", r"\1", re.sub(r"\([♔-♟]\)(?=\s?[x×a-h])", "", body))
    flags = "#" in tail or "‡" in tail, "+" in tail or "†" in tail, "?" in tail and "!" not in tail
    figurine = any(letter in FIGURINES for letter in body)
    if body[:1] in FIGURINES and (short := re.fullmatch(r"(.)\s?[x×]?([1-8])", body)):  # the file is lost: ♘x6
        parts = Parts(piece=FIGURINES[short.group(1)], to=short.group(2), capture="x" in body or None)  # type: ignore[arg-type]
        return Printed(parts, True, *flags)
    if found := _PROMOTED.search(body):
        body = body[: found.start()] + found.group(1) + "=" + found.group(2)
    read = parse_move(body, language)
    if read is None:
        return None
    return Printed(read, figurine, *flags)


def man(text: str) -> Piece | None:
    """The English letter of a man's name, figurine or letter; None when it is none."""
    word = text.strip().lower()
    if word[:1] in FIGURINES:
        return FIGURINES[word[:1]]  # type: ignore[return-value]
    return _MEN.get(word)


_MEN: Final[dict[str, Piece]] = {
    "re": "K", "donna": "Q", "torre": "R", "alfiere": "B", "cavallo": "N", "pedone": "P",
    "king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P",
    "k": "K", "q": "Q", "r": "R", "b": "B", "n": "N", "d": "Q", "t": "R", "a": "B", "c": "N",
}  # fmt: skip
