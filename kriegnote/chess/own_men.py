"""The mover's own board: his men only, without the opponent's. Tries are made there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Self

from kriegnote.chess import matching
from kriegnote.chess.men import Men
from kriegnote.chess.squares import (
    BACK,
    BETWEEN,
    BISHOP,
    BIT,
    KING,
    KNIGHT,
    LETTERS,
    NAMES,
    PAWN,
    PAWN_REACH,
    QUEEN,
    RANKS,
    ROOK,
    SQUARE,
    TYPE_OF,
    from_mask,
    squares,
    which,
)
from kriegnote.model.printed_moves import Parts


class OwnMen(Men):
    """The tries of the side to move, which knows only its own men."""

    __slots__ = ()

    def own_key(self) -> tuple[int | bool, ...]:
        """The identity of the mover's own board: his men and his castling rights."""
        own = self.white if self.turn else self.black
        men = (self.pawns, self.knights, self.bishops, self.rooks, self.queens)
        return (own, *(kind & own for kind in men), self.castling & own, self.turn)

    def own_moves(self) -> Iterator[int]:
        """The tries that the mover's own men allow (§2.1).

        The opponent's men are invisible, so lines pass through them, and a pawn may try every diagonal.
        """
        return self._own_moves_of(self.white if self.turn else self.black)

    def _own_moves_of(self, men: int) -> Iterator[int]:
        """The tries of some of the mover's men, and castling."""
        own = self.white if self.turn else self.black
        for origin in squares(men):
            yield from self._own_man(origin, own)
        yield from self._own_castlings(own)

    def could_try(self, move: int) -> bool:
        """Whether the mover's own men allow a try: whether it is one of :meth:`own_moves`."""
        own = self.white if self.turn else self.black
        origin = move & 63
        return bool(own & BIT[origin]) and (move in self._own_man(origin, own) or move in self._own_castlings(own))

    def _own_man(self, origin: int, own: int) -> Iterable[int]:
        """The tries of one man, without castling."""
        kind = self.type_at(origin)
        if kind == PAWN:
            return self._own_pawn(origin, own)
        return [origin | target << 6 for target in squares(self.reach(origin, kind, own) & ~own)]

    def _own_castlings(self, own: int) -> Iterator[int]:
        king_board = self.kings & own & BIT[4 if self.turn else 60]
        if king_board:
            king = king_board.bit_length() - 1
            for rook in squares(self.castling & own & self.rooks):
                if not BETWEEN[king][rook] & own:
                    yield king | (king + 2 if rook > king else king - 2) << 6

    def _own_pawn(self, origin: int, own: int) -> Iterator[int]:
        return self._moves_of_pawns(BIT[origin], own, ~own)

    def _moves_of_pawns(self, origins: int, occupied: int, goals: int) -> Iterator[int]:
        """The moves of pawns: straight ahead where the squares are not occupied, by captures to the goals."""
        step, home = (8, RANKS[1]) if self.turn else (-8, RANKS[6])
        attacks = PAWN_REACH[self.turn]
        for origin in squares(origins):
            targets = attacks[origin] & goals
            if 0 <= origin + step < 64 and not occupied & BIT[origin + step]:
                targets |= BIT[origin + step]
                if home & BIT[origin] and not occupied & BIT[origin + 2 * step]:
                    targets |= BIT[origin + 2 * step]
            for target in squares(targets):
                if BACK & BIT[target]:
                    for promotion in (QUEEN, ROOK, BISHOP, KNIGHT):
                        yield origin | target << 6 | promotion << 12
                else:
                    yield origin | target << 6

    def each_gone(self) -> Iterator[Self]:
        """The positions without one of the mover's men, other than the king, each."""
        own = self.white if self.turn else self.black
        for square in squares(own & ~self.kings):
            yield self.without(BIT[square])

    def resolve_own(self, parts: Parts, ignoring: int = 0) -> list[int]:
        """The tries that fit a printed move, on the mover's own board.

        :param ignoring: the signs to ignore (:mod:`kriegnote.chess.matching`).
        """
        if not parts.has_target:
            return []
        elsewhere = (
            parts.castle is not None or parts.to not in SQUARE or parts.squares_alone or ignoring & matching.SQUARE
        )
        men = self.white if self.turn else self.black
        if not ignoring & matching.ORIGIN:
            men &= from_mask(parts.from_)
        if parts.piece is not None and not ignoring & matching.MAN:
            men &= self.of_type(TYPE_OF[parts.piece])
        moves = self._own_moves_of(men) if elsewhere else self._own_moves_to(SQUARE[str(parts.to)], men)
        return [move for move in moves if matching.fits(self, move, parts, ignoring, own=True)]

    def _own_moves_to(self, target: int, men: int) -> Iterator[int]:
        """The moves of :meth:`own_moves` by some men to one square, without castling, in the same order."""
        own = self.white if self.turn else self.black
        if own & BIT[target]:
            return
        origins = 0
        for kind in (KNIGHT, BISHOP, ROOK, QUEEN, KING):
            of_kind = men & self.of_type(kind)
            if of_kind:
                origins |= of_kind & self.reach(target, kind, own)
        back = -8 if self.turn else 8
        ahead = sum(BIT[square] for square in (target + back, target + 2 * back) if 0 <= square < 64)
        pawns = men & self.pawns & (PAWN_REACH[not self.turn][target] | ahead)
        for origin in squares(origins | pawns):
            if pawns & BIT[origin]:
                yield from (move for move in self._own_pawn(origin, own) if move >> 6 & 63 == target)
            else:
                yield origin | target << 6

    def own_san(self, move: int) -> str:
        """The SAN of a move on the mover's own board, disambiguated among his own men's tries.

        It has no ``x`` except for pawns, and no ``+``: these the mover hears, he does not see them.
        """
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        kind = self.type_at(origin)
        own = self.white if self.turn else self.black
        if self.castles(move):
            return "O-O" if target > origin else "O-O-O"
        if kind == PAWN:
            text = f"{NAMES[origin][0]}x" if origin & 7 != target & 7 else ""
            return text + NAMES[target] + ("=" + LETTERS[promotion] if promotion else "")
        rivals = self.reach(target, kind, own & ~BIT[target]) & own & self.of_type(kind)
        return LETTERS[kind] + which(origin, rivals) + NAMES[target]
