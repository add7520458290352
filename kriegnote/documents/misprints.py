"""Reads the structure of a scanned page with its misread moves as they were printed, and gives the page's words back.

A misread move hides what stands around it: ``[cxbS]`` would be a remark, ``eS (2)`` no move with a note, ``.i.f4`` no
try. So a page is also read with its likeliest moves in their place. If more of it is a game so, it is read so; the
moves and tries keep what is printed, as words that are no moves, since the board may decide otherwise.

A word is a misread move if it is like one and stands beside moves, numbers or brackets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.documents.found import Document, Found, placed
from kriegnote.documents.legend_places import Edit
from kriegnote.model.events import AnyEvent, Move, Try
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.scanned_moves import as_printed, letters_beside, sign_of, with_sign
from kriegnote.notations.men_signs import with_men
from kriegnote.parsing import Terminals
from kriegnote.text.misread_moves import by_a_sign, by_signs, cannot_be_a_move
from kriegnote.text.plain import Plain, unmarked
from kriegnote.text.source import Lines, Read

_WORDS: Final = Terminals("score_words")
_LEGEND: Final = Terminals("legend")
_OPENS: Final = frozenset("([{,;/")
_CLOSES: Final = frozenset(")]},;/")
_MARK: Final = 2
"""The most digits of the mark of a note."""
_LONGEST: Final = 12
"""The greatest length of a misread move."""
_SIGNS: Final = 3
"""The fewest moves by signs of a page that has signs of its own."""
_AGAIN: Final = 2
"""How often the commonest of them stands, at least."""
_NEAR: Final = 40
"""The greatest number of characters between the place of a try and its word: brackets and other words of its group."""


class _Word(NamedTuple):
    """A word in ``[start, end)``.

    ``kind``: move, number, misread, signed, or other; ``stopped``: a stop is behind it.
    """

    start: int
    end: int
    word: str
    kind: str
    stopped: bool = False


class ScannedPage(NamedTuple):
    """A text with its misread moves as they were printed, with places in the source, and what was replaced."""

    source: str
    plain: Plain
    edits: tuple[Edit, ...]


def as_it_was_printed(source: str) -> ScannedPage:
    """A text with its misread moves as they were printed."""
    said = [*_words(source)]
    used = frozenset(found["letter"] for one in said if (found := _WORDS["OFFICER_MOVES"].fullmatch(one.word)))
    letters = letters_beside(used)
    edits = tuple(sorted([*_edits(source, said, letters, _signs(source, said)), *_spaced(source, letters)]))
    return ScannedPage(source, unmarked(source).changed(edits), edits)


def _words(source: str) -> Iterator[_Word]:
    for found in _WORDS["SCANNED_WORD"].finditer(source):
        start, end = found.span()
        word = found[0]
        glued = _WORDS["GLUED_NUMBER"].match(word)
        if glued is not None:
            yield _Word(start, start + glued.end(), glued[0], "number", stopped=True)
            start, word = start + glued.end(), word[glued.end() :]
        kind = "number" if _is_reference(source, start, end) else _kind(word)
        yield _Word(start, end, word, kind, source[end : end + 1] == ".")


def _is_reference(source: str, start: int, end: int) -> bool:
    """Whether a letter or a number stands alone in brackets, as the mark of a note behind a move."""
    enclosed = source[start - 1 : start] in ("(", "[") and source[end : end + 1] in (")", "]")
    mark = source[start:end]
    return enclosed and ((len(mark) == 1 and mark.isalpha()) or (len(mark) <= _MARK and mark.isdecimal()))


@lru_cache(maxsize=1 << 14)  # words recur
def _kind(word: str) -> str:
    if _WORDS["ANY_PLY"].fullmatch(word):
        parts = parse_move(word)
        return "misread" if parts is not None and cannot_be_a_move(word, parts) else "move"
    if _WORDS["NUMBER_ALONE"].fullmatch(word):
        return "number"
    if len(word) > _LONGEST:
        return "other"
    if as_printed(word) is not None:
        return "misread"
    return "signed" if sign_of(word) is not None else "other"


# -- signs for men -----------------------------------------------------------------------------------------------------


def _signs(source: str, said: Sequence[_Word]) -> Mapping[str, int]:
    """The signs that stand for men on a page, and how often; none if it has no signs of its own."""
    signs: Counter[str] = Counter()
    for at, one in enumerate(said):
        if one.kind == "signed" and _beside(source, said, at) and (sign := sign_of(one.word)) is not None:
            signs[sign] += not sign.isalpha() or len(sign) > 1 or sign.islower()
    signs = Counter({sign: count for sign, count in signs.items() if count})
    if signs.total() < _SIGNS or max(signs.values()) < _AGAIN:
        return {}
    return signs


# -- where a word is a move --------------------------------------------------------------------------------------------


def _edits(source: str, said: Sequence[_Word], letters: str, signs: Mapping[str, int]) -> Iterator[Edit]:
    for at, one in enumerate(said):
        if (
            one.kind == "move"
            or len(one.word) > _LONGEST
            or (one.kind == "number" and not _is_numbered(source, said, at))
        ):
            continue
        by_sign = with_sign(one.word, signs, letters) if signs else None
        move = as_printed(one.word, letters) or (by_sign[1] if by_sign else None)
        if move is None:
            continue
        if _WORDS["PAWN_TAKES_MISREAD"].fullmatch(one.word) or _beside(source, said, at):
            yield Edit(one.start, one.end, move)


def _spaced(source: str, letters: str) -> Iterator[Edit]:
    """The misread ones among the moves that have blanks between their signs, if there are several."""
    found = [(one, "".join(one[0].split())) for one in _LEGEND["MOVE_IN_SPACED_TYPE"].finditer(source)]
    if sum(_WORDS["ANY_PLY"].fullmatch(word) is not None for _, word in found) < _AGAIN:
        return
    for one, word in found:
        move = as_printed(word, letters) if _WORDS["ANY_PLY"].fullmatch(word) is None else None
        if move is not None:
            yield Edit(*one.span(), " ".join(move))


def _is_numbered(source: str, said: Sequence[_Word], at: int) -> bool:
    """Whether a number without a stop stands behind one with it, as the move of that turn: 12. 93"""
    before, one = (said[at - 1] if at else None), said[at]
    if before is None or before.kind != "number" or not before.stopped or one.stopped:
        return False
    return one.word.isdecimal() and not source[before.end : one.start].strip(" .")


def _beside(source: str, said: Sequence[_Word], at: int) -> bool:
    """Whether a word stands beside moves, numbers or brackets; one of small letters, on both of its sides."""
    one = said[at]
    before = _is_notation(said, at - 1) or source[one.start - 1 : one.start] in _OPENS
    behind = _is_notation(said, at + 1) or source[one.end : one.end + 1] in _CLOSES
    if _WORDS["SMALL_LETTERS"].fullmatch(one.word):
        behind = behind or not source[one.end :].split("\n", 1)[0].strip()
        return before and behind and (_is_notation(said, at - 1) or _is_notation(said, at + 1))
    return before or behind


def _is_notation(said: Sequence[_Word], at: int) -> bool:
    return 0 <= at < len(said) and said[at].kind != "other"


# -- what is printed ---------------------------------------------------------------------------------------------------


def with_printed_words(document: Document, page: ScannedPage) -> Document:
    """A document that was read as it was printed, with the words of the source and findings on the misread ones."""
    lines = Lines(page.source)
    left = {edit.start: edit for edit in page.edits}
    held = placed(document, page.source, page.plain)
    return held._replace(games=tuple(_with_words(game, page.source, left, lines) for game in held.games))


def _with_words(game: Found, source: str, left: dict[int, Edit], lines: Lines) -> Found:
    """A game with the words of the source for its moves and tries; they are taken from those that are left."""
    events: list[AnyEvent] = []
    misread: list[Move | Try] = []
    for event in game.record.events:
        edit = _replaced(event, source, left, lines) if isinstance(event, Move | Try) else None
        if edit is None:
            events.append(event)
            continue
        del left[edit.start]
        printed = source[edit.start : edit.end]
        line, column = lines.place(edit.start)
        made = msgspec.structs.replace(event, text=printed, parts=None, move=None, line=line, column=column)
        assert isinstance(made, Move | Try)
        events.append(made)
        misread.append(made)
    read = with_men(Read(game.record.replace(events=tuple(events)), [*game.findings, *_findings(misread)]))
    return replace(game, record=read.record, findings=read.findings)


def _replaced(event: Move | Try, source: str, left: Mapping[int, Edit], lines: Lines) -> Edit | None:
    """What was put for the word of an event; None if that stands in the source."""
    if event.text is None or event.line is None:
        return None
    at = lines.offset(event.line, event.column or 1)
    same = [edit for edit in left.values() if event.text in (edit.words, edit.words.replace(" ", ""))]
    near = [edit for edit in same if at <= edit.start < at + _NEAR]
    if not near and source.startswith(event.text, at):
        return None
    return min(near or same, key=lambda edit: abs(edit.start - at), default=None)


def _findings(misread: Sequence[Move | Try]) -> Iterator[Finding]:
    """The findings on words that are no moves: one on all whose men are printed by signs."""
    signed = [one for one in misread if isinstance(one, Move) and by_a_sign(one.text or "") is not None]
    if signed:
        yield finding("KN101", by_signs([one.text or "" for one in signed]), signed[0])
    for one in misread:
        if by_a_sign(one.text or "") is None:
            yield finding("KN101", f"this is not a move: {one.text!r}", one)


__all__ = ["ScannedPage", "as_it_was_printed", "with_printed_words"]
