"""Reads the notation as any PGN."""

from kriegnote.notations.pgn.reader import chunks, read

__all__ = ["chunks", "read"]
