"""What happens beside the moves, where facts come from and what is said of them beside: the same in every notation
that has comments, and reported by those that have none."""

from __future__ import annotations

import os
from typing import Any, get_args

import msgspec
import pytest

from kriegnote.model.events import (
    NESTED,
    REMARKS,
    AnyEvent,
    Belief,
    Capture,
    Comment,
    Move,
    Plan,
    Source,
    Step,
    TakenBack,
    Word,
    is_remark,
    type_name,
)
from kriegnote.model.record import FieldSource, Record
from kriegnote.notations.accounting import account
from kriegnote.notations.loss import project, strip
from kriegnote.notations.registry import notation, notations
from kriegnote.operations.conversion import convert_record
from kriegnote.rules import RULES
from kriegnote.text import remarks
from kriegnote.umpire.adjudication import adjudicate
from tests.support.games import random_record
from tests.support.records import of_single_moves

SEEDS = int(os.environ.get("KRIEGNOTE_LAW_SEEDS", "6"))
UMPIRES = [row for row in notations().values() if "umpire" in row.views and of_single_moves(row)]
TALKING = [row.id for row in UMPIRES if row.carries.remarks]
SOURCES = get_args(FieldSource)[1:]  # but “recorded”
SILENT = [row.id for row in notations().values() if not row.carries.remarks and "umpire" in row.views]


def back(name: str, record: Record) -> Record:
    row = notation(name)
    chunk = next(row.chunks(iter(row.write(record).splitlines(keepends=True))))
    read = row.read(chunk)
    assert [one for one in read.findings if one.code == "KN109"] == []
    return read.record


def said(record: Record) -> list[tuple[str, Source, Any]]:
    """Of every fact its type, where it comes from and what is said of it beside."""
    return [(type_name(one), one.source, one.extra) for one in record.events if not isinstance(one, Comment)]


def marked(record: Record, seed: int) -> Record:
    """The record with sources of all kinds and extras here and there."""
    events = list(record.events)
    for at, event in enumerate(events):
        if isinstance(event, Comment):
            continue
        source = ("recorded", "derived", "inferred")[(at * 7 + seed) % 3] if at % 5 < 3 else event.source
        extra = {"n": at, "words": ['"', "}", "[%kn", "\n"]} if at % 6 == seed % 6 else None
        events[at] = msgspec.structs.replace(event, source=source, extra=extra)
    marked = record.replace(events=tuple(events), headers=(*record.headers, ("Site", "x")), extra={"club": "Tuesday"})
    for number, name in enumerate(("rules", "start", "silence", "result", "header Site")):
        marked = marked.sourced(SOURCES[(number + seed) % len(SOURCES)], name)
    return marked


@pytest.mark.parametrize("name", TALKING)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_provenance_and_extra_come_back(name: str, seed: int) -> None:
    for rules in ("rand", "english"):
        record = marked(random_record(seed, rules=rules, plies=24, remarks=True), seed)
        due = project(record, notation(name).carries)
        assert said(back(name, record)) == said(due)
        assert (due.extra, due.sources) == (record.extra, record.sources)
        found = back(name, record)
        assert (found.extra, found.sources, found.headers) == (record.extra, record.sources, due.headers)


def test_a_rulebook_that_was_asked_for_is_assumed_and_one_that_is_named_is_not() -> None:
    plain = Record(events=(Move(side="white", turn=1, move="e2e4", text=None, san=None),))
    assert adjudicate(plain, RULES["rand"]).record.sources == {"rules": "assumed", "silence": "derived"}
    named = plain.replace(rules="rand")
    assert adjudicate(named, RULES["rand"]).record.sources == {"silence": "derived"}
    assert adjudicate(named, RULES["icc"]).record.sources == {"rules": "assumed", "silence": "derived"}
    for name in TALKING:
        assert back(name, adjudicate(plain, RULES["rand"]).record).sources == {"rules": "assumed", "silence": "derived"}


def test_tags_of_what_is_not_there_stay_tags() -> None:
    for value in ("header=Round", "move", "fly", "rules rules"):
        read = back("pgn", Record(headers=(("Assumed", value),)))
        assert (read.headers, read.sources) == ((("Assumed", value),), msgspec.UNSET)


@pytest.mark.parametrize("name", SILENT)
def test_a_source_of_a_field_that_is_not_told_is_dropped(name: str) -> None:
    row = notation(name)
    record = Record(rules="rand", result="1-0").sourced("page", "rules", "result")
    counted = account(record, row.carries)
    told = sum(counted.carried.get(kind, 0) for kind in ("rules", "result"))
    assert counted.dropped.get("source", 0) == told


@pytest.mark.parametrize("name", SILENT)
def test_who_cannot_tell_it_says_so(name: str) -> None:
    record = marked(random_record(1, rules="rand", plies=24, remarks=True), 1)
    told = account(record, notation(name).carries)
    assert told.dropped["extra"] == 1
    assert told.dropped["source"] > 0
    remarks = [type_name(one) for one in record.events if is_remark(one)]
    assert remarks and all(told.dropped.get(kind) for kind in remarks)


def test_the_umpires_own_additions_are_no_loss() -> None:
    record = random_record(1, rules="rand", plies=24, comments=False)
    recorded = record.replace(events=tuple(one for one in record.events if one.source == "recorded"))
    assert "source" not in convert_record(recorded, notation("kriegspiel")).account.dropped


def test_every_kind_of_remark_is_met() -> None:
    met = {type(one) for seed in range(20) for one in random_record(seed, remarks=True).events}
    assert set(REMARKS) <= met


@pytest.mark.parametrize("name", TALKING)
def test_a_remark_is_understood_as_it_was_said(name: str) -> None:
    for seed in range(SEEDS):
        record = random_record(seed, rules="rand", plies=24, remarks=True)
        due = [strip(one) for one in record.events if is_remark(one)]
        assert [strip(one) for one in back(name, record).events if is_remark(one)] == due


def test_a_comment_that_looks_like_a_remark_stays_a_comment() -> None:
    for name in TALKING:
        text = "[%kn @w1 offer what=draw]"
        record = Record(events=(MOVE, Comment(text=text)))
        assert [one.text for one in back(name, record).events if isinstance(one, Comment)] == [text]


@pytest.mark.parametrize("name", ["san", "tries", "nost"])
@pytest.mark.parametrize(
    "said", ["offer what=nothing", "offer", "nobody knows=this", "move move=e2e4", "", "plan steps=1"]
)
def test_a_remark_that_says_nothing_known_is_kept(name: str, said: str) -> None:
    row = notation(name)
    text = row.write(Record(events=(MOVE,))).rstrip("\n") + f" {{[%kn @w1 {said}]}}\n"
    read = row.read(next(row.chunks([text])))
    assert [one.code for one in read.findings] == ["KN109"]
    assert [one.text for one in read.record.events if isinstance(one, Comment)] == [f"[%kn @w1 {said}]"]


MOVE = Move(side="white", turn=1, move="e2e4", text=None, san="e4")


def test_nothing_nested_is_forgotten_in_the_schema() -> None:
    for kind, names in NESTED.items():
        assert all("AnyEvent" in str(kind.__annotations__[name]) for name in names)


def test_how_a_remark_is_written() -> None:
    played = Move(side="white", turn=1, move="e2e4", text=None, san=None)
    told: list[AnyEvent] = [
        TakenBack(side="white", turn=1, events=(played, Capture(side="white", turn=1, square="d5", captured="pawn")),
                  by="agreement"),
        Plan(side="black", turn=None, ask=True, steps=(Step(moves=("exd5", "Nf3"), when="yes", square="d5"),)),
        Belief(side=None, turn=3, certain=("Ke8",), supposed=("-e4", "Pd5")),
        Word(side="white", turn=1, speaker="partner", text="No {instructions}", heard="black"),
    ]  # fmt: skip
    written = [
        '@w1 taken_back events="@w1 move move=e2e4; @w1 capture square=d5 captured=pawn" by=agreement',
        '@b- plan steps="moves=exd5,Nf3 when=yes square=d5" ask=yes',
        "@-3 belief certain=Ke8 supposed=-e4,Pd5",
        '@w1 word speaker=partner text="No \\u007binstructions\\u007d" heard=black',
    ]
    assert [remarks.write(one, "umpire").text for one in told] == [f"[%kn {words}]" for words in written]
    assert [strip(remarks.read(remarks.write(one, "umpire"))) for one in told] == told  # type: ignore[arg-type]
