"""A record that is joined with others, as a witness: what it says about each ply, and how far it contradicts a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.matching import MAN, ORIGIN, PAWN_SHOWN, UNSAID, unlike
from kriegnote.chess.position import Position, uci
from kriegnote.chess.squares import origin_of, promotion_of, target_of
from kriegnote.diagnostics.findings import Finding
from kriegnote.knowledge.evidence import Evidence, PlyEvidence, evidence_of
from kriegnote.knowledge.fitting import can_be_refused, capture_fits, check_fits, end_fits, seen_fits, tries_fit
from kriegnote.knowledge.merging import Placed
from kriegnote.knowledge.record_fields import joined_headers
from kriegnote.knowledge.results import Joined
from kriegnote.model.events import AnyEvent, Side, type_name
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet
from kriegnote.rules import announcements as announce
from kriegnote.text.tags import contradictions
from kriegnote.umpire.adjudication import adjudicate

LOST: Final = 1
"""The cost if a record lacks a line."""
WRONG: Final = 1
"""The cost if a record has a wrong line."""
MOVED: Final = 1
"""The cost of each difference between a recorded move and the game's: the man, the file, the rank, and so on."""
_WHO: Final = MAN | PAWN_SHOWN | ORIGIN


class RecordFault(NamedTuple):
    """A contradiction between a record and a game: its kind, the entry (None: a line is missing), its cost."""

    kind: str
    entry: AnyEvent | None
    cost: int


def _is_over(after: Position, rules: RuleSet) -> bool:
    return announce.end(after, rules, "white", 1) is not None


class Witness:
    """A record with its evidence and its number (from 1).

    :param ended: whether the end of the game is told, by this record or another; if by none they may stop before it.
    """

    def __init__(self, number: int, record: Record, *, ended: bool = True) -> None:
        self.number = number
        self.ended = ended
        self.record = record
        self.evidence: Evidence = evidence_of(record)

    def ply(self, number: int) -> PlyEvidence | None:
        """What the record says about a ply; None if nothing."""
        plies = self.evidence.plies
        return plies[number] if number < len(plies) else None

    def knows(self, white: bool) -> bool:
        """Whether the record shows this side's moves and tries."""
        return self.evidence.listens(white)

    def price(self, position: Position, ply: PlyEvidence, move: int) -> int:
        """The cost if this is the move and the record has another one."""
        parts = ply.move.parts if ply.move is not None else None
        if parts is not None:
            signs = unlike(position, move, parts) & ~UNSAID
            return MOVED * max(1, (signs & ~_WHO).bit_count() + bool(signs & _WHO))
        if ply.uci is None or origin_of(ply.uci) == origin_of(move) or target_of(ply.uci) == target_of(move):
            return MOVED
        return MOVED * 2

    def faults_before(self, position: Position, ply: PlyEvidence) -> Iterator[RecordFault]:
        """The record's contradictions, before the move, with this position."""
        rules = self.evidence.rules
        if ply.tries is not None:
            if not tries_fit(position, ply.tries, rules):
                yield RecordFault("pawn_tries", ply.tries, WRONG)
        elif "pawn_tries" not in ply.unsaid and position.pawn_targets():
            yield RecordFault("pawn_tries", None, LOST)
        if ply.answer is not None and bool(position.pawn_targets()) is not ply.answer:
            yield RecordFault("answer", self.entry(ply.number, "answer"), WRONG)
        able = set(position.own_moves()) if ply.refused else ()
        for move in ply.refused:
            if move not in able or position.is_legal(move):
                yield RecordFault("try", self.entry(ply.number, "try", move), WRONG)
        if ply.refusal and not can_be_refused(position):
            yield RecordFault("try", self.entry(ply.number, "try"), WRONG)

    def faults_after(self, before: Position, move: int, after: Position, ply: PlyEvidence) -> Iterator[RecordFault]:
        """The record's contradictions with a move, in what it says after it."""
        rules = self.evidence.rules
        taken = before.captured_square(move)
        if ply.capture is None:
            if taken >= 0 and "capture" not in ply.unsaid and rules.captures:
                yield RecordFault("capture", None, LOST)
        elif not capture_fits(before, move, ply.capture, rules):
            yield RecordFault("capture", ply.capture, WRONG)
        if ply.check is None:
            if "check" not in ply.unsaid and rules.checks and after.checkers():
                yield RecordFault("check", None, LOST)
        elif not check_fits(after, ply.check, rules):
            yield RecordFault("check", ply.check, WRONG)
        if ply.promotion and not promotion_of(move):
            yield RecordFault("promotion", self.entry(ply.number, "promotion"), WRONG)
        elif not ply.promotion and rules.promotion and "promotion" not in ply.unsaid and promotion_of(move):
            yield RecordFault("promotion", None, LOST)
        if ply.end is not None and not end_fits(after, ply.end, rules, ply):
            yield RecordFault("end", ply.end, WRONG)
        elif self.ended and ply.end is None and ply.last and "end" not in ply.unsaid and _is_over(after, rules):
            yield RecordFault("end", None, LOST)
        if self.evidence.shown and not seen_fits(before, move, after, ply, self.evidence):
            yield RecordFault("reveal", self.entry(ply.number, "reveal"), WRONG)

    def entry(self, number: int, kind: str, move: int | None = None) -> AnyEvent | None:
        """The record's first entry of this kind for a ply; None if there is none.

        :param move: the move of the entry, if only such an entry is wanted.
        """
        ply = self.ply(number)
        events = [self.record.events[place] for place in ply.entries] if ply is not None else []
        named = (event for event in events if move is None or getattr(event, "move", None) == uci(move))
        return next((event for event in named if type_name(event) == kind), None)


def one_player(first: Record, second: Record) -> Side | None:
    """The player whose records both are; None if they are in different views, or not in a player's."""
    return first.view if first.view == second.view and first.view in ("white", "black") else None


def finished(
    witnesses: Sequence[Witness], placed: list[Placed], findings: Iterable[Finding], contradictions: int, readings: int
) -> Joined:
    """The result of ``join``: the merged events, adjudicated as one record."""
    done = adjudicate(joined_record(witnesses, tuple(event for event, _ in placed)))
    return Joined(
        record=done.record,
        witnesses=witnesses_of(done.record.events, placed),
        readings=readings,
        contradictions=contradictions,
        findings=(*findings, *(one for one in done.findings if one.severity != "info")),
    )


def joined_record(witnesses: Sequence[Witness], events: tuple[AnyEvent, ...]) -> Record:
    """The umpire's record of the merged events, with the headers of both; a player's record if both are his.

    Each field has the source that it has in the record from which it comes.
    """
    first, second = witnesses[0].record, witnesses[1].record
    player = one_player(first, second)
    headers = joined_headers(first, second)
    result = second if first.result in (None, "*") and second.result is not None else first
    whose = {"rules": first, "start": first, "result": result}
    whose |= {f"header {pair[0]}": first if pair in first.headers else second for pair in headers}
    sources = {name: said for name, record in whose.items() if (said := record.field_sources.get(name)) is not None}
    joined = Record(
        headers=headers,
        rules=first.rules,
        start=first.start,
        view=player or "umpire",
        silence=first.silence if player else (),
        events=events,
        result=result.result,
        origin=first.origin,
        witnesses=msgspec.UNSET if second.origin is msgspec.UNSET else (second.origin,),
        sources=sources or msgspec.UNSET,
    )
    wrong = contradictions(joined)  # such as the view of a player's record, among its headers
    return joined.replace(headers=tuple(pair for pair in headers if pair not in wrong))


def witnesses_of(events: tuple[AnyEvent, ...], placed: Sequence[Placed]) -> tuple[tuple[int, ...], ...]:
    """For each event of the finished record, the numbers of the records that contain it; () for derived events."""
    recorded = {id(event) for event, _ in placed}
    out: list[tuple[int, ...]] = []
    at = 0
    for event in events:
        if event.source == "derived" and id(event) not in recorded:
            out.append(())
            continue
        while at < len(placed) and type(placed[at][0]) is not type(event):
            at += 1
        out.append(placed[at][1] if at < len(placed) else ())
        at += 1
    return tuple(out)
