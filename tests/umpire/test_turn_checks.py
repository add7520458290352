"""What stands before a move: the word on pawn captures, questions, answers and tries, each on both sides of its rule.

What each field of a rulebook changes of these is in ``tests/rules/test_rulebooks.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kriegnote.api import check, read
from kriegnote.model.events import Answer, Ask, Move, PawnTries
from kriegnote.umpire.adjudication import adjudicate
from tests.support.records import codes, found, game, judged, tried

MALCOLM_HARRIS = Path(__file__).parents[2] / "examples" / "tries" / "malcolm-harris.txt"
TWO_ON_D5 = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1"
NONE = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
PROMOTING = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1"


def tries(**said: Any) -> PawnTries:
    return PawnTries(side=None, turn=None, **said)


def ask(what: Any = "any", squares: tuple[str, ...] | None = None) -> Ask:
    return Ask(side=None, turn=None, what=what, squares=squares)


def answer(**said: Any) -> Answer:
    return Answer(side=None, turn=None, **said)


def test_the_game_of_the_book_breaks_its_own_rules_six_times() -> None:
    text = MALCOLM_HARRIS.read_text("utf-8")
    (one,) = read(text)
    assert one.findings == []
    done = adjudicate(one.record)
    lines = text.split("\n")
    faults = [(f.code, lines[(f.line or 1) - 1].split(".")[0]) for f in done.findings if f.severity != "info"]
    assert faults == [
        ("KN301", "8"), ("KN311", "11"), ("KN311", "21"), ("KN312", "21"), ("KN312", "22"), ("KN311", "26"),
    ]  # fmt: skip
    assert [f.code for f in done.findings if f.severity == "info"] == ["KN304", "KN304"]
    assert all(event.move for event in done.record.events if isinstance(event, Move))


# -- the word on pawn captures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (tries(any=True), None),
        (tries(count=2), None),
        (tries(squares=("d5", "d5")), None),
        (tries(squares=("d5",)), None),  # a source may name a square once
        (tries(any=False), "pawn captures announced: none; on the board: d5, d5"),
        (tries(count=1), "pawn captures announced: 1; on the board: 2"),
        (tries(squares=("b5", "d5")), "pawn captures announced: b5, d5; on the board: d5, d5"),
        (tries(squares=()), "pawn captures announced: none; on the board: d5, d5"),
    ],
)
def test_pawn_captures_announced_before_a_move(said: PawnTries, message: str | None) -> None:
    faults = judged(game(said, "c4d5", start=TWO_ON_D5))
    assert [(one.code, one.line, one.message) for one in faults] == ([("KN321", 1, message)] if message else [])
    assert all(one.note == "White can play cxd5, exd5" for one in faults)


def test_pawn_captures_announced_where_there_are_none() -> None:
    assert codes(game(tries(any=False, count=0, squares=()), "e2e4", start=NONE)) == []
    (one,) = judged(game(tries(any=True), "e2e4", start=NONE))
    assert (one.message, one.note) == (
        "pawn captures announced: some; on the board: none", "White has no pawn capture",
    )  # fmt: skip


def test_a_capture_that_promotes_counts_once_or_four_times_by_the_rulebook() -> None:
    for count, rules, codes_ in (
        (1, "icc", []),
        (4, "icc", ["KN321"]),
        (4, "icc; promoting_captures=four", []),
        (1, "icc; promoting_captures=four", ["KN321"]),
        (1, None, []),
        (4, None, []),
    ):
        assert codes(game(tries(count=count), "e7d8q", start=PROMOTING, rules=rules)) == codes_, (count, rules)


def test_pawn_captures_that_silence_denies() -> None:
    record = game("c4d5", start=TWO_ON_D5, silence=("pawn_tries",))
    said = "pawn captures were possible but not announced: White can play cxd5, exd5"
    assert found(record.replace(rules="icc")) == [("KN322", 1, said)]
    assert codes(record.replace(rules="english")) == [], "this umpire speaks of them when he is asked"
    assert codes(game("e2e4", start=NONE, rules="icc", silence=("pawn_tries",))) == []


# -- questions ---------------------------------------------------------------------------------------------------------


def test_a_question_that_the_rulebook_has_not_is_told_once_with_their_number() -> None:
    asked = (ask(), answer(any=False))
    record = game(*asked, "e2e4", *asked, "e7e5", *asked, "g1f3", rules="rand")
    (one,) = judged(record)
    assert (one.code, one.line, one.message) == ("KN302", 1, "the rulebook rand has no question “Any?”")
    assert one.note == (
        "the record asks it 3 times; `check --rules auto` shows which rulebooks the record is consistent with"
    )
    (one,) = judged(game(*asked, "e2e4", rules="rand"))
    assert one.note is None
    assert codes(record.replace(rules="english")) == []


@pytest.mark.parametrize(
    ("what", "rules", "named"),
    [("rebuffs", "english", "about rebuffs"), ("material", "icc", "about the material left"), ("rebuffs", "rand", "")],
)
def test_rands_questions(what: str, rules: str, named: str) -> None:
    message = f"the rulebook {rules} has no question {named}"
    assert found(game(ask(what), "e2e4", rules=rules)) == ([("KN302", 1, message)] if named else [])


def test_no_more_squares_are_asked_than_the_rulebook_allows() -> None:
    seven = ("a3", "b3", "c3", "d3", "e3", "f3", "g3")
    assert codes(game(ask("squares", seven), "e2e4", rules="modern")) == []
    (one,) = judged(game(ask("squares", (*seven, "h3")), "e2e4", rules="modern"))
    assert (one.code, one.message) == ("KN302", "8 squares were asked about; the rulebook modern allows 7 in a turn")


def test_the_squares_of_several_questions_of_a_turn_are_counted_together() -> None:
    four, others = ask("squares", ("a3", "b3", "c3", "d3")), ask("squares", ("e3", "f3", "g3", "h3"))
    (one,) = judged(game(four, others, "e2e4", rules="modern"))
    assert (one.code, one.line) == ("KN302", 2)
    assert one.message == "8 squares were asked about; the rulebook modern allows 7 in a turn"
    assert codes(game(four, "e2e4", others, "e7e5", rules="modern")) == [], "each player has his own turn"


def test_a_question_comes_before_the_first_try() -> None:
    late = (tried("e2d3"), ask(), answer(any=False), "e2e4")
    assert found(game(*late, start=NONE)) == [("KN304", 2, "the question was asked after a try")]
    assert codes(game(*late, start=NONE, rules="english; ask=any-time")) == []
    assert codes(game(ask(), answer(any=False), tried("e2d3"), "e2e4", start=NONE)) == []


# -- answers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "said", "message", "note"),
    [
        (TWO_ON_D5, False, "the umpire answered no to “Any?”, but the board says yes", "White can play cxd5, exd5"),
        (NONE, True, "the umpire answered yes to “Any?”, but the board says no", "White has no pawn capture"),
    ],
)
def test_an_answer_that_the_board_contradicts(start: str, said: bool, message: str, note: str) -> None:
    (one,) = judged(game(ask(), answer(any=said), "e1d1", start=start))
    assert (one.code, one.line, one.message, one.note) == ("KN301", 2, message, note)
    assert codes(game(ask(), answer(any=not said), "e1d1", start=start)) == []


def test_an_answer_to_nobody() -> None:
    assert found(game(answer(any=False), "e2e4")) == [("KN306", 1, "the umpire answers, but nobody asked")]
    assert codes(game(ask(), answer(any=False), answer(any=False), "e2e4")) == ["KN306"]


def test_rebuffs_are_those_of_the_move_before() -> None:
    """RAND 9; those that were called nonsense need not count (RAND 7)."""
    before = (tried("e1e2", "white", 1), tried("e1e2", "white", 1, "impossible"), "e2e4", ask("rebuffs"))
    for count, codes_ in ((0, ["KN301"]), (1, []), (2, []), (3, ["KN301"])):
        record = game(*before, answer(count=count), "e7e5", rules="rand")
        assert [code for code in codes(record) if code != "KN313"] == codes_, count
    unknown = game(tried(None, times=None), "e2e4", ask("rebuffs"), answer(count=9), "e7e5", rules="rand")
    assert codes(unknown) == []
    (one,) = judged(game("e2e4", tried("e7d6"), "e7e5", ask("rebuffs"), answer(count=0), "g1f3", rules="rand"))
    assert (one.line, one.message) == (5, "the umpire counted 0 rebuffs, but the record has 1 in the move before")


def test_the_men_that_the_umpire_counts() -> None:
    for said, message in (
        ({"pawns": (8, 8), "pieces": (8, 8)}, None),
        ({"pawns": (8, 7)}, "the umpire counted 8 and 7 pawns, but the board has 8 and 8"),
        ({"pieces": (7, 8)}, "the umpire counted 7 and 8 pieces, but the board has 8 and 8"),
    ):
        record = game(ask("material"), answer(**said), "e2e4", rules="rand")
        assert found(record) == ([("KN301", 2, message)] if message else [])


# -- what a turn obliges to --------------------------------------------------------------------------------------------


def test_after_a_yes_a_pawn_capture_is_tried() -> None:
    """Gambit 11; the note says which there were."""
    yes = (ask(), answer(any=True))
    (one,) = judged(game(*yes, "e1e2", start=TWO_ON_D5, rules="english"))
    assert (one.code, one.line) == ("KN303", 3)
    assert one.message == "the umpire answered yes to “Any?”, but no pawn capture was tried"
    assert one.note == "White can play cxd5, exd5"
    for kept in (("c4d5",), (tried("exf5"), "e1e2"), (tried("cxb5"), "c4c5")):
        assert codes(game(*yes, *kept, start=TWO_ON_D5, rules="english")) == [], kept
    assert codes(game(ask(), answer(any=False), "e1d1", start=NONE, rules="english")) == []
    assert codes(game(*yes, "e1e2", start=TWO_ON_D5, rules="berkeley-any; must_try=no")) == []


def test_a_man_that_was_touched_moves() -> None:
    """The Laws of Chess by Gambit 1; a pawn capture may be tried all the same."""
    blocked = "4k3/8/8/8/4p3/8/3PP3/R3K3 w - - 0 1"
    (one,) = judged(game(tried("e4"), "e1d1", start=blocked, rules="english; touch=piece"))
    assert (one.code, one.line) == ("KN317", 2)
    assert one.message == "the pawn on e2 was tried and must move, but another man moved"
    assert one.note == "it can play e3"
    assert codes(game(tried("exd3"), "e1d1", start=blocked, rules="english; touch=piece")) == []


def test_places_are_those_of_the_words_in_the_text() -> None:
    text = "1. (a? Y e4?) d4 (a? N Ra6?) d5\n2. (Kd3?) c4 dxc4 1-0\n"
    assert [(one.code, one.line, one.column, one.length) for one in check(text, from_="tries")] == [
        ("KN301", 1, 8, 1), ("KN311", 1, 10, 2), ("KN313", 1, 24, 3), ("KN313", 2, 5, 3),
    ]  # fmt: skip
