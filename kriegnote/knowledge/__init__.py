"""What could be known: two records of one game joined, what a player could know, games that fit a record."""

from __future__ import annotations

from kriegnote.knowledge.belief import know
from kriegnote.knowledge.completion import complete
from kriegnote.knowledge.joining import join

__all__ = ["complete", "join", "know"]
