"""What the joined record keeps of its two: whose field it is and where from, and what the umpire said of squares."""

from __future__ import annotations

import pytest

from kriegnote.knowledge import join
from kriegnote.model.events import End, Move, PawnTries, Try
from kriegnote.model.record import Origin, Record
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.records import game, tried


def views(*moves: str, **fields: str) -> tuple[Record, Record]:
    """Both players' records of a game."""
    full = adjudicate(game(*moves, **fields)).record  # type: ignore[arg-type]
    return view(full, "white"), view(full, "black")


def test_each_field_has_the_source_that_it_has_in_the_record_it_is_from() -> None:
    white, black = views("e2e4", "e7e5", rules="rand")
    white = white.replace(headers=(("White", "Ann"),), rules=None).sourced("page", "header White")
    black = black.replace(headers=(("White", "Anna"), ("Event", "A match")), result="1-0")
    black = black.sourced("assumed", "rules", "header White").sourced("derived", "result")
    joined = join(white, black).record
    assert (joined.rules, joined.headers, joined.result) == ("rand", (("White", "Ann"), ("Event", "A match")), "1-0")
    assert {name: said for name, said in joined.field_sources.items() if name != "silence"} == {
        "rules": "assumed",
        "header White": "page",
        "result": "derived",
    }


def test_it_says_where_the_two_records_stand() -> None:
    white, black = views("e2e4", rules="rand")
    first, second = Origin(file="white.log", number=1), Origin(file="black.log", number=1)
    joined = join(white.replace(origin=first), black.replace(origin=second)).record
    assert (joined.origin, joined.witnesses) == (first, (second,))


@pytest.mark.parametrize(("rules", "squares"), [("rand", ("d5", "d5")), ("rand; doubles=no", ("d5",))])
def test_a_square_on_which_two_pawns_can_take_is_named_as_the_umpire_named_it(
    rules: str, squares: tuple[str, ...]
) -> None:
    white, black = views("c2c4", "a7a6", "e2e4", "d7d5", "c4d5", rules=rules)
    named = [one.squares for one in join(white, black).record.events if isinstance(one, PawnTries)]
    assert squares in named


def test_a_game_that_ends_behind_a_refused_try_ends_there() -> None:
    end = End(side="white", turn=2, reason="forfeit", result="0-1")
    full = adjudicate(game("e4", "e5", tried("e5", "white", 2), end, rules="english", result="0-1")).record
    joined = join(view(full, "white"), view(full, "black")).record
    assert [type(one) for one in joined.events] == [Move, Move, Try, End]


@pytest.mark.parametrize(
    "moves",
    [
        ("f2f3", "e7e5", "g2g4", "d8h4"),
        ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"),
        ("e2e4", "f7f5", "e4f5", "g7g5", "d1h5"),
    ],
)
def test_logs_that_stop_before_the_line_of_the_end_contradict_no_mate(moves: tuple[str, ...]) -> None:
    white, black = (
        one.replace(events=tuple(event for event in one.events if not isinstance(event, End)), result=None)
        for one in views(*moves, rules="icc")
    )
    joined = join(white, black)
    assert [one.move for one in joined.record.events if isinstance(one, Move)] == list(moves)
    assert (joined.readings, joined.contradictions) == (1, 0)
