"""A record followed from move to move: what is hidden, unreadable, varied, taken back, and where the umpire stops."""

from __future__ import annotations

import pytest

from kriegnote.model.events import (
    AnyEvent,
    Capture,
    Comment,
    Junk,
    Move,
    Offer,
    PawnTries,
    TakenBack,
    Try,
    Variation,
    type_name,
)
from kriegnote.umpire.adjudication import adjudicate
from tests.support.records import codes, found, game, judged, of_type, played, tried


def test_moves_are_resolved_and_spelled() -> None:
    record = game("e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+")
    assert [(one.move, one.san) for one in of_type(record, Move)][4:] == [("b1c3", "Nc3"), ("d5e5", "Qe5+")]
    assert codes(record) == []


def test_a_hidden_move_ends_what_can_be_followed() -> None:
    record = game("e2e4", None, "Nf3", "e7e5", rules="icc")
    said = "this move is hidden, so the rest of the game is not checked"
    assert found(record) == [("KN210", 2, said)]
    assert [one.move for one in of_type(record, Move)] == ["e2e4", None, None, "e7e5"], "squares need no board"
    assert [one.turn for one in of_type(record, PawnTries)] == [1, 1], "nothing is derived any more"


def test_a_move_that_nobody_can_read_is_any_that_the_next_ones_bear_out() -> None:
    illegible = Move(side="white", turn=3, move=None, text="B%5", san=None)
    record = game("e4", "e5", "Nf3", "Nc6", illegible, "a6", "Bxc6", "dxc6", "O-O", "f6", "d4", "exd4")
    assert found(record) == [("KN101", 5, "this is not a move: 'B%5'")]
    assert [one.move for one in of_type(record, Move)][6:] == ["b5c6", "d7c6", "e1g1", "f7f6", "d2d4", "e5d4"]


def test_a_move_behind_the_end() -> None:
    (one,) = judged(game("f3", "e5", "g4", "Qh4#", "a3"))
    assert (one.code, one.line) == ("KN209", 5)
    assert one.message == "the game was over before this move: White was mated by Qh4#"
    stalemated = game("Qg6", "Kh7", start="7k/5K2/8/8/8/8/8/6Q1 w - - 0 1")
    assert found(stalemated)[0][2] == "the game was over before this move: Black was stalemated by Qg6"


def test_a_variation_is_followed_from_before_the_move_it_stands_behind() -> None:
    line = Variation(side=None, turn=None, events=(played("d4", "white", 1), played("d5", "black", 1)))
    record = game("e4", line, "e5")
    (told,) = of_type(record, Variation)
    assert [one.move for one in told.events] == ["d2d4", "d7d5"]
    assert [one.move for one in of_type(record, Move)] == ["e2e4", "e7e5"]
    wrong = Variation(side=None, turn=None, events=(played("Ke2", "white", 1),))
    assert found(game("e4", wrong, "e5"))[0][2] == "Ke2 is not legal for White here"


def test_the_game_goes_on_from_before_the_move_taken_back() -> None:
    taken = TakenBack(side="white", turn=2, events=(played("e4d5", "white", 2),))
    record = game("e2e4", "d7d5", taken, "e4e5", "f7f5", "e5f6", rules="rand")
    assert codes(record) == []
    (back,) = of_type(record, TakenBack)
    assert [type_name(one) for one in back.events] == ["move"]  # whether the capture was announced is not said
    assert [one.san for one in of_type(record, Move)][-1] == "exf6"


def test_what_is_said_of_a_move_taken_back_is_checked() -> None:
    wrong = Capture(side="white", turn=2, square="e5")
    taken = TakenBack(side="white", turn=2, events=(played("e4d5", "white", 2), wrong))
    record = game("e2e4", "d7d5", taken, "e4e5")
    assert [message for _, _, message in found(record)] == ["the capture is announced on e5, but it was on d5"]


def test_an_open_move_leaves_two_boards_and_the_next_moves_decide() -> None:
    """Nc5 needs no file only where the knight on b3 has gone; Ng5 can only come from f3."""
    start = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1"
    record = game("Nd2", "Kd7", "Ne4", "Ke7", "Nc5", start=start)
    assert codes(record) == ["KN203", "KN210"]
    moves = of_type(record, Move)
    assert {option.move for option in moves[0].options or ()} == {"b3d2", "f3d2"}
    assert [one.move for one in moves] == [None, "e8d7", "d2e4", "d7e7", "e4c5"]
    assert of_type(game("Nd2", "Kd7", "Ng5", start=start), Move)[2].move == "f3g5"


@pytest.mark.parametrize("announce", [True, False])
def test_silence_is_the_rulebooks_where_the_umpire_completes_the_record(announce: bool) -> None:
    done = adjudicate(game("e2e4", rules="icc"), announce=announce).record
    assert done.silence == (("capture", "check", "pawn_tries") if announce else ())
    assert (done.sources == {"silence": "derived"}) == announce


def test_what_is_no_word_of_the_umpires_is_kept_where_it_stands() -> None:
    said: tuple[AnyEvent, ...] = (
        Comment(text="so it began"), Junk(side="black", turn=1, text="%%"), Offer(side="white", turn=1, what="draw"),
    )  # fmt: skip
    assert adjudicate(game("e2e4", *said, "e7e5")).record.events[1:4] == said


def test_too_many_moves_that_do_not_fit_end_it() -> None:
    """Each of these slips is borne out by what follows, and after twenty of them the umpire gives up."""
    shuffle = ("Nf4", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8")
    faults = found(game(*shuffle * 25))
    assert [code for code, *_ in faults] == ["KN201"] * 20 + ["KN210"]
    assert faults[-1][1:] == (161, "too many moves do not fit, so the rest is not checked")


def test_a_refused_try_that_costs_the_turn() -> None:
    """Invisible Chess: who runs into a man that he cannot see has had his turn."""
    start = "4kb2/8/8/8/8/8/8/3RK3 w - - 0 1"
    record = game("e1e2", "f8d6", tried("d1d8", "white", 2), played("d6e7", "black", 2), start=start)
    assert codes(record.replace(rules="invisible")) == []
    assert "KN401" in codes(record.replace(rules="english"))


def test_tries_behind_a_hidden_move_keep_their_squares() -> None:
    record = game("e2e4", None, tried("Qh5", "white", 2), tried("d1h5", "white", 2))
    assert [(one.move, one.text) for one in of_type(record, Try)] == [(None, "Qh5"), ("d1h5", None)]
