"""A player's own table names the other player alone, by the column of what the umpire says of him."""

from __future__ import annotations

import io

import pytest

from kriegnote.model.events import Capture, Move, Try
from kriegnote.operations.conversion import read_items

ROWS = (
    ("d5", "", "moved"), ("Qxd5", "", "moved; capture on d5"), ("Qd8", "Bh3", "moved"), ("Nf6", "Bg4", "moved"),
    ("c6", "", "moved"), ("g6", "", "moved"), ("Bg7", "", "moved"), ("O-O", "", "moved"),
)  # fmt: skip


def table(head: str) -> str:
    rows = (f"{turn} | {said} | {tried} | {made}" for turn, (made, tried, said) in enumerate(ROWS, 1))
    return "\n".join([head, "---|---|---|---", *rows, ""])


@pytest.mark.parametrize(
    "head",
    [
        "move | White (from the chair) | I tried | I played",
        "Zug | Weiß (laut Meldung) | versucht | gespielt",
        "lance | brancas (de ouvido) | tentei | joguei",
    ],
)
def test_the_moves_are_those_of_the_player_who_is_not_named(head: str) -> None:
    (item,) = read_items(io.BytesIO(table(head).encode()))
    moves = [one for one in item.record.events if isinstance(one, Move) and one.text]
    assert [(one.turn, one.side) for one in moves] == [(turn, "black") for turn in range(1, len(ROWS) + 1)]
    assert {one.side for one in item.record.events if isinstance(one, Try)} == {"black"}
    assert any(isinstance(one, Capture) and one.square == "d5" for one in item.record.events)
