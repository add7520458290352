"""A player's own board: his own men, without the opponent's, which he never sees.

Men are moved by his own moves and removed by captures that he hears of and by what he is shown. The board is a value:
each step returns the next one.
"""

from __future__ import annotations

from typing import NamedTuple, Self

from kriegnote.chess.position import Position, square_of, uci
from kriegnote.chess.squares import uci_move
from kriegnote.model.events import Capture, Move, Reveal, Side, Try
from kriegnote.rules import RuleSet
from kriegnote.umpire.resolution import resolve_try


class OwnBoard(NamedTuple):
    """One side's men; ``position`` holds only these, with their side to move."""

    position: Position
    white: bool

    @classmethod
    def of(cls, start: Position, white: bool) -> Self:
        """The men of one side of a position."""
        return cls(start.alone(white), white)

    @property
    def men(self) -> int:
        """The men, as a bitboard."""
        return self.position.white if self.white else self.position.black

    def moves(self, event: Move | Try) -> list[int]:
        """The moves that a recorded move or try may be, given these men.

        If there are several, but only one would be legal without any enemy men on the board, only that one is returned;
        the others must capture something.
        """
        found = resolve_try(self.position, event)
        straight = [move for move in found if self.position.is_legal(move)] if len(found) > 1 else []
        return straight if len(straight) == 1 else found

    def after_unheard_loss(self, event: Move | Try) -> OwnBoard | None:
        """The board without the one man that must be gone for a move or try to be possible; None if that is open."""
        boards = (OwnBoard(fewer, self.white) for fewer in self.position.each_gone())
        able = [board for board in boards if len(board.moves(event)) == 1]
        return able[0] if len(able) == 1 else None

    def move(self, text: str | None) -> int | None:
        """The move in UCI notation; None if ``text`` is None or these men cannot make it."""
        move = uci_move(text)
        return move if move is not None and self.position.could_try(move) else None

    def moved(self, move: int) -> OwnBoard:
        """The board after a move of the player's own."""
        return OwnBoard(self.position.play(move).alone(self.white), self.white)

    def lost(self, event: Capture, rules: RuleSet) -> Lost:
        """The board after an announced capture by the opponent.

        The capture is taken as en passant if the named square holds no man of the player's, or if it is announced as
        such and the rulebook names the square on which the capturer landed.
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
        """The board after a reveal: no own man stands where an enemy man, or nothing, is seen."""
        gone = sum(1 << square_of(name) for name in {*event.seen, *(event.moved or ())[-1:]})
        return OwnBoard(self.position.without(gone), self.white) if gone & self.men else self


class Lost(NamedTuple):
    """The board after a capture, and the man that was captured; None if no square is named.

    ``missing``: a square is named on which the player has no man.
    """

    board: OwnBoard
    man: int | None
    missing: bool = False


class FollowedBoard:
    """A player's own board throughout a record; :attr:`board` is None from where it can no longer be followed.

    :param start: the starting position; only the player's men are kept.
    :param rules: the rulebook of the announcements that he hears.
    :param turn: the turn of his last move before it, from 1, 0 if he has made none; None: not known.
    """

    def __init__(self, start: Position, white: bool, rules: RuleSet, turn: int | None = None) -> None:
        self.rules = rules
        self.side: Side = "white" if white else "black"
        self.board: OwnBoard | None = OwnBoard.of(start, white)
        self.before: OwnBoard | None = self.board  # before his last move; untested tries of a list belong here
        self.turn = turn

    def lacks_move_before(self, event: Move | Capture) -> bool:
        """Whether one of the player's own moves is missing before this event, so that his men are not known."""
        if event.turn is None or self.rules.game.turns != "one":
            return False
        own = event.side == self.side
        moved = isinstance(event, Capture) if own else self.side == "white"  # whether he has moved in this turn
        if self.turn is not None and event.turn - (not moved) > self.turn:
            return True
        if own and isinstance(event, Move):
            self.turn = event.turn
        return False

    def board_of(self, event: Move | Try) -> OwnBoard | None:
        """The board on which the player's own move or try was made."""
        return self.before if isinstance(event, Try) and event.verdict == "untested" else self.board

    def named(self, event: Move | Try) -> tuple[str | None, str | None]:
        """The player's own move or try in UCI and SAN; as recorded, without SAN, if this board leaves it open."""
        if isinstance(event, Move) and self.lacks_move_before(event):
            self.board = None
        board = self.board_of(event)
        if board is None:
            return event.move, None
        able = board.moves(event)
        return (uci(able[0]), board.position.own_san(able[0])) if len(able) == 1 else (event.move, None)

    def played(self, text: str | None) -> int | None:
        """Plays the player's own move (UCI); returns None if it is unknown or his men cannot make it."""
        self.before = self.board
        move = self.board.move(text) if self.board is not None else None
        self.board = self.board.moved(move) if self.board is not None and move is not None else None
        return move

    def taken(self, event: Capture) -> Lost | None:
        """Applies an announced capture by the opponent; returns None if the player's men are not known."""
        if self.board is None:
            return None
        lost = self.board.lost(event, self.rules)
        self.board = lost.board
        return lost

    def shown(self, event: Reveal) -> None:
        """Applies what the player is shown."""
        if self.board is not None:
            self.board = self.board.shown(event)
