"""Zeitgeist (§8.6): a position by hand for each rule, and random games against the book's words and the law.

``KRIEGNOTE_VARIANT_GAMES`` (2) sets how many games.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from kriegnote.chess.position import Position, move_of, uci
from kriegnote.model.events import AnyEvent, Move, Side, Try
from kriegnote.model.record import Record
from kriegnote.notations.loss import project
from kriegnote.notations.registry import notations
from kriegnote.rules import RULES, simultaneous
from kriegnote.rules.boards import position_of
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.laws.test_law import comparable, crossing
from tests.support import together
from tests.support.naive import Board, Words

GAMES = int(os.environ.get("KRIEGNOTE_VARIANT_GAMES", "2"))
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


def test_a_king_that_has_moved_castles_no_more() -> None:
    position = position_of(GAME, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    for white, black in (("e1e2", "e8e7"), ("e2e1", "e7e8")):
        position = simultaneous.play(position, move_of(white), move_of(black)).after
    assert simultaneous.play(position, move_of("e1g1"), None).rejected == (True, False)
    assert position.fullmove == 3


def test_a_game_ends_when_a_king_is_taken_and_is_drawn_when_both_are() -> None:
    for white, black, result in (("e1e8", "h8h7", "1-0"), ("e1e8", "a2f2", "1/2-1/2"), ("f2f3", "a2f2", None)):
        position = position_of(GAME, "4k2r/8/8/8/8/8/r4K2/4R3 w - - 0 1")
        after = simultaneous.play(position, move_of(white), move_of(black)).after
        assert simultaneous.winner(after) == result


STARTS = (
    None,
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
    "r3k2r/pp1nb1pp/2q5/8/8/2Q5/PP1NB1PP/R3K2R w KQkq - 0 1",
    "4k3/P2ppp1P/8/2pPpP2/2PpPp2/8/p2PPP1p/4K3 w - - 0 1",
)
"""Where games begin: the usual position, castling, men that meet, pawns."""

# -- random games ------------------------------------------------------------------------------------------------------


def lot(position: Position, rng: random.Random) -> dict[bool, int]:
    """A move for each side, with a liking for squares that are near a man's or that both can go to."""
    able = {white: simultaneous.own_moves(position.facing(white), white) for white in (True, False)}
    goals = {white: {move >> 6 & 63 for move in moves} for white, moves in able.items()}
    made = {}
    for white, moves in able.items():
        meeting = [move for move in moves if move >> 6 & 63 in goals[not white]]
        made[white] = rng.choice(meeting if meeting and rng.random() < 0.6 else moves)
    return made


def as_men(board: together.Together) -> set[tuple[str, str]]:
    return {(together.name(at), man if white else man.lower()) for at, (man, white) in board.men.items()}


def men_of(position: Position) -> set[tuple[str, str]]:
    return as_men(together.Together(Board.of(position.fen(), Words()).men, frozenset()))


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_turn_is_what_the_books_words_say(seed: int) -> None:
    """Some moves of each side against one of the other's: which are rejected, and what is left of the men."""
    rng = random.Random(f"together {seed}")
    position = position_of(GAME, STARTS[seed % len(STARTS)])
    first = Board.of(position.fen(), Words())
    board = together.Together(first.men, first.castling)
    for _ in range(25):
        if simultaneous.winner(position) is not None:
            break
        made = lot(position, rng)
        for white in (True, False):
            able = {uci(move): move for move in simultaneous.own_moves(position.facing(white), white)}
            other = uci(made[not white])
            for text in together.moves_written(board, white) - able.keys():
                assert not together.possible(board, text, other), (position.fen(), text, other)
            for move in rng.sample(sorted(able.values()), min(8, len(able))):
                same_turn(position, board, {white: move, not white: made[not white]})
        position, board = same_turn(position, board, made)


def same_turn(
    position: Position, board: together.Together, made: dict[bool, int]
) -> tuple[Position, together.Together]:
    """Both boards after a turn, which are the same, as is what was rejected."""
    played = simultaneous.play(position, made[True], made[False])
    after, kept = together.turn(board, {white: uci(move) for white, move in made.items()})
    texts = [uci(made[white]) for white in (True, False)]
    assert played.rejected == (kept[True] is None, kept[False] is None), (position.fen(), texts)
    assert men_of(played.after) == as_men(after), (position.fen(), texts)
    return played.after, after


def random_game(seed: int) -> Record:
    """The umpire's record of a random game, with the rejected moves."""
    rng = random.Random(f"zeitgeist {seed}")
    position = position_of(GAME, None)
    events: list[AnyEvent] = []
    sides: tuple[Side, Side] = ("white", "black")
    for number in range(1, 16):
        made = lot(position, rng)
        played = simultaneous.play(position, made[True], made[False])
        for side, rejected in zip(sides, played.rejected, strict=True):
            move = made[side == "white"]
            san = position.facing(side == "white").own_san(move)
            fields: dict[str, Any] = {"side": side, "turn": number, "move": uci(move), "text": None, "san": san}
            events.append(Try(**fields, verdict="illegal") if rejected else Move(**fields))
        position = played.after
        if (end := simultaneous.end(position, number)) is not None:
            events.append(end)
            break
    return Record(rules="zeitgeist", events=tuple(events))


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("name", ["json", "pgn", "dialogue"])
@pytest.mark.parametrize("listener", ["umpire", "white", "black"])
def test_the_law_holds(name: str, listener: str, seed: int) -> None:
    judged = adjudicate(random_game(seed))
    assert judged.findings == []
    row = notations()[name]
    seen = view(judged.record, listener)  # type: ignore[arg-type]
    _, text, _, back = crossing(row, seen)
    assert comparable(back).events == comparable(project(seen, row.carries)).events, text


@pytest.mark.parametrize("seed", range(GAMES))
def test_both_players_hear_all_of_it(seed: int) -> None:
    """§8.6 hides the intention alone: when the turn is made each is told both moves, and what was rejected."""
    judged = adjudicate(random_game(seed)).record
    told = [type(event) for event in judged.events]
    for listener in ("white", "black"):
        assert [type(event) for event in view(judged, listener).events] == told
