"""Tries before a move, each on both sides of its rule: the umpire's word for them, and how many there may be."""

from __future__ import annotations

from typing import Any

import pytest

from kriegnote.model.events import Answer, Ask, Side, Try
from tests.support.records import codes, found, game, judged, of_type, tried

TWO_ON_D5 = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1"
NONE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def ask() -> Ask:
    return Ask(side=None, turn=None, what="any")


def answer(**said: Any) -> Answer:
    return Answer(side=None, turn=None, **said)


def test_a_try_is_filled_in_on_the_players_own_board() -> None:
    """The knight on g1 can go to f3 and h3 whatever stands there; two knights that can go to d2 leave it open."""
    start = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1"
    for text, move, san in (("Nh4", "f3h4", "Nh4"), ("Nd2", None, None), ("Nbd2", "b3d2", "Nbd2")):
        (done,) = of_type(game(tried(text), "e1e2", start=start), Try)
        assert (done.move, done.san) == (move, san)


@pytest.mark.parametrize("verdict", ["illegal", "refused"])
def test_a_legal_try_that_was_refused(verdict: Any) -> None:
    (one,) = judged(game(tried("e4", verdict=verdict), "d2d4"))
    assert (one.code, one.line, one.message) == ("KN311", 1, "e4 was refused, but it is legal")
    assert one.note == "White can play e4"
    (one,) = judged(game(tried("e4", verdict=verdict), "e2e4"))
    assert one.message == "e4 was refused, but it is legal and was then played"


def test_several_legal_tries_that_were_refused_in_one_turn_are_one_slip() -> None:
    said = "e4, d4 and Nf3 were refused, but they are legal"
    record = game(tried("e4"), tried("d4"), tried("Nf3"), "c2c4", "e7e5")
    assert found(record) == [("KN311", 1, said)]
    assert codes(game(tried("e4"), "c2c4", tried("e5"), "c7c5")) == ["KN311", "KN311"], "of two turns they are two"


def test_a_try_that_the_players_own_men_forbid() -> None:
    (one,) = judged(game(tried("Ra3"), "e2e4"))
    assert (one.code, one.line, one.message) == ("KN313", 1, "Ra3 is impossible, wherever the opponent’s men stand")
    assert one.note
    assert codes(game(tried("Ra3", verdict="impossible"), "e2e4")) == []
    assert codes(game(tried("Ra3"), "e2e4", rules="icc")) == [], "his one word is for every refusal"
    spelled = Try(side="white", turn=1, move="a1a3", text=None, verdict="impossible", san="Ra3")
    assert [(one.move, one.san) for one in of_type(game(spelled, "e2e4"), Try)] == [("a1a3", None)], (
        "no board spells it"
    )


def test_a_promotion_to_a_king_that_was_called_impossible_is_what_was_tried() -> None:
    record = game(tried("d8=K", verdict="impossible"), "d7d8q", start="7k/3P4/8/8/8/8/8/4K3 w - - 0 1")
    assert found(record) == []
    (done,) = of_type(record, Try)
    assert (done.move, done.text) == (None, "d8=K")


def test_impossible_for_a_try_that_the_own_men_allow() -> None:
    """English and RAND have a word for impossible tries; ICC's umpire has one word for all (appendix C)."""
    start = "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1"
    record = game(tried("e4", verdict="impossible"), "e2e3", start=start)
    message = "e4 was called impossible, but the player's own men allow it"
    assert found(record.replace(rules="english")) == [("KN314", 1, message)]
    assert codes(record.replace(rules="icc")) == []


def test_rand_calls_impossible_a_pawn_capture_that_was_not_announced() -> None:
    """RAND 10: only d5 was announced, so a capture on b5 is nonsense; Cincinnati says only that there are some."""
    record = game(tried("cxb5", verdict="impossible"), "c4d5", start=TWO_ON_D5)
    assert codes(record.replace(rules="rand")) == []
    assert codes(record.replace(rules="cincinnati")) == ["KN314"]
    assert codes(game(tried("exd5", verdict="impossible"), "c4d5", start=TWO_ON_D5, rules="rand")) == ["KN311"]


def test_impossible_for_a_try_that_could_have_ended_the_check() -> None:
    """RAND 7: the knight comes between as far as the player knows, who does not see that it is pinned."""
    start = "4r1k1/8/8/8/7b/6N1/8/4K3 w - - 0 1"
    (one,) = judged(game(tried("Ne4", verdict="impossible"), "e1d2", start=start, rules="rand"))
    assert (one.code, one.line) == ("KN314", 1)
    for rules in ("rand", "english"):
        assert codes(game(tried("Nh1", verdict="impossible"), "e1d2", start=start, rules=rules)) == []
    assert codes(game(tried("Ne4"), "e1d2", start=start, rules="rand")) == []


def test_an_umpire_who_is_asked_calls_impossible_what_he_denied() -> None:
    """§2.1 leaves it to the umpire; a record that has no question does not say that nobody asked."""
    denied = tried("exd3", verdict="impossible")
    for said in ((ask(), answer(any=False), denied), (denied,)):
        assert codes(game(*said, "e1d1", start=NONE, rules="english")) == []


@pytest.mark.parametrize(
    ("text", "start", "message", "fix"),
    [
        ("e4", None, "e4 is legal and not marked as refused, but another move was played", None),
        ("Nd2", None, "Nd2 is impossible, wherever the opponent’s men stand", None),
        ("exd3", NONE, "exd3 is not marked as refused, but it was not legal", ("exd3", "exd3?")),
    ],
)
def test_a_try_without_a_mark(text: str, start: str | None, message: str, fix: tuple[str, str] | None) -> None:
    (one,) = judged(game(tried(text, verdict=None), "e1d1" if start else "d2d4", start=start))
    assert one.message == message
    assert (one.fix and (one.fix.old, one.fix.new)) == fix


def test_a_try_taken_back_before_the_man_was_let_go_is_none() -> None:
    """Cincinnati: a move stands when the man is released; RAND 11: when it touches the board."""
    record = game(tried("e4", verdict=None), "d2d4")
    assert codes(record.replace(rules="cincinnati")) == []
    assert codes(record.replace(rules="rand")) == ["KN312"]
    assert codes(game(tried("e4", verdict=None), "e2e4")) == [], "the move that is played is no second one"


def test_the_entries_of_a_list_that_were_not_reached_are_not_judged() -> None:
    later: tuple[Try, ...] = tuple(tried(text, "white", 1, "untested") for text in ("d4", "e4"))
    record = game("e2e4", *later, "e7e5")
    assert codes(record) == []
    assert [one.move for one in of_type(record, Try)] == ["d2d4", "e2e4"], "on the board before the move"


def test_a_limit_of_tries_is_told_at_the_first_too_many() -> None:
    three = tuple(tried(text) for text in ("exd3", "exf3", "exd3"))
    message = "2 tries were refused in this turn; the rulebook english; tries_limit=1 allows 1"
    assert found(game(*three, "e2e4", start=NONE, rules="english; tries_limit=1")) == [("KN316", 2, message)]
    at_once = game(tried("exd3", times=3), "e2e4", start=NONE, rules="english; tries_limit=2")
    assert [code for code, *_ in found(at_once)] == ["KN316"]
    assert codes(game(*three, "e2e4", start=NONE, rules="english; tries_limit=3")) == []


@pytest.mark.parametrize("side", ["white", "black"])
def test_both_players_are_judged_by_their_own_men(side: Side) -> None:
    first = () if side == "white" else ("e2e4",)
    text = "e4" if side == "white" else "e5"
    (one,) = judged(game(*first, tried(text), "a2a3" if side == "white" else "a7a6"))
    assert one.note == f"{side.capitalize()} can play {text}"
