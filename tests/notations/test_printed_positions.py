"""Positions that stand among the words before a game."""

from __future__ import annotations

import pytest

from kriegnote.api import read
from kriegnote.model.events import Move

MEN = "4k3/8/4K3/8/8/8/8/4R3"


@pytest.mark.parametrize(
    ("text", "start", "first"),
    [
        (f"An ending: {MEN}, and White is to move.\n\n1.Kd6+ Kd8 2.Re2 Kc8\n", f"{MEN} w - - 0 1", "white"),
        (f"Finale: {MEN}, muove il Nero.\n\n1...Rf8 2.Td1 Rg7\n", f"{MEN} b - - 0 1", "black"),
        (f"The ending {MEN} went like this:\n\n1...Kf8 2.Rd1 Kg7\n", f"{MEN} b - - 0 1", "black"),
        (f"The ending {MEN} w - - 3 40 went like this:\n\n40.Kd6+ Kd8 41.Re2 Kc8\n", f"{MEN} w - - 3 40", "white"),
    ],
)
def test_a_position_of_men_alone_is_completed_by_the_words_or_the_first_number(
    text: str, start: str, first: str
) -> None:
    (game,) = read(text)
    moves = [one.side for one in game.record.events if isinstance(one, Move)]
    assert (game.record.start, moves[0], len(moves) >= 3) == (start, first, True)
