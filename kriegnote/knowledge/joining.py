"""Joins two records of one game: the command ``join``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec

from kriegnote.chess.position import uci
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.knowledge.alignment import Alignment, align, faults
from kriegnote.knowledge.entries import contrasted, entry_words, place_of
from kriegnote.knowledge.evidence import start_of
from kriegnote.knowledge.followable import obstacle
from kriegnote.knowledge.merging import Placed, alike, end_last, ends_agree, first_after, merge, own_tries
from kriegnote.knowledge.record_fields import contradictory_fields
from kriegnote.knowledge.results import Joined
from kriegnote.knowledge.turn_by_turn import join_turns
from kriegnote.knowledge.witness import RecordFault, Witness, finished, one_player
from kriegnote.model.events import (
    AnyEvent,
    End,
    Junk,
    Move,
    Option,
    Side,
    Try,
    View,
)
from kriegnote.model.record import Record
from kriegnote.rules.setup import united
from kriegnote.rules.variants import game_of
from kriegnote.umpire.adjudication import adjudicate


def join(white: Record, black: Record) -> Joined:
    """The umpire's record of a game, joined from two records: two players' logs, or captions and a score, and so on.

    Entries that contradict the rest are set aside, with a finding that names both places; a move that stays open has
    its options. If no legal game fits, the first record is returned with a finding.
    """
    joined = _joined(white, black)
    fields = contradictory_fields(white, black)
    contradictions = joined.contradictions + len(fields)
    return msgspec.structs.replace(joined, contradictions=contradictions, findings=(*fields, *joined.findings))


def _joined(white: Record, black: Record) -> Joined:
    """The joined record, without regard to contradictory headers and results."""
    *records, seen = _of_one_game(white, black)
    ended = any(isinstance(event, End) for record in records for event in record.events)
    judged = (adjudicate(record, announce=False).record for record in records)
    witnesses = [Witness(number, record, ended=ended) for number, record in enumerate(judged, 1)]
    if (player := one_player(*records)) is not None:
        message = f"both records are {player.capitalize()}’s: the other player’s moves stay hidden"
        note = "join it with the other player’s record, or a score"
        return join_turns(witnesses, finding("KN708", message, note=note))
    hindrance = obstacle(records[0].replace(view=seen))
    if hindrance is not None:
        why = hindrance.as_finding("the records are joined turn by turn")
        return join_turns(witnesses, msgspec.structs.replace(why, severity="info"))
    alignment = align(witnesses, start_of(records[0]))
    if alignment is None:
        message = "the two records do not fit together: no legal game was found"
        return _apart(white, message, "make sure that they are of the same game, and that White’s comes first")
    return _Joiner(witnesses, alignment).joined()


def _apart(first: Record, message: str, note: str) -> Joined:
    """The first record unchanged, with a finding that says why the second was not joined to it."""
    marks = tuple((1,) for _ in first.events)
    return Joined(
        record=first, witnesses=marks, readings=0, contradictions=0, findings=(finding("KN705", message, note=note),)
    )


def _of_one_game(first: Record, second: Record) -> tuple[Record, Record, View]:
    """Both records, and in whose view their starting position is.

    A rulebook that only one of them gives applies to both, and so does the starting position with most men: the
    umpire's, or both players' own men together.
    """
    own = {record.view: record.start for record in (first, second) if record.start is not None}
    first, second = _completed(first, second), _completed(second, first)
    begun = second if second.view == "umpire" else first
    start, seen = begun.start, begun.view
    game = game_of(first)
    if game is not None and own.keys() == {"white", "black"}:
        with suppress(ValueError):
            if not game.start_is_public(start):
                start, seen = united(own["white"], own["black"], game), "umpire"
    return first.replace(start=start), second.replace(start=start), seen


def _completed(record: Record, other: Record) -> Record:
    """The record with the other's rulebook and starting position where it has none, with the same sources."""
    for name in ("rules", "start"):
        if getattr(record, name) is None and getattr(other, name) is not None:
            record = record.replace(**{name: getattr(other, name)}).sourced(other.field_sources.get(name), name)
    return record


class _Joiner:
    """Builds the joined record from an alignment."""

    def __init__(self, witnesses: Sequence[Witness], alignment: Alignment) -> None:
        self.witnesses = witnesses
        self.alignment = alignment
        self.findings: list[Finding] = []
        self.contradictions = 0
        self.set_aside: set[tuple[int, int]] = set()  # (number of the record, id of the event)
        self.parts = {witness.number: _cut(witness) for witness in witnesses}

    def joined(self) -> Joined:
        total = len(self.alignment.moves)
        placed: list[Placed] = []
        for number in range(total + 1):
            self._judge(number)
        self._judge_ends()
        for number in range(-1, total + 1):
            placed += self._ply(number)
        placed = end_last(placed)
        self._open()
        return finished(self.witnesses, placed, self.findings, self.contradictions, self.alignment.readings)

    # -- faults --------------------------------------------------------------------------------------------------------

    def _judge(self, number: int) -> None:
        for witness in self.witnesses:
            for fault in faults(witness, self.alignment, number):
                if self._is_agreed(witness, fault, number):
                    continue  # a slip of the umpire's, heard by both: reported by the adjudication
                self.contradictions += 1
                if fault.entry is not None:
                    self.set_aside.add((witness.number, id(fault.entry)))
                self.findings.append(self._finding(witness, fault, number))

    def _judge_ends(self) -> None:
        """Sets the second record's end aside if it contradicts the first's, although the board allows both."""
        ends = [[event for event in witness.record.events if isinstance(event, End)][-1:] for witness in self.witnesses]
        first, second = self.witnesses
        for one, other in zip(*ends, strict=False):
            aside = {(first.number, id(one)), (second.number, id(other))} & self.set_aside
            if not aside and not ends_agree(one, other):
                self.contradictions += 1
                self.set_aside.add((second.number, id(other)))
                self.findings.append(self._contradiction(second, other, one))

    def _is_agreed(self, witness: Witness, fault: RecordFault, number: int) -> bool:
        """Whether both records have the same entry, so that it is not set aside."""
        for other in self.witnesses:
            if other is witness:
                continue
            if fault.kind == "try" and isinstance(fault.entry, Try):
                ply = other.ply(number)
                return ply is not None and any(
                    isinstance(event, Try) and event.verdict == fault.entry.verdict and event.side == fault.entry.side
                    for event in map(other.record.events.__getitem__, ply.entries)
                )
            entry = other.entry(number, fault.kind)
            if fault.entry is None or entry is None or fault.kind == "move":
                return False
            return alike(entry, fault.entry)
        return False

    def _finding(self, witness: Witness, fault: RecordFault, number: int) -> Finding:
        others = [other for other in self.witnesses if other is not witness]
        entries = [entry for other in others if (entry := other.entry(number, fault.kind)) is not None]
        against = next((entry for entry in entries if not (isinstance(entry, Move) and entry.hidden)), None)
        where = _where(self.alignment, number)
        name = fault.kind.replace("_", " ")
        if fault.entry is None:
            said = f"record {others[0].number} has {entry_words(against)}{place_of(against)}" if against else "should"
            message = f"record {witness.number} has no {name} at {where}, but {said}"
            return finding("KN706", message)
        return self._contradiction(witness, fault.entry, against)

    def _contradiction(self, witness: Witness, entry: AnyEvent, against: AnyEvent | None) -> Finding:
        """The finding on an entry that is set aside; ``against``: the other record's entry that denies it."""
        if against is not None:
            wrong, right = contrasted(entry, against)
            number = next(other.number for other in self.witnesses if other is not witness)
            message = f"record {witness.number} has {wrong}, but record {number} has {right}"
        else:
            said = f"record {witness.number} has {entry_words(entry)}{place_of(entry)}"
            message = f"{said}, but the rest of both records does not allow it"
        return finding("KN703", message, entry, note=f"the entry of record {witness.number} is ignored")

    def _open(self) -> None:
        hidden = 0
        for number, options in enumerate(self.alignment.options):
            if self._is_unknown(number):
                hidden += 1
            elif len(options) > 1:
                names = ", ".join(
                    sorted(self.alignment.positions[number].san(m) for m in options if self._plays(number, m))
                )
                names = names or ", ".join(sorted(map(uci, options)))
                message = f"{_where(self.alignment, number)} stays open: {names}"
                self.findings.append(finding("KN704", message))
        if hidden:
            moves = "a move that neither record shows stays"
            if hidden > 1:
                moves = f"{hidden} moves that neither record shows stay"
            self.findings.append(finding("KN704", f"{moves} hidden: too many games fit"))

    def _is_unknown(self, number: int) -> bool:
        """Whether neither record shows this side's moves, and games with other moves may have been dropped."""
        white = self.alignment.positions[0].turn == (number % 2 == 0)
        return not self.alignment.complete and not any(witness.knows(white) for witness in self.witnesses)

    def _plays(self, number: int, move: int) -> bool:
        return self.alignment.positions[number].is_legal(move)

    # -- events --------------------------------------------------------------------------------------------------------

    def _ply(self, number: int) -> list[Placed]:
        """The events of one ply, merged from both records; number -1 stands for those before the first ply."""
        white = self.alignment.positions[0].turn == (number % 2 == 0)
        knowing = [witness for witness in self.witnesses if witness.knows(white)]
        others = [witness for witness in self.witnesses if witness not in knowing]
        lists = [self._entries(witness, number) for witness in (*knowing, *others)]
        merged = merge(lists[0], lists[1])
        merged = own_tries(merged, "white" if white else "black")
        move_seen = any(isinstance(event, Move) for event, _ in merged)
        out = [(self._move(one, number) if isinstance(one, Move) else one, marks) for one, marks in merged]
        if not move_seen and 0 <= number < len(self.alignment.moves):
            side: Side = "white" if white else "black"
            ply = next((p for w in self.witnesses if (p := w.ply(number)) is not None), None)
            blank = Move(side=side, turn=ply.turn if ply else None, move=None, text=None, san=None, source="inferred")
            out.insert(first_after(out), (self._move(blank, number), ()))
        return out

    def _entries(self, witness: Witness, number: int) -> list[Placed]:
        return [
            (event, (witness.number,))
            for event in self.parts[witness.number].get(number, [])
            if (isinstance(event, Move) or (witness.number, id(event)) not in self.set_aside)
            and not isinstance(event, Junk)
        ]

    def _move(self, event: Move, number: int) -> Move:
        if not 0 <= number < len(self.alignment.moves) or self._is_unknown(number):
            return event
        options = self.alignment.options[number]
        move = self.alignment.moves[number]
        shown = event.move == uci(move) or (event.move is None and event.text is not None)
        if len(options) > 1:
            total = sum(options.values())
            choice = tuple(Option(uci(each), count / total) for each, count in sorted(options.items()))
            return msgspec.structs.replace(event, move=None, text=None, san=None, parts=None, options=choice)
        san = self.alignment.positions[number].san(move)
        source = event.source if shown else "inferred"
        text = event.text if shown else None
        return msgspec.structs.replace(event, move=uci(move), text=text, san=san, source=source, options=None)


def _cut(witness: Witness) -> dict[int, list[AnyEvent]]:
    """The events of a record by ply; an event that belongs to no ply goes with the one before it."""
    at = {number: ply.number for ply in witness.evidence.plies for number in ply.entries}
    parts: dict[int, list[AnyEvent]] = {}
    last = -1
    for number, event in enumerate(witness.record.events):
        last = at.get(number, last)
        parts.setdefault(last, []).append(event)
    return parts


def _where(alignment: Alignment, number: int) -> str:
    position = alignment.positions[min(number, len(alignment.positions) - 1)]
    return f"{'White' if position.turn else 'Black'}’s move {position.fullmove}"
