"""What a notation has written is read in that notation, without being told: as a record, not as a page with games."""

from __future__ import annotations

import re

import msgspec
import pytest

import kriegnote
from kriegnote.model.record import Record
from kriegnote.notations.registry import notations
from kriegnote.umpire.views import view
from tests.laws.test_law import cases
from tests.support.games import random_record
from tests.support.sample import part

GAMES = (("english", 0), ("rand", 0), ("icc", 4), ("english", 5), ("nost", 4))
SQUARE = re.compile(r"[a-h][1-8]\b")


def _told(record: Record) -> list[object]:
    return [record.headers, record.result, *(msgspec.structs.replace(event, span=None) for event in record.events)]


@pytest.mark.parametrize(("name", "listener"), [case for case in cases() if not notations()[case[0]].data])
def test_it_reads_the_same_whether_its_notation_is_named_or_not(name: str, listener: str) -> None:
    row = notations()[name]
    for rules, seed in GAMES:
        record = random_record(seed, rules=rules, remarks=row.carries.remarks or "umpire" in row.views)
        text = row.write(view(record, listener))  # type: ignore[arg-type]
        [named], [found] = kriegnote.read(text, name), kriegnote.read(text)
        assert _told(found.record) == _told(named.record), text


TAGGED = [case for case in cases() if case[0] in ("pgn", "maryland", "nost", "magari", "tries")]


@pytest.mark.parametrize(("name", "listener"), part(TAGGED, 2))
def test_a_misprint_does_not_change_how_a_text_with_tags_of_a_record_is_read(name: str, listener: str) -> None:
    row = notations()[name]
    for rules, seed in part([("english", 1), ("nost", 1), ("rand", 2)], 2):
        text = row.write(view(random_record(seed, rules=rules, hostile=False), listener))  # type: ignore[arg-type]
        squares = [*SQUARE.finditer(text, text.index("\n\n"))]
        for found in squares[:: len(squares) // 2]:
            damaged = text[: found.end() - 1] + "l" + text[found.end() :]
            [named], [read] = kriegnote.read(damaged, name), kriegnote.read(damaged)
            assert _told(read.record) == _told(named.record), damaged
