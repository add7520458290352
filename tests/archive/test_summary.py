"""The row of a game in a list: what the record says, and what follows from it."""

from __future__ import annotations

import io

import pytest

from kriegnote.archive.summary import GameSummary, summarise
from kriegnote.model.events import Capture, Try
from kriegnote.model.record import Record
from kriegnote.operations.conversion import read_items
from kriegnote.umpire.views import view
from tests.support.records import game


def row(text: str) -> GameSummary:
    item = next(read_items(io.BytesIO(text.encode()), "san"))
    return summarise(item.record, item.findings, file="-", number=1, line=1, notation="san")


def test_a_printed_mate_ends_the_game_though_a_move_before_it_is_open() -> None:
    game = row("1. e4 e5 2. ♗h5 ♘c6 3. ♗c4 ♖f6 4. Qxf7#\n")
    assert game.unresolved
    assert (game.end, game.result, game.loser, game.moves) == ("checkmate", "1-0", "black", 4)


@pytest.mark.parametrize("played", ["Qxf7#", "Qxg8#"])  # a check; not legal
def test_a_mate_mark_that_the_board_denies_ends_nothing(played: str) -> None:
    game = row(f"1. e4 e5 2. Qh5 Nc6 3. {played} *\n")
    assert (game.end, game.result, game.loser) == (None, "*", None)


def test_a_mate_on_the_board_says_who_lost() -> None:
    game = row("1. f3 e5 2. g4 Qh4\n")
    assert (game.end, game.result, game.loser) == ("checkmate", "0-1", "white")


def test_a_game_without_an_end_has_none() -> None:
    game = row("1. e4 e5\n")
    assert (game.end, game.result, game.loser) == (None, None, None)


COUNTS = ("captures", "checks", "promotions", "pawn_tries", "white_tries", "black_tries", "tries")


def counts(record: Record) -> tuple[int | None, ...]:
    game = summarise(record)
    return tuple(getattr(game, name) for name in COUNTS)


def test_what_a_record_does_not_give_is_unknown() -> None:
    log = view(game("e2e4", "d7d5", "e4d5", Capture(side="white", turn=2, square="d5")), "white")
    assert counts(log) == (None,) * 7
    assert counts(log.replace(silence=("capture", "try"))) == (1, None, None, None, 0, 0, 0)
    assert counts(log.replace(rules="icc"))[:3] == (1, 0, None)
    refused = Try(side="white", turn=1, move="e2e4", text="e4", verdict="illegal")
    assert counts(log.replace(events=(refused, *log.events), rules="icc"))[4:] == (1, None, None)
    assert counts(log.replace(events=(refused, *log.events), rules="english"))[4:] == (1, 0, 1)


def test_a_score_with_open_moves_has_no_totals() -> None:
    broken = row("1. e4 d5 2. exd5 ♗q9 3. Bb5#\n")
    assert broken.unresolved
    assert (broken.captures, broken.checks, broken.promotions, broken.pawn_tries, broken.rank_checks) == (None,) * 5
    whole = row("1. e4 d5 2. exd5 c6 3. Bb5\n")
    assert (whole.captures, whole.checks, whole.promotions, whole.pawn_tries, whole.rank_checks) == (1, 0, 0, 2, 0)
