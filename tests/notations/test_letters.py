"""Men's letters of six languages: what is written in them is read as it was meant, in every notation that has moves."""

from __future__ import annotations

from typing import get_args

import pytest

from kriegnote.model.events import Move, Try
from kriegnote.model.printed_moves import Spelling
from kriegnote.notations.registry import notation
from kriegnote.text.source import Chunk
from kriegnote.text.writing import Style
from kriegnote.umpire.adjudication import adjudicate
from tests.support.games import random_record

NAMES = ("san", "tries", "pgn", "nost", "magari", "dialogue")


@pytest.mark.parametrize("pieces", get_args(Spelling))
@pytest.mark.parametrize("name", NAMES)
def test_letters_are_read_as_they_were_meant(name: str, pieces: Spelling) -> None:
    row = notation(name)
    for seed in range(6):
        record = adjudicate(random_record(seed, plies=(2, 4, 12, 60)[seed % 4])).record
        text = row.write(record, Style("en", pieces))
        plain = row.write(record, Style("en", "en"))
        read, meant = (adjudicate(row.read(Chunk(one)).record).record for one in (text, plain))
        moves, wanted = ([e.move for e in one.events if isinstance(e, (Move, Try))] for one in (read, meant))
        assert moves == wanted, text


@pytest.mark.parametrize("name", ["san", "tries", "dialogue", "magari", "nost", "darkchess"])
def test_a_man_behind_the_last_square_is_what_the_pawn_becomes(name: str) -> None:
    text = '[FEN "k7/7P/8/8/8/8/8/K7 w - - 0 1"]\n\n1. h8 ♖\n'
    events = notation(name).read(Chunk(text)).record.events
    assert [one.parts.promotion for one in events if isinstance(one, Move) and one.parts] == ["R"]
