"""How a game ended, by the names that ``ENDED`` of ``grammars/endings.lark`` reads."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final, NamedTuple, get_args

from kriegnote.lexicon import lexicon, meant, printed
from kriegnote.model.events import Reason, Result
from kriegnote.model.printed_moves import Lang


def reason_of(words: str) -> Reason:
    """How the game ended, from what ``ENDED`` reads."""
    reason = meant(words, "endings")
    assert reason in get_args(Reason), words
    return reason  # type: ignore[return-value]


def ending(reason: Reason, lang: Lang) -> str:
    """A reason by its name, as a score prints it."""
    return printed(f"endings.{reason}", lang)


def result_of(text: str) -> Result:
    """A result as ``grammars/common.lark`` reads it: ``½–½`` is 1/2-1/2."""
    plain = text.replace("–", "-")
    return "1/2-1/2" if plain == "½-½" else plain  # type: ignore[return-value]


_RESULT: Final = r"(?:1[-–]0|0[-–]1|1/2-1/2|½-½)(?![\w-])"
_RESULT_AHEAD: Final = re.compile(r"\s{0,99}" + _RESULT)
_LONE_WORD: Final = re.compile(rf"(?P<word>[^\W\d_]{{2,20}})(?P<stop>\.?)[ \t]*(?P<result>{_RESULT})?\s*")
_NEAR: Final = 0.75


class Misspelt(NamedTuple):
    """A word that is nearly an ending: where it ends, what is meant, and where the result behind it stands."""

    end: int
    meant: str
    result: tuple[int, int] | None


def misspelt(text: str, start: int, end: int) -> Misspelt | None:
    """A word by itself, with a full stop or before a result, that is nearly one of the endings; else None."""
    found = _LONE_WORD.fullmatch(text, start, end)
    if found is None or not (found["stop"] or found["result"] or _RESULT_AHEAD.match(text, end)):
        return None
    known = {words.rstrip("."): words for words in lexicon().of("endings") if " " not in words}
    near = get_close_matches(found["word"].lower(), known, 1, _NEAR)
    if not near:
        return None
    return Misspelt(found.end("word"), known[near[0]], found.span("result") if found["result"] else None)
