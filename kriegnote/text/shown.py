"""What a move showed its player, in brackets behind it, as Mafeking's game prints it: ``Nde4 (Qf2, c3)``, ``(-)``."""

from __future__ import annotations

from lark import Tree, UnexpectedInput

from kriegnote.model.events import Piece
from kriegnote.model.printed_moves import Language, piece_of
from kriegnote.parsing import grammar


def shown(text: str, tongue: Language) -> dict[str, Piece | None] | None:
    """The men that a bracket names (a square alone is a pawn's, ``(-)`` is nothing); None: it is something else."""
    if text.strip("()–— \t\n-") == "" and "(" in text:
        return {}
    try:
        bracket = grammar("darkchess", "shown").parse(text.strip())
    except UnexpectedInput:
        return None
    seen: dict[str, Piece | None] = {}
    for entry in bracket.children:
        if not isinstance(entry, Tree):
            continue
        words = [str(word).strip("\ufe0e ") for word in entry.children]
        if entry.data == "man":
            seen[words[1].lower()] = piece_of(words[0], tongue)
        elif entry.data == "empty":
            seen[words[0].lower()] = "P"
        else:
            return None
    return seen or None
