"""The position that a record starts from: the rulebook's, the record's own, or one that nobody can tell."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Move
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.starting_position import first_position
from kriegnote.umpire.views import view
from tests.support.records import codes, found, game, judged, of_type, played


def test_the_usual_one_where_nothing_is_said() -> None:
    position = first_position(game("e2e4"))
    assert position is not None
    assert position.fen().startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq")


@pytest.mark.parametrize(("rules", "men"), [("one-eye", "r1b1k2r/"), ("english", "rnbqkbnr/"), (None, "rnbqkbnr/")])
def test_a_game_has_its_own(rules: str | None, men: str) -> None:
    position = first_position(game("e2e4", rules=rules))
    assert position is not None
    assert position.fen().startswith(men)


def test_a_fragment_has_none() -> None:
    fragment = game(played("Qxf7", "white", 23), played("Kd8", "black", 23))
    assert first_position(fragment) is None
    assert codes(fragment) == []
    assert [one.move for one in of_type(fragment, Move)] == [None, None]
    by_squares = game(played("f3f7", "white", 23))
    assert [one.move for one in of_type(by_squares, Move)] == ["f3f7"], "which needs no board"


def test_secret_set_ups_have_none_unless_it_is_given() -> None:
    assert first_position(game("e4", rules="mafeking")) is None
    assert first_position(game(rules="mafeking", start="4k3/8/8/8/8/8/8/4K3 w - - 0 1")) is not None


@pytest.mark.parametrize(
    "fen",
    [
        "nonsense",
        "8/8/8/8/8/8/8/9 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2Z w - - 0 1",
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    ],
)
def test_one_that_cannot_be_set_up_is_not_known(fen: str) -> None:
    """Nothing is derived from another one."""
    record = game("e4", "d5", "exd5", rules="icc").replace(start=fen)
    ((code, line, message),) = found(record)
    assert (code, line) == ("KN404", None)
    assert message.startswith("the starting position cannot be set up: ")
    assert adjudicate(record).record == record
    assert codes(view(record, "white")) == ["KN404"]


@pytest.mark.parametrize("rules", ["rand", "one-eye"])
@pytest.mark.parametrize(
    ("men", "passed", "is_possible"),
    [
        ("4k3/8/8/3Pp3/8/8/8/4K3 w", "e6", True),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b", "d3", True),
        ("4k3/8/8/3P4/8/8/8/4K3 w", "e6", False),
        ("4k3/8/8/3Pn3/8/8/8/4K3 w", "e6", False),
        ("4k3/8/4n3/3Pp3/8/8/8/4K3 w", "e6", False),
        ("4k3/4p3/8/3Pp3/8/8/8/4K3 w", "e6", False),
        ("4k3/8/8/8/3Pp3/8/8/4K3 w", "e5", False),
        ("4k3/8/8/8/4p3/8/8/4K3 w", "e6", True),
    ],
)
def test_a_pawn_must_have_passed_the_en_passant_square(rules: str, men: str, passed: str, is_possible: bool) -> None:
    """Unless no pawn could capture there anyway."""
    record = game("Kf1", rules=rules, start=f"{men} - {passed} 0 1")
    assert (first_position(record) is not None) == is_possible


def test_one_that_the_game_does_not_have() -> None:
    alone = game("e1e2", start="4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert codes(alone.replace(rules="english")) == []
    (one,) = judged(alone.replace(rules="shadow; setup=own-half"))
    assert (one.code, one.line) == ("KN408", 1)
    assert one.message == "the starting position is not allowed in this game: White has 0 queens, not 1"


def test_white_to_move_or_black() -> None:
    start = "4k3/4p3/8/8/8/8/4P3/4K3 {} - - 0 7"
    for side, move in (("w", "e2e4"), ("b", "e7e5")):
        record = game(move, start=start.format(side))
        assert codes(record) == []
        assert [(one.move, one.turn) for one in of_type(record, Move)] == [(move, 7)]


def test_a_players_own_men_are_a_first_position_of_his_record() -> None:
    """Of a secret set-up he knows his men alone, which is no fault of the record."""
    own = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
    record = game("Nf3", None, rules="mafeking", start=own, view="white")
    assert codes(record) == []
    assert [one.move for one in of_type(record, Move)] == ["g1f3", None]
