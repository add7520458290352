"""The row of the notation ``tries`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation
from kriegnote.notations.patterns import MOVE, SAN

_SAID: Final = "{answers.no|answers.illegal|answers.impossible|answers.in_vain|answers.unmarked|verdicts.attempted}"
_LETTER_OF_AN_ANSWER: Final = "{initials.affirmative|initials.negative}"

ROW: Final = Notation(
    id="tries",
    title="score with questions and tries (§4.2)",
    module="tries",
    carries=Carries(
        unplaced=frozenset({"end"}),
        events={
            **with_remarks(),
            **whole("pawn_tries", "ask", "answer", "try", "capture", "check", "promotion", "end", "nag"),
            "move": {"move": True},
        },
    ),
    views=("umpire", "white", "black"),
    recognise=(
        (rf"^\d+\.(?:{SAN}|--) (?:\{{\}} |\$\d+ )*(?:{SAN}|--)(?: \{{\}}| \$\d+)*$", 3),
        (r"\((?:a|any) ?\?[^()\n]*\)", 12),
        (r"\((?:[^()\s?]++\?+ ?)+\)", 6),
        (rf"\(\?\)[ \t]*(?=[A-Z]){_LETTER_OF_AN_ANSWER}", 12),
        (rf"[(\[](?:[^()\[\]\n]{{0,30}}{MOVE}[^()\[\]\n]{{0,3}}\s{_SAID}|{_SAID}[.:]?\s{MOVE})", 10),
        (rf"(?<!\S)[\[<]{MOVE}(?:[,;]?\s{MOVE})*[\]>](?=\s)", 14),
        (rf"[(\[][a-z]{{2,10}}\.\s{MOVE}", 6),
        (r"[a-hO][1-8O]\S{0,12} (?:illegal\w?|impossib\w{2,3})[ )]|\((?:illegal\w?|impossib\w{2,3})\)", 8),
        (r"^\d+\. ?[\[(][^)\]\n]*[)\]] ?\S+ [\[(]", 8),
        (r"(?:pawn|piece) capture (?:in|on) [a-h][1-8]", 6),
        (r"\b(?:one|two|no|\d+) pawn tr(?:y|ies)\b", 4),
        (r"^\d+\.\S+ (?:\S+ )?\[[a-z][^\]\n]*\]", 6),
    ),
    kinds=("score", "captions"),
    plainness=3,
    bare=True,
    prose="comment",
    braces=True,
    tags=True,
)
