"""Draws that a record announces, claims or passes over, under rulebooks that differ in them."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Claim, End
from kriegnote.model.record import Record
from tests.support.records import codes, found, game, judged, of_type

TO_AND_FRO = ["g1f3", "g8f6", "f3g1", "f6g8"]
NEARLY_FIFTY = "r3k3/8/8/8/8/8/8/R3K3 w - - 98 80"
KNIGHT_TAKEN = "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1"


def drawn(moves: list[str], rules: str | None, start: str | None = None, reason: str | None = None) -> Record:
    """A game, and the draw that its umpire announces."""
    end = [End(side=None, turn=None, reason=reason, result="1/2-1/2")] if reason else []  # type: ignore[arg-type]
    return game(*moves, *end, rules=rules, start=start)


def ends(record: Record) -> list[str]:
    return [event.reason for event in of_type(record, End)]


def test_a_repetition_is_declared_or_claimed_or_nothing() -> None:
    assert ends(drawn(TO_AND_FRO * 2, "rand; repetition=automatic")) == ["repetition"]
    assert ends(drawn(TO_AND_FRO * 2, "rand")) == []
    assert codes(drawn(TO_AND_FRO * 2, "rand", reason="repetition")) == []
    once = drawn(TO_AND_FRO, "rand", reason="repetition")
    assert found(once) == [("KN361", 5, "a draw by repetition is announced, but this position has occurred 2 times")]
    assert found(drawn(TO_AND_FRO * 2, "cincinnati; repetition=no", reason="repetition")) == [
        ("KN362", 9, "the rulebook cincinnati; repetition=no has no draw by repetition")
    ]


def test_the_limited_repetition_of_gambit_12c() -> None:
    one_side = ["g1f3", "a7a6", "f3g1", "b7b6", "g1f3", "c7c6", "f3g1", "d7d6", "g1f3", "e7e6", "f3g1"]
    assert codes(drawn(one_side, "english", reason="repetition")) == []
    assert codes(drawn(one_side[:-2], "english", reason="repetition")) == ["KN361"]
    assert codes(drawn(one_side, "rand", reason="repetition")) == ["KN361"]


def test_fifty_moves() -> None:
    assert ends(drawn(["a1b1", "a8b8"], "icc", NEARLY_FIFTY)) == ["fifty-move"]
    assert ends(drawn(["a1b1", "a8b8"], "icc; fifty_moves=claimed", NEARLY_FIFTY)) == []
    assert codes(drawn(["a1b1", "a8b8"], "icc; fifty_moves=claimed", NEARLY_FIFTY, "fifty-move")) == []
    early = drawn(["a1b1"], "icc; fifty_moves=claimed", NEARLY_FIFTY, "fifty-move")
    assert codes(early) == [], "the move he would make is the 100th"
    assert found(drawn(["a1b1"], "icc", NEARLY_FIFTY.replace("98", "90"), "fifty-move")) == [
        (
            "KN361",
            2,
            "a draw by fifty moves without a capture or a pawn move is announced, but "
            "the last capture or pawn move was 91 plies ago, not 100",
        )
    ]
    assert codes(drawn(["a1b1", "a8b8"], "english", NEARLY_FIFTY, "fifty-move")) == ["KN362"]


def test_a_game_that_is_played_on_behind_a_draw() -> None:
    (one,) = judged(drawn(["a1b1", "a8b8", "b1c1", "b8c8"], "icc", NEARLY_FIFTY))
    assert (one.code, one.line, one.severity) == ("KN209", 3, "warning")
    assert one.message == (
        "the game was already drawn before this move: fifty moves without a capture or a pawn move"
    )  # fmt: skip
    assert one.note == "under this rulebook the umpire declares such a draw, but the players may have played on"
    assert ends(drawn(["a1b1", "a8b8", "b1c1"], "icc", NEARLY_FIFTY)) == [], "a record that goes on has none"
    assert codes(drawn(["a1b1", "a8b8", "b1c1"], "icc; fifty_moves=claimed", NEARLY_FIFTY)) == []


def test_insufficient_material() -> None:
    assert ends(drawn(["e1e2"], "english", KNIGHT_TAKEN)) == ["insufficient"]
    assert ends(drawn(["e1e2"], "berkeley", KNIGHT_TAKEN)) == []
    assert codes(drawn(["e1e2"], "berkeley; insufficient=claimed", KNIGHT_TAKEN, "insufficient")) == []
    assert found(drawn(["e2e4"], "english", None, "insufficient")) == [
        ("KN361", 2, "a draw by insufficient material is announced, but there are enough men on the board to mate")
    ]


def test_without_a_rulebook_a_draw_is_held_against_the_board_alone() -> None:
    assert codes(drawn(TO_AND_FRO * 2, None, reason="repetition")) == []
    assert codes(drawn(TO_AND_FRO, None, reason="repetition")) == ["KN361"]


@pytest.mark.parametrize(
    ("times", "granted", "message"),
    [
        (2, True, None),
        (2, False, "a claim of a draw by repetition is refused, but it is justified"),
        (1, True, "a draw by repetition is granted, but this position has occurred 2 times"),
        (1, False, None),
        (1, None, None),  # nobody says what became of it
    ],
)
def test_a_claim_is_held_against_the_board(times: int, granted: bool | None, message: str | None) -> None:
    claim = Claim(side=None, turn=None, reason="repetition", granted=granted)
    record = game(*TO_AND_FRO * times, claim, rules="rand")
    assert found(record) == ([("KN361", 4 * times + 1, message)] if message else [])


def test_a_claim_granted_that_the_rulebook_does_not_know() -> None:
    claim = Claim(side=None, turn=None, reason="fifty-move", granted=True)
    record = game("a1b1", "a8b8", claim, start=NEARLY_FIFTY, rules="english")
    assert found(record) == [
        ("KN362", 3, "the rulebook english has no draw by fifty moves without a capture or a pawn move")
    ]
    assert codes(record.replace(rules="rand")) == []


def test_where_the_board_is_not_known_no_draw_is_judged() -> None:
    end = End(side=None, turn=None, reason="repetition", result="1/2-1/2")
    assert codes(game("e2e4", None, "g1f3", end, rules="rand")) == ["KN210"]
