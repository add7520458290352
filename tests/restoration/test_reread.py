"""Plies that a reader kept as comments."""

from __future__ import annotations

import io

from kriegnote.model.events import Comment, Move
from kriegnote.operations.conversion import read_items
from kriegnote.restoration.reread import reread
from kriegnote.restoration.restorer import repair


def places(text: str) -> list[tuple[str, str | None, int | None]]:
    """The moves and comments of a score, read again: what they are, their text and column."""
    (item,) = read_items(io.BytesIO(text.encode()), "san")
    events = reread(item.record).events
    return [(type(one).__name__, one.text, one.column) for one in events if isinstance(one, Move | Comment)]


def test_castling_in_words_is_a_ply_where_one_is_missing_and_nothing_of_the_rest_is_lost() -> None:
    assert places("4. O-O arrocco corto 5. d3")[1:2] == [("Move", "arrocco corto", 8)]
    assert places("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O arrocco corto arrocco corto 5. d3")[7:10] == [
        ("Move", "arrocco corto", 39),
        ("Comment", "arrocco corto", 53),
        ("Move", "d3", 70),
    ]


def test_a_single_letter_is_what_is_left_of_a_ply_where_one_is_missing() -> None:
    text = "1. e4, e5\n2. Nf3, d; 3. d4\n3. -, exd4\n4. Nxd4, Nf6\n"
    (item,) = read_items(io.BytesIO(text.encode()), "dialogue")
    assert any(isinstance(one, Comment) for one in item.record.events)
    words = [one.text for one in reread(item.record).events if isinstance(one, Move | Comment)]
    assert words == ["e4", "e5", "Nf3", "d", "d4", "exd4", "Nxd4", "Nf6"]


def test_a_sentence_with_squares_stays_a_comment() -> None:
    words = "then came e four"
    assert places(f"1. e4 e5 2. Nf3 {words} 3. d3")[3] == ("Comment", words, 17)


def test_a_word_that_was_read_as_one_move_is_not_divided_afterwards() -> None:
    text = "1. e4, g6 2. ♙c4, ♙g7 3. ♗f3, ♘c6 4. ♖�white�f7# 1-0\n"
    (item,) = read_items(io.BytesIO(text.encode()), "san")
    once = repair([item.record])[0].record
    assert [one.text for one in once.events if isinstance(one, Move)][-1] == "♖�white�f7#"
    assert repair([once])[0].record is once
