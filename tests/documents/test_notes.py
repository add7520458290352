"""Notes below a score stand where their marks are."""

from __future__ import annotations

import pytest

from kriegnote.documents.games import read_document
from kriegnote.model.events import Comment, Move, Try

TITLE = "Mills - Nash, Bristol 1949\n\n"


@pytest.mark.parametrize(("mark", "colon"), [("[1]", ""), ("[^1]", ":"), ("[^a]", ":")])
def test_a_note_is_a_remark_behind_its_move(mark: str, colon: str) -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3{mark} Nc6 3. Bc4 Nf6\n\n{mark}{colon} The usual move, as\nin Leeds.\n"
    document = read_document(text)
    (game,) = document.games
    said = [event for event in game.record.events if isinstance(event, Comment)]
    assert [" ".join(one.text.split()) for one in said] == ["The usual move, as in Leeds."]
    index = game.record.events.index(said[0])
    assert isinstance(move := game.record.events[index - 1], Move) and move.text == "Nf3"
    assert said[0].line == 3
    assert text[game.start : game.end].strip() == text[len(TITLE) :].split("\n")[0]
    assert not document.left_out()


def test_tries_in_a_note_are_read_before_the_move_that_it_is_on() -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3 Nc6[1] 3. Bc4 Nf6\n\n[1] Black first tried exd4, in vain.\n"
    document = read_document(text)
    (game,) = document.games
    texts = [event.text for event in game.record.events if isinstance(event, Move | Try)]
    assert texts == ["e4", "e5", "Nf3", "exd4", "Nc6", "Bc4", "Nf6"]
    assert not document.left_out()


def test_a_mark_that_is_behind_no_move_stays() -> None:
    text = f"{TITLE}1. e4 e5 2. Nf3 Nc6\n\nAs is well known[1] this is old.\n\n[1] Since 1. d4.\n"
    (game,) = read_document(text).games
    assert not [event for event in game.record.events if isinstance(event, Comment)]
