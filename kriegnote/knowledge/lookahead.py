"""What a record demands of the hidden men later on, and how close each position is to meeting it.

“Piece at d1 captured” at White's move 25 demands a white piece on d1 by then. For each such demand, the squares from
which a man of each kind can meet it in no move, one move, two moves, and so on are computed backwards, with only the
listener's own men blocking lines, so the sets may be too large, but never too small. A position in which a demand
cannot be met is a dead end; of the others, those that are close are worth following.
"""

from __future__ import annotations

from math import comb
from typing import Final

from kriegnote.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Position, square_of, squares
from kriegnote.chess.squares import ALL, BETWEEN, BIT, KING_REACH, PAWN_REACH, RANKS
from kriegnote.knowledge.demands import KINDS, Absence, Demand, Demands, checked_as
from kriegnote.knowledge.evidence import Evidence, PlyEvidence
from kriegnote.rules.boards import plain

LEVELS: Final = 7  # 0 to 5 moves, and 6 or more
HORIZON: Final = 16
"""The most moves of the hidden side for which a demand is computed backwards."""
_ODDS: Final = 1 / 30  # the probability of a given move among the legal ones
_FLOOR: Final = 1e-3
_QUIET: Final = 3  # moves for which open lines to the king, and men where none may stand, are considered in advance
_UNBLOCKED: Final = 0.2
_ESCAPE: Final = 0.3  # the factor for each flight square in a mate
_CASTLED: Final = {KING: ((4, 6), (4, 2), (60, 62), (60, 58)), ROOK: ((7, 5), (0, 3), (63, 61), (56, 59))}

Levels = tuple[tuple[int, ...], ...]
"""For 0, 1, … and :data:`LEVELS` - 1 or more moves: for each of KINDS the squares from which the demand can be met."""


class Lookahead:
    """The demands of one record, and an estimate of how likely a position is to meet those to come."""

    def __init__(self, evidence: Evidence, hidden_white: bool, *, public: bool = False) -> None:
        self.evidence = evidence
        self.white = hidden_white
        self.demands = Demands(evidence, hidden_white, public=public)
        self.mate: tuple[int, dict[int, int]] | None = None
        self.quiet: list[list[tuple[int, ...]]] = [[] for _ in range(evidence.finished + 1)]
        self.absent: list[list[tuple[int, int, tuple[float, ...]]]] = [[] for _ in range(evidence.finished + 1)]
        self.near: list[list[tuple[Levels, tuple[float, ...]]]] = [[] for _ in range(evidence.finished + 1)]
        for ply in evidence.plies[: evidence.finished + 1]:
            for demand in self.demands.of(ply):
                self._spread(demand)
            absence = self.demands.absence(ply)
            if absence is not None:
                self._spread_absence(absence)
            self._spread_lines(ply)

    # -- backwards -----------------------------------------------------------------------------------------------------

    def _spread(self, demand: Demand) -> None:
        """Computes, for the plies before a demand, from which squares it can be met."""
        levels: list[dict[int, int]] = [dict.fromkeys(KINDS, 0) for _ in range(LEVELS)]
        levels[0].update(demand.squares)
        moves = 0
        for number in range(demand.ply, -1, -1):
            if number < demand.ply and self.evidence.plies[number].white == self.white:
                own = self.demands.own[number]
                if own is None or moves >= HORIZON:
                    return
                moves += 1
                levels = _earlier(levels, own, self.evidence.plies[number], self.white)
            masks = tuple(tuple(level[kind] for kind in KINDS) for level in levels)
            self.near[number].append((masks, _factors(moves, demand.certain)))

    def _spread_absence(self, absence: Absence) -> None:
        """Men on squares that must soon be empty have to move away, one with each move."""
        moves = 0
        for number in range(absence.ply - 1, max(-1, absence.ply - 1 - 2 * _QUIET), -1):
            moves += self.evidence.plies[number].white == self.white
            self.absent[number].append((absence.pawns, absence.pieces, _factors(moves, False)))

    def _spread_lines(self, ply: PlyEvidence) -> None:
        """The lines to the hidden king that must be blocked, and in a mate his flight squares."""
        after = self.demands.own[ply.number + 1] if ply.number < self.evidence.finished else None
        if after is None or ply.white == self.white:
            return
        if ply.check is None and "check" not in ply.unsaid and not after.dark:
            lines = _lines(after)
            for number in range(max(0, ply.number - 2 * _QUIET), ply.number + 1):
                self.quiet[number].append(lines)
        elif ply.check is not None and ply.end is not None and ply.end.reason == "checkmate":
            kings = [king for king in squares(ALL & ~after.everyone) if checked_as(after, king, ply, self.white)]
            self.mate = (ply.number, {king: _escapes(after, king, self.white) for king in kings})

    # -- how near ------------------------------------------------------------------------------------------------------

    def odds(self, position: Position, number: int) -> float:
        """An estimate of the probability that the hidden men meet the demands from ply ``number`` on; 0: a dead end."""
        men = position.white if self.white else position.black
        pawns, knights, bishops = position.pawns & men, position.knights & men, position.bishops & men
        rooks, queens, kings = position.rooks & men, position.queens & men, position.kings & men
        chance = 1.0
        king = kings.bit_length() - 1
        if self.mate is not None and self.mate[0] - 2 * HORIZON < number <= self.mate[0]:
            free = self.mate[1].get(king, -1)
            chance = _ESCAPE ** ((free & ~men).bit_count() if free >= 0 else 4)
        for lines in self.quiet[number]:
            if lines[king] and not lines[king] & men:
                chance *= _UNBLOCKED
        for no_pawns, no_pieces, factors in self.absent[number]:
            if wrong := no_pawns & pawns | no_pieces & men:
                chance *= factors[min(wrong.bit_count(), LEVELS)]
        for levels, factors in self.near[number]:
            for (p, n, b, r, q, k), factor in zip(levels, factors, strict=False):
                if p & pawns or n & knights or b & bishops or r & rooks or q & queens or k & kings:
                    chance *= factor
                    break
            else:
                chance *= factors[LEVELS]
            if not chance:
                return 0.0
        return chance


def _lines(own: Position) -> tuple[int, ...]:
    """For each square of the hidden king, the squares on which a man must stand so that he is not in check."""
    found = [0] * 65  # the last is for a missing king
    men = own.everyone
    for square in squares(men & (own.bishops | own.rooks | own.queens)):
        for king in squares(own.reach(square, own.type_at(square), men) & ~men):
            found[king] |= BETWEEN[square][king]
    return tuple(found)


def _escapes(own: Position, king: int, white: bool) -> int:
    """The squares to which a lone king in check could move: in a mate, they must hold his own men."""
    men = own.everyone & ~BIT[king]
    near = KING_REACH[king]
    return sum(BIT[square] for square in squares(near) if not own.attackers(square, not white, men))


class BothAhead:
    """The demands on both sides, for a record that shows neither side's men."""

    def __init__(self, evidence: Evidence) -> None:
        self.sides = [Lookahead(evidence, white, public=True) for white in (True, False)]

    def odds(self, position: Position, number: int) -> float:
        """Like :meth:`Lookahead.odds`, for both sides."""
        chance = self.sides[0].odds(position, number)
        return chance and chance * self.sides[1].odds(position, number)


def looking_ahead(evidence: Evidence) -> Lookahead | BothAhead | None:
    """The demands of a record on the men that it hides; None in a game whose men move differently from chess."""
    if not plain(evidence.rules.game):
        return None
    if evidence.view in ("white", "black"):
        return Lookahead(evidence, evidence.view == "black")
    return BothAhead(evidence)


def _factors(moves: int, certain: bool) -> tuple[float, ...]:
    """The probability that a demand is met, by the number of moves needed: 0 to ``LEVELS`` - 1, or impossible.

    :param moves: the hidden side's moves until then.
    """
    out = [1.0]
    out += [comb(moves, met) * _ODDS**met if moves >= met else (0.0 if certain else _FLOOR) for met in range(1, LEVELS)]
    return (*out, 0.0 if certain else _FLOOR)


def _earlier(levels: list[dict[int, int]], own: Position, ply: PlyEvidence, white: bool) -> list[dict[int, int]]:
    """The levels before one move of the hidden side."""
    blockers = own.everyone
    landing = BIT[square_of(ply.capture.square)] if ply.capture is not None and ply.capture.square else 0
    stands = ALL & ~(blockers & ~landing)
    out = [dict(level) for level in levels]
    for number in range(1, LEVELS):
        for kind in KINDS:
            goal = levels[number - 1][kind] & stands
            if number == LEVELS - 1:
                goal |= levels[number][kind] & stands
            if kind == PAWN:
                promoted = levels[number - 1]
                last = (goal, *(promoted[piece] & stands for piece in (KNIGHT, BISHOP, ROOK, QUEEN)))
                out[number][PAWN] |= _pawns_before(last, white) & ~blockers
            else:
                out[number][kind] |= _before(goal, kind, own, blockers)
    return out


def _before(goal: int, kind: int, own: Position, blockers: int) -> int:
    """The squares from which a piece can move to one of the goal squares."""
    found = 0
    for square in squares(goal):
        found |= own.reach(square, kind, blockers & ~BIT[square])
    for origin, target in _CASTLED.get(kind, ()):
        if goal >> target & 1:
            found |= BIT[origin]
    return found & ~blockers


def _pawns_before(goals: tuple[int, ...], white: bool) -> int:
    """The squares from which a pawn can advance, capture or promote to one of the goals."""
    pawns, *pieces = goals
    back = RANKS[7] if white else RANKS[0]
    goal = pawns
    for piece in pieces:
        goal |= piece & back
    found = 0
    for square in squares(goal):
        step = square - 8 if white else square + 8
        if 0 <= step < 64:
            found |= BIT[step] | PAWN_REACH[not white][square]
            if square >> 3 == (3 if white else 4):
                found |= BIT[step - 8 if white else step + 8]
    return found
