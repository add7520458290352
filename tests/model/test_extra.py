"""What a record says beside the model: carried through every step, or reported as lost."""

from __future__ import annotations

import io
import json

import msgspec
import pytest

from kriegnote.model.record import Record
from kriegnote.operations.conversion import convert_record, lookup, read_items
from kriegnote.umpire.views import view

MOVES = ("e2e4", "d7d5", "e4d5")
EVENTS = [
    {
        "type": "move", "side": ("white", "black")[ply % 2], "turn": ply // 2 + 1,
        "move": None, "text": text, "san": None, "extra": {"seconds": ply, "by": ["a", None]},
    }
    for ply, text in enumerate(("e4", "d5", "exd5"))
]  # fmt: skip
TEXT = json.dumps({"schema": "kriegnote/1", "rules": "rand", "extra": {"club": "Tuesday"}, "events": EVENTS})


def read() -> Record:
    (item,) = read_items(io.BytesIO(TEXT.encode()), "json")
    assert item.findings == []
    return item.record


def test_json_carries_it_past_the_umpire() -> None:
    done = convert_record(read(), lookup("json"))
    told = json.loads(done.text)
    assert told["extra"] == {"club": "Tuesday"}
    moves = [event for event in told["events"] if event["type"] == "move"]
    assert [event["move"] for event in moves] == list(MOVES)
    assert [event["extra"] for event in moves] == [event["extra"] for event in EVENTS]
    assert done.account.carried["extra"] == 1 and not done.account.lossy


@pytest.mark.parametrize("name", ["pgn", "san", "dialogue"])
def test_a_notation_with_comments_carries_it_in_a_tag(name: str) -> None:
    done = convert_record(read(), lookup(name))
    assert done.account.carried["extra"] == 1
    assert done.account.carried["move"] == 3
    (item,) = read_items(io.BytesIO(done.text.encode()), name)
    assert item.record.extra == {"club": "Tuesday"}
    assert [event.extra for event in item.record.events if event.extra] == [event["extra"] for event in EVENTS]


def test_another_notation_says_that_it_does_not() -> None:
    account = convert_record(read(), lookup("kriegspiel")).account
    assert account.dropped["extra"] == 1
    assert account.weakened["move"] == 3


@pytest.mark.parametrize("listener", ["white", "black", "public"])
def test_no_player_is_told(listener: str) -> None:
    seen = view(convert_record(read(), lookup("json")).record, listener)  # type: ignore[arg-type]
    assert seen.extra is msgspec.UNSET
    assert all(event.extra is None for event in seen.events)


def test_a_record_without_it_says_nothing_of_it() -> None:
    assert "extra" not in lookup("json").write(Record())
