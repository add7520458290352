"""The row of the notation ``icc``: what it can express, and how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import DROP, Carries
from kriegnote.notations.notation import Notation

ROW: Final = Notation(
    id="icc",
    title="the log of the Internet Chess Club (§4.6)",
    module="icc",
    carries=Carries(
        unplaced=frozenset({"end"}),
        events={
            "pawn_tries": {"count": True},
            "try": {
                "move": True,
                "verdict": {"untested": DROP, None: DROP, ...: "illegal"},
                "times": True,
            },
            "move": {"move": True},
            "capture": {
                "square": True,
                "captured": {None: None, "pawn": "pawn", "P": "pawn", ...: "piece"},
            },
            "check": {"directions": True},
            "end": {"reason": True, "result": True},
        },
        headers=frozenset({"White", "Black", "GameNumber"}),
        rules=frozenset({"icc"}),
        start=False,
    ),
    views=("white", "black"),
    recognise=(
        (r"(?i)^[^{}\n]{0,60}?(?<!\w)(?:White|Black)['’]s move(?:, \w+ pawn tr(?:y|ies))?\.[\W\d]{0,6}$", 12),
        (r"(?i)\b(?:pawn|piece) at [a-h][1-8] captured", 8),
        (r"^\d+\. (?:\.\. )?\?(?:x[a-h][1-8])?\s*$", 8),
        (r"(?i)^illegal move \(", 6),
        (r"^\{Game \d*\s*\(.* vs\. .*\)", 10),
    ),
    rules="icc",
    silence=("capture", "check"),
    kinds=("log", "log"),
    plainness=7,
    prose="speech",
)
