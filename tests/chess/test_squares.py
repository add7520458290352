"""The tables of squares are those of python-chess."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import pytest

from kriegnote.chess import squares


def test_ranks_files_and_lines() -> None:
    assert tuple(chess.SQUARE_NAMES) == squares.NAMES and squares.START_FEN == chess.STARTING_FEN
    assert tuple(chess.BB_FILES) == squares.FILES and tuple(chess.BB_RANKS) == squares.RANKS
    assert [list(row) for row in chess.BB_RAYS] == squares.RAY
    assert [[chess.between(a, b) for b in range(64)] for a in range(64)] == squares.BETWEEN


def test_men_that_leap_and_step() -> None:
    assert tuple(chess.BB_KNIGHT_ATTACKS) == squares.KNIGHT_REACH
    assert tuple(chess.BB_KING_ATTACKS) == squares.KING_REACH
    assert tuple(map(tuple, chess.BB_PAWN_ATTACKS)) == squares.PAWN_REACH


@pytest.mark.parametrize(
    "ours, mask, theirs, their_mask",
    [
        (squares.DIAG, squares.DIAG_MASK, chess.BB_DIAG_ATTACKS, chess.BB_DIAG_MASKS),
        (squares.FILE, squares.FILE_MASK, chess.BB_FILE_ATTACKS, chess.BB_FILE_MASKS),
        (squares.RANK, squares.RANK_MASK, chess.BB_RANK_ATTACKS, chess.BB_RANK_MASKS),
    ],
    ids=["diagonals", "files", "ranks"],
)
def test_men_that_run(
    ours: Sequence[dict[int, int]],
    mask: Sequence[int],
    theirs: Sequence[dict[int, int]],
    their_mask: Sequence[int],
) -> None:
    assert list(mask) == list(their_mask)
    for square, reach in enumerate(theirs):
        assert {occupied: ours[square][occupied] for occupied in reach} == reach


@pytest.mark.parametrize("text", ["e2e4xyz", "e2", "e7e8k", "e7e8qq", "e9e4", ""])
def test_what_is_more_or_less_than_a_move_in_uci_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="not a move in UCI"):
        squares.move_of(text)
    assert squares.uci(squares.move_of("e7e8q")) == "e7e8q"
