"""The row of the notation ``darkchess`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.model.printed_moves import MENS_LETTERS
from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

ROW: Final = Notation(
    id="darkchess",
    title="perception notation of Dark Chess",
    module="darkchess",
    carries=Carries(
        unplaced=frozenset({"end"}),
        events={
            **with_remarks(),
            **whole("end", "nag"),
            "reveal": {"seen": True, "lines": True},
            "move": {"move": True},
            "capture": {"square": True, "captured": {man: man for man in "PNBRQK"}},
            "check": {},
        },
    ),
    views=("black", "white"),
    recognise=(
        # its tags: a player's record of Dark Chess that is not PGN (hidden moves as --, a result in the last line)
        (
            r'\A(?:\[[^\n]*\n)*?\[Rules "dark"\]\n\[View "(?:white|black)"\]\n'
            r"(?![^\0]*(?:--|\[%kn|[^\n][ ](?:1-0|0-1|1/2-1/2|\*)\s*\Z))",
            100,
        ),
        (r"^[ \t]*+\d+\.(?:-,|\( ?[^()?\n]*\),)", 8),
        (r"^[ \t]*+\d+\. [^\s,({]+(?:\([^()]*\))?, [-(]", 8),
        (rf"\((?:[^()]*, ?)?[xX] ?[{MENS_LETTERS}♔-♟]\ufe0e? ?[a-h][1-8]", 4),
        (r"\((?:[^()]*, ?)?P[a-h][1-8]", 4),
        (rf"/ ?[{MENS_LETTERS}♔-♟]?[a-h][1-8] ?- ?[{MENS_LETTERS}♔-♟]?[a-h][1-8]", 4),
    ),
    rules="dark",
    kinds=("perception", "perception"),
    plainness=8,
    braces=True,
    tags=True,
)
