"""Reads what a move showed its player, in brackets after it, as in Mafeking's game: ``Nde4 (Qf2, c3)``, ``(-)``."""

from __future__ import annotations

from kriegnote.caching_parser import parser_of
from kriegnote.model.printed_moves import Language, Piece, piece_of


def shown(text: str, tongue: Language) -> dict[str, Piece | None] | None:
    """The men that a bracket names, by square; None if it is anything else.

    A square alone has a pawn; ``(-)`` shows nothing.

    :param tongue: the language of the piece letters.
    """
    tree = parser_of("shown").whole(text)
    if tree is None:
        return None
    seen: dict[str, Piece | None] = {}
    for one in tree.find_data("man"):
        *man, square = (str(word) for word in one.children)
        seen[square] = piece_of(man[0][0], tongue) if man else "P"
    return seen
