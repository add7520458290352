"""How a game ended, by the names that ``ENDED`` of ``grammars/endings.lark`` reads."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final, NamedTuple, get_args

from kriegnote.lexicon import lexicon, meant, printed
from kriegnote.model.events import Reason, Result
from kriegnote.model.printed_moves import Lang
from kriegnote.parsing import Terminals
from kriegnote.text.source import skip_blanks


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


_TERMINALS: Final = Terminals("result")
_NEAR: Final = 0.75


class Misspelt(NamedTuple):
    """A word that is nearly an ending: where it ends, what is meant, and where the result behind it stands."""

    end: int
    meant: str
    result: tuple[int, int] | None


def misspelt(text: str, start: int, end: int) -> Misspelt | None:
    """A word by itself, with a full stop or before a result, that is nearly one of the endings; else None."""
    found = _TERMINALS["LONE_WORD"].fullmatch(text, start, end)
    if found is None:
        return None
    first = skip_blanks(text, found.end("stop"))
    last = first + len(text[first:end].rstrip())
    if not (found["stop"] or last > first or _TERMINALS["AHEAD"].match(text, end)):
        return None
    known = {words.rstrip("."): words for words in lexicon().of("endings") if " " not in words}
    near = get_close_matches(found["word"].lower(), known, 1, _NEAR)
    if not near:
        return None
    return Misspelt(found.end("word"), known[near[0]], (first, last) if last > first else None)
