"""Games between two random players under every rulebook: the record is clean, and each hears his view and no more."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from kriegnote.live.commands import CommandError, read_command
from kriegnote.live.feeds import Feed, lines
from kriegnote.live.game import LiveGame
from kriegnote.model.record import Record
from kriegnote.rules import RULES, all_names
from kriegnote.rules.setup import drawn
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "live" / "random_player.py"
_SPEC = importlib.util.spec_from_file_location("random_player", EXAMPLE)
assert _SPEC is not None and _SPEC.loader is not None
random_player = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(random_player)

BOOKS = list(all_names())
GAMES = int(os.environ.get("KRIEGNOTE_LIVE_GAMES", "1"))
"""How many games under each rulebook: 200 for the figure in the documentation."""


def played(rules: str, seed: int, longest: int = 25) -> tuple[Record, dict[str, str]]:
    """A game of two random players, and what each listener heard."""
    book = RULES[rules]
    game = LiveGame(book, start=drawn(book.game, seed))
    feeds = {who: Feed(game.written(), who) for who in ("white", "black", "public", "umpire")}
    players = {
        "white": random_player.RandomPlayer(2 * seed, longest),
        "black": random_player.RandomPlayer(2 * seed + 1, longest),
    }
    heard = dict.fromkeys(feeds, "")

    def tell(texts: dict[str, str]) -> None:
        for who, text in texts.items():
            heard[who] += text
            if who in players:
                for line in text.splitlines():
                    players[who].hear(line)

    tell({who: feed.opening() for who, feed in feeds.items()})
    events = game.open()
    for _ in range(30_000):
        tell({who: feed.more(events) for who, feed in feeds.items()})
        if game.over:
            break
        try:
            command = read_command(players[game.side].say())
            events = game.execute(command) if command else []
        except CommandError as error:
            events = game.reject(str(error))
    tell({who: feed.ending(game.result) for who, feed in feeds.items()})
    return game.written(), heard


@pytest.mark.parametrize("rules", BOOKS)
def test_the_record_is_clean_and_each_hears_his_view(rules: str) -> None:
    for seed in range(GAMES):
        record, heard = played(rules, seed)
        assert record.result not in (None, "*")
        checked = adjudicate(record, RULES[rules])
        assert [(one.code, one.message) for one in checked.findings] == []
        assert [event for event in checked.record.events if event.source != "recorded"] == []
        assert heard["umpire"] == lines(record)
        for listener in ("white", "black", "public"):
            assert heard[listener] == lines(view(record, listener)), listener
