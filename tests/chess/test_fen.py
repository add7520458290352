"""FEN is read and written as python-chess reads and writes it, and what is none says why."""

from __future__ import annotations

import random

import chess
import pytest

from kriegnote.chess.fen import read
from kriegnote.chess.position import Position
from kriegnote.chess.squares import START_FEN

FIELDS = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "r3k2r/8/8/3pP3/8/8/8/R3K2R", "1r2k2r/8/8/8/Pp6/8/8/R2K3R"),
    ("w", "b"),
    ("-", "KQkq", "Kq", "HAha", "BGb", "k"),
    ("-", "d6", "a3", "e3"),
    ("0", "7", "50"),
    ("0", "1", "31"),
)


def test_any_fen_is_that_of_python_chess() -> None:
    rng = random.Random(0)
    board = chess.Board()
    for _ in range(300):
        moves = list(board.legal_moves)
        if not moves or len(board.move_stack) > 80:
            board = chess.Board()
            continue
        board.push(rng.choice(moves))
        fen = board.fen(en_passant="xfen")
        position = Position.from_fen(fen)
        assert position.fen() == fen
        assert len(position.legal_moves()) == board.legal_moves.count()


def test_fields_in_any_form_are_what_python_chess_reads() -> None:
    rng = random.Random(1)
    for _ in range(400):
        fen = " ".join(rng.choice(some) for some in FIELDS[: rng.randint(1, 6)])
        board = chess.Board(fen)
        found = Position.from_fen(fen, whole=False)
        assert found.castling == board.clean_castling_rights(), fen
        assert (found.turn, found.halfmove, found.fullmove) == (board.turn, board.halfmove_clock, board.fullmove_number)
        assert read(fen).ep == (-1 if board.ep_square is None else board.ep_square)
        assert found.fen().split()[0] == fen.split()[0]


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("", "it has 0 ranks, not 8"),
        ("8/8 w - - 0 1", "it has 2 ranks, not 8"),
        (START_FEN.replace("PPPPPPPP", "PPPPPPP"), "rank 2 has 7 squares"),
        (START_FEN.replace("PPPPPPPP", "PPPPxPPP"), "rank 2 reads 'PPPPxPPP'"),
        (START_FEN.replace(" w ", " x "), "the side to move reads 'x'"),
        (START_FEN.replace("KQkq", "KQxx"), "the castling rights read 'KQxx'"),
        (START_FEN.replace("q - ", "q e9 "), "the en passant square reads 'e9'"),
        (START_FEN.replace("0 1", "-1 1"), "the counters read '-1 1'"),
        (f"{START_FEN} more", "the counters read '0 1 more'"),
        ("8/8/8/8/8/8/8/R3K3 w - - 0 1", "each side needs one king"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "the side that has just moved is in check"),
    ],
)
def test_what_is_no_position_says_why(fen: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Position.from_fen(fen)
