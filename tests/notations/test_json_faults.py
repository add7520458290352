"""What is wrong with JSON that is no record, in words; the places and kinds come from msgspec's own messages.

A release of msgspec that words them otherwise fails here.
"""

from __future__ import annotations

import io

import pytest

from kriegnote.notations.registry import notation
from kriegnote.text.source import Chunk

MOVE = {"type": '"move"', "side": '"white"', "turn": "1", "move": "null", "text": "null", "san": "null"}


def record(*events: str, **fields: str) -> str:
    """A record's JSON, with these fields beside its events."""
    said = {"schema": '"kriegnote/1"', "events": f"[{', '.join(events)}]"} | fields
    return "{" + ", ".join(f'"{name}": {value}' for name, value in said.items()) + "}"


def event(**fields: str | None) -> str:
    """A move's JSON with some fields changed; None: left out."""
    changed = {name: value for name, value in (MOVE | fields).items() if value is not None}
    return "{" + ", ".join(f'"{name}": {value}' for name, value in changed.items()) + "}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"schema": "kriegnote/1", "events": [', "the JSON ends here, but not all its brackets are closed"),
        ('{“schema”: "kriegnote/1"}', "JSON does not use these quotation marks"),
        ('{"schema": "kriegnote/1" "events": []}', "not JSON: expected ',' or '}'"),
        (record(events="[" * 3000 + "]" * 3000), "nested more than 100 deep"),
        ("3", "the record is 3; expected an object"),
        (record(events="{}"), "events is wrong; expected a list"),
        (record("3"), "events is 3; expected an object (event 1)"),
        (record(view='"red"'), "view is 'red'; expected umpire, white, black or public"),
        (record(result="1"), "result is 1; expected 1-0, 0-1, 1/2-1/2, * or null"),
        (record(headers='[["White"]]'), "headers is wrong; expected a list of 2"),
        (record(silence="[1]"), "silence is 1; expected text"),
        (record(event(side='"green"')), "side is 'green'; expected white, black or null (event 1)"),
        (record(event(), event(turn='"one"')), "turn is 'one'; expected a number or null (event 2)"),
        (record(event(text="3")), "text is 3; expected text or null (event 1)"),
        (record(event(parts="5")), "parts is 5; expected an object or null (event 1)"),
        (record(event(span="[1]")), "span is wrong; expected a list of 2 (event 1)"),
        (record(event(turn=None)), "a move needs the field 'turn', which is missing here (event 1)"),
        (record(event(type=None)), "an event needs the field 'type', which is missing here (event 1)"),
        (record('{"type": "pawn_tries", "any": "yes"}'), "any is 'yes'; expected true or false or null (event 1)"),
        (record('{"type": "nag", "code": 1.5}'), "code is 1.5; expected a number (event 1)"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(text: str, message: str) -> None:
    (found,) = notation("json").read(Chunk(text)).findings
    assert found.message == message
    assert found.code == ("KN103" if "nested" in message else "KN107")


def test_every_line_is_a_record_of_its_own_behind_one_that_was_never_closed() -> None:
    text = '{"schema":"kriegnote/1"}\n{broken\n[1,2]\n{"events":[]}\n{\n"headers": {},\n  "x": [1]\n}\n{"events":[\n'
    cut = [(chunk.line, chunk.text.count("\n")) for chunk in notation("json").chunks(io.StringIO(text))]
    assert cut == [(1, 1), (2, 1), (3, 1), (4, 1), (5, 4), (9, 1)]
