"""Pawns' moves told by their length: the possible files, the number of squares, and whether both players make it."""

import pytest

from kriegnote.text.speech.clauses import words
from kriegnote.text.speech.pawn_steps import pawn_steps


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("White opens with the king's pawn two squares", [("e", 2, False)]),
        ("She moved her c-pawn one square", [("c", 1, False)]),
        ("the a-pawn a single square", [("a", 1, False)]),
        ("both begin with the queen's pawn two squares", [("d", 2, True)]),
        ("il pedone di Donna di un passo", [("d", 1, False)]),
        ("il pedone c di due passi", [("c", 2, False)]),
        ("the bishop's pawn one", [("cf", 1, False)]),
        ("le pion du fou du roi de deux cases", [("f", 2, False)]),
        ("den Königsspringerbauern zwei Felder", [("g", 2, False)]),
        ("a pawn advanced two squares", [("", 2, False)]),
        ("the knight stands two squares away", []),
        ("a pawn. Two squares further on", []),
        ("two pawns", []),
    ],
)
def test_a_pawn_and_the_length_of_its_move(text: str, steps: list[tuple[str, int, bool]]) -> None:
    tokens = words(text)
    assert [(one.files, one.squares, one.both) for one in pawn_steps(tokens, 0, len(tokens))] == steps
