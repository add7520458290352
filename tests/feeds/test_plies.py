"""Rows of plies: the positions are python-chess's, the own boards the players', and no man stands where none may."""

from __future__ import annotations

import chess
import pytest

import kriegnote
from kriegnote.feeds.plies import plies
from kriegnote.model.events import Move
from kriegnote.umpire.views import view
from tests.support.games import random_record

STARTS = (None, "r3k2r/pPp2ppp/8/3pP3/8/8/PPP2PpP/R3K2R b KQkq - 0 17")


@pytest.mark.parametrize("seed", range(40))
def test_positions_are_those_of_python_chess(seed: int) -> None:
    record = random_record(seed, start=STARTS[seed % 3 == 2], plies=120)
    board = chess.Board(record.start or chess.STARTING_FEN)
    rows = plies(record)
    assert [row.move for row in rows if row.moved] == [one.move for one in record.events if isinstance(one, Move)]
    for number, row in enumerate(row for row in rows if row.moved):
        assert row.ply == number and row.side == ("white" if board.turn else "black")
        assert row.before == board.fen(en_passant="legal") or row.before == board.fen(en_passant="fen")
        board.push_uci(row.move or "")
        assert row.after is not None and row.after.split()[0] == board.board_fen()
        for side, name in ((True, "white"), (False, "black")):
            mine = chess.BaseBoard(getattr(row, name))
            assert {k: v for k, v in board.piece_map().items() if v.color is side} == mine.piece_map()
            others = {chess.square_name(one) for one in chess.SquareSet(board.occupied_co[not side])}
            assert others <= set(getattr(row, f"possible_for_{name}"))


@pytest.mark.parametrize("rules", ["english", "icc", "rand", "dark", "cincinnati"])
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_player_s_record_has_the_same_own_boards(rules: str, side: str) -> None:
    for seed in range(6):
        record = random_record(seed, rules=rules, plies=90)
        whole = [row for row in plies(record) if row.moved]
        mine = [row for row in plies(view(record, side)) if row.moved]  # type: ignore[arg-type]
        other = "black" if side == "white" else "white"
        assert len(mine) == len(whole)
        for one, two in zip(mine, whole, strict=True):
            assert getattr(one, side) == getattr(two, side)
            assert getattr(one, f"possible_for_{side}") == getattr(two, f"possible_for_{side}")
            assert one.before is None and one.after is None
            assert getattr(one, other) is None and getattr(one, f"possible_for_{other}") is None


def test_the_chances_are_those_of_what_each_player_could_know() -> None:
    """While all positions are kept every man of the truth has a chance, and the chances add up to the men."""
    record = random_record(3, rules="icc", plies=6)
    rows = [row for row in record.plies(chances=True) if row.moved]
    for row in rows:
        for name, enemy in (("white", row.black), ("black", row.white)):
            chances = getattr(row, f"chances_for_{name}")
            men = {chess.square_name(square) for square in chess.BaseBoard(enemy).piece_map()}
            assert men <= set(chances)
            assert sum(chances.values()) == pytest.approx(len(men))
            assert set(chances) <= set(getattr(row, f"possible_for_{name}"))
    mine = [row for row in plies(view(record, "white"), chances=True) if row.moved]
    assert [row.chances_for_white for row in mine] == [row.chances_for_white for row in rows]
    assert all(row.chances_for_black is None for row in mine)
    assert all(row.chances_for_white is None for row in plies(record))


def test_what_is_said_stands_in_the_row_of_its_ply() -> None:
    [item] = kriegnote.read("1. e4 (a? N) d5 2. (a? S, Bb5?) exd5 {[%clk 0:01:30.5]} *", "tries")
    rows = plies(item.record, kriegnote.RULES["english"])
    last = rows[2]
    assert last.san == "exd5" and last.turn == 2
    assert [one.what for one in last.questions] == ["any"] and [one.any for one in last.answers] == [True]
    assert [type(one).__name__ for one in last.announcements] == ["Capture"]
    assert last.clock == 90.5


def test_behind_an_illegal_move_the_boards_are_unknown() -> None:
    [item] = kriegnote.read("1. e4 e5 2. Ke3 Nc6 *", "san")
    rows = plies(item.record)
    assert [row.text for row in rows] == ["e4", "e5", "Ke3", "Nc6"]
    assert [row.before is None for row in rows] == [False, False, False, True]
    assert rows[2].after is None and rows[2].move is None


def test_a_last_row_tells_what_was_tried_after_the_last_move() -> None:
    [item] = kriegnote.read("1. e4 e5 2. (Qh6 ?) *", "tries")
    rows = plies(item.record)
    assert [row.moved for row in rows] == [True, True, False]
    assert rows[-1].tries[0].san == "Qh6" or rows[-1].tries[0].text == "Qh6"
