"""From any notation to any other: what one conversion says it wrote is what the next one says it read."""

from __future__ import annotations

import os

import pytest

from kriegnote.model.record import Record
from kriegnote.notations.accounting import Account
from kriegnote.notations.loss import project
from kriegnote.notations.registry import Notation, notation, notations
from kriegnote.operations.conversion import convert_record
from kriegnote.rules import RULES
from kriegnote.umpire.views import ViewError, view
from tests.laws.test_law import comparable
from tests.support.games import random_record

SEEDS = int(os.environ.get("KRIEGNOTE_PAIR_SEEDS", "2"))
NAMES = tuple(name for name in notations() if name != "progressive")
"""All but series of moves, which no other notation's games are (tests/rules/test_variants.py has them)."""


def rulebook(source: Notation, target: Notation, seed: int) -> str:
    """Dark Chess where one of the two can only tell that; else a rulebook that changes with the seed."""
    if "darkchess" in (source.id, target.id):
        return "dark"
    if "icc" in (source.id, target.id):
        return "icc"
    return sorted(set(RULES) - {"dark"})[seed % 9]


def possible(source: Notation, target: Notation) -> bool:
    """An ICC log and a Dark Chess perception are never of one game: their rules of movement differ."""
    return {source.id, target.id} != {"icc", "darkchess"}


def pairs() -> list[tuple[str, str]]:
    return [(a, b) for a in NAMES for b in NAMES if possible(notation(a), notation(b))]


def read_only(row: Notation, text: str) -> Record:
    chunks = [chunk for chunk in row.chunks(iter(text.splitlines(keepends=True))) if chunk.text.strip()]
    assert len(chunks) == 1
    return row.read(chunks[0]).record


def sums(account: Account, *parts: str) -> dict[str, int]:
    total: dict[str, int] = {}
    for part in parts:
        for kind, count in getattr(account, part).items():
            total[kind] = total.get(kind, 0) + count
    return total


@pytest.mark.parametrize(("start", "end"), pairs())
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_books_balance(start: str, end: str, seed: int) -> None:
    """A record in notation A is written in B, and B's text in JSON: the second reads what the first wrote."""
    a, b, json = notation(start), notation(end), notation("json")
    rules = rulebook(a, b, seed)
    record = random_record(seed + 50, rules=rules, plies=24, remarks=True)
    for listener in sorted({*a.views} - {"public"}):
        told = a.write(view(record, listener))  # type: ignore[arg-type]
        read = read_only(a, told).replace(rules=rules)
        if listener != "umpire" and listener not in b.views:
            with pytest.raises(ViewError):  # a plain score is the umpire's: nobody else knows both players' moves
                convert_record(read, b, rules=RULES[rules])
            continue
        wanted = listener if listener != "umpire" or "umpire" in b.views else b.views[0]
        out = convert_record(read, b, rules=RULES[rules], listener=wanted)  # type: ignore[arg-type]
        back = read_only(b, out.text)
        home = convert_record(back.replace(rules=rules, view=out.record.view), json, rules=RULES[rules])
        said, heard = (
            sums(out.account, "carried", "weakened", "derived"),
            sums(home.account, "carried", "weakened", "dropped"),
        )
        for table in (said, heard):  # the rulebook and the first position were supplied again
            table.pop("rules", None)
            table.pop("start", None)
        assert heard == said, f"{listener} → {wanted}\n{out.text}"
        if out.record.view == "umpire":
            whole = convert_record(read, json, rules=RULES[rules])
            held, kept = (sums(one.account, "carried", "weakened", "dropped") for one in (out, whole))
            held.pop("source", None)  # where a fact comes from is no fact of its own: it is counted where it is lost
            assert held == kept


@pytest.mark.parametrize(("start", "end"), pairs())
def test_there_and_back(start: str, end: str) -> None:
    """The law across two notations: what both can say comes back."""
    a, b = notation(start), notation(end)
    rules = rulebook(a, b, 3)
    record = random_record(7, rules=rules, plies=24)
    for listener in sorted({*a.views} & {*b.views} - {"public"}):
        told = view(record, listener)  # type: ignore[arg-type]
        first = project(told, a.carries)
        both = project(first, b.carries)
        middle = convert_record(first, b, rules=None if listener != "umpire" else RULES[rules], listener=listener)  # type: ignore[arg-type]
        back = read_only(b, middle.text).replace(rules=rules, start=record.start, view=told.view)
        kinds = {type(event) for event in both.events}
        due = [event for event in comparable(both).events if type(event).__name__ in ("Move", "Try", "Ask", "Answer")]
        resolved = convert_record(back, notation("json")).record
        got = [
            event for event in comparable(resolved).events if type(event).__name__ in ("Move", "Try", "Ask", "Answer")
        ]
        assert got == due, kinds
