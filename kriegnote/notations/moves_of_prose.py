"""Adds a move that only the prose of a score reports, where the score leaves out exactly that ply.

“3. Kd3 drew no comment, and Black answered Ke5. 4. Ke3”: the numbers show that one move is missing between two others.
If the words between them say that a move was played, if it is legal there, and if the next printed move can follow it,
then it is this move. The comment is divided at the move, so that what stands behind it belongs to the next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec
from lark import Token

from kriegnote.diagnostics.findings import finding
from kriegnote.model.events import AnyEvent, Comment, Move, Side
from kriegnote.model.order import following, ordinal
from kriegnote.model.printed_moves import Language, Parts
from kriegnote.model.record import Record
from kriegnote.rules.followed import Followed, can_follow, followed_boards
from kriegnote.text.source import Chunk, Read
from kriegnote.text.speech.named_moves import Named, named_moves, takes
from kriegnote.text.speech.reported import spelled

WordsOf = Callable[[AnyEvent], Sequence[Token] | None]
"""The tokens of a comment that is prose; None for any other event."""
_MOST: Final = 50  # the greatest number of plies that are added to one record
_BLANKS: Final = " \t\n.,;:)"
"""What may stand between a move and the next sentence."""


class _Gap(NamedTuple):
    """One ply that a score leaves out.

    ``side``, ``turn``: whose it is. ``boards``: the possible boards before it. ``first``, ``next``: the indices of the
    moves around it.
    """

    side: Side
    turn: int
    boards: Sequence[Followed]
    first: int
    next: int


class _Filled(NamedTuple):
    """A move that a comment reports: the index of the comment, and the move's token, printed form and parts."""

    comment: int
    token: Token
    text: str
    parts: Parts


def with_moves_of_prose(read: Read, chunk: Chunk, words: WordsOf, lang: Language) -> Read:
    """The record with the plies that its prose reports; ``read`` itself if there are none.

    :param words: the tokens of a comment, None if it is not prose.
    """
    record, findings = read.record, list(read.findings)
    for _ in range(_MOST):
        gap = _first_gap(record)
        filled = _filled(record, gap, words, lang) if gap is not None else None
        if gap is None or filled is None:
            break
        comment = record.events[filled.comment]
        assert isinstance(comment, Comment)
        parts = list(_divided(comment, filled, gap, chunk))
        findings.append(
            finding("KN110", f"read from this remark, where the board confirms it: {filled.text}", parts[0])
        )
        events = (*record.events[: filled.comment], *parts, *record.events[filled.comment + 1 :])
        record = record.replace(events=events)
    return Read(record, findings) if record is not read.record else read


def _first_gap(record: Record) -> _Gap | None:
    """The first place where a record leaves out one ply; None if there is none up to which it can be followed."""
    moves = [(index, one) for index, one in enumerate(record.events) if isinstance(one, Move)]
    places = [(one.side, one.turn) for _, one in moves]
    for at, (one, two) in enumerate(pairwise(places), 1):
        steps = (ordinal(*two) or 0) - (ordinal(*one) or 0)
        if steps == 1:
            continue
        layers = followed_boards(record) if steps == 2 else []
        side, turn = following(one)
        if len(layers) <= at or side is None or turn is None:
            return None
        return _Gap(side, turn, layers[at], moves[at - 1][0], moves[at][0])
    return None


def _filled(record: Record, gap: _Gap, words: WordsOf, lang: Language) -> _Filled | None:
    """The one move that the comments in a gap report; None if they report none or several."""
    following_move = record.events[gap.next]
    assert isinstance(following_move, Move)
    found: list[_Filled] = []
    for index in range(gap.first + 1, gap.next):
        tokens = words(record.events[index]) or ()
        for named in named_moves(tokens, lang):
            for at, parts in enumerate(named.readings) if _is_reported(named, gap) else ():
                if named.place and not at and len(named.readings) > 1:
                    continue  # a place, if a man or a capture is named
                if any(can_follow(one.board, parts, following_move) for one in gap.boards):
                    token = tokens[named.at]
                    found.append(_Filled(index, token, str(token) if not at else spelled(parts, lang), parts))
    return found[0] if len({one.parts.unmarked() for one in found}) == 1 else None


def _is_reported(named: Named, gap: _Gap) -> bool:
    """Whether the words around a move say that the player of a gap made it."""
    if named.refused or named.thought or (named.tried and not named.played) or named.side not in (None, gap.side):
        return False
    if named.turn is not None:
        return named.turn == (gap.turn, gap.side)
    return named.played or (named.side is not None and takes(named))


def _divided(comment: Comment, filled: _Filled, gap: _Gap, chunk: Chunk) -> Iterator[AnyEvent]:
    """The move with what stands before and behind it in its comment."""
    first, last = filled.token.start_pos or 0, filled.token.end_pos or 0
    before, behind = comment.text[:first].rstrip(), comment.text[last:].lstrip(_BLANKS)
    start, end = comment.span or (0, 0)
    at = chunk.text.find(comment.text, start - chunk.offset, end - chunk.offset) + chunk.offset
    cut = (at + len(before) if before else start, at + last if behind else end)
    if before:
        yield msgspec.structs.replace(comment, text=before, span=(start, cut[0]))
    line, column = _place(comment, first)
    yield Move(
        line=line, column=column, span=cut, side=gap.side, turn=gap.turn, move=None, text=filled.text, san=None,
        parts=filled.parts,
    )  # fmt: skip
    if behind:
        line, column = _place(comment, len(comment.text) - len(behind))
        yield msgspec.structs.replace(comment, text=behind, line=line, column=column, span=(cut[1], end))


def _place(comment: Comment, at: int) -> tuple[int, int]:
    """The line and column of an offset in a comment."""
    lead = comment.text[:at]
    line = (comment.line or 1) + lead.count("\n")
    return line, at - lead.rfind("\n") if "\n" in lead else (comment.column or 1) + at
