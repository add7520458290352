"""The row of the notation ``maryland`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import DROP, Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

ROW: Final = Notation(
    id="maryland",
    title="PGN as Maryland and Berkeley published it, (K:tries:announcements); read as pgn",
    module="maryland",
    carries=Carries(
        events={
            **with_remarks(),
            **whole("nag", "variation"),
            "move": {"move": True, "options": True},
            "try": {"move": True, "verdict": {"untested": DROP, None: DROP, ...: "refused"}},
            "capture": {"square": True},
            "check": {
                "directions": {way: way for way in ("rank", "file", "knight", "diagonal")}
                | {"long": "diagonal", "short": "diagonal"},
            },
        },
        always_result="*",
        unplaced=True,
        null_moves=True,
    ),
    views=("umpire", "white", "black"),
    tags=True,
)
