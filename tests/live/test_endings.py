"""Offers, claims and resignations: what ends a game and what does not."""

from __future__ import annotations

import pytest

from kriegnote.live.game import LiveGame
from kriegnote.model.events import (
    Claim,
    Comment,
    End,
    Offer,
    Reply,
)
from kriegnote.rules import rulebook
from tests.support.live import said, words


@pytest.mark.parametrize(("rules", "ends"), [("rand", True), ("dark", False)])
def test_a_repetition_is_claimed_where_the_rulebook_has_it(rules: str, ends: bool) -> None:
    dance = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
    events = said(LiveGame(rulebook(f"{rules}; repetition={'claimed' if ends else 'no'}")), *dance, "claim repetition")
    assert [type(event) for event in events] == ([Claim, End] if ends else [Comment])
    assert not ends or (isinstance(events[0], Claim) and events[0].granted is True)


def test_a_wrong_claim_is_refused_to_the_player_alone() -> None:
    (told,) = said(LiveGame(rulebook("rand")), "claim fifty-move")
    assert isinstance(told, Comment) and told.heard == "white" and told.text.startswith("the claim fails")


def test_a_repetition_is_declared_where_the_umpire_declares_it() -> None:
    events = said(LiveGame(rulebook("english; repetition=automatic")), *["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert isinstance(events[-1], End) and events[-1].reason == "repetition"


def test_a_draw_is_offered_accepted_and_declined_by_a_move() -> None:
    (offer,) = said(LiveGame(rulebook("rand")), "offer")
    assert isinstance(offer, Offer) and (offer.side, offer.what) == ("white", "draw")
    (reply,) = said(LiveGame(rulebook("rand")), "offer", "black decline")
    assert isinstance(reply, Reply) and reply.accepts is False
    reply, end = said(LiveGame(rulebook("rand")), "offer", "e4", "accept")
    assert isinstance(reply, Reply) and reply.accepts is True
    assert isinstance(end, End) and (end.reason, end.result, end.side) == ("agreement", "1/2-1/2", "black")
    assert words(said(LiveGame(rulebook("rand")), "offer", "e4", "e5", "d4", "accept")) == [
        "there is no offer to accept"
    ]


def test_who_is_not_to_move_may_resign_and_nothing_else() -> None:
    (end,) = said(LiveGame(rulebook("rand")), "black resign")
    assert isinstance(end, End) and (end.side, end.result) == ("black", "1-0")
    assert words(said(LiveGame(rulebook("rand")), "black e5")) == ["it is White's turn"]
