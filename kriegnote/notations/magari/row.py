"""The row of the notation ``magari`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import DROP, Carries, whole, with_remarks
from kriegnote.notations.notation import Notation
from kriegnote.notations.patterns import MOVE

ROW: Final = Notation(
    id="magari",
    title="Magari's shorthand: the umpire's score and letters (§4.5)",
    module="magari",
    carries=Carries(
        null_moves=True,
        unplaced=frozenset({"end"}),
        events={
            **with_remarks(),
            **whole("pawn_tries", "check", "promotion", "end", "nag"),
            "try": {
                "move": True,
                "verdict": {"untested": DROP, None: DROP, ...: "refused"},
                "times": True,
            },
            "move": {"move": True},
            "capture": {"square": True},
        },
    ),
    views=("umpire", "white", "black"),
    recognise=(
        (r"(?:^|[;\s])\d+\.\s*\[[:?][^\]\"]*\]\s*!", 10),
        (rf"(?:^|[;,\]]|\d\.)\s{{0,3}}![ \t]?{MOVE}", 6),
        (r"(?:^\d+\.;?|[,;]):[a-h][1-8](?=[,;\s])", 8),
        (r"[,;]\+(?:L|I|-|//?)(?=[,;\s])", 8),
        (r"[a-h][1-8]\?,", 3),
        (r"^\d+\.;?(?:[:?][^;,\s]*,)*[^\s;,{}()\[\]?]*!(?=[;,\s]|$)", 12),
        (r"(?:^\d{1,4}\.|[,;])\?{1,20}(?:,\?){0,20}!", 6),
    ),
    plainness=6,
    braces=True,
    tags=True,
)
