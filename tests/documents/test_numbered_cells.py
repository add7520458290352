"""Turns beside one another are read in the order of their numbers, and keep their places."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.documents.numbered_cells import in_the_order_of_numbers
from kriegnote.model.events import Move, Try

HALVES = "Game 4   Ann - Bob\n\n1. e4 e5        3. Bc4 Nf6\n2. Qh5 Nc6      4. Qxf7#\n\nWhite mates."


def test_halves_of_a_game_follow_one_another() -> None:
    text = in_the_order_of_numbers(HALVES).text
    assert [line.rstrip() for line in text.split("\n")] == [
        "Game 4   Ann - Bob", "", "1. e4 e5", "2. Qh5 Nc6", "3. Bc4 Nf6", "4. Qxf7#", "", "", "White mates."
    ]  # fmt: skip


def test_moves_keep_their_places() -> None:
    (game,) = read_document(HALVES).games
    rows = HALVES.split("\n")
    moves = [event for event in game.record.events if isinstance(event, Move)]
    assert len(moves) == 7
    for move in moves:
        assert move.line and move.column and move.text
        assert rows[move.line - 1][move.column - 1 :].startswith(move.text)


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5   2. Qh5 Nc6\n3. Bc4 Nf6   4. Qxf7#\n",  # read across
        "1. e4 e5   1. d4 d5\n2. Qh5 Nc6   2. c4 e6\n",  # two games
        "1. e4 e5\n3. Bc4 Nf6\n2. Qh5 Nc6\n",  # numbers that may be misprinted
        "1. e4   e5\n2. Qh5   Nc6\n",
        "1. e4\n2. Qh5\n\n1. d4\n2. c4\n3. Nc3\n",  # more moves of Black's than of White's
        "",
    ],
)
def test_what_is_in_order_or_not_whole_stays(text: str) -> None:
    assert in_the_order_of_numbers(text).text == text


@pytest.mark.parametrize("order", [("White", "Black"), ("Black", "White")])
def test_two_players_sheets_with_what_they_tried_are_one_game(order: tuple[str, str]) -> None:
    sheets = {
        "White": "WHITE'S SHEET\n1. e4\n2. (any? no) Nf3\n3. (exd5 no) Bc4\n",
        "Black": "BLACK'S SHEET\n1. e5\n2. (any? no; exd4 no) Nc6\n3. Nf6\n",
    }
    (game,) = read_document("Carr - Holt, Leeds 1931\n\n" + "\n".join(sheets[one] for one in order)).games
    said = [(event.side, event.text) for event in game.record.events if isinstance(event, Move | Try)]
    assert said == [("white", "e4"), ("black", "e5"), ("white", "Nf3"), ("black", "exd4"), ("black", "Nc6"),
                    ("white", "exd5"), ("white", "Bc4"), ("black", "Nf6")]  # fmt: skip
    assert game.record.view == "umpire"


def test_lists_of_one_players_moves_go_on_on_the_next_page_and_have_refused_moves_between() -> None:
    text = """White
1 e4
2 exd5
3 d6 no Nc3

40          THE CHESS NEWS

4 Nf3

Black
1 d5

THE CHESS NEWS          41

2 Qxd5
3 Qxd1 no Qa5
4 Nf6
"""
    ordered = in_the_order_of_numbers(text).text
    assert [" ".join(line.split()) for line in ordered.split("\n") if line[:1].isdigit()] == [
        "1 e4 1 d5", "2 exd5 2 Qxd5", "3 d6 no Nc3 3 Qxd1 no Qa5", "4 Nf3 4 Nf6",
    ]  # fmt: skip
