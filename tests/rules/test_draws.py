"""Draws by the board and its history: found and missed exactly where python-chess says, over long random games.

``KRIEGNOTE_DRAW_GAMES`` (40) sets how many games; 5000 take about twenty minutes.
"""

from __future__ import annotations

import os
import random

import chess
import pytest

from kriegnote.chess.position import START_FEN, Position, move_of
from kriegnote.rules import RULES, draws

GAMES = int(os.environ.get("KRIEGNOTE_DRAW_GAMES", "40"))
STARTS = (
    START_FEN,
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "4k2r/8/8/3p4/4P3/8/8/4K2R w Kk - 90 60",
    "8/8/4k3/8/8/2BNK3/8/8 w - - 140 100",
    "8/2b1k3/8/8/8/3BK3/7p/8 w - - 96 70",
    "n3k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1",
)


def walk(seed: int, plies: int = 220) -> tuple[str, list[str]]:
    """A game that shuffles to and fro and now and then takes something."""
    rng = random.Random(seed)
    start = STARTS[seed % len(STARTS)]
    board = chess.Board(start)
    moves: list[str] = []
    while len(moves) < plies and any(board.legal_moves):
        legal = [each.uci() for each in board.legal_moves]
        back = [each for each in legal if len(moves) > 1 and each == moves[-2][2:4] + moves[-2][:2]]
        dull = [each for each in legal if not board.is_zeroing(chess.Move.from_uci(each))]
        pool = back if back and rng.random() < 0.5 else dull if dull and rng.random() < 0.9 else legal
        moves.append(rng.choice(pool))
        board.push_uci(moves[-1])
    return start, moves


@pytest.mark.parametrize("seed", range(GAMES))
def test_draws_are_those_of_python_chess(seed: int) -> None:
    start, moves = walk(seed)
    board, position = chess.Board(start), Position.from_fen(start)
    line = draws.PositionHistory(position)
    every = {name: RULES[f"berkeley; {field}"] for name, field in (
        ("fifty", "fifty_moves=automatic"), ("seventy-five", "fifty_moves=fide"),
        ("three", "repetition=automatic"), ("five", "repetition=fide"), ("bare", "insufficient=automatic"),
    )}  # fmt: skip
    for number, text in enumerate(moves):
        move = move_of(text)
        position = position.play(move)
        line.add(move, position)
        board.push_uci(text)
        declared = {name for name, rules in every.items() if draws.declared(line, rules)}
        due = {
            "fifty": board.is_fifty_moves(), "seventy-five": board.is_seventyfive_moves(),
            "three": board.is_repetition(3), "five": board.is_fivefold_repetition(),
            "bare": board.is_insufficient_material(),
        }  # fmt: skip
        assert declared == {name for name, there in due.items() if there}, (start, moves[: number + 1])
        if number % 3:
            continue
        claimed = {
            "fifty-move": board.can_claim_fifty_moves(),
            "repetition": board.can_claim_threefold_repetition(),
            "insufficient": board.is_insufficient_material(),
        }
        found = {reason: draws.stands(reason, line, None) for reason in claimed}
        assert found == claimed, (start, moves[: number + 1])


@pytest.mark.parametrize(("way", "declared"), [("automatic", 80), ("fide", 120), ("claimed", None), ("no", None)])
def test_a_rulebook_says_after_how_many_moves(way: str, declared: int | None) -> None:
    rules = RULES[f"berkeley; quiet_moves=40; fifty_moves={way}"]
    for halfmoves in (79, 80, 119, 120):
        line = draws.PositionHistory(Position.from_fen(f"4k3/8/8/8/8/8/8/R3K3 w - - {halfmoves} 90"))
        assert (draws.declared(line, rules) is not None) == (declared is not None and halfmoves >= declared)
    first = draws.PositionHistory(Position.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 78 90"))
    then = draws.PositionHistory(Position.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 79 90"))
    assert [draws.stands("fifty-move", line, rules) for line in (first, then)] == [False, True]
    assert draws.name("fifty-move", rules) == "40 moves without a capture or a pawn move"
    never = RULES[f"berkeley; quiet_moves=0; fifty_moves={way}"]
    long_ago = draws.PositionHistory(Position.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 300 900"))
    assert draws.declared(long_ago, never) is None and not draws.stands("fifty-move", long_ago, never)
