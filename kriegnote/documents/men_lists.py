"""Finds positions given as lists of men, ``White: Kg1, Rf1, pawns a2, b2; Black: Ke8``, or as a FEN."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.chess import fen
from kriegnote.chess.reasons import WORDS
from kriegnote.chess.squares import NAMES
from kriegnote.documents.field_names import side_named
from kriegnote.lexicon import meant
from kriegnote.model.events import Side
from kriegnote.model.printed_moves import FIGURINES, LETTERS
from kriegnote.parsing import Terminals

_LISTS: Final = Terminals("men_list")
_LEAST: Final = 3  # the least number of men of a position
_MOST: Final = 16  # the greatest number of men of one side
_NAMES: Final = {name: letter for letter, name in WORDS.items()}


class GivenPosition(NamedTuple):
    """A position in ``[start, end)`` of a text: the first field of its FEN, and the whole FEN if it is printed."""

    start: int
    end: int
    placement: str
    fen: str | None = None


def given_positions(text: str) -> Iterator[GivenPosition]:
    """The positions that a text gives; a list must have one king of each side, a FEN at least one king."""
    yield from _lists(text)
    yield from _fens(text)


def _fens(text: str) -> Iterator[GivenPosition]:
    for found in _LISTS["PRINTED_FEN"].finditer(text):
        printed = found.group()
        try:
            men = fen.read(printed).men
        except ValueError:
            continue
        if not {"K", "k"}.isdisjoint(men):
            whole = " ".join(printed.split()) if " " in printed.strip() else None
            yield GivenPosition(*found.span(), printed.split()[0], whole)


def _lists(text: str) -> Iterator[GivenPosition]:
    for one, other in pairwise(_LISTS["MEN_OF_A_SIDE"].finditer(text)):
        sides = _sides(one["side"], other["side"])
        if sides is None or _LISTS["BETWEEN_SIDES"].fullmatch(text, one.end(), other.start()) is None:
            continue
        placement = _placement({sides[0]: _men(one), sides[1]: _men(other)})
        if placement is not None:
            yield GivenPosition(one.start(), other.end(), placement)


def _sides(one: str, other: str) -> tuple[Side, Side] | None:
    """The sides of two lists of men; None unless they are White and Black."""
    initials = frozenset((one.upper(), other.upper()))
    first, second = side_named(one, initials), side_named(other, initials)
    return (first, second) if first is not None and second is not None and first != second else None


def _men(found: re.Match[str]) -> list[tuple[str, str]]:
    """The men of one side: the name of each (empty for a pawn without one) and its square."""
    men: list[tuple[str, str]] = []
    named = ""
    for one in _LISTS["ONE_OF_THE_MEN"].finditer(found["men"]):
        if one["man"] is not None:
            named = one["man"]
        men.append((named, one["square"].lower()))
        if one["man"] is not None and not one["apart"]:
            named = ""
    return men


def _placement(sides: Mapping[Side, list[tuple[str, str]]]) -> str | None:
    """The first field of a FEN, in the first language whose letters make these men a position; None for none."""
    for letters in dict.fromkeys(LETTERS.values()):
        board: dict[str, str] = {}
        for side, men in sides.items():
            for named, square in men:
                man = _man(named, letters)
                if man is None or square in board or (man == "P" and square[1] in "18"):
                    break
                board[square] = man if side == "white" else man.lower()
        kings = sorted(man for man in board.values() if man in "Kk")
        total = [len(men) for men in sides.values()]
        if kings == ["K", "k"] and len(board) == sum(total) >= _LEAST and max(total) <= _MOST:
            return fen.rows_of("".join(board.get(square, ".") for square in NAMES))
    return None


def _man(named: str, letters: str) -> str | None:
    """The letter of FEN for a man's name; None if it is no man."""
    if not named or named in ("p", "pp"):
        return "P"
    if named[0] in FIGURINES:
        return FIGURINES[named[0]]
    if len(named) == 1:
        return dict(zip(letters, "KQRBNP", strict=False)).get(named) or ("P" if named == "P" else None)
    return _NAMES.get(meant(named, "men") or "")
