"""The numbers of a page as a noisy copy of those of the game."""

from __future__ import annotations

import pytest

from kriegnote.restoration.page_reading import numbered_plies


def plies(text: str) -> list[int]:
    """``w3 b3`` as numbers: twice the move number, and one more for Black."""
    return [2 * int(one[1:]) + (one[0] == "b") for one in text.split()]


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("w1 b1 w2 b3 w4 b4", "w1 b1 w2 b3 w4 b4"),  # two plies are lost
        ("w1 b1 w2 b2 w4 w5 b5", "w1 b1 w2 b2 w4 w5 b5"),  # a turn, and the next one's Black ply
        ("w1 b1 w2 b2 w4 b4 w4 b4 w5", "w1 b1 w2 b2 w3 b3 w4 b4 w5"),  # one number is wrong
        ("w1 b1 w2 b2 w12 b12 w13 b13", "w1 b1 w2 b2 w3 b3 w4 b4"),  # the numbers jump and go on from there
        ("w1 b1 w2 b2 w2 b2 w3 b3", "w1 b1 w2 b2 w3 b3 w4 b4"),  # a number is printed again
        ("w1 b1 w2 b2 w4 b4", "w1 b1 w2 b2 w3 b3"),  # the last number is wrong: nothing goes on from it
        ("w1 b1 w2 b2 w4", "w1 b1 w2 b2 w3"),
        ("w1 b1 w2 b2 w4 b4 w5", "w1 b1 w2 b2 w4 b4 w5"),  # a turn is lost: the next number bears it out
        ("w9 b9 w10 b10", "w9 b9 w10 b10"),  # a fragment
    ],
)
def test_the_cheapest_way_to_number_the_plies(printed: str, meant: str) -> None:
    assert numbered_plies(list(plies(printed))) == plies(meant)


def test_plies_without_numbers_follow_one_another() -> None:
    assert numbered_plies([2, None, None, 5]) == [2, 3, 4, 5]
    assert numbered_plies([None, 3]) == [None, None]
    assert numbered_plies([]) == []
