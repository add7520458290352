"""What the umpire says, as conditions."""

from __future__ import annotations

import re
from typing import Final

from kriegnote.problems.policy import Captures, Checks, Condition, NotSilent, PawnTries, Silent
from kriegnote.problems.tokens import Token, man

_DIRECTIONS: Final = (
    ("knight", ("cavallo", "knight")), ("rank", ("orizzontale", "traversa", "riga", "rank")),
    ("file", ("verticale", "colonna", "file")), ("long", ("lunga", "maggiore", "long")),
    ("short", ("corta", "minore", "short")), ("diagonal", ("diagonale", "diagonal")),
)  # fmt: skip
_DIGITS: Final = {"no": 0, "nessuna": 0, "una": 1, "one": 1, "due": 2, "two": 2}


def audible(word: Token) -> Condition:
    """The condition that a word of the umpire's is."""
    text = word.text.lower()
    square = re.search(r"(?<!\w)[a-h][1-8](?!\w)", text)
    if word.kind == "SILENT":
        return Silent()
    if word.kind == "NOT_SILENT":
        return NotSilent()
    if word.kind == "COUNT":
        counts = [int(digit) for digit in re.findall(r"\d", re.split(r"\s(?:cattur|captur|pawn|possib)", text)[0])]
        where = tuple(sorted(re.findall(r"(?<!\w)[a-h][1-8](?!\w)", text)))
        return PawnTries(
            count=counts[0] if counts else _DIGITS[text.split()[0]], also=tuple(counts[1:]), squares=where or None
        )
    if word.kind in ("CAPTURE", "NO_CAPTURE"):
        name = re.search(r"(torre|alfiere|cavallo|donna|pedone|rook|bishop|knight|queen|pawn)$", text)
        named = (
            man(name.group()) if name and not re.search(r"(?:di|of)\s+(?:un\s+|a\s+)?(?:pedone|pawn)$", text) else None
        )
        return Captures(square=square.group() if square else None, man=named, happened=word.kind == "CAPTURE")
    directions = tuple(name for name, said in _DIRECTIONS if any(each in text for each in said))
    if len(directions) > 1 and "diagonal" in directions:
        directions = tuple(name for name in directions if name != "diagonal")
    return Checks(directions)
