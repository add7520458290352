"""What the board confirms of a record."""

from __future__ import annotations

import pytest

from kriegnote.api import read
from kriegnote.confirmation.confirmed import confirmed


@pytest.mark.parametrize(
    ("text", "events", "whole"),
    [
        ("1. e4 e5 2. Nf3 Nc6", 4, True),
        ("1. e4 e5 2. Nf3 exd4? No. Nc6", 5, True),
        ("1. e4 e5 2. Nf3 Nc6 3. Nxe5 (Capture on e5.) Nxe5 (Capture on e4.)", 6, True),
        ("1. e4 e5 2. Ke5 Nc6", 2, False),
    ],
)
def test_what_the_board_confirms_is_counted_up_to_the_first_ply_that_cannot_be_played(
    text: str, events: int, whole: bool
) -> None:
    (game,) = read(text, "dialogue")
    assert confirmed(game.record)[:2] == (events, whole)


@pytest.mark.parametrize(
    ("text", "events", "whole"),
    [
        ("1. e4 2. (exd5? fxg3?) Nf3 3. Bc4 4. Bxf7", 6, True),
        ("1. ... e5 2. ... Nf6 3. ... (Bh4?) Be7 4. ... O-O", 3, True),
        ("1. e4 2. Nf3 3. Ra5 4. Bc4", 2, False),
    ],
)
def test_the_moves_of_one_player_are_those_of_his_own_men(text: str, events: int, whole: bool) -> None:
    """A try that his men could not make counts against the record."""
    (game,) = read(text, "tries")
    assert confirmed(game.record)[:2] == (events, whole)
