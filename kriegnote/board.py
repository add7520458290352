"""Positions and moves on plain integers: the one place where a board is replayed.

A :class:`Position` is never changed; :meth:`Position.play` gives the next one.  Squares count from 0
(a1) to 63 (h8), bitboards have one bit a square, and a move is a whole number,
``origin | target << 6 | promotion << 12`` (promotion: 0 or a piece type of python-chess, 2 to 5).
Castling is the king's move of two squares.  Attack tables come from python-chess.

``dark`` positions follow Dark Chess (the book's §8.1.1): the king is a man like the others, so there is
no check, no pin and no attacked square, a king that is captured ends the game, and there is no en passant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import chess

from kriegnote.moves import Parts

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
LETTERS: Final = "?PNBRQK"
TYPE_OF: Final = {letter: number for number, letter in enumerate(LETTERS) if number}
START_FEN: Final = chess.STARTING_FEN

_NAMES = tuple(chess.SQUARE_NAMES)
_SQUARE = {name: square for square, name in enumerate(_NAMES)}
_BIT = tuple(1 << square for square in range(64))
_FILES = tuple(chess.BB_FILES)
_RANKS = tuple(chess.BB_RANKS)
_KNIGHT = tuple(chess.BB_KNIGHT_ATTACKS)
_KING = tuple(chess.BB_KING_ATTACKS)
_PAWN = tuple(tuple(row) for row in chess.BB_PAWN_ATTACKS)  # [white?][square]
_DIAG_MASK, _DIAG = chess.BB_DIAG_MASKS, chess.BB_DIAG_ATTACKS
_FILE_MASK, _FILE = chess.BB_FILE_MASKS, chess.BB_FILE_ATTACKS
_RANK_MASK, _RANK = chess.BB_RANK_MASKS, chess.BB_RANK_ATTACKS
_RAY = chess.BB_RAYS
_BETWEEN = tuple(tuple(chess.between(a, b) for b in range(64)) for a in range(64))
_SLANTED = tuple(attacks[0] for attacks in _DIAG)
_STRAIGHT = tuple(rank[0] | file[0] for rank, file in zip(_RANK, _FILE, strict=True))
_BACK = chess.BB_RANK_1 | chess.BB_RANK_8
_ALL = (1 << 64) - 1
_NOT_A, _NOT_H = _ALL & ~_FILES[0], _ALL & ~_FILES[7]
_CORNERS = {0: 3, 7: 5, 56: 59, 63: 61}  # rook's square -> where castling puts it
_ROOK_OF = {2: 0, 6: 7, 58: 56, 62: 63}  # king's target -> rook's square
_PROMO = ("", "", "n", "b", "r", "q")
_UCI = tuple(tuple(a + b for b in _NAMES) for a in _NAMES)


def squares(board: int) -> Iterator[int]:
    """The squares of a bitboard, from a1 up."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def square_name(square: int) -> str:
    """0 -> ``a1``."""
    return _NAMES[square]


def square_of(name: str) -> int:
    """``a1`` -> 0; KeyError when there is no such square."""
    return _SQUARE[name]


def uci(move: int) -> str:
    """A move as UCI text: ``e2e4``, ``e7e8q``."""
    return _UCI[move & 63][move >> 6 & 63] + _PROMO[move >> 12]


def move_of(text: str) -> int:
    """UCI text as a move; ValueError when it is not UCI."""
    try:
        promotion = _PROMO.index(text[4:5]) if len(text) == 5 else 0
        return _SQUARE[text[:2]] | _SQUARE[text[2:4]] << 6 | promotion << 12
    except (KeyError, ValueError):
        raise ValueError(f"not a move in UCI: {text!r}") from None


def diagonal(king: int, checker: int) -> str:
    """``long`` or ``short``: which of the two diagonals through the king's square the checker is on.

    The longer one is the one with more squares (Gambit 10a, RAND 5e); on an 8×8 board they differ.
    """
    file, rank = king & 7, king >> 3
    rising = 8 - abs(file - rank)
    falling = 8 - abs(file + rank - 7)
    on_rising = (checker & 7) - (checker >> 3) == file - rank
    return "long" if (rising > falling) == on_rising else "short"


class Position:
    """One position: men, side to move, castling rights, en passant square, counters."""

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
    castling: int  # the rooks that may still castle
    ep: int  # the square behind a pawn that an enemy pawn could take, or -1
    halfmove: int
    fullmove: int
    dark: bool
    _safety: tuple[int, int, int] | None

    @classmethod
    def from_fen(cls, fen: str = START_FEN, *, dark: bool = False) -> Position:
        """The position of a FEN (counters may be left out).

        :raises ValueError: the FEN is malformed, or a side has no king or several (not when ``dark``).
        """
        board = chess.Board(fen)
        if not dark and (len(board.pieces(KING, True)) != 1 or len(board.pieces(KING, False)) != 1):
            raise ValueError(f"each side needs one king: {fen!r}")
        if not dark and board.status() & chess.STATUS_OPPOSITE_CHECK:
            raise ValueError(f"the side that has just moved is in check: {fen!r}")
        self = cls.__new__(cls)
        self.white, self.black = board.occupied_co[True], board.occupied_co[False]
        self.pawns, self.knights, self.bishops = board.pawns, board.knights, board.bishops
        self.rooks, self.queens, self.kings = board.rooks, board.queens, board.kings
        self.turn, self.castling = board.turn, board.clean_castling_rights() & 0x8100000000000081
        self.halfmove, self.fullmove = board.halfmove_clock, board.fullmove_number
        self.ep, self.dark, self._safety = -1, dark, None
        if board.ep_square is not None and not dark:
            own = self.white if self.turn else self.black
            if _PAWN[not self.turn][board.ep_square] & own & self.pawns:
                self.ep = board.ep_square
        return self

    def fen(self) -> str:
        """The FEN; the en passant square only when a pawn stands ready to take there."""
        board = chess.Board(None)
        for square in squares(self.white | self.black):
            board.set_piece_at(square, chess.Piece(self.type_at(square), bool(self.white & _BIT[square])))
        board.turn, board.castling_rights = self.turn, self.castling
        board.ep_square = self.ep if self.ep >= 0 else None
        board.halfmove_clock, board.fullmove_number = self.halfmove, self.fullmove
        return board.fen(en_passant="fen")

    def key(self) -> tuple[int, ...]:
        """What makes two positions the same: everything but the counters."""
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
        """The piece type on a square (1 pawn … 6 king), 0 when it is empty."""
        bit = _BIT[square]
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
        if self.queens & bit:
            return QUEEN
        return KING

    def own(self) -> int:
        """The men of the side to move, as a bitboard."""
        return self.white if self.turn else self.black

    def attackers(self, square: int, white: bool, occupied: int) -> int:
        """The men of one side that attack a square, given what stands in the way."""
        straight = self.rooks | self.queens
        slanted = self.bishops | self.queens
        found = (
            (_KNIGHT[square] & self.knights)
            | (_KING[square] & self.kings)
            | (_PAWN[not white][square] & self.pawns)
            | (_DIAG[square][_DIAG_MASK[square] & occupied] & slanted)
            | (_RANK[square][_RANK_MASK[square] & occupied] & straight)
            | (_FILE[square][_FILE_MASK[square] & occupied] & straight)
        )
        return found & (self.white if white else self.black)

    def _king_safety(self) -> tuple[int, int, int]:
        """(square of the mover's king, men that check it, own men pinned to it); computed once."""
        if self._safety is None:
            own, other = (self.white, self.black) if self.turn else (self.black, self.white)
            king_board = self.kings & own
            if self.dark or not king_board:
                self._safety = (-1, 0, 0)
                return self._safety
            king = king_board.bit_length() - 1
            occupied = own | other
            near = _KNIGHT[king] & self.knights | _PAWN[self.turn][king] & self.pawns | _KING[king] & self.kings
            checkers = near & other
            pinned = 0
            snipers = other & (
                _SLANTED[king] & (self.bishops | self.queens) | _STRAIGHT[king] & (self.rooks | self.queens)
            )
            while snipers:
                sniper = snipers.bit_length() - 1
                snipers ^= 1 << sniper
                between = _BETWEEN[king][sniper] & occupied
                if not between:
                    checkers |= 1 << sniper
                elif not between & (between - 1):
                    pinned |= between & own
            self._safety = (king, checkers, pinned)
        return self._safety

    def checkers(self) -> int:
        """The men that give check to the side to move, as a bitboard."""
        return self._king_safety()[1]

    def check_directions(self) -> tuple[str, ...]:
        """How the side to move is checked: sorted words of ``file knight long rank short``, () if it is not.

        Seen from the checked king's square (Gambit 10, RAND 5e, Cincinnati 3, ICC).  A double check gives
        two, and two checkers on one line (a pawn that has just promoted in front of a queen) one.
        """
        king, checkers, _ = self._king_safety()
        if not checkers:
            return ()
        return tuple(sorted({self._direction(king, square) for square in squares(checkers)}))

    def strongest_direction(self) -> tuple[str, ...]:
        """As :meth:`check_directions`, of the strongest checker alone (a variant of the English rules, §2.1)."""
        king, checkers, _ = self._king_safety()
        if not checkers:
            return ()
        best = max(squares(checkers), key=self.type_at)
        return (self._direction(king, best),)

    def _direction(self, king: int, checker: int) -> str:
        if self.knights & _BIT[checker]:
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
        king, checkers, pinned = self._safety or self._king_safety()
        if king < 0:
            return True
        bit = _BIT[origin]
        if origin == king:
            occupied = (self.white | self.black) & ~bit
            if abs(origin - target) == 2:  # castling
                if checkers:
                    return False
                middle = (origin + target) >> 1
                if self.attackers(middle, not self.turn, occupied):
                    return False
            return not self.attackers(target, not self.turn, occupied | _BIT[target]) & ~_BIT[target]
        if target == self.ep and self.pawns & bit:
            taken = _BIT[target - 8 if self.turn else target + 8]
            occupied = ((self.white | self.black) & ~bit & ~taken) | _BIT[target]
            return not self.attackers(king, not self.turn, occupied) & ~taken
        if checkers:
            if checkers & (checkers - 1):
                return False
            if not _BIT[target] & (chess.between(king, checkers.bit_length() - 1) | checkers):
                return False
        return not (pinned & bit) or bool(_RAY[king][origin] & _BIT[target])

    def reach(self, square: int, kind: int, occupied: int) -> int:
        """Where a man of this kind (not a pawn) on this square could go, or come from."""
        if kind == KNIGHT:
            return _KNIGHT[square]
        if kind == KING:
            return _KING[square]
        board = 0
        if kind != ROOK:
            board = _DIAG[square][_DIAG_MASK[square] & occupied]
        if kind != BISHOP:
            board |= _RANK[square][_RANK_MASK[square] & occupied]
            board |= _FILE[square][_FILE_MASK[square] & occupied]
        return board

    def of_type(self, kind: int) -> int:
        """All men of one type, both colours."""
        if kind == BISHOP:
            return self.bishops
        if kind == ROOK:
            return self.rooks
        if kind == QUEEN:
            return self.queens
        return (0, self.pawns, self.knights, 0, 0, 0, self.kings)[kind]

    def origins(self, kind: int, target: int) -> int:
        """The mover's men of this type (not pawns, castling left out) that could legally go to a square."""
        own = self.white if self.turn else self.black
        if own & _BIT[target]:
            return 0
        if kind == KNIGHT:
            found = _KNIGHT[target] & own & self.knights
        elif kind == KING:
            found = _KING[target] & own & self.kings
        else:
            found = own & self.of_type(kind)
            if found & (_SLANTED[target] | _STRAIGHT[target]):
                found &= self.reach(target, kind, self.white | self.black)
            else:
                found = 0
        if found:
            _, checkers, pinned = self._safety or self._king_safety()
            if kind == KING or checkers or found & pinned:
                for square in squares(found):
                    if not self.is_safe(square, target):
                        found ^= _BIT[square]
        return found

    def _pawn_captures(self) -> Iterator[tuple[int, int]]:
        """(origin, target) of every legal pawn capture, en passant included, promotions once."""
        own, other = (self.white, self.black) if self.turn else (self.black, self.white)
        goals = other | (_BIT[self.ep] if self.ep >= 0 else 0)
        attacks = _PAWN[self.turn]
        for origin in squares(own & self.pawns):
            for target in squares(attacks[origin] & goals):
                if self.is_safe(origin, target):
                    yield origin, target

    def pawn_targets(self) -> list[int]:
        """The target squares of the legal pawn captures, sorted; a square twice when two pawns can take there."""
        own, other = (self.white, self.black) if self.turn else (self.black, self.white)
        pawns = own & self.pawns
        goals = other | 1 << self.ep if self.ep >= 0 else other
        if self.turn:
            west, east = (pawns & _NOT_A) << 7 & goals, (pawns & _NOT_H) << 9 & goals
        else:
            west, east = (pawns & _NOT_A) >> 9 & goals, (pawns & _NOT_H) >> 7 & goals
        if not west | east:
            return []
        _, checkers, pinned = self._safety or self._king_safety()
        if checkers or pinned & pawns or self.ep >= 0:
            return sorted(target for _, target in self._pawn_captures())
        return sorted([*squares(west), *squares(east)])

    def _pawn_moves(self, origins: int) -> Iterator[int]:
        own, other = (self.white, self.black) if self.turn else (self.black, self.white)
        occupied = own | other
        goals = other | (_BIT[self.ep] if self.ep >= 0 else 0)
        step, home = (8, _RANKS[1]) if self.turn else (-8, _RANKS[6])
        attacks = _PAWN[self.turn]
        for origin in squares(origins):
            targets = attacks[origin] & goals
            if 0 <= origin + step < 64 and not occupied & _BIT[origin + step]:
                targets |= _BIT[origin + step]
                if home & _BIT[origin] and not occupied & _BIT[origin + 2 * step]:
                    targets |= _BIT[origin + 2 * step]
            for target in squares(targets):
                if _BACK & _BIT[target]:
                    for promotion in (QUEEN, ROOK, BISHOP, KNIGHT):
                        yield origin | target << 6 | promotion << 12
                else:
                    yield origin | target << 6

    def _castlings(self) -> Iterator[int]:
        own = self.white if self.turn else self.black
        king_board = self.kings & own & _BIT[4 if self.turn else 60]
        if not king_board or not self.castling & own:
            return
        king = king_board.bit_length() - 1
        occupied = self.white | self.black
        for rook in squares(self.castling & own & self.rooks):
            if not chess.between(king, rook) & occupied:
                yield king | (king + 2 if rook > king else king - 2) << 6

    def pseudo_legal(self) -> Iterator[int]:
        """The moves of the men as they stand, without a look at the king's safety."""
        own = self.white if self.turn else self.black
        occupied = self.white | self.black
        for origin in squares(own & ~self.pawns):
            for target in squares(self.reach(origin, self.type_at(origin), occupied) & ~own):
                yield origin | target << 6
        yield from self._castlings()
        yield from self._pawn_moves(own & self.pawns)

    def legal_moves(self) -> list[int]:
        """Every legal move."""
        return [move for move in self.pseudo_legal() if self.is_safe(move & 63, move >> 6 & 63)]

    def has_legal_move(self) -> bool:
        """Whether the side to move has any; in Dark Chess, whether it still has a king too."""
        own = self.white if self.turn else self.black
        if self.dark and not self.kings & own:
            return False
        _, checkers, pinned = self._safety or self._king_safety()
        if not checkers:  # nearly always some free pawn can step, which is cheap to see
            free = own & self.pawns & ~pinned
            if (free << 8 if self.turn else free >> 8) & _ALL & ~(self.white | self.black):
                return True
            for origin in squares(own & ~(self.pawns | self.kings | pinned)):
                if self.reach(origin, self.type_at(origin), self.white | self.black) & ~own:
                    return True
        return any(self.is_safe(move & 63, move >> 6 & 63) for move in self.pseudo_legal())

    def is_legal(self, move: int) -> bool:
        """Whether the move is legal here."""
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        own = self.white if self.turn else self.black
        if not own & _BIT[origin] or own & _BIT[target]:
            return False
        kind = self.type_at(origin)
        if kind == PAWN:
            return move in self._pawn_moves(_BIT[origin]) and self.is_safe(origin, target)
        if promotion:
            return False
        if kind == KING and abs(origin - target) == 2 and origin >> 3 == target >> 3:
            return move in self._castlings() and self.is_safe(origin, target)
        return bool(self.reach(origin, kind, self.white | self.black) & _BIT[target]) and self.is_safe(origin, target)

    def play(self, move: int) -> Position:
        """The position after a move, which must at least be pseudo-legal."""
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        from_bit, to_bit = 1 << origin, 1 << target
        both = from_bit | to_bit
        keep = ~both
        new = Position.__new__(Position)
        turn = self.turn
        own, other = (self.white, self.black) if turn else (self.black, self.white)
        pawns, knights, bishops = self.pawns, self.knights, self.bishops
        rooks, queens, kings = self.rooks, self.queens, self.kings
        new.ep = -1
        new.halfmove = self.halfmove + 1
        new.castling = self.castling & keep
        own = own & keep | to_bit
        if other & to_bit:
            other &= keep
            new.halfmove = 0
        if pawns & from_bit:
            pawns &= keep
            knights, bishops, rooks, queens, kings = (
                knights & keep,
                bishops & keep,
                rooks & keep,
                queens & keep,
                kings & keep,
            )
            new.halfmove = 0
            if promotion:
                if promotion == QUEEN:
                    queens |= to_bit
                elif promotion == ROOK:
                    rooks |= to_bit
                elif promotion == BISHOP:
                    bishops |= to_bit
                else:
                    knights |= to_bit
            else:
                pawns |= to_bit
                if target == self.ep and target >= 0:
                    taken = ~(1 << (target - 8 if turn else target + 8))
                    other &= taken
                    pawns &= taken
                elif abs(origin - target) == 16 and not self.dark:
                    middle = (origin + target) >> 1
                    if _PAWN[turn][middle] & other & pawns:
                        new.ep = middle
        else:
            kind_king = kings & from_bit
            pawns &= keep
            knights = knights & keep | to_bit if knights & from_bit else knights & keep
            bishops = bishops & keep | to_bit if bishops & from_bit else bishops & keep
            rooks = rooks & keep | to_bit if rooks & from_bit else rooks & keep
            queens = queens & keep | to_bit if queens & from_bit else queens & keep
            kings = kings & keep | to_bit if kind_king else kings & keep
            if kind_king:
                new.castling &= ~(0xFF if turn else 0xFF << 56)
                if abs(origin - target) == 2 and self.castling & _BIT[_ROOK_OF.get(target, 0)]:
                    rook = _ROOK_OF[target]
                    swap = 1 << rook | 1 << _CORNERS[rook]
                    rooks ^= swap
                    own ^= swap
        new.white, new.black = (own, other) if turn else (other, own)
        new.pawns, new.knights, new.bishops = pawns, knights, bishops
        new.rooks, new.queens, new.kings = rooks, queens, kings
        new.turn = not turn
        new.fullmove = self.fullmove if turn else self.fullmove + 1
        new.dark = self.dark
        new._safety = None
        return new

    def captured_square(self, move: int) -> int:
        """Where the man stands that this move takes, or -1 when it takes none."""
        target = move >> 6 & 63
        other = self.black if self.turn else self.white
        if other & _BIT[target]:
            return target
        if target == self.ep and self.pawns & _BIT[move & 63] and target >= 0:
            return target - 8 if self.turn else target + 8
        return -1

    def san(self, move: int, *, suffix: bool = True, alone: bool = False) -> str:
        """Canonical SAN of a legal move: ``Nbd2``, ``exd6``, ``e8=Q+``, ``O-O-O#``.

        :param suffix: with ``+`` or ``#``; :param alone: it is known that no other man of its kind can go there.
        """
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        kind = self.type_at(origin)
        takes = self.captured_square(move) >= 0
        if kind == KING and abs(origin - target) == 2 and origin >> 3 == target >> 3:
            text = "O-O" if target > origin else "O-O-O"
        elif kind == PAWN:
            text = f"{_NAMES[origin][0]}x{_NAMES[target]}" if takes else _NAMES[target]
            if promotion:
                text += "=" + LETTERS[promotion]
        else:
            text = LETTERS[kind] + ("" if alone else self._which(origin, self.origins(kind, target)))
            text += ("x" if takes else "") + _NAMES[target]
        return text + self.play(move).suffix() if suffix else text

    def step(self, parts: Parts) -> tuple[int, Position, str, int] | None:
        """A printed move in one go, None unless exactly one legal move fits: the move, the position after it, its SAN,
        and where the man stood that it took (-1: none)."""
        moves = self.resolve(parts)
        if len(moves) != 1:
            return None
        move = moves[0]
        after = self.play(move)
        taken = self.captured_square(move)
        piece = parts.piece
        if piece is not None and piece != "P" and parts.from_ is None and parts.castle is None:
            san = f"{piece}x{parts.to}" if taken >= 0 else f"{piece}{parts.to}"
        else:
            san = self.san(move, suffix=False)
        if after.checkers():
            san += "+" if after.has_legal_move() else "#"
        return move, after, san, taken

    @staticmethod
    def _which(origin: int, rivals: int) -> str:
        """What SAN prints to tell a man from its rivals: nothing, a file, a rank or both."""
        rivals &= ~_BIT[origin]
        if not rivals:
            return ""
        if not rivals & _FILES[origin & 7]:
            return _NAMES[origin][0]
        if not rivals & _RANKS[origin >> 3]:
            return _NAMES[origin][1]
        return _NAMES[origin]

    def suffix(self) -> str:
        """``#``, ``+`` or nothing, for the move that led here; always nothing in Dark Chess, which knows no check."""
        if not self._king_safety()[1]:
            return ""
        return "+" if self.has_legal_move() else "#"

    def resolve(self, parts: Parts) -> list[int]:
        """The legal moves that fit a printed move, its capture mark left aside.

        An unknown piece stands for every piece and for pawns too, an unknown promotion for a queen's.
        """
        if parts.castle is not None:
            wanted = 2 if parts.castle == "short" else -2
            return [
                move
                for move in self._castlings()
                if (move >> 6 & 63) - (move & 63) == wanted and self.is_safe(move & 63, move >> 6 & 63)
            ]
        if parts.to is None:
            return []
        target = _SQUARE.get(parts.to, -1)
        mask = from_mask(parts.from_)
        if target < 0:  # only a file is printed: "ed", "bxc"
            column = _FILES["abcdefgh".index(parts.to)]
            return [
                m
                for m in self.legal_moves()
                if self.pawns & _BIT[m & 63] & mask
                and column & _BIT[m >> 6 & 63]
                and (not parts.promotion or m >> 12 == TYPE_OF[parts.promotion])
            ]
        if parts.piece == "P":
            return self._resolve_pawn(parts, target, mask)
        if parts.piece is not None:
            low = target << 6
            origins = self.origins(TYPE_OF[parts.piece], target) & mask
            if origins & (origins - 1):
                return [origin | low for origin in squares(origins)]
            return [origins.bit_length() - 1 | low] if origins else []
        found: list[int] = []
        for kind in (KNIGHT, BISHOP, ROOK, QUEEN, KING):
            found.extend(origin | target << 6 for origin in squares(self.origins(kind, target) & mask))
        return found + self._resolve_pawn(parts, target, mask)

    def _resolve_pawn(self, parts: Parts, target: int, mask: int) -> list[int]:
        """The pawn moves that fit: a step, a double step or captures to the target square."""
        own, other = (self.white, self.black) if self.turn else (self.black, self.white)
        bit = 1 << target
        if own & bit:
            return []
        pawns = own & self.pawns & mask
        near = 0
        if other & bit or target == self.ep:
            near = _PAWN[not self.turn][target] & pawns
        if not other & bit:
            back = target - 8 if self.turn else target + 8
            if 0 <= back < 64:
                if pawns >> back & 1:
                    near |= 1 << back
                elif target >> 3 == (3 if self.turn else 4) and not (self.white | self.black) >> back & 1:
                    near |= pawns & (1 << (back - 8 if self.turn else back + 8))
        wanted = TYPE_OF[parts.promotion] if parts.promotion else 0
        if _BACK & bit:
            if wanted in (PAWN, KING):
                return []
            wanted = wanted or QUEEN
        elif wanted:
            return []
        move = target << 6 | wanted << 12
        return [origin | move for origin in squares(near) if self.is_safe(origin, target)]

    def own_moves(self) -> Iterator[int]:
        """What the mover could try knowing only his own men: the tries that are possible (§2.1).

        The opponent's men are invisible, so lines go on through them and a pawn may try every diagonal.
        """
        own = self.white if self.turn else self.black
        for origin in squares(own):
            kind = self.type_at(origin)
            if kind == PAWN:
                yield from self._own_pawn(origin, own)
            else:
                for target in squares(self.reach(origin, kind, own) & ~own):
                    yield origin | target << 6
        king_board = self.kings & own & _BIT[4 if self.turn else 60]
        if king_board:
            king = king_board.bit_length() - 1
            for rook in squares(self.castling & own & self.rooks):
                if not chess.between(king, rook) & own:
                    yield king | (king + 2 if rook > king else king - 2) << 6

    def _own_pawn(self, origin: int, own: int) -> Iterator[int]:
        step, home = (8, _RANKS[1]) if self.turn else (-8, _RANKS[6])
        targets = _PAWN[self.turn][origin]
        if 0 <= origin + step < 64 and not own & _BIT[origin + step]:
            targets |= _BIT[origin + step]
            if home & _BIT[origin]:
                targets |= _BIT[origin + 2 * step]
        for target in squares(targets & ~own):
            if _BACK & _BIT[target]:
                for promotion in (QUEEN, ROOK, BISHOP, KNIGHT):
                    yield origin | target << 6 | promotion << 12
            else:
                yield origin | target << 6

    def resolve_own(self, parts: Parts) -> list[int]:
        """The tries that fit a printed one on the mover's own board, the opponent's men invisible."""
        return [move for move in self.own_moves() if self._fits(move, parts)]

    def _fits(self, move: int, parts: Parts) -> bool:
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        kind = self.type_at(origin)
        castles = kind == KING and abs(origin - target) == 2 and origin >> 3 == target >> 3
        if parts.castle is not None:
            return castles and (target > origin) == (parts.castle == "short")
        if castles or parts.to is None or not _NAMES[target].startswith(parts.to):
            return False
        if parts.piece is not None and TYPE_OF[parts.piece] != kind:
            return False
        if not from_mask(parts.from_) & _BIT[origin]:
            return False
        if kind == PAWN:
            slanted = origin & 7 != target & 7
            if parts.from_ is None and slanted != bool(parts.capture):
                return False  # a bare "d5" goes straight on, "xd5" takes
            if len(parts.to) == 1 and not slanted:
                return False
        if promotion:
            return promotion == (TYPE_OF[parts.promotion] if parts.promotion else QUEEN)
        return parts.promotion is None

    def own_san(self, move: int) -> str:
        """SAN for the mover's own eyes: told from the men that could go there on his own board alone.

        No ``x`` but for pawns and no ``+``: he hears those, he does not see them.
        """
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        kind = self.type_at(origin)
        own = self.white if self.turn else self.black
        if kind == KING and abs(origin - target) == 2 and origin >> 3 == target >> 3:
            return "O-O" if target > origin else "O-O-O"
        if kind == PAWN:
            text = f"{_NAMES[origin][0]}x" if origin & 7 != target & 7 else ""
            return text + _NAMES[target] + ("=" + LETTERS[promotion] if promotion else "")
        rivals = self.reach(target, kind, own & ~_BIT[target]) & own & self.of_type(kind)
        return LETTERS[kind] + self._which(origin, rivals) + _NAMES[target]


def from_mask(text: str | None) -> int:
    """The squares that a printed origin allows: all for None, a file, a rank or one square."""
    if not text:
        return _ALL
    if len(text) == 2:
        return _BIT[_SQUARE[text]] if text in _SQUARE else 0
    if text in "abcdefgh":
        return _FILES["abcdefgh".index(text)]
    return _RANKS[int(text) - 1] if text in "12345678" else 0
