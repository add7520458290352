"""Reads the unreadable moves of a player's own record: what he heard decides which moves they were."""

from __future__ import annotations

from math import exp
from typing import Final

import msgspec

from kriegnote.chess.position import Position, uci
from kriegnote.diagnostics.findings import Fix, finding
from kriegnote.knowledge.evidence import Evidence, PlyEvidence, evidence_of
from kriegnote.knowledge.own_readings import OwnReading, ReadingWeight, own_readings
from kriegnote.knowledge.ownside import step
from kriegnote.model.events import AnyEvent, Capture, Check, End, Junk, Move, Promotion
from kriegnote.model.record import Record
from kriegnote.restoration import misprints
from kriegnote.restoration.choices import Choice, OpenPly, Replacement, merged, named, offers
from kriegnote.restoration.restorer import Repaired
from kriegnote.restoration.spelling import Spelling, spelling_of
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.own_board import OwnBoard
from kriegnote.umpire.starting_position import first_position

_SAID: Final = (Capture, Check, Promotion, End)
_OPEN_FROM: Final = 0.01  # the least weight of a reading that is kept
_NO_LIKENESS: Final = misprints.READABLE + misprints.OTHER
"""The greatest cost of a word: it may not be a copy of the move at all."""


def settled(record: Record) -> Repaired:
    """A player's record with his unreadable moves read, as far as his own men and what he heard allow.

    A move that stays open has its options. If every move of his can be read, the same record object is returned.
    """
    nothing = Repaired(record)
    if record.view not in ("white", "black") or first_position(record) is None:
        return nothing
    resolved = adjudicate(_reread(record), announce=False).record
    evidence = evidence_of(resolved)
    spelling = spelling_of(resolved.events, "KQRBN")
    if all(ply.uci is not None or ply.options for ply in evidence.plies if ply.played and ply.side == record.view):
        return nothing
    readings = own_readings(resolved, lambda text: _doubt(text, spelling))
    if not readings or not readings[0].doubted:
        return nothing
    return _written(record, resolved, evidence, readings, spelling)


def _reread(record: Record) -> Record:
    """The record with unreadable lines as moves, if they begin with the number of their turn.

    Announcements after such a line, which were attributed to the move before it, are attributed to its move.
    """
    moved = {(event.turn, event.side) for event in record.events if isinstance(event, Move)}
    events: list[AnyEvent] = []
    for event in record.events:
        words = event.text.split() if isinstance(event, Junk) and event.side == record.view else []
        if len(words) < 2 or not words[0].startswith(f"{event.turn}") or (event.turn, event.side) in moved:  # type: ignore[union-attr]
            events.append(event)
            continue
        assert isinstance(event, Junk)
        moved.add((event.turn, event.side))
        said = [one for one in events if isinstance(one, _SAID) and (one.line or 0) > (event.line or 0)]
        events = [one for one in events if one not in said]
        events.append(_as_move(event, words[-1]))
        events += [msgspec.structs.replace(one, side=event.side, turn=event.turn) for one in said]
    return record.replace(events=tuple(events))


def _as_move(event: Junk, text: str) -> Move:
    place = {"line": event.line, "column": event.column, "span": event.span}
    return Move(side=event.side, turn=event.turn, move=None, text=text, san=None, **place)  # type: ignore[arg-type]


def _doubt(text: str, spelling: Spelling) -> ReadingWeight:
    printed = misprints.plain(text)

    def weight(board: Position, move: int) -> float:
        costs = (misprints.cost(printed, misprints.plain(form)) for form in _forms(board.own_san(move), text, spelling))
        return exp(-min(_NO_LIKENESS, *costs))

    return weight


def _forms(san: str, text: str, spelling: Spelling) -> tuple[str, ...]:
    """The ways in which a move may be printed in the record: a piece's move with and without a capture mark."""
    form = spelling.spell(san, text)
    return (form, form[0] + spelling.capture + form[1:]) if san[0] in "KQRBN" else (form,)


def _spelt(san: str, text: str, spelling: Spelling) -> str:
    """The form that is most similar to the printed text."""
    printed = misprints.plain(text)
    return min(_forms(san, text, spelling), key=lambda form: misprints.cost(printed, misprints.plain(form)))


def _written(
    record: Record, resolved: Record, evidence: Evidence, readings: list[OwnReading], spelling: Spelling
) -> Repaired:
    events = list(resolved.events)
    done = Repaired(
        record,
        readings=sum(reading.weight >= _OPEN_FROM for reading in readings),
        plies=evidence.finished,
        reached=evidence.finished,
    )
    board = OwnBoard.of(evidence.start, evidence.view == "white")
    best = readings[0].moves
    doubted = frozenset[int]().union(*(reading.doubted for reading in readings))
    for ply in evidence.plies[: evidence.finished]:
        if ply.number in best and ply.move is not None:
            choices = _choices(board.position, ply, readings)
            at = next(place for place in ply.entries if events[place] is ply.move)
            events[at] = _settle(done, ply.move, choices, spelling, board.position, ply.number in doubted)
            ply.uci = best[ply.number]
        after = step(board, ply, evidence)
        if after is None:
            break
        board = after
    done.record = adjudicate(resolved.replace(events=tuple(events)), announce=False).record
    done.reread = tuple(event for event in done.record.events if isinstance(event, Move) and event.source == "inferred")
    done.ending = "open" if done.open else "settled"
    return done


def _choices(board: Position, ply: PlyEvidence, readings: list[OwnReading]) -> list[Choice]:
    """The moves that a ply may be, the most likely first."""
    shares: dict[int, float] = {}
    for reading in readings:
        move = reading.moves[ply.number]
        shares[move] = shares.get(move, 0.0) + reading.weight
    likely = {move: share for move, share in shares.items() if share >= _OPEN_FROM}
    total = sum(likely.values())
    return [
        Choice(uci(move), board.own_san(move), round(share / total, 4))
        for move, share in sorted(likely.items(), key=lambda item: -item[1])
    ]


def _settle(
    done: Repaired, event: Move, choices: list[Choice], spelling: Spelling, board: Position, doubted: bool
) -> Move:
    """A move as read; a doubtful one with its finding and its replacement in the text."""
    if not doubted and len(choices) == 1:
        return msgspec.structs.replace(event, move=choices[0].move, san=choices[0].san)
    text = event.text or ""
    spelt = tuple((_spelt(choice.san, text, spelling), choice.weight) for choice in choices)
    if len(choices) == 1:
        message = f"{text} can only be {choices[0].san}, given the player’s own men and what he heard"
        found = msgspec.structs.replace(finding("KN202", message, event), fix=Fix(old=text, new=spelt[0][0]))
        changed = msgspec.structs.replace(event, move=choices[0].move, san=choices[0].san, source="inferred")
    else:
        found = finding(
            "KN203",
            f"{text} cannot be read; given the player’s own men and what he heard, it may be {named(choices)}",
            event,
        )
        changed = msgspec.structs.replace(event, options=merged(choices), parts=None, source="inferred")
        done.open.append(OpenPly(turn=event.turn, side=event.side, text=text, options=offers(choices)))
    done.findings.append(found)
    if text:
        done.corrections.append(Replacement(found, text, spelt, board.fen()))
    return changed
