"""Finds plies that a reader kept as comments or junk because a scanner spoilt them.

``2. ♠f3 ♠c6``, ``2. $Nf3, Nc6$`` or ``5. White castles short`` are not moves of any notation, so readers keep them as
comments.  If plies are missing just there by the move numbers, and the words resemble moves and have the right numbers,
they are read as plies again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeGuard

import msgspec
from lark import Token

from kriegnote.model.events import AnyEvent, Comment, Junk, Move, Result, Side
from kriegnote.model.order import ordinal
from kriegnote.model.printed_moves import Parts, parse_move
from kriegnote.model.record import Record
from kriegnote.parsing import grammar
from kriegnote.restoration import misprints
from kriegnote.text.end_words import result_of
from kriegnote.text.latex import without_markup
from kriegnote.text.misread_moves import by_a_sign
from kriegnote.text.score_words import black_number, number_of
from kriegnote.text.umpire_messages import Announced, read_announcements

_LONGEST: Final = 20_000  # characters of a comment that are examined


def reread(record: Record) -> Record:
    """The record with the plies in its comments and junk as moves, and words that run two plies together divided.

    The same object if nothing was found.
    """
    events: list[AnyEvent] = []
    expected: int | None = 2  # the ordinal of the next ply: twice the move number, plus one for Black
    result = record.result
    at = 0
    while at < len(record.events):
        event = record.events[at]
        if not _is_prose(event):
            at += 1
            if isinstance(event, Move):
                half = ordinal(event.side, event.turn)
                expected = None if half is None else half + 1
                two = _two_moves(event, _next(record.events[at:]))
                if two and expected is not None:
                    events.extend(two)
                    expected += 1
                    continue
            events.append(event)
            continue
        end = at
        while end < len(record.events) and _is_prose(record.events[end]):
            end += 1
        run = [one for one in record.events[at:end] if _is_prose(one)]
        found = _plies(run, expected, _next(record.events[end:])) if expected is not None else None
        if found is None:
            events.extend(run)
        else:
            events.extend(found.events)
            expected, result = found.expected, result or found.result
        at = end
    if len(events) == len(record.events) and all(a is b for a, b in zip(events, record.events, strict=True)):
        return record
    return record.replace(events=tuple(events), result=result)


Prose = Comment | Junk


def _is_prose(event: AnyEvent) -> TypeGuard[Prose]:
    """Whether an event may hide plies: junk, or a comment that is not restricted to one player's knowledge."""
    return isinstance(event, Junk) or (isinstance(event, Comment) and event.heard == "umpire")


def _next(events: Sequence[AnyEvent]) -> int | None:
    """The ordinal of the next move; None if there is none or it has no number."""
    return next((ordinal(event.side, event.turn) for event in events if isinstance(event, Move)), None)


def _two_moves(event: Move, following: int | None) -> list[Move]:
    """The two plies of a word that runs them together (``e4e5``, ``c3 ×d3``); empty if it does not.

    :param following: the ordinal of the next move, None if there is none: it must leave room for a ply of Black's.
    """
    half, text = ordinal(event.side, event.turn), event.text or ""
    if half is None or event.side != "white" or len(text) < 4 or (following is not None and following != half + 2):
        return []
    if event.parts is not None and event.parts != parse_move(text):
        return []  # in its notation it is a single move, though not in algebraic notation
    if event.parts is None and by_a_sign(misprints.plain(text)):
        return []  # all that stands before its square is one sign for a man
    found: tuple[float, str, str] | None = None
    for at in range(2, len(text) - 1):
        words = text[:at].strip(), text[at:].strip()
        price = sum(0.0 if parse_move(word) else 1 + misprints.nearest_square(misprints.plain(word)) for word in words)
        price += 0.0 if text[at].isspace() else 0.5
        if price < misprints.OTHER and (found is None or price < found[0]):
            found = (price, *words)
    if found is None:
        return []
    first, second = found[1:]
    if following is None and event.parts is not None and f"{first}{second}" == text:
        return []  # the last move of the record, printed from square to square
    column = None if event.column is None else event.column + text.rfind(second)
    return [
        msgspec.structs.replace(event, text=first, parts=parse_move(first)),
        msgspec.structs.replace(event, side="black", text=second, parts=parse_move(second), column=column, span=None),
    ]


class _Word(NamedTuple):
    """A word of a comment; ``offset``: its first character in the text of the comment, from 0."""

    token: Token
    event: Prose
    offset: int


@dataclass(slots=True)
class _Plies:
    """What was read in a run of comments.

    ``expected``: the ordinal of the next ply; ``until``: that of the move after the run, if there is one;
    ``numbered``: a number confirms that these are the missing plies; ``letters``: how many of the ``plies`` consist of
    letters only.
    """

    expected: int
    until: int | None
    numbered: bool
    events: list[AnyEvent] = field(default_factory=list)
    result: Result | None = None
    plies: int = 0
    letters: int = 0

    def take(self, word: _Word) -> bool:
        """Reads the next word; returns False for a word that cannot stand there."""
        kind, text = word.token.type, str(word.token)
        if kind == "SCANNED_TURN":
            half = 2 * number_of(text) + black_number(text)
            self.numbered = self.numbered or half == self.expected
            return half == self.expected
        if kind == "RESULT_ANYWHERE":
            self.result = result_of(text)
        elif kind == "SAYS":
            said = read_announcements(text[1:-1]) if self.events else None
            self.events.extend(_said(said or (), word, self.expected - 1))
            return said is not None
        elif kind in ("CASTLING_IN_WORDS", "ANY_WORD"):
            return self._ply(word)
        return True

    def _ply(self, word: _Word) -> bool:
        """Reads a word as the next ply; returns False if no ply is missing or the word resembles no move."""
        text = str(word.token)
        if self.until is not None and self.expected >= self.until:
            return False
        if word.token.type == "ANY_WORD" and not misprints.is_readable(misprints.first_sign(text)[1]):
            return False
        self.events.append(_move(word, self.expected))
        self.expected += 1
        self.plies += 1
        self.letters += word.token.type == "ANY_WORD" and text.rstrip(".,;:").isalpha()
        return True

    def are_missing(self) -> bool:
        """Whether these are all missing plies, and not a sentence: at most half of them consist of letters only."""
        reached = self.until is None or self.expected == self.until
        return bool(self.events) and self.numbered and reached and 2 * self.letters <= self.plies


def _plies(run: Sequence[Prose], expected: int, until: int | None) -> _Plies | None:
    """The plies of a run of comments, and its rest as a comment; None if they are not the missing plies.

    :param expected: the ordinal of the next ply.
    :param until: the ordinal of the move after the run; None if there is none.
    """
    if until is not None and until <= expected:
        return None
    found = _Plies(expected, until, numbered=until is not None)
    rest = next((word for word in _whole(_words(run)) if not found.take(word)), None)
    if not found.are_missing():
        return None
    if rest is not None:
        line, column = _place(rest)
        found.events.append(Comment(text=_from(run, rest), line=line, column=column))
    return found


def _said(said: Sequence[Announced], word: _Word, half: int) -> Iterator[AnyEvent]:
    """The events of the umpire's announcements after a ply; ``half``: the ordinal of the ply."""
    line, column = _place(word)
    for one in said:
        side = one.side or ("black" if half % 2 else "white")
        yield one.kind(side=side, turn=half // 2, line=line, column=column, **one.fields)  # type: ignore[call-arg, misc]


def _words(run: Sequence[Prose]) -> Iterator[_Word]:
    """The words of a run of comments, by the terminals of ``damaged.lark``."""
    for event in run:
        text, end = event.text[:_LONGEST], 0
        for token in grammar("damaged", lexer="basic").lex(without_markup(text)):
            at = text.find(str(token), end)
            yield _Word(token, event, end if at < 0 else at)
            end = end if at < 0 else at + len(token)  # without its markup the word may not occur in the text


def _whole(words: Iterator[_Word]) -> Iterator[_Word]:
    """The words, with moves joined again that a blank had divided (``Nf 3``)."""
    held: _Word | None = None
    for one in words:
        if held is not None:
            whole = str(held.token) + str(one.token)
            broken = (
                one.token.type in ("ANY_WORD", "SCANNED_TURN")
                and not parse_move(one.token)
                and not parse_move(held.token)
            )
            if broken and parse_move(whole):
                yield held._replace(token=Token("ANY_WORD", whole))
                held = None
                continue
            yield held
        held = one
    if held is not None:
        yield held


def _from(run: Sequence[Prose], word: _Word) -> str:
    """The text of a run of comments from a word on."""
    at = next(number for number, event in enumerate(run) if event is word.event)
    return " ".join([word.event.text[word.offset :], *(event.text for event in run[at + 1 :])])


def _move(word: _Word, half: int) -> Move:
    side: Side = "black" if half % 2 else "white"
    text = str(word.token)
    line, column = _place(word)
    castle = misprints.castling_side(text)
    parts = Parts(piece="K", castle=castle) if castle else parse_move(text)
    return Move(side=side, turn=half // 2, move=None, text=text, san=None, parts=parts, line=line, column=column)


def _place(word: _Word) -> tuple[int | None, int | None]:
    """The line and the column of a word, from 1; None if those of its comment are unknown."""
    event = word.event
    if event.line is None or event.column is None:
        return None, None
    before = event.text[: word.offset]
    shift = 0 if "\n" in before else event.column - 1
    return event.line + before.count("\n"), len(before) - before.rfind("\n") + shift
