"""Announcements in short form."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Capture, Check, PawnTries
from kriegnote.text.umpire_messages import Announced, read_announcements

_LONG = {"directions": ("long",)}


def pawn_tries(count: int, side: str | None = None) -> list[Announced]:
    return [Announced(PawnTries, {"count": count}, side)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 pawn try", pawn_tries(1)),
        ("pawn tries: 2", pawn_tries(2)),
        ("Black pawn tries: 1", pawn_tries(1, "black")),
        ("White has one pawn try", pawn_tries(1, "white")),
        ("prese di pedone: 2", pawn_tries(2)),
        ("una presa di pedone", pawn_tries(1)),
        ("sc. diag. lunga", [Announced(Check, _LONG)]),
        ("black in check: long diagonal", [Announced(Check, _LONG, "white")]),
        ("check: long diagonal", [Announced(Check, _LONG)]),
    ],
)
def test_what_is_announced(text: str, said: list[Announced]) -> None:
    assert read_announcements(text) == said


def test_announcements_may_be_sentences() -> None:
    said = read_announcements("Pawn gone on f6. Check by a knight.")
    assert said is not None
    assert [one.kind for one in said] == [Capture, Check]


@pytest.mark.parametrize("text", ["pawn tries: many", "check: e4", "Pawn gone on f6. Good move."])
def test_what_is_no_announcement(text: str) -> None:
    assert read_announcements(text) is None
