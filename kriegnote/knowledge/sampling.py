"""Draws games from the positions that fit a record, and writes them as umpire's records."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from kriegnote.chess.position import Position, uci
from kriegnote.chess.squares import squares
from kriegnote.knowledge.evidence import Evidence, PlyEvidence
from kriegnote.knowledge.layers import WeightedLayer
from kriegnote.model.events import AnyEvent, Move, Try, Verdict, unplaced
from kriegnote.model.record import Record
from kriegnote.rules.turn import must_try_pawn_capture


def draw(layers: Sequence[WeightedLayer], rng: random.Random) -> list[int]:
    """The moves of one game, drawn backwards from the last layer, with a probability proportional to its weight.

    Under the measure ``games``, all games that remain in the layers are equally likely.
    """
    last = layers[-1]
    at = rng.choices(range(len(last)), last.weights)[0]
    moves: list[int] = []
    for number in range(len(layers) - 1, 0, -1):
        links = layers[number].links[at]
        followed = layers[number - 1].followed
        at, move = rng.choices(links, [followed[parent] for parent, _ in links])[0]
        moves.append(move)
    moves.reverse()
    return moves


def written(evidence: Evidence, moves: Sequence[int], rng: random.Random) -> Record:
    """The umpire's record of a game that fits: the record's own events, with what it hides filled in (``inferred``).

    For a refusal that was heard without its try, a random try is chosen that would be refused.
    """
    positions = [evidence.start]
    for move in moves:
        positions.append(positions[-1].play(move))
    at = {number: ply for ply in evidence.plies for number in ply.entries}
    events: list[AnyEvent] = []
    for number, event in enumerate(evidence.record.events):
        ply = at.get(number)
        bare = unplaced(event)
        if isinstance(bare, Move) and ply is not None and ply.number < len(moves):
            events.append(_move(bare, positions[ply.number], moves[ply.number]))
        elif isinstance(bare, Try) and ply is not None and bare.hidden:
            move = moves[ply.number] if ply.number < len(moves) else 0
            events += _tries(bare, ply, positions[ply.number], move, evidence, rng)
        else:
            events.append(bare)
    alone = evidence.rules.pawn_tries_heard == "player"  # then silence says nothing of the other side's
    silence = tuple(kind for kind in evidence.record.silence if not (alone and kind == "pawn_tries"))
    return evidence.record.replace(view="umpire", events=tuple(events), silence=silence)


def _move(event: Move, position: Position, move: int) -> Move:
    san = position.san(move)
    if event.move is not None:
        return msgspec.structs.replace(event, text=event.text or san, san=san)
    known = event.parts is not None
    return msgspec.structs.replace(
        event,
        move=uci(move),
        text=event.text if known else san,
        san=san,
        options=None,
        source=event.source if known else "inferred",
    )


def _tries(
    event: Try, ply: PlyEvidence, position: Position, move: int, evidence: Evidence, rng: random.Random
) -> list[AnyEvent]:
    pool = _impossible(position) if event.verdict == "impossible" else refusable(position)
    if must_try_pawn_capture(evidence.rules, ply.answer) and not position.is_pawn_capture(move):
        pool = [each for each in pool if position.is_pawn_capture(each)] or pool
    if not pool:
        return [event]
    times = event.times if isinstance(event.times, int) else 1
    chosen = rng.sample(pool, min(times, len(pool)))
    chosen += [chosen[-1]] * (times - len(chosen))
    if not isinstance(event.times, int):
        return [_try(event, position, chosen[0], event.times)]
    return [_try(event, position, each, 1) for each in chosen]


def _try(event: Try, position: Position, move: int, times: int | tuple[int, int] | None) -> Try:
    san = position.own_san(move)
    verdict: Verdict | None = event.verdict
    return msgspec.structs.replace(
        event, move=uci(move), text=san, san=san, times=times, verdict=verdict, source="inferred"
    )


def refusable(position: Position) -> list[int]:
    """The tries that the mover's own men allow but that are not legal."""
    legal = set(position.legal_moves())
    return sorted(set(position.own_moves()) - legal)


def _impossible(position: Position) -> list[int]:
    """Tries onto squares occupied by the mover's own men; not of pawns."""
    own = position.own()
    return [
        origin | target << 6
        for origin in squares(own & ~position.pawns)
        for target in squares(position.reach(origin, position.type_at(origin), own) & own)
    ]
