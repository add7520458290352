"""Positions are values: every change gives another one, and the first stays as it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kriegnote.chess.position import KNIGHT, Position, move_of, square_of
from kriegnote.chess.squares import BIT, START_FEN
from kriegnote.rules import RULES
from kriegnote.rules.boards import position_of

FEN = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 4 20"


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (
            lambda one: one.without(BIT[square_of("h1")] | BIT[square_of("d5")]),
            "r3k2r/8/8/4P3/8/8/8/R3K3 w Qkq d6 4 20",
        ),
        (lambda one: one.with_men([(square_of("d1"), KNIGHT, True)]), "r3k2r/8/8/3pP3/8/8/8/R2NK2R w KQkq d6 4 20"),
        (lambda one: one.with_men([(square_of("d8"), KNIGHT, False)]), "r2nk2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 4 20"),
        (lambda one: one.with_castling(BIT[0]), "r3k2r/8/8/3pP3/8/8/8/R3K2R w Q d6 4 20"),
        (lambda one: one.facing(False), "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 4 20"),
        (lambda one: one.passed(), "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 4 20"),
        (lambda one: one.passed().passed(), "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 4 21"),
        (lambda one: one.alone(True), "8/8/8/4P3/8/8/8/R3K2R w KQ - 4 20"),
        (lambda one: one.play(move_of("e1g1")), "r3k2r/8/8/3pP3/8/8/8/R4RK1 b kq - 5 20"),
    ],
)
def test_a_change_gives_another_position(change: Callable[[Position], Position], after: str) -> None:
    first = Position.from_fen(FEN)
    assert not first.checkers()
    assert change(first).fen() == after
    assert first.fen() == FEN


def test_what_is_known_of_the_king_is_not_taken_over() -> None:
    checked = Position.from_fen("4k3/8/8/8/8/8/8/r3K3 w - - 0 1")
    assert checked.checkers()
    assert not checked.without(BIT[square_of("a1")]).checkers()
    assert not checked.with_men([(square_of("c1"), KNIGHT, True)]).checkers()


def test_a_position_of_another_game_keeps_what_its_rules_need() -> None:
    first = position_of(RULES["invisible; invisible=c1 f8"].game)
    seen = first.without(BIT[square_of("a1")])
    assert type(seen) is type(first)
    assert getattr(seen, "unseen") == getattr(first, "unseen") != 0  # noqa: B009


def test_men_without_a_king_are_no_whole_position() -> None:
    for fen in ("8/8/8/8/8/8/8/R7 w - - 0 1", "4k3/8/8/8/8/8/8/R7 b - - 0 1"):
        with pytest.raises(ValueError, match="one king"):
            Position.from_fen(fen)
        some = Position.from_fen(fen, whole=False)
        assert (some.fen(), some.dark) == (fen, False)


@pytest.mark.parametrize(
    ("fen", "move", "pawn_capture"),
    [
        (FEN, "e5d6", True),
        (FEN, "e5f6", True),  # nothing stands there
        (FEN, "e5e6", False),
        (FEN, "e1d2", False),
        ("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", True),
    ],
)
def test_a_pawn_capture_goes_to_another_file(fen: str, move: str, pawn_capture: bool) -> None:
    assert Position.from_fen(fen).is_pawn_capture(move_of(move)) is pawn_capture


def test_the_first_position_is_that_of_its_fen() -> None:
    assert Position.first().fen() == START_FEN and Position.first().key() == Position.from_fen(START_FEN).key()
    assert Position.first(dark=True).key() == Position.from_fen(START_FEN, dark=True).key()
