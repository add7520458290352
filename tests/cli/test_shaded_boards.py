"""``show --side``: a player's own men, and how likely an enemy man is to stand on each other square."""

from __future__ import annotations

from pathlib import Path

import pytest

from kriegnote.cli.shaded_boards import LEGEND
from tests.support.commands import kriegnote

LOG = """White's move.
1. ?
Black's move.
1. .. d5
White's move, 1 pawn try.
2. ?xd5
Pawn at d5 captured, Black's move.
"""


def shown(*words: str, stdin: str = LOG) -> list[str]:
    done = kriegnote("show", "--side", "black", *words, stdin=stdin)
    assert done.exit_code == 0, done.stderr
    return done.stdout.splitlines()


def test_his_own_men_stand_and_the_enemys_are_likely() -> None:
    rows = shown()
    assert rows[0] == "Black’s board after 3 plies; 2 positions fit"
    assert rows[1] == "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"
    assert rows[4] == "5 - - - # - - - -", "the pawn that took"
    assert rows[8] == "1 # # # # # # # #"
    assert rows[-1] == LEGEND
    assert "K  e1 100%" in rows


@pytest.mark.parametrize(
    ("ply", "head"),
    [
        ("0", "Black’s board after 0 plies; 1 position fits"),
        ("1", "Black’s board after 1 ply; 20 positions fit"),
        ("2", "Black’s board after 2 plies; 2 positions fit"),
        ("9", "the record has no such ply"),
    ],
)
def test_numbers_agree_with_their_nouns(ply: str, head: str) -> None:
    assert shown("--ply", ply)[0] == head


def test_only_what_he_heard_counts() -> None:
    """Of the umpire's record the player's is taken; under a rulebook he hears more."""
    score = '[Rules "english"]\n\n1. e4 d5 2. exd5 *\n'
    assert shown("--from", "pgn", stdin=score)[0] == "Black’s board after 3 plies; 3 positions fit"
    assert shown("--from", "pgn", "--rules", "icc", stdin=score)[0] == "Black’s board after 3 plies; 2 positions fit"


def test_another_players_record_does_not_say_it() -> None:
    done = kriegnote("show --side white", stdin=LOG)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "kriegnote: a record in black view does not say what white heard\n"


def test_a_page_of_shaded_boards(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert shown("--html", str(page)) == []
    text = page.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>") or text.startswith("<!doctype html>")
    missing = tmp_path / "none.html"
    assert kriegnote("show", "no-such-file", "--side", "black", "--html", str(missing)).exit_code == 2
    assert not missing.exists(), "of nothing no page is written"
