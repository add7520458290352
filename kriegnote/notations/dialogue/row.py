"""The row of the notation ``dialogue`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

_WHO: Final = "{players.white|players.black}"
_DOES: Final = "{acts.ask|acts.try|acts.moved|acts.has_moved|acts.make|acts.sees|acts.moving|announcements.may}"
_SAYS: Final = "{acts.any|acts.try|answers.yes|answers.no|answers.illegal}"
_MOVE: Final = r"(?i:(?:[kqrbnctda]?[a-h]?[1-8]?x?[a-h][1-8]|o-o)\b)"

ROW: Final = Notation(
    id="dialogue",
    title="the dialogue of umpire and players, in Italian or English (§4.3)",
    module="dialogue",
    carries=Carries(
        null_moves=True,
        events={
            **with_remarks(),
            **whole("pawn_tries", "ask", "answer", "try", "capture", "check", "promotion", "end"),
            "reveal": {"seen": True, "lines": True},
            "move": {"move": True},
        },
    ),
    views=("umpire", "white", "black", "public"),
    recognise=(
        (rf"\A(?:\[[^\n]*\n|\s)*(?:{_WHO} {{acts.moving}}|{_WHO}(?<!s) {{acts.play}}|{{acts.play}} {_WHO})\.\s*$", 60),
        (rf"{_WHO}(?: \w+)? (?:{_DOES}|{{ends.resigns}}\.)", 6),
        (rf"(?:{{players.umpire}}:? {{acts.say}}|{{acts.play}} {_WHO}\.)", 6),
        # a script: each line begins with who speaks
        (rf"^[ \t>*_]*(?:{_WHO}|{{players.umpire}})[*_]*:[*_ \t“\"«]*(?:{_SAYS}|(?:[a-z]\w*\s)?{_MOVE})", 20),
        # a sentence that no other notation has: one weighs more than a page of bare moves
        (r"(?:^|[.;”\"»] ){players.umpire} \w+:? [“\"«]\w[^“”\"«»\n]*[”\"»]", 40),
        (rf"(?:^|[.”\"] ){_WHO} {{acts.ask}} [“\"«]\w", 40),
        (rf"^{_WHO} (?:{{announcements.may}} {{acts.try}}|{{acts.try}} {_MOVE}|{{joints.has}} \d+ \w+)", 40),
    ),
    kinds=("dialogue", "dialogue"),
    plainness=4,
    bare=True,
    prose="speech",
    braces=True,
    tags=True,
)
