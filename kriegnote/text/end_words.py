"""How a game ended: by the names that ``ENDED`` of ``grammars/endings.lark`` reads, or in a remark after a score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, get_args

from kriegnote.errors import nearest
from kriegnote.lexicon import lexicon, meant, printed
from kriegnote.model.endings import LOSER, fate, lost_by
from kriegnote.model.events import Reason, Result, Side, other
from kriegnote.model.printed_moves import Lang
from kriegnote.model.printed_outcomes import read_result
from kriegnote.parsing import Terminals
from kriegnote.scanner import scanner_of
from kriegnote.text.ended_clauses import REASONS, SIDES, LastWords, Players, ended, named_in, said_words
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
_LONGEST: Final = 60  # the greatest length of the words that say nothing but how a game ended, in characters
_LAST: Final = 3  # the number of sentences after a game, or parts of sentences, among which one may say how it ended
_LONG: Final = 300  # the greatest length of such a sentence, in characters
_MORE: Final = frozenset({"WORD_BESIDE", "HE", "DENIED", "UNREAL", "ELSEWHERE", "YIELDS"})
"""The terminals of words by which a remark says more than how a game ended."""
_WON: Final = ("WINS", "AWARDED", "CHECKMATE")
_OF_ONE: Final = (*_WON, "LOSES", "RESIGNATION", "FORFEIT", "TIME")
"""Words about one player, the winner or the loser; those whose meaning does not depend on others come first."""

_ENDS: Final = frozenset({"WINS", "LOSES", "AWARDED", "OVERSTEPS", *REASONS})
"""The terminals of words that say that a game ended."""


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
    for kind, word in said_words(remark, players):
        if kind in _MORE:
            if None not in players or not word[:1].isupper() or kind != "WORD_BESIDE":
                return None
            known = False
            continue
        if kind in ("ANY_RESULT", "SCANNED_RESULT"):
            result = result or read_result(word if kind == "ANY_RESULT" else word.translate(DIGITS))
        meaning = "TIME" if kind == "OVERSTEPS" else kind
        if meaning in REASONS:
            reason = reason or REASONS[meaning]
        said.append(meaning)
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


class EndOfGame(NamedTuple):
    """What words say about the end of a game, and the range in which they say it."""

    start: int
    end: int
    said: LastWords


def end_of_game(words: str, players: Players = (None, None)) -> EndOfGame | None:
    """What words after a game say about its end, in the first of their sentences that says who won; or a draw.

    None if none does. An end without a result counts only if the words begin with it.
    """
    spoken_of: frozenset[Side] = frozenset()
    first: EndOfGame | None = None
    for start, end in _sentences(words):
        only = next(iter(spoken_of)) if len(spoken_of) == 1 else None
        found = _nothing_else(words, start, end, players) or _among_others(words, start, end, players, only)
        if found is not None and found.said.result is not None:
            return found
        first = first or (found if start == 0 else None)
        spoken_of |= named_in(words[start:end], players)
    return first


def _among_others(words: str, start: int, end: int, players: Players, spoken_of: Side | None) -> EndOfGame | None:
    """The end that a sentence states, whatever else it says; None if it states none, or is too long."""
    said = ended(words[start:end], players, spoken_of) if end - start <= _LONG else None
    return None if said is None else EndOfGame(start, end, said)


def _nothing_else(words: str, start: int, end: int, players: Players) -> EndOfGame | None:
    """The end that a sentence, or its beginning up to a comma, is about and nothing else."""
    stops = [found.end() for found in _TERMINALS["CLAUSE_STOP"].finditer(words[:end], start)]
    for stop in (end, *reversed(stops)):
        asked = "?" in words[start:stop]
        said = last_words(words[start:stop], players) if stop - start <= _LONGEST and not asked else None
        if said is None or (stop < end and (said.reason is None or _is_subject(words, start, stop, stops, players))):
            continue
        return EndOfGame(start, stop, said)
    return None


def _is_subject(words: str, start: int, stop: int, stops: list[int], players: Players) -> bool:
    """Whether what stands before a comma only names a player, of whom something else is said behind it."""
    before = max((one for one in stops if one < stop), default=start)
    return before > start and bool(named_in(words[before:stop], players)) and last_words(words[before:stop]) is None


def _sentences(words: str) -> Iterator[tuple[int, int]]:
    """The ranges of the first sentences, with the blanks behind them; a full stop may be that of an abbreviation."""
    start, count = 0, 0
    for found in _TERMINALS["SENTENCE_OR_PART"].finditer(words):
        last = _TERMINALS["LAST_WORD"].search(words[start : found.start()])
        word = last["word"] if last is not None else ""
        short = len(word) == 1 or word.isdecimal() or meant(word, "last_words") == "polite"
        if found.group()[0] == "." and short and "\n\n" not in found.group():
            continue
        yield start, found.end()
        start, count = found.end(), count + 1
        if count == _LAST:
            return
    if words[start:].strip():
        yield start, len(words)


def speaks_of_an_end(words: str) -> bool:
    """Whether words after a game mention an end among other things: “and the game was drawn”."""
    kinds = {word.type for word in scanner_of("last_words").words(words[: 2 * _LONGEST])}
    return not kinds.isdisjoint(_ENDS)


def is_scanned_result(words: str) -> bool:
    """Whether a text is only a result with letters in place of digits (``I-0``)."""
    return _TERMINALS["SCANNED_RESULT"].fullmatch(words.strip(" .*_")) is not None


def _nearest(kinds: list[str], at: int) -> Side | None:
    """The player named before a word, or else after it: ``White resigns``, ``abandonan las blancas``."""
    named = [kind for kind in (*reversed(kinds[:at]), *kinds[at:]) if kind in SIDES]
    return SIDES[named[0]] if named else None


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
