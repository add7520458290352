"""The record as a whole: a variant nobody knows, a lost set-up, a result that the board or the header denies."""

from __future__ import annotations

import pytest

from kriegnote.api import check
from kriegnote.model.events import End, Move
from tests.support.records import codes, found, game, judged, of_type

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
STALEMATE = "7k/5K2/8/8/8/8/8/6Q1 w - - 0 1"


def lost(reason: str, side: str = "white") -> End:
    return End(side=side, turn=1, reason=reason)  # type: ignore[arg-type]


@pytest.mark.parametrize("result", ["0-1", "*", None])
def test_a_mate_has_its_result(result: str | None) -> None:
    assert codes(game(*MATE, result=result)) == []


@pytest.mark.parametrize("result", ["1-0", "1/2-1/2"])
def test_a_result_that_the_mate_denies(result: str) -> None:
    (one,) = judged(game(*MATE, result=result))
    assert (one.code, one.line) == ("KN402", 4)
    assert one.message == f"the printed result is {result}, but White is mated"
    assert one.note == "write 0-1"


@pytest.mark.parametrize(
    ("rules", "result", "codes_"),
    [
        ("english", "1/2-1/2", []),
        ("english", "1-0", ["KN402"]),
        ("rand", "1-0", []),  # RAND 20: in ladder games the stalemated player loses
        ("rand", "0-1", ["KN402"]),
        (None, "1/2-1/2", []),
        (None, "1-0", ["KN402"]),
        ("english; stalemate=stalemated-wins", "0-1", []),
    ],
)
def test_what_a_stalemate_is_worth(rules: str | None, result: str, codes_: list[str]) -> None:
    assert codes(game("g1g6", start=STALEMATE, rules=rules, result=result)) == codes_


def test_while_the_game_goes_on_any_result_may_be_right() -> None:
    for result in ("1-0", "0-1", "1/2-1/2", "*"):
        assert codes(game("e2e4", result=result)) == []


def test_where_the_board_is_not_known_no_result_is_judged() -> None:
    assert codes(game("f2f3", "e7e5", None, "d8h4", result="1-0")) == ["KN210"]


@pytest.mark.parametrize(
    ("header", "result", "codes_"),
    [
        ("1-0", "1-0", []),
        ("1/2", "1/2-1/2", []),
        ("?", "1-0", []),
        ("0-1", "1-0", ["KN403"]),
        ("1-0", None, []),
    ],
)
def test_the_result_header(header: str, result: str | None, codes_: list[str]) -> None:
    record = game("e2e4", result=result, headers=(("Result", header),))
    assert codes(record) == codes_
    if codes_:
        assert [message for _, _, message in found(record)] == [
            f"the Result header says {header}, but the moves end with {result}"
        ]


@pytest.mark.parametrize(
    ("reason", "does"), [("resignation", "resigns"), ("time", "loses on time"), ("forfeit", "forfeits")]
)
def test_a_player_who_loses_and_is_said_to_have_won(reason: str, does: str) -> None:
    (one,) = judged(game("e2e4", lost(reason), result="1-0"))
    assert (one.code, one.line, one.message) == ("KN402", 2, f"White {does}, but the printed result is 1-0")
    assert one.note == "write 0-1, or it was Black who lost"
    assert codes(game("e2e4", lost(reason), result="0-1")) == []
    assert codes(game("e2e4", lost(reason, "black"), result="1-0")) == []
    assert codes(game("e2e4", lost(reason, "black"), result="0-1")) == ["KN402"]
    assert codes(game("e2e4", lost(reason), result="1/2-1/2")) == [], "his opponent may have no men to mate with"


def test_a_variant_nobody_knows_is_kept_and_not_judged() -> None:
    record = game("e2e5", headers=(("Variant", "Calvinball"),))
    (one,) = judged(record)
    assert (one.code, one.line) == ("KN407", 1)
    assert one.message.startswith("unknown variant 'Calvinball'")
    assert "rulebook of your own" in (one.note or "")
    assert [event.move for event in of_type(record, Move)] == ["e2e5"]


def test_a_secret_set_up_that_is_not_given() -> None:
    record = game("e4", "e5", rules="mafeking")
    (one,) = judged(record)
    assert (one.code, one.line, one.severity) == ("KN409", 1, "info")
    assert one.note == "deduced from the moves: White: Pe3 or Pe2; Black: Pe6 or Pe7"
    assert codes(game(rules="mafeking")) == []


def test_the_place_of_a_wrong_result_is_the_last_move() -> None:
    (one,) = check("1. f3 e5 2. g4 Qh4# 1-0\n", from_="pgn")
    assert (one.code, one.line, one.column) == ("KN402", 1, 16)


@pytest.mark.parametrize(
    ("said", "codes_"), [("4", []), ("40", ["KN405"]), ("4" * 5000, ["KN405"]), ("", []), ("?", [])]
)
def test_a_header_counts_the_plies(said: str, codes_: list[str]) -> None:
    assert codes(game(*MATE, result="0-1").replace(headers=(("PlyCount", said),))) == codes_


@pytest.mark.parametrize(("result", "codes_"), [("0-1", []), ("1-0", ["KN402"])])
def test_in_assassin_who_mates_without_the_queen_has_lost(result: str, codes_: list[str]) -> None:
    record = game("b1b8", rules="assassin", start="6k1/5ppp/8/8/8/8/8/QR4K1 w - - 0 1", result=result)
    assert [one for one in codes(record) if one == "KN402"] == codes_
