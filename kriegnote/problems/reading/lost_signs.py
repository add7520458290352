"""Reads the moves of a solution that has lost the signs of its men: “1. e7! 2. × e2#; if refused, 2. b4#”."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kriegnote.model.printed_moves import Parts
from kriegnote.problems.reading.denied import flattened
from kriegnote.problems.reading.phrases import Phrase


def with_lost_signs(words: Sequence[Phrase]) -> list[Phrase]:
    """The phrases of a text; what is printed like a pawn's move is any man's if the signs of men are lost.

    They are if no move of White's names its man, although a capture without a file (“2. × e2”) is a man's.
    """
    moves = [each.move for each in flattened(words) if each.kind == "white_move" and each.move is not None]
    named = any(each.figurine or each.parts.piece not in (None, "P") for each in moves)
    if named or not any(each.parts.piece is None for each in moves):
        return [*words]
    return [*map(_opened, words)]


def _opened(word: Phrase) -> Phrase:
    """A phrase, in which a move of White's to a square alone may be any man's."""
    move = word.move
    if word.kind == "white_move" and move is not None and move.parts == Parts(piece="P", to=move.parts.to):
        move = move._replace(parts=Parts(to=move.parts.to), figurine=len(move.parts.to or "") == 2)
    return replace(word, move=move, inside=tuple(map(_opened, word.inside)))
