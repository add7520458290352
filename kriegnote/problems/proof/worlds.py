"""Finds the worlds of a problem: all positions that fit its diagram and what it says of hidden men."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kriegnote.chess.fen import read
from kriegnote.chess.position import Position
from kriegnote.chess.squares import ALL, BIT, from_mask, square_name, squares
from kriegnote.knowledge.facts import positions_from
from kriegnote.problems.policy import Hidden, Problem
from kriegnote.problems.proof.belief import Belief, check_own, merge
from kriegnote.problems.stated import facts as stated_facts

_DARK: Final = sum(BIT[square] for square in range(64) if (square ^ square >> 3) & 1 == 0)
_AREAS: Final = {"dark": _DARK, "light": ALL ^ _DARK, "any": ALL}


def _squares(names: tuple[str, ...]) -> Iterator[int]:
    """The squares of the named areas, files, ranks or squares."""
    for name in names:
        yield from squares(_AREAS.get(name) or from_mask(name))


def worlds(problem: Problem) -> Belief:
    """All positions in which the problem may start.

    If men are hidden, impossible positions (no king or two, the side that has just moved in check, a pawn on the first
    or last rank) are left out.

    :raises ValueError: there is no position, a FEN is malformed, or White's men differ between positions.
    """
    if problem.worlds:
        belief = merge(map(_position, problem.worlds))
    elif problem.fen is None:
        raise ValueError("the problem has no FEN")
    elif problem.facts:
        belief = _possible(problem.fen, problem.facts, _kings(problem.hidden))
    elif not problem.hidden:
        belief = (_position(problem.fen),)
    else:
        belief = merge(_filled(problem.fen, problem.hidden))
        if not belief:
            raise ValueError("no legal position fits the description of the hidden men")
    check_own(belief)
    return belief


def _kings(hidden: tuple[Hidden, ...]) -> tuple[str, ...] | None:
    """The squares on which the hidden king may stand; None for all."""
    named = [square_name(square) for man in hidden if man.men == "k" for square in _squares(man.squares)]
    return tuple(named) or None


@lru_cache(maxsize=8)
def _possible(fen: str, facts: tuple[str, ...], kings: tuple[str, ...] | None) -> Belief:
    """The positions that fit some facts.

    :raises ValueError: there is none, or there are too many to examine.
    """
    stated = [fact for sentence in facts for fact in stated_facts(sentence, fen)]
    belief = merge(positions_from(fen, stated, kings=kings))
    if not belief:
        raise ValueError("no legal position fits the facts about the hidden men")
    return belief


def _position(fen: str) -> Position:
    """The position of a FEN; :raises ValueError: it is empty or malformed."""
    if not fen.strip():
        raise ValueError("the FEN is empty")
    return Position.from_fen(fen)


def _filled(fen: str, men: tuple[Hidden, ...]) -> Iterator[Position]:
    """The possible positions of a diagram with its hidden men added."""
    diagram = read(fen)
    choices = []
    for man in men:
        letters = man.men if diagram.white_to_move else man.men.upper()
        some: list[tuple[int, str] | None] = [
            (square, letter) for square in _squares(man.squares) for letter in letters
            if (old := diagram.men[square]) == "." or (old.isupper() != diagram.white_to_move and len(man.squares) == 1)
        ]  # fmt: skip
        choices.append([*some, None] if man.may_lack else some)
    for filled in itertools.product(*choices):
        placed = dict(filter(None, filled))
        if len(placed) < sum(each is not None for each in filled):
            continue
        board = "".join(placed.get(square, old) for square, old in enumerate(diagram.men))
        if "p" in (board[:8] + board[56:]).lower():
            continue
        try:
            yield Position.from_fen(str(diagram._replace(men=board)))
        except ValueError:
            continue
