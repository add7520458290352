"""Squares, men and positions as whole numbers; the mover's own board; what Dark Chess shows; why a move cannot be made.

Positions are values: :meth:`~kriegnote.chess.position.Position.play` returns the next one.  Nothing here knows a
record.
"""
