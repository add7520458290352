"""Printed moves on the umpire's boards: one move, several, or none."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Move, Option
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.umpire.adjudication import adjudicate
from tests.support.records import codes, game, of_type

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


@pytest.mark.parametrize(
    ("start", "text", "move"),
    [
        ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "Nbd2", "b3d2"),
        ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "N3d2", None),  # both stand on the third rank
        ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1", "f3d2", "f3d2"),  # by its squares, which need no man
        ("4k3/8/8/8/1b6/1N6/3N4/4K3 w - - 0 1", "Nd4", "b3d4"),  # the other one is pinned
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", "e4d5"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed", "e4d5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=N", "a7a8n"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8", "a7a8q"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "e1c1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kg1", None),
    ],
)
def test_a_printed_move_is_the_one_that_it_fits(start: str, text: str, move: str | None) -> None:
    assert [one.move for one in of_type(game(text, start=start), Move)] == [move]


def test_a_mark_of_mate_chooses_the_move_that_mates() -> None:
    """Either rook may go to a8; only the one from a1 leaves the king without a square."""
    start = "6k1/R7/8/8/8/8/1R6/6K1 w - - 0 1"
    assert [one.move for one in of_type(game("Rb8#", start=start), Move)] == ["b2b8"]
    assert codes(game("Rb8#", start=start)) == []


def test_a_move_that_the_record_spells_tells_its_boards_apart() -> None:
    """Two boards are possible; a SAN without a file belongs to the one where it needs none."""
    start = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1"
    known = Move(side="white", turn=2, move="d2e4", text=None, san="Ne4")
    moves = of_type(game("Nd2", "e8e7", known, "e7e8", "Nc5", start=start), Move)
    assert [one.move for one in moves] == [None, "e8e7", "d2e4", "e7e8", "e4c5"]


def test_what_is_kept_of_a_move_is_as_it_was_printed() -> None:
    (done,) = of_type(game("Ng1-f3"), Move)
    assert (done.text, done.move, done.san) == ("Ng1-f3", "g1f3", "Nf3")
    (wrong,) = of_type(game("Ng5"), Move)
    assert (wrong.text, wrong.move, wrong.san) == ("Ng5", None, None)


def test_an_open_move_none_of_whose_readings_is_legal_is_named() -> None:
    readings = (Option("e2e5", 0.5), Option("d2d5", 0.5))
    event = Move(side="white", turn=1, move=None, text=None, san=None, options=readings)
    (found,) = adjudicate(Record(rules="icc", events=(event,))).findings
    assert found.code == "KN201"
    assert found.message == "none of the 2 moves that the record leaves open is legal for White here"
