"""One matcher of printed moves: what a board finds quickly is what it says of every move."""

from __future__ import annotations

import random

import pytest

from kriegnote.chess import matching
from kriegnote.chess.matching import CAPTURE, MAN, PAWN_SHOWN, UNSAID, fits, unlike
from kriegnote.chess.position import Position, move_of
from kriegnote.model.printed_moves import Parts, parse_move
from kriegnote.rules import RULES
from kriegnote.rules.boards import position_of

PROMOTES = "1r2k3/P1P5/8/8/8/8/8/4K2R w K - 0 1"
EN_PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
STARTS = (None, PROMOTES, EN_PASSANT, "r3k2r/pppq1ppp/8/3pp3/3PP3/8/PPPQ1PPP/R3K2R w KQkq - 0 1")


def _positions(count: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    found = []
    for number in range(count):
        position = Position.from_fen(STARTS[number % len(STARTS)] or position_of(RULES["berkeley"].game).fen())
        for _ in range(rng.randrange(40)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        found.append(position)
    return found


def _printed(rng: random.Random) -> Parts:
    """Any move that a page may show, possible or not."""
    square = rng.choice("abcdefgh") + rng.choice("12345678")
    if rng.random() < 0.05:
        return Parts(piece="K", castle=rng.choice(("short", "long")))
    origin = rng.choice((None, None, None, rng.choice("abcdefgh"), rng.choice("12345678"), "e2", "e7"))
    piece = rng.choice((None, *"PPPNBRQK"))
    to = square if rng.random() < 0.95 else square[0]
    return Parts(
        piece=piece, from_=origin, to=to, promotion=rng.choice((None, None, *"QNK")), capture=rng.choice((None, True)),
        sign=rng.choice((None, "N")) if piece != "P" else None,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_what_a_board_finds_quickly_is_what_fits_of_all_its_moves(seed: int) -> None:
    rng = random.Random(seed)
    for position in _positions(60, seed):
        for _ in range(40):
            parts = _printed(rng)
            ignoring = rng.choice((0, 0, MAN, MAN | PAWN_SHOWN, matching.ORIGIN, matching.SQUARE))
            told = [move for move in position.legal_moves() if fits(position, move, parts, ignoring)]
            assert sorted(position.resolve(parts, ignoring)) == sorted(told), (position.fen(), parts, ignoring)
            own = [move for move in position.own_moves() if fits(position, move, parts, ignoring, own=True)]
            assert sorted(position.resolve_own(parts, ignoring)) == sorted(own), (position.fen(), parts, ignoring)


def test_every_legal_move_is_its_own_san() -> None:
    for position in _positions(80, 9):
        for move in position.legal_moves():
            parts = parse_move(position.san(move))
            assert parts is not None
            assert unlike(position, move, parts) == 0
            assert position.resolve(parts) == [move]
            assert sorted(position.arrivals(move >> 6 & 63)) == sorted(
                other for other in position.legal_moves() if (other ^ move) >> 6 & 63 == 0
            )


@pytest.mark.parametrize(
    ("fen", "printed", "move", "signs"),
    [
        (None, "Nf3", "g1f3", ""),
        (None, "Bf3", "g1f3", "MAN"),
        (None, "♗f3", "g1f3", "MAN"),
        (None, "Ne3", "g1f3", "FILE"),
        (None, "Nf4", "g1f3", "RANK"),
        (None, "Nbf3", "g1f3", "ORIGIN"),
        (None, "Nxf3", "g1f3", "MARKED"),
        (None, "Ne4", "e2e4", "MAN PAWN_SHOWN"),
        (None, "e4", "e2e4", ""),
        (None, "e2e4", "e2e4", ""),
        (PROMOTES, "a8", "a7a8q", "UNNAMED"),
        (PROMOTES, "a8", "a7a8n", "UNNAMED UNUSUAL"),
        (PROMOTES, "a8=N", "a7a8q", "PROMOTION"),
        (PROMOTES, "a8=K", "a7a8q", "PROMOTION"),
        (PROMOTES, "b8=Q", "a7b8q", "UNMARKED"),
        (PROMOTES, "O-O", "e1g1", ""),
        (PROMOTES, "O-O-O", "e1g1", "CASTLING"),
        (PROMOTES, "e1g1", "e1g1", ""),
        (EN_PASSANT, "d6", "e5d6", "UNMARKED"),
        (EN_PASSANT, "exd6", "e5d6", ""),
        (EN_PASSANT, "e6 e.p.", "e5e6", "PASSING"),
    ],
)
def test_the_signs_that_differ(fen: str | None, printed: str, move: str, signs: str) -> None:
    parts = parse_move(printed)
    assert parts is not None
    position = Position.from_fen(fen) if fen else Position.from_fen()
    wanted = sum(getattr(matching, name) for name in signs.split())
    assert unlike(position, move_of(move), parts) == wanted


def test_castling_is_like_no_other_move() -> None:
    position = Position.from_fen(PROMOTES)
    for printed, move in (("Kg1", "e1g1"), ("O-O", "e1f1")):
        parts = parse_move(printed)
        assert parts is not None
        assert unlike(position, move_of(move), parts) == matching.EVERYTHING


def test_a_player_sees_whether_his_pawn_takes_and_nothing_else() -> None:
    position = Position.from_fen(EN_PASSANT)
    straight, aslant = parse_move("d6"), parse_move("xd6")
    assert straight is not None
    assert aslant is not None
    assert position.resolve_own(straight) == []
    assert position.resolve_own(aslant) == [move_of("e5d6")]
    assert UNSAID & CAPTURE == CAPTURE
