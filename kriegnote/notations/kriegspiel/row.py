"""The row of the notation ``kriegspiel`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import DROP, Carries, whole
from kriegnote.notations.notation import Notation

ROW: Final = Notation(
    id="kriegspiel",
    title="games as the Python package kriegspiel saves them (JSON, schema 9)",
    module="kriegspiel",
    carries=Carries(
        events={
            **whole("pawn_tries", "check", "promotion"),
            "ask": {"what": {"any": "any", ...: DROP}},
            "answer": {"any": True},
            "try": {
                "move": True,
                "verdict": {"untested": DROP, None: DROP, "impossible": "impossible", ...: "illegal"},
            },
            "move": {"move": True},
            "capture": {
                "square": {None: DROP, ...: True},
                "captured": {None: None, "P": "pawn", "K": "piece", ...: True},
                "en_passant": {True: True},
            },
            "end": {
                "reason": {word: word for word in ("checkmate", "stalemate", "insufficient", "fifty-move")}
                | {...: DROP},
                "result": True,
            },
        },
    ),
    recognise=((r'\A\s*+\{\s*+"schema_version"\s*+:\s*+\d+,\s*+"library_version"\s*+:', 100),),
    separator="",
    data=True,
)
