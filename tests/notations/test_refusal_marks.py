"""Marks by which a text shows refusals, learnt from the board."""

from __future__ import annotations

import pytest

from kriegnote.api import read
from kriegnote.model.events import Move, Try
from kriegnote.parsing import Terminals

_SHEET = """\
1  e4 e5
2  Nf3 Nc6
3  {exd5} {e5} Bb5   a6
4  Ba4   {exd4} Nf6
5  O-O   {axb5} {hxg6} Be7
"""
_TRY = Terminals("common")["BRACES"]


@pytest.mark.parametrize("mark", ["{} (n),", "{} (zz),", "({}?)", "{} %", "~~{}~~", "{} ill,", "{} -> nyet,"])
def test_a_mark_beside_illegal_moves_alone_is_a_refusal(mark: str) -> None:
    (game,) = read(_TRY.sub(lambda found: mark.format(found[0][1:-1]), _SHEET))
    tries = [(one.side, one.text) for one in game.record.events if isinstance(one, Try)]
    moves = [one.text for one in game.record.events if isinstance(one, Move)]
    assert moves == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]
    assert tries == [("white", "exd5"), ("white", "e5"), ("black", "exd4"), ("black", "axb5"), ("black", "hxg6")]


def test_a_mark_beside_a_move_that_was_played_is_no_refusal() -> None:
    (game,) = read(_TRY.sub(lambda found: f"{found[0][1:-1]} (n),", _SHEET.replace("Bb5", "Bb5 (n)")))
    assert not [one for one in game.record.events if isinstance(one, Try)]


def test_an_impossible_try_is_one_if_its_number_says_whose_it_is() -> None:
    (game,) = read("1. e4 e5 2. Nd4 [zut] Nf3 Nc6 3. Bd7 [zut] Bc4 Bc5\n")
    assert [one.text for one in game.record.events if isinstance(one, Try)] == ["Nd4", "Bd7"]
    assert [one.text for one in game.record.events if isinstance(one, Move)] == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"]
