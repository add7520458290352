"""Squares by their names in descriptive notation, counted from one side: ``QB5``, ``king's-bishop eight``.

RAND 17 counts them from the mover's side, Gambit 9 from the side of the player whose man is captured. Records store
squares in algebraic notation; readers of an umpire's own words convert them here.
"""

from __future__ import annotations

from typing import Final, get_args

from kriegnote.chess.squares import FILES_OF, rank_from
from kriegnote.lexicon import plain, read_number
from kriegnote.model.events import Side, other
from kriegnote.rules.ruleset import RuleSet

_LETTERS: Final = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}


def counted_from(rules: RuleSet, mover: Side) -> Side:
    """The side from which the squares of an announcement are counted if ``mover`` moves or captures."""
    if rules.naming == "white":
        return "white"
    return mover if rules.naming == "mover" else other(mover)


def named_from(rules: RuleSet | None, mover: Side) -> Side | None:
    """The side from which an umpire counts a square that he names descriptively; None: no rulebook says."""
    return counted_from(rules, mover) if rules is not None and rules.naming != "white" else None


def seen_from(square: str, side: Side) -> str:
    """The square to which a player gives this name if he counts ranks from his own side: for Black, f3 is f6."""
    return square[0] + rank_from(square[1], side)


def square_named(name: str, side: Side) -> str | None:
    """The algebraic name of a square named descriptively, as ``QB5`` or in words; None if it is no such name."""
    *men, number = plain(name).split() or [""]
    if men:
        file = "".join(_LETTERS.get(man.removesuffix("s").removesuffix("'"), "?") for man in men)
        rank = read_number(number)
    else:
        file, rank = number[:-1].upper().replace("KT", "N"), int(number[-1:]) if number[-1:].isdecimal() else None
    files = FILES_OF.get(file, "")
    return seen_from(f"{files}{rank}", side) if len(files) == 1 and rank in range(1, 9) else None


def squares_named(name: str) -> set[str]:
    """The squares that a name may mean from either side; without a wing, ``B4``, from either wing."""
    wings = ("", "K", "Q") if name.strip()[:-1] not in ("K", "Q") else ("",)
    named = {square_named(f"{wing}{name.strip()}", side) for wing in wings for side in get_args(Side)}
    return {square for square in named if square is not None}
