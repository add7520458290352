"""Finds the faults of dialects that cannot be read: the word, and what may stand in its place.

Both follow from ``krieg.lark``: the place at which parsing stops, and the terminals that are accepted there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from lark import Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from kriegnote.errors import nearest, shortened
from kriegnote.model.events import EVENT_TYPES, REMARKS
from kriegnote.notations.pgn import dialect
from kriegnote.notations.pgn.dialect import CommentFact, NotUnderstood, Passage
from kriegnote.parsing import grammar, word_end

_CALLED: Final[Mapping[str, str]] = {
    "ATTEMPT": "a try",
    "CHECKED": "CR, CF, CD or CK",
    "COLON": "a colon",
    "COMMA": "a comma",
    "WHOLE": "a number",
    "OPEN_LINE": "a line like c8-c3",
    "MAN_TAKEN": "pawn, piece or P N B R Q K",
    "REMARK_NAME": ", ".join(name for name, kind in EVENT_TYPES.items() if kind in REMARKS),
    "KEY_AND_VALUE": "a field like what=draw",
    "MOVED_TO": "to=e4 or to=e2e4",
    "PLACE": "a place like @w5",
    "REASON": "how the game ended",
    "SAN": "a move in SAN",
    "SEEN": "a man like g2=P",
    "SQUARE": "a square",
    "STRING": '"words"',
    "TAKEN": "a capture like Td3",
    "TRY_TIMES": "x2",
    "UCI": "a move like e2e4",
    "WEIGHT": "its weight",
}
"""What terminals are called in messages; other terminals are named by the words for which they stand."""
_UNSAID: Final = frozenset(("SEMICOLON", "RPAR", "$END"))
_PARTIAL: Final = frozenset(("capture", "check", "tries"))  # what is understood of these is kept
_LITERAL: Final = re.compile(r"[a-z][a-z-]+")  # the words in a pattern
_NOTHING: Final = "\0"  # a character with which no word begins


MOST: Final = 20  # the greatest number of passages of a comment that are examined


class WordFault(NamedTuple):
    """A faulty word at ``[start, end)``; ``left``: the range of the item that could not be read because of it."""

    start: int
    end: int
    message: str
    left: tuple[int, int] | None = None
    note: str | None = None


class _Misfit(NamedTuple):
    """The offset at which parsing stops (the text's length: at its end), and what would be accepted there."""

    at: int
    wanted: tuple[str, ...]


def _misfit(kind: str, text: str) -> _Misfit | None:
    """Where a text does not fit the grammar of its dialect; None if it fits."""
    try:
        dialect.facts(kind, text)
    except UnexpectedCharacters as error:
        return _Misfit(error.pos_in_stream or 0, _wanted(kind, error.allowed))
    except UnexpectedToken as error:
        at = len(text) if error.token.type == "$END" else error.pos_in_stream or 0
        return _Misfit(at, _wanted(kind, error.accepts))
    except NotUnderstood as error:
        return _Misfit(error.at, error.wanted)
    except (UnexpectedInput, ValueError):
        return _Misfit(0, ())
    return None


def _wanted(kind: str, terminals: set[str]) -> tuple[str, ...]:
    """The names of some terminals in alphabetical order, except those that only end an item."""
    parser = grammar("krieg", kind.lower(), keep_all_tokens=True)
    words: list[str] = []
    for one in parser.terminals:
        if one.name in terminals and one.name not in _UNSAID:
            literal = one.pattern.value.replace("\\", "")
            words += [_CALLED[one.name]] if one.name in _CALLED else _LITERAL.findall(literal)
    return tuple(sorted(words, key=str.casefold))


def _note(word: str, wanted: tuple[str, ...]) -> str | None:
    """The word that is probably meant, or what may stand in the word's place."""
    near = nearest(word[:30], _LITERAL.findall(" ".join(wanted)), 0.7)
    if near and near[0] == word[0] and len(near) > 2:
        return f"did you mean {near}?"
    return f"expected {', '.join(wanted)}" if wanted else None


def salvage(passage: str) -> list[CommentFact | WordFault]:
    """The items of a ``[%kn …]``, one by one, and the faults of those that cannot be read."""
    parts: list[CommentFact | WordFault] = []
    inside = len(dialect.OPENING)
    for piece in grammar("krieg", "pieces").parse(passage[inside:-1]).children:
        assert isinstance(piece, Tree)
        words = [word for word in piece.children if isinstance(word, Token)]
        at, end = (words[0].start_pos or 0) + inside, (words[-1].end_pos or 0) + inside
        text = passage[at:end]
        items, fault = _items(text), None
        if items is None:
            items, fault = _fault(text, [(word.start_pos or 0) + inside - at for word in words])
        parts += [item._replace(start=item.start + at, end=item.end + at) for item in items]
        if fault is not None:
            left = None if items else (at, end)
            parts.append(fault._replace(start=fault.start + at, end=fault.end + at, left=left))
    return parts


def _items(piece: str) -> tuple[CommentFact, ...] | None:
    """The items between two semicolons; None if they cannot be read."""
    try:
        return dialect.facts("OWN", piece)
    except (UnexpectedInput, ValueError):
        return None


def _fault(piece: str, starts: list[int]) -> tuple[tuple[CommentFact, ...], WordFault]:
    """The fault of an item, and what can be kept of the words before it.

    :param starts: the offsets of the item's words.
    """
    ends = [*starts[1:], len(piece)]
    name = piece[: ends[min(piece.startswith("@"), len(ends) - 1)]].rstrip()  # the item's name
    misfit = _misfit("OWN", name)
    if misfit is None or misfit.at >= len(name) or name.split()[-1] in EVENT_TYPES:
        misfit = _misfit("OWN", piece)
    at, wanted = misfit or _Misfit(len(piece), ())
    index = next((index for index, end in enumerate(ends) if at < end), len(starts) - 1)
    start, end = starts[index], starts[index] + len(piece[starts[index] : ends[index]].rstrip())
    word = piece[start:end]
    if at >= len(piece):
        message = f"Kriegspiel in a comment: something is missing after {shortened(word, 30)!r}"
        return (), WordFault(start, end, message, None, _note("", wanted))
    if (at > start or not wanted) and (sooner := _misfit("OWN", f"{piece[:start]}{_NOTHING}")):
        wanted = sooner.wanted  # only its first letters are a word
    before = _items(piece[:start]) if piece[: ends[0]].strip() in _PARTIAL and index else None
    message = f"Kriegspiel in a comment: {shortened(word, 30)!r} is not understood"
    return before or (), WordFault(start, end, message, None, _note(word, wanted))


def faults(words: str) -> Iterator[WordFault]:
    """The faults of dialects in a comment that could not be read."""
    for found in dialect.passages(words)[:MOST]:
        yield from (one._replace(start=one.start + found.start, end=one.end + found.start) for one in _faults(found))


def _faults(found: Passage) -> Iterator[WordFault]:
    """The fault of a passage that could not be read."""
    text = found.text
    if found.kind == "OWN":
        first = (one for one in salvage(text) if isinstance(one, WordFault))
        yield next(first, WordFault(0, len(text), "Kriegspiel in a comment, but not understood"))
    elif found.kind == "BEGUN" and not text.endswith(")"):
        opening = "(K:" if text.startswith("(") else text
        closing = ")" if text.startswith("(") else "]"
        yield WordFault(0, len(opening), f"Kriegspiel in a comment: {opening} has no closing {closing}")
    elif misfit := _misfit("DARKBOARD" if found.kind == "DARKBOARD" else "MARYLAND", text):
        end = min(word_end(text, misfit.at), len(text))
        message = f"Kriegspiel in a comment: {shortened(text[misfit.at : end], 30)!r} is not understood"
        yield WordFault(misfit.at, end, message, None, _note(text[misfit.at : end], misfit.wanted))
    else:
        yield WordFault(0, len(text), "Kriegspiel in a comment: there is no move before it")
