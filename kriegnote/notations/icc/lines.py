"""Parses the lines of an ICC log into their parts, from which the reader makes events (docs/notations/icc.md)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, wraps
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar, get_args

from lark import Token, Tree

from kriegnote.caching_parser import parser_of
from kriegnote.errors import nearest
from kriegnote.lexicon import read_number, sentences
from kriegnote.model.events import Direction, Side
from kriegnote.parsing import Terminals
from kriegnote.printed_numbers import whole_number
from kriegnote.text.end_words import result_of
from kriegnote.text.line_prefixes import closing, known_end
from kriegnote.text.tree_reader import Rule

P = ParamSpec("P")
T = TypeVar("T")

_TERMINALS: Final = Terminals("icc_lines")
_OFTEN: Final = {"ONCE": 1, "TWICE": 2, "THRICE": 3, "AGAIN_AND_AGAIN": None}
_AHEAD: Final = 100
_OF_SERVER: Final = ("moved", "announced", "ended")
_LONGEST: Final = 45
_SHORT: Final = 200
_BLANKS: Final = " \t\f\r\ufeff"
_MOST_STARTS: Final = 3  # the greatest number of places that are tried as the end of one of several joined lines
_BEGUN: Final = 5  # the least length of a line that breaks off


def remembered(judge: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
    """Caches the results of a function for short lines, since a log repeats the same lines."""
    kept: Callable[..., T] = lru_cache(maxsize=4096)(judge)

    @wraps(judge)
    def of(line: str, /, *more: P.args, **named: P.kwargs) -> T:
        return kept(line, *more, **named) if len(line) < _SHORT else judge(line, *more, **named)

    return of


def begins(line: str, kind: str) -> bool:
    """Whether a line begins with a terminal of ``grammars/icc_lines.lark``."""
    return _TERMINALS[kind].match(line) is not None


@remembered
def ply_of(line: str) -> int | None:
    """Twice the number of a line's move, plus 1 for Black's; None if the line has no move."""
    ply = _TERMINALS["PLY_LINE"].match(line)
    return None if ply is None else 2 * int(ply["number"]) + (ply["dots"] is not None)


def is_chat(line: str) -> bool:
    """Whether a line is a message from another person to the player."""
    return begins(line, "CHAT")


# -- lines -------------------------------------------------------------------------------------------------------------


class Refusal(NamedTuple):
    """The try in “Illegal move”: its text (None if it is not named), its offset, and how often it was made.

    ``marked``: the text is in brackets or after a colon. ``counted``: the line says how often.
    """

    printed: str | None
    at: int
    marked: bool
    times: int | tuple[int, int] | None = 1
    counted: bool = False


class LinePart(NamedTuple):
    """A part of a line: the name of its rule in the grammar, its text, its offset, and its value.

    ``value``: the number of ``NUMBER`` and ``TRIES``, the side of ``TO_MOVE``, the square of ``HIDDEN``, man and square
    of ``CAPTURED``, the direction of ``CHECK``, the result of ``RESULT``, the :class:`Refusal` of ``ILLEGAL``.
    """

    kind: str
    text: str
    at: int
    value: Any = None

    @property
    def end(self) -> int:
        """The offset of its end."""
        return self.at + len(self.text)

    def moved(self, by: int) -> LinePart:
        """The part with its offsets increased by ``by``."""
        kind, text, at, value = self
        if isinstance(value, Refusal):
            value = value._replace(at=value.at + by)
        return LinePart(kind, text, at + by, value)


class _Parts:
    """The parts of one line: one method for each rule of ``grammars/icc.lark``."""

    def __init__(self, body: str) -> None:
        self.body = body

    def words(self, rule: Rule) -> tuple[LinePart, ...]:
        """The parts of a whole line; a number of times is added to the refusal before it."""
        words: list[LinePart] = []
        for one in rule.children:
            if isinstance(one, Tree):
                found = getattr(self, one.data)(one.children)
                if one.data == "times":
                    self._counted(words, found)
                else:
                    words += found if one.data == "number" else (found,)
            elif one.type != "_SEP":
                words.append(self._word(one.type, [one]))
        return tuple(words)

    def _counted(self, words: list[LinePart], times: LinePart) -> None:
        last = words[-1] if words else None
        if last is not None and last.kind == "ILLEGAL":
            value = last.value._replace(times=times.value, counted=True)
            words[-1] = LinePart("ILLEGAL", self.body[last.at : times.end], last.at, value)

    def _word(self, kind: str, found: list[Token], value: Any = None) -> LinePart:
        start = found[0].start_pos or 0
        return LinePart(kind, self.body[start : found[-1].end_pos], start, value)

    def number(self, found: list[Token]) -> list[LinePart]:
        return [
            self._word("NUMBER", found[:1], int(found[0].rstrip(" \t."))),
            *(self._word("DOTS", [one]) for one in found[1:]),
        ]

    def hidden(self, found: list[Token]) -> LinePart:
        return self._word("HIDDEN", found, str(found[2]) if len(found) > 1 else None)

    def ply(self, found: list[Token]) -> LinePart:
        return self._word("PLY", found)

    def clock(self, found: list[Token]) -> LinePart:
        return self._word("CLOCK", found)

    def result(self, found: list[Token]) -> LinePart:
        return self._word("RESULT", found, result_of(found[0]))

    def to_move(self, found: list[Token]) -> LinePart:
        return self._word("TO_MOVE", found, found[0].type.lower())

    def tries(self, found: list[Token]) -> LinePart:
        said = found[0]
        count = read_number(said) or 0
        return self._word("TRIES", found, count)

    def captured(self, found: list[Token]) -> LinePart:
        man = found[0].lower() if found[0].type != "MAN" else None
        return self._word("CAPTURED", found, (man, str(found[2]) if len(found) > 2 else None))

    def check(self, found: list[Token]) -> LinePart:
        return self._word("CHECK", found, found[0].type.lower() if len(found) > 1 else None)

    def illegal(self, found: list[Token]) -> LinePart:
        printed = found[-1] if len(found) > 1 else None
        at, said = (printed.start_pos or 0, str(printed)) if printed is not None else (0, "")
        bracketed = said.startswith("(")
        inner = said[1:-1] if bracketed else said
        at += bracketed + len(inner) - len(inner.lstrip())
        marked = bracketed or any(one.type == "COLON" for one in found)
        return self._word("ILLEGAL", found, Refusal(inner.strip() or None, at, marked))

    def times(self, found: list[Token]) -> LinePart:
        numbers = tuple(whole_number(one) for one in found if one.type == "WHOLE")
        times = numbers if len(numbers) == 2 else numbers[0] if numbers else _OFTEN[found[0].type]
        return self._word("TIMES", found, times)


class LogLine(NamedTuple):
    """A line: its kind, its range in the chunk, and its parts.

    The kind is a rule of the grammar, ``typed`` (a move without a number), ``noise`` (no part of a log), ``junk`` (an
    unreadable part of a log), or ``question``. Parts of a line that cannot be read are ``BAD_PLY`` and ``BAD_SAID``.
    """

    kind: str
    start: int
    end: int
    tokens: tuple[LinePart, ...] = ()

    def get(self, kind: str) -> LinePart | None:
        """The first part of this kind."""
        for word in self.tokens:
            if word.kind == kind:
                return word
        return None

    def has(self, kind: str) -> bool:
        """Whether there is a part of this kind."""
        return self.get(kind) is not None


ASIDE: Final = ("noise", "junk", "question")
"""Kinds of lines that are no part of a log."""


class LinesAhead:
    """The lines after one, at most 100, read only as far as needed."""

    def __init__(self, lines: list[LogLine], start: int) -> None:
        self.lines, self.start = lines, start

    def __iter__(self) -> Iterator[LogLine]:
        for index in range(self.start, min(len(self.lines), self.start + _AHEAD)):
            yield self.lines[index]


def _parsed(body: str) -> tuple[str, tuple[LinePart, ...]]:
    """The kind of a line, and its parts."""
    if _TERMINALS["CLUB_TALK"].fullmatch(body):
        return "question", ()
    if not begins(body, "BEGINS"):
        return "noise", ()
    kind, words = _grammar(body)
    if kind is None:
        if is_chat(body) or not (_TERMINALS["LOGLIKE"].search(body) or _nearly(body)):
            return "noise", ()
        return _salvaged(body) or ("junk", ())
    if kind == "moved" and words[0].kind == "PLY":
        kind = "typed"  # a move without a number is what the player typed
    return kind, words


@lru_cache(maxsize=4096)
def _grammar(body: str) -> tuple[str | None, tuple[LinePart, ...]]:
    """The rule that parses a whole line and the line's parts; None and no parts if there is no such rule."""
    tree, unread = parser_of("icc", keep_all_tokens=True).parse(body, 0, len(body))
    if unread or not tree.children:
        return None, ()
    rule = tree.children[0]
    assert isinstance(rule, Tree)
    return rule.data, _Parts(body).words(rule)


@cache
def _server_lines() -> tuple[str, ...]:
    """The server's lines in lower case, one of each kind."""
    said = sentences("server", "en")
    try_, tries = said("one_pawn_try"), said("pawn_tries", 2)
    turns = [f"{said('to_move', side)}{more}" for side in get_args(Side) for more in ("", f", {try_}")]
    moves = [f"{side} to move" for side in get_args(Side)]
    men = [said("captured_at", man, "d5") for man in ("pawn", "piece")]
    lines = (*turns, *moves, try_, tries, *men, *map(said, get_args(Direction)), f"{said('illegal')} (d4c3)")
    return tuple(line.lower() for line in lines)


def _nearly(body: str) -> bool:
    """Whether a line is a misspelt or incomplete line of the server's."""
    said = body.rstrip(" .!").lower()
    if len(body) > _LONGEST:
        return False
    usual = _TERMINALS["SQUARE_BEHIND_AT"].sub(lambda found: "d5"[: len(found.group())], said)
    begun = [line for line in _server_lines() if line.startswith(usual) and line != usual]
    in_a_word = any(line[len(usual)].isalnum() for line in begun)
    return (in_a_word and len(usual) >= _BEGUN) or nearest(said, _server_lines(), 0.8) is not None


def _salvaged(body: str) -> tuple[str, tuple[LinePart, ...]] | None:
    """The readable parts of a line that cannot be parsed: number, move, phrases between commas; None if too few.

    A line in braces that are not closed is read as the end of the game.
    """
    if unclosed := _TERMINALS["UNCLOSED_GAME"].fullmatch(body):
        game, printed = unclosed["game"], body[unclosed.end("game") :].strip()
        result = [LinePart("RESULT", printed, len(body) - len(printed), result_of(printed))] if printed else []
        return "ended", (LinePart("GAME_NOTICE", game + "}", 0), *result, LinePart("UNCLOSED", "", len(game)))
    if len(body) > _SHORT:
        return None
    words: list[LinePart] = []
    at, known, kind = 0, 0, "announced"
    head = _TERMINALS["HEAD"].match(body)
    if head is not None:
        rule, found = _grammar(head.group())
        if rule == "moved":
            words += found
        elif _TERMINALS["BEHIND_A_NUMBER"].fullmatch(head["word"]):
            words += _grammar(f"{head['lead']}?")[1][:-1]
            words.append(LinePart("BAD_PLY", head["word"], head.start("word")))
        if words:
            at, known, kind = head.end(), 1, "moved"
    for phrase in _TERMINALS["PHRASE"].finditer(body, at):
        said, first = phrase["said"], phrase.start("said")
        rule, found = _grammar(said)
        known += rule == "announced"
        words += [word.moved(first) for word in found] if rule == "announced" else [LinePart("BAD_SAID", said, first)]
    unread = sum(word.kind == "BAD_SAID" for word in words)
    return (kind, tuple(words)) if known >= max(1, unread) else None


@remembered
def server_span(line: str, start: int = 0) -> tuple[int, int] | None:
    """The range of the server's words in a line of a file, from an offset on; None if there are none."""
    if _goes_on(line, start):
        return None
    for found in _TERMINALS["SERVER_SPEAKS"].finditer(line, start, start + _SHORT):
        at = found.start()
        end = closing(line, at)
        body = line[at:end].rstrip()
        if len(body) < _SHORT and _grammar(_small(body))[0] in _OF_SERVER and not is_chat(line[start:at]):
            return at, at + len(body)
    return None


@remembered
def line_of(body: str) -> LogLine:
    """One line of a log, given without surrounding blanks."""
    kind, tokens = _parsed(_small(body))
    return LogLine(kind, 0, len(body), tokens)


def _small(body: str) -> str:
    """A line with squares and capture signs in lower case."""
    if body.startswith("{"):
        return body
    return _TERMINALS["CAPITALS"].sub(lambda found: found.group().lower(), body)


def unbroken(text: str) -> str:
    """A text with blanks in place of the breaks of long lines that the server continues on the next line."""
    if "\\" not in text:
        return text
    return _TERMINALS["LINE_BROKEN"].sub(lambda found: " " * len(found.group()), text)


def _goes_on(line: str, start: int = 0) -> bool:
    """Whether this line continues one that the server has broken."""
    return "\\" in line and _TERMINALS["GOES_ON"].match(line, start) is not None


def whole_rows(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a log, with lines that the server has broken joined; their line breaks are kept."""
    held = ""
    for line in lines:
        if held and not _goes_on(line):
            yield held
            held = ""
        held += line
    if held:
        yield held


def _joined(body: str) -> list[LogLine]:
    """The lines of the server's that are printed in one line; none if that contains anything else."""
    starts = [found.start() for found in _TERMINALS["SERVER_SPEAKS"].finditer(body)]
    lines: list[LogLine] = []
    at = 0
    while at < len(body):
        following = bisect_right(starts, at)
        for end in (*starts[following : following + _MOST_STARTS], len(body)):
            read = line_of(body[at:end].strip())
            if read.kind in _OF_SERVER:
                break
        else:
            return []
        lines.append(LogLine(read.kind, at, at + read.end, read.tokens))
        at = end
    return lines if len(lines) > 1 else []


def log_lines(text: str, start: int) -> list[LogLine]:
    """The lines of a log from an offset on, without blank ones."""
    found: list[LogLine] = []
    for row in unbroken(text)[start:].split("\n"):
        own = row[known_end(row) :].lstrip(_BLANKS)
        if body := own.rstrip():
            at = start + len(row) - len(own)
            read = line_of(body)
            parts = _joined(body) if read.kind == "junk" else []
            for one in parts or [read]:
                first, last = at + one.start, at + one.end
                found.append(LogLine(one.kind, first, last, tuple([word.moved(first) for word in one.tokens])))
        start += len(row) + 1
    return found
