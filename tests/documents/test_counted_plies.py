"""Plies that are numbered straight through."""

from __future__ import annotations

import pytest

from kriegnote.documents.counted_plies import with_turns_of_plies
from kriegnote.documents.games import read_document
from kriegnote.model.events import Move, Try
from kriegnote.text.plain import unmarked

MOVES = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "d4", "c6", "Nf3"]


def numbered(sign: str, joint: str, tries: dict[int, str]) -> str:
    plies = (f"{at}{sign} {move}{tries.get(at, '')}" for at, move in enumerate(MOVES, 1))
    return "Ann (W) – Ben (B), half-moves numbered throughout\n\n" + joint.join(plies) + "\n"


@pytest.mark.parametrize("joint", ["\n", " "])
@pytest.mark.parametrize("sign", [".", ")"])
@pytest.mark.parametrize(
    "tries", [{}, {3: " (tried exf5)", 8: " (vergeblich: bxc6)"}, {3: " [prima tentato: exf5]", 8: " (essayé bxc6)"}]
)
def test_plies_get_the_numbers_of_their_turns(sign: str, joint: str, tries: dict[int, str]) -> None:
    (game,) = read_document(numbered(sign, joint, tries)).games
    moves = [one for one in game.record.events if isinstance(one, Move)]
    assert [one.text for one in moves] == MOVES
    assert [(one.turn, one.side) for one in moves[-2:]] == [(4, "black"), (5, "white")]
    tried = [(one.turn, one.side, one.text) for one in game.record.events if isinstance(one, Try)]
    assert tried == ([(2, "white", "exf5"), (4, "black", "bxc6")] if tries else [])


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 2. Nf3 3. Bc4 4. O-O 5. d3 6. c3 7. Re1 8. Nbd2 9. Nf1",  # one player's moves
        "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 c6 5. Nf3 Bg4",
        "1. e4 2. d5 3. exd5",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    assert with_turns_of_plies(unmarked(text)).text == text
