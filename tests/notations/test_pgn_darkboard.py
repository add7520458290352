"""Darkboard's extended PGN: announcements and refused tries in a comment behind each move."""

from __future__ import annotations

import pytest

import kriegnote
from kriegnote.model.events import Capture, Check, Comment, Move, PawnTries, Try
from kriegnote.notations.registry import notation

GAME = """\
[Event "ICC w16"]
[White "liam"]
[Black "Darkboard"]

1.   e4 {(:)}
     d5 {(P1:)}
2.   exd5 {(Xd5:)}
     Qxd5 {(Xd5:e5,Nc3,O-O)}
3.   Nc3 {(:)}
     Qe5+ {(CF:exd4,Qxe4+)}
1/2-1/2
"""


def test_tries_go_before_the_move_and_announcements_behind_it() -> None:
    [item] = kriegnote.read(GAME)
    record = item.record
    assert not item.findings and record.rules == "icc"
    assert record.silence == ("capture", "check", "pawn_tries")
    shown = [
        (type(event).__name__, event.side, event.turn)
        for event in record.events
        if isinstance(event, Move | Try | Capture | Check | PawnTries)
    ]
    assert shown == [
        ("Move", "white", 1), ("Move", "black", 1), ("PawnTries", "white", 2),
        ("Move", "white", 2), ("Capture", "white", 2),
        ("Try", "black", 2), ("Try", "black", 2), ("Try", "black", 2), ("Move", "black", 2), ("Capture", "black", 2),
        ("Move", "white", 3),
        ("Try", "black", 3), ("Try", "black", 3), ("Move", "black", 3), ("Check", "black", 3),
    ]  # fmt: skip
    assert [event.directions for event in record.events if isinstance(event, Check)] == [("file",)]
    assert "".join(GAME[slice(*event.span)] for event in sorted(record.events, key=lambda one: one.span)) == GAME  # type: ignore[arg-type,misc]


def test_the_umpire_agrees() -> None:
    legal = GAME.replace("e5,Nc3,O-O", "Qxd2,Bb4").replace(":exd4,Qxe4+", ":")
    found = [one.code for one in kriegnote.check(legal)]
    assert "KN322" not in found and "KN301" not in found


@pytest.mark.parametrize("comment", ["(: a smile)", "(:", "see (Xd5:) there", "(X d5:)", "(K)", "(P1:yes)"])
def test_other_words_are_a_comment(comment: str) -> None:
    [item] = kriegnote.read(f"1. e4 {{{comment}}} e5 *", "pgn")
    assert [event.text for event in item.record.events if isinstance(event, Comment)] == [comment]
    assert not item.findings


def test_a_comment_that_looks_like_it_comes_back_as_a_comment() -> None:
    record = kriegnote.Record(
        events=(Move(side="white", turn=1, move="e2e4", text=None, san="e4"), Comment(text="(Xd5:)"))
    )
    [done] = kriegnote.convert(record, "pgn")
    [item] = kriegnote.read(done.text, "pgn")
    assert [event.text for event in item.record.events if isinstance(event, Comment)] == ["(Xd5:)"]


def test_a_check_in_two_directions_is_one() -> None:
    [item] = kriegnote.read('[Event "ICC w16"]\n\n1. e4 {(:)} e5 {(CFN:)} *', "pgn")
    [check] = [event for event in item.record.events if isinstance(event, Check)]
    assert (check.side, check.directions) == ("black", ("file", "knight"))


@pytest.mark.parametrize(("filtered", "view", "text"), [("white", "black", None), ("no", "umpire", "--")])
def test_a_filtered_game_is_the_record_of_the_player_whose_moves_it_shows(
    filtered: str, view: str, text: str | None
) -> None:
    [item] = kriegnote.read(f'[Event "ICC w16"]\n[Filtered "{filtered}"]\n\n1. -- d5 2. -- {{one}} d4 *', "pgn")
    assert item.record.view == view
    assert item.record.header("Filtered") == filtered
    first, *_, last = item.record.events
    assert isinstance(first, Move) and first.text == text
    assert isinstance(last, Move) and last.text == "d4"


def test_it_is_written_as_darkboard_writes_it() -> None:
    [item] = kriegnote.read(GAME)
    text = notation("darkboard").write(item.record)
    moves = " ".join(text.split("\n\n")[1].split())
    assert moves == (
        "1. e4 {(:)} 1... d5 {(P1:)} 2. exd5 {(Xd5:)} 2... Qxd5 {(Xd5:e5,Nc3,O-O)} "
        "3. Nc3 {(:)} 3... Qe5+ {(CF:exd4,Qxe4+)} 1/2-1/2"
    )


def test_a_record_that_is_silent_about_nothing_says_so() -> None:
    record = kriegnote.Record(events=(Move(side="white", turn=1, move="e2e4", text=None, san="e4"),), rules="english")
    text = notation("darkboard").write(record)
    assert text.startswith('[Rules "english"]\n[Silence ""]\n\n1. e4')
    [item] = kriegnote.read(text)
    assert item.record.silence == () and not item.record.headers
