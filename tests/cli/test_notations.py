"""``notations``: a line, or an object, for each row of the table; a row added there is listed by itself."""

from __future__ import annotations

import json

from kriegnote.notations.registry import notations
from tests.support.commands import kriegnote


def test_a_line_for_each_with_whose_records_it_holds() -> None:
    lines = kriegnote("notations").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [*notations(), "problem"]
    assert "icc        the log of the Internet Chess Club (§4.6) (white, black)" in lines


def test_the_same_for_programs() -> None:
    found = json.loads(kriegnote("notations --format json").stdout)
    assert [one["id"] for one in found] == list(notations())
    (pgn,) = [one for one in found if one["id"] == "pgn"]
    assert pgn == {
        "id": "pgn",
        "title": "Portable Game Notation, Kriegspiel in its comments (§4.6)",
        "views": ["umpire", "white", "black"],
        "suffixes": [".pgn"],
        "rules": None,
        "package": "kriegnote",
    }


def test_it_takes_no_name() -> None:
    done = kriegnote("notations pgn")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "unexpected extra argument (pgn)" in done.stderr
