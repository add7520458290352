"""What one listener hears: the lines of a game, as JSON and in words."""

from __future__ import annotations

import json

from kriegnote.live.feeds import Feed, lines
from kriegnote.live.game import LiveGame
from kriegnote.model.events import Try
from kriegnote.rules import rulebook
from kriegnote.umpire.views import view
from tests.support.live import said


def test_a_game_that_is_stopped_has_a_first_line_a_line_an_event_and_a_last_one() -> None:
    game = LiveGame(rulebook("rand"))
    said(game, "e4")
    first, move, last = map(json.loads, lines(game.written()).splitlines())
    assert (first["rules"], first["view"], move["san"], last) == ("rand", "umpire", "e4", {"result": None})


def test_a_refusal_heard_twice_running_is_two_lines() -> None:
    game = LiveGame(rulebook("english"))
    said(game, "Qh8", "Qa7", "e4")
    heard = view(game.written(), "black")
    assert [one.times for one in heard.events if isinstance(one, Try)] == [2]
    assert lines(heard).count('"type":"try"') == 2


def test_one_hears_the_word_that_is_for_him_alone() -> None:
    game = LiveGame(rulebook("rand"))
    feeds = {who: Feed(game.written(), who, words=True) for who in ("white", "black")}  # type: ignore[arg-type]
    told = said(game, "claim fifty-move")
    assert feeds["white"].more(told).startswith("the claim fails")
    assert feeds["black"].more(told) == ""
