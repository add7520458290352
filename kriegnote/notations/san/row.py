"""The row of the notation ``san`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

_PLY: Final = r"(?:[♔-♟KQRBNDTACLSF]?[a-h]?[1-8]?[x×]?[a-h][1-8][+#]?|[O0]-[O0](?:-[O0])?)"

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
            r"(?<!\S)(?:\*\*)?\d+\.(?:\*\*)? ?(?:[♔-♟KQRBNDTACLSF]?[a-h]?[1-8]?[x×]?[a-h][1-8]\S*|[O0-]{2,5})(?: \$\d{1,3})*,(?=\s)",
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
