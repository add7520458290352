"""Where events stand in a turn, and the order of plies."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Answer, AnyEvent, Ask, Capture, Comment, End, PawnTries
from kriegnote.model.order import following, is_before_move, is_behind_move, ordinal
from tests.support.records import tried


def test_tries_stand_before_a_move_but_for_those_that_a_list_never_reached() -> None:
    assert is_before_move(tried("e4d5", "white", 2))
    assert not is_behind_move(tried("e4d5", "white", 2))
    late = tried("e4d5", "white", 2, "untested")
    assert (is_before_move(late), is_behind_move(late)) == (False, True)


@pytest.mark.parametrize(
    ("event", "before", "behind"),
    [
        (PawnTries(side="white", turn=1), True, False),
        (Ask(side="white", turn=1), True, False),
        (Answer(side="white", turn=1, any=False), True, False),
        (Capture(side="white", turn=1, square="d5", captured=None), False, True),
        (End(side="white", turn=1, reason="checkmate", result="1-0"), False, True),
        (Comment(text="fine"), False, False),
    ],
)
def test_what_the_umpire_says_stands_before_or_behind_it(event: AnyEvent, before: bool, behind: bool) -> None:
    assert (is_before_move(event), is_behind_move(event)) == (before, behind)


def test_plies_follow_one_another() -> None:
    assert following(("white", 3)) == ("black", 3)
    assert following(("black", 3)) == ("white", 4)
    assert following((None, 3)) == (None, 3)
    assert [ordinal("white", 1), ordinal("black", 1), ordinal("white", 2), ordinal(None, 1)] == [2, 3, 4, None]
