"""Finds out which men a page's own signs stand for: £f3, ¦h6.

A sign stands for the same man throughout. If all moves of a game can be played with one assignment of men to signs, and
with no other, the page shows by itself what each sign means; otherwise the signs stay unknown. Where no assignment of
different men fits, several signs may stand for the same man, as a scanner prints one figurine in several ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

import msgspec

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Move, Try
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.rules.boards import position_of
from kriegnote.rules.variants import game_of
from kriegnote.text.misread_moves import by_a_sign
from kriegnote.text.source import Read

_MEN: Final = "KQRBN"
_LEAST: Final = 8
"""The fewest moves by signs that show which men they stand for."""
_WAYS: Final = 64
"""The most assignments that are compared."""
_STEPS: Final = 20_000
"""The most plies that are played in search of them."""
_BOARDS: Final = 12  # the most boards followed where a move fits several men
_SAID: Final = "KN101"


def with_men(read: Read) -> Read:
    """A reading in which moves and tries by signs have their men, if the moves leave no doubt which these are."""
    signed = [event for event in read.record.events if _sign(event) is not None]
    if sum(type(event) is Move for event in signed) < _LEAST:
        return read
    found: list[dict[str, str]] = []
    for shared in (False, True):
        search = _Search(read.record, shared=shared)
        found = found or list(islice(search.assignments(), _WAYS))
        if len(found) == _WAYS or search.steps > _STEPS:
            return read  # there may be further ones
    if not found:
        return read
    men = {sign: man for sign, man in found[0].items() if all(one.get(sign) == man for one in found)}
    if not men:
        return read
    events = tuple(_with_man(event, men) for event in read.record.events)
    return read._replace(record=read.record.replace(events=events), findings=_findings(read, signed, men))


def _sign(event: AnyEvent) -> str | None:
    """The unknown sign by which a move or try prints its man; None if it prints none."""
    if not isinstance(event, Move | Try) or event.parts is not None or not event.text:
        return None
    found = by_a_sign(event.text)
    return found[0] if found is not None else None


def _with_man(event: AnyEvent, men: Mapping[str, str]) -> AnyEvent:
    """A move or try with the man that its sign stands for; any other event unchanged."""
    sign = _sign(event)
    if sign is None or sign not in men:
        return event
    assert isinstance(event, Move | Try) and event.text is not None
    return msgspec.structs.replace(event, parts=parse_move(men[sign] + event.text.removeprefix(sign)))


class _Search:
    """A search for the men that the signs of a record may stand for.

    :param shared: whether several signs may stand for one man, and signs for a man that is also printed by its letter.
    """

    def __init__(self, record: Record, *, shared: bool) -> None:
        self.record = record
        self.moves = [event for event in record.events if isinstance(event, Move)]
        printed = (event.parts for event in self.moves if event.parts is not None)
        used = {parts.piece for parts in printed if parts.castle is None}
        self.shared = shared
        self.men = [man for man in _MEN if shared or man not in used]
        self.steps = 0  # how many plies were played

    def assignments(self) -> Iterator[dict[str, str]]:
        """The assignments with which all moves can be played."""
        game = game_of(self.record)
        if game is None or (self.record.start is None and game.setup != "given"):
            return
        try:
            boards = [position_of(game, self.record.start, whole=False)]
        except ValueError:
            return
        yield from self._further(boards, 0, {})

    def _further(self, boards: Sequence[Position], at: int, known: dict[str, str]) -> Iterator[dict[str, str]]:
        """The assignments that agree with what is known, with which the moves from an index on can be played."""
        while at < len(self.moves) and self.steps <= _STEPS:
            event = self.moves[at]
            sign = _sign(event)
            if sign is not None and sign not in known:
                for man in self.men:
                    if self.shared or man not in known.values():
                        yield from self._further(boards, at, {**known, sign: man})
                return
            move = _with_man(event, known)
            boards = [child for board in boards for child in _behind(board, move)][:_BOARDS]
            if not boards:
                return
            at += 1
            self.steps += 1
        if at == len(self.moves):
            yield known


def _behind(board: Position, event: AnyEvent) -> Iterator[Position]:
    """The boards after a move."""
    if isinstance(event, Move) and event.parts is not None and event.side == ("white" if board.turn else "black"):
        yield from (board.play(move) for move in board.resolve(event.parts))


def _findings(read: Read, signed: Sequence[AnyEvent], men: Mapping[str, str]) -> list[Finding]:
    """The findings, with one that says what the signs are read as in place of the one that they are unknown."""
    first = next(event for event in signed if type(event) is Move)
    said = ", ".join(f"{sign} as {man}" for sign, man in sorted(men.items(), key=lambda one: _MEN.index(one[1])))
    note = finding("KN110", f"signs for men are read as all moves require: {said}", first)
    all_known = all(_sign(event) in men for event in signed)
    unknown = (_SAID, first.line, first.column)
    return [*(one for one in read.findings if not all_known or (one.code, one.line, one.column) != unknown), note]


__all__ = ["with_men"]
