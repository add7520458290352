"""The perception notation of Dark Chess."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Capture, Check, Comment, End, Event, Junk, Move, Reveal
from kriegnote.model.record import Record
from kriegnote.notations.detection import detect
from kriegnote.notations.registry import notation
from kriegnote.text.source import Chunk
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "darkchess"
ROW = notation("darkchess")


def read(text: str) -> tuple[Record, list[Finding]]:
    chunks = list(ROW.chunks(iter(text.splitlines(keepends=True))))
    assert len(chunks) == 1
    record, findings = ROW.read(chunks[0])
    spans = sorted(event.span for event in record.events if event.span)
    assert "".join(text[start:end] for start, end in spans) == text
    return record, findings


def events(text: str, kind: type[Event]) -> list[Any]:
    return [event for event in read(text)[0].events if isinstance(event, kind)]


def shown(text: str) -> list[tuple[int | None, dict[str, str | None], tuple[tuple[str, str], ...]]]:
    return [(one.turn, dict(one.seen), one.lines) for one in read(text)[0].events if isinstance(one, Reveal)]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("3.-, Bb7(Pg2)\n", [(3, {"g2": "P"}, ())]),
        ("7.( ♗f3), ♕c8\n", [(7, {"f3": "B"}, ())]),
        ("9.( ♗d6), cxd6(/ ♕c8-Pc3)\n", [(9, {"d6": "B"}, ()), (9, {"c3": "P"}, (("c8", "c3"),))]),
        ("16.(e4), e6\n", [(16, {"e4": None}, ())]),
        ("22.( ♘c3/ ♗a6-f1), ♔d7\n", [(22, {"c3": "N"}, (("a6", "f1"),))]),
        ("36.(Pe5/Pd5-d4), ♗×e5(Ph2, ♖c3)\n", [(36, {"e5": "P"}, (("d5", "d4"),)), (36, {"c3": "R", "h2": "P"}, ())]),
        ("26.-, Bd6(Ph2/ Qb8-Pb2, a1-a8)\n", [(26, {"b2": "P", "h2": "P"}, (("b8", "b2"), ("a1", "a8")))]),
        ("5. Ac4(Pf7), (Te8)\n", [(5, {"f7": "P"}, ()), (5, {"e8": "R"}, ())]),
    ],
)
def test_what_a_move_showed(text: str, due: object) -> None:
    assert shown(text) == due


def test_his_man_taken_and_a_check_noted() -> None:
    text = "15.(x ♘e4), d5(Pd4, ♗e4)\n16.(x), e6\n27.( ♕b5+), ♕×b5\n"
    assert [(one.side, one.square, one.captured) for one in events(text, Capture)] == [
        ("white", "e4", "N"),
        ("white", None, None),
    ]
    assert [(one.side, one.directions) for one in events(text, Check)] == [("white", ())]


def test_whose_record_it_is_shows() -> None:
    assert read("1.-, e5\n2.(Pd4), exd4\n")[0].view == "black"
    assert read("1. e4, -\n2. d4(Pe5), (Pd5)\n")[0].view == "white"
    assert read('[View "white"]\n\n1. e4\n')[0].view == "white"


def test_the_opponents_move_is_hidden_and_always_there() -> None:
    moves = events("1.-, e5\n2.(Pd4), exd4\n3. ..., Nf6\n4.(x Nf6) Il Nero abbandona\n", Move)
    assert [(one.side, one.turn, one.text) for one in moves] == [
        ("white", 1, None), ("black", 1, "e5"), ("white", 2, None), ("black", 2, "exd4"), ("black", 3, "Nf6"),
        ("white", 4, None),
    ]  # fmt: skip


def test_a_comma_left_out_is_understood() -> None:
    assert [event.text for event in events("1.- e5\n2.(Pd4) exd4\n", Move)] == [None, "e5", None, "exd4"]
    assert [event.text for event in events("1. e4 -\n2. D4 (Pe5), -\n", Move)] == ["e4", None, "D4", None]


def test_a_resignation_is_an_end() -> None:
    (end,) = events("44.(x ♖h2) Il Nero abbandona\n", End)
    assert isinstance(end, End)
    assert (end.side, end.turn, end.reason) == ("black", 44, "resignation")


def test_prose_is_a_comment_and_the_player_heard_it() -> None:
    (comment,) = events("2.-, b5 he hopes for no g3 and Bg2.\n3.-, Bb7\n", Comment)
    assert isinstance(comment, Comment)
    assert (comment.text, comment.heard) == ("he hopes for no g3 and Bg2.", "black")


def test_a_missing_number_is_found_and_the_board_no_longer_trusted() -> None:
    record, findings = read("1.-, e5\n2.-, d5\n4.-, d4\n")
    assert [(one.code, one.line) for one in findings] == [("KN401", 3)]
    told = adjudicate(record)
    assert [one.code for one in told.findings] == ["KN210"]
    assert [event.move for event in told.record.events if isinstance(event, Move) and event.side == "black"] == [
        "e7e5", "d7d5", None,
    ]  # fmt: skip


def test_game_37_is_read_whole_and_misses_only_move_41() -> None:
    text = (EXAMPLES / "game-37.txt").read_text("utf-8")
    assert detect(text) == "darkchess"
    record, findings = read(text)
    assert [(one.code, one.message) for one in findings] == [("KN401", "move 42 follows move 40: move 41 is missing")]
    assert sum(isinstance(event, Reveal) for event in record.events) == 40
    assert [one.code for one in adjudicate(record).findings] == ["KN210"]


def test_the_full_game_gives_the_players_record() -> None:
    full = adjudicate(notation("san").read(Chunk((EXAMPLES / "game-37-full.txt").read_text("utf-8"))).record).record
    lines = ROW.write(view(full, "black")).splitlines()
    for line in ("3.-, Bb7(Pg2)", "15.(xNe4), d5(Pd4, Be4)", "16.(e4), e6", "22.(Nc3/ a6-f1), Kd7", "30.-, h4",
                 "43.-, Rh2(Kh1, Ph5)", "44.(xRh2)"):  # fmt: skip
        assert line in lines
    white = ROW.write(view(full, "white")).splitlines()
    for line in ("4. Qc2(Ph7), -", "14. Nxe4(xPe4, Nf6), (xNe4, Ne4)", "32. fxg3(xPg3), (xPg3, Pg3/ h2-h4)"):
        assert line in white


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1.-, e5\n2.-, %%& d5\n3.-, c5\n", "KN101"),
        ("1.-, e5(Pd4\n2.-, d5\n", "KN101"),
        ("1.-, e5 {never closed\n2.-, d5\n", "KN102"),
        ("1.-, e5)\n2.-, d5\n", "KN101"),
    ],
)
def test_one_bad_turn_never_hides_the_next(text: str, code: str) -> None:
    record, findings = read(text)
    assert {one.code for one in findings} == {code}
    if code != "KN102":
        assert any(isinstance(event, Move) and event.text in ("d5", "c5") for event in record.events)
        assert any(isinstance(event, Junk) for event in record.events)


def test_two_games_in_one_file() -> None:
    text = "1.-, e5\n2.-, d5 0-1\n1.-, c5\n2.-, b5\n"
    assert [chunk.line for chunk in ROW.chunks(iter(text.splitlines(keepends=True)))] == [1, 3]


def test_a_scrambled_figurine_is_named_and_two_men_are_not_chosen_between() -> None:
    told = adjudicate(read("1.-, ♖f6\n2.-, b5\n3.-, ♕b7(Pg2)\n4.-, ♘a6\n")[0])
    assert [(one.code, one.line) for one in told.findings] == [("KN202", 1), ("KN202", 3)]
    open_ = adjudicate(read("1.-, b5\n2.-, ♖a6\n3.-, e5\n")[0])
    assert [one.message for one in open_.findings] == ["♖a6 could be Ba6 or Na6"]
    assert [event.move for event in open_.record.events if isinstance(event, Move) and event.side == "black"] == [
        "b7b5", None, None,
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["NfE", "Zg8", "♗g9", "d9", "Nf", "bS", "exdS"])
def test_a_word_that_is_no_move_is_named_and_keeps_its_ply(word: str) -> None:
    record, findings = read(f"1. e4, -\n2. {word}, -\n3. d4, -\n")
    assert [(one.code, one.message, one.line, one.column) for one in findings] == [
        ("KN101", f"this is not a move: {word!r}", 2, 4)
    ]
    assert [(e.turn, e.text) for e in record.events if isinstance(e, Move) and e.side == "white"] == [
        (1, "e4"),
        (2, word),
        (3, "d4"),
    ]


def test_a_turn_told_twice_is_found() -> None:
    findings = read("1.-, Nf6\n2.-, b5\n2.-, a5\n3.-, e6\n")[1]
    assert [(one.code, one.line) for one in findings] == [("KN401", 3)]
    assert "is printed twice" in findings[0].message
