"""The language of ``--where``: what it picks, and where it says that it is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kriegnote.archive.expression import ExpressionError, where
from kriegnote.archive.summary import GameSummary

GAME = GameSummary(
    file="logs/Carlo.txt", white="Carlo Rossi", black="Anna", date="1998.05.??", rules="icc", result="1-0",
    winner="white", loser="black", end="checkmate", plies=37, moves=19, tries=12, page="45",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "picked"),
    [
        ("loser = black and end = checkmate and moves < 20", True),
        ("loser = black and moves < 19", False),
        ("LOSER = Black AND NOT moves < 19", True),
        ("winner = white", True),  # white is a field too, but here it is a word of the other
        ("white = winner", True),
        ('white ~ "carlo" and white !~ "carla"', True),
        ('white = "carlo rossi"', True),
        ("result = 1-0", True),
        ('result in (0-1, "1/2-1/2")', False),
        ("result not in (0-1, 1/2-1/2)", True),
        ("rules in (rand, icc)", True),
        ("date = 1998", True),
        ("date >= 1998-05", True),
        ("date < 1998.05.12", False),
        ("date > 1997-12-31 and date < 1999", True),
        ("tries / moves > 0.6", True),
        ("plies - 2 * moves = -1", True),
        ("promotions > 0", False),
        ("not promotions > 0", False),  # nobody knows
        ("promotions > 0 or tries > 0", True),
        ("promotions is unknown and tries is not unknown", True),
        ("tries / (plies - 37) > 1", False),
        ("page = '45'", True),
        ("end != checkmate or (moves > 10 and moves < 30)", True),
        ("file ~ 'LOGS/'", True),
    ],
)
def test_what_is_picked(text: str, picked: bool) -> None:
    assert where(text)(GAME) is picked


def test_a_date_of_any_length_is_compared() -> None:
    assert where("date > 1990")(GameSummary(date="1" * 5000)) is True


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("plys > 3", "unknown field 'plys'; did you mean plies?", 1),
        ("end = checkmat", "'checkmat' is not a value of this field; did you mean checkmate?", 7),
        ('end = "mated"', "'mated' is not a value of this field", 7),
        ("end = xyzzy", "'xyzzy' is not a value of this field; expected one of abandoned, adjudication,", 7),
        ("plies > ", "something is missing at the end", 9),
        ("plies > > 3", "'>' does not fit here", 9),
        ("plies > 3 & tries", "this cannot be read", 11),
        ("plies", "this is a value, not a condition; compare", 1),
        ("white > 3", "a text cannot be compared with a number", 7),
        ("winner < white", "a word has no order; use = or !=", 8),
        ("white + 1 > 3", "a text cannot be used in arithmetic", 1),
        ("plies ~ 'a'", "~ looks for text within text", 7),
        ("not " * 2000 + "plies > 3", "this is nested too deeply", 1),
        ("plies > 3 or " * 1000 + "plies > 3", "this expression is too long", 1),
    ],
)
def test_what_is_wrong_is_pointed_at(text: str, message: str, column: int) -> None:
    with pytest.raises(ExpressionError) as error:
        where(text)
    assert (error.value.message[: len(message)], error.value.column) == (message, column)


WORDS = [
    "plies", "white", "end", "black", "=", "<", "~", "and", "or", "not", "in", "is", "unknown", "(", ")", ",", "3",
    "'a'", "1998-05", "1-0", "-", "/", "checkmate",
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_words_are_an_expression_or_an_error_with_a_place(text: str) -> None:
    try:
        assert where(text)(GAME) in (True, False)
    except ExpressionError as error:
        assert 1 <= error.column <= len(text) + 1
