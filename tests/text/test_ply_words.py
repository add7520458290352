"""Words that only the whole page shows: men's signs, plies run together, tries that were refused."""

import pytest

from kriegnote.api import read, resolve
from kriegnote.model.events import Move, Try
from kriegnote.model.record import Record


def _record(text: str) -> Record:
    (game,) = read(text, "san")
    return game.record


def _printed(text: str) -> list[str | None]:
    return [event.text for event in _record(text).events if isinstance(event, Move)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. e4 e5 2. £)f3 £)c6", ["e4", "e5", "£)f3", "£)c6"]),  # the bracket closes nothing
        ("1. e4 e5 2. [Q]h5 <N>c6", ["e4", "e5", "[Q]h5", "<N>c6"]),
        ("1. e4 e5 2. Nf3 4)c6 3. d4", ["e4", "e5", "Nf3", "4)c6", "d4"]),  # the turns' numbers have dots
        ("1)e4 e5 2)Nf3 Nc6", ["e4", "e5", "Nf3", "Nc6"]),
        ("1. e4 (e5 £)f3", ["e4"]),  # the bracket closes one that is open
        ("1. e4, .i.c5 2. ltJf3, 'iVe7 3. <it>e2", ["e4", ".i.c5", "ltJf3", "'iVe7", "<it>e2"]),
        ("1. e4, e5 2. £f3?, ltJc6!", ["e4", "e5", "£f3", "ltJc6"]),  # the marks are no part of the move
        ("1.e4e5 2.Qh5Nc6", ["e4", "e5", "Qh5", "Nc6"]),
        ("1. e2e4 e7e5 2. g1f3 b8c6", ["e2e4", "e7e5", "g1f3", "b8c6"]),  # no word is two plies beyond doubt
    ],
)
def test_signs_and_joints_are_seen_on_the_page(text: str, words: list[str]) -> None:
    assert _printed(text)[: len(words)] == words


@pytest.mark.parametrize(
    ("text", "tries"),
    [
        ("1. e4 e5 2. Bh6? Qh7? Qh5 Nc6 3. Bc4 gxh6? Nf6 4. Qxf7#", ["Bh6", "Qh7", "gxh6"]),
        ("1. e4 e5 2. ~~Bxf7~~ Qh5 <s>dxc4</s> Nc6", ["Bxf7", "dxc4"]),
        ("1. e4 a6 2. 0-0? no 2. d4 e6", ["0-0"]),
        ("1. e4 e5 2. Bh6? no, Qh5 Nc6 3. Bc4", ["Bh6"]),
        ("1. e4? e5 2. Nf3 Nc6? 3. Bb5 a6", []),  # turns of two plies
        ("1. e4? e5? Nf3 Nc6 3. Bb5 a6", []),  # a number is lost: nothing is known to be too much
    ],
)
def test_a_move_that_a_turn_has_no_room_for_was_tried(text: str, tries: list[str]) -> None:
    found = [event for event in _record(text).events if isinstance(event, Try)]
    assert [event.text for event in found] == tries
    assert {event.verdict for event in found} <= {"refused"}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 +0.35/12 Nf6 -M1 4. Qxf7matt", "h5f7"),  # what a program says, a mate as a word
        ("l.e4 e5 2.Qh5 Nc6 3.Bc4 Nf6 4.Qxf7#", "h5f7"),
        ("1. e4 e6 2. d4 Nh6 3. Nc3 (or 3. Bd3 Qg5! 4. Bxg5)\nQf6 4. h3 Qxf2#", "f6f2"),  # the bracket closes first
        ("1. e4 e5 2. Qh5 Nç6 3. Bc4 Nf6 4. Qxf7#", "h5f7"),
    ],
)
def test_the_last_ply_of_a_page_that_nothing_stops(text: str, move: str) -> None:
    moves = [event.move for event in resolve(_record(text)).record.events if isinstance(event, Move)]
    assert moves[-1] == move
    assert None not in moves


def test_a_page_with_signs_for_men_has_one_finding_on_them() -> None:
    (game,) = read("1. e4 e5 2. £)f3 £)c6 3. ¤b5 ¤c5", "san")
    assert [found.message for found in game.findings] == [
        "in 4 plies the man is printed as a sign that stands for no man (£), ¤)"
    ]


@pytest.mark.parametrize(
    ("printed", "written"),
    [("Nc,3", "Nc3"), ("Nc3'", "Nc3"), ("N]c3", "Nc3"), ("N.c3", "Nc3"), ("Nc|3", "Nc3")],
)
def test_a_ply_with_one_stray_sign_is_that_ply(printed: str, written: str) -> None:
    (game,) = read(f"1. e4 e5 2. {printed} Nc6 3. Nf3 d6", "san")
    assert [event.text for event in game.record.events if isinstance(event, Move)][2] == written
    assert [one.message for one in game.findings] == [f"{printed} is read as {written}"]


@pytest.mark.parametrize("turn", ["Ne, Qxg", "Ne Q4", "Nf3 Qxg"])
def test_what_is_left_of_two_plies_stands_for_them_where_the_numbers_agree(turn: str) -> None:
    assert _turns(f"1. e4 e5 2. {turn} 3. Bc4 d6") == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize("words", ["e poi", "Good idea", "and then", "ed"])
def test_words_between_numbers_are_no_plies(words: str) -> None:
    assert 2 not in _turns(f"1. e4 e5 2. {words} 3. Bc4 d6")


def _turns(text: str) -> list[int | None]:
    return [event.turn for event in _record(text).events if isinstance(event, Move)]


def test_a_line_that_is_printed_twice_was_played_once() -> None:
    lines = ["1. e4 e5 2. Nf3 Nc6", "3. Bc4 Bc5 4. c3 Nf6", "3. Bc4 Bc5 4. c3 Nf6", "5. d3 d6"]
    (game,) = read("\n".join(lines), "san")
    assert [event.turn for event in game.record.events if isinstance(event, Move)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [one.message for one in game.findings] == ["this line is printed twice: '3. Bc4 Bc5 4. c3 Nf6'"]
