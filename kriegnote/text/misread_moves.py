"""What a misread move looks like: a word in a ply's place with a sign gone wrong (``BbS``, ``Bl3``, ``Hc3``, ``%%&``).

One bad sign must not make a comment of the line behind it.  These are looks alone; where such a word may stand is told
by :mod:`kriegnote.text.score`.
"""

from __future__ import annotations

import re
from typing import Final, Literal

Looks = Literal["move", "word", "signs"]

_TAIL: Final = re.compile(r"[,;.:]+\Z")
_MEN: Final = r"[♔-♟KQRBNDTACHP]\ufe0e?"
_MOVE: Final = re.compile(
    rf"""(?=\S{{2,9}}\Z)(?:
         (?=\D*\d)(?:[^\W\d_]|[♔-♟])[\w♔-♟\ufe0e×✕:=+\#†‡/!?%&$@^~<>|-]*        # Bl3 Bhl3 Hc3 Nf9 Qh5mate
       | {_MEN}[a-h]?[x×✕:]?[a-h][A-Zsl|!&](?:[+\#]|=[QRBNDTAC])*[!?]*         # BbS Rcl NfG
       | [a-h](?:[x×✕:][a-h])?[A-Z&|](?:[+\#]|=[QRBNDTAC])*[!?]*               # eS dxeS
       | [oO0QCD][^\w\s]{{1,2}}[oO0QCD](?:[^\w\s]{{1,2}}[oO0QCD])?[+\#]*          # 0=0 O-Q
       )\Z""",
    re.VERBOSE,
)
_WORD: Final = re.compile(r"[^\W_]{1,5}\Z")
_SIGNS: Final = re.compile(r"-?[^\w\s()\[\]{}\"'`«»“”‘’„…•·*#_\u2010-\u2015-]{1,6}-?\Z")
_NUMBER: Final = re.compile(r"([\dOolI]{1,3})(?=[.)])")
_DIGITS: Final = str.maketrans("OolI", "0011")


def core(word: str) -> str:
    """A word without the comma or the stop behind it."""
    return _TAIL.sub("", word)


def looks(word: str) -> Looks | None:
    """Whether a word without its comma looks like a move, is a short word, or signs that mean nothing; else None."""
    if _MOVE.match(word):
        return "move"
    if _WORD.match(word):
        return "word"
    return "signs" if _SIGNS.match(word) else None


def number(word: str) -> int | None:
    """The move number in which a letter stands for a digit (``1O.``: 10), None when it is none."""
    found = _NUMBER.match(word)
    if found is None or found[1].isdecimal() or not any(sign.isdecimal() for sign in found[1]):
        return None
    return int(found[1].translate(_DIGITS))
