"""The worlds of a problem: every position that its diagram and what is said of hidden men leave possible.

A ``Hidden`` tag is a short form (``k on a8 a6 c8``, ``b on dark``, ``qrbn on e1``, ``p? on a3 a4``) or a sentence of
the kind “the black king is on one of a8, a6, c8” or “Black has a dark-squared bishop somewhere”.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final

import chess

from kriegnote.board import Position
from kriegnote.problems.belief import Belief, check_own, merge
from kriegnote.problems.policy import Hidden, Problem

_MEN: Final = {
    "king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p",
    "re": "k", "donna": "q", "torre": "r", "alfiere": "b", "cavallo": "n", "pedone": "p",
}  # fmt: skip
_SHORT: Final = re.compile(r"\s*([kqrbnp]+)(\?)?\s+(?:on|in)\s+(.+)", re.I)
_AREAS: Final = {
    "dark": chess.BB_DARK_SQUARES, "light": chess.BB_LIGHT_SQUARES, "any": chess.BB_ALL,
    "scura": chess.BB_DARK_SQUARES, "chiara": chess.BB_LIGHT_SQUARES,
}  # fmt: skip


def hidden(text: str) -> Hidden | None:
    """What a ``Hidden`` tag says; None when it is not understood."""
    short = _SHORT.fullmatch(text)
    if short:
        men, may_lack, where = short.group(1).lower(), bool(short.group(2)), short.group(3)
    else:
        words = [_MEN[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _MEN]
        men, may_lack, where = "".join(dict.fromkeys(words)), bool(re.search(r"(?i)\b(?:or none|o nessun\w*|perhaps|forse)\b", text)), text
    squares = tuple(re.findall(r"(?<![a-z])[a-h][1-8](?!\w)", where))
    if not squares:
        squares = tuple(re.findall(r"(?<!\w)(?:files?|colonna) [a-h](?!\w)|(?<!\w)(?:ranks?|traversa) [1-8](?!\w)", where))
    if not squares:
        squares = tuple(area for area in _AREAS if re.search(rf"(?i)(?<!\w){area}", where))[:1]
    if not squares and re.search(r"(?i)somewhere|anywhere|da qualche parte|ovunque", where):
        squares = ("any",)
    return Hidden(men=men, squares=squares, may_lack=may_lack) if men and squares else None


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
        belief = merge(map(Position.from_fen, problem.worlds))
    elif problem.fen is None:
        raise ValueError("the problem has no FEN")
    elif not problem.hidden:
        belief = (Position.from_fen(problem.fen),)
    else:
        belief = merge(_filled(problem.fen, problem.hidden))
        if not belief:
            raise ValueError("no legal position fits what is said of the hidden men")
    check_own(belief)
    return belief


def _filled(fen: str, men: tuple[Hidden, ...]) -> Iterator[Position]:
    diagram = chess.Board(fen)
    colour = not diagram.turn
    choices = []
    for man in men:
        some: list[tuple[int, str] | None] = [
            (square, letter) for square in _squares(man.squares) for letter in man.men
            if (old := diagram.piece_at(square)) is None or (old.color == colour and len(man.squares) == 1)
        ]  # fmt: skip
        choices.append(some + [None] if man.may_lack else some)
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
