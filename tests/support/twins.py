"""Pairs of games that one player cannot tell apart: own moves, own tries and all that is heard are the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from kriegnote.chess.position import Position, uci
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Belief,
    Capture,
    Clock,
    Comment,
    Move,
    Nag,
    Offer,
    Plan,
    Promotion,
    Side,
    Step,
    TakenBack,
    Try,
    Variation,
    Word,
)
from kriegnote.model.record import Record
from kriegnote.rules import RULES, RuleSet
from kriegnote.rules import announcements as announce
from kriegnote.umpire.adjudication import adjudicate

Told = tuple[object, ...]


def told(before: Position, move: int, rules: RuleSet, asked: bool, listener_white: bool) -> Told:
    """Everything that a move and the turn after it make the umpire say to one listener."""
    after = before.play(move)
    side: Side = "white" if before.turn else "black"
    revealed: object = None
    if rules.moves == "dark":
        from kriegnote.chess import perception

        revealed = perception.reveal(
            before, after, "white" if listener_white else "black", "white" if before.turn else "black", before.fullmove
        )
    return (
        announce.capture(before, move, rules, side, 1, asked),
        announce.check(after, rules, side, 1),
        bool(move >> 12) if rules.promotion else None,
        announce.end(after, rules, side, 1),
        announce.pawn_tries(after, rules, side, 1),
        bool(after.pawn_targets()) if rules.questions else None,
        revealed,
    )


def pair(seed: int, rules_id: str, listener: Side, plies: int = 30) -> tuple[Record, Record] | None:
    """Two completed umpire's records, or None when the games never parted."""
    rng = random.Random(seed)
    beside = random.Random(f"beside {seed}")
    rules = RULES[rules_id]
    dark = rules.moves == "dark"
    one, two = Position.from_fen(dark=dark), Position.from_fen(dark=dark)
    events: tuple[list[AnyEvent], list[AnyEvent]] = ([], [])
    white = listener == "white"
    for _ in range(plies):
        if not one.has_legal_move() or not two.has_legal_move():
            break
        side: Side = "white" if one.turn else "black"
        turn = one.fullmove
        mine = one.turn == white
        asked = bool(rules.questions) and rng.random() < 0.4
        if asked:
            yes = bool(one.pawn_targets())
            for told_events in events:
                told_events += [Ask(side=side, turn=turn, what="any"), Answer(side=side, turn=turn, any=yes)]
        ply = _Ply(one, two, side, turn, mine, events)
        if not dark:
            _tries(rng, ply)
        chosen = _moves(rng, one, two, rules, asked, mine, white)
        if chosen is None:
            break
        _beside(beside, ply)
        for game, (position, move, out) in enumerate(zip((one, two), chosen, events, strict=True)):
            san = position.san(move)
            place = {} if mine else {"line": game + 1, "column": game + 2, "span": (game, game + 9)}
            out.append(Move(side=side, turn=turn, move=uci(move), text=san, san=san, **place))  # type: ignore[arg-type]
            if not dark:
                out += _indiscreet(position, move, rules, side, turn)
        if not mine:  # what only an annotator knows, in one game of the two
            if rng.random() < 0.3:
                events[0].append(Comment(text="only the umpire saw this", heard="umpire"))
            if rng.random() < 0.2:
                events[1].append(Nag(side=side, turn=turn, code=4))
            if rng.random() < 0.1:
                events[0].append(Variation(side=side, turn=turn, events=()))
        if rng.random() < 0.1:
            for out in events:
                out.append(Comment(text="said aloud", heard="public"))
        one, two = one.play(chosen[0]), two.play(chosen[1])
    if events[0] == events[1] or one.key() == two.key():
        return None
    shared = (("White", "A"), ("Black", "B"))
    records = [
        Record(headers=(*shared, *secret), rules=rules_id, events=tuple(out), result="*")  # type: ignore[arg-type]
        for out, secret in zip(events, ((("ECO", "A00"), ("PlyCount", "3")), (("Opening", "Bird"),)), strict=True)
    ]
    return adjudicate(records[0]).record, adjudicate(records[1]).record


class _Ply(NamedTuple):
    """A ply of both games: the boards before it, whose it is, whether the listener makes it, the events so far."""

    one: Position
    two: Position
    side: Side
    turn: int
    mine: bool
    events: tuple[list[AnyEvent], list[AnyEvent]]


def _beside(rng: random.Random, ply: _Ply) -> None:
    """Moves taken back, a clock and an offer, which sound the same; what the opponent has for himself, in one game."""
    one, two, side, turn, mine, events = ply
    if rng.random() < 0.1:
        first, second = sorted(one.legal_moves()), sorted(two.legal_moves())
        both = [move for move in first if move in second]
        moves = (rng.choice(both),) * 2 if mine and both else (rng.choice(first), rng.choice(second))
        if not mine or both:
            for position, move, out in zip((one, two), moves, events, strict=True):
                played = Move(side=side, turn=turn, move=uci(move), text=None, san=position.san(move))
                out.append(TakenBack(side=side, turn=turn, by="agreement", events=(played,)))
    if rng.random() < 0.1:
        for out in events:
            out += [Clock(side=side, turn=turn, left=30.0), Offer(side=side, turn=turn, what="draw")]
    if not mine and rng.random() < 0.2:
        events[0].append(Belief(side=side, turn=turn, supposed=("Pe4",)))
        events[1].append(Plan(side=side, turn=turn, steps=(Step(moves=("Nf3",)),)))
        events[0].append(Word(side=side, turn=turn, speaker="partner", text="Attention"))
        events[1].append(Clock(side=side, turn=turn, spent=3.0))


def _indiscreet(position: Position, move: int, rules: RuleSet, side: Side, turn: int) -> list[AnyEvent]:
    """Announcements as an indiscreet recorder writes them: with more than the rulebook lets anybody hear."""
    out: list[AnyEvent] = []
    heard = announce.capture(position, move, rules, side, turn)
    if heard is not None and rules.capturer == "no":
        by = announce.category(position.type_at(move & 63))
        taken = position.type_at(position.captured_square(move))
        captured = heard.captured or ("pawn" if taken == 1 else "piece")
        passing = heard.en_passant or announce.is_en_passant(position, move)
        out.append(Capture(side=side, turn=turn, square=heard.square, captured=captured, by=by, en_passant=passing))
    if move >> 12 and not rules.promotion:
        out.append(Promotion(side=side, turn=turn))
    return out


def _moves(
    rng: random.Random, one: Position, two: Position, rules: RuleSet, asked: bool, mine: bool, white: bool
) -> tuple[int, int] | None:
    first, second = sorted(one.legal_moves()), sorted(two.legal_moves())
    rng.shuffle(first)
    rng.shuffle(second)
    heard: Callable[[Position, int], Told] = lambda position, move: told(position, move, rules, asked, white)  # noqa: E731
    for move in first[:12]:
        said = heard(one, move)
        if mine:
            if two.is_legal(move) and heard(two, move) == said:
                return move, move
            continue
        for other in second:
            if heard(two, other) == said:
                return move, other
    return None


def _tries(rng: random.Random, ply: _Ply) -> None:
    one, two, side, turn, mine, events = ply
    if rng.random() < 0.6:
        return
    refused = [
        sorted(move for move in set(position.own_moves()) if not position.is_legal(move)) for position in (one, two)
    ]
    for _ in range(rng.randint(1, 3)):
        if mine:
            both = [move for move in refused[0] if move in refused[1]]
            if not both:
                return
            tried = (rng.choice(both),) * 2
        else:
            if not refused[0] or not refused[1]:
                return
            tried = (rng.choice(refused[0]), rng.choice(refused[1]))
        for position, move, out in zip((one, two), tried, events, strict=True):
            san = position.own_san(move)
            out.append(Try(side=side, turn=turn, move=uci(move), text=san, verdict="illegal", san=san))
