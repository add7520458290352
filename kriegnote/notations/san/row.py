"""The row of the notation ``san`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation
from kriegnote.notations.patterns import MOVE

_PLY: Final = rf"{MOVE}[+#]?"

ROW: Final = Notation(
    id="san",
    title="plain score, without the tries (§4.1)",
    module="san",
    carries=Carries(
        unplaced=frozenset({"end"}),
        events={
            **with_remarks(),
            **whole("end", "nag"),
            "move": {"move": True},
        },
    ),
    recognise=(
        (
            rf"(?<!\S)(?:\*\*)?\d+\.(?:\*\*)? ?(?:{MOVE}\S*|[O0]{{2,3}})(?: \$\d{{1,3}})*,(?=\s)",
            7,
        ),
        (r"(?<!\S)\d+\. -, (?![-(])\S", 4),
        (rf"(?<!\S)\d+\. ?(?:{_PLY}[!?]* ){{2}}{_PLY}", 4),  # tries among the plies of a turn
    ),
    plainness=0,
    bare=True,
    prose="comment",
    braces=True,
    tags=True,
)
