"""The numbers that a record prints: from a wrong one it counts on, unless the next moves do not; one finding each."""

from __future__ import annotations

import pytest

from kriegnote.api import check, convert
from kriegnote.model.events import Capture, Move, PawnTries
from tests.support.records import found, game, of_type, played


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", None, ""),
        ("1. e4 e5 3. Nf3 Nc6 4. Bb5 a6", 13, "expected move number 2, found 3"),  # counts on
        ("1. e4 e5 3. Nf3 Nc6 3. Bb5 a6", 13, "expected move number 2, found 3"),  # was alone
        ("1. e4 e5 2. Nf3 Nc6 2. Bb5 a6", 24, "expected move number 3, found 2"),
    ],
)
def test_a_wrong_number_is_one_finding(text: str, column: int | None, message: str) -> None:
    faults = [(one.code, one.column, one.message) for one in check(text, from_="san")]
    assert faults == ([("KN401", column, message)] if column else [])


def test_two_wrong_numbers_are_two_findings() -> None:
    text = "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 4. Ba4 Nf6 5. O-O"
    assert [one.message for one in check(text, from_="san")] == [
        "expected move number 2, found 3",
        "expected move number 5, found 4",
    ]


def test_a_fragment_counts_from_its_first_number() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    record = game(*(played(move, side, turn) for move, side, turn in (
        ("e2e4", "white", 40), ("e8e7", "black", 40), ("e4e5", "white", 41),
    )), start=fen)  # fmt: skip
    assert found(record) == []


def test_what_is_derived_bears_the_numbers_of_the_record() -> None:
    """The board counts from 1, the record from 40; where it loses a number, it goes on in its own count."""
    fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    record = game(played("e1e2", "white", 40), played("d5e4", "black", 40), rules="icc", start=fen)
    assert [(one.side, one.turn, one.count) for one in of_type(record, PawnTries)] == [
        ("white", 40, 1), ("black", 40, 1), ("white", 41, 0),
    ]  # fmt: skip
    assert [one.turn for one in of_type(record, Capture)] == [40]


def test_moves_keep_the_numbers_that_are_printed() -> None:
    (done,) = convert("1. e4 e5 3. Nf3 Nc6 *", "json", from_="san")
    assert [one.turn for one in done.record.events if isinstance(one, Move)] == [1, 1, 3, 3]


def test_a_move_without_a_number_is_no_fault() -> None:
    assert found(game(*(played(move, side) for move, side in (("e2e4", "white"), ("e7e5", "black"))))) == []
