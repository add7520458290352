"""Replays records of games in which both players move at once (Zeitgeist, §8.6).

A turn consists of one move of each player. Every reading of the printed moves that the board allows is followed, and
those that deviate least from the print are kept: a printed figurine may stand for another man, a move may have been
rejected, and what the record says about it (“respinta”, “mutua cattura”, a refused try) is evidence. A rejected move is
returned as a refused try.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import LETTERS, Position, distinct, uci
from kriegnote.chess.reasons import WORDS
from kriegnote.chess.squares import BIT, move_of, origin_of
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Comment, End, Junk, Move, Side, Try
from kriegnote.model.printed_outcomes import TurnOutcome, turn_outcome
from kriegnote.model.record import Record
from kriegnote.rules import simultaneous
from kriegnote.umpire.printed_traits import Traits
from kriegnote.umpire.starting_position import first_position

MOST_READINGS: Final = 60
_REFUSED: Final = ("illegal", "impossible", "refused")
# The costs of a reading: a typed letter stands for another man; a rejection is not recorded; the record's words say
# otherwise.
_OTHER_MAN, _UNSAID_REJECTION, _AGAINST_THE_WORDS = 1, 3, 4


class _Reading(NamedTuple):
    """One reading of the record so far: its cost, its board, and for each turn the moves and which were rejected."""

    cost: int
    position: Position
    turns: tuple[tuple[tuple[int | None, int | None], tuple[bool, bool]], ...]


class _Turn(NamedTuple):
    """The moves of a turn (White's, Black's), each with its index among the events, and what the record says about it.

    A move that is recorded as a refused try was rejected, whether or not the record says so in words.
    """

    moves: tuple[tuple[int, Move | Try] | None, tuple[int, Move | Try] | None]
    outcome: TurnOutcome

    def refused(self, column: int) -> bool:
        """Whether White's (0) or Black's (1) move is recorded as a refused try."""
        one = self.moves[column]
        return one is not None and isinstance(one[1], Try)


def adjudicate_both(record: Record) -> tuple[Record, list[Finding]]:
    """The record with its moves resolved, rejected moves as refused tries, and the end added; and the findings.

    If the starting position is not known, the record is returned unchanged.
    """
    start = first_position(record)
    if start is None:
        return record, []
    findings: list[Finding] = []
    readings = [_Reading(0, start, ())]
    turns = list(_turns(record.events))
    for number, turn in enumerate(turns):
        further = [new for reading in readings for new in _further(reading, turn)]
        if not further:
            at = next(one[1] for one in turn.moves if one is not None)
            texts = " and ".join(one[1].text or "?" for one in turn.moves if one is not None)
            findings.append(finding("KN201", f"{texts} cannot be played at the same time here", at))
            turns = turns[:number]
            break
        least = min(new.cost for new in further)
        readings = sorted((new for new in further if new.cost <= least + _AGAINST_THE_WORDS), key=lambda new: new.cost)
        readings = readings[:MOST_READINGS]
    least = min(reading.cost for reading in readings)
    best = [reading for reading in readings if reading.cost == least]
    signs = [_signs(start, turns, reading) for reading in best]
    best = [reading for reading, count in zip(best, signs, strict=True) if count == min(signs)]
    events, found = _agreed(record, start, turns, best)
    return record.replace(events=tuple(events)), findings + found


def _signs(start: Position, turns: list[_Turn], reading: _Reading) -> tuple[int, int]:
    """How many pairs of printed figurine and man a reading needs, and how many of these are misprints.

    Of readings with the same cost, the one with the fewest pairs is the most likely: a scanner repeats its errors.
    """
    position, pairs = start, set()
    for turn, (moves, _) in zip(turns, reading.turns, strict=True):
        for attempt, move in zip(turn.moves, moves, strict=True):
            parts = attempt[1].parts if attempt is not None else None
            if parts is not None and move is not None and parts.figurine:
                man = LETTERS[position.type_at(origin_of(move))]
                pairs.add((parts.sign, man, parts.piece != man))
        position = _made(position, turn, moves).after
    return len(pairs), sum(wrong for _, _, wrong in pairs)


def _turns(events: Iterable[AnyEvent]) -> Iterator[_Turn]:
    """The turns of a record: one move of each player, with the comments and junk printed since the turn before."""
    attempts: list[tuple[int, Move | Try] | None] = [None, None]
    words: list[str] = []
    for place, event in enumerate(events):
        if isinstance(event, Comment | Junk):
            words.append(event.text)
        if not isinstance(event, Move) and not (isinstance(event, Try) and event.verdict in _REFUSED):
            continue
        column = 0 if event.side == "white" else 1
        earlier = next((one for one in attempts if one is not None), None)
        if attempts[column] is not None or (earlier is not None and earlier[1].turn != event.turn):
            yield _turn(attempts, words)
            attempts, words = [None, None], []
        attempts[column] = place, event
    if attempts != [None, None]:
        yield _turn(attempts, words)


def _turn(attempts: list[tuple[int, Move | Try] | None], words: list[str]) -> _Turn:
    return _Turn((attempts[0], attempts[1]), turn_outcome(words))


def _further(reading: _Reading, turn: _Turn) -> Iterator[_Reading]:
    position = reading.position
    if simultaneous.winner(position) is not None:
        return
    options = [
        _options(position, one[1] if one is not None else None, white)
        for one, white in zip(turn.moves, (True, False), strict=True)
    ]
    for white, first in options[0]:
        for black, second in options[1]:
            rejected = simultaneous.play(position, white, black).rejected
            played = _made(position, turn, (white, black))
            cost = first + second
            unsaid = sum(one and not turn.refused(column) for column, one in enumerate(rejected))
            if turn.outcome.rejected != bool(unsaid):
                cost += _AGAINST_THE_WORDS if turn.outcome.rejected else _UNSAID_REJECTION * unsaid
            cost += _AGAINST_THE_WORDS * sum(turn.refused(column) and not one for column, one in enumerate(rejected))
            if turn.outcome.taken is not None and turn.outcome.taken not in played.taken.values():
                cost += _AGAINST_THE_WORDS
            yield _Reading(reading.cost + cost, played.after, (*reading.turns, ((white, black), rejected)))


def _made(position: Position, turn: _Turn, moves: tuple[int | None, int | None]) -> simultaneous.SimultaneousTurn:
    """The turn as the umpire decided it: a move recorded as refused is not made, even if it could have been."""
    white, black = (None if turn.refused(column) else move for column, move in enumerate(moves))
    return simultaneous.play(position, white, black)


def _options(position: Position, event: Move | Try | None, white: bool) -> list[tuple[int | None, int]]:
    """The moves that a printed one may stand for, each with its cost."""
    if event is None:
        return [(None, 0)]
    if event.move is not None:
        move = move_of(event.move)
        own = position.white if white else position.black
        return [(move, 0)] if own & BIT[origin_of(move)] else []
    if event.parts is None:
        return [(None, 0)] if isinstance(event, Try) else []
    found: dict[int, int] = {}
    if event.parts.sign is not None:  # a pawn is printed without a sign
        any_piece = msgspec.structs.replace(event.parts, piece=None)
        price = 0 if event.parts.figurine else _OTHER_MAN
        found = dict.fromkeys(simultaneous.candidates(position, white, any_piece), price)
    found.update(dict.fromkeys(simultaneous.candidates(position, white, event.parts), 0))
    return list(found.items()) or ([(None, 0)] if isinstance(event, Try) else [])


def _agreed(
    record: Record, start: Position, turns: list[_Turn], best: list[_Reading]
) -> tuple[list[AnyEvent], list[Finding]]:
    """The events, with the moves on which the best readings agree, and the findings."""
    events, findings = list(record.events), []
    position = start
    for number, turn in enumerate(turns):
        ways = {reading.turns[number] for reading in best}
        for column, attempt in enumerate(turn.moves):
            if attempt is not None:
                place, event = attempt
                moves = {way[0][column] for way in ways}
                rejected = all(way[1][column] for way in ways)
                events[place] = _as_agreed(position, event, moves, rejected)
                findings += _check_agreed(position, event, moves, rejected)
        boards = distinct(_made(position, turn, way[0]).after for way in ways)
        if len(boards) > 1:
            break
        position = boards[0]
    else:
        last = next((event for event in reversed(events) if isinstance(event, Move | Try)), None)
        end = simultaneous.end(position, last.turn if last is not None else None)
        if end is not None and not any(isinstance(event, End) for event in events):
            events.append(end)
    return events, findings


def _as_agreed(position: Position, event: Move | Try, moves: set[int | None], rejected: bool) -> Move | Try:
    """A move or try, resolved as far as the readings agree.

    If they agree only that it was rejected, it becomes a refused try without a move.
    """
    if len(moves) > 1:
        return _filled(position, event, None, rejected) if rejected else event
    (move,) = moves
    return event if move is None else _filled(position, event, move, rejected)


def _check_agreed(position: Position, event: Move | Try, moves: set[int | None], rejected: bool) -> list[Finding]:
    """Findings on a move or try, as far as the readings agree on it."""
    if len(moves) > 1:
        message = f"{event.text} can be read in {len(moves)} ways"
        return [] if rejected else [finding("KN203", message, event)]
    (move,) = moves
    if move is None:
        return []
    found = []
    if isinstance(event, Try) and not rejected:
        found.append(finding("KN311", f"{event.printed} was refused, but it is legal", event))
    printed = event.parts.piece if event.parts is not None else None
    man = LETTERS[position.type_at(origin_of(move))]
    if event.move is None and printed not in (None, man):
        found.append(_another(event, man))
    return found


def _another(event: Move | Try, man: str) -> Finding:
    text = event.text or ""
    sign = Traits(True, False).letter(man, text[:1]) if man != "P" else ""
    fix = (text, sign + text[1:]) if text else None
    return finding("KN202", f"{text}: {text[:1]} cannot go there; the {WORDS[man]} can", event, fix=fix)


def _filled(position: Position, event: Move | Try, move: int | None, rejected: bool) -> Move | Try:
    side: Side = event.side or "white"
    played = uci(move) if move is not None else None
    san = position.facing(side == "white").own_san(move) if move is not None else None
    if isinstance(event, Try) or not rejected:
        return msgspec.structs.replace(event, move=played, san=san)
    return Try(
        side=side, turn=event.turn, source=event.source, line=event.line, column=event.column, span=event.span,
        extra=event.extra, move=played, text=event.text, verdict="illegal", san=san, parts=event.parts,
    )  # fmt: skip
