"""Positions that a text gives as a list of men or as a FEN."""

from __future__ import annotations

import pytest

from kriegnote.documents.diagrams import Diagram, diagrams
from kriegnote.documents.games import read_document
from kriegnote.model.events import Capture, Move
from kriegnote.problems.reading import reader


def placement(text: str) -> str | None:
    found = list(diagrams(text))
    assert len(found) <= 1
    return found[0].placement if found else None


@pytest.mark.parametrize(
    ("text", "men"),
    [
        ("White: Kb3, Rh2. Black: Ka1.", "8/8/8/8/8/1K6/7R/k7"),
        ("Black: Ka1; White: Kb3 and Rh2", "8/8/8/8/8/1K6/7R/k7"),
        ("W: Kg1 Ra1 / B: Kg8", "6k1/8/8/8/8/8/8/R5K1"),
        ("*Bianco (4)*: ♔g1, ♖a1, pedoni b2, c2. *Nero (1)*: ♚g8.", "6k1/8/8/8/8/8/1PP5/R5K1"),
        ("B.: Rg1, Dd1, a2, b2\nN.: Re8, Td8, p. c7", "3rk3/2p5/8/8/8/8/PP6/3Q2K1"),
        ("White (3): king on g1, rooks on a1 and f1; Black (2): king g8, pawn h7", "6k1/7p/8/8/8/8/8/R4RK1"),
        ("Weiß: Kg1, Df3, Ba2, b2\nSchwarz: Ke8, Sf6", "4k3/8/5n2/8/8/5Q2/PP6/6K1"),
        ("White has king e2 and rook a1, Black a bare king on d5, which White had seen.", "8/8/8/3k4/8/8/4K3/R7"),
        ("Position: White Kg1, Ra1, pawns a2, b2; Black Kg8, pawn h7", "6k1/7p/8/8/8/8/PP6/R5K1"),
        ("White: K on e1, R on a1; Black: K on e8.", "4k3/8/8/8/8/8/8/R3K3"),
        ("Blancs : Rg1, Fd3, Cf3 ; Noirs : Re8, Dd8", "3qk3/8/8/8/8/3B1N2/8/6K1"),
        ("The position 8/5k2/8/8/8/1K6/7R/8 w - - 0 40 arose", "8/5k2/8/8/8/1K6/7R/8"),
    ],
)
def test_the_men_of_both_sides_are_a_position(text: str, men: str) -> None:
    assert placement(text) == men
    assert placement(f"Diagram 3. {text}\n\n40. Rh7+\n") == men


@pytest.mark.parametrize(
    "text",
    [
        "White: Kd2\nBlack: Ke7",  # a dialogue
        "White: Kd2, Ra1. Black: Ra8.",  # no king
        "White: Kd2, pawn a1. Black: Ke8.",  # no pawn stands there
        "White: Kd2, Ra1. Black: Ke8, Ra1.",  # two men on one square
        "White: Kd2, Ra1. White: Ke8.",
        "White played Kg1 and Black answered Kg8.",
        "White: Kg1, Ra1, pawns a2 and b2.",
        "White: Kd2, Ra1. Later on Black: Ke8.",
        '[FEN "8/5k2/8/8/8/1K6/7R/8 w - - 0 40"]',  # a tag says it
        "8/5k2/8/8/8/1K6/7R/8/8",
    ],
)
def test_what_is_no_position_is_none(text: str) -> None:
    assert placement(text) is None


def test_a_fen_keeps_what_it_says_of_the_side_and_the_turn() -> None:
    (one,) = diagrams("8/5k2/8/8/8/1K6/7R/8 b - - 0 40")
    assert one.as_fen() == "8/5k2/8/8/8/1K6/7R/8 b - - 0 40"
    assert Diagram(0, 1, "8/5k2/8/8/8/1K6/7R/8").as_fen("b", 7) == "8/5k2/8/8/8/1K6/7R/8 b - - 0 7"


FRAGMENT = """Game 3. Rossi-Bianchi, Milano 1970

{}

40. Rh7+, Kg6 41. Ra7, Kf5 42. Kc4, Ke4 43. Ra5, Ke3
"""


def test_a_fragment_starts_from_the_position_above_it() -> None:
    (game,) = read_document(FRAGMENT.format("White: Kb3, Rh2. Black: Kf7.")).games
    assert game.record.start == "8/5k2/8/8/8/1K6/7R/8 w - - 0 40"
    assert sum(isinstance(event, Move) for event in game.record.events) == 8


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (
            "White has king e2 and rook a1, Black a bare king on d5.\n\n41. Ra4 Ke5 42. Ke3 Kd5 43. Kd3 Ke5\n",
            "w - - 0 41",
        ),
        ("White: Ke1, Ra1. Black: Kd5.\n\n1. O-O-O+ Ke5 2. Re1+ Kd5 3. Re3 Kd4\n", "w Q - 0 1"),
    ],
)
def test_a_game_without_a_heading_may_start_there_too(text: str, start: str) -> None:
    (game,) = read_document(f"From a club evening in Leiden.\n\n{text}").games
    assert game.record.start is not None
    assert game.record.start.endswith(start)
    assert game.record.field_sources.get("start") == "page"


def test_a_position_from_which_the_moves_cannot_be_played_is_another_ones() -> None:
    (game,) = read_document(FRAGMENT.format("White: Kb3, Bh2. Black: Kf7.")).games
    assert game.record.start is None
    whole = "Game 3. Rossi-Bianchi, Milano 1970\n\nWhite: Kb3, Rh2. Black: Kf7.\n\n1. e4, e5 2. Nf3, Nc6 3. Bb5, a6\n"
    (game,) = read_document(whole).games
    assert game.record.start is None


def test_an_announcement_quoted_behind_the_last_move_is_of_the_game() -> None:
    score = "1. e4, d5 2. exd5, Qxd5 3. Nc3, Qa5 4. d4, e5 5. dxe5"
    text = f"Game 3. Rossi-Bianchi\n\n{score}\n\n“Capture on e5”, and off they went.\n"
    (game,) = read_document(text).games
    assert [one.square for one in game.record.events if isinstance(one, Capture)] == ["e5"]


def test_a_problem_may_list_its_men() -> None:
    problems, findings = reader.read_problems("Problem 1. Mate in one.\n\nWhite: Kb3, Rh2. Black: Ka1.\n\n1. Rh1#\n")
    assert [one.fen for one in problems] == ["8/8/8/8/8/1K6/7R/k7 w - - 0 1"]
    assert not findings
