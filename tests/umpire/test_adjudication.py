"""Which rulebook a record is judged under, who can follow it, and what of an earlier judgement is taken back."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Capture, Move, PawnTries, Try
from kriegnote.rules import RULES
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.records import game

CAPTURE = ("e2e4", "d7d5", "e4d5")


def test_the_rulebook_is_the_records_own_or_the_one_that_is_asked_for() -> None:
    record = game(*CAPTURE)
    assert [one.captured for one in adjudicate(record.replace(rules="rand")).record.events if type(one) is Capture] == [
        "pawn"
    ]
    asked = adjudicate(record.replace(rules="english"), RULES["rand"])
    assert [one.captured for one in asked.record.events if type(one) is Capture] == ["pawn"]
    assert asked.record.rules == "rand"
    assert not [one for one in adjudicate(record).record.events if type(one) is Capture], "with neither, nothing"


def test_what_was_derived_under_another_rulebook_is_withdrawn() -> None:
    under_icc = adjudicate(game(*CAPTURE, rules="icc", headers=(("Rules", "icc"),))).record
    done = adjudicate(under_icc, RULES["english"])
    assert {type(one) for one in done.withdrawn} == {PawnTries, Capture}
    assert not [one for one in done.record.events if type(one) is PawnTries]
    assert done.record.headers == (("Rules", "english"),)
    assert done.record.silence == ("capture", "check")
    assert adjudicate(under_icc, RULES["icc"]).withdrawn == ()
    assert adjudicate(under_icc).record == under_icc, "judged twice it is the same"


def test_what_was_recorded_stays_under_any_rulebook() -> None:
    said = PawnTries(side="white", turn=1, count=0)
    done = adjudicate(game(said, "e2e4", rules="icc"), RULES["english"])
    assert done.record.events[0] == said
    assert done.withdrawn == ()


def test_what_is_added_is_known_by_its_place() -> None:
    done = adjudicate(game(*CAPTURE, rules="icc"))
    assert {at for at, one in enumerate(done.record.events) if one.source == "derived"} == done.added
    record, findings = done
    assert (record, findings) == (done.record, [])


def test_moves_alone_may_be_resolved() -> None:
    done = adjudicate(game("e4", "d5", "exd5", rules="icc"), announce=False)
    assert [one.move for one in done.record.events if isinstance(one, Move)] == ["e2e4", "d7d5", "e4d5"]
    assert (done.added, len(done.record.events)) == (frozenset(), 3)


def test_a_public_record_is_returned_as_it_is() -> None:
    public = view(adjudicate(game(*CAPTURE, rules="icc")).record, "public")
    assert adjudicate(public).record is public
    assert adjudicate(public).findings == []


def test_a_players_record_is_followed_among_his_own_men() -> None:
    white = game("Nf3", None, "Nxe5", view="white", rules="icc")
    done = adjudicate(white)
    assert [one.move for one in done.record.events if isinstance(one, Move)] == ["g1f3", None, "f3e5"]
    assert done.added == frozenset()


@pytest.mark.parametrize("rules", ["english; sees_all=both", "english; sees_all=white"])
def test_a_player_who_sees_all_is_followed_on_the_whole_board(rules: str) -> None:
    record = game("e4", "d5", "exd5", view="white", rules=rules)
    done = adjudicate(record)
    assert [one.move for one in done.record.events if isinstance(one, Move)] == ["e2e4", "d7d5", "e4d5"]
    assert not [one for one in done.record.events if isinstance(one, Capture)], "he is told nothing that he was not"


def test_where_both_move_at_once_a_rejected_move_becomes_a_refused_try() -> None:
    """A rook that goes onto its own pawn, which has not moved, is sent back."""
    start = "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1"
    record = game("a1a2", "e8e7", start=start, rules="zeitgeist")
    assert [type(one) for one in adjudicate(record).record.events] == [Try, Move]
    apart = game("a1b1", "e8e7", start=start, rules="zeitgeist")
    assert [type(one) for one in adjudicate(apart).record.events] == [Move, Move]
