"""Breaks the lines of a dialogue between sentences and moves, never within a comment or a word in backquotes."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 100


def _begins(unit: str) -> bool:
    """Whether a unit has a meaning at the start of a line: a number, a bullet, a result, a heading, a tag."""
    number, stop, _ = unit.partition(".")
    return unit.startswith(("-", "*", "#", "[")) or (bool(stop) and number.isdecimal())


def wrap(pieces: list[str]) -> str:
    """The pieces of a line, joined by blanks and broken at blanks outside comments and backquotes."""
    out: list[str] = []
    column = 0
    for number, piece in enumerate(pieces):
        units = [piece] if "{" in piece or "`" in piece else piece.split(" ")
        for unit in units:
            width = len(unit.split("\n", 1)[0])
            if out or number:
                if column + 1 + width > WIDTH and column and not _begins(unit):
                    out.append("\n")
                    column = 0
                elif column or number:
                    out.append(" ")
                    column += 1
            out.append(unit)
            column = len(unit) - unit.rfind("\n") - 1 if "\n" in unit else column + len(unit)
    return "".join(out)
