"""Pages as another press and other hands spoilt them: kinds of damage that are in no table of ours.

The pages of ``tests/data/damage`` were made by somebody who had not seen the program. All of them are measured by
``python -m tests.bench.bench_damage --pages FILE``.
"""

from __future__ import annotations

from pathlib import Path

from tests.bench.bench_damage import Tally, of_file

PAGES = Path(__file__).parent.parent / "data" / "damage" / "another_press.jsonl"


def test_pages_of_another_press_are_mended() -> None:
    """One of the pages has the lines of two games among each other and is given up; the others count."""
    light = Tally()
    for tally in of_file(PAGES, strengths=("light",), every=6).values():
        light.add(tally)
    assert light.games >= 9 and light.right >= 0.85 * light.plies, light.row()
    assert 100 * light.wrong <= light.plies, light.row()
