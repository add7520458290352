"""python-chess's board, with the rules of games other than chess."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from kriegnote.rules.game import ORTHODOX, Game


class GameBoard(chess.Board):
    """python-chess's board, on which, depending on ``game``, kings may be captured and knights cannot capture."""

    game: Game = ORTHODOX

    def attackers_mask(
        self, color: chess.Color, square: chess.Square, occupied: chess.Bitboard | None = None
    ) -> chess.Bitboard:
        found = super().attackers_mask(color, square, occupied)
        return found & ~self.knights if self.game.knights == "spy" else found

    def _attacked_for_king(self, path: chess.Bitboard, occupied: chess.Bitboard) -> bool:
        return self.game.goal != "king" and super()._attacked_for_king(path, occupied)

    def candidates(self) -> Iterator[chess.Move]:
        """The legal moves of chess, or all pseudo-legal moves where the king may be captured."""
        if self.game.goal == "king":
            yield from self.generate_pseudo_legal_moves()
        else:
            yield from self.generate_legal_moves()
