"""Zeitgeist (§8.6), rule by rule: one position by hand for each."""

from __future__ import annotations

import pytest

from kriegnote.chess.position import move_of
from kriegnote.rules import RULES, simultaneous
from kriegnote.rules.boards import position_of

GAME = RULES["zeitgeist"].game


def turn(fen: str, white: str | None, black: str | None) -> tuple[str, tuple[bool, bool], dict[str, int]]:
    """The men after a turn, who was rejected, and what was taken where."""
    position = position_of(GAME, f"{fen} w KQkq - 0 1")
    played = simultaneous.play(position, *(move_of(move) if move else None for move in (white, black)))
    taken = {"abcdefgh"[square & 7] + str((square >> 3) + 1): count for square, count in played.taken.items()}
    return played.after.fen().split()[0], played.rejected, taken


@pytest.mark.parametrize(
    ("why", "fen", "white", "black", "after", "rejected", "taken"),
    [
        ("who stands is taken", "4k3/8/8/3p4/8/8/8/3RK3", "d1d5", "e8e7", "8/4k3/8/3R4/8/8/8/4K3", "", {"d5": 1}),
        ("a man that leaves is not", "4k3/8/8/3r4/8/8/8/3RK3", "d1d5", "d5a5", "4k3/8/8/r2R4/8/8/8/4K3", "", {}),
        ("a pawn takes no man ahead", "4k3/8/8/4p3/4P3/8/8/4K3", "e4e5", "e8d8", "3k4/8/8/4p3/4P3/8/8/4K3", "w", {}),
        ("a pawn may follow one", "4k3/8/8/4r3/4P3/8/8/4K3", "e4e5", "e5a5", "4k3/8/8/r3P3/8/8/8/4K3", "", {}),
        ("a pawn aslant needs a man", "4k3/8/8/3r4/4P3/8/8/4K3", "e4d5", "d5a5", "4k3/8/8/r7/4P3/8/8/4K3", "w", {}),
        ("no man goes onto its own", "4k3/8/8/8/8/8/P7/R3K3", "a1a2", "e8e7", "8/4k3/8/8/8/8/P7/R3K3", "w", {}),
        ("two that meet both go", "r3k3/8/8/8/8/8/8/R3K3", "a1a4", "a8a4", "4k3/8/8/8/8/8/8/4K3", "", {"a4": 2}),
        ("and who stood there", "r3k3/8/8/8/P7/8/8/R3K3", "a1a4", "a8a4", "4k3/8/8/8/8/8/8/4K3", "", {"a4": 3}),
        ("a pawn ahead goes alone", "4k3/8/8/8/r7/8/4P3/4K3", "e2e4", "a4e4", "4k3/8/8/8/4r3/8/8/4K3", "", {"e4": 1}),
        ("two pawns ahead both go", "4k3/8/4p3/8/4P3/8/8/4K3", "e4e5", "e6e5", "4k3/8/8/8/8/8/8/4K3", "", {"e5": 2}),
        ("a pawn aslant to no man", "r3k3/8/8/8/4P3/8/8/4K3", "e4d5", "a8a5", "4k3/8/8/r7/4P3/8/8/4K3", "w", {}),
        ("and takes him", "3rk3/8/8/8/4P3/8/8/4K3", "e4d5", "d8d5", "4k3/8/8/8/8/8/8/4K3", "", {"d5": 2}),
        ("who stands is in the way", "4k3/8/8/n7/8/8/8/R3K3", "a1a8", "e8e7", "8/4k3/8/n7/8/8/8/R3K3", "w", {}),
        ("one that leaves is not", "4k3/8/8/n7/8/8/8/R3K3", "a1a8", "a5c4", "R3k3/8/8/8/2n5/8/8/4K3", "", {}),
        ("nor one that arrives", "4k3/8/8/8/8/2n5/8/R3K3", "a1a8", "c3a4", "R3k3/8/8/8/n7/8/8/4K3", "", {}),
        ("en passant at once", "4k3/3p4/8/4P3/8/8/8/4K3", "e5d6", "d7d5", "4k3/8/3P4/8/8/8/8/4K3", "", {"d5": 1}),
        ("castling", "4k3/8/8/8/8/8/8/4K2R", "e1g1", "e8e7", "8/4k3/8/8/8/8/8/5RK1", "", {}),
        ("castling under attack", "4k3/8/8/8/4r3/8/8/4K2R", "e1g1", "e8d8", "3k4/8/8/8/4r3/8/8/5RK1", "", {}),
        ("no castling over a man", "4k3/8/8/8/8/8/8/4Kn1R", "e1g1", "f1d2", "4k3/8/8/8/8/8/3n4/4K2R", "w", {}),
        ("a king is taken", "4k3/8/8/8/8/8/8/4RK2", "e1e8", None, "4R3/8/8/8/8/8/8/5K2", "", {"e8": 1}),
    ],
)  # fmt: skip
def test_the_rules(
    why: str, fen: str, white: str, black: str | None, after: str, rejected: str, taken: dict[str, int]
) -> None:
    assert turn(fen, white, black) == (after, ("w" in rejected, "b" in rejected), taken), why


def test_a_game_ends_when_a_king_is_taken_and_is_drawn_when_both_are() -> None:
    for white, black, result in (("e1e8", "h8h7", "1-0"), ("e1e8", "a2f2", "1/2-1/2"), ("f2f3", "a2f2", None)):
        position = position_of(GAME, "4k2r/8/8/8/8/8/r4K2/4R3 w - - 0 1")
        after = simultaneous.play(position, move_of(white), move_of(black)).after
        assert simultaneous.winner(after) == result


def test_a_king_that_has_moved_castles_no_more() -> None:
    position = position_of(GAME, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for white, black in (("e1e2", "e8e7"), ("e2e1", "e7e8")):
        position = simultaneous.play(position, move_of(white), move_of(black)).after
    assert simultaneous.play(position, move_of("e1g1"), None).rejected == (True, False)
    assert position.fullmove == 3
