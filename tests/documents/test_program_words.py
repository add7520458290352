"""Words that programs join or cut short in their logs are read as the words that they stand for."""

from __future__ import annotations

import io

import pytest

from kriegnote.documents.program_words import program_words
from kriegnote.model.events import Answer, Capture, Check, Move, Try
from kriegnote.operations.conversion import read_items

PLIES = (("w", "e2e4"), ("b", "d7d5"), ("w", "f2g3!"), ("w", "e4d5"), ("b", "d8d5"), ("w", "d2e3!"), ("w", "b1c3"),
         ("b", "d5e5"), ("w", "d1e2"), ("b", "c7d6!"), ("b", "c8g4"))  # fmt: skip


def line(side: str, move: str, accepted: str, refused: str) -> str:
    cut, said = move.rstrip("!"), refused if move.endswith("!") else accepted
    return f"Apr  2 19:11:0{len(cut)} host refd[77]: game 5 {side} move {cut} {said}"


@pytest.mark.parametrize(("accepted", "refused"), [("ACC", "REJ"), ("legal", "illeg"), ("acc", "ill"), ("OK", "REF")])
def test_answers_cut_short(accepted: str, refused: str) -> None:
    log = "\n".join(line(*ply, accepted, refused) for ply in PLIES) + "\n"
    (item,) = read_items(io.BytesIO(log.encode()))
    assert [one.text for one in item.record.events if isinstance(one, Move)] == [
        move for _, move in PLIES if not move.endswith("!")
    ]
    assert [one.text for one in item.record.events if isinstance(one, Try)] == ["f2g3", "d2e3", "c7d6"]


def test_words_joined() -> None:
    log = """# white=anna_k black=bo_2
WHITE PLAY e2e4 -> MOVE_DONE
BLACK PLAY d7d5 -> MOVE_DONE
WHITE ASK_ANY -> YES
WHITE PLAY e4d5 -> DONE, CAPTURE_ON d5
BLACK PLAY e7d6 -> ILLEGAL_MOVE
BLACK ASK_ANY -> NO_ANY
BLACK PLAY d8d5 -> DONE, CAPTURE_ON d5
WHITE PLAY f1b5 -> DONE, CHECK_LONG_DIAGONAL
"""
    (item,) = read_items(io.BytesIO(log.encode()))
    events = item.record.events
    assert dict(item.record.headers)["White"] == "anna_k"
    assert [one.any for one in events if isinstance(one, Answer)] == [True, False]
    assert [one.square for one in events if isinstance(one, Capture) and one.source == "recorded"] == ["d5", "d5"]
    assert [one.directions for one in events if isinstance(one, Check)][-1] == ("long",)
    assert [one.text for one in events if isinstance(one, Try)] == ["e7d6"]


def test_names_and_words_that_are_answers_stay() -> None:
    assert not [*program_words("White: queen_side  Black: Kt_f3\n1. e4 no 2. d4 no 3. c4 no")]
