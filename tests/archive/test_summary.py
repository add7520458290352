"""The row of a game in a list: what the record says, and what follows from it."""

from __future__ import annotations

import io

from kriegnote.archive.summary import GameSummary, summarise
from kriegnote.operations.conversion import read_items


def row(text: str) -> GameSummary:
    item = next(read_items(io.BytesIO(text.encode()), "san"))
    return summarise(item.record, item.findings, file="-", number=1, line=1, notation="san")


def test_a_printed_mate_ends_the_game_though_a_move_before_it_is_open() -> None:
    game = row("1. e4 e5 2. ♗h5 ♘c6 3. ♗c4 ♖f6 4. Qxf7#\n")
    assert game.unresolved
    assert (game.end, game.result, game.loser, game.moves) == ("checkmate", "1-0", "black", 4)


def test_a_mate_on_the_board_says_who_lost() -> None:
    game = row("1. f3 e5 2. g4 Qh4\n")
    assert (game.end, game.result, game.loser) == ("checkmate", "0-1", "white")


def test_a_game_without_an_end_has_none() -> None:
    game = row("1. e4 e5\n")
    assert (game.end, game.result, game.loser) == (None, None, None)
