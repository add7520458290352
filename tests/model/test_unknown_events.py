"""An event whose type this version does not know is kept, and nobody hears of it who need not."""

from __future__ import annotations

import io
import json

import pytest

from kriegnote.model.events import Move, Unknown
from kriegnote.model.record import Record
from kriegnote.notations.registry import notations
from kriegnote.operations.conversion import convert_record, lookup, read_items
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view

HINT = {"type": "hint", "side": "white", "turn": 2, "word": 'hot}"', "men": [{"at": "e4"}]}
MOVE = {"type": "move", "side": "white", "turn": 1, "move": "e2e4", "text": None, "san": "e4"}


def read(text: str, notation: str = "json") -> tuple[Record, list[str]]:
    (item,) = read_items(io.BytesIO(text.encode()), notation)
    return item.record, [one.code for one in item.findings]


def text_of(*events: object) -> str:
    return json.dumps({"schema": "kriegnote/1", "events": events})


def test_it_is_kept_with_a_finding_and_written_as_it_was() -> None:
    record, codes = read(text_of(MOVE, HINT))
    assert codes == ["KN111"]
    assert isinstance(record.events[0], Move)
    unknown = record.events[1]
    assert isinstance(unknown, Unknown) and (unknown.side, unknown.turn, unknown.raw) == ("white", 2, HINT)
    told = json.loads(convert_record(record, lookup("json")).text)
    assert told["events"][1] == HINT


def test_in_a_variation_too() -> None:
    record, codes = read(text_of(MOVE, {"type": "variation", "side": "white", "turn": 1, "events": [MOVE, HINT]}))
    assert codes == ["KN111"]
    assert json.loads(lookup("json").write(record))["events"][1]["events"][1] == HINT


@pytest.mark.parametrize("strange", [{"type": "hint"}, HINT | {"side": "red", "turn": "two"}, HINT | {"turn": -5}])
def test_whatever_its_fields_are(strange: dict[str, object]) -> None:
    record, _ = read(text_of(strange))
    assert isinstance(record.events[0], Unknown)
    assert json.loads(lookup("json").write(record))["events"] == [strange]


def test_pgn_carries_it_and_comes_back() -> None:
    record, _ = read(text_of(MOVE, HINT))
    back, codes = read(lookup("pgn").write(record), "pgn")
    assert codes == []
    assert json.loads(lookup("json").write(back))["events"][-1] == HINT


@pytest.mark.parametrize("name", [name for name in notations() if name not in ("json", "pgn", "icc", "darkchess")])
def test_the_other_notations_say_that_they_drop_it(name: str) -> None:
    record, _ = read(text_of(MOVE, HINT))
    done = convert_record(record, lookup(name))
    assert done.account.dropped.get("unknown") == 1
    assert "hot" not in done.text


@pytest.mark.parametrize("listener", ["white", "black", "public"])
def test_no_player_is_told(listener: str) -> None:
    record, _ = read(text_of(MOVE, HINT))
    assert not any(isinstance(event, Unknown) for event in view(record, listener).events)  # type: ignore[arg-type]


@pytest.mark.parametrize("listener", ["umpire", "white"])
def test_an_umpire_passes_over_it(listener: str) -> None:
    record, _ = read(text_of(MOVE, HINT, MOVE | {"side": "black", "move": "e7e5", "san": "e5"}))
    checked = adjudicate(record.replace(view=listener, rules="rand"))
    assert [event for event in checked.record.events if isinstance(event, Unknown)] == [record.events[1]]


def test_what_is_wrong_beside_it_is_still_found() -> None:
    record, codes = read(text_of(HINT, MOVE | {"turn": "one"}))
    assert record.events == () and codes == ["KN107"]
