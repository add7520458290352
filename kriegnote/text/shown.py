"""Reads what a move showed its player, in brackets after it, as in Mafeking's game: ``Nde4 (Qf2, c3)``, ``(-)``."""

from __future__ import annotations

from lark import Token, Tree, UnexpectedInput

from kriegnote.model.printed_moves import Language, Piece, piece_of
from kriegnote.parsing import grammar


def shown(text: str, tongue: Language) -> dict[str, Piece | None] | None:
    """The men that a bracket names, by square; None if it is anything else.

    A square alone has a pawn; ``(-)`` shows nothing.

    :param tongue: the language of the piece letters.
    """
    try:
        tree: Tree[Token] = grammar("shown").parse(text)
    except UnexpectedInput:
        return None
    seen: dict[str, Piece | None] = {}
    for one in tree.find_data("man"):
        *man, square = (str(word) for word in one.children)
        seen[square] = piece_of(man[0][0], tongue) if man else "P"
    return seen
