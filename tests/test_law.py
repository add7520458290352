"""The design's law: normal(resolve(read(write(v)))) = normal(π(v)), for every notation, view and rulebook."""

from __future__ import annotations

import os

import pytest

from kriegnote.carry import account, project, strip
from kriegnote.notations import Notation, Style, notations
from kriegnote.record import Record, normal
from kriegnote.umpire import adjudicate
from kriegnote.views import view
from tests.support.games import random_record

SEEDS = int(os.environ.get("KRIEGNOTE_LAW_SEEDS", "6"))
RULEBOOKS = (
    "english",
    "rand",
    "cincinnati",
    "icc",
    "dutch",
    "nost",
    "magari",
    "berkeley",
    "berkeley-any",
    "dark",
    None,
)
STARTS = (None, "r3k2r/pPp2ppp/8/3pP3/8/8/PPP2PpP/R3K2R b KQkq - 0 17")


def cases() -> list[tuple[str, str]]:
    return [(row.id, listener) for row in notations().values() for listener in row.views]


def comparable(record: Record) -> Record:
    record = normal(record)
    return record.replace(events=tuple(strip(event) for event in record.events), silence=())


def read_back(row: Notation, text: str, like: Record) -> Record:
    chunks = [chunk for chunk in row.chunks(iter(text.splitlines(keepends=True))) if chunk.text.strip()]
    assert len(chunks) == 1, f"written as one record, cut into {len(chunks)}"
    record, findings = row.read(chunks[0])
    assert not [one for one in findings if one.severity != "info"], [one.message for one in findings]
    spans = sorted(event.span for event in record.events if event.span)
    if row.id != "json" and record.events:
        assert "".join(text[start:end] for start, end in spans) == text, "spans do not tile the text"
    record = record.replace(rules=like.rules, start=like.start, view=like.view)
    return adjudicate(record, announce=False).record


def records(row: Notation, listener: str, seed: int):
    for rules in RULEBOOKS:
        if row.own_rules and rules != row.rules:
            continue
        if rules is None and listener != "umpire":
            continue  # nobody can say what a player heard of an umpire whose rulebook is unknown
        start = STARTS[seed % 3 == 2]
        record = random_record(seed, rules=rules, start=start, finished=seed % 4 != 3)
        yield view(record, listener)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "listener"), cases())
@pytest.mark.parametrize("seed", range(SEEDS))
def test_what_is_written_is_what_the_table_says(name: str, listener: str, seed: int) -> None:
    row = notations()[name]
    for record in records(row, listener, seed):
        text = row.write(record)
        back = read_back(row, text, record)
        expected, found = comparable(project(record, row.carries)), comparable(back)
        for number, (due, got) in enumerate(zip(expected.events, found.events, strict=False)):
            assert got == due, f"{record.rules}: event {number} of\n{text}"
        assert len(found.events) == len(expected.events), text
        assert found.headers == expected.headers, text
        assert found.result == expected.result, text


@pytest.mark.parametrize(("name", "listener"), cases())
@pytest.mark.parametrize("seed", range(SEEDS))
def test_writing_again_changes_nothing(name: str, listener: str, seed: int) -> None:
    row = notations()[name]
    for record in records(row, listener, seed):
        text = row.write(record)
        again = read_back(row, text, record)
        assert row.write(again.replace(silence=record.silence)) == text


@pytest.mark.parametrize("style", [Style("it", "it"), Style("en", "figurine")], ids=["it", "figurine"])
@pytest.mark.parametrize(("name", "listener"), cases())
def test_words_and_men_in_other_tongues_say_the_same(name: str, listener: str, style: Style) -> None:
    row = notations()[name]
    for record in records(row, listener, 1):
        text = row.write(record, style)
        back = read_back(row, text, record)
        assert comparable(back).events == comparable(project(record, row.carries)).events, text


@pytest.mark.parametrize(("name", "listener"), cases())
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_way_back_counts_what_the_way_out_said(name: str, listener: str, seed: int) -> None:
    row = notations()[name]
    for record in records(row, listener, seed):
        out = account(record, row.carries)
        told: dict[str, int] = {}
        for part in (out.carried, out.weakened, out.derived):
            for kind, count in part.items():
                told[kind] = told.get(kind, 0) + count
        chunk = next(row.chunks(iter(row.write(record).splitlines(keepends=True))))
        back = row.read(chunk).record
        home = account(back, notations()["json"].carries)
        read = {kind: count for kind, count in home.carried.items() if kind not in ("rules", "start")}
        assert read == {kind: count for kind, count in told.items() if kind not in ("rules", "start")}
