"""Positions: the one place where moves are played on a board.

A :class:`Position` never changes: :meth:`Position.play` returns the next one; ``with_men``, ``without``, ``facing`` and
the like return others. Castling is encoded as the king's move of two squares. For squares and moves as integers see
:mod:`kriegnote.chess.squares`.

``dark`` positions follow the rules of Dark Chess (§8.1.1): the king may be captured, which ends the game, so there are
no checks, pins or attacked squares; and there is no en passant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from kriegnote.chess.matching import SQUARE as WHERE
from kriegnote.chess.matching import fits
from kriegnote.chess.own_men import OwnMen
from kriegnote.chess.squares import (
    ALL,
    BACK,
    BETWEEN,
    BISHOP,
    BIT,
    CORNERS,
    KING,
    KING_REACH,
    KNIGHT,
    LETTERS,
    NAMES,
    NOT_A,
    NOT_H,
    PAWN,
    PAWN_REACH,
    QUEEN,
    ROOK,
    ROOK_OF,
    SQUARE,
    START_FEN,
    TYPE_OF,
    diagonal,
    from_mask,
    move_of,
    origin_of,
    promotion_of,
    square_name,
    square_of,
    squares,
    target_of,
    uci,
    which,
)
from kriegnote.model.events import Side
from kriegnote.model.printed_moves import Parts


class Position(OwnMen):
    """A position and the moves that can be played in it."""

    __slots__ = ()

    slowness: ClassVar[int] = 1
    """How many times as long as in chess it takes to find the legal moves."""

    @property
    def side(self) -> Side:
        """The side to move."""
        return "white" if self.turn else "black"

    def pawn_goals(self) -> tuple[int, int]:
        """The target squares of legal pawn captures towards the a-file and towards the h-file, as bitboards."""
        passing = BIT[self.ep] if self.ep >= 0 else 0
        if self.turn:
            pawns, goals = self.white & self.pawns, self.black | passing
            west, east = (pawns & NOT_A) << 7 & goals, (pawns & NOT_H) << 9 & goals
        else:
            pawns, goals = self.black & self.pawns, self.white | passing
            west, east = (pawns & NOT_A) >> 9 & goals, (pawns & NOT_H) >> 7 & goals
        if west or east:
            _, checkers, pinned = self._safety or self.king_safety()
            if checkers or passing or pinned & pawns:
                from_west, from_east = (7, 9) if self.turn else (-9, -7)
                west = sum(BIT[target] for target in squares(west) if self.is_safe(target - from_west, target))
                east = sum(BIT[target] for target in squares(east) if self.is_safe(target - from_east, target))
        return west, east

    def pawn_targets(self) -> list[int]:
        """The target squares of legal pawn captures, sorted; a square appears twice if two pawns can capture there."""
        west, east = self.pawn_goals()
        return sorted([*squares(west), *squares(east)]) if west and east else [*squares(west | east)]

    def pawn_moves(self, origins: int) -> Iterator[int]:
        """The moves of the mover's pawns on these squares (a bitboard), regardless of the king's safety."""
        other = self.black if self.turn else self.white
        goals = other | BIT[self.ep] if self.ep >= 0 else other
        return self._moves_of_pawns(origins, self.white | self.black, goals)

    def castlings(self) -> Iterator[int]:
        """The castlings with a free path between king and rook, regardless of the king's safety."""
        own = self.white if self.turn else self.black
        king_board = self.kings & own & BIT[4 if self.turn else 60]
        if not king_board or not self.castling & own:
            return
        king = king_board.bit_length() - 1
        occupied = self.white | self.black
        for rook in squares(self.castling & own & self.rooks):
            if not BETWEEN[king][rook] & occupied:
                yield king | (king + 2 if rook > king else king - 2) << 6

    def pseudo_legal(self) -> Iterator[int]:
        """The moves of the men, regardless of the king's safety."""
        own = self.white if self.turn else self.black
        occupied = self.white | self.black
        for origin in squares(own & ~self.pawns):
            for target in squares(self.reach(origin, self.type_at(origin), occupied) & ~own):
                yield origin | target << 6
        yield from self.castlings()
        yield from self.pawn_moves(own & self.pawns)

    def legal_moves(self) -> list[int]:
        """All legal moves."""
        return [move for move in self.pseudo_legal() if self.is_safe(move & 63, move >> 6 & 63)]

    def has_legal_move(self) -> bool:
        """Whether the side to move has a legal move; in Dark Chess it must also still have a king."""
        own = self.white if self.turn else self.black
        if self.dark and not self.kings & own:
            return False
        king, checkers, pinned = self._safety or self.king_safety()
        if checkers:  # usually the king can step aside
            if any(self.is_safe(king, target) for target in squares(KING_REACH[king] & ~own)):
                return True
        else:  # nearly always a free pawn can advance, which is cheap to find out
            free = own & self.pawns & ~pinned
            if (free << 8 if self.turn else free >> 8) & ALL & ~(self.white | self.black):
                return True
            for origin in squares(own & ~(self.pawns | self.kings | pinned)):
                if self.reach(origin, self.type_at(origin), self.white | self.black) & ~own:
                    return True
        return any(self.is_safe(move & 63, move >> 6 & 63) for move in self.pseudo_legal())

    def is_legal(self, move: int) -> bool:
        """Whether a move is legal here."""
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        own = self.white if self.turn else self.black
        if not own & BIT[origin] or own & BIT[target]:
            return False
        kind = self.type_at(origin)
        if kind == PAWN:
            return move in self.pawn_moves(BIT[origin]) and self.is_safe(origin, target)
        if promotion:
            return False
        if kind == KING and self.castles(move):
            return move in self.castlings() and self.is_safe(origin, target)
        return bool(self.reach(origin, kind, self.white | self.black) & BIT[target]) and self.is_safe(origin, target)

    def play(self, move: int) -> Position:
        """The position after a move, which must be at least pseudo-legal."""
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        from_bit, to_bit = BIT[origin], BIT[target]
        both = from_bit | to_bit
        new = Position.__new__(Position)
        turn = self.turn
        own, other = (self.white, self.black) if turn else (self.black, self.white)
        pawns, knights, bishops = self.pawns, self.knights, self.bishops
        rooks, queens, kings = self.rooks, self.queens, self.kings
        new.ep = -1
        new.halfmove = self.halfmove + 1
        new.castling = self.castling & ~both
        own ^= both
        if other & to_bit:
            keep = ~to_bit
            other, pawns, knights, bishops = other & keep, pawns & keep, knights & keep, bishops & keep
            rooks, queens, kings = rooks & keep, queens & keep, kings & keep
            new.halfmove = 0
        if pawns & from_bit:
            pawns ^= from_bit
            new.halfmove = 0
            if promotion == QUEEN:
                queens |= to_bit
            elif promotion == ROOK:
                rooks |= to_bit
            elif promotion == BISHOP:
                bishops |= to_bit
            elif promotion == KNIGHT:
                knights |= to_bit
            else:
                pawns |= to_bit
                if target == self.ep:
                    taken = ~BIT[target - 8 if turn else target + 8]
                    other &= taken
                    pawns &= taken
                elif abs(origin - target) == 16 and not self.dark:
                    middle = (origin + target) >> 1
                    if PAWN_REACH[turn][middle] & other & pawns:
                        new.ep = middle
        elif knights & from_bit:
            knights ^= both
        elif bishops & from_bit:
            bishops ^= both
        elif rooks & from_bit:
            rooks ^= both
        elif queens & from_bit:
            queens ^= both
        else:
            kings ^= both
            new.castling &= ~(0xFF if turn else 0xFF << 56)
            if abs(origin - target) == 2 and self.castling & BIT[ROOK_OF.get(target, 0)]:
                rook = ROOK_OF[target]
                swap = BIT[rook] | BIT[CORNERS[rook]]
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

    def san(self, move: int, *, suffix: bool = True, alone: bool = False, after: Position | None = None) -> str:
        """The canonical SAN of a legal move: ``Nbd2``, ``exd6``, ``e8=Q+``, ``O-O-O#``.

        :param suffix: whether ``+`` or ``#`` is added.
        :param alone: True if it is known that no other man of the same type can go to the square.
        :param after: the position after the move, if it is known, so that the move need not be played for its suffix.
        """
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        kind = self.type_at(origin)
        takes = self.captured_square(move) >= 0
        if kind == KING and self.castles(move):
            text = "O-O" if target > origin else "O-O-O"
        elif kind == PAWN:
            text = f"{NAMES[origin][0]}x{NAMES[target]}" if takes else NAMES[target]
            if promotion:
                text += "=" + LETTERS[promotion]
        else:
            text = LETTERS[kind] + ("" if alone else which(origin, self.origins(kind, target)))
            text += ("x" if takes else "") + NAMES[target]
        return text + (self.play(move) if after is None else after).suffix() if suffix else text

    def step(self, parts: Parts) -> tuple[int, Position, str] | None:
        """Resolves and plays a printed move: the move, the position after it, its SAN; None unless one move fits."""
        moves = self.resolve(parts)
        if len(moves) != 1:
            return None
        move = moves[0]
        after = self.play(move)
        man = parts.piece
        takes = not after.halfmove and self.captured_square(move) >= 0  # the counter rules out most quiet moves
        if man is None or parts.from_ is not None or parts.to is None or (man == "P" and (takes or move >> 12)):
            san = self.san(move, suffix=False)
        else:  # the only man that can go there: no disambiguation
            san = f"{'' if man == 'P' else man}{'x' if takes else ''}{NAMES[move >> 6 & 63]}"
        if after.king_safety()[1]:
            san += "+" if after.has_legal_move() else "#"
        return move, after, san

    def suffix(self) -> str:
        """``#``, ``+`` or nothing, for the move that led to this position; always nothing in Dark Chess."""
        if not self.king_safety()[1]:
            return ""
        return "+" if self.has_legal_move() else "#"

    def checks_early(self, move: int) -> bool:
        """Whether a move is not legal because it gives check before the last move of its series; never in chess."""
        return False

    def resolve(self, parts: Parts, ignoring: int = 0) -> list[int]:
        """The legal moves that fit a printed move, regardless of its capture mark (:mod:`kriegnote.chess.matching`).

        A printed move without a man fits any man; one without a promotion means promotion to a queen.

        :param ignoring: further signs to ignore.
        """
        target = SQUARE.get(parts.to or "", -1)
        if target >= 0 and parts.piece is not None and not ignoring and parts.castle is None and not parts.described:
            return self._resolve_plain(TYPE_OF[parts.piece], target, parts)
        if parts.castle is not None:
            moves = self._legal_castlings()
        elif target >= 0 and not ignoring & WHERE:
            moves = self.arrivals(target)
        else:
            moves = self.legal_moves() if parts.to is not None or parts.described else []
        return [move for move in moves if fits(self, move, parts, ignoring)]

    def _resolve_plain(self, kind: int, target: int, parts: Parts) -> list[int]:
        """:meth:`resolve` for a man and a target square, as most printed moves have, without generating other moves."""
        becomes = TYPE_OF[parts.promotion] if parts.promotion else 0
        if kind == PAWN and BACK >> target & 1:
            becomes = becomes or QUEEN
            if becomes in (PAWN, KING):
                return []
        elif becomes:
            return []
        move = target << 6 | becomes << 12
        origins = self.pawn_origins(target) if kind == PAWN else self.origins(kind, target)
        if parts.from_ is not None:
            origins &= from_mask(parts.from_)
        if origins & (origins - 1):
            return [origin | move for origin in squares(origins)]
        return [origins.bit_length() - 1 | move] if origins else []

    def arrivals(self, target: int) -> list[int]:
        """All legal moves to a square, including castling and each promotion."""
        low = target << 6
        found = [
            origin | low
            for kind in (KNIGHT, BISHOP, ROOK, QUEEN, KING)
            for origin in squares(self.origins(kind, target))
        ]
        found += [move for move in self._legal_castlings() if move >> 6 & 63 == target]
        become = (QUEEN, ROOK, BISHOP, KNIGHT) if BACK >> target & 1 else (0,)
        return found + [origin | low | man << 12 for origin in squares(self.pawn_origins(target)) for man in become]

    def _legal_castlings(self) -> list[int]:
        return [move for move in self.castlings() if self.is_safe(move & 63, move >> 6 & 63)]

    def pawn_origins(self, target: int) -> int:
        """The mover's pawns that can legally move to a square, straight ahead or by a capture, as a bitboard."""
        own, other = (self.white, self.black) if self.turn else (self.black, self.white)
        bit = 1 << target
        if own & bit:
            return 0
        pawns = own & self.pawns
        near = 0
        if other & bit or target == self.ep:
            near = PAWN_REACH[not self.turn][target] & pawns
        if not other & bit:
            back = target - 8 if self.turn else target + 8
            if 0 <= back < 64:
                if pawns >> back & 1:
                    near |= 1 << back
                elif target >> 3 == (3 if self.turn else 4) and not (self.white | self.black) >> back & 1:
                    near |= pawns & (1 << (back - 8 if self.turn else back + 8))
        if not near & (near - 1):  # one, or none
            return near if near and self.is_safe(near.bit_length() - 1, target) else 0
        return sum(1 << origin for origin in squares(near) if self.is_safe(origin, target))


def distinct(positions: Iterable[Position]) -> list[Position]:
    """The positions in order, without duplicates (by :meth:`Position.key`)."""
    return list({position.key(): position for position in positions}.values())


__all__ = [
    "BISHOP",
    "KING",
    "KNIGHT",
    "LETTERS",
    "PAWN",
    "QUEEN",
    "ROOK",
    "START_FEN",
    "TYPE_OF",
    "Position",
    "diagonal",
    "distinct",
    "from_mask",
    "move_of",
    "origin_of",
    "promotion_of",
    "square_name",
    "square_of",
    "squares",
    "target_of",
    "uci",
]
