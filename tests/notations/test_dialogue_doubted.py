"""Beside words that were not understood, what the board contradicts is not claimed."""

from __future__ import annotations

import pytest

from kriegnote.model.events import Capture, Check, Comment, Move, Try
from kriegnote.notations.dialogue import reader as dialogue
from kriegnote.text.source import Chunk

MOVES = "1. e4 e5\n2. Nf3 Nc6\n"


def test_a_check_that_nobody_gives_may_be_of_a_move_that_was_not_understood() -> None:
    read = dialogue.read(Chunk(f"{MOVES}White brought it out, blorp. Check on the long diagonal. 3... d6\n"))
    assert not any(isinstance(one, Check) for one in read.record.events)
    said = [one.message for one in read.findings if one.code == "KN109"]
    assert any("Check on the long diagonal" in one for one in said)
    assert any("Check on the long diagonal" in one.text for one in read.record.events if isinstance(one, Comment))


def test_a_try_of_a_player_who_is_named_stays_whatever_board_a_misread_move_leads_to() -> None:
    text = "1. e4 e5\n2. c4 Nc6\nHe gropes about.\nWhite tries ♗xf7; the umpire answers “illegal move”.\n3. d3 d6\n"
    read = dialogue.read(Chunk(text))
    assert [(one.text, one.verdict) for one in read.record.events if isinstance(one, Try)] == [("♗xf7", "illegal")]


def test_a_reason_put_in_before_the_umpires_answer_parts_nothing() -> None:
    text = "1. e4 e5\nWhite tries Ke3, but since it is impossible, the umpire says “illegal”.\n2. d3 d6\n"
    read = dialogue.read(Chunk(text))
    assert [(one.text, one.verdict) for one in read.record.events if isinstance(one, Try)] == [("Ke3", "illegal")]


def test_where_all_is_understood_it_is_the_umpires_slip() -> None:
    read = dialogue.read(Chunk(f"{MOVES}Check on the long diagonal.\n3. Bb5 a6\n"))
    assert any(isinstance(one, Check) for one in read.record.events)


def test_who_he_is_nobody_knows_behind_a_move_that_may_be_lost() -> None:
    read = dialogue.read(Chunk("1. e4 e5\nWhite was blorped to castle.\nHe plays knight to f6.\n4. O-O Bc5\n"))
    assert [one.text for one in read.record.events if isinstance(one, Move)] == ["e4", "e5", "O-O", "Bc5"]


@pytest.mark.parametrize(
    ("words", "announced"),
    [
        ("Umpire: Capture.\nWhite: Nxe5.", 2),
        ("The umpire announces a capture. White plays Nxe5.", 2),
        ("White took it with 3. Nxe5.", 1),
    ],
)
def test_a_wrong_announcement_is_kept_and_words_that_lead_up_to_a_move_are_none(words: str, announced: int) -> None:
    text = f"1. e4, e5 2. Nf3, Nc6\n{words}\nUmpire: Capture on e5.\n"
    events = dialogue.read(Chunk(text)).record.events
    assert sum(isinstance(one, Capture) for one in events) == announced
