"""Pages as another press and other hands spoilt them: kinds of damage that are in no table of ours.

The pages of ``tests/data/damage`` were made by somebody who had not seen the program: strange signs for the men, broken
columns, torn corners, mixtures of several kinds of damage. Here a few of those with light damage are mended; all of
them are measured by ``python -m tests.bench.bench_damage --pages FILE``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.bench_damage import Tally, of_file
from tests.support.sample import part

PAGES = Path(__file__).parent.parent / "data" / "damage"


@pytest.mark.parametrize(
    ("press", "every", "right"),
    part([("another", 50, 0.97), ("second", 40, 0.96), ("third", 24, 0.97), ("fourth", 12, 0.97)], 2),
)
def test_pages_of_another_press_are_mended(press: str, every: int, right: float) -> None:
    light = Tally()
    for tally in of_file(PAGES / f"{press}_press.jsonl", strengths=("light",), every=every).values():
        light.add(tally)
    assert light.games >= 2 and light.right >= right * light.plies, light.row()
    assert light.wrong <= (1 - right) * light.plies, light.row()
