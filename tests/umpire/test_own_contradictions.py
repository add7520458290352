"""What a player's record says against itself, without a board: its moves as printed, its announcements, its end."""

from __future__ import annotations

import io

import pytest

from kriegnote.model.events import End
from kriegnote.operations.checking import check_item
from kriegnote.operations.conversion import read_items
from kriegnote.umpire.own_contradictions import contradictions
from tests.support.records import game

WHITES = "White's move.\n1. e4\nBlack's move.\n1. .. ?\n"


def said(log: str) -> list[tuple[str, int | None, str]]:
    """What a log of ICC's says against itself: code, line, sentence."""
    item = next(iter(read_items(io.BytesIO(log.encode()), "icc")))
    return [(one.code, one.line, one.message) for one in contradictions(item.record)]


@pytest.mark.parametrize(
    ("log", "faults"),
    [
        ("1. ?xd5\nPawn at d5 captured, Black's move.\n", []),
        (
            "1. ?xd5\nPawn at e5 captured, Black's move.\n",
            [("KN332", 2, "a capture is announced on e5, but earlier, for the same move, on d5")],
        ),
        ("1. .. Qxd5\nPawn at d5 captured, White's move.\n", []),
        (
            "1. .. Qxd5\nPawn at e5 captured, White's move.\n",
            [("KN332", 2, "the move is Qxd5, but a capture is announced on e5")],
        ),
        (
            "1. .. Qd5\nPawn at d5 captured, White's move.\n",
            [("KN205", 1, "Qd5 is not marked as a capture, but one is announced on d5")],
        ),
    ],
)
def test_the_square_of_a_capture(log: str, faults: list[tuple[str, int, str]]) -> None:
    assert said(log) == faults


@pytest.mark.parametrize(
    ("move", "square", "codes"),
    [
        ("exd6", "d5", []),
        ("exd6", "d6", []),
        ("exd6", "d4", ["KN332"]),
        ("Nxd6", "d5", ["KN332"]),
        ("exd7", "d6", ["KN332"]),
    ],
)
def test_en_passant_may_be_told_by_the_pawn_that_was_taken(move: str, square: str, codes: list[str]) -> None:
    assert [code for code, *_ in said(f"6. {move}\nPawn at {square} captured, Black's move.\n")] == codes


@pytest.mark.parametrize(
    ("log", "faults"),
    [
        ("1. .. Qxd5\nWhite's move.\n", [("KN334", 1, "Qxd5 is a capture, but none is announced")]),
        ("1. .. Qd5+\nWhite's move.\n", [("KN343", 1, "Qd5+ is a check, but none is announced")]),
        ("1. .. Qxd5#\nWhite's move.\n", [
            ("KN334", 1, "Qxd5# is a capture, but none is announced"),
            ("KN343", 1, "Qxd5# is a check, but none is announced"),
        ]),
        ("1. .. Qxd5\nWhite's move.\n2. ?xd5\nPawn at d5 captured, Black's move.\n", [
            ("KN334", 1, "Qxd5 is a capture, but none is announced"),  # that of the next move is another
        ]),
        ("1. .. Qxd5+\n", []),  # where the record breaks off it may have been said
        ("1. .. Qxd5+\nPawn at j5 captured.\nWhite's move.\n", []),  # so it may in words that nobody can read
        ("1. .. Qxd5+\nPawn at d5 captured, File check, White's move.\n", []),
    ],
)  # fmt: skip
def test_what_is_printed_is_announced(log: str, faults: list[tuple[str, int, str]]) -> None:
    assert said(log) == faults


def test_a_record_that_tells_no_captures_need_not_tell_this_one() -> None:
    record = game("Nxe5", None, view="white")
    assert contradictions(record) == []
    assert [one.code for one in contradictions(record.replace(silence=("capture",)))] == ["KN334"]


def test_two_counts_of_pawn_tries_for_one_move() -> None:
    twice = "White's move.\nWhite's move, 2 pawn tries.\n1. e4\n"
    assert said(twice) == [
        ("KN321", 2, "pawn captures announced: 2, but earlier, for the same move, 0")
    ]  # fmt: skip
    assert said("White's move, 2 pawn tries.\nWhite's move, 2 pawn tries.\n1. e4\n") == []
    assert said(WHITES + "White's move, 1 pawn try.\n2. exd5\nPawn at d5 captured, Black's move.\n") == []


END = "{{Game 1 (A vs. B) {}}} {}\n"


@pytest.mark.parametrize(
    ("words", "result", "message"),
    [
        ("A checkmated", "1-0", "White is checkmated, but the printed result is 1-0"),
        ("A resigns", "1-0", "White resigns, but the printed result is 1-0"),
        ("B forfeits on time", "0-1", "Black loses on time, but the printed result is 0-1"),
        ("A checkmated", "0-1", None),
        ("B resigns", "1-0", None),
        ("B resigns", "1/2-1/2", None),
    ],
)
def test_who_lost_and_what_the_result_says(words: str, result: str, message: str | None) -> None:
    faults = said("1. e4\n" + END.format(words, result))
    assert faults == ([("KN402", 2, message)] if message else [])


def test_the_result_of_the_record_counts_where_the_end_has_none() -> None:
    end = End(side="white", turn=1, reason="resignation")
    for result, codes in (("1-0", ["KN402"]), ("0-1", []), (None, [])):
        record = game("e4", end, view="white", result=result)
        assert [one.code for one in contradictions(record)] == codes


def test_the_mated_player_did_not_mate() -> None:
    log = "1. .. Qxd5#\nPawn at d5 captured, Rank check.\n" + END.format("B checkmated", "1-0")
    assert said(log) == [("KN402", 3, "Black is announced as checkmated, but the mating move Qxd5# is Black's own")]


def test_check_says_it_where_the_record_is_followed_no_further_too() -> None:
    item = next(iter(read_items(io.BytesIO(b"31. .. Qxd5\nPawn at e5 captured, White's move.\n"), "icc")))
    assert [one.code for one in check_item(item)] == ["KN332"]
