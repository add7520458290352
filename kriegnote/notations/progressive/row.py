"""The row of the notation ``progressive`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

_MOVE: Final = r"[^\s,(.;](?![^,(.;\n]{0,12}[ \t][^\W\d]{2})[^,(.;\n]{0,12}"
"""What may be a move: no word stands behind it, as in a list of tries with their answers (“hxg5 no”)."""

ROW: Final = Notation(
    id="progressive",
    title="series of Scottish and Italian progressive games (§8.7)",
    module="progressive",
    carries=Carries(events={**with_remarks(), **whole("end", "nag"), "move": {"move": True}}),
    views=("umpire", "white", "black"),
    recognise=(
        (rf"^[ \t]*\*{{0,2}}2\.[ \t]*{_MOVE},[ \t]*{_MOVE}$", 8),
        (rf"^[ \t]*\*{{0,2}}3\.[ \t]*(?:{_MOVE},[ \t]*){{2}}{_MOVE}$", 40),
        (rf"^[ \t]*\*{{0,2}}[4-9]\.[ \t]*(?:{_MOVE},[ \t]*){{3,8}}{_MOVE}$", 40),
    ),
    rules="progressive",
    braces=True,
    tags=True,
)
