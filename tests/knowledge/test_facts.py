"""Hidden men from facts: three of chapter 7's problems, whose positions nobody types."""

from __future__ import annotations

import pytest

from kriegnote.chess.position import square_of
from kriegnote.knowledge.facts import CapturesMade, Companions, Immobile, Refused, TooMany, positions_from


def boards(found) -> list[str]:
    return sorted(position.fen().split()[0] for position in found)


def test_nineteen_refused_tries() -> None:
    """Anderson 42: only king and rooks that could still castle are refused so often before the last move."""
    found = positions_from(
        "8/N3P2R/4K3/7N/8/8/P7/8 w - - 0 1", [Companions(2, "R"), Refused(19, last=True)], kings=["e8"]
    )
    assert boards(found) == sorted(
        f"{rank}/N3P2R/4K3/7N/8/8/P7/8" for rank in ("1r2k2r", "2r1k2r", "3rk2r", "r3k1r1", "r3kr2")
    )


def test_eight_captures_and_a_king_that_cannot_move() -> None:
    """Dawson 3191: one man beside the king guards all that the king does not."""
    found = positions_from("8/p4Pp1/P2K3p/pPR5/P1P5/pP6/p5P1/4Q3 w - - 0 1", [CapturesMade(8), Immobile("d6")])
    assert boards(found) == [
        "3k4/p4Pp1/P2K3p/pPR5/P1P1q3/pP6/p5P1/4Q3",
        "8/pq3Pp1/P2K1k1p/pPR5/P1P5/pP6/p5P1/4Q3",
    ]


def test_eighteen_refused_tries() -> None:
    """Anderson 44: the queen and the knight that leave White eighteen refusals."""
    found = positions_from(
        "8/8/4K2B/6P1/2PQ4/6N1/8/8 w - - 0 1", [Companions(2, "QN"), Refused(18)], kings=["g6"], men=["c5", "e5", "e4"]
    )
    assert "8/8/4K1kB/2q1n1P1/2PQ4/6N1/8/8" in boards(found)


def test_a_bare_king() -> None:
    """Roche: fifteen captures, so the king is alone, on one of eight squares."""
    found = list(positions_from("8/1R6/2PP2PP/8/6PP/3N1P1P/Q4K2/2R5 w - - 0 1", [CapturesMade(15)]))
    squares = {position.kings & position.black for position in found}
    assert squares == {1 << square_of(name) for name in ("d4", "f6", "h2", "h8", "c8", "d8", "e8", "f8")}


def test_too_many() -> None:
    with pytest.raises(TooMany, match="name the squares"):
        list(positions_from("8/8/8/8/8/8/8/4K3 w - - 0 1", [Companions(4)]))
