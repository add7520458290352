"""What one player could know, ply by ply: the command ``know``.

At every ply only what the player had heard by then is used. All positions are kept as long as this takes little work;
after that an unbiased sample of them (see :mod:`kriegnote.knowledge.layers`) gives probabilities and a lower bound on
their number, and the sets of :mod:`kriegnote.knowledge.hidden_men`, which miss no possibility, give the squares and an
upper bound.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from kriegnote.chess.position import KING, LETTERS, square_name, squares
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.knowledge.chances import move_chances, threats
from kriegnote.knowledge.demands import KINDS
from kriegnote.knowledge.evidence import Evidence, PlyEvidence, evidence_of
from kriegnote.knowledge.followable import obstacle
from kriegnote.knowledge.hidden_men import HiddenMan, HiddenMen
from kriegnote.knowledge.layers import Follower, WeightedLayer, resample
from kriegnote.knowledge.lookahead import looking_ahead
from kriegnote.knowledge.propagation import hidden_men
from kriegnote.knowledge.results import HiddenManSquares, Known, Method, PlyKnowledge
from kriegnote.model.events import Side
from kriegnote.model.record import Record
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import ViewError, view

EFFORT: Final = 20_000
"""The number of moves examined for one ply before positions are dropped."""
MOST_CHANCES: Final = 12_000
"""The most moves examined for the probabilities of one ply; beyond this, a sample of the positions is used."""
_MOST_RETRIES: Final = 40
"""The most work spent at one ply on resampling after the sample has died out, as a multiple of the effort."""
_RESERVE: Final = 30
"""The total work may exceed the effort for all plies so far by this multiple of it."""
_SMALLER: Final = 4  # resampling uses samples that are smaller by this factor
PRIOR: Final = "every legal move of the opponent counts as equally likely; his refused tries show only that he had one"


def player_record(record: Record, side: Side) -> Record:
    """One player's record: the record itself if it is his, or his view of an umpire's record.

    :raises ViewError: if the record is the other player's or the public's.
    """
    if record.view == "umpire":
        return view(adjudicate(record).record, side)
    if record.view != side:
        raise ViewError(f"a record in {record.view} view does not say what {side} heard")
    return adjudicate(record, announce=False).record


def know(
    record: Record, side: Side, *, ply: int | None = None, effort: int = EFFORT, seed: int = 0, chances: bool = True
) -> Known:
    """What a player could know about the enemy's men at each ply.

    :param record: his record, or the umpire's, of which only his view is used.
    :param ply: only what could be known after this many plies (from 0); None: after each.
    :param effort: a limit on the work for one ply; 0 for no limit, so that everything is exact.
    :param seed: the seed of samples.
    :param chances: whether the probabilities of moves and threats are computed for each ply.
    :raises ViewError: if the record is another listener's.
    """
    heard = player_record(record, side)
    hindrance = obstacle(heard)
    if hindrance is not None:
        why = hindrance.as_finding("what the player could know is not worked out")
        return Known(side=side, rules=heard.rules, prior=PRIOR, plies=(), mate=None, work=0, findings=(why,))
    evidence = evidence_of(heard)
    run = Knowing(evidence, side, effort, seed)
    found = tuple(run.plies(ply, chances))
    mate = next((one.ply for one in found if one.mates), None)
    return Known(
        side=side,
        rules=evidence.record.rules,
        prior=PRIOR,
        plies=found,
        mate=mate,
        work=run.work,
        findings=tuple(run.findings),
    )


class Knowing:
    """One pass over a player's record; :meth:`plies` works it out ply by ply."""

    def __init__(self, evidence: Evidence, side: Side, effort: int, seed: int) -> None:
        self.evidence = evidence
        self.side: Side = side
        self.white = side == "white"
        self.effort = effort
        self.follower = Follower(evidence, effort=effort, seed=seed)
        self.rng = random.Random(seed)
        self.bounds = hidden_men(evidence, not self.white)
        self.findings: list[Finding] = []

    @property
    def work(self) -> int:
        """The number of moves examined so far, weighted by how long it takes to examine a move in this game."""
        return self.follower.work

    def plies(self, only: int | None = None, chances: bool = True) -> Iterator[PlyKnowledge]:
        """What could be known after 0, 1, 2 … plies.

        :param only: only this number of plies; None: each.
        :param chances: whether the probabilities of moves and threats are computed.
        """
        plies = self.evidence.plies
        lost = False
        for number in range(self.evidence.finished + 1):
            if number and not lost:
                lost = not self._advance(plies[number - 1])
            if only is None or number == only:
                yield self._known(
                    number, None if lost or not self.follower.last.positions else self.follower.last, chances
                )
            if number == only:
                return

    def _advance(self, ply: PlyEvidence) -> bool:
        """Follows one more ply; if the sample dies out, goes back and prefers positions close to fitting this ply."""
        follower = self.follower
        if follower.advance(ply):
            return True
        if follower.last.exact and not follower.last.cut:
            message = f"no legal game fits what was heard up to {ply.words()}"
            event = self.evidence.record.events[ply.entries[-1]] if ply.entries else None
            self.findings.append(finding("KN701", message, event, note="`kriegnote complete` names the entries"))
            return False
        said = _until(self.evidence, ply.number + 1)
        follower.lookahead = looking_ahead(said)
        effort = max(self.effort, 1)
        left = effort * (ply.number + 1 + _RESERVE) - follower.work
        budget = follower.work + min(max(left, 0), _MOST_RETRIES * effort)
        follower.effort = max(1, self.effort // _SMALLER)  # many small samples reach further than a few large ones
        done = follower.run(ply.number + 1, budget)
        follower.effort, follower.lookahead = self.effort, None
        if not done:
            message = f"no sampled game fits {ply.words()}; from there on only bounds are given"
            self.findings.append(finding("KN701", message, severity="info", note="a larger --effort searches further"))
        return done

    def _known(self, number: int, layer: WeightedLayer | None, chances: bool) -> PlyKnowledge:
        bounds = self.bounds[min(number, len(self.bounds) - 1)]
        base = self.evidence.plies[0] if self.evidence.plies else None
        white = self.evidence.start.turn == (number % 2 == 0)
        first = base.turn if base is not None else self.evidence.start.fullmove
        turn = first + (number + (not self.evidence.start.turn)) // 2
        found = PlyKnowledge(
            ply=number,
            turn=turn,
            to_move="white" if white else "black",
            method="bounds",
            positions=(0, bounds.most_positions()),
            squares=_by_letter(bounds.where()),
            probability={},
            men=tuple(_man(man) for man in bounds.men),
            captured=len(bounds.captures),
        )
        if layer is None:
            return found
        return self._with_positions(found, layer, bounds, chances, white == self.white)

    def _with_positions(
        self, found: PlyKnowledge, layer: WeightedLayer, bounds: HiddenMen, chances: bool, own: bool
    ) -> PlyKnowledge:
        method: Method = "exact" if layer.exact else "sampled"
        probability = _probability(layer, not self.white)
        changes: dict[str, object] = {
            "method": method,
            "positions": (len(layer), len(layer) if layer.exact else max(len(layer), bounds.most_positions())),
            "probability": probability,
        }
        if layer.exact:
            changes["squares"] = {letter: tuple(where) for letter, where in probability.items()}
        if chances:
            changes |= self._chances(layer, own)
        changes["certain"] = _certain(layer.exact, probability, bounds, changes.get("mates", ()))
        return msgspec.structs.replace(found, **changes)

    def _chances(self, layer: WeightedLayer, own: bool) -> dict[str, object]:
        keep = max(1, MOST_CHANCES // 30)
        kind: Literal["exact", "sampled"] = "exact" if layer.exact else "sampled"
        positions, weights = layer.positions, layer.weights
        if self.effort and len(layer) > keep:
            kind = "sampled"
            drawn = resample(weights, keep, self.rng)
            positions = [position for position, weight in zip(positions, drawn, strict=True) if weight]
            weights = [weight for weight in drawn if weight]
        if not own:
            return {"threats": threats(positions, weights), "chances": kind}
        moves = move_chances(positions, weights)
        mates = tuple(one.san for one in moves if one.mate == 1.0) if kind == "exact" else ()
        return {"moves": moves, "chances": kind, "mates": mates}


def _until(evidence: Evidence, number: int) -> Evidence:
    """The evidence of the first ``number`` plies, and what was said before the next move."""
    plies = evidence.plies[: number + 1]
    return Evidence(evidence.record, evidence.start, evidence.rules, evidence.view, plies, number)


def _probability(layer: WeightedLayer, white: bool) -> dict[str, dict[str, float]]:
    """By kind of man and square, the share of the weight in which such a man stands there."""
    total = layer.total
    boards: dict[tuple[int, int], float] = {}  # many positions have the same pawns, rooks, …
    for position, weight in zip(layer.positions, layer.weights, strict=True):
        men = position.white if white else position.black
        for kind in KINDS:
            if board := position.of_type(kind) & men:
                boards[kind, board] = boards.get((kind, board), 0.0) + weight
    sums: dict[tuple[int, int], float] = {}
    for (kind, board), weight in boards.items():
        for square in squares(board):
            sums[square, kind] = sums.get((square, kind), 0.0) + weight
    found: dict[str, dict[str, float]] = {}
    for (square, kind), weight in sorted(sums.items()):
        share = weight / total
        found.setdefault(LETTERS[kind], {})[square_name(square)] = 1.0 if share > 1 - 1e-12 else share
    return found


def _certain(
    exact: bool, probability: dict[str, dict[str, float]], bounds: HiddenMen, mates: object
) -> tuple[str, ...]:
    words = [f"{san} mates" for san in mates] if isinstance(mates, tuple) else []
    if exact:
        words += [
            f"{letter} on {square}"
            for letter, where in probability.items()
            if letter == "K" or len(where) == 1
            for square, share in where.items()
            if share == 1.0
        ]
    else:
        words += [f"{LETTERS[kind]} on {square_name(at)}" for kind, at in _settled(bounds)]
    return tuple(words)


def _settled(bounds: HiddenMen) -> Iterator[tuple[int, int]]:
    for man in bounds.men:
        if man.certain and len(man.where) == 1 and (man.kind == KING or man.home != man.certain.bit_length() - 1):
            yield man.kind, man.certain.bit_length() - 1


def _by_letter(where: dict[int, int]) -> dict[str, tuple[str, ...]]:
    return {LETTERS[kind]: tuple(map(square_name, squares(board))) for kind, board in sorted(where.items()) if board}


def _man(man: HiddenMan) -> HiddenManSquares:
    board = man.everywhere
    names = tuple(map(square_name, squares(board)))
    captured: Literal["no", "perhaps", "certain"] = "no" if not man.taken else "perhaps" if board else "certain"
    return HiddenManSquares(LETTERS[man.kind], square_name(man.home), names, captured)
