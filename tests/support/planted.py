"""One error planted in a clean record: every kind that an umpire's record can hold."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from kriegnote.chess.position import PAWN, Position, move_of, square_name, square_of, uci
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Capture,
    Check,
    Direction,
    End,
    Move,
    PawnTries,
    Promotion,
    Side,
    Try,
    other,
)  # fmt: skip
from kriegnote.model.printed_moves import Parts, parse_move
from kriegnote.model.record import Record
from kriegnote.rules import RULES
from kriegnote.rules.announcements import category
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.starting_position import first_position

_WAYS: tuple[Direction, ...] = ("file", "knight", "long", "rank", "short")


class Planted(NamedTuple):
    """The record with its error, the family of findings it belongs to, the turn it is in (0: the whole record).

    ``needs``: an event that the text must be able to tell, or nobody can see the error.
    """

    record: Record
    family: str
    turn: int
    side: Side
    needs: Callable[[AnyEvent], bool] | None = None


class _Spot(NamedTuple):
    index: int
    event: AnyEvent
    before: Position  # the position before the move of this turn
    after: Position | None


def _spots(record: Record) -> list[_Spot]:
    """Every event with the position its turn began in, and for what comes after the move the position then."""
    position = first_position(record)
    assert position is not None
    before, after = position, None
    spots: list[_Spot] = []
    for index, event in enumerate(record.events):
        if isinstance(event, Move):
            assert event.move is not None
            before, position = position, position.play(move_of(event.move))
            after = position
            spots.append(_Spot(index, event, before, after))
        elif isinstance(event, (Capture, Check, Promotion)) or (isinstance(event, Try) and event.verdict == "untested"):
            spots.append(_Spot(index, event, before, after))
        else:
            spots.append(_Spot(index, event, position, None))
    return spots


Planter = Callable[[Record, random.Random], Planted | None]


def _put(record: Record, spot: _Spot, event: AnyEvent | None, family: str, *, insert: bool = False) -> Planted:
    events = list(record.events)
    if event is None:
        del events[spot.index]
    elif insert:
        events.insert(spot.index, event)
    else:
        events[spot.index] = event
    told = spot.event
    return Planted(record.replace(events=tuple(events)), family, told.turn, told.side)  # type: ignore[union-attr, arg-type]


def _some(record: Record, rng: random.Random, kind: type) -> list[_Spot]:
    spots = [spot for spot in _spots(record) if isinstance(spot.event, kind)]
    rng.shuffle(spots)
    return spots


def illegal_move(record: Record, rng: random.Random) -> Planted | None:
    """A move that no man can make, the last one of the game (so that what follows is not in question)."""
    spots = [spot for spot in _spots(record) if isinstance(spot.event, Move)]
    if not spots:
        return None
    spot = spots[-1]
    event = spot.event
    assert isinstance(event, Move)
    legal = spot.before.legal_moves()
    reached = {(spot.before.type_at(move & 63), move >> 6 & 63) for move in legal}
    own = spot.before.own()
    squares = [s for s in range(64) if not own >> s & 1 and not any(target == s for _, target in reached)]
    if not squares:
        return None
    text = "Q" + square_name(rng.choice(squares))
    kept = list(record.events[: spot.index + 1])
    kept[-1] = Move(side=event.side, turn=event.turn, move=None, text=text, san=None, parts=parse_move(text))
    result = None if record.result in ("1-0", "0-1", "1/2-1/2") else record.result
    return Planted(record.replace(events=tuple(kept), result=result), "2", event.turn or 0, event.side or "white")


def wrong_man(record: Record, rng: random.Random) -> Planted | None:
    """A knight printed as a bishop that cannot go there."""
    for spot in _some(record, rng, Move):
        event = spot.event
        assert isinstance(event, Move) and event.move is not None and event.san is not None
        move = move_of(event.move)
        kind = spot.before.type_at(move & 63)
        if kind == PAWN or event.san.startswith("O"):
            continue
        for letter in "NBRQ":
            if letter == event.san[0]:
                continue
            text = letter + square_name(move >> 6 & 63)
            parts = parse_move(text)
            assert parts is not None
            if spot.before.resolve(parts):
                continue
            others = [
                m
                for m in spot.before.resolve(msgspec.structs.replace(parts, piece=None))
                if spot.before.type_at(m & 63) != PAWN
            ]
            if others != [move]:
                continue
            if "x" in event.san:
                text = letter + "x" + text[1:]
            told = Move(side=event.side, turn=event.turn, move=None, text=text, san=None, parts=parse_move(text))
            return _put(record, spot, told, "2")
    return None


def wrong_answer(record: Record, rng: random.Random) -> Planted | None:
    """A yes for a no, or a no for a yes."""
    for spot in _some(record, rng, Answer):
        event = spot.event
        assert isinstance(event, Answer)
        if event.any is not None:
            return _put(record, spot, msgspec.structs.replace(event, any=not event.any, source="recorded"), "3")
    return None


def refused_though_legal(record: Record, rng: random.Random) -> Planted | None:
    """A legal move, marked as refused."""
    for spot in _some(record, rng, Move):
        event = spot.event
        legal = sorted(spot.before.legal_moves())
        wanted = [move for move in legal if uci(move) != event.move and not move >> 12]  # type: ignore[union-attr]
        if wanted:
            move = rng.choice(wanted)
            san = spot.before.own_san(move)
            told = Try(side=event.side, turn=event.turn, move=uci(move), text=san, verdict="illegal", san=san)  # type: ignore[union-attr]
            return _put(record, spot, told, "3", insert=True)
    return None


def unmarked_try(record: Record, rng: random.Random) -> Planted | None:
    """A try that was refused, without its mark."""
    for spot in _some(record, rng, Try):
        event = spot.event
        assert isinstance(event, Try)
        if event.verdict == "illegal" and event.move is not None:
            put = _put(record, spot, msgspec.structs.replace(event, verdict=None), "3")
            return put._replace(needs=lambda one: isinstance(one, Try) and one.verdict is None)
    return None


def impossible_try(record: Record, rng: random.Random) -> Planted | None:
    """A try that the player's own men do not allow, called illegal."""
    for spot in _some(record, rng, Move):
        event = spot.event
        position = spot.before
        able = {(position.type_at(move & 63), move >> 6 & 63) for move in position.own_moves()}
        squares = [s for s in range(64) if (5, s) not in able and (2, s) not in able]
        if squares:
            text = "N" + square_name(rng.choice(squares))
            told = Try(
                side=event.side, turn=event.turn, move=None, text=text, verdict="illegal", parts=parse_move(text)
            )  # type: ignore[union-attr]
            return _put(record, spot, told, "3", insert=True)
    return None


def wrong_pawn_tries(record: Record, rng: random.Random) -> Planted | None:
    """One pawn capture more, or another square."""
    for spot in _some(record, rng, PawnTries):
        event = spot.event
        assert isinstance(event, PawnTries)
        if event.count is not None:
            return _put(record, spot, msgspec.structs.replace(event, count=event.count + 1), "3")
        if event.squares:
            wrong = next(name for name in ("d4", "e5", "c3") if name not in event.squares)
            squares = tuple(sorted([*event.squares[1:], wrong]))
            return _put(record, spot, msgspec.structs.replace(event, squares=squares), "3")
        if event.any is not None and not event.any:
            return _put(record, spot, msgspec.structs.replace(event, any=True), "3")
    return None


def capture_elsewhere(record: Record, rng: random.Random) -> Planted | None:
    """A capture announced on another square."""
    for spot in _some(record, rng, Capture):
        event = spot.event
        assert isinstance(event, Capture) and event.square is not None
        square = square_of(event.square)
        near = square_name(square + 1 if square & 7 < 7 else square - 1)
        return _put(record, spot, msgspec.structs.replace(event, square=near), "3")
    return None


def another_man_captured(record: Record, rng: random.Random) -> Planted | None:
    """A pawn announced for a piece."""
    for spot in _some(record, rng, Capture):
        event = spot.event
        assert isinstance(event, Capture)
        if event.captured in ("pawn", "piece"):
            wrong = "piece" if event.captured == "pawn" else "pawn"
            return _put(record, spot, msgspec.structs.replace(event, captured=wrong), "3")
    return None


def capture_that_was_none(record: Record, rng: random.Random) -> Planted | None:
    """A capture announced after a quiet move."""
    for spot in _some(record, rng, Move):
        event = spot.event
        assert isinstance(event, Move) and event.move is not None
        move = move_of(event.move)
        if spot.before.captured_square(move) < 0 and record.rules not in (None,):
            captured = "pawn" if record.rules in ("icc", "rand", "cincinnati") else None
            told = Capture(side=event.side, turn=event.turn, square=event.move[2:4], captured=captured)  # type: ignore[arg-type]
            return _after(record, spot, told)
    return None


def capture_not_announced(record: Record, rng: random.Random) -> Planted | None:
    """The umpire forgot a capture."""
    for spot in _some(record, rng, Capture):
        return _put(record, spot, None, "3")
    return None


def check_from_elsewhere(record: Record, rng: random.Random) -> Planted | None:
    """The wrong direction."""
    for spot in _some(record, rng, Check):
        event = spot.event
        assert isinstance(event, Check)
        if len(event.directions) == 1:
            wrong = rng.choice([way for way in _WAYS if way not in event.directions])
            return _put(record, spot, msgspec.structs.replace(event, directions=(wrong,)), "3")
    return None


def check_that_was_none(record: Record, rng: random.Random) -> Planted | None:
    """A check announced after a move that gives none."""
    for spot in _some(record, rng, Move):
        event = spot.event
        if spot.after is not None and not spot.after.checkers():
            told = Check(side=event.side, turn=event.turn, directions=(rng.choice(_WAYS),))  # type: ignore[union-attr]
            return _after(record, spot, told)
    return None


def check_not_announced(record: Record, rng: random.Random) -> Planted | None:
    """The umpire forgot a check."""
    for spot in _some(record, rng, Check):
        return _put(record, spot, None, "3")
    return None


def promotion_that_was_none(record: Record, rng: random.Random) -> Planted | None:
    """A promotion announced after any move."""
    for spot in _some(record, rng, Move):
        event = spot.event
        assert isinstance(event, Move) and event.move is not None
        if len(event.move) == 4:
            return _after(record, spot, Promotion(side=event.side, turn=event.turn))
    return None


def _after(record: Record, spot: _Spot, told: AnyEvent) -> Planted:
    """Puts an announcement after a move, behind those that come before it."""
    order = (Move, Try, Capture, Check, Promotion)
    index = spot.index + 1
    while index < len(record.events):
        one = record.events[index]
        if type(one) not in order or order.index(type(one)) > order.index(type(told)):
            break
        if isinstance(one, Move) or (isinstance(one, Try) and one.verdict != "untested"):
            break
        index += 1
    events = [*record.events[:index], told, *record.events[index:]]
    return Planted(record.replace(events=tuple(events)), "3", told.turn, told.side)  # type: ignore[union-attr, arg-type]


def number_left_out(record: Record, rng: random.Random) -> Planted | None:
    """A move number that skips one."""
    moves = [spot for spot in _spots(record) if isinstance(spot.event, Move) and spot.event.side == "white"]
    if len(moves) < 3:
        return None
    spot = moves[rng.randrange(1, len(moves) - 1)]
    turn = spot.event.turn  # type: ignore[union-attr]
    events = tuple(
        msgspec.structs.replace(event, turn=event.turn + 1)
        if getattr(event, "turn", None) is not None and event.turn >= turn  # type: ignore[union-attr]
        else event
        for event in record.events
    )
    return Planted(record.replace(events=events), "4", turn + 1, "white")


def unreadable_move(record: Record, rng: random.Random) -> Planted | None:
    """A move that is no move, somewhere in the game."""
    for spot in _some(record, rng, Move):
        event = spot.event
        assert isinstance(event, Move)
        return _put(record, spot, Move(side=event.side, turn=event.turn, move=None, text="Nf9", san=None), "1")
    return None


def misread_square(record: Record, rng: random.Random) -> Planted | None:
    """The file of a target misread, so that no legal move fits."""
    for spot in _some(record, rng, Move):
        event = spot.event
        assert isinstance(event, Move) and event.san is not None and event.move is not None
        if event.san.startswith("O") or len(event.move) != 4:
            continue
        bare = event.san.rstrip("+#")
        file = rng.choice([name for name in "abcdefgh" if name != bare[-2]])
        text = bare[:-2] + file + bare[-1]
        parts = parse_move(text)
        if parts is None or spot.before.resolve(parts) or spot.before.resolve(_no_man(parts)):
            continue
        told = Move(side=event.side, turn=event.turn, move=None, text=text, san=None, parts=parts)
        return _put(record, spot, told, "2")
    return None


def _no_man(parts: Parts) -> Parts:
    return msgspec.structs.replace(parts, piece=None, from_=None, capture=None)


def duty_forgotten(record: Record, rng: random.Random) -> Planted | None:
    """After a yes no pawn capture is tried."""
    book = RULES[record.rules or "berkeley"]
    if not book.must_try or "any" not in book.questions:
        return None
    for spot in _some(record, rng, Move):
        event = spot.event
        assert isinstance(event, Move) and event.move is not None
        turn = [e for e in record.events if place_of(e) == (event.turn, event.side)]
        yes = any(isinstance(e, Answer) and e.any for e in turn)
        if not yes or (spot.before.type_at(move_of(event.move) & 63) == PAWN and event.move[0] != event.move[2]):
            continue
        kept = [e for e in record.events if not (isinstance(e, Try) and place_of(e) == (event.turn, event.side))]
        spoilt = record.replace(events=tuple(kept))
        return Planted(spoilt, "3", event.turn or 0, event.side or "white", lambda one: isinstance(one, Answer))
    return None


def place_of(event: AnyEvent) -> tuple[int | None, Side | None]:
    """An event's place."""
    return getattr(event, "turn", None), getattr(event, "side", None)


def result_against_the_board(record: Record, rng: random.Random) -> Planted | None:
    """A mate, and the mated player printed as the winner."""
    texts = rng.choice((("f3", "e5", "g4", "Qh4#"), ("e4", "f6", "d4", "g5", "Qh5#")))
    moves = [
        Move(
            side="white" if n % 2 == 0 else "black",
            turn=n // 2 + 1,
            move=None,
            text=text,
            san=None,
            parts=parse_move(text),
        )
        for n, text in enumerate(texts)
    ]
    told = adjudicate(record.replace(events=tuple(moves), start=None, silence=(), result=None)).record
    events = tuple(event for event in told.events if not isinstance(event, End))
    wrong = "1-0" if len(texts) % 2 == 0 else "0-1"
    last = moves[-1]
    silence = tuple(kind for kind in told.silence if kind != "end")
    spoilt = told.replace(events=events, result=wrong, silence=silence, headers=())  # type: ignore[arg-type]
    return Planted(spoilt, "4", last.turn or 0, last.side or "white")


def header_against_the_moves(record: Record, rng: random.Random) -> Planted | None:
    """A Result header that is not the result behind the moves."""
    if any(isinstance(event, End) for event in record.events):
        return None
    result, header = rng.sample(["1-0", "0-1", "1/2-1/2"], 2)
    headers = (("White", "Ann"), ("Black", "Bea"), ("Result", header))
    return Planted(record.replace(headers=headers, result=result), "4", 0, "white")  # type: ignore[arg-type]


PLANTERS: dict[str, Planter] = {
    planter.__name__: planter
    for planter in (
        illegal_move, wrong_man, wrong_answer, refused_though_legal, unmarked_try, impossible_try, wrong_pawn_tries,
        capture_elsewhere, another_man_captured, capture_that_was_none, capture_not_announced, check_from_elsewhere,
        check_that_was_none, check_not_announced, promotion_that_was_none, number_left_out,
        unreadable_move, misread_square, duty_forgotten, result_against_the_board, header_against_the_moves,
    )
}  # fmt: skip

__all__ = ["PLANTERS", "Planted", "category", "other"]
