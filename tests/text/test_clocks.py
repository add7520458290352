"""The clock in comments of PGN: times in hours, minutes and seconds, both ways without loss."""

from __future__ import annotations

import pytest
from lark import UnexpectedInput

import kriegnote
from kriegnote.model.events import Clock, Comment, Move
from kriegnote.text.clocks import clock_fields, written_clock
from kriegnote.umpire.views import view


@pytest.mark.parametrize(
    ("printed", "fields"),
    [
        ("[%clk 0:05:00]", {"left": 300.0}),
        ("[%clk 1:02:03.5]", {"left": 3723.5}),
        ("[%emt 0:00:12]", {"spent": 12.0}),
        ("[%clk 0:00:09] [%emt 0:00:01.25]", {"left": 9.0, "spent": 1.25}),
    ],
)
def test_a_clock_is_read_and_written(printed: str, fields: dict[str, float]) -> None:
    assert clock_fields(printed) == fields
    assert written_clock(Clock(side="white", turn=1, **fields)) == printed


def test_what_is_no_clock_is_not_read_as_one() -> None:
    with pytest.raises(UnexpectedInput):
        clock_fields("[%clk soon]")


@pytest.mark.parametrize(
    "fields", [{}, {"left": -1.0}, {"left": 1e9}, {"left": 1 / 3}, {"left": 1.0, "date": "1971-05-03"}]
)
def test_what_hours_minutes_and_seconds_cannot_say_is_not_written_so(fields: dict[str, object]) -> None:
    assert written_clock(Clock(side="white", turn=1, **fields)) is None  # type: ignore[arg-type]


TEXT = "1. e4 {[%clk 0:01:00] good} (1. d4 {[%emt 0:00:02.5]}) 1... e5 {[%clk 0:00:59.5][%emt 0:00:01]} 2. Nf3 *"


def test_clocks_behind_the_moves_of_a_pgn_are_events_of_their_players() -> None:
    [item] = kriegnote.read(TEXT, "pgn")
    assert not item.findings
    told = [event for event in item.record.events if isinstance(event, Move | Clock | Comment)]
    assert [(type(event).__name__, getattr(event, "side", None)) for event in told] == [
        *(("Move", "white"), ("Clock", "white"), ("Comment", None), ("Move", "black"), ("Clock", "black")),
        ("Move", "white"),
    ]
    assert (told[1].left, told[4].left, told[4].spent) == (60.0, 59.5, 1.0)  # type: ignore[union-attr]


def test_they_are_written_as_they_were_and_come_back() -> None:
    [item] = kriegnote.read(TEXT, "pgn")
    [done] = kriegnote.convert(TEXT, to="pgn", from_="pgn")
    assert "1... e5\n{[%clk 0:00:59.5] [%emt 0:00:01]} 2. Nf3" in done.text
    [again] = kriegnote.read(done.text, "pgn")
    shown = [[event for event in one.record.events if isinstance(event, Clock)] for one in (item, again)]
    assert [(one.side, one.left, one.spent) for one in shown[0]] == [
        (one.side, one.left, one.spent) for one in shown[1]
    ]


def test_a_clock_away_from_its_move_is_an_item_of_the_dialect() -> None:
    text = "1. e4 e5 {[%kn @w1 clock left=59.5]} *"
    [done] = kriegnote.convert(text, to="pgn", from_="pgn")
    assert done.text.strip() == text


def test_the_opponent_does_not_hear_it() -> None:
    [item] = kriegnote.read(TEXT, "pgn")
    heard = [event.side for event in view(item.record, "black").events if isinstance(event, Clock)]
    assert heard == ["black"]
