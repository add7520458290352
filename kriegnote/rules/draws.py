"""Draws by the fifty-move rule, repetition and insufficient material.

The conditions are those of python-chess (``can_claim_fifty_moves``, ``can_claim_threefold_repetition``,
``is_seventyfive_moves``, ``is_fivefold_repetition``, ``is_insufficient_material``); a test compares the two over long
games. Gambit 12c's limited repetition is the same two moves of a player, made three times in a row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, Literal

from kriegnote.chess.position import Position
from kriegnote.rules.boards import VariantPosition, fill
from kriegnote.rules.ruleset import RuleSet

Draw = Literal["fifty-move", "repetition", "insufficient"]
FIELDS: Final[Mapping[str, str]] = {
    "fifty-move": "fifty_moves",
    "repetition": "repetition",
    "insufficient": "insufficient",
}
"""The rulebook field that governs each of these draws."""
_DECLARED_AT: Final = {"automatic": 2, "fide": 3}  # plies without a capture or pawn move, as a multiple of quiet_moves
_TIMES: Final = {"automatic": 3, "fide": 5}


class PositionHistory:
    """The positions of a game so far and the moves between them; ``known`` is False if a part is not known."""

    __slots__ = ("_counted", "_keys", "known", "moves", "positions")

    def __init__(self, start: Position | None) -> None:
        self.known = start is not None
        self.positions: list[Position] = [start] if start is not None else []
        self.moves: list[int] = []
        self._keys: Counter[tuple[int, ...]] = Counter()
        self._counted = 0

    def add(self, move: int, after: Position) -> None:
        """Appends a move and the position after it."""
        self.moves.append(move)
        self.positions.append(after)

    def lose(self) -> None:
        """Marks the history as incomplete."""
        self.known = False

    def times(self, position: Position) -> int:
        """How often a position has occurred."""
        for one in self.positions[self._counted :]:
            self._keys[key(one)] += 1
        self._counted = len(self.positions)
        return self._keys[key(position)]


def key(position: Position) -> tuple[int, ...]:
    """The identity of a position for repetition: an en passant square counts only if a pawn can capture there."""
    key_now = position.key()
    if position.ep >= 0 and position.ep not in position.pawn_targets():
        return (*key_now[:-1], -1)
    return key_now


def insufficient(position: Position) -> bool:
    """Whether neither side has the men to mate, however the other plays."""
    if position.pawns | position.rooks | position.queens:
        return False
    import chess

    board = chess.Board(None)
    fill(board, position)
    return board.is_insufficient_material()


def declared(history: PositionHistory, rules: RuleSet) -> Draw | None:
    """The draw that the umpire must declare unasked in the last position; None if there is none."""
    if not history.known:
        return None
    after = history.positions[-1]
    if rules.game.series_draw and quiet_series(history) >= rules.game.series_draw:
        return "fifty-move"
    if rules.insufficient == "automatic" and insufficient(after):
        return "insufficient"
    plies = _DECLARED_AT.get(rules.fifty_moves, 0) * rules.quiet_moves
    if plies and after.halfmove >= plies and after.has_legal_move():
        return "fifty-move"
    times = _TIMES.get(rules.repetition)
    if times is not None and after.halfmove >= 4 * (times - 1) and history.times(after) >= times:
        return "repetition"
    return None


def quiet_series(history: PositionHistory) -> int:
    """The number of whole series of a progressive game since the last capture or pawn move; 0 within a series."""
    after = history.positions[-1]
    if not isinstance(after, VariantPosition) or after.left != after.length:
        return 0
    last = next(one for one in reversed(history.positions) if one.halfmove == 0 or one is history.positions[0])
    assert isinstance(last, VariantPosition)
    broken = last.length - (last.left == last.length)  # the series of that move
    return after.length - 1 - broken


def fifty(position: Position, moves: int = 50) -> bool:
    """Whether each side has made ``moves`` moves without a capture or pawn move, including one that is now possible."""
    if not moves or position.halfmove < 2 * moves - 1 or not position.has_legal_move():
        return False
    if position.halfmove >= 2 * moves:
        return True
    return any(
        not position.pawns >> (move & 63) & 1
        and position.captured_square(move) < 0
        and position.play(move).has_legal_move()
        for move in position.legal_moves()
    )


def threefold(history: PositionHistory) -> bool:
    """Whether the position occurs for the third time, or a legal move makes one do so."""
    after = history.positions[-1]
    if history.times(after) >= 3:
        return True
    return any(history.times(after.play(move)) >= 2 for move in after.legal_moves())


def same_two_moves(history: PositionHistory) -> bool:
    """Whether a player has made the same two moves three times in a row (the first half of Gambit 12c)."""
    return any(
        len(own) >= 6 and own[-6:] == own[-2:] * 3 and own[-1] != own[-2]
        for own in (history.moves[-1::-2][::-1], history.moves[-2::-2][::-1])
    )


def name(reason: str, rules: RuleSet | None) -> str:
    """The reason of a draw in words."""
    if reason != "fifty-move":
        return {"repetition": "repetition", "insufficient": "insufficient material"}[reason]
    moves = 50 if rules is None else rules.quiet_moves
    return f"{'fifty' if moves == 50 else moves} moves without a capture or a pawn move"


def stands(reason: str, history: PositionHistory, rules: RuleSet | None) -> bool:
    """Whether a draw that a record announces is justified on the board."""
    after = history.positions[-1]
    if reason == "insufficient":
        queens_lost = rules is not None and rules.game.goal == "queen-mate" and not after.queens
        return queens_lost or insufficient(after)
    if reason == "fifty-move":
        return fifty(after) if rules is None else fifty(after, rules.quiet_moves)
    limited = rules is not None and "limited" in rules.allowed("repetition") and same_two_moves(history)
    return limited or threefold(history) if rules is None or rules.repetition != "limited" else limited
