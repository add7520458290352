"""Positions of games other than chess: python-chess moves the men, and the rulebook's game restricts the moves.

:class:`VariantPosition` has the interface of :class:`~kriegnote.chess.position.Position`. It is slower, so chess and
    Dark Chess use the latter. In Chess960 castling is encoded as the king's move onto its own rook, as in UCI.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self

from kriegnote.chess.fen import read
from kriegnote.chess.matching import fits
from kriegnote.chess.position import Position
from kriegnote.chess.squares import BETWEEN, BIT, KING, LETTERS, RANKS, SQUARE, START_FEN, TYPE_OF
from kriegnote.model.printed_moves import Parts
from kriegnote.rules.game import ORTHODOX, Game

if TYPE_CHECKING:  # only these games need python-chess, which takes longer to import than a short command
    import chess

    from kriegnote.rules.chess_board import GameBoard

_ENDS: Final = RANKS[0] | RANKS[1]


def position_of(game: Game, fen: str | None = None, *, whole: bool = True) -> Position:
    """The position of a FEN (without one, the usual starting position of the game).

    :param whole: False: the FEN holds only what one player knows, possibly without a king.
    :raises ValueError: if the FEN is malformed or is not a position of this game.
    """
    if fen is None:
        return _first_of(game)
    if plain(game):
        return Position.from_fen(fen, dark=game.goal == "king", whole=whole)
    return VariantPosition.set_up(fen, game, whole=whole)


@lru_cache(maxsize=64)
def _first_of(game: Game) -> Position:
    """The usual starting position of a game; cached, since nearly every record starts from it."""
    if game.start == "usual" and plain(game):
        return Position.first(dark=game.goal == "king")
    return position_of(game, START_FEN if game.start == "usual" else game.start)


def plain(game: Game) -> bool:
    """Whether the men move as in chess or Dark Chess, so that the faster :class:`Position` can be used."""
    if game is ORTHODOX:
        return True
    passing = game.en_passant_capture == (game.goal != "king")
    return (
        passing
        and game.goal != "queen-mate"
        and game.setup != "960"
        and game.double_step == "second"
        and game.promotion_to == ORTHODOX.promotion_to
        and game.knights == "knight"
        and game.turns != "progressive"
        and game.invisible == "all"
    )


class VariantPosition(Position):
    """A position of a game other than chess.

    ``fresh``: the pawns that have not moved; ``unseen``: the invisible men of Invisible Chess (both as bitboards);
    ``length`` and ``left``: the number of moves of the current series and how many of them are still to come;
    ``passing``: the squares passed over by pawns that moved two squares in the opponent's last series.
    """

    __slots__ = ("_legal", "fresh", "game", "left", "length", "passing", "unseen")

    slowness = 6
    game: Game
    fresh: int
    left: int
    length: int
    passing: tuple[int, ...]
    unseen: int
    _legal: tuple[int, ...] | None

    # -- setting up ------------------------------------------------------------------------------------------------

    @classmethod
    def set_up(cls, fen: str, game: Game, *, whole: bool = True) -> Self:
        """The position of a FEN under a game's rules.

        :raises ValueError: if the FEN is malformed or is not a position of this game.
        """
        import chess

        board = chess.Board(fen, chess960=game.setup == "960")
        both = all(len(board.pieces(KING, color)) == 1 for color in (True, False))
        if whole and game.goal != "king" and not both:
            raise ValueError(f"each side needs one king: {fen!r}")
        self = cls.__new__(cls)
        self.game = game
        self._take(board)
        self.fresh = self.pawns & (self.white & _ENDS | self.black & (RANKS[6] | RANKS[7]))
        self.length = self.fullmove if game.turns == "progressive" else 1
        self.left = self.length
        self.unseen = sum(BIT[SQUARE[name]] for name in game.invisible.split() if name in SQUARE)
        self.passing = (self.ep,) if self.ep >= 0 else ()
        if whole and game.goal != "king" and self._board(not self.turn).is_check():
            raise ValueError(f"the side that has just moved is in check: {fen!r}")
        if whole and self.ep >= 0 and game.turns == "one":
            read(fen).passed_square()
        return self

    def _take(self, board: chess.Board) -> None:
        self.white, self.black = board.occupied_co[True], board.occupied_co[False]
        self.pawns, self.knights, self.bishops = board.pawns, board.knights, board.bishops
        self.rooks, self.queens, self.kings = board.rooks, board.queens, board.kings
        self.turn, self.castling = board.turn, board.clean_castling_rights()
        self.halfmove, self.fullmove = board.halfmove_clock, board.fullmove_number
        self.dark, self._safety, self._legal = self.game.goal == "king", None, None
        passing = board.ep_square if self.game.en_passant_capture and board.has_pseudo_legal_en_passant() else None
        self.ep = -1 if passing is None else passing

    def _board(self, turn: bool | None = None) -> GameBoard:
        from kriegnote.rules.chess_board import GameBoard

        board = GameBoard(None, chess960=self.game.setup == "960")
        board.game = self.game
        fill(board, self)
        board.turn = self.turn if turn is None else turn
        board.fullmove_number = max(1, self.fullmove)
        board.ep_square = None if self.game.turns == "progressive" else board.ep_square
        return board

    def takes_en_passant(self) -> bool:
        """Whether pawns can capture en passant in this game."""
        return self.game.en_passant_capture

    # -- what can be played ----------------------------------------------------------------------------------------

    def legal_moves(self) -> list[int]:
        """Every legal move."""
        return list(self._moves())

    def pseudo_legal(self) -> Iterator[int]:
        """The legal moves; there is no cheaper superset of them here."""
        yield from self._moves()

    def _moves(self) -> tuple[int, ...]:
        if self._legal is None or self._safety is None:
            self.king_safety()
            self._legal = tuple(self._find())
        return self._legal

    def _find(self) -> Iterator[int]:
        own = self.white if self.turn else self.black
        if self.dark and not self.kings & own:
            return
        board = self._board()
        found = dict.fromkeys(self._coded(board, board.candidates()))
        for square in self.passing if self.left == self.length else ():
            board.ep_square = square
            found.update(dict.fromkeys(self._coded(board, board.generate_legal_ep())))
        for move in found:
            if not self.checks_early(move, board):
                yield move

    def _coded(self, board: GameBoard, moves: Iterator[chess.Move]) -> Iterator[int]:
        game = self.game
        for move in moves:
            origin, target, promotion = move.from_square, move.to_square, move.promotion or 0
            if self.pawns & BIT[origin]:
                if promotion and LETTERS[promotion] not in game.promotion_to:
                    continue
                if abs(origin - target) == 16 and not self._may_double(origin):
                    continue
                if origin & 7 != target & 7 and not board.occupied & BIT[target] and not game.en_passant_capture:
                    continue
            elif self.knights & BIT[origin] and game.knights == "spy" and board.occupied & BIT[target]:
                continue
            yield origin | target << 6 | promotion << 12

    def _may_double(self, origin: int) -> bool:
        if self.game.double_step == "never":
            return False
        if self.game.double_step == "second":
            return origin >> 3 == (1 if self.turn else 6)
        return bool(self.fresh & BIT[origin])

    def checks_early(self, move: int, board: GameBoard | None = None) -> bool:
        """Whether a move gives check although it is not the last of its series.

        :param board: the board of this position, if it is set up already.
        """
        game = self.game
        if game.turns != "progressive" or game.series_check == "ends" or self.left == 1:
            return False
        return (board or self._board()).gives_check(_chess_move(move))

    def has_legal_move(self) -> bool:
        """Whether the side to move has a legal move."""
        return bool(self._moves())

    def is_legal(self, move: int) -> bool:
        """Whether the move is legal here."""
        return move in self._moves()

    def pawn_goals(self) -> tuple[int, int]:
        """The target squares of legal pawn captures towards the a-file and towards the h-file, as bitboards."""
        west = east = 0
        for move in self._moves():
            steps = (move >> 6 & 7) - (move & 7)
            if steps and self.pawns & BIT[move & 63]:
                west, east = (west | BIT[move >> 6 & 63], east) if steps < 0 else (west, east | BIT[move >> 6 & 63])
        return west, east

    def origins(self, kind: int, target: int) -> int:
        """The mover's men of a type (no pawns, no castling) that can legally move to a square, as a bitboard."""
        found = 0
        for move in self._moves():
            if move >> 6 & 63 == target and self.type_at(move & 63) == kind and not self.castles(move):
                found |= BIT[move & 63]
        return found

    def resolve(self, parts: Parts, ignoring: int = 0) -> list[int]:
        """The legal moves that fit a printed move, regardless of its capture mark."""
        if not parts.has_target:
            return []
        return [move for move in self._moves() if fits(self, move, parts, ignoring)]

    def arrivals(self, target: int) -> list[int]:
        """All legal moves to a square."""
        return [move for move in self._moves() if move >> 6 & 63 == target]

    def usual_promotion(self) -> int:
        """The piece type that a pawn becomes if none is given: the strongest that the game allows."""
        return max(TYPE_OF[letter] for letter in self.game.promotion_to)

    # -- playing ---------------------------------------------------------------------------------------------------

    def play(self, move: int) -> VariantPosition:
        """The position after a move."""
        origin, target = move & 63, move >> 6 & 63
        board = self._board()
        if self.left == self.length and target in self.passing and self.pawns & BIT[origin]:
            board.ep_square = target
        new = self._copy()
        board.push(_chess_move(move))
        new._take(board)
        new.fresh = self.fresh & ~(BIT[origin] | BIT[target])
        hidden = self.unseen & BIT[origin]
        new.unseen = self.unseen & ~(BIT[origin] | BIT[target]) | (BIT[target] if hidden else 0)
        if self.game.turns == "progressive":
            self._go_on(new, move, board)
        return new

    def _go_on(self, new: VariantPosition, move: int, board: chess.Board) -> None:
        """Continues the series after a move, or begins the opponent's, which is one move longer."""
        origin, target = move & 63, move >> 6 & 63
        step = 8 if self.turn else -8
        made = () if self.left == self.length else self.passing  # passed over earlier in this series
        passing = tuple(square for square in made if origin != square + step)
        if self.pawns & BIT[origin] and abs(origin - target) == 16 and self.game.en_passant_capture:
            passing = (*passing, (origin + target) >> 1)
        ends = self.left == 1 or (self.game.series_check == "ends" and board.is_check())
        new.turn = self.turn != ends
        new.length = self.length + ends
        new.left = new.length if ends else self.left - 1
        new.fullmove = new.length
        new.passing = passing
        new.ep = -1
        new._safety = new._legal = None

    def captured_square(self, move: int) -> int:
        """The square of the man that a move captures, or -1 if it captures nothing."""
        origin, target = move & 63, move >> 6 & 63
        other = self.black if self.turn else self.white
        if other & BIT[target]:
            return target
        if self.pawns & BIT[origin] and origin & 7 != target & 7:
            return target - 8 if self.turn else target + 8
        return -1

    def key(self) -> tuple[int, ...]:
        """The identity of the position: everything but the counters."""
        return (*super().key(), self.left, self.length if self.game.turns == "progressive" else 0, *self.passing)

    def after_refused_try(self, move: int) -> VariantPosition:
        """The position after an illegal try in Invisible Chess: the turn passes, and men in the way become visible.

        These are the invisible men on the path of the try or, if there are none, those that would attack the king.
        """
        origin, target = move & 63, move >> 6 & 63
        other = self.black if self.turn else self.white
        way = BETWEEN[origin][target] | BIT[target]
        found = self.unseen & other & way
        if not found:
            board = self._board()
            board.push(_chess_move(move))
            king = board.king(self.turn)
            found = self.unseen & other & (board.attackers_mask(not self.turn, king) if king is not None else 0)
        new = self._copy()
        new.unseen &= ~found
        new.turn, new.ep, new._legal = not self.turn, -1, None
        new.fullmove = self.fullmove + (not self.turn)
        return new

    # -- kings -----------------------------------------------------------------------------------------------------

    def king_safety(self) -> tuple[int, int, int]:
        if self._safety is None:
            king_board = self.kings & (self.white if self.turn else self.black)
            self._legal = None
            if self.dark or not king_board:
                self._safety = (-1, 0, 0)
            else:
                self._safety = (king_board.bit_length() - 1, int(self._board().checkers_mask()), 0)
        return self._safety

    def is_safe(self, origin: int, target: int) -> bool:
        """Whether any move from one square to another is legal."""
        return any(move & 63 == origin and move >> 6 & 63 == target for move in self._moves())

    # -- castling --------------------------------------------------------------------------------------------------

    def castles(self, move: int) -> bool:
        """Whether a move is castling; in Chess960 the king moves onto his own rook."""
        origin, target = move & 63, move >> 6 & 63
        if not self.kings & BIT[origin]:
            return False
        if self.game.setup == "960":
            own = self.white if self.turn else self.black
            return bool(own & self.rooks & BIT[target])
        return abs(origin - target) == 2 and origin >> 3 == target >> 3

    def castlings(self) -> Iterator[int]:
        yield from (move for move in self._moves() if self.castles(move))

    def san(self, move: int, *, suffix: bool = True, alone: bool = False, after: Position | None = None) -> str:
        """Canonical SAN of a legal move."""
        if self.castles(move):
            text = "O-O" if (move >> 6 & 63) > (move & 63) else "O-O-O"
            return text + (after or self.play(move)).suffix() if suffix else text
        text = super().san(move, suffix=False, alone=alone)
        if not suffix:
            return text
        after = after or self.play(move)
        return text + ("" if self.turn == after.turn and self.game.turns == "progressive" else after.suffix())

    # -- the mover's own board -------------------------------------------------------------------------------------

    def _own_castlings(self, own: int) -> Iterator[int]:
        board = self._board()
        board.occupied_co[not self.turn] = 0
        board.occupied = own
        for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings"):
            setattr(board, name, getattr(board, name) & own)
        for move in board.generate_castling_moves():
            yield move.from_square | move.to_square << 6

    def _own_pawn(self, origin: int, own: int) -> Iterator[int]:
        for move in super()._own_pawn(origin, own):
            if abs((move & 63) - (move >> 6 & 63)) == 16 and not self._may_double(origin):
                continue
            if move >> 12 and LETTERS[move >> 12] not in self.game.promotion_to:
                continue
            yield move
        step = 16 if self.turn else -16
        rear = origin >> 3 == (0 if self.turn else 7)
        if rear and self._may_double(origin) and not own & (BIT[origin + step // 2] | BIT[origin + step]):
            yield origin | (origin + step) << 6

    def resolve_own(self, parts: Parts, ignoring: int = 0) -> list[int]:
        """The moves on the mover's own board that fit a printed try."""
        if not parts.has_target:
            return []
        return [move for move in self.own_moves() if fits(self, move, parts, ignoring, own=True)]


def fill(board: chess.Board, position: Position) -> None:
    """Sets up a position on an empty board of python-chess, without its move history."""
    board.pawns, board.knights, board.bishops = position.pawns, position.knights, position.bishops
    board.rooks, board.queens, board.kings = position.rooks, position.queens, position.kings
    board.occupied_co, board.occupied = [position.black, position.white], position.everyone
    board.turn, board.castling_rights = position.turn, position.castling
    board.ep_square = position.ep if position.ep >= 0 else None
    board.halfmove_clock, board.fullmove_number = position.halfmove, position.fullmove


def _chess_move(move: int) -> chess.Move:
    import chess

    return chess.Move(move & 63, move >> 6 & 63, (move >> 12) or None)
