"""Descriptive notation: what its moves mean from either side, how the board settles them, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote import api
from kriegnote.chess.position import Position
from kriegnote.chess.squares import move_of
from kriegnote.model.events import Side
from kriegnote.notations.descriptive.moves import describe, parse
from kriegnote.notations.detection import detect

ROOT = Path(__file__).parent.parent.parent


def san(text: str) -> str:
    (done,) = api.convert(text, "san", from_="descriptive")
    return done.text.rstrip("\n")


@pytest.mark.parametrize(
    ("text", "side", "squares"),
    [("P-K4", "white", "e4"), ("P-K4", "black", "e5"), ("Kt-KB3", "black", "f6"), ("N-KB3", "white", "f3"),
     ("B-QKt5", "white", "b5"), ("Kt-B3", "white", "c3 f3"), ("P-K8(Q)", "black", "e1"), ("R(1)-Q1", "white", "d1")],
)  # fmt: skip
def test_squares_are_counted_from_the_side_of_the_mover(text: str, side: Side, squares: str) -> None:
    parts = parse(text, side)
    assert parts is not None
    assert (parts.targets or (parts.to,)) == tuple(squares.split())


@pytest.mark.parametrize(
    "text", ["P-K4", "KtxB", "O-O", "O-O-O", "0-0", "B-B4 ch", "R(1)-Q1", "PxP e.p.", "P-K8(Q)", "B-Kt5 dis ch",
             "Q-R5 mate", "Kt-B7 dbl ch", "QBPxP", "KtxP(QB5)", "PxP/Q5", "P-K8=Q", "KR-K1",
             "Castles KR", "KtxKt", "K-K2", "BxP+"]
)  # fmt: skip
def test_every_form_is_read(text: str) -> None:
    assert parse(text, "white") is not None


@pytest.mark.parametrize("text", ["e4", "Nf3", "P", "K-K9", "PxPxP", "QB5", "P-", "Kt"])
def test_what_is_no_description(text: str) -> None:
    assert parse(text, "white") is None


def test_the_board_settles_what_the_words_leave_open() -> None:
    assert san(
        "1. P-K4, P-Q4 2. PxP, QxP 3. Kt-QB3, Q-QR4 4. P-Q4, B-Kt5 5. Kt-B3, BxKt 6. QxB, Kt-QB3 7. B-QKt5, O-O-O"
    ) == ("1. e4, d5 2. exd5, Qxd5 3. Nc3, Qa5 4. d4, Bg4 5. Nf3, Bxf3 6. Qxf3, Nc6\n7. Bb5, O-O-O")


def test_words_that_leave_two_moves_open_are_a_finding() -> None:
    found = list(api.check("1. P-K4, P-K4 2. Kt-B3, P-Q3", from_="descriptive"))
    assert [one.code for one in found][:1] == ["KN203"]


def test_every_legal_move_of_a_position_is_told_in_words_that_mean_it_alone() -> None:
    for fen in (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "4k3/P6P/8/2pP4/8/1N3N2/8/R3K2R w KQ c6 0 2",
        "Q2Q4/8/6k1/8/Q7/8/8/K7 w - - 0 1",
    ):
        position = Position.from_fen(fen)
        side: Side = "white" if position.turn else "black"
        for move in position.legal_moves():
            words = describe(position, move)
            assert words is not None, (fen, move)
            parts = parse(words, side)
            assert parts is not None and position.resolve(parts) == [move], words


def test_marks_of_check() -> None:
    position = Position.from_fen("4k3/8/8/4N3/8/8/8/K3R3 w - - 0 1")
    assert describe(position, move_of("e5c6")) == "Kt-B6 dis ch"
    assert describe(position, move_of("e5g6")) == "Kt-Kt6 dis ch"


@pytest.mark.parametrize("name", ["hayes-juhasz.txt"])
def test_a_game_goes_there_and_back(name: str) -> None:
    text = (ROOT / "examples/san" / name).read_text("utf-8")
    (there,) = api.convert(text, "descriptive", from_="san")
    (back,) = api.convert(there.text, "san", from_="descriptive")
    (plain,) = api.convert(text, "san", from_="san")
    assert back.text == plain.text
    assert detect(there.text) == "descriptive"
    assert not list(api.check(there.text, from_="descriptive"))
