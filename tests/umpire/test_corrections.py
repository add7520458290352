"""What the umpire forgot and said later, or took back (RAND 8), is checked against the move that it is about."""

from __future__ import annotations

import msgspec
import pytest

from kriegnote.model.events import AnyEvent, Capture, Check, Correction, PawnTries, Promotion
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.records import codes, found, game, of_type

CAPTURED = Capture(side="white", turn=2, square="d5", captured="pawn")
MOVES = ("e2e4", "d7d5", "e4d5", "d8d5")


def later(*now: AnyEvent, was: tuple[AnyEvent, ...] = ()) -> Correction:
    return Correction(side="black", turn=2, now=now, was=was)


def test_what_was_forgotten_is_not_derived_where_nobody_heard_it() -> None:
    record = game(*MOVES, later(CAPTURED), rules="rand")
    assert [one.side for one in of_type(record, Capture)] == ["black"]
    assert [one.side for one in of_type(game(*MOVES, rules="rand"), Capture)] == ["white", "black"]
    heard = view(adjudicate(record).record, "black").events
    assert [type(one) for one in heard if isinstance(one, Capture | Correction)] == [Capture, Correction]


@pytest.mark.parametrize(
    ("now", "message"),
    [
        (CAPTURED, None),
        (msgspec.structs.replace(CAPTURED, square="e5"), "the capture is announced on e5, but it was on d5"),
        (
            msgspec.structs.replace(CAPTURED, captured="piece"),
            "the captured man is announced as a piece, but it was a pawn",
        ),
        (Check(side="white", turn=2, directions=()), "check is announced, but the king is not attacked"),
        (msgspec.structs.replace(CAPTURED, turn=1), "a capture is announced, but nothing was taken"),
    ],
)
def test_what_is_said_later_is_checked_on_the_board_of_its_move(now: AnyEvent, message: str | None) -> None:
    faults = found(game(*MOVES, later(now), "b1c3", rules="rand"))
    assert [(line, said) for _, line, said in faults] == ([(5, message)] if message else [])


def test_a_word_that_is_mended_was_not_forgotten() -> None:
    """The wrong capture stays where it was heard, with its finding; the right one is the correction's."""
    wrong = msgspec.structs.replace(CAPTURED, square="d4")
    record = game(*MOVES[:3], wrong, MOVES[3], later(CAPTURED, was=(wrong,)), rules="rand")
    assert found(record) == [("KN332", 4, "the capture is announced on d4, but it was on d5")]
    assert [one.square for one in of_type(record, Capture)] == ["d4", "d5"]


def test_a_silence_that_is_mended_later_is_none() -> None:
    record = game(*MOVES, rules="rand", silence=("capture",))
    assert codes(record) == ["KN334", "KN334"]
    assert codes(game(*MOVES, later(CAPTURED), rules="rand", silence=("capture",))) == ["KN334"], "Black's own capture"


def test_pawn_captures_that_are_told_later_are_not_derived() -> None:
    told = PawnTries(side="white", turn=2, squares=("d5",))
    record = game(*MOVES, later(told), rules="rand")
    assert (2, "white") not in {(one.turn, one.side) for one in of_type(record, PawnTries)}
    assert (2, "white") in {(one.turn, one.side) for one in of_type(game(*MOVES, rules="rand"), PawnTries)}


def test_of_what_this_umpire_never_announces_nothing_is_heard() -> None:
    promotion = Promotion(side="white", turn=1)
    record = game("e2e4", Correction(side="white", turn=1, was=(promotion,)))
    assert not any(isinstance(one, Correction) for one in view(record.replace(rules="icc"), "white").events)
    assert any(isinstance(one, Correction) for one in view(record.replace(rules="rand"), "white").events)


def test_a_player_loses_his_man_when_he_hears_of_it() -> None:
    """Black is told of his pawn on d5 two moves late; until then he may try to move it."""
    record = game(None, "d7d5", None, "g8f6", later(CAPTURED), None, "d5d4", view="black", rules="rand")
    assert codes(record) == ["KN201"]
    assert codes(game(None, "d7d5", None, "g8f6", None, "d5d4", view="black", rules="rand")) == []


def test_a_player_who_is_told_a_wrong_square_first_loses_his_man_once() -> None:
    wrong = msgspec.structs.replace(CAPTURED, square="d4")
    mended = Correction(side="white", turn=2, was=(wrong,), now=(CAPTURED,))
    record = game(None, "d7d5", None, wrong, mended, "g8f6", None, "d5d4", view="black", rules="rand")
    said = "a capture is announced on d4, where the player has no man"
    assert found(record)[0] == ("KN332", 4, said)
    assert codes(record) == ["KN332", "KN201"], "his pawn is gone, and nothing else"
