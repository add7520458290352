"""The weights of the moves that an open ply may be."""

import pytest

from kriegnote.restoration.choices import levelled


@pytest.mark.parametrize(
    ("weights", "level"),
    [
        ([], []),
        ([1.0], [1.0]),
        ([0.51, 0.49], [0.5, 0.5]),
        ([0.6, 0.4], [0.6, 0.4]),
        ([0.35, 0.33, 0.32], [1 / 3] * 3),
        ([0.5, 0.26, 0.24], [0.5, 0.25, 0.25]),
        ([0.0, 0.0], [0.0, 0.0]),
    ],
)
def test_choices_between_which_nothing_decides_weigh_the_same(weights: list[float], level: list[float]) -> None:
    assert levelled(weights) == pytest.approx(level)
