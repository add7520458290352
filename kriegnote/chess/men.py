"""The men of a position: where they stand, what they attack, and whether a king is safe."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, Self

from kriegnote.chess.fen import Fen, read
from kriegnote.chess.squares import (
    BETWEEN,
    BISHOP,
    BIT,
    DIAG,
    DIAG_MASK,
    FILE,
    FILE_MASK,
    FILES,
    KING,
    KING_REACH,
    KNIGHT,
    KNIGHT_REACH,
    LETTERS,
    PAWN,
    PAWN_REACH,
    QUEEN,
    RANK,
    RANK_MASK,
    RANKS,
    RAY,
    ROOK,
    SLANTED,
    START_FEN,
    STRAIGHT,
    diagonal,
    reach,
    squares,
)

_NAMES: Final = ("", "pawns", "knights", "bishops", "rooks", "queens", "kings")


@cache
def _fields(kind: type) -> tuple[str, ...]:
    """The names of all attributes of a position of this class."""
    return tuple(name for one in kind.__mro__ for name in getattr(one, "__slots__", ()))


class Men:
    """A position: men (as bitboards), side to move, castling rights, en passant square, counters."""

    __slots__ = (
        "_safety",
        "bishops",
        "black",
        "castling",
        "dark",
        "ep",
        "fullmove",
        "halfmove",
        "kings",
        "knights",
        "pawns",
        "queens",
        "rooks",
        "turn",
        "white",
    )

    white: int
    black: int
    pawns: int
    knights: int
    bishops: int
    rooks: int
    queens: int
    kings: int
    turn: bool  # True: White is to move
    castling: int  # the rooks that may still castle, as a bitboard
    ep: int  # the square passed over by a pawn that an enemy pawn could capture en passant, or -1
    halfmove: int
    fullmove: int
    dark: bool
    _safety: tuple[int, int, int] | None

    @classmethod
    def first(cls, *, dark: bool = False) -> Self:
        """The starting position of chess."""
        self, ends = cls.__new__(cls), RANKS[0] | RANKS[7]
        self.white, self.black = RANKS[0] | RANKS[1], RANKS[6] | RANKS[7]
        self.pawns = RANKS[1] | RANKS[6]
        self.rooks, self.knights, self.bishops = (ends & (FILES[file] | FILES[7 - file]) for file in range(3))
        self.queens, self.kings = ends & FILES[3], ends & FILES[4]
        self.turn, self.castling, self.halfmove, self.fullmove = True, self.rooks, 0, 1
        self.ep, self.dark, self._safety = -1, dark, None
        return self

    @classmethod
    def from_fen(cls, fen: str = START_FEN, *, dark: bool = False, whole: bool = True) -> Self:
        """The position of a FEN; fields may be left out at the end.

        :param whole: False: the FEN holds only some of the men, possibly no king; then there is no en passant square.
        :raises ValueError: if the FEN is malformed or, unless ``dark`` or not ``whole``, a side does not have one king,
            the side to move could capture the king, or a pawn could go to an en passant square that none has passed.
        """
        printed = read(fen)
        men = dict.fromkeys("PNBRQKpnbrqk.", 0)
        for square, letter in enumerate(printed.men):
            men[letter] |= BIT[square]
        self = cls.__new__(cls)
        for name, letter in zip(_NAMES[1:], LETTERS[1:], strict=True):
            setattr(self, name, men[letter] | men[letter.lower()])
        self.white, self.black = (sum(men[one] for one in letters) for letters in ("PNBRQK", "pnbrqk"))
        self.turn, self.halfmove, self.fullmove = printed.white_to_move, printed.halfmove, printed.fullmove
        self.castling = printed.castling & self.rooks_at_home()
        self.ep, self.dark, self._safety = -1, dark, None
        if whole and not dark:
            self._must_be_whole(fen)
            if printed.ep >= 0 and PAWN_REACH[not self.turn][printed.ep] & self.own() & self.pawns:
                self.ep = printed.passed_square()
        return self

    def _must_be_whole(self, fen: str) -> None:
        if any((self.kings & men).bit_count() != 1 for men in (self.white, self.black)):
            raise ValueError(f"each side needs one king: {fen!r}")
        if self.attackers((self.kings & ~self.own()).bit_length() - 1, self.turn, self.white | self.black):
            raise ValueError(f"the side that has just moved is in check: {fen!r}")

    def rooks_at_home(self) -> int:
        """The rooks that stand in a corner while their king stands on his starting square, as a bitboard."""
        homes = ((self.white, 4, 0x81), (self.black, 60, 0x81 << 56))
        return sum(self.rooks & men & corners for men, king, corners in homes if self.kings & men & BIT[king])

    def takes_en_passant(self) -> bool:
        """Whether pawns can capture en passant in this game."""
        return not self.dark

    def without(self, men: int) -> Self:
        """The position without the men on some squares (a bitboard)."""
        new, keep = self._copy(), ~men
        new.white, new.black = self.white & keep, self.black & keep
        for name in (*_NAMES[1:], "castling"):
            setattr(new, name, getattr(self, name) & keep)
        return new

    def with_men(self, men: Iterable[tuple[int, int, bool]]) -> Self:
        """The position with additional men, each given as an empty square, a type, and whether it is White's."""
        new = self._copy()
        for square, kind, white in men:
            bit, name = BIT[square], _NAMES[kind]
            setattr(new, name, getattr(new, name) | bit)
            if white:
                new.white |= bit
            else:
                new.black |= bit
        return new

    def with_castling(self, rooks: int) -> Self:
        """The position in which exactly these rooks (a bitboard) may still castle."""
        if rooks == self.castling:
            return self
        new = self._copy()
        new.castling = rooks
        return new

    def facing(self, white: bool) -> Self:
        """The position with one side to move and no en passant square."""
        new = self._copy()
        new.turn, new.ep = white, -1
        return new

    def passed(self) -> Self:
        """The position after an unknown ply: the other side is to move, and the men stand as before."""
        new = self.facing(not self.turn)
        new.fullmove += not self.turn
        return new

    def alone(self, white: bool) -> Self:
        """The position with the men of one side only, and that side to move."""
        return self.facing(white).without(self.black if white else self.white)

    def _copy(self) -> Self:
        """A copy, to be modified before anything else refers to it."""
        kind: type = type(self)
        new = type(self).__new__(type(self))
        for name in _fields(kind):
            setattr(new, name, getattr(self, name))
        new._safety = None
        return new

    def fen(self) -> str:
        """The FEN; it has an en passant square only if a pawn can capture there."""
        castling = self.castling & self.rooks_at_home()
        return str(Fen(self.letters(), self.turn, castling, self.ep, self.halfmove, self.fullmove))

    def letters(self, shown: int = -1) -> str:
        """The men on some squares (a bitboard), in the format of :class:`~kriegnote.chess.fen.Fen`."""
        men = ["."] * 64
        for kind, letter in enumerate(LETTERS[1:], 1):
            for square in squares(self.of_type(kind) & shown):
                men[square] = letter if self.white & BIT[square] else letter.lower()
        return "".join(men)

    def key(self) -> tuple[int, ...]:
        """The identity of the position: everything but the counters."""
        return (
            self.white,
            self.black,
            self.pawns,
            self.knights,
            self.bishops,
            self.rooks,
            self.queens,
            self.turn,
            self.castling,
            self.ep,
        )

    def type_at(self, square: int) -> int:
        """The piece type on a square (1 pawn … 6 king); 0 if it is empty."""
        bit = BIT[square]
        if not (self.white | self.black) & bit:
            return 0
        if self.pawns & bit:
            return PAWN
        if self.knights & bit:
            return KNIGHT
        if self.bishops & bit:
            return BISHOP
        if self.rooks & bit:
            return ROOK
        return QUEEN if self.queens & bit else KING

    @property
    def everyone(self) -> int:
        """All men, as a bitboard."""
        return self.white | self.black

    def own(self) -> int:
        """The men of the side to move, as a bitboard."""
        return self.white if self.turn else self.black

    def captured_square(self, move: int) -> int:
        """The square of the man that a move captures, or -1 if it captures nothing."""
        target = move >> 6 & 63
        if (self.black if self.turn else self.white) & BIT[target]:
            return target
        if target == self.ep and self.pawns & BIT[move & 63]:
            return target - 8 if self.turn else target + 8
        return -1

    def is_pawn_capture(self, move: int) -> bool:
        """Whether a move or try is a pawn's to another file, whether or not there is a man to capture."""
        return bool(self.pawns & BIT[move & 63]) and (move ^ move >> 6) & 7 != 0

    def castles(self, move: int) -> bool:
        """Whether a move is castling: the king moves two squares along his rank."""
        origin, target = move & 63, move >> 6 & 63
        return abs(origin - target) == 2 and bool(self.kings & BIT[origin]) and origin >> 3 == target >> 3

    def usual_promotion(self) -> int:
        """The piece type that a pawn becomes if none is given."""
        return QUEEN

    def attackers(self, square: int, white: bool, occupied: int) -> int:
        """The men of one side that attack a square, as a bitboard; ``occupied`` holds the squares that block lines."""
        straight = self.rooks | self.queens
        slanted = self.bishops | self.queens
        found = (
            (KNIGHT_REACH[square] & self.knights)
            | (KING_REACH[square] & self.kings)
            | (PAWN_REACH[not white][square] & self.pawns)
            | (DIAG[square][DIAG_MASK[square] & occupied] & slanted)
            | (RANK[square][RANK_MASK[square] & occupied] & straight)
            | (FILE[square][FILE_MASK[square] & occupied] & straight)
        )
        return found & (self.white if white else self.black)

    def king_safety(self) -> tuple[int, int, int]:
        """The mover's king's square (-1: none, or Dark Chess), the men that check him, his pinned men; cached."""
        if self._safety is None:
            own, other = (self.white, self.black) if self.turn else (self.black, self.white)
            king_board = self.kings & own
            if self.dark or not king_board:
                self._safety = (-1, 0, 0)
                return self._safety
            king = king_board.bit_length() - 1
            occupied = own | other
            near = (
                KNIGHT_REACH[king] & self.knights
                | PAWN_REACH[self.turn][king] & self.pawns
                | KING_REACH[king] & self.kings
            )
            checkers = near & other
            pinned = 0
            snipers = other & (
                SLANTED[king] & (self.bishops | self.queens) | STRAIGHT[king] & (self.rooks | self.queens)
            )
            while snipers:
                sniper = snipers.bit_length() - 1
                snipers ^= 1 << sniper
                between = BETWEEN[king][sniper] & occupied
                if not between:
                    checkers |= 1 << sniper
                elif not between & (between - 1):
                    pinned |= between & own
            self._safety = (king, checkers, pinned)
        return self._safety

    def checkers(self) -> int:
        """The men that give check to the side to move, as a bitboard."""
        return self.king_safety()[1]

    def check_directions(self) -> tuple[str, ...]:
        """The directions of the check on the side to move: sorted words of ``file knight long rank short``; () if none.

        They are as seen from the king (Gambit 10, RAND 5e, Cincinnati 3, ICC). A double check has two directions, but
        two checkers on one line (a pawn that has just promoted in front of a queen) have one.
        """
        king, checkers, _ = self.king_safety()
        return tuple(sorted({self.direction(king, square) for square in squares(checkers)}))

    def strongest_direction(self, *, knight: bool = False) -> tuple[str, ...]:
        """Like :meth:`check_directions`, but only for the strongest checker (a variant of the English rules, §2.1).

        :param knight: whether a knight is stronger than a bishop.
        """
        king, checkers, _ = self.king_safety()
        if not checkers:
            return ()
        worth = (0, PAWN, BISHOP, KNIGHT, ROOK, QUEEN, KING) if knight else (0, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING)
        best = max(squares(checkers), key=lambda square: worth.index(self.type_at(square)))
        return (self.direction(king, best),)

    def direction(self, king: int, checker: int) -> str:
        """The direction of a check, given both squares: ``knight``, ``rank``, ``file``, ``long`` or ``short``."""
        if self.knights & BIT[checker]:
            return "knight"
        if king >> 3 == checker >> 3:
            return "rank"
        if king & 7 == checker & 7:
            return "file"
        return diagonal(king, checker)

    def is_safe(self, origin: int, target: int) -> bool:
        """Whether a pseudo-legal move leaves the mover's king out of check."""
        if self.dark:
            return True
        king, checkers, pinned = self._safety or self.king_safety()
        if king < 0:
            return True
        bit = BIT[origin]
        if origin == king:
            occupied = (self.white | self.black) & ~bit
            castles = abs(origin - target) == 2
            if castles and (checkers or self.attackers((origin + target) >> 1, not self.turn, occupied)):
                return False
            return not self.attackers(target, not self.turn, occupied | BIT[target]) & ~BIT[target]
        if target == self.ep and self.pawns & bit:
            taken = BIT[target - 8 if self.turn else target + 8]
            occupied = ((self.white | self.black) & ~bit & ~taken) | BIT[target]
            return not self.attackers(king, not self.turn, occupied) & ~taken
        if checkers:
            if checkers & (checkers - 1):
                return False
            if not BIT[target] & (BETWEEN[king][checkers.bit_length() - 1] | checkers):
                return False
        return not (pinned & bit) or bool(RAY[king][origin] & BIT[target])

    reach = staticmethod(reach)

    def of_type(self, kind: int) -> int:
        """All men of one type, of both sides, as a bitboard."""
        if kind == BISHOP:
            return self.bishops
        if kind == ROOK:
            return self.rooks
        if kind == QUEEN:
            return self.queens
        return (0, self.pawns, self.knights, 0, 0, 0, self.kings)[kind]

    def origins(self, kind: int, target: int) -> int:
        """The mover's men of a type (no pawns, no castling) that can legally move to a square, as a bitboard."""
        own = self.white if self.turn else self.black
        if own & BIT[target]:
            return 0
        if kind == KNIGHT:
            found = KNIGHT_REACH[target] & own & self.knights
        elif kind == KING:
            found = KING_REACH[target] & own & self.kings
        else:
            found = own & self.of_type(kind) & (SLANTED[target] | STRAIGHT[target])
            found = found and found & self.reach(target, kind, self.white | self.black)
        if found:
            _, checkers, pinned = self._safety or self.king_safety()
            if kind == KING or checkers or found & pinned:
                for square in squares(found):
                    if not self.is_safe(square, target):
                        found ^= BIT[square]
        return found
