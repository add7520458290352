"""The state of a turn, and what the rules make of it: for the umpire of a record and the one at a table alike."""

from __future__ import annotations

from typing import Any

import pytest

from kriegnote.chess.position import Position, move_of, square_of
from kriegnote.model.events import Answer, Ask, Try
from kriegnote.rules import RULES
from kriegnote.rules.turn import (
    Turn,
    exceeds_limit,
    is_called_impossible,
    may_be_called_impossible,
    must_move,
    must_try_pawn_capture,
    objection,
)

SEVEN = ("a3", "b3", "c3", "d3", "e3", "f3", "g3")
PINNED = "4r1k1/8/8/8/7b/6N1/8/4K3 w - - 0 1"  # in check on the file, and the knight is pinned


def ask(what: Any = "any", *squares: str) -> Ask:
    return Ask(side="white", turn=1, what=what, squares=squares or None)


def refusal(verdict: str = "illegal", times: int | None = 1) -> Try:
    return Try(side="white", turn=1, move=None, text=None, verdict=verdict, times=times)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "tried", "rules", "said"),
    [
        (ask(), False, "english", None),
        (ask(), True, "english", "late"),
        (ask(), True, "english; ask=any-time", None),
        (ask(), True, None, "late"),
        (ask(), False, "rand", "unknown"),
        (ask("rebuffs"), True, "rand", None),
        (ask("rebuffs"), False, None, None),
        (ask("squares", *SEVEN), False, "modern", None),
        (ask("squares", *SEVEN, "h3"), False, "modern", "squares"),
        (ask("squares", "h3"), False, None, None),
    ],
)
def test_when_a_question_may_be_asked(event: Ask, tried: bool, rules: str | None, said: str | None) -> None:
    assert objection(event, Turn(any_tried=tried), RULES[rules] if rules else None) == said


def test_the_squares_asked_are_counted_over_the_turn() -> None:
    turn = Turn()
    turn.ask(ask("squares", *SEVEN[:4]))
    assert objection(ask("squares", *SEVEN[4:]), turn, RULES["modern"]) is None
    turn.ask(ask("squares", *SEVEN[4:]))
    assert objection(ask("squares", "h3"), turn, RULES["modern"]) == "squares"
    assert not turn.asked


def test_a_yes_obliges_until_a_pawn_capture_is_tried_where_the_rulebook_has_it() -> None:
    turn = Turn()
    turn.ask(ask())
    turn.answer(Answer(side="white", turn=1, any=True))
    turn.attempt(pawn_capture=False)
    assert (turn.asked, turn.any_tried) == (True, True)
    assert must_try_pawn_capture(RULES["english"], turn.pawn_capture_answer, tried=turn.pawn_capture_tried)
    assert not must_try_pawn_capture(RULES["english; must_try=no"], turn.pawn_capture_answer)
    turn.attempt(pawn_capture=True)
    assert not must_try_pawn_capture(RULES["english"], turn.pawn_capture_answer, tried=turn.pawn_capture_tried)
    for unbound in (False, None):
        assert not must_try_pawn_capture(RULES["english"], unbound)


def test_a_man_that_was_refused_has_to_move_if_it_can() -> None:
    blocked = Position.from_fen("4k3/8/8/8/p3p3/4P3/8/R3K3 w - - 0 1")
    touch = RULES["english; touch=piece"]
    turn = Turn()
    turn.refuse(refusal(), square_of("e3"))
    assert must_move(blocked, turn, touch) is None, "the pawn has no move"
    turn.refuse(refusal("impossible"), square_of("e1"))
    assert must_move(blocked, turn, touch) is None, "a try called impossible is no touch"
    turn.refuse(refusal(), square_of("a1"))
    assert must_move(blocked, turn, touch) == square_of("a1")
    assert must_move(blocked, turn, RULES["english"]) is None


def test_refused_tries_are_counted_without_and_with_impossible_ones() -> None:
    turn = Turn()
    turn.refuse(refusal(times=2), None)
    turn.refuse(refusal("impossible"), None)
    assert turn.rebuffs == (2, 3)
    assert exceeds_limit(turn.rebuffs, RULES["english; tries_limit=1"])
    assert not exceeds_limit(turn.rebuffs, RULES["english; tries_limit=2"]), "the third may not count"
    assert not exceeds_limit(turn.rebuffs, RULES["english"])
    turn.refuse(refusal(times=None), None)
    turn.refuse(refusal(), None)
    assert turn.rebuffs is None
    assert not exceeds_limit(turn.rebuffs, RULES["english; tries_limit=1"])


STEP = "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "move", "rand", "english"),
    [
        (PINNED, "g3h1", True, True),
        (PINNED, "g3e4", False, False),  # it ends the check that was announced, and the player sees no pin
        (STEP, "e1e2", False, True),  # the king may find the rook there, but stays in check on the file
    ],
)
def test_when_a_try_in_check_is_called_impossible(fen: str, move: str, rand: bool, english: bool) -> None:
    """RAND 7 has it for what the player should have known; §2.1 leaves it to what the umpire sees."""
    position, tried = Position.from_fen(fen), move_of(move)
    assert is_called_impossible(position, tried, RULES["rand"], asked=False) is rand
    assert may_be_called_impossible(position, tried, RULES["rand"], asked=False) is rand
    assert may_be_called_impossible(position, tried, RULES["english"], asked=False) is english
    assert not is_called_impossible(position, tried, RULES["english"], asked=False)


def test_a_no_to_any_announces_as_much_as_a_word_unasked() -> None:
    nothing, taking = Position.from_fen("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), move_of("e4d5")
    for rules, asked, said in (
        ("english", False, False),
        ("english", True, True),
        ("berkeley", True, False),  # it has no such question
        ("cincinnati", False, True),
    ):
        changed = RULES[f"{rules}; nonsense=unannounced-capture"]
        assert is_called_impossible(nothing, taking, changed, asked=asked) is said, rules
    assert may_be_called_impossible(nothing, taking, RULES["english"], asked=True)
    assert not is_called_impossible(nothing, taking, RULES["english"], asked=True)
