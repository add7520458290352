"""Black's replies under one rulebook, with the positions after them and their announcements."""

from __future__ import annotations

from collections.abc import Collection

from kriegnote.chess.position import Position
from kriegnote.problems.heard import Heard
from kriegnote.problems.proof import belief as beliefs
from kriegnote.rules import RuleSet


class Replies:
    """Finds and caches Black's replies under one rulebook.

    :param excluded: replies that Black has promised not to play.
    :param opponent_asks: Black asks “Any?” at each turn.
    """

    def __init__(self, rules: RuleSet, excluded: Collection[int] = (), *, opponent_asks: bool = False) -> None:
        self.rules = rules
        self.excluded = frozenset(excluded)
        self.opponent_asks = opponent_asks
        self._known: dict[tuple[int, ...], list[tuple[int, Position, Heard]]] = {}

    def of(self, position: Position) -> list[tuple[int, Position, Heard]]:
        """All replies in a position: the move, the position after it, and its announcement."""
        known = self._known.get(position.key())
        if known is not None:
            return known
        answer = bool(position.pawn_targets()) if self.opponent_asks else None
        known = []
        for move in beliefs.legal_replies(
            position, self.rules, excluded=self.excluded, opponent_asks=self.opponent_asks
        ):
            after = position.play(move)
            said = beliefs.heard(position, move, after, self.rules, asked=self.opponent_asks, answer=answer)
            known.append((move, after, said))
        self._known[position.key()] = known
        return known
