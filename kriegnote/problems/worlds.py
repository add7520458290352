"""The worlds of a problem: every position that its diagram and what is said of hidden men leave possible."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import chess

from kriegnote.chess.position import Position
from kriegnote.knowledge.facts import positions_from
from kriegnote.problems.belief import Belief, check_own, merge
from kriegnote.problems.policy import Hidden, Problem
from kriegnote.problems.stated import facts as stated_facts

_AREAS: Final = {"dark": chess.BB_DARK_SQUARES, "light": chess.BB_LIGHT_SQUARES, "any": chess.BB_ALL}


def _squares(names: tuple[str, ...]) -> Iterator[int]:
    for name in names:
        if name in chess.SQUARE_NAMES:
            yield chess.parse_square(name)
        elif name in _AREAS:
            yield from chess.scan_forward(_AREAS[name])
        elif name[-1] in "abcdefgh":
            yield from chess.scan_forward(chess.BB_FILES["abcdefgh".index(name[-1])])
        else:
            yield from chess.scan_forward(chess.BB_RANKS[int(name[-1]) - 1])


def worlds(problem: Problem) -> Belief:
    """Every position in which the problem may start.

    Positions that cannot be (no king or two, the side that has just moved in check, a pawn on the last rank) are left
    out where men are hidden.

    :raises ValueError: there is no position, a FEN is malformed, or White's men differ.
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
            raise ValueError("no legal position fits what is said of the hidden men")
    check_own(belief)
    return belief


def _kings(hidden: tuple[Hidden, ...]) -> tuple[str, ...] | None:
    """The squares on which the hidden king is looked for; None: all."""
    named = [chess.SQUARE_NAMES[square] for man in hidden if man.men == "k" for square in _squares(man.squares)]
    return tuple(named) or None


@lru_cache(maxsize=8)
def _possible(fen: str, facts: tuple[str, ...], kings: tuple[str, ...] | None) -> Belief:
    """The positions that facts leave possible; :raises ValueError: there is none, or too many are to be looked at."""
    stated = [fact for sentence in facts for fact in stated_facts(sentence, fen)]
    belief = merge(positions_from(fen, stated, kings=kings))
    if not belief:
        raise ValueError("no legal position fits the facts about the hidden men")
    return belief


def _position(fen: str) -> Position:
    if not fen.strip():
        raise ValueError("the FEN is empty")
    return Position.from_fen(fen)


def _filled(fen: str, men: tuple[Hidden, ...]) -> Iterator[Position]:
    diagram = chess.Board(fen)
    colour = not diagram.turn
    choices = []
    for man in men:
        some: list[tuple[int, str] | None] = [
            (square, letter) for square in _squares(man.squares) for letter in man.men
            if (old := diagram.piece_at(square)) is None or (old.color == colour and len(man.squares) == 1)
        ]  # fmt: skip
        choices.append([*some, None] if man.may_lack else some)
    for filled in itertools.product(*choices):
        placed = [each for each in filled if each is not None]
        if len({square for square, _ in placed}) < len(placed):
            continue
        board = diagram.copy(stack=False)
        for square, letter in placed:
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(letter), colour))
        if board.pawns & (chess.BB_RANK_1 | chess.BB_RANK_8):
            continue
        try:
            yield Position.from_fen(board.fen())
        except ValueError:
            continue
