"""Reads the corrections of a writer: moves that he struck out, or for which he says what is right.

Pages strike tries out that an umpire refused, and writers what they misspelt: “2. ~~d4~~ f4”. A refused try cannot be
played. So if every move that a text strikes out could have been played, these are corrections, and were never tried.
Of “10. Bb3 (recte Bd3)” the second is the move, if it can be played.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec

from kriegnote.confirmation.contradictions import LEGAL, try_contradicts
from kriegnote.confirmation.followed import followed_boards
from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import AnyEvent, Comment, Move, Try
from kriegnote.model.printed_moves import language
from kriegnote.model.record import Record
from kriegnote.parsing import Terminals
from kriegnote.text.described_moves import parse_printed
from kriegnote.text.source import Chunk, Read

_PLACES: Final = Terminals("places")
_SCORE: Final = Terminals("score")


def with_corrections(read: Read, chunk: Chunk) -> Read:
    """The record with the moves that its writer corrected as comments; ``read`` itself if there are none."""
    return _without_struck(_with_right_moves(read), chunk)


def _with_right_moves(read: Read) -> Read:
    """The record with the moves that remarks directly behind others name instead of these."""
    events: list[AnyEvent] = [*read.record.events]
    findings = [*read.findings]
    made = 0
    for index, (wrong, remark) in enumerate(pairwise(read.record.events)):
        made += isinstance(wrong, Move)
        if not (isinstance(wrong, Move) and isinstance(remark, Comment) and wrong.side and wrong.text):
            continue
        said = _PLACES["RIGHT_MOVE"].fullmatch(remark.text.strip())
        parts = parse_printed(said["move"], wrong.side, language(said["move"])) if said is not None else None
        if said is None or parts is None:
            continue
        column = (remark.column or 1) + remark.text.find(said["move"], said.start("move"))
        right = msgspec.structs.replace(
            wrong, text=said["move"], parts=parts, move=None, line=remark.line, column=column, span=remark.span
        )
        changed = read.record.replace(events=(*events[:index], right))
        if len(followed_boards(changed)) > made:
            words = f"{wrong.text} {said.group()[: said.start('move')]}".strip()
            events[index] = Comment(text=words, line=wrong.line, column=wrong.column, span=wrong.span)
            events[index + 1] = right
            findings = [one for one in findings if (one.line, one.column) != (remark.line, remark.column)]
            findings.append(
                finding("KN110", f"{said['move']} is read in place of {wrong.text}, as written here", right)
            )
    return Read(read.record.replace(events=tuple(events)), findings) if events != [*read.record.events] else read


def _without_struck(read: Read, chunk: Chunk) -> Read:
    """The record with the moves that are struck out as comments, if none of them can have been refused."""
    struck = {index: words for index, words in _struck(read.record, chunk).items() if words}
    if not struck or not _could_be_played(read.record, struck):
        return read
    events: list[AnyEvent] = [*read.record.events]
    findings = [*read.findings]
    for index, words in struck.items():
        one = events[index]
        assert isinstance(one, Try)
        events[index] = Comment(text=words, line=one.line, column=one.column, span=one.span)
        why = f"{words} could be played, like all that is struck out here: read as a correction, not as a try"
        findings.append(finding("KN110", why, events[index]))
    return Read(read.record.replace(events=tuple(events)), findings)


def _struck(record: Record, chunk: Chunk) -> dict[int, str]:
    """The words of the refused tries that the text strikes out, by the index of the event."""
    found: dict[int, str] = {}
    for index, event in enumerate(record.events):
        if isinstance(event, Try) and event.verdict == "refused" and event.span is not None:
            start, end = (at - chunk.offset for at in event.span)
            words = _SCORE["CROSSED"].search(chunk.text, start, end)
            found[index] = words.group() if words is not None else ""
    return found


def _could_be_played(record: Record, struck: dict[int, str]) -> bool:
    """Whether each of these tries was legal for the player to move."""
    layers = followed_boards(record)
    made = 0
    for index, event in enumerate(record.events):
        made += isinstance(event, Move)
        if index not in struck:
            continue
        assert isinstance(event, Try)
        boards = layers[made] if made < len(layers) else []
        if not boards or not all(try_contradicts(one.board, event) == LEGAL for one in boards):
            return False
    return True


__all__ = ["with_corrections"]
