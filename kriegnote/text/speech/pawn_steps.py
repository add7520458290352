"""Finds the pawns of which prose speaks: by file, “the d-pawn”, “le pion du roi”, and by the length of their moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lark import Token

from kriegnote.chess.squares import FILES_OF
from kriegnote.lexicon import mentioned, read_number
from kriegnote.text.speech.clauses import BREAKS, MEN, SKIPPED

SQUARES: Final = {"ONE_SQUARE": 1, "TWO_SQUARES": 2}
"""Words for the length of a pawn's move, in squares."""
_BEFORE: Final = 7
"""The greatest number of tokens between a pawn and the length of its move."""
_BEHIND: Final = 3
_JOINTS: Final = frozenset({"ON", "OF", "FILLER"})
_NAMED_BEHIND: Final = 5
"""The greatest number of tokens behind a pawn that name the man before whom it stands: “del alfil de la dama”."""
_FILES: Final = frozenset("abcdefgh")
_HYPHENS: Final = frozenset("-–")
_BEHIND_A_FILE: Final = frozenset({"CAPTURE", "TAKE", "FOR"})
"""Words behind the file of a pawn: “c takes d4”, “d per e3”."""


class PawnSteps(NamedTuple):
    """A pawn's move in words.

    ``at``: the index of the token for its length. ``files``: those on which the pawn may stand, empty if unsaid.
    ``squares``: 1 or 2. ``both``: both players make it.
    """

    at: int
    files: str
    squares: int
    both: bool


def pawn_steps(tokens: Sequence[Token], begin: int, end: int) -> Iterator[PawnSteps]:
    """The pawns' moves by their length in ``tokens[begin:end]``, a clause; the pawn may stand just before it."""
    for at in range(begin, end):
        squares = SQUARES.get(tokens[at].type)
        if squares is None and at > 0 and tokens[at - 1].type == "PAWN":
            squares = read_number(tokens[at])
        if squares is None or squares not in SQUARES.values():
            continue
        near = (*range(at - 1, max(at - _BEFORE, 0) - 1, -1), *range(at + 1, min(at + _BEHIND, end)))
        pawn = next((one for one in near if tokens[one].type in ("PAWN", "WITH_A_PAWN")), None)
        if pawn is None or any(one.type in ("MOVE_IN_SIGNS", "FULL_STOP") for one in tokens[pawn:at]):
            continue
        first = max((one + 1 for one in range(pawn) if tokens[one].type in BREAKS), default=0)
        both = any(one.type == "BOTH" for one in tokens[first:at])
        yield PawnSteps(at, files_of_pawn(tokens, pawn), squares, both)


def files_of_pawn(tokens: Sequence[Token], pawn: int) -> str:
    """The files that the words beside a pawn name, by a letter or the man before whom it stands; empty if they do not.

    “The bishop's pawn” may stand on two.
    """
    before = letter_before(tokens, pawn)
    if before is not None:
        return str(tokens[before])
    behind = tokens[pawn + 1 : pawn + 2]
    return str(behind[0]) if behind and str(behind[0]) in _FILES else _before_men([*_men_named(tokens, pawn)])


def letter_before(tokens: Sequence[Token], pawn: int) -> int | None:
    """The index of the letter of a file directly before a pawn, “the d pawn”, “der e-Bauer”; None if there is none.

    “a” is one only with a hyphen.
    """
    joined = pawn > 1 and str(tokens[pawn - 1]) in _HYPHENS
    at = pawn - 1 - joined
    return at if at >= 0 and str(tokens[at]) in (_FILES if joined else _FILES - {"a"}) else None


def _men_named(tokens: Sequence[Token], pawn: int) -> Iterator[str]:
    """The men by whom a pawn is named: in its own word, or behind it, “le pion du roi”."""
    yield from map(str.upper, mentioned(tokens[pawn], "pawns"))
    joined = False
    for one in tokens[pawn + 1 : pawn + 1 + _NAMED_BEHIND]:
        if MEN.get(one.type) in FILES_OF and (joined or "'" in one):
            yield one.type
            joined = False
        elif one.type in _JOINTS:
            joined = True
        else:
            return


def _before_men(men: Sequence[str]) -> str:
    """The files before these men, of whom one may be an officer and another say on which side he began."""
    letters = [MEN[man] for man in men]
    officer = next((man for man in letters if man not in "KQ"), None)
    if officer is None:
        return FILES_OF[letters[0]] if letters else ""
    wing = "K" if "K" in letters else "Q" if "Q" in letters else ""
    return FILES_OF[wing + officer]


def file_of_a_mans_pawn(tokens: Sequence[Token], begin: int, takes: int | None, at: int, end: int) -> str | None:
    """The file of the moving pawn, named by the man before whom it stands: “takes with the king's pawn”.

    :param takes: the verb of a capture; between it and the square ``at`` a pawn without “with” is taken.
    """
    pawns = (one for one in range(begin, end) if tokens[one].type in ("PAWN", "WITH_A_PAWN"))
    moving = (one for one in pawns if takes is None or not takes < one < at or _with(tokens, one))
    files = next((files_of_pawn(tokens, one) for one in moving), "")
    return files if len(files) == 1 else None


def _with(tokens: Sequence[Token], pawn: int) -> bool:
    before = next((one.type for one in reversed(tokens[:pawn]) if one.type not in SKIPPED), "")
    return before == "BY" or tokens[pawn].type == "WITH_A_PAWN"


def file_named(tokens: Sequence[Token], begin: int, end: int) -> str | None:
    """The file of the pawn that a clause names: “the d-pawn”, “il pedone h”."""
    words = tokens[begin:end]
    for pawn in (one for one in range(begin, end) if tokens[one].type == "PAWN"):
        if (letter := letter_before(tokens, pawn)) is not None:
            return str(tokens[letter])
    for at, word in enumerate(words):
        if word.type in ("UNKNOWN_WORD", "CONNECTIVE") and str(word) in _FILES:
            beside = {one.type for one in (*words[max(0, at - 3) : at], *words[at + 1 : at + 3])}
            if (
                beside & {"PAWN", "WITH_A_PAWN", "FILE"}
                or {one.type for one in words[at + 1 : at + 2]} & _BEHIND_A_FILE
            ):
                return str(word)
    return None
