"""What the moves of a game tell of a first position whose diagram is lost: certain men, doubtful ones, no guesses."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote.notations.registry import notations
from kriegnote.rules import RULES
from kriegnote.text.source import Chunk
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.lost_setup import LostSetup, lost_setup
from tests.support.records import game

EXAMPLES = Path(__file__).parents[2] / "examples" / "variants"


def told(*moves: str, rules: str = "welbeck") -> str:
    """What the moves tell in a line; in Welbeck's game pawns go one square at a time."""
    return lost_setup(game(*moves).events, RULES[rules].game).words()


@pytest.mark.parametrize(
    ("number", "white", "black"),
    [
        (39, "a1 c3 c4 d3 e3 e4 f2 f4 g3 g4", "d7 e5 e6 f5 f6 f7 g5 h6"),
        (40, "b1 c4 g4", "b6 c5 c7 e5 e7 f6 f7 g6 g7 h7"),
        (41, "c3 d4 e2 e3 f2 g3", "b7 c5 d5 d6 f5"),
    ],
)
def test_the_games_of_the_book(number: int, white: str, black: str) -> None:
    record = notations()["san"].read(Chunk((EXAMPLES / f"game-{number}.txt").read_text("utf-8"))).record
    found = lost_setup(record.events, RULES[record.rules or ""].game)
    assert sorted(found.men["white"]) == white.split()
    assert sorted(found.men["black"]) == black.split()
    assert [one.code for one in adjudicate(record).findings] == ["KN409"]


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (("e4", "d5"), "White: Pe3; Black: Pd6"),  # a pawn's move names its file
        (("e4", "d5", "e5", "d4"), "White: Pe3; Black: Pd6"),  # it is the same pawn
        (("e4", "exd5"), "White: Pe3; Black: Pe6"),  # where somebody had moved nothing is told of the man
        (("exd5", "e5"), "White: Pe4; Black: ?d5, Pe6"),  # who was taken where nobody had moved stood there
        (("Nxd5", "a5"), "Black: Pa6, ?d5"),
        (("Nf3", "Nf6"), ""),  # where a man came from is not printed
        (("Nxa2",), ""),  # no man of Black's can have stood in White's half
        (("O-O", "a5"), "Black: Pa6"),
    ],
)
def test_what_is_certain_and_nothing_else(moves: tuple[str, ...], words: str) -> None:
    assert told(*moves) == words


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (("Rda4", "a6"), "White: ?d1 or ?d4; Black: Pa7"),  # on a line, and in White's half
        (("R4a4", "a6"), "White: ?b4 or ?c4 or ?d4 or ?e4 or ?f4 or ?g4 or ?h4; Black: Pa7"),
        (("Qd4", "a6", "Rda4"), "Black: Pa7"),  # the one that went to d4 may have come
        (("Qd4", "exd4", "Rda4"), "White: ?d1; Black: Pe5"),  # but not when it was taken there
        (("d4", "a6", "Rda4"), "White: ?d1, Pd3; Black: Pa7"),  # a pawn that has come to d4 found nobody there
        (("Ra4", "a6"), "Black: Pa7"),
        (("O-O", "a6", "Rfe1"), "Black: Pa7"),
        (("d8=R", "a6", "Rdd4"), "Black: Pa7"),
    ],
)
def test_a_piece_that_names_the_file_it_leaves(moves: tuple[str, ...], words: str) -> None:
    assert told(*moves) == words


def test_a_double_step_leaves_two_squares() -> None:
    assert told("e4", rules="mafeking") == "White: Pe3 or Pe2"
    assert told("e3", rules="mafeking") == "White: Pe2"
    assert told("Ne3", "a6", "e4", rules="mafeking") == "White: Pe2; Black: Pa7", (
        "through a man of one's own no pawn goes"
    )


def test_a_pawn_that_was_taken_is_not_moved_again() -> None:
    assert told("e4", "Nxe4", "e5", "a6") == "White: Pe3; Black: Pa7", "a second pawn stood on the file"


def test_what_no_man_can_have_left_is_not_told() -> None:
    assert told("a8=Q", "b5", "Qa7") == "Black: Pb6", "on a7 no man of White's can have stood at first"


def shown(text: str) -> str:
    record = notations()["san"].read(Chunk(f'[Rules "mafeking"]\n\n{text}\n')).record
    return lost_setup(record.events, RULES["mafeking"].game).words()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1. Nd3 (e5, Rf5), a6", "White: Nb2 or Nb4 or Nc1 or Ne1 or Nf2 or Nf4; Black: Pa7, Pe5, ?f5"),
        (
            "1. b4, a6 2. Nbd3 (-), a5",
            "White: Nb2, Pb3; Black: Pa7",
        ),  # no knight where a pawn has gone, and so no pawn where he stood
        ("1. Nd3 (-), a6 2. Ne5 (-), a5", "White: Nb2 or Nb4 or Nc1 or Ne1 or Nf2 or Nf4; Black: Pa7"),
        (
            "1. a3, e5 2. Nbd3 (e5), b6",
            "White: Pa2, Nb2 or Nb4; Black: Pb7, Pe6 or Pe7",
        ),  # on e5 it did not stand at first
    ],
)
def test_what_scouts_tell(text: str, words: str) -> None:
    assert shown(text) == words


def test_words_of_nothing() -> None:
    assert LostSetup().words() == ""
