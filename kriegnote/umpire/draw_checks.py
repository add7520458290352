"""Checks of draws that a record announces or overlooks, against its board, its history and its rulebook."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Claim, End, Move
from kriegnote.rules import RuleSet, draws


class DrawWatch:
    """The position history of a game, as long as all of it is known, and the draws that the umpire declares.

    ``standing``: the declared draw after which no move has been played yet.

    :param start: the position with which the history begins; None: unknown.
    """

    __slots__ = ("_declared", "history", "standing")

    def __init__(self, start: Position | None) -> None:
        self.history = draws.PositionHistory(start)
        self._declared: set[draws.Draw] = set()
        self.standing: draws.Draw | None = None

    def follows(self, boards: list[Position]) -> bool:
        """Whether the whole history is known and leads to the one possible board."""
        return self.history.known and len(boards) == 1 and self.history.positions[-1] is boards[0]

    def declare(self, boards: list[Position], rules: RuleSet) -> draws.Draw | None:
        """The draw that the umpire must declare unasked after a move; None if none, or if it was declared before."""
        reason = draws.declared(self.history, rules) if self.follows(boards) else None
        if reason is None or reason in self._declared:
            return None
        self._declared.add(reason)
        self.standing = reason
        return reason

    def played_on(self, event: Move, rules: RuleSet | None) -> Finding:
        """The finding on a move played after a declared draw; the draw no longer stands."""
        assert self.standing is not None
        message = f"the game was already drawn before this move: {draws.name(self.standing, rules)}"
        self.standing = None
        note = "under this rulebook the umpire declares such a draw, but the players may have played on"
        return finding("KN209", message, event, note=note, severity="warning")


def check_draw(event: End, history: draws.PositionHistory, rules: RuleSet | None) -> list[Finding]:
    """Findings on an announced draw, against the board, the history and the rulebook."""
    field = draws.FIELDS.get(event.reason)
    if field is None:
        return []
    what = draws.name(event.reason, rules)
    if rules is not None and set(rules.allowed(field)) == {"no"}:
        return [finding("KN362", f"the rulebook {rules.id} has no draw by {what}", event)]
    if draws.stands(event.reason, history, rules):
        return []
    return [finding("KN361", f"a draw by {what} is announced, but {_not_drawn(event.reason, history, rules)}", event)]


def check_claim(event: Claim, history: draws.PositionHistory, rules: RuleSet | None) -> list[Finding]:
    """Findings on a claim of a draw that was granted or refused, against the history and the rulebook."""
    if event.granted is None:
        return []
    what = draws.name(event.reason, rules)
    if rules is not None and event.granted and set(rules.allowed(draws.FIELDS[event.reason])) == {"no"}:
        return [finding("KN362", f"the rulebook {rules.id} has no draw by {what}", event)]
    if draws.stands(event.reason, history, rules) == event.granted:
        return []
    if event.granted:
        return [finding("KN361", f"a draw by {what} is granted, but {_not_drawn(event.reason, history, rules)}", event)]
    return [finding("KN361", f"a claim of a draw by {what} is refused, but it is justified", event)]


def _not_drawn(reason: str, history: draws.PositionHistory, rules: RuleSet | None) -> str:
    after = history.positions[-1]
    if reason == "fifty-move":
        needed = 100 if rules is None else 2 * rules.quiet_moves
        return f"the last capture or pawn move was {after.halfmove} plies ago, not {needed}"
    if reason == "repetition":
        times = history.times(after)
        return f"this position has occurred {times} time{'s' * (times != 1)}"
    return "there are enough men on the board to mate"
