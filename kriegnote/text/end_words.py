"""How a game ended: by the names that ``ENDED`` of ``grammars/endings.lark`` reads, or in a remark after a score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, get_args

from kriegnote.errors import nearest
from kriegnote.lexicon import lexicon, meant, printed
from kriegnote.model.endings import LOSER, fate, lost_by
from kriegnote.model.events import Reason, Result, Side, other
from kriegnote.model.printed_moves import Lang
from kriegnote.model.printed_outcomes import read_result
from kriegnote.parsing import Terminals
from kriegnote.scanner import scanner_of
from kriegnote.text.misread_moves import DIGITS
from kriegnote.text.source import skip_blanks


def reason_of(words: str) -> Reason:
    """The reason of an end, from the text that ``ENDED`` reads."""
    reason = meant(words, "endings")
    assert reason in get_args(Reason), words
    return reason  # type: ignore[return-value]


def ending(reason: Reason, lang: Lang) -> str:
    """The name of a reason, as a score prints it."""
    return printed(f"endings.{reason}", lang)


def result_of(words: str) -> Result:
    """The result in a text that a grammar has recognised as one."""
    result = read_result("".join(words.split()))
    assert result is not None, words
    return result


_TERMINALS: Final = Terminals("result")
_NEAR: Final = 0.75
_LONGEST: Final = 60  # the greatest length of the words that say how a game ended, in characters
_SIDES: Final[dict[str, Side]] = {"WHITES": "white", "BLACKS": "black"}
_WON: Final = ("WINS", "CHECKMATE")
_OF_ONE: Final = (*_WON, "LOSES", "RESIGNATION", "FORFEIT", "TIME")
"""Words about one player, the winner or the loser; those whose meaning does not depend on others come first."""

_REASONS: Final[Mapping[str, Reason]] = {name.upper(): name for name in get_args(Reason)}
_ENDS: Final = frozenset({"WINS", "LOSES", *_REASONS})
"""The terminals of words that say that a game ended."""

Players = tuple[str | None, str | None]


class LastWords(NamedTuple):
    """What a remark says about the end; None for what it does not say.

    ``side``: the side of the end: the loser, or, for a mate, the winner; None if the remark does not show it.
    """

    reason: Reason | None
    result: Result | None
    side: Side | None = None


def last_words(remark: str, players: Players = (None, None)) -> LastWords | None:
    """What a remark after the last move says about the end: ``patta``, ``(time)``, ``I-0``, ``Mr. Ruiz resigned``.

    None if it says anything else, or nothing about an end. If a result says who lost, somebody unknown may be named
    with a capital letter: ``Bob resigns 1-0``.

    :param players: the names of White and Black, None if unknown.
    """
    known = True
    reason: Reason | None = None
    result: Result | None = None
    loses: Side | None = None
    said: list[str] = []
    for word in scanner_of("last_words").words(remark):
        kind = _player(word, players) if word.type == "WORD_BESIDE" else word.type
        if kind is None:
            if None not in players or not word[:1].isupper():
                return None
            known = False
            continue
        if kind in ("ANY_RESULT", "SCANNED_RESULT"):
            result = result or read_result(word if kind == "ANY_RESULT" else word.translate(DIGITS))
        elif kind in _REASONS:
            reason = reason or _REASONS[kind]
        said.append(kind)
    for kind in _OF_ONE:
        if loses is None and kind in said and (who := _nearest(said, said.index(kind))) is not None:
            loses = other(who) if kind in _WON else who
    loses = LOSER.get(result) or loses
    if not known and (LOSER.get(result) is None or _ENDS.isdisjoint(said)):
        return None
    if loses is not None:
        result = result or lost_by(loses)
    if reason is not None and fate(reason) == "draws":
        result = result or "1/2-1/2"
    if reason is None and result is None:
        return None
    side = other(loses) if loses is not None and reason == "checkmate" else loses
    return LastWords(reason, result, side)


def end_of_game(words: str, players: Players = (None, None)) -> tuple[int, LastWords | None]:
    """What the words after a game say about its end, if all of them or their first clauses are about nothing else.

    :returns: the offset after those clauses, and what they say; 0 and None if there are none.
    """
    ends = [found.end() for found in _TERMINALS["CLAUSE_STOP"].finditer(words[:_LONGEST])]
    if len(words) <= _LONGEST:
        ends.append(len(words))
    for end in reversed(ends):
        said = last_words(words[:end], players)
        if said is not None and (said.reason is not None or words[:end].rstrip()[-1:] != ","):
            return end, said
    return 0, None


def speaks_of_an_end(words: str) -> bool:
    """Whether words after a game mention an end among other things: “and the game was drawn”."""
    kinds = {word.type for word in scanner_of("last_words").words(words[: 2 * _LONGEST])}
    return not kinds.isdisjoint(_ENDS)


def is_scanned_result(words: str) -> bool:
    """Whether a text is only a result with letters in place of digits (``I-0``)."""
    return _TERMINALS["SCANNED_RESULT"].fullmatch(words.strip(" .*_")) is not None


def _player(words: str, players: Players) -> str | None:
    """The terminal for a player who is named, as for White or Black; None for any other words."""
    said = _words(words)
    named = [side for side, name in zip(_SIDES, players, strict=True) if name and said and said <= _words(name)]
    return named[0] if len(named) == 1 else None


def _words(text: str) -> set[str]:
    return set(_TERMINALS["NAMING"].findall(text.casefold()))


def _nearest(kinds: list[str], at: int) -> Side | None:
    """The player named before a word, or else after it: ``White resigns``, ``abandonan las blancas``."""
    named = [kind for kind in (*reversed(kinds[:at]), *kinds[at:]) if kind in _SIDES]
    return _SIDES[named[0]] if named else None


class Misspelt(NamedTuple):
    """A word that is close to an ending: the offset of its end, the ending, and the range of the result after it."""

    end: int
    meant: str
    result: tuple[int, int] | None


def misspelt(text: str, start: int, end: int) -> Misspelt | None:
    """A single word, with a full stop or before a result, that is close to one of the endings; else None."""
    found = _TERMINALS["LONE_WORD"].fullmatch(text, start, end)
    if found is None:
        return None
    first = skip_blanks(text, found.end("stop"))
    last = first + len(text[first:end].rstrip())
    if not (found["stop"] or last > first or _TERMINALS["AHEAD"].match(text, end)):
        return None
    known = {words.rstrip("."): words for words in lexicon().of("endings") if " " not in words}
    near = nearest(found["word"].lower(), known, _NEAR)
    if not near:
        return None
    return Misspelt(found.end("word"), known[near], (first, last) if last > first else None)
