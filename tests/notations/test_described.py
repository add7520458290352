"""Squares that an umpire counts from a player's side: the rulebook says from whose."""

from __future__ import annotations

import pytest

from kriegnote.api import convert
from kriegnote.model.events import Capture, PawnTries


@pytest.mark.parametrize(
    ("rules", "said", "square"),
    [
        ("rand", "capture on Q5", "d5"),  # the mover's side (RAND 17)
        ("rand", "capture on queen five", "d5"),
        ("english", "capture on Q4", "d5"),  # the side of the man captured (Gambit 9)
        ("english", "capture on d5", "d5"),
    ],
)
def test_a_capture_is_counted_from_the_side_that_the_rulebook_says(rules: str, said: str, square: str) -> None:
    text = f'[Rules "{rules}"]\n\n1.e4 d5\n2.exd5 [{said}] e6\n'
    (done,) = convert(text, "json", from_="tries")
    assert [one.square for one in done.record.events if isinstance(one, Capture)] == [square]
    assert [one for one in done.findings if one.severity != "info"] == []


def test_pawn_tries_are_counted_from_the_movers_side() -> None:
    text = '[Rules "rand"]\n\n1.e4 d5\n2.[pawn try on queen five] Nf3 [pawn tries in K5] dxe4\n'
    (done,) = convert(text, "json", from_="tries")
    assert [one.squares for one in done.record.events if isinstance(one, PawnTries)] == [("d5",), ("e4",)]


def test_without_a_rulebook_nobody_can_tell() -> None:
    (done,) = convert("1.e4 d5\n2.exd5 [capture on QB5] e6\n", "json", from_="tries")
    assert [one.square for one in done.record.events if isinstance(one, Capture)] == [None]
    assert "KN109" in [one.code for one in done.findings]
