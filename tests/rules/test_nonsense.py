"""Tries against the umpire's own word: what the player should have known, and what he could not."""

from __future__ import annotations

import pytest

from kriegnote.chess.position import Position, move_of
from kriegnote.rules import RULES
from kriegnote.rules.nonsense import ignores_check, is_unannounced_capture, leaves_check

RANK = "4k3/8/8/8/8/2N5/PP2P1PP/r3K2R w K - 0 1"  # a rook on a1
LONG = "k7/8/8/8/8/q7/PP5P/2K4R w - - 0 1"
KNIGHT = "4k3/8/8/8/8/3n4/P6P/R3K2R w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "move", "ignored"),
    [
        (RANK, "c3d1", False),  # comes between
        (RANK, "e1d2", False),  # the king may go anywhere
        (RANK, "h1g1", False),  # the rank is open on that side too, and the player does not see from where it comes
        (RANK, "g2g3", True),
        (RANK, "c3d5", True),
        (KNIGHT, "h1f1", True),
        (KNIGHT, "a1d1", True),
        ("4k3/8/8/8/8/3n4/P3P2P/R3K2R w - - 0 1", "e2d3", False),  # takes where a knight would stand
        ("8/8/8/3pP3/4K3/8/8/7k w - d6 0 1", "e5d6", False),  # en passant: the pawn on d5 gives the check
        ("4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1", "h1h4", False),
        ("4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1", "h1h3", True),
        ("4k3/8/8/8/7b/8/8/3R1K1R w - - 0 1", "d1e1", False),  # no check at all
        ("4r1k1/8/8/8/7b/8/8/R3K2R w KQ - 0 1", "h1h4", True),  # two checks: the king alone can help
    ],
)
def test_a_try_that_cannot_end_the_check_as_it_was_announced(fen: str, move: str, ignored: bool) -> None:
    assert ignores_check(Position.from_fen(fen), move_of(move), RULES["rand"]) is ignored


@pytest.mark.parametrize(
    ("fen", "move", "left"),
    [
        (RANK, "c3d1", False),
        (RANK, "c3d5", True),
        (RANK, "e1d2", False),
        (RANK, "e1f1", True),  # along the rank
        ("4k3/8/8/8/8/8/8/r1K5 w - - 0 1", "c1b1", True),  # along the rank and nearer
        ("4k3/8/8/8/8/8/8/rK6 w - - 0 1", "b1a1", False),
        ("8/8/8/3pP3/4K3/8/8/7k w - d6 0 1", "e5d6", False),  # takes the pawn that gives check en passant
        ("4r1k1/8/8/8/7b/6N1/8/4K3 w - - 0 1", "g3e4", False),  # it is pinned, but the check announced is ended
        ("4r1k1/8/8/8/7b/8/8/R3K2R w KQ - 0 1", "h1h4", True),
        ("4k3/8/8/8/7b/8/8/3R1K1R w - - 0 1", "d1e1", False),  # no check at all
    ],
)
def test_a_try_that_leaves_the_check(fen: str, move: str, left: bool) -> None:
    assert leaves_check(Position.from_fen(fen), move_of(move)) is left


def test_where_no_direction_is_announced_nothing_is_known() -> None:
    assert not ignores_check(Position.from_fen(RANK), move_of("g2g3"), RULES["rand; check_directions=no"])
    assert not ignores_check(Position.from_fen(RANK), move_of("g2g3"), RULES["dark"])


@pytest.mark.parametrize(
    ("rules", "one", "other"), [("rand", False, True), ("cincinnati", False, False), ("english", False, False)]
)
def test_a_pawn_capture_that_was_not_announced(rules: str, one: bool, other: bool) -> None:
    position = Position.from_fen("4k3/8/8/3p4/4P3/8/P7/4K3 w - - 0 1")
    assert is_unannounced_capture(position, move_of("e4d5"), RULES[rules]) is one
    assert is_unannounced_capture(position, move_of("e4f5"), RULES[rules]) is other
    none = Position.from_fen("4k3/8/8/8/4P3/8/P7/4K3 w - - 0 1")
    assert is_unannounced_capture(none, move_of("e4f5"), RULES[rules]) is (rules != "english")
