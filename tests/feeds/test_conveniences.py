"""What a record offers of itself, and that the model itself imports none of it."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import pytest

import kriegnote
from kriegnote.model.events import Comment
from kriegnote.umpire.views import view
from tests.support.games import random_record


def test_a_record_offers_its_plies_and_its_game() -> None:
    [item] = kriegnote.read("1. e4 d5 2. exd5 *", "san")
    rows = item.record.plies("icc")
    assert [row.san for row in rows if row.moved] == ["e4", "d5", "exd5"]
    assert rows[2].pawn_tries is not None and rows[2].pawn_tries.count == 1
    game = item.record.to_chess()
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "d7d5", "e4d5"]
    assert [event.move for event in kriegnote.Record.from_chess(game).events] == ["e2e4", "d7d5", "e4d5"]  # type: ignore[union-attr]
    with pytest.raises(kriegnote.InputError):
        item.record.plies("nobody's rules")


@pytest.mark.parametrize("listener", ["umpire", "white", "black", "public"])
@pytest.mark.parametrize("rules", ["english", "icc", "dark"])
def test_a_notebook_shows_each_record_and_only_what_its_listener_knows(listener: str, rules: str) -> None:
    record = view(random_record(3, rules=rules), listener)  # type: ignore[arg-type]
    shown = record._repr_html_()
    boards = {"umpire": 3, "public": 0}.get(listener, 1)
    assert shown.count("<svg") == boards
    ElementTree.fromstring(record._repr_svg_())


def test_what_people_wrote_is_escaped() -> None:
    hostile = "<script>alert(1)</script>"
    record = kriegnote.Record(headers=(("White", hostile),), events=(Comment(text=hostile),))
    assert "<script" not in record._repr_html_() and "&lt;script" in record._repr_html_()


def test_importing_the_model_imports_no_room_above_it() -> None:
    code = (
        "import sys, kriegnote.model.record; "
        "print([name for name in sys.modules if name.startswith(('kriegnote.feeds', 'chess', 'kriegnote.umpire'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
