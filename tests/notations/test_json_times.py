"""How often a try was made has one type in JSON; what earlier versions wrote is read."""

from __future__ import annotations

import io
import json
from typing import Any

import jsonschema
import pytest

from kriegnote.model.events import Try, Variation
from kriegnote.model.record import Record
from kriegnote.notations.registry import notation
from kriegnote.reporting.schema import FILE
from tests.support.schemas import published

ROW = notation("json")


def attempt(times: Any) -> Try:
    return Try(side="white", turn=3, move=None, text=None, verdict="refused", times=times)


def read(text: str) -> Record:
    (chunk,) = ROW.chunks(io.StringIO(text))
    record, findings = ROW.read(chunk)
    assert not findings
    return record


@pytest.mark.parametrize("times", [1, 3, (16, 17), None])
@pytest.mark.parametrize("inside", [False, True])
def test_a_range_is_two_numbers(times: Any, inside: bool) -> None:
    event = attempt(times)
    record = Record(events=(Variation(side="white", turn=3, events=(event,)) if inside else event,))
    text = ROW.write(record)
    told = json.loads(text)["events"][0]
    told = told["events"][0] if inside else told
    assert (told.get("times", 1), told.get("most")) == (times if isinstance(times, tuple) else (times, None))
    jsonschema.Draft202012Validator(json.loads(published(FILE))).validate(json.loads(text))
    (back,) = read(text).events
    assert (back.events[0] if isinstance(back, Variation) else back).times == times  # type: ignore[union-attr]


def test_what_earlier_versions_wrote_is_read() -> None:
    event = {"type": "try", "side": "white", "turn": 3, "move": None, "text": None, "verdict": None, "times": [16, 17]}
    (back,) = read(json.dumps({"schema": "kriegnote/1", "events": [event]})).events
    assert isinstance(back, Try) and back.times == (16, 17)


def test_a_comment_with_that_word_changes_nothing() -> None:
    told = {"schema": "kriegnote/1", "events": [{"type": "comment", "text": 'the "most"'}]}
    assert len(read(json.dumps(told)).events) == 1
