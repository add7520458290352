"""The design's law: normal(resolve(read(write(v)))) = normal(π(v)), for every notation, view and rulebook."""

from __future__ import annotations

import os
from typing import NamedTuple

import msgspec
import pytest

from kriegnote.model.events import AnyEvent, Move, Try
from kriegnote.model.record import Record, normal
from kriegnote.notations.accounting import account
from kriegnote.notations.loss import places_it, project, silence_kept, strip
from kriegnote.notations.registry import Notation, notations
from kriegnote.text.writing import PLAIN, Style
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.games import odd_records, random_record
from tests.support.records import of_single_moves

SEEDS = int(os.environ.get("KRIEGNOTE_LAW_SEEDS", "3"))
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
    """Every notation and view of games of one move a turn; tests/rules/test_variants.py has series of moves."""
    return [(row.id, listener) for row in notations().values() if of_single_moves(row) for listener in row.views]


def comparable(record: Record) -> Record:
    record = normal(record)
    return record.replace(events=tuple(strip(event) for event in record.events), silence=())


class Crossing(NamedTuple):
    """A record written in a notation, as its reader reads it, and as the umpire makes it whole again."""

    record: Record
    text: str
    read: Record
    back: Record


def crossing(row: Notation, record: Record, style: Style = PLAIN) -> Crossing:
    text = row.write(record, style)
    chunks = [chunk for chunk in row.chunks(iter(text.splitlines(keepends=True))) if chunk.text.strip()]
    assert len(chunks) == 1, f"written as one record, cut into {len(chunks)}"
    read, findings = row.read(chunks[0])
    assert not [one for one in findings if one.severity != "info"], [one.message for one in findings]
    spans = sorted(event.span for event in read.events if event.span)
    if row.id not in ("json", "kriegspiel") and read.events:
        assert "".join(text[start:end] for start, end in spans) == text, "spans do not tile the text"
    back = read.replace(rules=record.rules, start=record.start, view=record.view)
    return Crossing(record, text, read, adjudicate(back, announce=False).record)


def records(row: Notation, listener: str, seed: int):
    # a correction that a player's log cannot hold leaves it contradictory
    remarks = row.carries.remarks or "umpire" in row.views
    for rules in RULEBOOKS:
        if rules is None and listener != "umpire":
            continue  # nobody can say what a player heard of an umpire whose rulebook is unknown
        start = STARTS[seed % 3 == 2]
        record = random_record(seed, rules=rules, start=start, finished=seed % 4 != 3, remarks=remarks)
        yield view(record, listener)  # type: ignore[arg-type]


@pytest.fixture(scope="module", params=[(*case, seed) for case in cases() for seed in range(SEEDS)], ids=str)
def crossed(request: pytest.FixtureRequest) -> tuple[Notation, list[Crossing]]:
    """A notation, and the records of one seed that crossed it: made once for all that is asked of them."""
    name, listener, seed = request.param
    row = notations()[name]
    return row, [crossing(row, record) for record in records(row, listener, seed)]


def test_what_is_written_is_what_the_table_says(crossed: tuple[Notation, list[Crossing]]) -> None:
    row, crossings = crossed
    assert crossings
    for record, text, _, back in crossings:
        expected, found = comparable(project(record, row.carries)), comparable(back)
        for number, (due, got) in enumerate(zip(expected.events, found.events, strict=False)):
            assert got == due, f"{record.rules}: event {number} of\n{text}"
        assert len(found.events) == len(expected.events), text
        assert found.headers == expected.headers, text
        assert found.result == expected.result, text


def test_writing_again_changes_nothing(crossed: tuple[Notation, list[Crossing]]) -> None:
    row, crossings = crossed
    for record, text, _, back in crossings:
        assert row.write(back.replace(silence=silence_kept(record, row.carries))) == text


def test_the_way_back_counts_what_the_way_out_said(crossed: tuple[Notation, list[Crossing]]) -> None:
    row, crossings = crossed
    for record, _, read, _ in crossings:
        out = account(record, row.carries)
        told: dict[str, int] = {}
        for part in (out.carried, out.weakened, out.derived):
            for kind, count in part.items():
                told[kind] = told.get(kind, 0) + count
        home = account(read, notations()["json"].carries)
        found = {kind: count for kind, count in home.carried.items() if kind not in ("rules", "start")}
        assert found == {kind: count for kind, count in told.items() if kind not in ("rules", "start")}


@pytest.mark.parametrize("style", [Style("it", "it"), Style("en", "figurine")], ids=["it", "figurine"])
@pytest.mark.parametrize(("name", "listener"), cases())
def test_words_and_men_in_other_tongues_say_the_same(name: str, listener: str, style: Style) -> None:
    row = notations()[name]
    for record, text, _, back in (crossing(row, one, style) for one in records(row, listener, 1)):
        assert comparable(back).events == comparable(project(record, row.carries)).events, text


def unplaced(row: Notation, due: AnyEvent, got: AnyEvent) -> AnyEvent:
    """What came back without the side and turn that the notation had to give it (and has reported)."""
    if isinstance(due, Move) and isinstance(got, Move) and due.options is None:
        got = msgspec.structs.replace(got, options=None)  # not told, and worked out again
    if isinstance(due, (Move, Try)) and isinstance(got, (Move, Try)) and due.san is None and due.move is not None:
        got = msgspec.structs.replace(got, san=None)  # told by its squares
    if not places_it(due, row.carries) or type(due) is not type(got):
        return got
    return msgspec.structs.replace(got, side=due.side, turn=due.turn)  # type: ignore[union-attr]


@pytest.mark.parametrize(("name", "listener"), cases())
@pytest.mark.parametrize("seed", range(3))
def test_odd_shapes_too_are_what_the_table_says(name: str, listener: str, seed: int) -> None:
    row = notations()[name]
    for rules in ("icc", "rand"):
        for shape, raw in odd_records(seed, rules):
            record = view(adjudicate(raw).record, listener)  # type: ignore[arg-type]
            text = row.write(record)
            chunks = [chunk for chunk in row.chunks(iter(text.splitlines(keepends=True))) if chunk.text.strip()]
            if not chunks:
                assert not project(record, row.carries).events, f"{shape}: {text}"
                continue
            read = row.read(chunks[0]).record
            silence = tuple(kind for kind in record.silence if kind in row.carries.events)
            assert row.id == "icc" or read.silence == silence, f"{shape}: {text}"
            read = read.replace(rules=record.rules, start=record.start, view=record.view)
            back = adjudicate(read, announce=False).record
            expected, found = comparable(project(record, row.carries)), comparable(back)
            for due, got in zip(expected.events, found.events, strict=False):
                assert unplaced(row, due, got) == due, f"{rules}, {shape}:\n{text}"
            assert len(found.events) == len(expected.events), f"{rules}, {shape}:\n{text}"
