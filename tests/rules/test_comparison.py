"""What was said held against what is true: what a rulebook's umpire says differs in nothing."""

from __future__ import annotations

import random

import msgspec
import pytest

from kriegnote.chess.position import Position, move_of
from kriegnote.model.events import Answer, Capture, Check, End, PawnTries
from kriegnote.rules import RULES, announcements, comparison

ORTHODOX = [book for book in RULES.values() if book.moves != "dark" and book.game == RULES["berkeley"].game]


def _plies(seed: int) -> list[tuple[Position, int, Position]]:
    rng = random.Random(seed)
    found = []
    position = Position.from_fen()
    while len(found) < 120 and (moves := position.legal_moves()):
        move = rng.choice(moves)
        after = position.play(move)
        found.append((position, move, after))
        position = after
    return found


@pytest.mark.parametrize("book", ORTHODOX, ids=lambda book: book.id)
def test_what_an_umpire_says_is_so(book: object) -> None:
    assert isinstance(book, type(RULES["berkeley"]))
    for seed in range(4):
        for before, move, after in _plies(seed):
            side = "white" if before.turn else "black"
            told = announcements.pawn_tries(before, book, side, 1)
            if told is not None:
                assert not comparison.pawn_tries_differences(told, before, book)
            taken = announcements.capture(before, move, book, side, 1, asked=True)
            if taken is not None:
                wrong = comparison.capture_differences(taken, before, move)
                assert not wrong & ~comparison.EN_PASSANT | wrong & comparison.ruled_out_en_passant(book)
            given = announcements.check(after, book, side, 1)
            if given is not None:
                assert comparison.check_differences(given, after.check_directions()) in (0, comparison.HALF)
            ended = announcements.end(after, book, side, 1)
            if ended is not None:
                assert not comparison.end_differences(ended, ended)


CAPTURE = Capture(side="white", turn=1, square="d6")
PASSES = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"


@pytest.mark.parametrize(
    ("changes", "differences"),
    [
        ({"en_passant": True}, comparison.LANDING),
        ({}, comparison.LANDING | comparison.PASSING_UNSAID),
        ({"square": "d5", "en_passant": True}, comparison.REMOVED),
        ({"square": "e5", "en_passant": True}, comparison.SQUARE),
        ({"en_passant": False}, comparison.LANDING | comparison.PASSING),
        ({"captured": "piece", "en_passant": True}, comparison.LANDING | comparison.MAN),
        ({"captured": "P", "by": "pawn", "en_passant": True}, comparison.LANDING),
        ({"by": "piece", "en_passant": True}, comparison.LANDING | comparison.BY),
    ],
)
def test_of_a_capture(changes: dict[str, object], differences: int) -> None:
    said = msgspec.structs.replace(CAPTURE, **changes)
    assert comparison.capture_differences(said, Position.from_fen(PASSES), move_of("e5d6")) == differences
    assert comparison.capture_differences(said, Position.from_fen(PASSES), move_of("e5e6")) == comparison.NOTHING


@pytest.mark.parametrize(
    ("said", "true", "difference"),
    [
        ((), ("rank",), 0),
        (("rank",), ("rank",), 0),
        (("diagonal",), ("long",), 0),
        (("rank",), ("file",), comparison.DIRECTIONS),
        (("rank",), ("knight", "rank"), comparison.HALF),
        (("rank",), (), comparison.NOTHING),
    ],
)
def test_of_a_check(said: tuple[str, ...], true: tuple[str, ...], difference: int) -> None:
    event = Check(side="white", turn=1, directions=said)  # type: ignore[arg-type]
    assert comparison.check_differences(event, true) == difference


def test_of_pawn_captures() -> None:
    position = Position.from_fen("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1")

    def said(**words: object) -> int:
        return comparison.pawn_tries_differences(PawnTries(side="white", turn=1, **words), position, None)  # type: ignore[arg-type]

    assert said(any=True) == said(count=2) == said(squares=("d5", "d5")) == 0
    assert said(squares=("d5",)) == comparison.ONCE
    assert said(squares=("b5", "d5")) == comparison.SQUARES
    assert said(any=False) == comparison.ANY
    assert said(count=1) == comparison.COUNT
    promotes = Position.from_fen("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    for count, wrong in ((1, 0), (4, 0), (2, comparison.COUNT)):
        event = PawnTries(side="white", turn=1, count=count)
        assert comparison.pawn_tries_differences(event, promotes, None) == wrong
    assert comparison.answer_differences(Answer(side="white", turn=1, any=False), position) == comparison.ANY


def test_of_squares_that_are_named_once() -> None:
    position = Position.from_fen("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1")
    for words, twice, once in (
        ({"squares": ("d5",)}, comparison.ONCE, 0),
        ({"squares": ("d5", "d5")}, 0, 0),
        ({"count": 2}, 0, 0),
        ({"count": 1}, comparison.COUNT, 0),
        ({"count": 3}, comparison.COUNT, comparison.COUNT),
    ):
        said = PawnTries(side="white", turn=1, **words)  # type: ignore[arg-type]
        books = (RULES["rand"], RULES["rand; doubles=no"])
        found = [comparison.pawn_tries_differences(said, position, book) for book in books]
        assert found == [twice, once], words


def test_of_an_end() -> None:
    mate = End(side="white", turn=1, reason="checkmate")
    assert comparison.end_differences(mate, None) == comparison.NOTHING
    assert comparison.end_differences(mate, End(side="white", turn=1, reason="stalemate")) == comparison.REASON
    assert comparison.end_differences(mate, mate) == 0
