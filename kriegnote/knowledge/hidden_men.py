"""Where each hidden man can stand: sets of squares, one for each man, worked on ply by ply.

A man's set never misses a square on which he can stand, and may well hold one on which he cannot: men are looked at one
by one, and a line counts as closed only by the listener's own men and by hidden men whose square is known for certain.
It costs next to nothing, whatever the number of positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from typing import Final

import chess

from kriegnote.chess.position import BISHOP, KING, KNIGHT, LETTERS, PAWN, QUEEN, ROOK, Position, square_of, squares
from kriegnote.chess.squares import ALL, BETWEEN, BIT, KNIGHT_REACH, PAWN_REACH, RAY, SLANTED, STRAIGHT
from kriegnote.knowledge.demands import checked_as
from kriegnote.knowledge.evidence import Evidence, Ply
from kriegnote.knowledge.fitting import men_of
from kriegnote.knowledge.ownside import own_boards
from kriegnote.rules.boards import plain

PROMOTED: Final = (QUEEN, ROOK, BISHOP, KNIGHT)


@dataclass(slots=True)
class HiddenMan:
    """One hidden man: where he began, and for each kind that he can be now the squares on which he can stand.

    ``taken``: he can have been captured; when no square is left he has been.
    """

    home: int
    kind: int
    where: dict[int, int]
    taken: bool = False

    @property
    def everywhere(self) -> int:
        """All squares on which he can stand, as a bitboard."""
        found = 0
        for board in self.where.values():
            found |= board
        return found

    @property
    def certain(self) -> int:
        """His square as a bitboard when he is certain to stand there, else 0."""
        board = self.everywhere
        return board if board and not self.taken and not board & (board - 1) else 0

    @property
    def ways(self) -> int:
        """In how many ways he can be on the board or off it."""
        return sum(board.bit_count() for board in self.where.values()) + self.taken

    def keep(self, board: int) -> None:
        """Takes away all squares but these."""
        self.where = {kind: left for kind, old in self.where.items() if (left := old & board)}


@dataclass(slots=True)
class HiddenMen:
    """All hidden men of a record at one moment; :meth:`HiddenMen.steps` gives them ply by ply."""

    white: bool
    men: list[HiddenMan]
    rights: int = 0
    captures: list[str] = field(default_factory=list)
    """What was said of each hidden man captured so far: ``pawn``, ``piece`` or nothing."""

    @classmethod
    def first(cls, start: Position, white: bool) -> HiddenMen:
        """The men of one side in the first position, in which everybody sees everything."""
        men = [HiddenMan(square, kind, {kind: BIT[square]}) for square, kind in men_of(start, white)]
        return cls(white, men, start.castling & (start.white if white else start.black))

    def copy(self) -> HiddenMen:
        """A copy that can be changed."""
        men = [HiddenMan(man.home, man.kind, dict(man.where), man.taken) for man in self.men]
        return HiddenMen(self.white, men, self.rights, list(self.captures))

    def where(self) -> dict[int, int]:
        """For each kind of man the squares on which one can stand."""
        found: dict[int, int] = {}
        for man in self.men:
            for kind, board in man.where.items():
                found[kind] = found.get(kind, 0) | board
        return found

    def most_positions(self) -> int:
        """No more positions than this are possible: the product of the men's ways, castling and en passant included."""
        return prod(max(1, man.ways) for man in self.men) * (1 << self.rights.bit_count()) * 9

    def holds(self, position: Position) -> bool:
        """Whether every man of the hidden side stands where one of its kind can (for tests)."""
        where = self.where()
        return all(where.get(kind, 0) >> square & 1 for square, kind in men_of(position, self.white))

    # -- what is learnt ------------------------------------------------------------------------------------------------

    def empty(self, board: int) -> None:
        """No hidden man stands on these squares."""
        if board:
            for man in self.men:
                man.keep(~board)

    def one_of(self, board: int, kinds: tuple[int, ...] | None = None) -> None:
        """A hidden man (of these kinds) stands on one of these squares: when only one man can, it is he."""
        able = [
            man
            for man in self.men
            if any(old & board for kind, old in man.where.items() if kinds is None or kind in kinds)
        ]
        if len(able) == 1:
            man = able[0]
            man.where = {
                kind: old & board for kind, old in man.where.items() if old & board and (kinds is None or kind in kinds)
            }
            man.taken = False

    def captured(self, board: int, said: str | None) -> None:
        """A hidden man on one of these squares was captured, of the kind that was said."""
        self.captures.append(said or "")
        able = [man for man in self.men if any(_said(kind, said) and old & board for kind, old in man.where.items())]
        single = not board & (board - 1)
        for man in able:
            man.taken = True
        if len(able) == 1:
            able[0].where = {}
        if single:
            self.empty(board)

    def perhaps_captured(self, board: int) -> None:
        """A hidden man on one of these squares, if there is one, was captured."""
        for man in self.men:
            man.taken = man.taken or bool(man.everywhere & board)
        self.empty(board)

    def settle(self) -> None:
        """Squares that are certainly taken by one man are no other's."""
        for _ in range(2):
            for man in self.men:
                if own := man.certain:
                    for other in self.men:
                        if other is not man:
                            other.keep(~own)

    # -- moves of the hidden side --------------------------------------------------------------------------------------

    def moves(self, own: int, landing: int | None) -> None:
        """One hidden man moves.

        :param own: the listener's men, which are in the way.
        :param landing: the squares on which the mover must end (a capture was announced), None for a silent move.
        """
        certain = 0
        for man in self.men:
            certain |= man.certain
        movers: list[HiddenMan] = []
        for man in self.men:
            blockers = (own | certain) & ~man.everywhere if man.certain else own | certain
            blockers &= ~(landing or 0)
            fresh = self._reached(man, blockers, own, landing)
            for kind, board in fresh.items():
                if landing is not None:
                    board &= landing
                if board:
                    man.where[kind] = man.where.get(kind, 0) | board
                    movers.append(man)
        if landing is not None:
            self.one_of(landing)

    def _reached(self, man: HiddenMan, blockers: int, own: int, landing: int | None) -> dict[int, int]:
        fresh: dict[int, int] = {}
        for kind, board in man.where.items():
            if kind == PAWN:
                self._pawn(board, blockers, landing, fresh)
                continue
            found = 0
            for square in squares(board):
                found |= _reach(square, kind, blockers)
            fresh[kind] = fresh.get(kind, 0) | found & ~blockers
            if self.rights and landing is None:
                fresh[kind] |= _castled(kind, board, self.white) & ~own
        return fresh

    def _pawn(self, board: int, blockers: int, landing: int | None, fresh: dict[int, int]) -> None:
        found = 0
        for square in squares(board):
            if landing is not None:
                found |= PAWN_REACH[self.white][square] & landing
                continue
            step = square + 8 if self.white else square - 8
            if blockers >> step & 1:
                continue
            found |= BIT[step]
            if square >> 3 == (1 if self.white else 6):
                found |= BIT[step + 8 if self.white else step - 8] & ~blockers
        last = found & chess.BB_BACKRANKS
        fresh[PAWN] = fresh.get(PAWN, 0) | found & ~last
        for kind in PROMOTED if last else ():
            fresh[kind] = fresh.get(kind, 0) | last


def _reach(square: int, kind: int, blockers: int) -> int:
    return _BOARD.reach(square, kind, blockers)


_BOARD: Final = Position.from_fen()


def _castled(kind: int, board: int, white: bool) -> int:
    shift = 0 if white else 56
    found = 0
    if kind == KING and board >> (4 + shift) & 1:
        found = BIT[6 + shift] | BIT[2 + shift]
    elif kind == ROOK:
        found = (BIT[5 + shift] if board >> (7 + shift) & 1 else 0) | (BIT[3 + shift] if board >> shift & 1 else 0)
    return found


def _said(kind: int, said: str | None) -> bool:
    if said is None:
        return kind != KING
    return LETTERS[kind] == said if len(said) == 1 else (said == "pawn") is (kind == PAWN)


def hidden_men(evidence: Evidence, white: bool) -> list[HiddenMen]:
    """The hidden men of one side when 0, 1, 2 … plies have been played, what was said before the next one included."""
    if not plain(evidence.rules.game):  # its men move otherwise than in chess: each can be anywhere
        return list(_anywhere(evidence, white))
    return _Propagation(evidence, white).run()


def _anywhere(evidence: Evidence, white: bool) -> Iterator[HiddenMen]:
    """Every man on every square that the listener's own men leave."""
    first = HiddenMen.first(evidence.start, white)
    captures: list[str] = []
    for number, own in enumerate(own_boards(evidence, not white)):
        if number:
            ply = evidence.plies[number - 1]
            captures += [ply.capture.captured or ""] if ply.capture is not None and ply.white != white else []
        free = ALL & ~(own.white | own.black) if own is not None else ALL
        men = [HiddenMan(man.home, man.kind, dict.fromkeys(_kinds(man.kind), free), True) for man in first.men]
        yield HiddenMen(white, men, first.rights, list(captures)) if number else first


def _kinds(kind: int) -> tuple[int, ...]:
    return (kind, *PROMOTED) if kind == PAWN else (kind,)


class _Propagation:
    """One run over a record."""

    def __init__(self, evidence: Evidence, white: bool) -> None:
        self.evidence = evidence
        self.white = white
        self.own = own_boards(evidence, not white)
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

    def _before(self, ply: Ply) -> None:
        """What the listener's pawn tries and his refused tries tell."""
        own = self.own[ply.number] if ply.number < len(self.own) else None
        if own is None or ply.white == self.white or not self.chess or self._in_check(ply.number):
            return
        takes = _pawn_takes(own, not self.white)
        free = [(origin, goals) for origin, goals in takes if not _may_be_pinned(own, origin)]
        none = "pawn_tries" not in ply.unsaid and ply.tries is None
        if ply.tries is not None:
            none = ply.tries.count == 0 or ply.tries.any is False or ply.tries.squares == ()
        if none or ply.answer is False:
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
        origin, target = move & 63, move >> 6 & 63
        kind = own.type_at(origin)
        if kind in (KING, 0) or _may_be_pinned(own, origin) or BETWEEN[origin][target] & (own.white | own.black):
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

    def _hidden(self, ply: Ply) -> None:
        own = self.own[ply.number]
        if own is None:
            self.men.moves(0, None)
            self.men.moves(0, ALL)
            return
        blockers = own.white | own.black
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
        """The listener's king is not in check: no man stands where he would give check whatever is in between."""
        if not self.chess or not own.kings:
            return
        king = own.kings.bit_length() - 1
        near = chess.BB_KING_ATTACKS[king]
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

    def _own(self, ply: Ply) -> None:
        own, after = self.own[ply.number], self.own[ply.number + 1]
        if own is None or after is None or ply.uci is None:
            return
        origin, target = ply.uci & 63, ply.uci >> 6 & 63
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

    def _own_check(self, ply: Ply, after: Position) -> None:
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
                    attacked |= after.reach(square, kind, 0) & chess.BB_KING_ATTACKS[square]
            king.keep(~attacked)


def _pawn_takes(own: Position, white: bool) -> list[tuple[int, int]]:
    men = own.white | own.black
    return [(square, PAWN_REACH[white][square] & ~men) for square in squares(own.pawns)]


def _may_be_pinned(own: Position, square: int) -> bool:
    """Whether a man of the listener's may be pinned: nothing of his stands between him and the king on one line."""
    if not own.kings:
        return False
    king = own.kings.bit_length() - 1
    if king == square or not RAY[king][square]:
        return False
    return not BETWEEN[king][square] & (own.white | own.black)
