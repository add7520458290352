"""A player's own board: his men as he knows them himself, the opponent's heard but never seen.

They are moved by his own moves, taken off by the captures that he hears, and by what he is shown.  The board is a
value: each step gives the next one.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from kriegnote.chess.position import Position, square_of, uci
from kriegnote.chess.squares import uci_move
from kriegnote.model.events import Capture, Move, Reveal, Try
from kriegnote.rules import RuleSet
from kriegnote.umpire.resolution import resolve_try


class OwnBoard(NamedTuple):
    """One side's men; ``position`` holds them alone, their side to move."""

    position: Position
    white: bool

    @classmethod
    def of(cls, start: Position, white: bool) -> Self:
        """One side's men of a position."""
        return cls(start.alone(white), white)

    @property
    def men(self) -> int:
        """The men, as a bitboard."""
        return self.position.white if self.white else self.position.black

    def moves(self, event: Move | Try) -> list[int]:
        """The moves that a recorded one may be among these men.

        Of several the only one that could be played were there no others: the rest need a man to take.
        """
        found = resolve_try(self.position, event)
        straight = [move for move in found if self.position.is_legal(move)] if len(found) > 1 else []
        return straight if len(straight) == 1 else found

    def move(self, text: str | None) -> int | None:
        """The move that these men can make of UCI text; None where they cannot, or there is none."""
        move = uci_move(text)
        return move if move is not None and self.position.could_try(move) else None

    def moved(self, move: int) -> OwnBoard:
        """After a move of the player's own."""
        return OwnBoard(self.position.play(move).alone(self.white), self.white)

    def lost(self, event: Capture, rules: RuleSet) -> Lost:
        """After a capture that the opponent is heard to make.

        En passant is understood where the square named holds no man, or where the rulebook names the square that the
        capturer went to.
        """
        if event.square is None:
            return Lost(self, None)
        square = square_of(event.square)
        own, board = self.men, self.position
        if not own >> square & 1 or (event.en_passant and rules.en_passant_square == "landing"):
            behind = {2: square + 8, 5: square - 8}.get(square >> 3, -1)
            if behind >= 0 and board.pawns & own & 1 << behind:
                square = behind
            elif not own >> square & 1:
                return Lost(self, None, missing=True)
        return Lost(OwnBoard(board.without(1 << square), self.white), board.type_at(square))

    def shown(self, event: Reveal) -> OwnBoard:
        """After something is shown: where an enemy man is seen, or nothing, none of his own stands any more."""
        gone = sum(1 << square_of(name) for name in {*event.seen, *(event.moved or ())[-1:]})
        return OwnBoard(self.position.without(gone), self.white) if gone & self.men else self


class Lost(NamedTuple):
    """The board after a capture, and the man that was taken, None where no square is named.

    ``missing``: a square is named, and none of his men stands there.
    """

    board: OwnBoard
    man: int | None
    missing: bool = False


class FollowedBoard:
    """A player's own board through a record, as far as it can be followed: :attr:`board` is None from there on.

    :param start: the position the game starts from; only the player's men are kept.
    :param rules: whose announcements he hears.
    """

    def __init__(self, start: Position, white: bool, rules: RuleSet) -> None:
        self.rules = rules
        self.board: OwnBoard | None = OwnBoard.of(start, white)
        self.before: OwnBoard | None = self.board  # before his last move: where the later entries of a list belong
        self.turn: int | None = None  # of his last move

    def named(self, event: Move | Try) -> tuple[str | None, str | None]:
        """An own move or try in UCI and SAN: as recorded where this board knows no better, without SAN then."""
        if isinstance(event, Move) and event.turn is not None:
            if self.turn is not None and event.turn > self.turn + 1 and self.rules.game.turns == "one":
                self.board = None  # a move of his own is missing before this
            self.turn = event.turn
        board = self.before if isinstance(event, Try) and event.verdict == "untested" else self.board
        if board is None:
            return event.move, None
        able = board.moves(event)
        return (uci(able[0]), board.position.own_san(able[0])) if len(able) == 1 else (event.move, None)

    def played(self, text: str | None) -> int | None:
        """The player makes a move, given in UCI; one that his men cannot make, or that nobody knows, is None."""
        self.before = self.board
        move = self.board.move(text) if self.board is not None else None
        self.board = self.board.moved(move) if self.board is not None and move is not None else None
        return move

    def taken(self, event: Capture) -> None:
        """The opponent is heard to capture."""
        if self.board is not None:
            self.board = self.board.lost(event, self.rules).board

    def shown(self, event: Reveal) -> None:
        """The player is shown something."""
        if self.board is not None:
            self.board = self.board.shown(event)
