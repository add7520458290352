"""Squares by their names in descriptive notation, counted from one side: ``QB5``, ``king's-bishop eight``.

RAND 17 counts them from the mover's side, Gambit 9 from the side of the player whose man is captured. Records store
squares in algebraic notation; readers of an umpire's own words convert them here.
"""

from __future__ import annotations

from typing import Final, get_args

from kriegnote.lexicon import read_number
from kriegnote.model.events import Side, other
from kriegnote.rules.ruleset import RuleSet

_FILES: Final = ("QR", "QN", "QB", "Q", "K", "KB", "KN", "KR")
_IN_WORDS: Final = (
    "queen's-rook", "queen's-knight", "queen's-bishop", "queen",
    "king", "king's-bishop", "king's-knight", "king's-rook",
)  # fmt: skip
_BY_NAME: Final = {"QKT": "QN", "KKT": "KN"}


def counted_from(rules: RuleSet, mover: Side) -> Side:
    """The side from which the squares of an announcement are counted if ``mover`` moves or captures."""
    if rules.naming == "white":
        return "white"
    return mover if rules.naming == "mover" else other(mover)


def seen_from(square: str, side: Side) -> str:
    """The square to which a player gives this name if he counts ranks from his own side: for Black, f3 is f6."""
    return square if side == "white" else square[0] + str(9 - int(square[1]))


def square_named(name: str, side: Side) -> str | None:
    """The algebraic name of a square named descriptively, as ``QB5`` or in words; None if it is no such name."""
    words = name.strip().casefold().replace("’", "'").replace("'s ", "'s-").rsplit(" ", 1)
    if len(words) == 2 and words[0] in _IN_WORDS and read_number(words[1]) in range(1, 9):
        return seen_from(f"{'abcdefgh'[_IN_WORDS.index(words[0])]}{read_number(words[1])}", side)
    file, rank = name.strip()[:-1].upper(), name.strip()[-1:]
    file = _BY_NAME.get(file, file)
    if file not in _FILES or rank not in tuple("12345678"):
        return None
    return seen_from("abcdefgh"[_FILES.index(file)] + rank, side)


def squares_named(name: str) -> set[str]:
    """The squares that a name may mean from either side; without a wing, ``B4``, from either wing."""
    wings = ("", "K", "Q") if name.strip()[:-1] not in ("K", "Q") else ("",)
    named = {square_named(f"{wing}{name.strip()}", side) for wing in wings for side in get_args(Side)}
    return {square for square in named if square is not None}
