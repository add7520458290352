"""The fields of captures, checks and pawn tries that the clauses of a sentence announce, and the side of each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, get_args

from lark import Token, Tree

from kriegnote.lexicon import mentions
from kriegnote.model.events import Direction, Reason, Side, other
from kriegnote.text.speech.clauses import MEN, PLAYERS, SQUARES, count_of, has, kind_of, man_of, side_of, tokens_of
from kriegnote.text.speech.moves_in_words import square_of

REASONS: Final[Mapping[str, Reason]] = {
    "MATE": "checkmate",
    "MATED": "checkmate",
    "STALEMATE": "stalemate",
    "RESIGNS": "resignation",
    "AGREED": "agreement",
    "LOSES_ON_TIME": "time",
    "LOSES_BY_FORFEIT": "forfeit",
    "ADJUDICATED": "adjudication",
    "DEAD_DRAW": "insufficient",
    "FIFTY_MOVE_DRAW": "fifty-move",
    "REPETITION_DRAW": "repetition",
    "TAKES_THE_KING": "king-captured",
    "BROKEN_OFF": "abandoned",
    "ANNULLED": "void",
    "ENDS": "unknown",
    "DRAW": "agreement",
    "WINS": "unknown",
}
"""The reason that each word for an end (a terminal of the grammar) states."""
DIRECTIONS: Final[Mapping[str, Direction]] = {way.upper(): way for way in get_args(Direction)}


def squares_in(tree: Tree[Token], side: Side) -> list[str]:
    """The squares named in a clause, counted from this side; a name that fits two squares is left out."""
    named = [square_of(token, side) for token in tokens_of(tree) if token.type in SQUARES]
    return [square for square in named if square is not None]


def _announced_squares(tree: Tree[Token], side: Side | None) -> list[str]:
    """The squares that a clause announces, counted from this side; names of two squares are kept as they are printed.

    :func:`kriegnote.notations.described.in_algebraic` decides by the whole page which ones they are.

    :param side: None: all names are kept that must be counted from a side.
    """
    named = [token for token in tokens_of(tree) if token.type in SQUARES]
    if side is None:
        return [str(token).lower() if token.type == "LONE_SQUARE" else str(token) for token in named]
    return [square_of(token, side) or str(token) for token in named]


def is_the_loser(tree: Tree[Token]) -> bool:
    """Whether the player named has lost the man: “Black loses a pawn”, “one of Black's men is taken”, “pedone nero”."""
    said = sorted(tokens_of(tree), key=lambda one: one.start_pos or 0)
    owner = any(one.type in PLAYERS and mentions(one, "details.owner") for one in said) or any(
        man.type in (*MEN, "PIECE") and one.type in PLAYERS and one.start_pos == (man.end_pos or 0) + 1
        for man, one in pairwise(said)
    )
    return has(tree, "LOSES") or (has(tree, "CAPTURED") and owner)


def mover_in(tree: Tree[Token]) -> Side | None:
    """The side that made the move whose capture or check is announced; None if the clause does not name a player."""
    named = side_of(tree)
    suffers = has(tree, "IN_CHECK") if tree.data == "check" else is_the_loser(tree)
    return other(named) if named is not None and suffers else named


def directions(tree: Tree[Token]) -> set[Direction]:
    """The directions of a check."""
    return {DIRECTIONS[kind_of(way)] for way in tree.find_data("way")}


def capture_fields(tree: Tree[Token], side: Side | None, *, names_men: bool = False) -> dict[str, Any]:
    """The fields of a :class:`~kriegnote.model.events.Capture` that a clause states.

    :param side: the side from which squares are counted; None: their names are kept.
    :param names_men: whether the umpire names each man; if not, “of a pawn” says only the category.
    """
    category, man, by = (next(tree.find_data(rule), None) for rule in ("category", "of", "by"))
    captured = None
    if category is not None:
        captured = man_of(category)
        captured = "pawn" if captured == "P" else captured
    elif man is not None:
        captured = man_of(man)
        captured = "pawn" if captured == "P" and not names_men else captured
    capturer = man_of(by) if by is not None else None
    return {
        "square": next(iter(_announced_squares(tree, side)), None),
        "captured": captured,
        "by": None if capturer is None else "pawn" if capturer == "P" else "piece",
        "en_passant": True if has(tree, "EN_PASSANT") else False if has(tree, "NOT_EN_PASSANT") else None,
    }


def pawn_tries_fields(tree: Tree[Token], side: Side | None) -> dict[str, Any]:
    """The fields of a :class:`~kriegnote.model.events.PawnTries` that a clause states.

    :param side: the side from which squares are counted; None: their names are kept.
    """
    squares: tuple[str, ...] | None = None
    if (places := next(tree.find_data("places"), None)) is not None:
        squares = tuple(sorted(_announced_squares(places, side)))
    elif has(tree, "ON_NO_SQUARE"):
        squares = ()
    counted = next(tree.find_data("counted"), None)
    said = True if has(tree, "MAY_TRY") else False if has(tree, "NO_PAWN_CAPTURE") else None
    count = count_of(counted) if counted is not None else None
    if squares is None and count is None and said is None:
        said = True
    return {"any": said, "count": count, "squares": squares}
