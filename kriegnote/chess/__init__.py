"""Squares, men and positions as integers; the mover's own board; sight in Dark Chess; why a move is not possible.

Positions are values: :meth:`~kriegnote.chess.position.Position.play` returns the next one and changes nothing. Nothing
here depends on records.
"""
