"""From which positions a game can be played."""

from __future__ import annotations

import pytest

from kriegnote.live.game import LiveGame
from kriegnote.live.state import LiveError
from kriegnote.model.events import Check, End
from kriegnote.rules import rulebook
from kriegnote.umpire.adjudication import adjudicate


def test_a_game_needs_a_first_position() -> None:
    with pytest.raises(LiveError, match="no starting position"):
        LiveGame(rulebook("stealth"))
    with pytest.raises(LiveError, match="cannot be set up"):
        LiveGame(rulebook("rand"), start="nonsense")


def test_a_game_is_over_where_it_begins_in_stalemate_or_mate_and_a_check_is_announced() -> None:
    for start, reason, result in (
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "stalemate", "1/2-1/2"),
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "checkmate", "1-0"),
    ):
        game = LiveGame(rulebook("english"), start=start)
        assert [(type(event), event.reason) for event in game.open()] == [(End, reason)]
        assert (game.over, game.written().result) == (True, result)
    game = LiveGame(rulebook("english"), start="4k3/p7/8/8/8/8/4R3/4K3 b - - 0 1")
    assert [(type(event), event.side, event.directions) for event in game.open()] == [(Check, "white", ("file",))]
    assert not game.over and adjudicate(game.written()).findings == []
