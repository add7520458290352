"""Plies and numbers that a press, a hand or a scanner broke: between two numbers they are put together again."""

import pytest

from kriegnote.api import read
from kriegnote.model.events import Move


def _moves(text: str) -> list[str | None]:
    (game,) = read(text, "san")
    return [event.text for event in game.record.events if isinstance(event, Move)]


@pytest.mark.parametrize(
    ("turn", "moves"),
    [
        ("2. Bc-\n4 Nc6 3.", ["Bc4", "Nc6"]),  # broken at the line's end
        ("2. Qx-\nf7, O-\nO-O 3.", ["Qxf7", "OOO"]),
        ("2. B c 4, N c 6 3.", ["Bc4", "Nc6"]),  # spaced letters
        ("2. g x h 6 e x f 6 + 3.", ["gxh6", "exf6+"]),
        ("2. B~c4 N_c6 3.", ["Bc4", "Nc6"]),  # specks
        ("2. ^Bc4 Nc6| 3.", ["Bc4", "Nc6"]),
        ("2'. Bc4 ' Nc6 3.", ["Bc4", "Nc6"]),
        ("2.. Bc4 Nc6 3.", ["Bc4", "Nc6"]),  # White's move, for there are two
        ("2. N]1, ab 3.", ["N]1", "ab"]),  # what is left of them
        ("2. ab Bc4 3.", ["ab", "Bc4"]),
        ("2. Bc4 {a comment} N-\nc6 3.", ["Bc4", "Nc6"]),
        ("2. Bc4 \\c6 3.", ["Bc4", "c6"]),
        ("2. Bc4, ;6 3.", ["Bc4", "6"]),  # words that are like no ply
        ("2. O-R 8c6 3.", ["O-R", "8c6"]),
        ("2. NBd4 fl 3.", ["NBd4", "fl"]),
        ("2. Bc4 d; 3.", ["Bc4", "d"]),
        ("2. OO-O Nc6 3.", ["OOO", "Nc6"]),
    ],
)
def test_between_two_numbers_broken_plies_are_two(turn: str, moves: list[str]) -> None:
    assert _moves(f"1. e4 e5 {turn} Nf3 d6") == ["e4", "e5", *moves, "Nf3", "d6"]


def test_broken_numbers_are_those_that_are_due() -> None:
    game = "9. e4 e5 1,0. Nf3 Nc6 '11. Bc4 Nf6 1|2~. d3 d6 13. c3 a6"
    assert _moves(game) == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "d3", "d6", "c3", "a6"]


def test_a_page_in_spaced_letters_is_read_to_its_end() -> None:
    assert len(_moves("1 . e 4 , e 5 2 . N f 3 , N c 6 3 . B b 5 , a 6 4 . O - O , N f 6 *")) == 8


def test_what_was_put_together_is_reported() -> None:
    (game,) = read("1. e4 e5 2. Bc-\n4 Nc6 '3. Nf3 d6 4. d3", "san")
    assert [one.message for one in game.findings] == ["Bc- 4 is read as Bc4", "'3. is read as 3."]


def test_a_number_behind_a_broken_word_begins_no_game() -> None:
    assert len(list(read("1. e4 e5 2. Ng-\n1, Nf6 3. d4 d6", "san"))) == 1


@pytest.mark.parametrize(
    ("turn", "moves"),
    [
        ("2. Bc4 Nc6 f 6", ["Bc4", "Nc6"]),  # a ply too many
        ("2. a bad idea", []),
        ("2. ed ab", []),
        ("2. Bc4 no", ["Bc4"]),
        ("2. R d 1 e 1 d 5", []),  # Rd1 e1d5, Rd1e1 d5
    ],
)
def test_what_is_not_two_plies_is_left(turn: str, moves: list[str]) -> None:
    assert _moves(f"1. e4 e5 {turn} 3. Nf3 d6") == ["e4", "e5", *moves, "Nf3", "d6"]
