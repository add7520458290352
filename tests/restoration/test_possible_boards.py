"""The boards that each side can have had: few, and those of the game that was played among them."""

from __future__ import annotations

import pytest

from kriegnote.chess.position import Position, move_of
from kriegnote.model.printed_moves import parse_move
from kriegnote.restoration.page_reading import page_of
from kriegnote.restoration.possible_boards import MOST, PossibleBoards, _Side, possible_boards
from kriegnote.restoration.printed_slot import ORIGIN, PRICE, Slot
from tests.restoration.test_repair import SCORES, score
from tests.support.games import random_record

START = Position.from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
MEN = "♔♕♖♗♘♙♚♛♜♝♞♟KQRBN"


def without_men(printed: str) -> str:
    return " ".join(text[1:] if text[0] in MEN and parse_move(text[1:]) else text for text in printed.split())


@pytest.mark.parametrize("number", [1, 5, 17, 18])
def test_the_game_that_was_played_is_among_them(number: int) -> None:
    known = next(one for one in SCORES if one["game"] == number)
    boards = PossibleBoards(page_of(score(without_men(known["printed"])), START).without_men(), START, 0)
    assert boards.complete
    position = START
    for depth, move in enumerate(known["played"].split(), 1):
        position = position.play(move_of(move))
        assert boards.hold(depth, position), move


@pytest.mark.parametrize("seed", range(4))
def test_no_game_that_fits_is_left_out(seed: int) -> None:
    """The exact lattice, grown among these boards, has the games that it has without them."""
    from kriegnote.restoration.lattice import Lattice

    slots = page_of(random_record(seed, plies=14, comments=False, headers=False), START).without_men()
    counts = []
    for boards in (None, PossibleBoards(slots, START, 0)):
        grown = Lattice(slots, START, boards).grow(0, 1 << 40)
        ways = [1]
        for layer in grown.layers[1:]:
            following = [0] * len(layer.positions)
            for edge in layer.edges:
                following[edge.target] += ways[edge.source]
            ways = following
        counts.append(sum(ways))
    assert counts[0] == counts[1] > 0


def test_a_man_that_is_taken_later_stood_where_he_is_taken() -> None:
    """2. e5 might be of anything that can go there; 2... xe5 takes a knight's move or a pawn's, and leaves none."""
    slots = page_of(score("e4 d6 f3 c6 e5 xe5 xe5 xe5"), START).without_men()
    boards = PossibleBoards(slots, START, 0)
    pawn = START.play(move_of("e2e4")).play(move_of("d7d6")).play(move_of("f2f3"))
    knight = START.play(move_of("e2e4")).play(move_of("d7d6")).play(move_of("g1f3"))
    assert boards.complete
    assert not boards.hold(3, pawn)  # then nobody could take on e5 at the fourth move
    assert boards.hold(3, knight)


def test_a_wrong_origin_is_granted_where_nothing_else_goes_through() -> None:
    slots = page_of(score("a4 a5 h4 h5 a3 a6 b3 cf6 h3 f5"), START).without_men()
    assert not PossibleBoards(slots, START, 0).complete
    assert PossibleBoards(slots, START, PRICE[ORIGIN]).complete
    found = possible_boards(slots, START, slack=0)
    assert found is not None and found.complete


def test_pages_that_nothing_explains_have_none() -> None:
    slots = page_of(score("a4 xa5 xb6 xc7 xd8 xe8 xh1"), START).without_men()
    assert possible_boards(slots, START, slack=1) is None


def test_a_page_that_says_nothing_is_given_up_within_its_room(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0
    played = _Side._played

    def counted(side: _Side, board: Position, move: int) -> Position:
        nonlocal looked_at
        looked_at += 1
        return played(side, board, move)

    monkeypatch.setattr(_Side, "_played", counted)
    slots = [Slot(absent="unread", ply=number, white=number % 2 == 0) for number in range(16)]
    assert possible_boards(slots, START, slack=2) is None
    assert MOST / 2 < looked_at < 2 * MOST + 100  # of each side
