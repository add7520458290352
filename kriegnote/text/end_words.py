"""How a game ended, in words: English and Italian."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final, NamedTuple

from kriegnote.model.events import Reason, Result

WORDS: Final[dict[Reason, tuple[str, str]]] = {
    "checkmate": ("checkmate", "scacco matto"),
    "stalemate": ("stalemate", "stallo"),
    "resignation": ("resignation", "abbandono"),
    "agreement": ("draw agreed", "patta d'accordo"),
    "time": ("time", "tempo"),
    "forfeit": ("forfeit", "forfait"),
    "adjudication": ("adjudication", "aggiudicazione"),
    "insufficient": ("insufficient material", "materiale insufficiente"),
    "fifty-move": ("fifty moves", "cinquanta mosse"),
    "repetition": ("repetition", "ripetizione"),
    "king-captured": ("king captured", "re catturato"),
    "abandoned": ("abandoned", "interrotta"),
    "void": ("void", "nulla"),
    "unknown": ("unknown", "ignota"),
}

_REASONS: Final[dict[str, Reason]] = {
    **{word: reason for reason, words in WORDS.items() for word in words},
    "patta": "agreement",
    "mate": "checkmate",
    "matto": "checkmate",
}


def reason_of(words: str) -> Reason:
    """How the game ended, from what ``ENDED`` of ``grammars/common.lark`` reads; whoever resigns, *abbandona*."""
    plain = " ".join(words.lower().replace("’", "'").split()).rstrip(".")
    return _REASONS.get(plain, "resignation")


def result_of(printed: str) -> Result:
    """A result as ``grammars/common.lark`` reads it: ``½–½`` is 1/2-1/2."""
    plain = printed.replace("–", "-")
    return "1/2-1/2" if plain == "½-½" else plain  # type: ignore[return-value]


_RESULT: Final = r"(?:1[-–]0|0[-–]1|1/2-1/2|½-½)(?![\w-])"
_RESULT_AHEAD: Final = re.compile(r"\s{0,99}" + _RESULT)
_LONE_WORD: Final = re.compile(rf"(?P<word>[^\W\d_]{{2,20}})(?P<stop>\.?)[ \t]*(?P<result>{_RESULT})?\s*")


class Misspelt(NamedTuple):
    """A word that is nearly an ending: where it ends, what is meant, and where the result behind it stands."""

    end: int
    meant: str
    result: tuple[int, int] | None


def misspelt(text: str, start: int, end: int, endings: Mapping[Reason, tuple[str, str]] = WORDS) -> Misspelt | None:
    """A word by itself, with a full stop or before a result, that is nearly one of the endings; else None."""
    found = _LONE_WORD.fullmatch(text, start, end)
    if found is None or not (found["stop"] or found["result"] or _RESULT_AHEAD.match(text, end)):
        return None
    known = {"matto": "matto", **{word.rstrip("."): word for words in endings.values() for word in words}}
    near = get_close_matches(found["word"].lower(), [word for word in known if " " not in word], 1, 0.75)
    if not near:
        return None
    return Misspelt(found.end("word"), known[near[0]], found.span("result") if found["result"] else None)
