"""What a record demands of the hidden men at each ply: “piece at d1 captured” demands a white piece on d1 by then.

Only the listener's own men are assumed to block lines, so demands are too weak rather than too strong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kriegnote.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Position, square_of, squares
from kriegnote.chess.squares import ALL, BETWEEN, BIT, KING_REACH, PAWN_REACH, RANKS, diagonal, origin_of, target_of
from kriegnote.knowledge.evidence import Evidence, PlyEvidence
from kriegnote.knowledge.ownside import boards_by_ply
from kriegnote.model.events import Capture
from kriegnote.rules.announcements import diagonals_alike

KINDS: Final = (PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
PIECES: Final = (KNIGHT, BISHOP, ROOK, QUEEN, KING)


@dataclass(slots=True)
class Demand:
    """What is demanded of the hidden men after ``ply`` plies: a man of one of these kinds on one of its squares.

    ``certain``: whether a position in which no man can meet it is a dead end.
    """

    ply: int
    squares: dict[int, int]
    certain: bool


@dataclass(slots=True)
class Absence:
    """The squares on which no hidden pawn and no hidden piece can stand after ``ply`` plies, pins disregarded."""

    ply: int
    pawns: int
    pieces: int


class Demands:
    """The demands of one record on the men of one side.

    :param public: whether the record shows neither side's men.
    """

    def __init__(self, evidence: Evidence, hidden_white: bool, *, public: bool = False) -> None:
        self.evidence = evidence
        self.white = hidden_white
        self.public = public
        self.own: list[Position | None] = []
        if public:
            self.own = [evidence.start.alone(True).without(ALL)] * (evidence.finished + 1)
        else:
            self.own = boards_by_ply(evidence, not hidden_white)

    def of(self, ply: PlyEvidence) -> Iterator[Demand]:
        """The demands of one ply, including those of what was said before its move."""
        own = self.own[ply.number]
        if own is None:
            return
        hidden = ply.white == self.white
        yield from self._hidden_tries(ply, own) if hidden else self._own_tries(ply, own)
        if not hidden:
            yield from self._own_refusals(ply, own)
        after = self.own[ply.number + 1] if ply.number < self.evidence.finished else None
        if after is None:
            return
        if ply.capture is not None and ply.capture.square is not None:
            yield Demand(ply.number, self._takers(ply.capture, own) if hidden else self._taken(ply.capture), True)
        if ply.check is not None and not self.public:
            yield from self._checking(ply, after) if hidden else self._checked(ply, after)

    def absence(self, ply: PlyEvidence) -> Absence | None:
        """The squares without men because no pawn capture was possible; None if that was not said."""
        own = self.own[ply.number]
        if own is None or self.public or not ply.no_pawn_capture:
            return None
        if ply.white == self.white:
            return Absence(ply.number, _attackers(own.everyone, self.white), 0)
        reach = _attackers(own.pawns, self.white)
        return Absence(ply.number, reach, reach)

    # -- before a move -------------------------------------------------------------------------------------------------

    def _hidden_tries(self, ply: PlyEvidence, own: Position) -> Iterator[Demand]:
        """A hidden pawn that can capture: on each of the named squares, or on any square."""
        if not ply.some_pawn_capture:
            return
        targets = ALL if self.public else own.everyone | self._passed(ply, own)
        for goals in _goals(ply, targets):
            yield Demand(ply.number, {PAWN: _attackers(goals, self.white)}, True)

    def _own_tries(self, ply: PlyEvidence, own: Position) -> Iterator[Demand]:
        """A man that the listener's pawns can capture, if a pawn capture is possible."""
        if not ply.some_pawn_capture:
            return
        reach = ALL if self.public else 0
        for origin in squares(own.pawns):
            for target in squares(PAWN_REACH[not self.white][origin] & ~own.everyone):
                reach |= BIT[target] if origin | target << 6 not in ply.refused else 0
        for goals in _goals(ply, reach):
            wanted = dict.fromkeys(KINDS, goals)
            last = goals & (RANKS[2] if self.white else RANKS[5])
            wanted[PAWN] |= last << 8 if self.white else last >> 8
            yield Demand(ply.number, wanted, True)

    def _own_refusals(self, ply: PlyEvidence, own: Position) -> Iterator[Demand]:
        """Men in the way of the listener's refused tries, or guarding their target squares."""
        for move in ply.refused:
            origin, target = origin_of(move), target_of(move)
            kind = own.type_at(origin)
            if kind == KING and not own.dark and KING_REACH[origin] & BIT[target] & ~own.everyone:
                yield Demand(ply.number, self._guards(own, target, own.everyone & ~BIT[origin]), True)
            elif kind != KING and not (kind == PAWN and (origin ^ target) & 7):
                way = BETWEEN[origin][target] | (BIT[target] if kind == PAWN else 0)
                if way:
                    yield Demand(ply.number, dict.fromkeys(KINDS, way), False)

    def _passed(self, ply: PlyEvidence, own: Position) -> int:
        """The square that the listener's pawn has just passed over, if it may be captured en passant; as a bitboard."""
        if not ply.number:
            return BIT[self.evidence.start.ep] if self.evidence.start.ep >= 0 else 0
        before = self.own[ply.number - 1]
        move = self.evidence.plies[ply.number - 1].uci
        if before is None or move is None:
            return 0
        origin, target = origin_of(move), target_of(move)
        twice = bool(before.pawns & BIT[origin]) and abs(origin - target) == 16
        return BIT[(origin + target) // 2] & ~own.everyone if twice else 0

    # -- after it ------------------------------------------------------------------------------------------------------

    def _taken(self, event: Capture) -> dict[int, int]:
        """The captured man: on the named square, or behind it if captured en passant."""
        assert event.square is not None
        square = square_of(event.square)
        place = BIT[square]
        if square >> 3 == (2 if self.white else 5) and event.en_passant is not False:
            place |= BIT[square + 8 if self.white else square - 8]
        return dict.fromkeys(_kinds(event.captured), place)

    def _takers(self, event: Capture, own: Position) -> dict[int, int]:
        """The capturing man."""
        assert event.square is not None
        target = square_of(event.square)
        found = self._guards(own, target, own.everyone)
        if event.en_passant is True or self.evidence.rules.en_passant_square == "removed":
            found[PAWN] |= KING_REACH[target]
        kinds = {None: KINDS, "pawn": (PAWN,), "piece": PIECES}[event.by]
        return {kind: board & ~own.everyone for kind, board in found.items() if kind in kinds}

    def _checked(self, ply: PlyEvidence, after: Position) -> Iterator[Demand]:
        """The hidden king in check: the squares on which he would be checked as announced."""
        kings = sum(BIT[king] for king in squares(ALL & ~after.everyone) if checked_as(after, king, ply, self.white))
        yield Demand(ply.number, {KING: kings}, True)

    def _checking(self, ply: PlyEvidence, after: Position) -> Iterator[Demand]:
        """The hidden men that check the listener's king and, if it is mate, guard the squares around him."""
        assert ply.check is not None
        if not after.kings:
            return
        king, men = after.kings.bit_length() - 1, after.everyone
        givers = self._guards(after, king, men)
        givers[KING] = 0
        for way in ply.check.directions or (None,):
            seen = {
                kind: sum(BIT[square] for square in squares(board & ~men) if _is_way(king, square, kind, way))
                for kind, board in givers.items()
            }
            yield Demand(ply.number + 1, seen, True)
        if ply.end is not None and ply.end.reason == "checkmate":
            for flight in squares(KING_REACH[king] & ~men):
                yield Demand(ply.number + 1, self._guards(after, flight, men & ~BIT[king]), True)

    def _guards(self, own: Position, target: int, blockers: int) -> dict[int, int]:
        """For each kind of man, the squares from which a hidden one attacks a square."""
        found = {kind: own.reach(target, kind, blockers) & ~own.everyone for kind in PIECES}
        found[PAWN] = PAWN_REACH[not self.white][target] & ~own.everyone
        return found


def checked_as(own: Position, king: int, ply: PlyEvidence, white: bool) -> bool:
    """Whether a king on this square, with only the listener's men on the board, is checked as announced."""
    assert ply.check is not None
    ways = {own.direction(king, square) for square in squares(own.attackers(king, not white, own.everyone | BIT[king]))}
    if not ply.check.directions:
        return bool(ways)
    named = set(ply.check.directions)
    return named <= set(diagonals_alike(ways) if "diagonal" in named else ways)


def _is_way(king: int, square: int, kind: int, way: str | None) -> bool:
    """Whether a check from a square has this direction (None: any)."""
    if way is None:
        return True
    if kind == KNIGHT or way == "knight":
        return kind == KNIGHT and way == "knight"
    if king >> 3 == square >> 3:
        return way == "rank"
    if king & 7 == square & 7:
        return way == "file"
    return way == "diagonal" or way == diagonal(king, square)


def _goals(ply: PlyEvidence, able: int) -> list[int]:
    """The named squares, each by itself, or all possible ones together; as bitboards."""
    if ply.tries is not None and ply.tries.squares:
        return [BIT[square_of(name)] & able for name in sorted(set(ply.tries.squares))]
    return [able]


def _attackers(targets: int, white: bool) -> int:
    """The squares from which a pawn of one side attacks any of these squares."""
    found = 0
    for square in squares(targets):
        found |= PAWN_REACH[not white][square]
    return found


def _kinds(captured: str | None) -> tuple[int, ...]:
    if captured is None:
        return KINDS[:-1]
    if captured == "pawn":
        return (PAWN,)
    if captured == "piece":
        return (KNIGHT, BISHOP, ROOK, QUEEN)
    return ("?PNBRQK".index(captured),)
