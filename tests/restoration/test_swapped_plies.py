"""Plies that are printed in each other's place are found where no game is possible in the printed order."""

from __future__ import annotations

import io

from kriegnote.model.events import Move
from kriegnote.operations.conversion import read_items
from kriegnote.operations.repairing import repair_item
from kriegnote.restoration.restorer import Repaired
from kriegnote.umpire.adjudication import adjudicate

GAME = "d4 Nf6 c4 d5 Nf3 dxc4 e3 e6 Bxc4 c5 O-O a6 Qe2 Nc6 dxc5 Bxc5 a3 b5 Ba2 Bb7 Rd1 Qc7 b4 Be7 Bb2 O-O"


def repaired(plies: list[str]) -> Repaired:
    text = " ".join(f"{at // 2 + 1}. {ply}" if at % 2 == 0 else ply for at, ply in enumerate(plies))
    return repair_item(next(read_items(io.BytesIO(text.encode()), "san")))


def san(done: Repaired) -> list[str | None]:
    record = adjudicate(done.record, announce=False).record
    return [event.san for event in record.events if isinstance(event, Move)]


def swapped(at: int) -> list[str]:
    """The plies of the game, one of them swapped with the player's next."""
    plies = GAME.split()
    plies[at], plies[at + 2] = plies[at + 2], plies[at]
    return plies


def test_plies_of_one_player_in_each_others_place() -> None:
    done = repaired(swapped(3))
    assert san(done) == GAME.split()
    assert "d5 is read before dxc4" in done.findings[0].message
    assert done.ending != "gave-up"


def test_an_order_that_is_possible_stays() -> None:
    plies = swapped(20)  # Rd1 and b4
    assert san(repaired(plies)) == plies


def test_without_a_game_in_any_order_the_record_stays() -> None:
    plies = [*GAME.split()[:6], "Qh9x", "zz", "Kxk7"]
    done = repaired(plies)
    assert not any("each other's place" in one.message for one in done.findings)
