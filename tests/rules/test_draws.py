"""Draws by the board and its history: found and missed exactly where python-chess says, over long random games.

``KRIEGNOTE_DRAW_GAMES`` (40) sets how many games; 5000 take about twenty minutes.
"""

from __future__ import annotations

import os
import random

import chess
import pytest

from kriegnote.chess.position import START_FEN, Position, move_of
from kriegnote.model.events import AnyEvent, End, Move, Side
from kriegnote.model.record import Record
from kriegnote.rules import RULES, draws
from kriegnote.umpire.adjudication import adjudicate

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
    line = draws.Line(position)
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
        assert draws.claims(line) == {name for name, there in claimed.items() if there}, (start, moves[: number + 1])


# -- by hand -------------------------------------------------------------------------------------------------------

TO_AND_FRO = ["g1f3", "g8f6", "f3g1", "f6g8"]


def game(moves: list[str], rules: str, start: str | None = None, end: str | None = None) -> tuple[Record, list[str]]:
    """The record as the umpire completes it, and the codes of what he finds."""
    events: list[AnyEvent] = []
    white = start is None or " w " in start
    for number, text in enumerate(moves):
        side: Side = "white" if (number % 2 == 0) == white else "black"
        events.append(Move(side=side, turn=None, move=text, text=None, san=None))
    if end is not None:
        events.append(End(side=None, turn=None, reason=end, result="1/2-1/2"))  # type: ignore[arg-type]
    record, findings = adjudicate(Record(rules=rules, start=start, events=tuple(events)))
    return record, [one.code for one in findings]


def ends(record: Record) -> list[str]:
    return [event.reason for event in record.events if isinstance(event, End)]


def test_a_repetition_is_declared_or_claimed_or_nothing() -> None:
    assert ends(game(TO_AND_FRO * 2, "rand; repetition=automatic")[0]) == ["repetition"]
    assert ends(game(TO_AND_FRO * 2, "rand")[0]) == []
    assert game(TO_AND_FRO * 2, "rand", end="repetition")[1] == []
    assert game(TO_AND_FRO, "rand", end="repetition")[1] == ["KN361"]
    assert game(TO_AND_FRO * 2, "cincinnati; repetition=no", end="repetition")[1] == ["KN362"]


def test_the_limited_repetition_of_gambit_12c() -> None:
    one_side = ["g1f3", "a7a6", "f3g1", "b7b6", "g1f3", "c7c6", "f3g1", "d7d6", "g1f3", "e7e6", "f3g1"]
    assert game(one_side, "english", end="repetition")[1] == []
    assert game(one_side[:-2], "english", end="repetition")[1] == ["KN361"]
    assert game(one_side, "rand", end="repetition")[1] == ["KN361"]


def test_fifty_moves() -> None:
    start = "r3k3/8/8/8/8/8/8/R3K3 w - - 98 80"
    assert ends(game(["a1b1", "a8b8"], "icc", start)[0]) == ["fifty-move"]
    assert ends(game(["a1b1", "a8b8"], "icc; fifty_moves=claimed", start)[0]) == []
    assert game(["a1b1", "a8b8"], "icc; fifty_moves=claimed", start, "fifty-move")[1] == []
    assert game(["a1b1"], "icc; fifty_moves=claimed", start, "fifty-move")[1] == [], (
        "the move he would make is the 100th"
    )
    assert game(["a1b1"], "icc", "r3k3/8/8/8/8/8/8/R3K3 w - - 90 80", "fifty-move")[1] == ["KN361"]
    assert game(["a1b1", "a8b8"], "english", start, "fifty-move")[1] == ["KN362"]
    assert game(["a1b1", "a8b8", "b1c1"], "icc", start)[1] == ["KN209"], "they played on"


def test_insufficient_material() -> None:
    start = "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1"
    assert ends(game(["e1e2"], "english", start)[0]) == ["insufficient"]
    assert ends(game(["e1e2"], "berkeley", start)[0]) == []
    assert game(["e1e2"], "berkeley; insufficient=claimed", start, "insufficient")[1] == []
    assert game(["e2e4"], "english", None, "insufficient")[1] == ["KN361"]
