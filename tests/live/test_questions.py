"""What a player may ask, when, and what he and the other hear of the answer."""

from __future__ import annotations

import pytest

from kriegnote.live.commands import CommandError, read_command
from kriegnote.live.game import LiveGame
from kriegnote.model.events import (
    Answer,
    Ask,
    Comment,
    Move,
    Reveal,
)
from kriegnote.rules import rulebook
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.live import said, words


def test_any_comes_before_the_first_try() -> None:
    told = said(LiveGame(rulebook("english")), "e4", "e5", "e5", "any?")
    assert words(told) == ["“Any?” must be asked before the first try of a turn"]


def test_rebuffs_of_the_turn_before_are_counted_without_nonsense() -> None:
    _, answer = said(LiveGame(rulebook("rand")), "e4", "e5", "e4e5", "Qh8", "Nf3", "rebuffs?")
    assert isinstance(answer, Answer) and answer.count == 1


def test_rebuffs_are_counted_while_the_other_is_still_trying() -> None:
    game = LiveGame(rulebook("rand"))
    ask, answer = said(game, "e4", "e5", "e4e5", "black rebuffs?")
    assert isinstance(ask, Ask) and isinstance(answer, Answer)
    assert (ask.side, ask.turn, answer.side, answer.count) == ("black", 1, "black", 1)
    said(game, "Nf3")
    assert adjudicate(game.written()).findings == []
    wrong = game.written().replace(
        events=tuple(Answer(side="black", turn=1, count=2) if one is answer else one for one in game.events)
    )
    assert [one.code for one in adjudicate(wrong).findings] == ["KN301"]


def test_the_material_left_is_counted() -> None:
    ask, answer = said(LiveGame(rulebook("rand")), "e4", "d5", "exd5", "material?")
    assert isinstance(ask, Ask) and isinstance(answer, Answer)
    assert (ask.what, answer.pawns, answer.pieces) == ("material", (8, 7), (8, 8))
    assert words(said(LiveGame(rulebook("english")), "material?")) == [
        "the rulebook english has no such question: material"
    ]


def test_squares_are_shown_to_who_asks_and_no_more_than_seven_in_a_turn() -> None:
    game = LiveGame(rulebook("modern"))
    ask, reveal = said(game, "e4", "e5", "squares? e5 d8 d4")
    assert isinstance(ask, Ask) and ask.squares == ("e5", "d8", "d4")
    assert isinstance(reveal, Reveal) and (reveal.side, reveal.seen) == ("white", {"e5": "P", "d8": "Q", "d4": None})
    assert words(said(game, "squares? a3 b3 c3 d3 e3")) == [
        "the rulebook modern lets a player ask about at most 7 squares in a turn"
    ]
    assert words(said(game, "squares? a1")) == ["one of your own men stands on a1"]
    record = adjudicate(game.written())
    assert record.findings == []
    heard = {who: [type(one) for one in view(record.record, who).events] for who in ("white", "black")}  # type: ignore[arg-type]
    assert heard == {"white": [Move, Move, Ask, Reveal, Comment, Comment], "black": [Move, Move, Ask]}
    both = LiveGame(rulebook("modern; squares_heard=both"))
    said(both, "e4", "e5", "squares? e5 d4")
    assert [type(one) for one in view(both.written(), "black").events][-2:] == [Ask, Reveal]
    for line in ("squares?", "squares? k9"):
        with pytest.raises(CommandError, match="square"):
            read_command(line)
