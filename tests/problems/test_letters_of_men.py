"""The letters for men in solutions: read in every language, and written as they are asked for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kriegnote.problems.policy import Problem, bare, to_json
from kriegnote.problems.reading.moves import man, printed
from kriegnote.problems.reading.reader import read_problems
from kriegnote.problems.writer import write_problem


@pytest.mark.parametrize(
    ("letter", "language", "piece"),
    [("S", "de", "N"), ("L", "de", "B"), ("F", "fr", "B"), ("P", "nl", "N"), ("R", "it", "K"), ("C", "en", "N")],
)
def test_a_letter_is_a_man_of_the_language(letter: str, language: Any, piece: str) -> None:
    read = printed(f"{letter}f3", language)
    assert read is not None
    assert (read.parts.piece, read.figurine, man(letter, language)) == (piece, False, piece)


@pytest.mark.parametrize("letter", ["S", "L", "F"])
def test_a_letter_that_names_no_man_stands_for_any(letter: str) -> None:
    read = printed(f"{letter}f3")
    assert read is not None
    assert (read.parts.piece, read.figurine, man(letter)) == (None, True, None)


@pytest.mark.parametrize(
    ("pieces", "moves"),
    [
        ("it", "Df8 Cf3# Ab5 Tc4 Ra2 e8=D#"),
        ("fr", "Df8 Cf3# Fb5 Tc4 Ra2 e8=D#"),
        ("de", "Df8 Sf3# Lb5 Tc4 Ka2 e8=D#"),
        ("nl", "Df8 Pf3# Lb5 Tc4 Ka2 e8=D#"),
        ("figurine", "Qf8 Nf3# Bb5 Rc4 Ka2 e8=Q#"),  # a figurine may stand for another man, a letter not
    ],
)
@pytest.mark.parametrize("form", ["prose", "scheme", "tree"])
def test_the_letters_of_a_written_solution_are_those_asked_for(pieces: Any, moves: str, form: Any) -> None:
    text = "Solution:\n\n1.Qf8. Capture e5: 2.Nf3#. No capture: 2.Bb5, then 2.Rc4 or Ka2.\n\n1... any: 2.e8=Q#."
    (problem,), _ = read_problems(text)
    written = write_problem(problem, form, "en", pieces)
    assert [one for one in moves.split() if one not in written] == []
    (again,), _ = read_problems(written)
    assert _without_signs(again) == _without_signs(problem)


def test_letters_that_would_be_read_as_other_men_are_english() -> None:
    (problem,), _ = read_problems("Solution:\n\n1.Ka2.")
    assert "1.Ka2" in write_problem(problem, pieces="it")  # a lone R is a rook
    assert "1.Ka2" in write_problem(problem, pieces="nl")


def _without_signs(problem: Problem) -> str:
    policy = to_json(Problem(policy=bare(problem.policy)))
    return re.sub(r',?"sign":"."', "", policy)


@pytest.mark.parametrize(
    ("text", "man"),
    [
        ("Na 1.Pc5 probeert wit 2.Db1; als dat niet mag 2.Dh7.", "N"),
        ("Sleutel 1.Pc5. Slag op d2: 2.Dh7.", "N"),
        ("Chiave 1.Pc5. Presa in d2: 2.Dh7.", "P"),
    ],
)
def test_a_p_is_a_knight_in_dutch_prose(text: str, man: str) -> None:
    (problem,), _ = read_problems(f"Solution:\n\n{text}")
    assert f'"piece":"{man}"' in to_json(problem).replace(" ", "")
