"""The dialect ``[%kn …]`` says every event of the model, field by field."""

from __future__ import annotations

import io
from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kriegnote.model import events as ev
from kriegnote.model.record import Record
from kriegnote.notations.loss import strip
from kriegnote.operations.conversion import lookup, read_items
from kriegnote.umpire.adjudication import adjudicate

PGN = lookup("pgn")
SQUARES = st.sampled_from([file + rank for file in "abcdefgh" for rank in "12345678"])
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=12)
SIDES, TURNS = st.sampled_from(["white", "black", None]), st.sampled_from([1, 2, 17, None])
UCI = st.sampled_from(["e2e4", "g1f3", "b7b8q", "e1g1"])
RESULTS = st.sampled_from(["1-0", "0-1", "1/2-1/2", "*", None])


def told(kind: type[Any], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(kind, side=SIDES, turn=TURNS, **fields)


BOOL = st.sampled_from([True, False, None])
COUNT = st.sampled_from([0, 1, 4, None])
TIMES = st.sampled_from([1, 2, 7, None, (16, 17)])
VERDICTS = st.sampled_from([*get_args(ev.Verdict), None])
MEN = st.sampled_from([*get_args(ev.Man), None])
WORDS = st.sampled_from(["Nf3", "exd5", "O-O", "illegal", "Nf3 illegal; no", "♘f3", "??", "--", "", "e2e4"])
OPTIONS = st.lists(st.builds(ev.Option, UCI, st.sampled_from([0.5, 0.3333, 1e-05])), min_size=2, max_size=3).map(tuple)
TOLD = st.one_of(
    told(ev.PawnTries, any=BOOL, count=COUNT, squares=st.none() | st.lists(SQUARES, max_size=3).map(sorted).map(tuple)),
    told(ev.Ask, what=st.sampled_from(["any", "rebuffs", "material"])),
    told(ev.Answer, any=BOOL, count=COUNT),
    told(ev.Try, move=UCI, text=st.none(), verdict=VERDICTS, times=TIMES),
    told(ev.Try, move=st.none(), text=WORDS | TEXT | st.none(), verdict=VERDICTS, times=TIMES),
    told(
        ev.Capture,
        square=st.none() | SQUARES,
        captured=MEN,
        by=st.sampled_from(["pawn", "piece", None]),
        en_passant=BOOL,
    ),
    told(ev.Check, directions=st.sets(st.sampled_from(get_args(ev.Direction)), max_size=2).map(sorted).map(tuple)),
    told(ev.Promotion),
    told(
        ev.Reveal,
        seen=st.dictionaries(SQUARES, st.sampled_from(["P", "K", None]), max_size=3),
        lines=st.lists(st.tuples(SQUARES, SQUARES), max_size=2).map(tuple),
    ),
    told(ev.End, reason=st.sampled_from(get_args(ev.Reason)), result=RESULTS),
    told(ev.Nag, code=st.integers(0, 255)),
    told(ev.Junk, text=TEXT.filter(bool)),
    told(ev.Move, move=st.none(), text=st.none() | WORDS | TEXT, san=st.none(), options=st.none() | OPTIONS),
    st.builds(ev.Comment, text=TEXT, heard=st.sampled_from(["umpire", "white", "black", "public"])),
)
LINES = st.lists(TOLD, max_size=6)
ALL = st.lists(TOLD | told(ev.Variation, events=LINES.map(tuple)), max_size=8)


def bare(event: Any) -> Any:
    """What is compared: no place, no provenance, and no parts, which follow from the text."""
    return strip(event)


def test_a_word_in_the_dialect_is_no_move_however_plies_are_numbered() -> None:
    junk = ev.Junk(text="0", side="white", turn=1)
    record = Record(events=(junk, ev.Move(side="black", turn=1, move=None, text=None, san=None)))
    [item] = read_items(io.BytesIO(PGN.write(record).encode()), "pgn")
    assert [bare(event) for event in item.record.events] == [bare(event) for event in record.events]


def test_words_that_a_record_calls_junk_are_no_end_of_the_game() -> None:
    first = ev.Move(side="white", turn=1, move=None, text="e4", san=None)
    record = Record(events=(first, ev.Junk(text="draw", side="black", turn=1)), result="*")
    [item] = read_items(io.BytesIO(PGN.write(record).encode()), "pgn")
    assert [bare(event) for event in item.record.events] == [bare(event) for event in record.events]
    assert item.record.result == "*"


def test_the_end_of_a_variation_is_no_result() -> None:
    mate = ev.End(side="white", turn=1, reason="checkmate", result="1-0")
    heard = ev.PawnTries(side="white", turn=1, any=True, count=0, squares=None)
    text = PGN.write(Record(events=(heard, ev.Variation(side="white", turn=1, events=(mate,))), result="*"))
    [item] = read_items(io.BytesIO(text.encode()), "pgn")
    assert item.record.result == "*"


def test_a_move_that_stays_open_keeps_what_was_printed_beside_what_is_likeliest() -> None:
    options = (ev.Option("d7d6", 0.9), ev.Option("d7d5", 0.1))
    first = ev.Move(side="white", turn=1, move="e2e4", text="e4", san="e4")
    found = ev.Move(side="black", turn=1, move="d7d6", text="d8", san="d6", options=options)
    text = PGN.write(Record(events=(first, found)))
    [item] = read_items(io.BytesIO(text.encode()), "pgn")
    back = adjudicate(item.record)
    assert back.findings == []
    [_, move] = back.record.events
    assert isinstance(move, ev.Move)
    assert (move.text, move.move, move.san, move.options) == ("d8", "d7d6", "d6", options)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(ALL)
def test_every_event_comes_back_field_by_field(told_events: list[Any]) -> None:
    record = Record(events=tuple(told_events), result="*")
    text = PGN.write(record)
    items = list(read_items(io.BytesIO(text.encode()), "pgn"))
    assert len(items) == 1, text
    back = items[0].record
    assert [bare(event) for event in back.events] == [bare(event) for event in record.events], text
    assert PGN.write(back) == text
