"""A record as one listener has it: who may have whose, its headers, its first position, and where a letter ends."""

from __future__ import annotations

import msgspec
import pytest

from kriegnote.model.events import (
    Answer,
    Ask,
    Capture,
    End,
    Move,
    PawnTries,
    Try,
)
from kriegnote.model.record import Record
from kriegnote.rules import RULES
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import ViewError, unheard, view
from tests.support.games import random_record
from tests.support.records import game, heard, played, tried

LISTENERS = ("white", "black", "public")
CAPTURE = ("e2e4", "d7d5", "e4d5")
MOVE = played("e2e4", "white", 1)


def test_only_the_umpires_record_becomes_a_players() -> None:
    record = random_record(3)
    white, public = view(record, "white"), view(record, "public")
    assert view(white, "public") == public
    for told, wanted in ((white, "black"), (white, "umpire"), (public, "white"), (public, "umpire")):
        with pytest.raises(ViewError, match=f"a record in {told.view} view cannot be turned into {wanted} view"):
            view(told, wanted)  # type: ignore[arg-type]


def test_a_record_of_ones_own_is_given_as_it_is() -> None:
    record = random_record(3)
    white = view(record, "white")
    assert view(record, "umpire") is record
    assert view(white, "white") is white


def test_headers_that_tell_of_the_play_are_left_out() -> None:
    headers = (("White", "Ann"), ("ECO", "B01"), ("PlyCount", "3"), ("Opening", "?"), ("Club", "x"), ("Result", "1-0"))
    record = game(*CAPTURE, rules="english", headers=headers, result="1-0")
    told = view(adjudicate(record).record, "white")
    assert told.headers == (("White", "Ann"), ("Result", "1-0"))
    assert told.result == "1-0"


def test_places_and_provenance_are_the_umpires() -> None:
    placed = msgspec.structs.replace(MOVE, line=3, column=4, span=(0, 9), extra={"x": 1}, source="inferred")
    (told,) = view(Record(rules="english", events=(placed,)), "white").events
    assert (told.line, told.column, told.span, told.extra, told.source) == (None, None, None, None, "recorded")


def test_a_secret_set_up_is_its_players_alone() -> None:
    start = "k3n1p1/p1p1p1nb/pq4pb/3rprp1/2NP1PKP/R1P2PPN/4RB1P/4PQ1B w - - 0 1"
    record = game(rules="mafeking", start=start, headers=(("FEN", start), ("White", "Ann")))
    for listener, letters in (("white", str.isupper), ("black", str.islower)):
        told = view(record, listener)  # type: ignore[arg-type]
        men = [one for one in (told.start or "").split()[0] if one.isalpha()]
        kings = [one for one in men if one in "kK"]
        assert all(letters(one) for one in men if one not in kings)
        assert told.headers == (("White", "Ann"),)


@pytest.mark.parametrize("listener", ["umpire", *LISTENERS])
def test_a_cut_comes_before_the_result(listener: str) -> None:
    record = random_record(5, plies=40)
    for until in (1, 3, 8):
        told = view(record, listener, until)  # type: ignore[arg-type]
        assert told.result is None
        turns = [event.turn for event in told.events if isinstance(event, Move) and event.side == "white"]
        mine = [event for event in told.events if isinstance(event, Move) and event.side == listener]
        assert all(turn is not None and turn <= until for turn in turns)
        assert all(event.turn is not None and event.turn < until for event in mine)


def test_a_letter_ends_with_the_pawn_captures_of_the_move_that_is_awaited() -> None:
    record = game(*CAPTURE, "d8d5", "b1c3", rules="icc", result="1-0")
    last = {one: heard(record, one, PawnTries | Move, until=2)[-1] for one in LISTENERS}
    assert (type(last["white"]), last["white"].side, last["white"].turn) == (PawnTries, "white", 2)
    assert (type(last["black"]), last["black"].side, last["black"].turn) == (PawnTries, "black", 2)
    assert (last["public"].side, last["public"].turn) == ("black", 1)


def test_a_cut_behind_the_end_cuts_nothing() -> None:
    end = End(side="black", turn=2, reason="resignation", result="1-0")
    told = view(adjudicate(game(*CAPTURE, end, rules="english", result="1-0")).record, "white", 9)
    assert (told.result, type(told.events[-1])) == ("1-0", End)


def test_the_umpires_own_record_may_be_cut_too() -> None:
    record = adjudicate(
        game(*CAPTURE, rules="english", headers=(("White", "Ann"), ("Result", "1-0")), result="1-0")
    ).record
    cut = view(record, "umpire", 2)
    assert (cut.headers, cut.result) == ((("White", "Ann"),), None)
    assert [one.turn for one in cut.events if isinstance(one, Move)] == [1, 1]


def test_what_a_listener_is_not_told_did_not_happen_if_the_umpire_announced_all() -> None:
    """He did not if he lost the board, and a fragment never had one."""
    assert heard_silence(game("e2e4", rules="icc")) == ("capture", "check", "pawn_tries")
    assert heard_silence(game("e2e4")) == ()
    assert heard_silence(game("e4", "Zz9", "d4", "Zz8", "d5", rules="icc")) == ()
    assert heard_silence(game(played("e2e4", "white", 40), rules="icc")) == ()


def heard_silence(record: Record) -> tuple[str, ...]:
    return view(adjudicate(record).record, "white").silence


@pytest.mark.parametrize("rules, san", [("icc", "Nxe5+"), ("dark", "Nxe5")])
def test_a_listener_keeps_the_marks_of_his_own_moves_where_the_umpire_announced_nothing(rules: str, san: str) -> None:
    """He heard of what they mark, if the rulebook has it announced."""
    record = game("Nf3", "Zz9", "d4", "Zz8", "d5", "Zz7", "Nxe5+", rules=rules)
    assert heard(record, "white", Move)[-1].san == san


def test_what_another_rulebook_keeps_from_a_listener_who_heard_it_is_named() -> None:
    """In ICC's rules nobody asks; what White asked by the English ones is in no log, and the report has to say so."""
    ask, no = Ask(side="white", turn=2), Answer(side="white", turn=2, any=False)
    said = (tried("d7e6", "black", 1), "d7d5", ask, no, tried("e4f5", "white", 2), "e4d5")
    record = game("e2e4", *said, Capture(side="white", turn=2, square="d5", captured="pawn"), rules="english")
    assert [type(one) for one in unheard(record, "white", RULES["icc"])] == [Ask, Answer, Try]
    assert unheard(record, "white", RULES["english"]) == []
    assert [type(one) for one in unheard(record.replace(rules=None), "white", RULES["icc"])] == [Ask, Answer]
