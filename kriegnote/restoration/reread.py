"""Plies that a reader took for prose, because a scanner spoilt them: found again where the move numbers miss them.

``2. ♠f3 ♠c6``, ``2. $Nf3, Nc6$`` or ``5. White castles short`` are no moves of any notation, so a reader keeps them as
a comment.  Where the numbers say that plies are missing just there, and the words are like moves and count on as they
should, they are plies again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeGuard

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
from kriegnote.text.score_words import black_number, number_of
from kriegnote.text.umpire_messages import Announced, read_announcements

_LONGEST: Final = 20_000  # characters of a comment that is looked into


def reread(record: Record) -> Record:
    """The record with the plies that stand in its comments as moves; the same object where there are none."""
    events: list[AnyEvent] = []
    expected: int | None = 2  # twice the number of the turn that is to come, and one more for Black
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
    return isinstance(event, Junk) or (isinstance(event, Comment) and event.heard == "umpire")


def _next(events: Sequence[AnyEvent]) -> int | None:
    return next((ordinal(event.side, event.turn) for event in events if isinstance(event, Move)), None)


def _two_moves(event: Move, following: int | None) -> list[Move]:
    """The two plies of a word that runs them together (``e4e5``, ``c3 ×d3``) where the numbers miss one."""
    half, text = ordinal(event.side, event.turn), event.text or ""
    if half is None or event.side != "white" or len(text) < 4 or (following is not None and following != half + 2):
        return []
    if event.parts is not None and event.parts != parse_move(text):
        return []  # its notation reads it as one move where algebraic notation does not
    found: tuple[float, str, str] | None = None
    for at in range(2, len(text) - 1):
        words = text[:at].strip(), text[at:].strip()
        price = sum(
            0.0 if parse_move(word) else 1 + min(misprints.near_squares(misprints.plain(word))) for word in words
        )
        price += 0.0 if text[at].isspace() else 0.5
        if price < misprints.OTHER and (found is None or price < found[0]):
            found = (price, *words)
    if found is None:
        return []
    first, second = found[1:]
    if following is None and event.parts is not None and f"{first}{second}" == text:
        return []  # the last move of a record, from square to square
    column = None if event.column is None else event.column + text.rfind(second)
    return [
        msgspec.structs.replace(event, text=first, parts=parse_move(first)),
        msgspec.structs.replace(event, side="black", text=second, parts=parse_move(second), column=column, span=None),
    ]


class _Found(msgspec.Struct):
    events: list[AnyEvent]
    expected: int
    result: Result | None


def _plies(run: Sequence[Prose], expected: int, until: int | None) -> _Found | None:
    """The plies of a run of comments, and what is left of it; None where they are not those that are missing."""
    if until is not None and until <= expected:
        return None
    found = _Found([], expected, None)
    numbered = until is not None
    rest = ""
    letters = 0  # plies that have neither a digit nor a sign
    for word, event, offset in _whole(_words(run)):
        kind = word.type
        if kind == "NUMBER":
            half = 2 * number_of(word) + black_number(word)
            numbered = numbered or half == found.expected
            if half != found.expected:
                rest = word
                break
        elif kind == "SAYS" and found.events and (said := read_announcements(word[1:-1])) is not None:
            found.events.extend(_said(said, event, offset, found.expected - 1))
        elif kind == "RESULT":
            found.result = result_of(word)
        elif kind in ("CASTLING", "WORD") and (until is None or found.expected < until):
            if kind == "WORD" and not misprints.is_readable(misprints.first_sign(word)[1]):
                rest = word
                break
            found.events.append(_move(word, event, offset, found.expected))
            found.expected += 1
            letters += kind == "WORD" and word.rstrip(".,;:").isalpha()
        elif kind in ("WORD", "SAYS"):
            rest = word
            break
    if not found.events or not numbered or (until is not None and found.expected != until):
        return None
    if 2 * letters > found.expected - expected:  # a sentence
        return None
    if rest:
        found.events.append(Comment(text=_tail(run, rest)))
    return found


def _said(said: Sequence[Announced], event: Prose, offset: int, half: int) -> Iterator[AnyEvent]:
    """What the umpire says behind a ply."""
    line, column = _place(event, offset)
    for one in said:
        side = one.side or ("black" if half % 2 else "white")
        yield one.kind(side=side, turn=half // 2, line=line, column=column, **one.fields)  # type: ignore[call-arg, misc]


def _words(run: Sequence[Prose]) -> Iterator[tuple[Token, Prose, int]]:
    for event in run:
        text = event.text[:_LONGEST]
        for word in grammar("damaged", lexer="basic").lex(without_markup(text)):
            yield word, event, max(0, text.find(str(word)))


def _whole(words: Iterator[tuple[Token, Prose, int]]) -> Iterator[tuple[Token, Prose, int]]:
    """The words with those put together again that a blank has broken: ``Nf 3``."""
    held: tuple[Token, Prose, int] | None = None
    for one in words:
        if held is not None:
            whole = str(held[0]) + str(one[0])
            broken = one[0].type in ("WORD", "NUMBER") and not parse_move(one[0]) and not parse_move(held[0])
            if broken and parse_move(whole):
                yield Token("WORD", whole), held[1], held[2]
                held = None
                continue
            yield held
        held = one
    if held is not None:
        yield held


def _tail(run: Sequence[Prose], word: str) -> str:
    """What stands in a run of comments from a word on."""
    text = " ".join(event.text for event in run)
    at = text.find(word)
    return text[at:] if at >= 0 else word


def _move(word: Token, event: Prose, offset: int, half: int) -> Move:
    side: Side = "black" if half % 2 else "white"
    text = str(word)
    line, column = _place(event, offset)
    castle = misprints.castling_side(text)
    parts = Parts(piece="K", castle=castle) if castle else parse_move(text)
    return Move(side=side, turn=half // 2, move=None, text=text, san=None, parts=parts, line=line, column=column)


def _place(event: Prose, offset: int) -> tuple[int | None, int | None]:
    """The line and the column of a word of a comment."""
    if event.line is None or event.column is None:
        return None, None
    before = event.text[:offset]
    shift = 0 if "\n" in before else event.column - 1
    return event.line + before.count("\n"), len(before) - before.rfind("\n") + shift
