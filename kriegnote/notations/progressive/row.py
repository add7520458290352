"""The row of the notation ``progressive`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

ROW: Final = Notation(
    id="progressive",
    title="series of Scottish and Italian progressive games (§8.7)",
    module="progressive",
    carries=Carries(events={**with_remarks(), **whole("end", "nag"), "move": {"move": True}}),
    views=("umpire", "white", "black"),
    recognise=(
        (r"^[ \t]*\*{0,2}2\.[ \t]*[^\s,(.;][^,(.;\n]{0,12},[ \t]*[^\s,(.;][^,(.;\n]{0,12}$", 8),
        (r"^[ \t]*\*{0,2}3\.[ \t]*(?:[^\s,(.;][^,(.;\n]{0,12},[ \t]*){2}[^\s,(.;][^,(.;\n]{0,12}$", 40),
        (r"^[ \t]*\*{0,2}[4-9]\.[ \t]*(?:[^\s,(.;][^,(.;\n]{0,12},[ \t]*){3,8}[^\s,(.;][^,(.;\n]{0,12}$", 40),
    ),
    rules="progressive",
    braces=True,
    tags=True,
)
