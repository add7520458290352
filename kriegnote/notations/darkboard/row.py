"""The row of the notation ``darkboard`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import DROP, Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

ROW: Final = Notation(
    id="darkboard",
    title="PGN as the program Darkboard writes it, (announcements:tries); read as pgn",
    module="darkboard",
    carries=Carries(
        events={
            **with_remarks(),
            **whole("nag", "variation"),
            "move": {"move": True, "options": True},
            "pawn_tries": {"count": True},
            "try": {"move": True, "verdict": {"untested": DROP, None: DROP, ...: "illegal"}},
            "capture": {"square": True},
            "check": {"directions": {way: way for way in ("rank", "file", "long", "short", "knight")}},
        },
        always_result="*",
        unplaced=True,
        null_moves=True,
    ),
    views=("umpire", "white", "black"),
    tags=True,
)
