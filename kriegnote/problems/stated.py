"""Facts about hidden men, from the words in which a problem states them.

>>> facts("White has made 14 captures. His king cannot move.", "8/8/8/8/8/5K2/8/6Q1 w - - 0 1")
[CapturesMade(number=14, kinds='PNBRQ'), Immobile(square='f3')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from lark import Lark, Token, Tree

from kriegnote.knowledge.facts import CapturesMade, Companions, Fact, Immobile, LastTurn, Refused
from kriegnote.parsing import grammar

_NUMBERS: Final = {
    "un": 1, "una": 1, "uno": 1, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "sette": 7, "otto": 8,
    "nove": 9, "dieci": 10, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10,
}  # fmt: skip


@cache
def _lark() -> Lark:
    return grammar("facts", lexer="basic")


def facts(text: str, fen: str) -> list[Fact]:
    """What a text says of the men that the side to move does not see.

    :param fen: the diagram; the hidden king may be missing.
    """
    return [fact for _, found in sentences(text, fen) for fact in found]


def sentences(text: str, fen: str) -> Iterator[tuple[str, list[Fact]]]:
    """Each sentence that states a fact, and its facts."""
    start = 0
    for tree in _lark().parse(text).children:
        if isinstance(tree, Tree) and (found := list(_facts(tree, fen))):
            words = [
                word for word in tree.scan_values(lambda word: isinstance(word, Token)) if word.start_pos is not None
            ]
            end = max(word.end_pos or 0 for word in words)
            yield " ".join(text[start:end].split()), found
        if isinstance(tree, Token):
            start = tree.end_pos or start


def _facts(sentence: Tree[Token], fen: str) -> Iterator[Fact]:
    """The facts of a sentence.  Whose tries and captures they are says the colour that it names first."""
    kinds = [child.type for child in sentence.children if isinstance(child, Token)]
    counts = {str(child.children[1].type): _number(str(child.children[0])) for child in sentence.find_data("count")}  # type: ignore[union-attr]
    hidden = "BLACK" if " b " not in fen else "WHITE"
    colour = next((kind for kind in kinds if kind in ("WHITE", "BLACK")), None)
    if "CAPTURE" in counts and colour != hidden and not {"TRIED", "POSSIBLE"} & set(kinds):
        yield CapturesMade(counts["CAPTURE"])
    if "TRY" in counts and "REFUSED" in kinds:
        yield Refused(counts["TRY"], last=colour == hidden)
    if "COMPANION" in counts:
        yield Companions(counts["COMPANION"])
    elif "ALONE" in kinds and "KING" in kinds and not counts:
        yield Companions(0)
    if "CANNOT_MOVE" in kinds and "KING" in kinds and colour != hidden and (king := _king(fen)):
        yield Immobile(king)
    if colour == hidden and "ASKED" in kinds and {"YES", "NO"} & set(kinds):
        yield LastTurn(any="YES" in kinds)
    if colour == hidden and "TRIED" in kinds and "CAPTURE" in {*kinds, *counts} and {"REFUSED", "NO"} & set(kinds):
        yield LastTurn(refused_capture=True)


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _NUMBERS[word.lower()]


def _king(fen: str) -> str | None:
    """Where the king of the side to move stands."""
    rows, _, rest = fen.partition(" ")
    for rank, row in enumerate(rows.split("/")):
        cells = re.sub(r"\d", lambda digit: "." * int(digit.group()), row)
        file = cells.find("k" if rest.startswith("b") else "K")
        if file >= 0:
            return f"{'abcdefgh'[file]}{8 - rank}"
    return None
