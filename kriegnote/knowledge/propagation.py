"""Updates the sets of :mod:`kriegnote.knowledge.hidden_men` ply by ply, from what a record says.

The evidence is: squares that are blocked, passed over or occupied; checks given and not given; captures announced and
not announced; tries that were refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from kriegnote.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Position, square_of, squares
from kriegnote.chess.squares import (
    ALL,
    BETWEEN,
    BIT,
    KING_REACH,
    KNIGHT_REACH,
    PAWN_REACH,
    RAY,
    SLANTED,
    STRAIGHT,
    origin_of,
    target_of,
)
from kriegnote.knowledge.demands import checked_as
from kriegnote.knowledge.evidence import Evidence, PlyEvidence
from kriegnote.knowledge.fitting import men_of
from kriegnote.knowledge.hidden_men import PROMOTED, HiddenMan, HiddenMen
from kriegnote.knowledge.ownside import boards_by_ply
from kriegnote.rules.boards import plain


def hidden_men(evidence: Evidence, white: bool) -> list[HiddenMen]:
    """The hidden men of one side after 0, 1, 2 … plies, given also what was said before the next move."""
    if not plain(evidence.rules.game):  # its men move differently from chess: each can be anywhere
        return list(_anywhere(evidence, white))
    return _Propagation(evidence, white).run()


def _anywhere(evidence: Evidence, white: bool) -> Iterator[HiddenMen]:
    """Every man on every square that the listener's own men leave free."""
    first = HiddenMen.first(evidence.start, white)
    captures: list[str] = []
    for number, own in enumerate(boards_by_ply(evidence, not white)):
        if number:
            ply = evidence.plies[number - 1]
            captures += [ply.capture.captured or ""] if ply.capture is not None and ply.white != white else []
        free = ALL & ~own.everyone if own is not None else ALL
        men = [HiddenMan(man.home, man.kind, dict.fromkeys(_kinds(man.kind), free), True) for man in first.men]
        yield HiddenMen(white, men, first.rights, list(captures)) if number else first


def _kinds(kind: int) -> tuple[int, ...]:
    return (kind, *PROMOTED) if kind == PAWN else (kind,)


class _Propagation:
    """One pass over a record."""

    def __init__(self, evidence: Evidence, white: bool) -> None:
        self.evidence = evidence
        self.white = white
        self.own = boards_by_ply(evidence, not white)
        self.men = HiddenMen.first(evidence.start, white)
        self.chess = not evidence.start.dark

    def run(self) -> list[HiddenMen]:
        out: list[HiddenMen] = []
        for ply in self.evidence.plies:
            self._before(ply)
            out.append(self.men.copy())
            if ply.number >= self.evidence.finished:
                return out
            if ply.white == self.white:
                self._hidden(ply)
            else:
                self._own(ply)
            self.men.settle()
        out.append(self.men.copy())
        return out

    def _before(self, ply: PlyEvidence) -> None:
        """Applies the listener's pawn tries and his refused tries."""
        own = self.own[ply.number] if ply.number < len(self.own) else None
        if own is None or ply.white == self.white or not self.chess or self._in_check(ply.number):
            return
        takes = _pawn_takes(own, not self.white)
        free = [(origin, goals) for origin, goals in takes if not _may_be_pinned(own, origin)]
        if ply.no_pawn_capture:
            for _, goals in free:
                self.men.empty(goals)
        elif ply.tries is not None and ply.tries.squares:
            said = sum(BIT[square_of(name)] for name in set(ply.tries.squares))
            for _, goals in free:
                self.men.empty(goals & ~said)
        for move in ply.refused:
            self._refused(own, move)
        self.men.settle()

    def _refused(self, own: Position, move: int) -> None:
        origin, target = origin_of(move), target_of(move)
        kind = own.type_at(origin)
        if kind in (KING, 0) or _may_be_pinned(own, origin) or BETWEEN[origin][target] & own.everyone:
            return
        if kind == PAWN and (origin ^ target) & 7:
            self.men.empty(BIT[target])
        elif kind == PAWN:
            self.men.one_of(BETWEEN[origin][target] | BIT[target])
        elif kind != KNIGHT and BETWEEN[origin][target]:
            self.men.one_of(BETWEEN[origin][target])

    def _in_check(self, number: int) -> bool:
        if number == 0:
            return bool(self.evidence.start.checkers())
        before = self.evidence.plies[number - 1]
        return before.check is not None or "check" in before.unsaid

    def _hidden(self, ply: PlyEvidence) -> None:
        own = self.own[ply.number]
        if own is None:
            self.men.moves(0, None)
            self.men.moves(0, ALL)
            return
        blockers = own.everyone
        if ply.capture is None:
            self.men.moves(blockers if "capture" not in ply.unsaid else 0, None)
            if "capture" in ply.unsaid:
                self.men.moves(0, ALL)
        elif ply.capture.square is None:
            self.men.moves(0, ALL)
        else:
            square = square_of(ply.capture.square)
            landing = BIT[square]
            if square >> 3 in (3, 4) and ply.capture.en_passant is not False and own.pawns >> square & 1:
                landing |= BIT[square + 8 if self.white else square - 8]
            self.men.moves(blockers, landing)
        after = self.own[ply.number + 1]
        if after is not None and ply.check is None and "check" not in ply.unsaid:
            self._no_check(after)

    def _no_check(self, own: Position) -> None:
        """The listener's king is not in check: no man stands where he would give check whatever is between them."""
        if not self.chess or not own.kings:
            return
        king = own.kings.bit_length() - 1
        near = KING_REACH[king]
        giving = {
            KNIGHT: KNIGHT_REACH[king],
            PAWN: PAWN_REACH[not self.white][king],
            KING: near,
            BISHOP: near & SLANTED[king],
            ROOK: near & STRAIGHT[king],
            QUEEN: near,
        }
        for man in self.men.men:
            man.where = {kind: left for kind, old in man.where.items() if (left := old & ~giving[kind])}

    def _own(self, ply: PlyEvidence) -> None:
        own, after = self.own[ply.number], self.own[ply.number + 1]
        if own is None or after is None or ply.uci is None:
            return
        origin, target = origin_of(ply.uci), target_of(ply.uci)
        kind = own.type_at(origin)
        castles = kind == KING and abs(origin - target) == 2
        if castles:
            rook = (7 if target > origin else 0) + (origin & 56)
            self.men.empty(BETWEEN[origin][rook])
        elif kind != KNIGHT:
            self.men.empty(BETWEEN[origin][target])
        if ply.capture is not None:
            board = BIT[target]
            if ply.capture.square is not None and kind == PAWN:
                board |= BIT[square_of(ply.capture.square)]
            if kind == PAWN and ply.capture.en_passant is not False:
                board |= BIT[target + 8 if self.white else target - 8] if target >> 3 in (2, 5) else 0
            self.men.captured(board, ply.capture.captured)
            self.men.empty(BIT[target])
        elif "capture" not in ply.unsaid:
            self.men.empty(BIT[target])
        else:
            self.men.perhaps_captured(BIT[target])
        if not self.chess:
            return
        self._no_check(after)
        self._own_check(ply, after)

    def _own_check(self, ply: PlyEvidence, after: Position) -> None:
        king = next((man for man in self.men.men if KING in man.where), None)
        if king is None:
            return
        if ply.check is not None:
            able = sum(BIT[s] for s in squares(king.everywhere) if checked_as(after, s, ply, self.white))
            king.keep(able)
        elif "check" not in ply.unsaid:
            attacked = 0
            for square, kind in men_of(after, not self.white):
                if kind == PAWN:
                    attacked |= PAWN_REACH[not self.white][square]
                elif kind in (KNIGHT, KING):
                    attacked |= after.reach(square, kind, 0)
                else:
                    attacked |= after.reach(square, kind, 0) & KING_REACH[square]
            king.keep(~attacked)


def _pawn_takes(own: Position, white: bool) -> list[tuple[int, int]]:
    return [(square, PAWN_REACH[white][square] & ~own.everyone) for square in squares(own.pawns)]


def _may_be_pinned(own: Position, square: int) -> bool:
    """Whether a man of the listener's may be pinned: no other man of his stands between him and the king on a line."""
    if not own.kings:
        return False
    king = own.kings.bit_length() - 1
    if king == square or not RAY[king][square]:
        return False
    return not BETWEEN[king][square] & own.everyone
