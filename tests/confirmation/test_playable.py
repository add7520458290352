"""How far a record can be played, for those who judge readings."""

from __future__ import annotations

import pytest

from kriegnote.confirmation.playable import playable
from kriegnote.notations.registry import notation
from kriegnote.text.source import Chunk


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("1. e4 e5 2. Qh5 Nc6", 4),
        ("1. e4 e5 2. Bh5 Nc6", 4),  # any man that can go there
        ("1. e4 e5 2. Ke7 Nc6", 2),
        ("1. e4 1... e5 2. g5", 2),
        ("7. Nf3 Nc6", 0),
        ("1. -, e5 2. Nf3", 0),
    ],
)
def test_plies_are_counted_to_the_first_that_cannot_be_played(text: str, plies: int) -> None:
    assert playable(notation("san").read(Chunk(text)).record) == plies


def test_no_more_are_looked_at_than_asked_for() -> None:
    assert playable(notation("san").read(Chunk("1. e4 e5 2. Qh5 Nc6")).record, 3) == 3
