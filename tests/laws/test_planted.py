"""Clean records have no findings; a planted error is found in its turn, in its family, and alone there.

``KRIEGNOTE_PLANTED=2000 KRIEGNOTE_CLEAN=500 pytest tests/laws/test_planted.py -s`` runs the long form and prints
the rates.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from kriegnote.diagnostics.finding_set import FindingSet
from kriegnote.diagnostics.findings import Finding
from kriegnote.model.record import Record
from kriegnote.notations.loss import project
from kriegnote.notations.registry import Notation, notations
from kriegnote.umpire.adjudication import adjudicate
from tests.support.games import random_record
from tests.support.planted import PLANTERS, Planted
from tests.support.records import of_single_moves

CLEAN = int(os.environ.get("KRIEGNOTE_CLEAN", "4"))
PLANTED = int(os.environ.get("KRIEGNOTE_PLANTED", "200"))
RULEBOOKS = ("english", "rand", "cincinnati", "icc", "dutch", "nost", "magari", "berkeley", "berkeley-any")


def umpires() -> list[Notation]:
    """The notations that can tell an umpire's record of Kriegspiel; those made for another game cannot."""
    return [row for row in notations().values() if "umpire" in row.views and of_single_moves(row)]


def read(row: Notation, record: Record) -> tuple[Record, list[Finding]]:
    text = row.write(record)
    chunk = next(iter(row.chunks(iter(text.splitlines(keepends=True)))))
    told = row.read(chunk)
    like = told.record.replace(rules=record.rules, start=record.start)
    if row.id == "json":  # a record that was never text has no places: number its events instead
        events = tuple(
            event if type(event).__name__ == "Comment" else _placed(event, number)
            for number, event in enumerate(like.events, 1)
        )
        like = like.replace(events=events)
    return like, told.findings


def _placed(event: object, number: int) -> object:
    import msgspec

    return msgspec.structs.replace(event, line=number, column=1)  # type: ignore[type-var]


def findings(row: Notation, record: Record) -> tuple[Record, list[Finding]]:
    told, found = read(row, record)
    return told, FindingSet(found).judged(FindingSet(adjudicate(told).findings)).listed()


@pytest.mark.parametrize("rules", RULEBOOKS)
@pytest.mark.parametrize("name", [row.id for row in umpires()])
def test_clean_records_have_no_findings(name: str, rules: str) -> None:
    row = notations()[name]
    for seed in range(CLEAN):
        record = random_record(seed + 1000, rules=rules, plies=30)
        _, found = findings(row, record)
        assert not found, [(one.code, one.message, one.line) for one in found]


@pytest.mark.parametrize("name", [row.id for row in umpires()])
def test_planted_errors_are_found(name: str) -> None:
    row = notations()[name]
    tried: Counter[str] = Counter()
    missed: dict[str, list[str]] = {}
    wanted = max(1, PLANTED // len(umpires()))
    for number in range(wanted * 8):
        if sum(tried.values()) == wanted:
            break
        rng = random.Random(number)
        kind = sorted(PLANTERS)[number % len(PLANTERS)]
        rules = RULEBOOKS[number // len(PLANTERS) % len(RULEBOOKS)]
        record = random_record(number, rules=rules, plies=30, hostile=False, finished=False)
        planted = PLANTERS[kind](record, rng)
        if planted is None or not expressed(row, record, planted):
            continue
        tried[kind] += 1
        if (why := verdict(row, planted)) is not None:
            missed.setdefault(kind, []).append(f"{rules}, {number}: {why}")
    print(f"\n{name}: {sum(tried.values())} planted, {sum(map(len, missed.values()))} missed; {dict(tried)}")
    assert not missed, missed
    assert sum(tried.values()) == wanted


def expressed(row: Notation, clean: Record, planted: Planted) -> bool:
    """Whether the notation's text shows the error at all; a misspelt move in JSON has tests of its own."""
    if row.id == "json" and planted.family == "1":
        return False
    if planted.turn == 0 and not row.carries.headers:
        return False
    told = project(planted.record, row.carries).events
    if planted.needs is not None and not any(map(planted.needs, told)):
        return False
    return row.write(clean) != row.write(planted.record)


def verdict(row: Notation, planted: Planted) -> str | None:
    told, found = findings(row, planted.record)
    if planted.turn == 0:  # an error of the whole record
        right = [one.code[2] == planted.family for one in found]
        return None if right == [True] else f"{[(one.code, one.message) for one in found]}"
    turn = {
        (event.line, event.column)
        for event in told.events
        if (getattr(event, "turn", None), getattr(event, "side", None)) == (planted.turn, planted.side)
    }
    here = [one for one in found if (one.line, one.column) in turn and one.severity != "info"]
    right = [one for one in here if one.code[2] == planted.family]
    if not right:
        return f"not found; {[(one.code, one.message) for one in found][:3]}"
    if len(here) > 1:
        return f"more than one finding in the turn: {[(one.code, one.message) for one in here]}"
    return None
