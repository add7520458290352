"""What a move showed its player, in brackets behind it, as Mafeking's game prints it: ``Nde4 (Qf2, c3)``, ``(-)``."""

from __future__ import annotations

from lark import Token, Tree, UnexpectedInput

from kriegnote.model.printed_moves import Language, Piece, piece_of
from kriegnote.parsing import grammar


def shown(text: str, tongue: Language) -> dict[str, Piece | None] | None:
    """The men that a bracket names (a square alone is a pawn's, ``(-)`` is nothing); None: it is something else."""
    try:
        tree: Tree[Token] = grammar("shown").parse(text)
    except UnexpectedInput:
        return None
    seen: dict[str, Piece | None] = {}
    for one in tree.find_data("man"):
        *man, square = (str(word) for word in one.children)
        seen[square] = piece_of(man[0][0], tongue) if man else "P"
    return seen
