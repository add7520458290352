"""Where the opponent's men may stand, as far as a player knows, computed without a search.

The result is a superset and cheap to update: for each kind of man the squares on which some man of that kind may stand,
and the squares that may be free of all of them, through which others can move. It is narrowed only by what the player
knows directly: where his own men stand, which squares they crossed, what he lost and where. Checks, pawn tries and
refused tries are left to a search.
"""

from __future__ import annotations

from typing import Final

from kriegnote.chess.position import Position
from kriegnote.chess.squares import ALL, BETWEEN, NOT_A, NOT_H, origin_of, target_of

_NOT_AB: Final = NOT_A & NOT_A << 1
_NOT_GH: Final = NOT_H & NOT_H >> 1
# Each indexed by whether the opponent is White: the rank on which his pawns promote, and that on which they start.
_LAST: Final = (0xFF, 0xFF << 56)
_HOME: Final = (0xFF << 48, 0xFF << 8)
_CORNERS: Final = (
    (60, ((63, 62, 61), (56, 58, 59))),
    (4, ((7, 6, 5), (0, 2, 3))),
)  # the king's square; for each castling the rook's square, the king's target and the rook's target
_STRAIGHT: Final = ((8, ALL), (-8, ALL), (1, NOT_A), (-1, NOT_H))
_SLANTED: Final = ((9, NOT_A), (-9, NOT_H), (7, NOT_H), (-7, NOT_A))


def _shift(board: int, step: int) -> int:
    return (board << step if step > 0 else board >> -step) & ALL


def _slides(board: int, free: int, directions: tuple[tuple[int, int], ...]) -> int:
    """The squares to which men can slide over free squares, including the first on each line that is not free."""
    found = 0
    for step, edge in directions:
        moving = _shift(board, step) & edge
        while moving:
            found |= moving
            moving = _shift(moving & free, step) & edge
    return found


def _knights(board: int) -> int:
    return ALL & (
        (board << 17 & NOT_A) | (board << 15 & NOT_H) | (board >> 15 & NOT_A) | (board >> 17 & NOT_H)
        | (board << 10 & _NOT_AB) | (board << 6 & _NOT_GH) | (board >> 6 & _NOT_AB) | (board >> 10 & _NOT_GH)
    )  # fmt: skip


def _kings(board: int) -> int:
    row = board | (board << 1 & NOT_A) | (board >> 1 & NOT_H)
    return ALL & (row | row << 8 | row >> 8)


class Possible:
    """What one player knows about the opponent's men.

    :param start: the starting position, which both players know.
    :param white: whether the player is White.
    """

    __slots__ = ("bishops", "empty", "kings", "knights", "last", "opponent", "own", "pawns", "queens", "rooks")

    def __init__(self, start: Position, white: bool) -> None:
        self.opponent = not white
        self.own, other = (start.white, start.black) if white else (start.black, start.white)
        self.pawns, self.knights, self.bishops = start.pawns & other, start.knights & other, start.bishops & other
        self.rooks, self.queens, self.kings = start.rooks & other, start.queens & other, start.kings & other
        self.empty = ~other & ALL  # squares that may be free of the opponent's men
        self.last = 0  # the player's pawn that has just moved two squares

    def squares(self) -> int:
        """The squares on which a man of the opponent's may stand, as a bitboard."""
        return (self.pawns | self.knights | self.bishops | self.rooks | self.queens | self.kings) & ~self.own

    def moved(self, move: int, pawn: bool, own: int) -> None:
        """Applies the player's move.

        :param pawn: whether the man that moved is a pawn.
        :param own: his men after the move, as a bitboard.
        """
        origin, target = origin_of(move), target_of(move)
        self.last = 1 << target if pawn and abs(origin - target) == 16 else 0
        crossed = BETWEEN[origin][target] | 1 << target | self.own | own
        keep = ~crossed
        self.own = own
        self.empty |= crossed
        self.pawns &= keep
        self.knights &= keep
        self.bishops &= keep
        self.rooks &= keep
        self.queens &= keep
        self.kings &= keep

    def opponent_moved(self, own: int) -> None:
        """Applies a move of the opponent's.

        :param own: the player's men after it, as a bitboard: one fewer if one was captured.
        """
        lost = self.own & ~own
        movers = self._movers()
        if lost:
            self._taken(lost)
        else:
            self._stepped()
        self.own = own
        self.empty |= movers

    def _movers(self) -> int:
        """The squares that an enemy man may leave: knights jump, others need an adjacent square that they can enter."""
        room = self.empty | self.own
        return self.knights | _kings(room) & (self.pawns | self.bishops | self.rooks | self.queens | self.kings)

    def _stepped(self) -> None:
        """Applies a move without a capture: any one man moved to any square within its reach."""
        free = ~self.own & self.empty
        forward = 8 if self.opponent else -8
        once = _shift(self.pawns, forward) & free
        twice = _shift(_shift(self.pawns & _HOME[self.opponent], forward) & free, forward) & free
        rooks = _slides(self.rooks, free, _STRAIGHT) & free
        bishops = _slides(self.bishops, free, _SLANTED) & free
        queens = _slides(self.queens, free, _STRAIGHT + _SLANTED) & free
        king, ways = _CORNERS[self.opponent]
        castled_kings = castled_rooks = 0
        if self.kings >> king & 1:
            for rook, king_goal, rook_goal in ways:
                if self.rooks >> rook & 1:
                    castled_kings |= 1 << king_goal & free
                    castled_rooks |= 1 << rook_goal & free
        self.knights |= _knights(self.knights) & free
        self.kings |= _kings(self.kings) & free | castled_kings
        self._arrived(once | twice, bishops, rooks | castled_rooks, queens)

    def _taken(self, lost: int) -> None:
        """Applies a capture of the player's man: a man that could reach its square moved there."""
        free = ~self.own & self.empty
        sides = ((7, NOT_H), (9, NOT_A)) if self.opponent else ((-9, NOT_H), (-7, NOT_A))
        goals = lost
        if lost & self.last:
            goals |= _shift(lost, 8 if self.opponent else -8)
        pawns = 0
        for step, edge in sides:
            pawns |= _shift(self.pawns, step) & edge & goals
        self.knights |= _knights(self.knights) & lost
        self.kings |= _kings(self.kings) & lost
        self._arrived(
            pawns,
            _slides(self.bishops, free, _SLANTED) & lost,
            _slides(self.rooks, free, _STRAIGHT) & lost,
            _slides(self.queens, free, _STRAIGHT + _SLANTED) & lost,
        )

    def _arrived(self, pawns: int, bishops: int, rooks: int, queens: int) -> None:
        promoted = pawns & _LAST[self.opponent]
        self.pawns |= pawns & ~promoted
        self.knights |= promoted
        self.bishops |= bishops | promoted
        self.rooks |= rooks | promoted
        self.queens |= queens | promoted
