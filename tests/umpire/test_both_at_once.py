"""Zeitgeist (§8.6) as the umpire follows it: both players move at once, and what was printed has to fit that.

The rules of a turn are in ``tests/rules/test_simultaneous.py``.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kriegnote.chess.position import Position, uci
from kriegnote.model.events import AnyEvent, Comment, End, Move, Try
from kriegnote.model.record import Record
from kriegnote.notations.registry import notations
from kriegnote.rules import RULES, simultaneous
from kriegnote.rules.boards import position_of
from kriegnote.text.source import Chunk
from kriegnote.umpire.adjudication import adjudicate
from tests.support.records import game, judged, of_type, played, tried

GAME = RULES["zeitgeist"].game
GAME_42 = Path(__file__).parents[2] / "examples" / "variants" / "game-42.txt"
ROOKS = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"


def at_once(*said: str | AnyEvent, start: str | None = None) -> Record:
    return game(*said, start=start, rules="zeitgeist")


def told(record: Record) -> list[tuple[str, str | None]]:
    """What was made and what was rejected."""
    return [(type(one).__name__, one.move) for one in of_type(record, Move, Try)]


def test_game_42_has_one_reading() -> None:
    record = notations()["san"].read(Chunk(GAME_42.read_text("utf-8"))).record
    done = adjudicate(record, RULES["zeitgeist"]).record
    moves = " ".join(event.san or "?" for event in done.events if isinstance(event, Move | Try))
    assert moves == ("d4 c5 d5 Qa5 Bd2 Qd2 Nf3 h5 e4 e6 Bb5 Nf6 dxe6 c4 e7 Bb4 O-O Be1 Rf2 Bf2 Qd6 ? Bc4 c3")
    assert [event.text for event in done.events if isinstance(event, Try)] == ["♜d7"]


def test_what_is_printed_is_resolved_on_each_players_board() -> None:
    record = at_once("e4", "d5", "exd5", "Qxd5")
    assert told(record) == [("Move", "e2e4"), ("Move", "d7d5"), ("Move", "e4d5"), ("Move", "d8d5")]
    assert judged(record) == []


def test_a_rejected_move_comes_out_as_a_refused_try() -> None:
    start = "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1"
    record = at_once("e5", Comment(text="respinta"), "Kd8", start=start)
    assert told(record) == [("Try", "e4e5"), ("Move", "e8d8")]
    (rejected,) = of_type(record, Try)
    assert (rejected.verdict, rejected.text) == ("illegal", "e5")
    assert judged(record) == []


def test_a_refused_try_is_the_move_that_its_player_made_in_the_turn() -> None:
    """White's pawn stood in its own way; that Black's was refused, which could be made, is the umpire's slip."""
    start = "4k3/p7/8/8/4p3/4P3/8/4K3 w - - 0 1"
    record = at_once(tried("e4", "white", 1), played("Kd8", "black", 1), start=start)
    assert told(record) == [("Try", "e3e4"), ("Move", "e8d8")]
    assert judged(record) == []
    turns = played("Kd1", "white", 1), tried("a6", "black", 1), played("Kc1", "white", 2), played("a6", "black", 2)
    slip = at_once(*turns, start=start)
    assert told(slip) == [("Move", "e1d1"), ("Try", "a7a6"), ("Move", "d1c1"), ("Move", "a7a6")]
    assert [(one.code, one.line, one.message) for one in judged(slip)] == [
        ("KN311", 2, "a6 was refused, but it is legal")
    ]


def test_what_the_record_says_chooses_between_readings() -> None:
    """Either rook may have gone to a4: that they took each other says that both did."""
    rooks = "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"
    record = at_once("Ra4", "Ra4", Comment(text="mutua cattura"), start=rooks)
    assert told(record) == [("Move", "a1a4"), ("Move", "a8a4")]
    assert judged(record) == []


def test_a_figurine_may_be_another_mans() -> None:
    (one,) = judged(at_once("Be3", "a5", start="4k3/p7/8/8/8/8/8/R3R1K1 w - - 0 1"))
    assert (one.code, one.line) == ("KN202", 1)
    assert one.message == "Be3: B cannot go there; the rook can"
    assert one.fix is not None and (one.fix.old, one.fix.new) == ("Be3", "Re3")


def test_two_men_that_can_go_there_leave_it_open() -> None:
    record = at_once("Rd1", "a5", start="4k3/p7/8/8/8/8/8/R5RK w - - 0 1")
    (one,) = judged(record)
    assert (one.code, one.line, one.message) == ("KN203", 1, "Rd1 can be read in 2 ways")
    assert told(record)[0] == ("Move", None)


def test_what_fits_no_board_ends_it_there() -> None:
    record = at_once("e4", "e5", "Qa8", "Nc6", "d4", "d5")
    (one,) = judged(record)
    assert (one.code, one.line) == ("KN201", 3)
    assert one.message == "Qa8 and Nc6 cannot be played at the same time here"
    assert told(record)[:2] == [("Move", "e2e4"), ("Move", "e7e5")]


def test_a_king_that_is_taken_ends_the_game() -> None:
    start = "4k2r/8/8/8/8/8/r4K2/4R3 w - - 0 1"
    (end,) = of_type(at_once("e1e8", "h8h7", start=start), End)
    assert (end.reason, end.result, end.source) == ("king-captured", "1-0", "derived")
    (both,) = of_type(at_once("e1e8", "a2f2", start=start), End)
    assert both.result == "1/2-1/2"
    said = End(side="white", turn=1, reason="king-captured", result="1-0")
    assert [one.source for one in of_type(at_once("e1e8", "h8h7", said, start=start), End)] == ["recorded"]
    assert judged(at_once("e1e8", "h8h7", "e8e7", "h7h6", start=start))[0].code == "KN201", "nobody moves any more"


@pytest.mark.parametrize("seed", range(10))
def test_random_turns_keep_the_men_apart_and_come_back(seed: int) -> None:
    """No square has two men, nobody moves who was rejected, and the umpire finds the same turns again."""
    rng = random.Random(seed)
    position: Position = position_of(GAME)
    events = []
    for number in range(1, 15):
        chosen = [
            rng.choice([move for move in simultaneous.own_moves(position, white) if not move >> 12 or move >> 12 == 5])
            for white in (True, False)
        ]
        played = simultaneous.play(position, *chosen)
        after = played.after
        assert not after.white & after.black
        men = after.pawns, after.knights, after.bishops, after.rooks, after.queens, after.kings
        assert sum(men) == after.white | after.black, "each man is of one kind"
        for side, move, rejected in zip(("white", "black"), chosen, played.rejected, strict=True):
            own = (position.white if side == "white" else position.black) >> (move & 63) & 1
            assert own
            events.append((Move(side=side, turn=number, move=uci(move), text=None, san=None), rejected))  # type: ignore[arg-type]
        position = after
        if simultaneous.winner(position) is not None:
            break
    record = adjudicate(Record(rules="zeitgeist", events=tuple(event for event, _ in events))).record
    told_ = [isinstance(event, Try) for event in record.events if isinstance(event, Move | Try)]
    assert told_ == [rejected for _, rejected in events]
