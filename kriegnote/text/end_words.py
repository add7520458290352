"""How a game ended: by the names that ``ENDED`` of ``grammars/endings.lark`` reads, or in a remark behind a score."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final, NamedTuple, get_args

from kriegnote.lexicon import lexicon, meant, printed
from kriegnote.model.events import Reason, Result, Side, other
from kriegnote.model.printed_moves import Lang
from kriegnote.model.printed_outcomes import read_result
from kriegnote.parsing import Terminals
from kriegnote.scanner import Word, scanner_of
from kriegnote.text.source import skip_blanks


def reason_of(words: str) -> Reason:
    """How the game ended, from what ``ENDED`` reads."""
    reason = meant(words, "endings")
    assert reason in get_args(Reason), words
    return reason  # type: ignore[return-value]


def ending(reason: Reason, lang: Lang) -> str:
    """A reason by its name, as a score prints it."""
    return printed(f"endings.{reason}", lang)


def result_of(words: str) -> Result:
    """The result that a grammar has found."""
    result = read_result("".join(words.split()))
    assert result is not None, words
    return result


_TERMINALS: Final = Terminals("result")
_NEAR: Final = 0.75
_DRAWN: Final = frozenset({"stalemate", "agreement", "repetition"})
_SIDES: Final[dict[str, Side]] = {"WHITES": "white", "BLACKS": "black"}
_WON: Final = ("WINS", "CHECKMATE")
_OF_ONE: Final = ("RESIGNATION", "FORFEIT", "LOSES", *_WON)
"""Words of what one player does, the winner or the loser."""
_LOSERS: Final[dict[Result | None, Side]] = {"1-0": "black", "0-1": "white"}


class LastWords(NamedTuple):
    """What a remark says of the end; None for what it does not.

    ``side``: whose end it is, the loser's or, of a mate, the winner's, where the remark names him.
    """

    reason: Reason | None
    result: Result | None
    side: Side | None = None


def last_words(remark: str) -> LastWords | None:
    """What a remark behind the last move says of the end: ``patta``, ``(time)``, ``1:0``; None if it speaks of more."""
    reason: str | None = None
    result: Result | None = None
    loses: Side | None = None
    said: list[Word] = []
    for word in scanner_of("last_words").words(remark):
        if word.type == "WORD_BESIDE":
            return None
        if word.type == "ANY_RESULT":
            result = result or read_result(word)
        elif (name := word.type.lower()) in get_args(Reason):
            reason = reason or name
        said.append(word)
    for at, word in enumerate(said):
        if word.type in _OF_ONE:
            who = _nearest(said, at)
            winner = other(who) if who is not None and word.type not in _WON else who
            loses = loses or (other(winner) if winner is not None else None)
    if loses is not None:
        result = result or ("0-1" if loses == "white" else "1-0")
    result = result or ("1/2-1/2" if reason in _DRAWN else None)
    if loses is None and result in _LOSERS:
        loses = _LOSERS[result]
    side = other(loses) if loses is not None and reason == "checkmate" else loses
    return LastWords(reason, result, side)  # type: ignore[arg-type]


def _nearest(words: list[Word], at: int) -> Side | None:
    """The player named before a word, or else behind it: ``White resigns``, ``abandonan las blancas``."""
    named = [word.type for word in (*reversed(words[:at]), *words[at:]) if word.type in _SIDES]
    return _SIDES[named[0]] if named else None


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
