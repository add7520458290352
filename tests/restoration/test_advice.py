"""What ``check`` knows of slips through repair: the same fixes, at the same places."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from click.testing import CliRunner

from kriegnote.cli import main
from kriegnote.model.printed_moves import Language, spell


def checked(text: str, notation: str = "san") -> list[dict[str, Any]]:
    result = CliRunner().invoke(main, ["check", "--format", "json", "--from", notation, "-"], input=text)
    return json.loads(result.stdout)["findings"]  # type: ignore[no-any-return]


def fixes(text: str, notation: str = "san") -> list[tuple[str, str]]:
    return [(one["fix"]["old"], one["fix"]["new"]) for one in checked(text, notation) if one["fix"]]


def test_a_letter_that_no_man_of_this_kind_can_have_played_gets_the_fix_of_repair() -> None:
    text = "1. h4, f6 2. Na3, Nc6 3. Rb1, Ne5 4. Nb5, f5 5. Kd6+, exd6 6. Rh3, Ng4 1-0\n"
    assert fixes(text) == [("Kd6+", "Nd6+")]


def test_certain_slips_are_all_found_where_other_plies_stay_open() -> None:
    """f2, Nh1 and Kd1 were struck a key beside the right one: the first two are certain, d1 for e1 is not."""
    text = (
        "1. f2, e6 2. g3, Nh6 3. e3, Nf5 4. d3, a5 5. f4, g5 6. Qd2, Bh6 7. fxg5, O-O 8. gxh6, b6 9. Nf3, Nxg3\n"
        "10. Nh1, Nxf1 11. Qxa5, bxa5 12. Kxf1, Qh4 13. Ke2, Qxh2+ 14. Rxh2, f6 15. c3, Ra6 16. c4, Rf7 17. Kd1 1-0\n"
    )
    assert fixes(text) == [("f2", "f3"), ("Nh1", "Ng1")]


def test_a_clean_record_is_left_alone() -> None:
    assert not checked("1. e4, e5 2. Nf3, Nc6 3. Bb5, a6\n")


def test_behind_a_lost_ply_that_is_not_known_nothing_is_certain() -> None:
    """Qxh9 is Qxh4 only if a ply of White's is missing before it; written so, it would be no legal move."""
    assert not fixes('[White "A"]\n\n1. e4 e5 2. Qxh9 broken Zf3 ( 3. Bc4 Nf6 0-1\n', "pgn")


@pytest.mark.parametrize("language", get_args(Language))
def test_a_fix_has_the_letters_of_its_record(language: Language) -> None:
    moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 7. {} d5 8. dxe5 Be6 9. c3 Bc5"
    text, wrong, right = (spell(san, language) for san in (moves, "Bb8", "Bb3"))
    assert fixes(text.format(wrong)) == [(wrong, right)]


def test_a_move_that_repair_lets_stand_gets_no_fix() -> None:
    """White's move 14 is missing."""
    text = (
        "1. f4 e5 2. fxe5 d6 3. exd6 Bxd6 4. Nf3 g5 5. d4 g4 6. Ne5 Bxe5 7. dxe5 Qxd1+ 8. Kxd1 Nc6 9. Bf4 Be6 10. Nc8 "
        "O-O+ 11. Ke1 Nge7 12. e3 Nf5 13. Ne4 Nh4 15. Bxd8 Rxd8 16. Nf6 Nef3+ 17. gxf3 Nxf3+ 18. Kf2 Rd2+ 19. Be2 Ne5"
    )
    assert fixes(text) == [("Nc8", "Nc3"), ("O-O+", "O-O-O+")]
