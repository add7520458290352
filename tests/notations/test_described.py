"""Squares that an umpire counts from a player's side: the rulebook says from whose."""

from __future__ import annotations

import pytest

from kriegnote.api import convert
from kriegnote.chess.squares import NAMES
from kriegnote.model.events import Capture, Move, PawnTries, Variation


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


@pytest.mark.parametrize("notation", ["tries", "dialogue", "pgn"])
@pytest.mark.parametrize(
    ("rules", "said", "square"),
    [
        ("english", "QB5", "c5"),
        ("english", "queen's bishop's five", "c5"),
        ("english", "queen's-bishop five", "c5"),
        ("rand", "QB5", "c4"),
        ("rand", "Queen's Bishop's five", "c4"),
        ("rand", "c4", "c4"),
    ],
)
def test_a_name_means_the_same_square_in_every_notation(notation: str, rules: str, said: str, square: str) -> None:
    moves = {
        "tries": f"1. e4 c5 2. d4 cxd4 [capture on {said}]",
        "dialogue": f"1. e4 c5 2. d4 cxd4. Capture on {said}.",
        "pgn": f"1. e4 c5 2. d4 cxd4 {{Capture on {said}.}} *",
    }
    (done,) = convert(f'[Rules "{rules}"]\n\n{moves[notation]}\n', "json", from_=notation)
    assert [one.square for one in done.record.events if isinstance(one, Capture)] == [square]


def test_pawn_tries_are_counted_from_the_movers_side() -> None:
    text = '[Rules "rand"]\n\n1.e4 d5\n2.[pawn try on queen five] Nf3 [pawn tries in K5] dxe4\n'
    (done,) = convert(text, "json", from_="tries")
    assert [one.squares for one in done.record.events if isinstance(one, PawnTries)] == [("d5",), ("e4",)]


def test_without_a_rulebook_nobody_can_tell() -> None:
    (done,) = convert("1.e4 d5\n2.exd5 [capture on QB5] e6\n", "json", from_="tries")
    assert [one.square for one in done.record.events if isinstance(one, Capture)] == [None]
    assert "KN109" in [one.code for one in done.findings]


def captures(text: str, from_: str) -> tuple[list[str | None], list[str]]:
    (done,) = convert(text, "json", from_=from_)
    events = [
        one for event in done.record.events for one in (event.events if isinstance(event, Variation) else (event,))
    ]
    codes = [one.code for one in done.findings if one.severity != "info"]
    return [one.square for one in events if isinstance(one, Capture)], codes


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("pgn", "1. a4 b5 2. axb5 {Pawn captured on B5} c6 3. bxc6 {Pawn captured on C6} *"),
        ("pgn", "1. a4 b5 2. axb5 {Pawn captured on\nB5} c6 3. bxc6 {Pawn captured\non C6} *"),
        ("pgn", "1. a4 b5 2. Na3 (2. axb5 {Pawn captured on B5} c6 3. bxc6 {Pawn captured on C6}) *"),
        ("tries", "1. a4 b5 2. axb5 [capture on B5] c6 3. bxc6 [capture on C6]\n"),
    ],
)
def test_a_page_with_algebraic_moves_names_squares_in_capitals_so_too(notation: str, text: str) -> None:
    assert captures(text, notation) == (["b5", "c6"], [])


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("pgn", "1. a4 b5 2. axb5 {Pawn captured on B5} c6 3. bxc6 {Pawn captured on N5} *"),
        ("tries", "1. a4 b5 2. axb5 [capture on B5] c6 3. bxc6 [capture on QB6]\n"),
    ],
)
def test_a_name_of_two_squares_is_not_left_out_silently(notation: str, text: str) -> None:
    squares, codes = captures(text, notation)
    assert squares[0] is None
    assert codes[0] == "KN109"


@pytest.mark.parametrize(
    "said", ["White promotes to a queen on B8.", "White takes with the bishop on B5.", "The bishop captures on B4."]
)
def test_a_move_to_a_name_of_two_squares_is_not_made_up(said: str) -> None:
    (done,) = convert(f"1. a4, b5\n{said}\n", "json", from_="dialogue")
    moves = [one for one in done.record.events if isinstance(one, Move)]
    assert all(one.parts is None or one.parts.to in NAMES for one in moves)
    assert [one for one in done.findings if one.severity != "info"]
