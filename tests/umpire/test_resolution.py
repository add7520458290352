"""Printed moves on the umpire's boards: one move, several, or none."""

from __future__ import annotations

from kriegnote.model.events import Move, Option
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.umpire.adjudication import adjudicate

E4_OR_D4: tuple[Option, ...] = (Option("e2e4", 0.75), Option("d2d4", 0.25))


def moved(*events: Move) -> list[Move]:
    """The moves as the umpire completes them."""
    done = adjudicate(Record(rules="icc", events=events))
    assert [found.code for found in done.findings] == ["KN210"]
    return [event for event in done.record.events if isinstance(event, Move)]


def test_a_move_that_the_record_leaves_open_is_followed_on_each_of_its_boards() -> None:
    first, second, third = moved(
        Move(side="white", turn=1, move=None, text=None, san=None, options=E4_OR_D4),
        Move(side="black", turn=1, move="e7e5", text=None, san=None),
        Move(side="white", turn=2, move=None, text="Bc4", san=None, parts=parse_move("Bc4")),
    )
    assert first.move is None
    assert first.options == E4_OR_D4
    assert second.move == "e7e5"
    assert third.move == "f1c4", "only after e4"


def test_an_open_move_none_of_whose_readings_is_legal_is_named() -> None:
    readings = (Option("e2e5", 0.5), Option("d2d5", 0.5))
    event = Move(side="white", turn=1, move=None, text=None, san=None, options=readings)
    (found,) = adjudicate(Record(rules="icc", events=(event,))).findings
    assert found.code == "KN201"
    assert found.message == "none of the 2 moves that the record leaves open is legal for White here"
