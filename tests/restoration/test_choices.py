"""The weights of the moves that an open ply may be."""

import pytest

from kriegnote.restoration.choices import doubted, levelled


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


@pytest.mark.parametrize(
    ("slips", "likeliest"), [(0.0, 0.99), (0.3, 0.99), (0.35, 0.9554), (0.4, 0.9087), (2.0, 0.9087)]
)
def test_where_most_words_have_slips_no_move_is_nearly_certain(slips: float, likeliest: float) -> None:
    rest = 1 - likeliest
    assert doubted([0.004, 0.99, 0.006], slips) == pytest.approx([0.4 * rest, likeliest, 0.6 * rest], abs=1e-4)
    assert doubted([0.4, 0.3, 0.3], slips) == [0.4, 0.3, 0.3]
    assert doubted([1.0], slips) == [1.0]
