"""Logs whose lines are fields with names are scores, whatever names a program gives these."""

from __future__ import annotations

import pytest

from kriegnote.documents.logged_fields import with_logged_fields
from kriegnote.documents.whole import games_of
from kriegnote.model.events import Answer, Capture, Check, End, Move, Try
from kriegnote.text.plain import unmarked

LOG = """# ks 1.2 game=7 white="Ann Lee" black="Bo"
12:00:01 op=play side=w uci=e2e4 verdict=legal
12:00:04 op=play side=b uci=d7d5 verdict=legal
12:00:05 op=ask side=w reply=yes
12:00:06 op=play side=w uci=e4f5 verdict=illegal
12:00:09 op=play side=w uci=e4d5 verdict=legal took=d5
12:00:12 op=play side=b uci=d8d5 verdict=legal took=d5
12:00:13 op=ping side=b ms=41
12:00:15 op=play side=w uci=f1b5 verdict=legal chk=long
12:00:19 op=resign side=b
12:00:19 op=over score=1-0
"""
NAMES = {
    "op=play": "evt=mv", "side=": "who=", "uci=": "move=", "verdict=": "ok=", "=legal": "=true", "=illegal": "=false",
    "took=": "cap=", "chk=long": "check=ldiag", "reply=": "any=",
}  # fmt: skip


def _renamed(text: str) -> str:
    for name, new in NAMES.items():
        text = text.replace(name, new)
    return text


@pytest.mark.parametrize("text", [LOG, _renamed(LOG), LOG.replace("=", ": ").replace("game: ", "game=")])
def test_a_log_is_a_game(text: str) -> None:
    (game,) = games_of(text).games
    said = [event for event in game.record.events if isinstance(event, Move | Try | Answer | Capture | Check | End)]
    assert [(type(one).__name__, one.side, one.turn) for one in said] == [
        ("Move", "white", 1), ("Move", "black", 1), ("Answer", "white", 2), ("Try", "white", 2), ("Move", "white", 2),
        ("Capture", "white", 2), ("Move", "black", 2), ("Capture", "black", 2), ("Move", "white", 3),
        ("Check", "white", 3), ("End", "black", 3),
    ]  # fmt: skip
    assert dict(game.record.headers)["White"] == "Ann Lee"


@pytest.mark.parametrize(
    "text",
    [
        LOG.replace("side=b uci=d7d5", "side=w uci=d2d4"),  # out of turn
        LOG.replace(" verdict=legal", "").replace(" verdict=illegal", ""),  # what was made is not said
        "a=1 b=2\nc=3 d=4\n",
    ],
)
def test_what_does_not_tell_which_moves_were_made_stays(text: str) -> None:
    assert with_logged_fields(unmarked(text)).text == text
