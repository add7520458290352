"""Who won, where the record says how the game ended and prints no result."""

from __future__ import annotations

import pytest

from kriegnote.api import convert, read
from kriegnote.archive.summary import summarise
from kriegnote.model.events import End
from kriegnote.model.record import Record
from kriegnote.rules import RULES
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.outcome import concluded, open_again
from kriegnote.umpire.views import view
from tests.support.records import game

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def more(record: Record, end: End) -> Record:
    return record.replace(events=(*record.events, end))


def ends(reason: str, side: str | None) -> End:
    return End(side=side, turn=1, reason=reason)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reason", "side", "result"),
    [
        ("resignation", "white", "0-1"),
        ("resignation", "black", "1-0"),
        ("time", "black", "1-0"),
        ("forfeit", "white", "0-1"),
        ("checkmate", "black", "0-1"),
        ("king-captured", "white", "1-0"),
        ("agreement", None, "1/2-1/2"),
        ("insufficient", "white", "1/2-1/2"),
        ("fifty-move", "white", "1/2-1/2"),
        ("repetition", "white", "1/2-1/2"),
        ("resignation", None, None),
        ("adjudication", "white", None),
        ("abandoned", None, None),
        ("unknown", None, None),
    ],
)
def test_the_result_follows_from_the_end(reason: str, side: str | None, result: str | None) -> None:
    told = concluded(more(game("e2e4"), ends(reason, side)))
    assert told.result == result
    assert told.field_sources == ({"result": "derived"} if result else {})


def test_a_mate_says_who_won() -> None:
    told = adjudicate(game(*MATE)).record
    assert (told.result, told.field_sources) == ("0-1", {"result": "derived"})


def test_where_some_mates_lose_none_says_who_won() -> None:
    won = more(game("e2e4", rules="assassin"), ends("checkmate", "white"))
    assert concluded(won).result is None


def test_what_is_printed_stays() -> None:
    printed = more(game("e2e4", result="1-0"), ends("resignation", "white"))
    assert concluded(printed) == printed


def test_a_header_that_leaves_the_result_open_says_the_same() -> None:
    record = more(game("e2e4"), ends("resignation", "white")).replace(headers=(("Result", "*"),))
    told = concluded(record)
    assert told.headers == (("Result", "0-1"),)
    assert told.field_sources == {"result": "derived", "header Result": "derived"}


def test_under_another_rulebook_it_is_derived_anew() -> None:
    told = adjudicate(game(*MATE)).record
    cut = told.replace(events=told.events[:-1])
    assert adjudicate(cut).record.result == "0-1"
    assert adjudicate(cut, RULES["english"]).record.result is None


def test_nobody_learns_of_a_mate_that_was_not_announced() -> None:
    told = adjudicate(game(*MATE)).record
    assert view(told, "white").result is None
    resigned = adjudicate(more(game("e2e4"), ends("resignation", "white"))).record
    assert view(resigned, "black").result == "0-1"


def test_programs_and_lists_see_it() -> None:
    text = "1. e4, e5 2. Nf3, Nc6 [White resigns]\n"
    (done,) = convert(text, to="pgn", from_="san")
    assert done.text.endswith("{[%kn @w2 end resignation 0-1]} 0-1\n")
    assert '[Derived "result"]' in done.text
    assert done.account.derived["result"] == 1
    (one,) = read(text, from_="san")
    row = summarise(one.record)
    assert (row.result, row.winner, row.loser) == ("0-1", "black", "white")


def test_the_end_has_the_result_that_follows_from_it_until_it_does_not() -> None:
    (one,) = read("1. e4, e5 2. Nf3, Nc6 [White resigns]\n", from_="san")
    done = adjudicate(one.record).record
    (end,) = (event for event in done.events if isinstance(event, End))
    assert (end.result, done.result) == ("0-1", "0-1")
    again = open_again(done)
    (end,) = (event for event in again.events if isinstance(event, End))
    assert (end.result, again.result, again.field_sources) == (None, None, {})
    said = more(game("e2e4", "e7e5"), End(side=None, turn=None, reason="adjudication", result="0-1"))
    again = open_again(concluded(said))
    assert (again.result, again.events) == (None, said.events)  # no more is taken back than was derived
    (text,) = convert("1. e4, e5 2. Nf3, Nc6 [White resigns]\n", to="tries", from_="san")
    assert "[White resigns] 0-1" in text.text
