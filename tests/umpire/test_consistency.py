"""Under which rulebooks an umpire can have spoken as a record has him speak, and how often he cannot."""

from __future__ import annotations

from typing import Any

import pytest

from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Check, Direction, Move, PawnTries, Promotion
from kriegnote.rules import RULES
from kriegnote.umpire.consistency import contradictions
from tests.support.games import random_record
from tests.support.records import game, tried

ASK = (Ask(side=None, turn=None, what="any"), Answer(side=None, turn=None, any=False))


def consistent(*said: str | AnyEvent, start: str | None = None) -> set[str]:
    """The rulebooks of Kriegspiel that nothing in a record contradicts."""
    record = game(*said, start=start)
    return {name for name in RULES if name != "dark" and contradictions(record, RULES[name]) == 0}


def tries(**said: Any) -> PawnTries:
    return PawnTries(side=None, turn=None, **said)


def test_moves_alone_are_consistent_with_all() -> None:
    assert consistent("e2e4", "e7e5") == set(RULES) - {"dark"}


@pytest.mark.parametrize(
    ("said", "some", "others"),
    [
        (tries(count=0), {"icc"}, {"english", "rand", "cincinnati"}),
        (tries(any=False), {"cincinnati", "nost"}, {"icc", "english", "rand"}),
        (tries(squares=()), {"rand", "magari"}, {"icc", "english", "cincinnati"}),
        (tried("Ke2", verdict="impossible"), {"english", "rand", "cincinnati"}, {"icc", "nost"}),
    ],
)
def test_a_word_before_the_move(said: AnyEvent, some: set[str], others: set[str]) -> None:
    found = consistent(said, "e2e4")
    assert found >= some
    assert not found & others


def test_a_question() -> None:
    assert consistent(*ASK, "e2e4") >= {"english", "dutch"}
    assert not consistent(*ASK, "e2e4") & {"icc", "rand", "cincinnati", "magari", "nost"}


@pytest.mark.parametrize(
    ("said", "some", "others"),
    [
        ({"captured": "pawn"}, {"rand", "icc", "cincinnati"}, {"english", "dutch", "nost"}),
        ({}, {"english", "dutch"}, {"rand", "icc", "cincinnati"}),
        ({"by": "pawn"}, {"dutch"}, {"english", "rand", "icc"}),
        ({"en_passant": False}, {"english"}, {"rand", "icc"}),
    ],
)
def test_the_words_of_a_capture(said: dict[str, Any], some: set[str], others: set[str]) -> None:
    capture = Capture(side=None, turn=None, square="d5", **said)
    found = consistent("e2e4", "d7d5", "e4d5", capture)
    assert found >= some
    assert not found & others


@pytest.mark.parametrize(("way", "alike"), [("diagonal", 0), ("short", 1)])
def test_a_check_on_a_diagonal(way: Direction, alike: int) -> None:
    """A record that does not say which one leaves out a detail, as some notations must; to say which is to say more."""
    check = Check(side=None, turn=None, directions=(way,))
    assert consistent("e2e4", "f7f6", "d1h5", check) >= {"english", "rand", "icc"}
    assert contradictions(game("e2e4", "f7f6", "d1h5", check), RULES["english-diagonal"]) == alike


def test_a_check_on_no_diagonal_is_said_alike_whether_or_not_diagonals_are_distinguished() -> None:
    start = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
    record = game("a1a8", Check(side=None, turn=None, directions=("rank",)), start=start)
    assert [contradictions(record, RULES[name]) for name in ("english", "english-diagonal", "semi")] == [0, 0, 1]


def test_a_promotion_is_announced_by_rand_and_magari() -> None:
    start = "8/P6k/8/8/8/8/8/4K3 w - - 0 1"
    found = consistent("a7a8q", Promotion(side=None, turn=None), start=start)
    assert found & {"english", "icc", "rand", "magari"} == {"rand", "magari"}


def test_what_is_told_once_is_told_always() -> None:
    """A record that announces one capture and not the next is none of an umpire who announces them all."""
    one = Capture(side=None, turn=None, square="d5")
    both = Capture(side=None, turn=None, square="d5")
    moves = ("e2e4", "d7d5", "e4d5")
    assert "english" in consistent(*moves, one, "d8d5", both)
    assert contradictions(game(*moves, one, "d8d5"), RULES["english"]) == 1


@pytest.mark.parametrize("rules", ["english", "rand", "icc", "cincinnati", "dutch", "magari"])
def test_an_umpire_under_his_own_rulebook_contradicts_nothing(rules: str) -> None:
    record = random_record(7, rules=rules, plies=30, comments=False)
    assert contradictions(record.replace(rules=None), RULES[rules]) == 0


def test_each_contradiction_counts() -> None:
    record = game(*ASK, "e2e4", *ASK, "e7e5")
    assert [contradictions(record, RULES[name]) for name in ("english", "rand")] == [0, 4]
    assert [type(one) for one in record.events].count(Move) == 2
