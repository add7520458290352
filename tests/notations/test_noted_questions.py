"""Signs for the usual question and its answers, learnt from the board."""

from __future__ import annotations

import pytest

from kriegnote.api import read
from kriegnote.model.events import Answer, Ask, Capture, Move

_SHEET = """\
Notes of a player who used signs of his own.

1 e4 NO d5
2 YES exd5 Qxd5
3 NO Nc3 Qa5
4 d4 NO e5
5 YES dxe5 Nc6
6 NO Nf3 Bg4
"""


@pytest.mark.parametrize(
    ("no", "yes"),
    [("any -,", "any +,"), ("chiesto z", "chiesto v"), ("q n,", "q y,"), ("Q/0,", "Q/1,"), ("dom. n", "dom. s")],
)
def test_a_word_with_two_signs_that_the_board_tells_apart_is_the_question(no: str, yes: str) -> None:
    (game,) = read(_SHEET.replace("NO", no).replace("YES", yes))
    events = game.record.events
    assert [one.text for one in events if isinstance(one, Move)] == (
        ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "d4", "e5", "dxe5", "Nc6", "Nf3", "Bg4"]
    )
    assert [one.any for one in events if isinstance(one, Answer)] == [False, True, False, False, True, False]
    asked = [(one.side, one.turn) for one in events if isinstance(one, Ask)]
    assert asked == [("black", 1), ("white", 2), ("white", 3), ("black", 4), ("white", 5), ("white", 6)]


def test_signs_that_the_board_does_not_tell_apart_are_no_answers() -> None:
    (game,) = read(_SHEET.replace("NO", "zz +,").replace("YES", "zz -,").replace("3 zz +,", "3 zz -,"))
    assert not [one for one in game.record.events if isinstance(one, Answer)]


@pytest.mark.parametrize("sign", ["°no", "P(no)", "zz: no"])
def test_a_sign_that_always_denies_truly_is_the_question(sign: str) -> None:
    text = _SHEET.replace("YES ", "").replace("NO", sign)
    (game,) = read(text)
    assert [one.any for one in game.record.events if isinstance(one, Answer)] == [False] * 4
    (game,) = read(text.replace("2 exd5", f"2 {sign} exd5"))
    assert not [one for one in game.record.events if isinstance(one, Answer)]


def test_squares_by_themselves_are_those_of_captures() -> None:
    text = "Notes.\n\n1 e4 hm, d5; 2 exd5:d5, Qxd5:d5; 3 Nc3, Qa5; 4 d4, e5; 5 dxe5:e5, Nc6; 6 Nf3, Bg4.\n"
    (game,) = read(text)
    found = [(one.side, one.turn, one.square) for one in game.record.events if isinstance(one, Capture)]
    assert found == [("white", 2, "d5"), ("black", 2, "d5"), ("white", 5, "e5")]


@pytest.mark.parametrize(
    ("words", "answers"),
    [("Sì.", [True]), ("Si.", [True]), ("Disse si.", [True]), ("Si rispose.", []), ("Non.", [False]), ("No.", [False])],
)
def test_si_is_an_answer_where_it_stands_last(words: str, answers: list[bool]) -> None:
    text = (
        "La partita cominciò con e4 e il Nero giocò d5. Il Bianco domandò se un pedone poteva prendere. "
        f"{words} Il Bianco giocò exd5 e il Nero riprese con la Donna, Dxd5."
    )
    (game,) = read(text)
    assert [one.any for one in game.record.events if isinstance(one, Answer)] == answers
