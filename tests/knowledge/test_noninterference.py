"""What one side can know, and the games found for it, depend on nothing that this side did not hear."""

from __future__ import annotations

import os

import pytest

from kriegnote.knowledge import complete, join, know
from kriegnote.model.events import Side
from kriegnote.umpire.views import view
from tests.support.twins import pair

LONG = bool(os.environ.get("KRIEGNOTE_KNOWLEDGE_LONG"))
RULEBOOKS = ("icc", "english", "rand", "dutch", "nost", "dark")


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_two_games_that_sound_alike_are_known_alike(rules: str) -> None:
    found = 0
    for seed in range(400 if LONG else 40):
        side: Side = "white" if seed % 2 else "black"
        twins = pair(seed, rules, side, plies=8 if rules == "dark" else 12)
        if twins is None:
            continue
        one, other = twins
        assert know(one, side, effort=600) == know(other, side, effort=600), (seed, side)
        ours = [complete(view(each, side), seed=seed, effort=300, budget=50_000) for each in twins]
        assert ours[0].records == ours[1].records, (seed, side)
        assert ours[0].games == ours[1].games
        found += 1
        if found == (12 if LONG else 1):
            return
    assert found, "no pair of games sounds alike"


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_a_record_joined_with_itself_tells_nothing_new(rules: str) -> None:
    """Two copies of one player's record: what is joined is the same for games that sound alike to him, and no move of
    the opponent's is settled that he could not settle."""
    for seed in range(40):
        side: Side = "white" if seed % 2 else "black"
        twins = pair(seed, rules, side, plies=6)
        if twins is None:
            continue
        one, other = (join(view(each, side), view(each, side)) for each in twins)
        assert one == other, (seed, side)
        return
    raise AssertionError("no pair of games sounds alike")
