"""`know` and `complete` against all games, played out: endings and short games under three rulebooks."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from kriegnote.chess.position import uci
from kriegnote.knowledge import complete, know
from kriegnote.knowledge.evidence import evidence_of
from kriegnote.knowledge.layers import Follower
from kriegnote.model.events import Move, Side
from kriegnote.umpire.views import view
from tests.knowledge.brute import fitting, last, played, record_of

LONG = bool(os.environ.get("KRIEGNOTE_KNOWLEDGE_LONG"))
GAMES = 100 if LONG else 4
PLIES = 6 if LONG else 4
STARTS = (
    None,
    "8/3k4/8/2p5/8/1P6/3K4/7R w - - 0 1",
    "4k3/4p3/8/8/8/3N4/4P3/4K3 w - - 0 1",
    "r3k3/8/8/8/8/8/6p1/4K2R b Kq - 0 1",
    "8/2P3k1/8/5pP1/8/8/K7/3r4 w - f6 0 1",
)
RULEBOOKS = ("icc", "english", "rand")


def cases() -> list[tuple[int, str, str | None, Side]]:
    return [
        (seed, rules, STARTS[seed % len(STARTS)], "white" if (seed // 2) % 2 else "black")
        for seed in range(GAMES)
        for rules in RULEBOOKS
    ]


@pytest.mark.parametrize(("seed", "rules", "start", "side"), cases())
def test_the_positions_are_those_of_all_games(seed: int, rules: str, start: str | None, side: Side) -> None:
    plies = min(PLIES, 5) if start is None and LONG else PLIES - (start is None)
    moves, tries = played(seed, start, rules, plies, side)
    record = record_of(start, rules, moves, tries)
    assert record is not None
    heard = view(record, side)
    games = fitting(moves, tries, start, rules, side)
    assert moves in games
    follower = Follower(evidence_of(heard), measure="games", effort=0)
    assert follower.run()
    assert {position.key() for position in follower.last.positions} == {
        last(start, rules, game).key() for game in games
    }
    assert follower.last.total == len(games)
    at = know(heard, side, effort=0).plies[-1]
    assert at.method == "exact"
    assert at.positions == (len(follower.last), len(follower.last))
    done = complete(heard, effort=0)
    assert done.exact
    assert done.games == len(games)


VARIANTS = ("dark", "fog-of-war", "shadow", "open-captures", "chess960")


@pytest.mark.parametrize("rules", VARIANTS)
def test_the_positions_of_other_games_are_those_of_all_games(rules: str) -> None:
    """Games that show their players something, or whose men move otherwise: what they are shown is evidence."""
    for seed, start in ((0, STARTS[1]), (1, STARTS[2])):
        test_the_positions_are_those_of_all_games(seed, rules, start, "white" if seed else "black")


def test_the_draw_is_even() -> None:
    """Each of the games that fit is drawn as often as any other: chi-square against exhaustive counts.

    The bound is that of one chance in ten thousand; a search that takes the first game, or walks at random, fails it.
    """
    start, rules = STARTS[1], "icc"
    moves, tries = played(3, start, rules, 4, "white")
    record = record_of(start, rules, moves, tries)
    assert record is not None
    heard = view(record, "white")
    games = fitting(moves, tries, start, rules, "white")
    draws = 60 * len(games)
    found = Counter(_drawn(heard, seed, effort=60) for seed in range(min(draws, 3000 if LONG else 500)))
    total = sum(found.values())
    expected = total / len(games)
    square = sum((found[tuple(map(uci, game))] - expected) ** 2 / expected for game in games)
    freedom = len(games) - 1
    assert set(found) <= {tuple(map(uci, game)) for game in games}
    assert square < freedom + 4.5 * (2 * freedom) ** 0.5 + 8, f"chi-square {square:.0f} of {freedom}"


def _drawn(heard, seed: int, effort: int) -> tuple[str | None, ...]:
    record = complete(heard, seed=seed, effort=effort).records[0]
    return tuple(event.move for event in record.events if isinstance(event, Move))


def test_what_is_certain_is_found() -> None:
    """The book's simplest case: a mate that no position spoils."""
    start = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
    moves, tries = (), {}
    record = record_of(start, "icc", moves, tries)
    assert record is not None
    at = know(view(record, "white"), "white").plies[0]
    assert at.mates == ("Qg7",)
    assert "Qg7 mates" in at.certain
