"""The row of the notation ``nost`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.model.printed_moves import MENS_LETTERS
from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.nost.fixes import in_its_list
from kriegnote.notations.notation import Notation
from kriegnote.notations.patterns import MOVE

ROW: Final = Notation(
    id="nost",
    title="NOST correspondence: lists of tries, and the umpire's letters (§4.4)",
    module="nost",
    carries=Carries(
        unplaced=frozenset({"end"}),
        events={
            **with_remarks(),
            **whole("pawn_tries", "capture", "check", "promotion", "end", "nag"),
            "try": {
                "move": True,
                "verdict": {"illegal": "refused", "impossible": "refused", ...: True},
                "times": True,
            },
            "move": {"move": True},
        },
    ),
    views=("umpire", "white", "black"),
    recognise=(
        (
            r"\((?![^()]*(?:P[a-h][1-8]|/|\bx))"
            rf"(?:[{MENS_LETTERS}♔-♟]?\ufe0e? ?[a-h]?[1-8]?[x×]? ?[a-h][1-8][^\s,;()]*|[O0]{{2,3}}|[O0]-[O0](?:-[O0])?)"
            r"[ ]?[,;][^()]*\)",
            12,
        ),
        (
            rf"^\d+\. [^\n()]{{0,80}}[a-h][1-8][+#]? ?\((?:{MOVE}[+#]?(?:[,;] ?|\))){{2,40}}",
            25,
        ),
        (r"^{joints.to_reader} {players.white|players.black}(?:,[^:\n]*)?:$", 20),
        (r"\A\s*\[Notation \"nost\"\]$", 200),
        (r"\bNOST\b", 4),
    ),
    plainness=5,
    prose="comment",
    braces=True,
    tags=True,
    complete_fix=in_its_list,
)
