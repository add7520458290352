"""Pages as another press and other hands spoilt them: kinds of damage that are in no table of ours.

The pages of ``tests/data/damage`` were made by somebody who had not seen the program. All of them are measured by
``python -m tests.bench.bench_damage --pages FILE``.
"""

from __future__ import annotations

from pathlib import Path

from tests.bench.bench_damage import Tally, of_file

PAGES = Path(__file__).parent.parent / "data" / "damage"


def of_light_pages(name: str, *, every: int) -> Tally:
    light = Tally()
    for tally in of_file(PAGES / f"{name}.jsonl", strengths=("light",), every=every).values():
        light.add(tally)
    return light


def test_pages_of_another_press_are_mended() -> None:
    """One of the pages has the lines of two games among each other and is given up; the others count."""
    light = of_light_pages("another_press", every=6)
    assert light.games >= 9 and light.right >= 0.85 * light.plies, light.row()
    assert 100 * light.wrong <= light.plies, light.row()


def test_pages_of_a_second_press_are_mended() -> None:
    light = of_light_pages("second_press", every=5)
    assert light.games >= 6 and light.right >= 0.97 * light.plies, light.row()
    assert 50 * light.wrong <= light.plies, light.row()


def test_pages_of_a_third_press_are_mended() -> None:
    """Strange signs for the men, broken columns, and mixtures of two or three kinds of damage."""
    light = of_light_pages("third_press", every=6)
    assert light.games >= 5 and light.right >= 0.95 * light.plies, light.row()
    assert 50 * light.wrong <= light.plies, light.row()


def test_pages_of_a_fourth_press_are_mended() -> None:
    light = of_light_pages("fourth_press", every=3)
    assert light.games >= 4 and light.right >= 0.97 * light.plies, light.row()
    assert 50 * light.wrong <= light.plies, light.row()
