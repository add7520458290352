"""Placements that are left out because their men cannot be refused as much: none is missing."""

from __future__ import annotations

import random

import pytest

from kriegnote.chess.position import Position
from kriegnote.knowledge.placements import OpenDiagram, refusals

PIECES = "QRBNP"


def diagram(rng: random.Random) -> str:
    """A diagram of White's men alone, White to move."""
    squares = rng.sample(range(64), 5)
    men = dict(zip(squares, ["K", *rng.choices(PIECES, k=4)], strict=True))
    cells = ["P" if man == "P" and 8 <= square < 56 else man if man != "P" else "N" for square, man in men.items()]
    rows = [["."] * 8 for _ in range(8)]
    for square, man in zip(squares, cells, strict=True):
        rows[square // 8][square % 8] = man
    text = "/".join("".join(row) for row in rows)
    for count in range(8, 0, -1):
        text = text.replace("." * count, str(count))
    return f"{text} w - - 0 1"


def boards(found: object) -> set[tuple[int, ...]]:
    return {position.key() for position in found}  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("mover", ["hidden", "seeing"])
def test_no_placement_is_missing(seed: int, mover: str) -> None:
    """Against all placements of a king and two men of two kinds on a few squares."""
    rng = random.Random(f"{seed} {mover}")
    fen = diagram(rng)
    kings = [f"{file}{rank}" for file in "aceg" for rank in "1368"]
    men = rng.sample([f"{file}{rank}" for file in "abcdefgh" for rank in "12345678"], 14)
    kinds = "".join(rng.sample(PIECES, 2))
    counted: dict[int, set[tuple[int, ...]]] = {}

    def made() -> OpenDiagram:
        board = OpenDiagram(fen, 2, kinds)
        return board.before() if mover == "hidden" else board

    def count(position: Position) -> int:
        return -1 if position.checkers() else refusals(position)

    for position in made().filled(None, kings, men):
        counted.setdefault(count(position), set()).add(position.key())
    for least in sorted(counted)[-3:]:
        wanted = {key for number, keys in counted.items() if number >= least >= 0 for key in keys}
        found = [position for position in made().filled(least, kings, men) if count(position) >= least]
        assert boards(found) >= wanted
        assert len(boards(found)) == len(found)
