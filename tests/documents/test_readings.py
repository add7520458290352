"""The notation of a passage: what its readers make of it, and of two that read the same the plainer."""

from __future__ import annotations

import pytest

from kriegnote.documents.readings import best_reading

SCORE = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (SCORE, "san"),
        (SCORE + "\nIl Bianco abbandona.", "san"),
        (SCORE + " and Black resigns", "san"),
        (SCORE + "\n\nWhite asks “Any?” The umpire answers “No”.", "dialogue"),
        (f'[Event "x"]\n[Site "y"]\n\n{SCORE} 1-0', "pgn"),
        ("1. e4\n\n2. Nf3\n\n3. Bb5\n\n4. Ba4", "tries"),
        ("White's move.\n1. e4\nBlack's move.\n1. .. ?", "icc"),
    ],
)
def test_of_notations_that_read_the_same_the_plainest_is_meant(text: str, notation: str) -> None:
    assert best_reading(text).notation.id == notation


def test_one_move_a_number_is_what_one_player_saw() -> None:
    assert best_reading("1. e4\n\n2. Nf3\n\n3. Bb5\n\n4. Ba4").read.record.view == "white"
