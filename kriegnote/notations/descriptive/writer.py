"""Writes scores in descriptive notation: ``1. P-K4, P-K4 2. Kt-KB3``.

A move is described on the umpire's board. If the board is not known, or the game is Dark Chess, moves are written in
algebraic notation, which the reader accepts as well.
"""

from __future__ import annotations

from contextlib import suppress

from kriegnote.chess.position import Position
from kriegnote.chess.squares import START_FEN, move_of
from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.notations.descriptive.moves import describe
from kriegnote.text.score_writer import WIDTH, Score
from kriegnote.text.tags import write_tags
from kriegnote.text.writing import PLAIN, Style, layout


def write(record: Record, style: Style = PLAIN) -> str:
    """The record's tags, then its moves, the annotator's comments and the result."""
    return write_tags(record) + layout(_Described(record, style._replace(pieces="en")).words(), WIDTH)


class _Described(Score):
    """A score with the board on which its moves are described; None as soon as the board is unknown."""

    def __init__(self, record: Record, style: Style) -> None:
        super().__init__(record, style)
        self.board: Position | None = None
        if record.rules != "dark":
            with suppress(ValueError):
                self.board = Position.from_fen(record.start or START_FEN)

    def printed(self, event: Move) -> str:
        """The move in words that are unambiguous on this board."""
        board, self.board = self.board, None
        if board is None or event.move is None or (event.side == "white") != bool(board.turn):
            return super().printed(event)
        try:
            move = move_of(event.move)
        except ValueError:
            return super().printed(event)
        if not board.is_legal(move) or event.san is None or board.san(move) != event.san:
            return super().printed(event)  # the record contradicts this board
        self.board = board.play(move)
        return describe(board, move) or super().printed(event)
