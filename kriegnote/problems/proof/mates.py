"""Orthodox mates: the moves that mate at once, and a search for a mate in n.

A Kriegspiel mate in n is an orthodox mate in n in every world, so this serves the solver as a filter.  For a mate in
one, only moves that can give check are examined: those to a square from which the man attacks the king, and those that
open a line behind the man.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from kriegnote.chess.position import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Position, squares
from kriegnote.chess.squares import (
    BETWEEN,
    DIAG,
    DIAG_MASK,
    FILE,
    FILE_MASK,
    KING_REACH,
    KNIGHT_REACH,
    PAWN_REACH,
    RANK,
    RANK_MASK,
)


def is_checkmate(position: Position) -> bool:
    """Whether the side to move is mated."""
    king, checkers, pinned = position.king_safety()
    if not checkers:
        return False
    own, turn = position.own(), position.turn
    occupied = position.white | position.black
    seen_through = occupied & ~(1 << king)
    for square in squares(KING_REACH[king] & ~own):
        if not position.attackers(square, not turn, seen_through):
            return False
    if checkers & (checkers - 1):
        return True
    if position.ep >= 0 and position.has_legal_move():
        return False
    helpers = own & ~pinned & ~(1 << king)
    checker = checkers.bit_length() - 1
    if position.attackers(checker, turn, occupied) & helpers:
        return False
    pieces, pawns = helpers & ~position.pawns, helpers & position.pawns
    step = -8 if turn else 8
    home = 1 if turn else 6
    for square in squares(BETWEEN[king][checker]):
        if position.attackers(square, turn, occupied) & pieces:
            return False
        behind = square + step
        if 0 <= behind < 64:
            if pawns >> behind & 1:
                return False
            far = behind + step
            if far >> 3 == home and pawns >> far & 1 and not occupied >> behind & 1:
                return False
    return True


def _checks(position: Position) -> Iterator[int]:
    """The pseudo-legal moves that may give check: all that do, and some others."""
    turn, own = position.turn, position.own()
    occupied = position.white | position.black
    enemy_king = position.kings & ~own
    king = enemy_king.bit_length() - 1
    slanted = DIAG[king][DIAG_MASK[king] & occupied]
    straight = RANK[king][RANK_MASK[king] & occupied] | FILE[king][FILE_MASK[king] & occupied]
    goal = (0, PAWN_REACH[not turn][king], KNIGHT_REACH[king], slanted, straight, slanted | straight, 0)
    screens = 0
    for sniper in squares(
        own & (
            (DIAG[king][0] & (position.bishops | position.queens))
            | ((RANK[king][0] | FILE[king][0]) & (position.rooks | position.queens))
        )
    ):  # fmt: skip
        between = BETWEEN[king][sniper] & occupied
        if between and not between & (between - 1):
            screens |= between & own
    for kind, men in (
        (QUEEN, position.queens), (ROOK, position.rooks), (BISHOP, position.bishops),
        (KNIGHT, position.knights), (KING, position.kings),
    ):  # fmt: skip
        for origin in squares(men & own):
            targets = position.reach(origin, kind, occupied) & ~own
            if not screens >> origin & 1:
                targets &= goal[kind]
            for target in squares(targets):
                yield origin | target << 6
    ep = position.ep
    for move in position.pawn_moves(own & position.pawns):
        origin, target = move & 63, move >> 6 & 63
        if move >> 12 or screens >> origin & 1 or goal[PAWN] >> target & 1 or target == ep:
            yield move
    if position.castling & own:
        yield from position.castlings()


def mating_moves(position: Position) -> list[int]:
    """All moves that mate at once."""
    return list(_mating(position))


def has_mate(position: Position) -> bool:
    """Whether some move mates at once."""
    return next(_mating(position), -1) >= 0


def _mating(position: Position) -> Iterator[int]:
    for move in _checks(position):
        if position.is_safe(move & 63, move >> 6 & 63) and is_checkmate(position.play(move)):
            yield move


class Orthodox:
    """Searches for orthodox mates in n, and remembers the results.

    :param excluded: replies that the defender has promised not to play.
    :param tick: called for each position that is examined (a budget may raise in it).
    """

    def __init__(self, excluded: Collection[int] = (), tick: Callable[[], None] = lambda: None) -> None:
        self._excluded = frozenset(excluded)
        self._tick = tick
        self._known: dict[tuple[int, ...], tuple[int, int]] = {}  # (longest mate refuted, shortest mate found)
        self._killer: dict[int, int] = {}

    def wins(self, position: Position, n: int) -> bool:
        """Whether the side to move mates in at most n moves."""
        name = position.key()
        refuted, found = self._known.get(name, (0, 99))
        if n >= found:
            return True
        if n <= refuted:
            return False
        if not refuted:
            self._tick()
            if has_mate(position):
                self._known[name] = (0, 1)
                return True
            self._known[name] = (1, found)
        for fewer in range(max(refuted, 1) + 1, n + 1):  # short mates first
            self._tick()
            if any(self.holds(position.play(move), fewer - 1) for move in self._ordered(position)):
                self._known[name] = (fewer - 1, fewer)
                return True
            self._known[name] = (fewer, found)
        return False

    def _ordered(self, position: Position) -> list[int]:
        """The legal moves, those that may give check first."""
        checks = [move for move in _checks(position) if position.is_safe(move & 63, move >> 6 & 63)]
        seen = set(checks)
        return checks + [move for move in position.legal_moves() if move not in seen]

    def holds(self, after: Position, n: int) -> bool:
        """Whether the move that led to a position mates, or forces mate in at most n further moves."""
        if n == 0:
            return is_checkmate(after)
        replies = after.legal_moves()
        if not replies:
            return bool(after.checkers())
        killer = self._killer.get(n, -1)
        if killer in replies:
            replies.remove(killer)
            replies.insert(0, killer)
        for reply in replies:
            if reply not in self._excluded and not self.wins(after.play(reply), n):
                self._killer[n] = reply
                return False
        return True
