"""The notation of a passage: what its readers make of it, and of two that read the same the plainer."""

from __future__ import annotations

import pytest

import kriegnote
from kriegnote.documents.readings import best_reading
from kriegnote.model.events import Try

SCORE = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (SCORE, "san"),
        (SCORE + "\nIl Bianco abbandona.", "san"),
        (SCORE + " and Black resigns", "san"),
        (SCORE + "\n\nWhite asks “Any?” The umpire answers “No”.", "dialogue"),
        (f'[Event "x"]\n[Site "y"]\n\n{SCORE} 1-0', "pgn"),
        ("1. e4\n\n2. Nf3\n\n3. Bb5\n\n4. Ba4", "tries"),
        ("White's move.\n1. e4\nBlack's move.\n1. .. ?", "icc"),
    ],
)
def test_of_notations_that_read_the_same_the_plainest_is_meant(text: str, notation: str) -> None:
    assert best_reading(text).notation.id == notation


def test_one_move_a_number_is_what_one_player_saw() -> None:
    assert best_reading("1. e4\n\n2. Nf3\n\n3. Bb5\n\n4. Ba4").read.record.view == "white"


@pytest.mark.parametrize(
    "text",
    [
        "1. Nf3 d5 2. g3 (dxe4?, dxc4?, bxa6?) e5 3. Nxe5 f6",
        "1. d4 e5 2. dxe5 (dxc4?, fxe6?, dxe6?) Nc6 3. Nf3 d6",
        "1. Nf3 (hxg6?) d5\n2. g3 (dxe4?, dxc4?) e5\n3. Nxe5 (gxf6?) f6",
    ],
)
def test_the_board_decides_whose_list_stands_between_two_moves(text: str) -> None:
    """A list behind a move is that of the next one, if only the other player's men can have tried it."""
    (game,) = kriegnote.read(text)
    assert {one.side for one in game.record.events if isinstance(one, Try)} == {"black"}


def test_a_list_of_its_own_players_tries_stays_his() -> None:
    (game,) = kriegnote.read("1. Nf3 (gxh3, exd3, Nf3) d5 (exd6, bxc6, d5)\n2. g3 (gxf3, hxg3, g3) e5 (dxe4, e5)\n")
    assert [one.side for one in game.record.events if isinstance(one, Try)] == [
        "white", "white", "black", "black", "white", "white", "black",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["1. c4 d5 2. (cxd5?, b3?) d3 e6 3. Nf3 (exd4?, dxe4?) dxc4 4. dxc4 Nf6"])
def test_lists_without_the_moves_that_were_made_are_no_lists_of_moves_sent(text: str) -> None:
    best = best_reading(text)
    tries = [(one.side, one.turn, one.text) for one in best.read.record.events if isinstance(one, Try)]
    assert best.notation.id != "nost"
    assert tries == [("white", 2, "cxd5"), ("white", 2, "b3"), ("black", 3, "exd4"), ("black", 3, "dxe4")]


def test_a_count_of_tries_is_no_prose() -> None:
    best = best_reading("1. e4 d6\n2. Bd3 Be6\n3. (2 tries) Nh3 a6\n4. e5 (1 try) Bxh3\n5. c4 b5")
    assert [one.times for one in best.read.record.events if isinstance(one, Try)] == [2, 1]
