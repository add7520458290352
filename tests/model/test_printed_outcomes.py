"""What printed words say of how a game or a turn came out."""

from __future__ import annotations

import pytest

from kriegnote.model.printed_outcomes import TurnOutcome, read_result, turn_outcome


@pytest.mark.parametrize(
    ("printed", "result"),
    [("1-0", "1-0"), (" 0–1 ", "0-1"), ("1/2", "1/2-1/2"), ("½–½", "1/2-1/2"), ("*", "*"), ("2-0", None), ("", None)],
)
def test_a_result_in_any_spelling(printed: str, result: str | None) -> None:
    assert read_result(printed) == result


@pytest.mark.parametrize(
    ("comments", "said"),
    [
        ((), TurnOutcome(False, None)),
        (("respinta",), TurnOutcome(True, None)),
        (("White's move was rejected.", "!"), TurnOutcome(True, None)),
        (("(mutua cattura)",), TurnOutcome(False, 2)),
        (("a triple capture",), TurnOutcome(False, 3)),
        (("a fine move",), TurnOutcome(False, None)),
    ],
)
def test_what_comments_say_of_a_turn_of_both(comments: tuple[str, ...], said: TurnOutcome) -> None:
    assert turn_outcome(comments) == said
