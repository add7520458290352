"""The row of the notation ``dialogue`` in the table: what it carries, how it is recognised."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.loss import Carries, whole, with_remarks
from kriegnote.notations.notation import Notation

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
        (r"\A(?:\[[^\n]*\n|\s)*(?:(?:White|Black) to move|Muove il (?:Bianco|Nero))\.\s*$", 60),
        (
            r"(?:\bIl|^-? ?il|\. ?il) (?:Bianco|Nero)(?: \w+){0,2}"
            r" (?:chiede|tenta|tentare|muove|ha mosso|fa|ha|vede|dà|abbandona)\b|Il (?:Bianco|Nero): [“\"]?Any",
            6,
        ),
        (r"[Ll]['’]arbitro:? (?:risponde|annuncia|dice|dire|segnala|accetta|[“\"])|Muove il (?:Bianco|Nero)\.", 6),
        (
            r"\b(?:White|Black) (?:asks|tries|has moved|may try|has \d+ pawn tr|makes|sees|gives|to move\.|resigns\.)",
            6,
        ),
        (r"[Tt]he umpire (?:answers|announces|says)", 6),
        # a script: each line begins with who speaks
        (
            r"(?i:^[ \t>*_]*(?:White|Black|(?:the )?(?:umpire|referee)|(?:il )?(?:bianco|nero)|(?:l['’] ?)?arbitro)[*_]*:"
            r"[*_ \t“\"«]*(?:any|yes|no|s[iì]|try|illegal\w*|(?:[a-z]\w*\s)?[kqrbnctda]?[a-h]?[1-8]?x?[a-h][1-8]|o-o)\b)",
            20,
        ),
        # a sentence that no other notation has: one weighs more than a page of bare moves
        (r"(?:^|[.;”\"»] )(?:[Tt]he umpire|[Ll]['’]arbitro) \w+:? [“\"«]\w[^“”\"«»\n]*[”\"»]", 40),
        (r"(?:^|[.”\"] )(?:White|Black|[Ii]l (?:Bianco|Nero)) (?:asks|chiede) [“\"«][Aa]", 40),
        (r"^(?:White|Black) (?:may try (?:at|on|a pawn)|tries [KQRBNa-hO]|has \d+ pawn tr)", 40),
        (r"^Il (?:Bianco|Nero) (?:può tentare|tenta) ", 40),
    ),
    braces=True,
    tags=True,
)
