"""Boards as they are drawn: text and pictures of a position and of what a player could know."""

from __future__ import annotations

from xml.etree import ElementTree

import msgspec
import pytest

from kriegnote.chess.position import Position
from kriegnote.knowledge.results import PlyKnowledge
from kriegnote.reporting.boards import (
    FIGURINES,
    kinds,
    men_of,
    number,
    position_lines,
    position_picture,
    shaded_lines,
    shaded_picture,
)

OWN = Position.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").alone(True)
PLY = PlyKnowledge(
    ply=4, turn=3, to_move="white", method="exact", positions=(240, 240),
    squares={"K": ("e8", "d8", "a1")}, probability={"K": {"e8": 0.62, "d8": 0.38}}, men=(), captured=0,
)  # fmt: skip


def test_a_position_in_text_has_white_below() -> None:
    lines = position_lines(Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), men_of("ascii"))
    assert (lines[0], lines[6], lines[7]) == ("8 . . . . k . . .", "2 . . . . P . . .", "1 . . . . K . . .")
    assert lines[8] == "  a b c d e f g h"


@pytest.mark.parametrize(("encoding", "king"), [("utf-8", "♔"), ("ascii", "K"), ("cp1252", "K")])
def test_a_terminal_gets_the_men_that_it_can_print(encoding: str, king: str) -> None:
    assert men_of(encoding)[True][-1] == king


def test_shades_in_text_are_tenths_and_own_men() -> None:
    lines = shaded_lines(PLY, OWN, FIGURINES[True][1:])
    assert (lines[0], lines[7]) == ("8 - - - 3 6 - - -", "1 ♖ - - - ♔ - - -")
    assert shaded_lines(PLY)[7] == "1 . - - - - - - -"


def test_the_picture_of_shades_names_each_square_and_its_men() -> None:
    said = [one.text for one in ElementTree.fromstring(shaded_picture(PLY, OWN)).iter() if one.tag.endswith("title")]
    assert len(said) == 64
    assert {"e8: K 62%", "d8: K 38%", "a1: possible", "h1: no enemy man"} <= set(said)


def test_the_picture_of_a_position_says_what_stands_where() -> None:
    assert 'aria-label="white rook a1; white king e1"' in position_picture(OWN)


def test_numbers_and_kinds_in_words() -> None:
    assert number(PLY) == "240"
    assert kinds(PLY) == ["K  e8 62%, d8 38%"]


def test_nothing_is_certain_by_a_sample() -> None:
    sampled = msgspec.structs.replace(PLY, chances="sampled", probability={"K": {"e8": 1.0}})
    assert kinds(sampled) == ["K  e8 ~100%"]
    assert shaded_lines(sampled)[0] == "8 - - - . 9 - - -"
