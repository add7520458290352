"""What a move showed its player, in brackets behind it, as Mafeking's game prints it: ``Nde4 (Qf2, c3)``, ``(-)``."""

from __future__ import annotations

from kriegnote.model.events import Piece
from kriegnote.model.printed_moves import Language, piece_of
from kriegnote.text.grammar import grammar
from kriegnote.text.turns import pieces


def shown(text: str, tongue: Language) -> dict[str, Piece | None] | None:
    """The men that a bracket names (a square alone is a pawn's, ``(-)`` is nothing); None: it is something else."""
    if text.strip("()–— \t\n-") == "" and "(" in text:
        return {}
    found = list(pieces(grammar("darkchess"), text, 0, len(text)))
    if len(found) != 1 or found[0].name != "shown":
        return None
    seen: dict[str, Piece | None] = {}
    for one in found[0].inside:
        words = {part.name: text[part.start : part.end].strip() for part in one.inside}
        if one.name == "man":
            seen[words["SQUARE"].lower()] = piece_of(words["MAN"].strip("\ufe0e "), tongue)
        elif one.name == "empty":
            seen[words["SQUARE"].lower()] = "P"
        elif one.name not in ("SEP", "LPAR", "RPAR"):
            return None
    return seen or None
