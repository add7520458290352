"""A player's own record with words that cannot be read: his men, his tries and what he heard say what they were."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import read_items
from kriegnote.operations.one_sided import settled
from kriegnote.text.writing import PLAIN
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view
from tests.support.games import random_record

LOG = (Path(__file__).parent.parent.parent / "examples" / "icc" / "game-8.log").read_text("utf-8")
OPENING = "".join(LOG.splitlines(keepends=True)[:110])
"""Its first twelve turns."""


def read(text: str) -> Record:
    return next(read_items(io.BytesIO(text.encode()), "icc")).record


def own(record: Record) -> list[str | None]:
    return [event.move for event in record.events if isinstance(event, Move) and event.side == record.view]


def test_a_record_that_can_be_read_is_left_alone() -> None:
    record = read(LOG)
    done = settled(record)
    assert done.record is record
    assert not done.findings


def test_words_are_read_by_what_was_heard() -> None:
    """A square that is none, a line that nobody can read, a letter for a figure: the capture heard, the tries and the
    moves behind them leave one reading of each."""
    damaged = OPENING
    for line, other in (("5. .. cxd4", "5. .. cxd9"), ("6. .. Qc7", "6. .. Qc?"), ("10. .. e5", "10. .. eS")):
        assert line in damaged
        damaged = damaged.replace(line, other)
    done = settled(read(damaged))
    assert own(done.record) == own(adjudicate(read(OPENING), announce=False).record)
    assert [(one.code, one.line) for one in done.findings] == [("KN202", 41), ("KN202", 53), ("KN202", 89)]
    assert [one.fix.new for one in done.findings if one.fix] == ["cxd4", "Qc7", "e5"]


def test_what_stays_open_has_its_options() -> None:
    text = "White's move.\n\n1. e%\n\nBlack's move.\n\n1. .. ?\n\nWhite's move.\n\n2. Nf3\n\nBlack's move.\n"
    done = settled(read(text))
    first = next(event for event in done.record.events if isinstance(event, Move))
    assert {option.move for option in (first.options or ())[:2]} == {"e2e3", "e2e4"}
    assert sum(option.weight for option in (first.options or ())[:2]) > 0.8
    assert done.ending == "open"
    assert [one.code for one in done.findings] == ["KN203"]


@pytest.mark.parametrize("seed", range(4))
def test_the_truth_is_among_the_readings(seed: int) -> None:
    """One of a player's moves with a wrong letter in it."""
    rng = random.Random(seed)
    heard = view(random_record(seed, rules="icc", plies=16, comments=False, headers=False), "white")
    lines = notation("icc").write(heard, PLAIN).splitlines(keepends=True)
    at = rng.choice([n for n, line in enumerate(lines) if line[0].isdigit() and ".. " not in line])
    place = lines[at].rindex(" ") + 1 + rng.randrange(len(lines[at].split()[-1]))
    lines[at] = lines[at][:place] + "%" + lines[at][place + 1 :]
    done = settled(read("".join(lines)))
    found = [
        {event.move} if event.move else {option.move for option in event.options or ()}
        for event in done.record.events
        if isinstance(event, Move) and event.side == "white"
    ]
    assert len(found) == len(own(heard))
    assert all(move in able for move, able in zip(own(heard), found, strict=True))
