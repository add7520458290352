"""Tries whose words are no moves are read by the player's own men, the verdict and what the page shows."""

from __future__ import annotations

import io

import pytest

from kriegnote.model.events import Try
from kriegnote.operations.conversion import read_items
from kriegnote.operations.repairing import repair_item

SAID = "Tries that the umpire refused are in square brackets.\n\n"


def _tries(text: str) -> tuple[list[tuple[str | None, str | None]], list[str]]:
    (item,) = read_items(io.BytesIO(f"{SAID}{text}\n".encode()))
    repaired = repair_item(item)
    tries = [(event.text, event.move) for event in repaired.record.events if isinstance(event, Try)]
    return tries, [one.message for one in repaired.findings]


@pytest.mark.parametrize(
    ("text", "tries"),
    [
        ("1. e4 eS 2. Nf3 [clxeG] NcG 3. Bb5 a6 4. Ba4 NfG 5. O-O Be7", [("clxeG", "d7e6")]),
        ("1. e4 e5 2. Nf3 [bxcG] Nc6 3. Bb5 [0e7] a6 4. Ba4 NfG 5. O-O Be7 6. Rel bS 7. Bb3", [("bxcG", "b7c6")]),
    ],
)
def test_a_misread_try_is_what_the_players_men_could_try(text: str, tries: list[tuple[str, str | None]]) -> None:
    assert [one for one in _tries(text)[0] if one in tries] == tries


def test_a_try_that_may_be_several_moves_stays_open_and_is_named() -> None:
    tries, said = _tries("1. e4 e5 2. Nf3 [fxq6] d6 3. Bc4 Nc6 4. O-O Be7 5. d4 exd4 6. Nxd4 O-O")
    assert tries == [("fxq6", None)]
    assert any("fxq6" in one and "it may be fxg6" in one for one in said)
