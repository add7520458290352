"""Every game that fits, the slow way: each legal move is played, and what it would have been to hear is compared."""

from __future__ import annotations

import random

from kriegnote.chess.position import Position, uci
from kriegnote.knowledge.completion import same_view
from kriegnote.model.events import AnyEvent, Move, Side, Try
from kriegnote.model.record import Record
from kriegnote.rules import RULES
from kriegnote.rules.boards import position_of
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view

Game = tuple[int, ...]
Tries = dict[int, tuple[int, ...]]
"""The refused tries of each ply (from 0)."""


def first(start: str | None, rules: str) -> Position:
    """The first position."""
    return position_of(RULES[rules].game, start)


def last(start: str | None, rules: str, moves: Game) -> Position:
    """The position after these moves."""
    position = first(start, rules)
    for move in moves:
        position = position.play(move)
    return position


def record_of(start: str | None, rules: str, moves: Game, tries: Tries) -> Record | None:
    """The umpire's completed record of a game; None when one of the tries would not be refused."""
    position = first(start, rules)
    events: list[AnyEvent] = []
    for number, move in enumerate(moves):
        side: Side = "white" if position.turn else "black"
        for each in tries.get(number, ()):
            if position.is_legal(each):
                return None
            san = position.own_san(each)
            events.append(Try(side=side, turn=position.fullmove, move=uci(each), text=san, verdict="illegal", san=san))
        san = position.san(move)
        events.append(Move(side=side, turn=position.fullmove, move=uci(move), text=san, san=san))
        position = position.play(move)
    return adjudicate(Record(rules=rules, start=start, events=tuple(events)), RULES[rules]).record  # type: ignore[arg-type]


def played(seed: int, start: str | None, rules: str, plies: int, side: Side) -> tuple[Game, Tries]:
    """A random game of at most so many plies, and refused tries of one side."""
    rng = random.Random(seed)
    position = first(start, rules)
    moves: list[int] = []
    tries: dict[int, tuple[int, ...]] = {}
    for number in range(plies):
        legal = sorted(position.legal_moves())
        if not legal or (position.dark and not position.kings & position.own()):
            break
        refused = sorted(set(position.own_moves()) - set(legal))
        if refused and position.turn == (side == "white") and rules != "dark" and rng.random() < 0.5:
            tries[number] = (rng.choice(refused),)
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])
    return tuple(moves), tries


def fitting(truth: Game, tries: Tries, start: str | None, rules: str, side: Side) -> list[Game]:
    """All games of which one side has the same record as of the true one, found ply by ply."""
    found: list[Game] = [()]
    for count in range(1, len(truth) + 1):
        full = record_of(start, rules, truth[:count], tries)
        assert full is not None
        record = view(full, side)
        longer: list[Game] = []
        for game in found:
            position = last(start, rules, game)
            mine = position.turn == (side == "white")
            for move in [truth[count - 1]] if mine else position.legal_moves():
                if position.is_legal(move):
                    other = record_of(start, rules, (*game, move), tries)
                    if other is not None and same_view(other, record):
                        longer.append((*game, move))
        found = longer
    return found
