"""Finds moves of pawns that prose tells by their length: “the king's pawn two squares”, “il pedone c di un passo”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lark import Token

from kriegnote.text.speech.clauses import BREAKS

SQUARES: Final = {"ONE_SQUARE": 1, "TWO_SQUARES": 2}
"""Words for the length of a pawn's move, in squares."""
_BEFORE: Final = 7
"""The greatest number of tokens between a pawn and the length of its move."""
_BEHIND: Final = 3
_FILE_OF: Final = {"KING": "e", "QUEEN": "d"}
_FILES: Final = frozenset("abcdefgh")


class PawnSteps(NamedTuple):
    """A pawn's move in words.

    ``at``: the index of the token for its length. ``file``: the pawn's file, None if unsaid. ``squares``: 1 or 2.
    ``both``: both players make it.
    """

    at: int
    file: str | None
    squares: int
    both: bool


def pawn_steps(tokens: Sequence[Token], begin: int, end: int) -> Iterator[PawnSteps]:
    """The pawns' moves by their length in ``tokens[begin:end]``, a clause; the pawn may stand just before it."""
    for at in range(begin, end):
        if tokens[at].type not in SQUARES:
            continue
        near = (*range(at - 1, max(at - _BEFORE, 0) - 1, -1), *range(at + 1, min(at + _BEHIND, end)))
        pawn = next((one for one in near if tokens[one].type in ("PAWN", "WITH_A_PAWN")), None)
        if pawn is None or any(one.type in ("MOVE_IN_SIGNS", "FULL_STOP") for one in tokens[pawn:at]):
            continue
        first = max((one + 1 for one in range(pawn) if tokens[one].type in BREAKS), default=0)
        both = any(one.type == "BOTH" for one in tokens[first:at])
        yield PawnSteps(at, _file(tokens, pawn), SQUARES[tokens[at].type], both)


def _file(tokens: Sequence[Token], pawn: int) -> str | None:
    """The file that the words beside a pawn name; None if they do not."""
    name = tokens[pawn].lower()
    for man, file in _FILE_OF.items():
        if name.startswith(man.lower()):
            return file
    before = [str(one) for one in tokens[max(0, pawn - 2) : pawn] if str(one) not in ("-", "–")]
    if before[-1:] != [] and before[-1] in _FILES - {"a"}:
        return before[-1]
    if [str(one) for one in tokens[max(0, pawn - 2) : pawn]][:1] == ["a"] and tokens[pawn - 1].type == "OTHER_SIGN":
        return "a"
    behind = tokens[pawn + 1 : pawn + 3]
    if len(behind) == 2 and behind[0].type in ("ON", "OF") and behind[1].type in _FILE_OF:
        return _FILE_OF[behind[1].type]
    return str(behind[0]) if behind and str(behind[0]) in _FILES else None
