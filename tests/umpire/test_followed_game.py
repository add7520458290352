"""Whose turn it is, what the umpire says as it begins, and what he says when a ply is missing."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Answer, Ask, End, Move, PawnTries, Try
from kriegnote.umpire.adjudication import adjudicate
from tests.support.records import codes, found, game, judged, of_type, played, tried

ASK = Ask(side=None, turn=None, what="any")


def answered(any_: bool) -> Answer:
    return Answer(side=None, turn=None, any=any_)


def sides(record: object) -> list[tuple[str | None, int | None]]:
    return [(one.side, one.turn) for one in of_type(record, PawnTries)]  # type: ignore[arg-type]


def test_the_word_on_pawn_captures_opens_every_turn() -> None:
    record = game("e2e4", "d7d5", "e4e5", rules="icc")
    assert sides(record) == [("white", 1), ("black", 1), ("white", 2), ("black", 2)]
    assert [one.count for one in of_type(record, PawnTries)] == [0, 0, 1, 0]
    first = adjudicate(game(tried("e2d3"), "e2e4", rules="icc")).record.events
    assert isinstance(first[0], PawnTries), "before the tries of the turn"


def test_a_word_that_is_recorded_has_no_twin() -> None:
    said = PawnTries(side="white", turn=1, count=0)
    assert [one.source for one in of_type(game(said, "e2e4", rules="icc"), PawnTries)] == ["recorded", "derived"]


def test_only_a_rulebook_that_has_him_speak_has_him_speak() -> None:
    moves = ("e2e4", "d7d5", "e4e5")
    assert sides(game(*moves, rules="english")) == []
    assert sides(game(*moves)) == []
    assert sides(game(*moves, rules="rand")) == [("white", 2)], "none is not said under RAND"


def test_behind_the_last_move_he_says_it_too_but_not_when_the_game_is_over() -> None:
    assert sides(game("e2e4", "d7d5", rules="icc"))[-1] == ("white", 2)
    resigns = End(side="black", turn=1, reason="resignation", result="1-0")
    assert sides(game("e2e4", "d7d5", resigns, rules="icc")) == [("white", 1), ("black", 1)]
    later = End(side="white", turn=2, reason="resignation", result="0-1")
    told = adjudicate(game("e2e4", "d7d5", later, rules="icc")).record.events
    assert [type(one) for one in told[-2:]] == [PawnTries, End], "he had his word before he resigned"


def test_a_question_that_nobody_answered_is_answered_from_the_board() -> None:
    record = game("e2e4", "d7d5", ASK, "e4d5", rules="english")
    (answer,) = of_type(record, Answer)
    assert (answer.any, answer.source, answer.side, answer.turn) == (True, "derived", "white", 2)
    assert [type(one) for one in adjudicate(record).record.events][2:5] == [Ask, Answer, Move]
    assert codes(record) == []
    (answer,) = of_type(game(ASK, tried("Ke2"), "e2e4", rules="english"), Answer)
    assert answer.any is False
    assert of_type(game(ASK, "e2e4"), Answer) == [], "without a rulebook nothing is derived"
    assert of_type(game(ASK, "e2e4", rules="rand"), Answer)


def test_an_answer_that_is_missing_among_others_is_told() -> None:
    record = game(ASK, answered(False), "e2e4", "d7d5", ASK, "e4d5", rules="english")
    (one,) = judged(record)
    assert (one.code, one.line) == ("KN305", 5)
    assert one.message == "the record does not give the umpire's answer"
    assert one.note == "White can play exd5"


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ((("e2e4", "white", 1), ("d2d4", "white", 2), ("d7d5", "black", 2)), "Black’s move 1 is missing before this"),
        ((("e7e5", "black", 1), ("e2e4", "white", 2)), "White’s move 1 is missing before this"),
    ],
)
def test_a_ply_that_is_missing(moves: tuple[tuple[str, str, int], ...], message: str) -> None:
    record = game(*(played(move, side, turn) for move, side, turn in moves))  # type: ignore[arg-type]
    first = found(record)[0]
    assert (first[0], first[2]) == ("KN401", message)


def test_what_follows_tells_which_ply_was_lost() -> None:
    """Black's first move is lost; that he takes on e4 with his d-pawn says that it went to d5."""
    lost = (played("e2e4", "white", 1), played("a2a3", "white", 2))
    record = game(*lost, "dxe4", "b2b3", "Qxd2", rules="rand")
    assert [code for code in codes(record) if code in ("KN201", "KN210")] == []
    assert [one.move for one in of_type(record, Move)] == ["e2e4", "a2a3", "d5e4", "b2b3", "d8d2"]


def test_a_sentence_about_the_other_player_shifts_no_turn() -> None:
    aside = Try(side="black", turn=1, move=None, text=None, verdict="illegal")
    record = game(aside, played("e2e4", "white", 1), played("e7e5", "black", 1))
    assert found(record) == [("KN401", 1, "this sentence is about Black, but White is to move")]
    assert [one.move for one in of_type(record, Move)] == ["e2e4", "e7e5"]


def test_a_move_printed_as_the_other_players() -> None:
    record = game(played("e2e4", "black", 1), played("e7e5", "black", 1), played("g1f3", "white", 2))
    assert found(record) == [("KN401", 1, "the move is printed as Black’s, but White is to move")]
    assert [one.move for one in of_type(record, Move)] == ["e2e4", "e7e5", "g1f3"]


def test_a_first_position_with_the_other_side_to_move() -> None:
    record = game(played("e7e5", "black", 1), start="4k3/4p3/8/8/8/8/8/4K3 w - - 0 1")
    said = "the first position has White to move, but the record begins with Black"
    assert found(record) == [("KN401", 1, said)]
    assert [one.move for one in of_type(record, Move)] == ["e7e5"]


def test_derived_words_are_those_that_all_possible_boards_agree_on() -> None:
    """Either knight may have gone to d2: what can be taken is the same on both boards until one of them stands in
    the way of it."""
    start = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1"
    record = game("Nd2", "e8e7", rules="icc", start=start)
    assert codes(record) == ["KN203", "KN210"]
    assert [one.count for one in of_type(record, PawnTries)] == [0, 0, 0]
