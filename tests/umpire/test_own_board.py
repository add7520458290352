"""A player's own board is a value: each step gives the next one, and leaves the one before as it was."""

from __future__ import annotations

from kriegnote.chess.position import Position, move_of, square_of
from kriegnote.model.events import Capture, Move, Reveal
from kriegnote.model.printed_moves import parse_move
from kriegnote.rules import RULES
from kriegnote.umpire.own_board import FollowedBoard, Lost, OwnBoard

ICC = RULES["icc"]
PASSED = "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"


def test_a_move_leaves_the_board_before_it() -> None:
    before = OwnBoard.of(Position.from_fen(), white=True)
    after = before.moved(move_of("e2e4"))
    assert before.men >> square_of("e2") & 1
    assert after.men >> square_of("e4") & 1
    assert after.position.turn  # it is always this player's board
    assert not after.position.black


def test_a_capture_takes_off_the_man_on_its_square_and_en_passant_the_pawn_behind() -> None:
    board = OwnBoard.of(Position.from_fen(), white=True)
    lost = board.lost(Capture(side="black", turn=3, square="g1"), ICC)
    assert lost.man == 2
    assert not lost.board.men >> square_of("g1") & 1
    passed = OwnBoard.of(Position.from_fen(PASSED), white=True)
    lost = passed.lost(Capture(side="black", turn=1, square="d3"), ICC)
    assert (lost.man, lost.board.men >> square_of("d4") & 1) == (1, 0)


def test_a_capture_where_no_man_stands_or_without_a_square_changes_nothing() -> None:
    board = OwnBoard.of(Position.from_fen(), white=True)
    assert board.lost(Capture(side="black", turn=3, square="e5"), ICC) == Lost(board, None, missing=True)
    assert board.lost(Capture(side="black", turn=3, square=None), ICC) == Lost(board, None)


def test_where_an_enemy_man_is_shown_none_of_his_own_stands() -> None:
    board = OwnBoard.of(Position.from_fen(), white=True)
    shown = board.shown(Reveal(side="white", turn=3, seen={"b2": "Q"}))
    assert not shown.men >> square_of("b2") & 1
    assert board.shown(Reveal(side="white", turn=3, seen={"e5": "Q"})) is board


def test_a_figurine_that_fits_no_man_is_left_out_of_account() -> None:
    board = OwnBoard.of(Position.from_fen(), white=True)
    event = Move(side="white", turn=1, move=None, text="♖f3", san=None, parts=parse_move("♖f3"))
    assert board.moves(event) == [move_of("g1f3")]


def test_a_move_that_his_men_cannot_make_ends_what_is_known() -> None:
    followed = FollowedBoard(Position.from_fen(), True, ICC)
    assert followed.played("e2e4") == move_of("e2e4")
    assert followed.played("e2e4") is None
    assert followed.board is None
