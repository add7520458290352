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
    Ask,
    Belief,
    Capture,
    Claim,
    Clock,
    Comment,
    Correction,
    Move,
    Offer,
    Plan,
    Source,
    Step,
    TakenBack,
    Try,
    Word,
    is_remark,
    type_name,
)
from kriegnote.model.record import FieldSource, Record
from kriegnote.notations.loss import account, project, strip
from kriegnote.notations.registry import notation, notations
from kriegnote.operations.conversion import check_record, convert_record
from kriegnote.rules import RULES
from kriegnote.text import remarks
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.games import random_record

SEEDS = int(os.environ.get("KRIEGNOTE_LAW_SEEDS", "6"))
TALKING = [row.id for row in notations().values() if row.carries.remarks and not row.own_rules]
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
HEARD: list[tuple[AnyEvent, set[str]]] = [
    (Offer(side="white", turn=1, what="draw"), {"white", "black", "public"}),
    (Clock(side="white", turn=1, left=300.0), {"white"}),
    (Belief(side="white", turn=1, supposed=("Pe5",)), {"white"}),
    (Plan(side="white", turn=2, steps=(Step(moves=("Nf3",)),)), {"white"}),
    (Word(side="white", turn=1, speaker="partner", text="Attention"), {"white"}),
    (Word(side="white", turn=1, speaker="kibitzer", text="oh", heard="public"), {"white", "black", "public"}),
    (Word(side="white", turn=1, speaker="umpire", text="he errs", heard="umpire"), set()),
    (TakenBack(side="black", turn=1, events=()), {"white", "black", "public"}),
    (Ask(side="black", turn=1, what="squares", squares=("e4",)), {"white", "black", "public"}),
]


@pytest.mark.parametrize(
    ("event", "who"), HEARD, ids=[type_name(event) + str(at) for at, (event, _) in enumerate(HEARD)]
)
def test_who_hears_it(event: AnyEvent, who: set[str]) -> None:
    record = Record(rules="modern", events=(MOVE, event))
    listeners = ("white", "black", "public")
    hearers = {one for one in listeners if any(is_remark(heard) for heard in view(record, one).events)}  # type: ignore[arg-type]
    assert hearers == who


def test_a_clock_behind_a_try_that_is_not_heard_is_not_heard() -> None:
    refused = Try(side="white", turn=1, move="e2d3", text=None, verdict="illegal")
    record = Record(rules="icc", events=(refused, Clock(side="white", turn=1, left=1.0), MOVE))
    heard = {one: [type_name(event) for event in view(record, one).events] for one in ("white", "black")}  # type: ignore[arg-type]
    assert heard == {"white": ["try", "clock", "move"], "black": ["move"]}


def test_a_move_taken_back_is_heard_as_moves_are() -> None:
    queen = Move(side="white", turn=1, move="d2d4", text=None, san="d4")
    record = adjudicate(Record(rules="english", events=(TakenBack(side="white", turn=1, events=(queen,)), MOVE))).record
    for listener, move in (("white", "d2d4"), ("black", None), ("public", None)):
        (back_,) = (one for one in view(record, listener).events if isinstance(one, TakenBack))  # type: ignore[arg-type]
        assert [one.move for one in back_.events if isinstance(one, Move)] == [move]


# -- what the umpire makes of them -------------------------------------------------------------------------------------


def game(*moves: str | AnyEvent) -> Record:
    events: list[AnyEvent] = []
    ply = 0
    for one in moves:
        if isinstance(one, str):
            side = "black" if ply % 2 else "white"
            events.append(Move(side=side, turn=ply // 2 + 1, move=one, text=None, san=None))  # type: ignore[arg-type]
            ply += 1
        else:
            events.append(one)
    return Record(rules="rand", events=tuple(events))


CAPTURED = Capture(side="white", turn=2, square="d5", captured="pawn")


def test_the_game_goes_on_from_before_the_move_taken_back() -> None:
    taken = Move(side="white", turn=2, move="e4d5", text=None, san=None)
    record = game("e2e4", "d7d5", TakenBack(side="white", turn=2, events=(taken,)), "e4e5", "f7f5", "e5f6")
    done = adjudicate(record)
    assert done.findings == []
    (inner,) = (one.events for one in done.record.events if isinstance(one, TakenBack))
    assert [type_name(one) for one in inner] == ["move"]  # whether the capture was announced is not said
    assert [one.san for one in done.record.events if isinstance(one, Move)][-1] == "exf6"


def test_what_was_forgotten_is_heard_when_it_is_said() -> None:
    later = Correction(side="black", turn=2, now=(CAPTURED,))
    record = adjudicate(game("e2e4", "d7d5", "e4d5", "d8d5", later)).record
    captures = [one for one in record.events if isinstance(one, Capture)]
    assert [one.side for one in captures] == ["black"]
    heard = view(record, "black").events
    assert [type(one) for one in heard if isinstance(one, Capture | Correction)] == [Capture, Correction]


def test_a_correction_that_is_wrong_again_is_found() -> None:
    later = Correction(side="black", turn=2, now=(msgspec.structs.replace(CAPTURED, square="e5"),))
    assert [one.code for one in check_record(game("e2e4", "d7d5", "e4d5", "d8d5", later))] == ["KN332"]
    right = Correction(side="black", turn=2, now=(CAPTURED,))
    assert check_record(game("e2e4", "d7d5", "e4d5", "d8d5", right)) == []


def test_a_claim_is_held_against_the_board() -> None:
    dance = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
    for moves, granted, codes in ((dance, True, []), (dance, False, ["KN361"]), (dance[:4], True, ["KN361"]),
                                  (dance[:4], False, []), (dance[:4], None, [])):  # fmt: skip
        claim = Claim(side="white", turn=len(moves) // 2 + 1, reason="repetition", granted=granted)
        assert [one.code for one in check_record(game(*moves, claim))] == codes


def test_a_correction_of_what_is_never_announced_is_not_heard() -> None:
    from kriegnote.model.events import Promotion

    record = game("e2e4", Correction(side="white", turn=1, was=(Promotion(side="white", turn=1),)))
    assert not any(isinstance(one, Correction) for one in view(record.replace(rules="icc"), "white").events)


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
