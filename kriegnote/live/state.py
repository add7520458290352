"""The state of a game in progress: its position, its record so far, and what has happened in this turn."""

from __future__ import annotations

from collections import Counter

from kriegnote.chess.position import Position
from kriegnote.errors import KriegnoteError
from kriegnote.model.events import AnyEvent, Comment, End, Result, Side, other
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet, draws
from kriegnote.rules import announcements as announce
from kriegnote.rules.boards import position_of
from kriegnote.rules.setup import setup_problem
from kriegnote.rules.turn import Turn


class LiveError(KriegnoteError):
    """Raised if a game cannot be played under these rules, or from this position."""


class LiveState:
    """The state of a game under a rulebook, as the umpire knows it.

    :param start: the FEN of the starting position; required if the rulebook has none of its own.
    :param headers: the headers of the record.
    :raises LiveError: if the game cannot start from this position.
    """

    def __init__(self, rules: RuleSet, *, start: str | None = None, headers: tuple[tuple[str, str], ...] = ()) -> None:
        self.rules = rules
        self.position = _first(rules, start)
        self.record = Record(headers=headers, rules=rules.id, start=start, silence=tuple(sorted(rules.silence)))
        self.events: list[AnyEvent] = []
        self.history = draws.PositionHistory(self.position)
        self.turn = Turn()
        self.askers: set[Side] = set()  # the sides that have asked “Any?” in this game
        self.rebuffs = 0  # the refused tries of the turn before, except those called impossible
        self.offered: Side | None = None  # the side whose offer of a draw can still be accepted
        self.revocable: int | None = None  # a legal move that the player may still take back
        self.waiting: dict[Side, int] = {}  # moves that wait for the other player's
        self.partners_moves: Counter[Side] = Counter()
        self.opening = 0  # the number of events before the first command
        self.result: Result | None = None
        self.over = False

    @property
    def side(self) -> Side:
        """The player to move; if both move at once, one who has not moved yet."""
        if self.rules.game.turns == "simultaneous":
            return "black" if "white" in self.waiting else "white"
        return self.position.side

    @property
    def begun(self) -> bool:
        """Whether a player has said anything, or the game is over."""
        return self.over or len(self.events) > self.opening

    def number(self, side: Side) -> int:
        """The number of the turn in which a player speaks: his own turn, or that of his last move."""
        return max(1, self.position.fullmove - (side == "black" and self.position.turn))

    def written(self) -> Record:
        """The record so far; its result is ``*`` if the game was stopped."""
        return self.record.replace(events=tuple(self.events), result=self.result)

    def pawn_tries(self) -> list[AnyEvent]:
        """The announcement of pawn captures before a move, if there is one."""
        event = announce.pawn_tries(self.position, self.rules, self.side, self.position.fullmove)
        return [event] if event is not None else []

    def start(self) -> list[AnyEvent]:
        """The announcements on the starting position: its end, or a check and the pawn captures."""
        behind = other(self.side)
        number = self.number(behind)
        ended = announce.end(self.position, self.rules, behind, number)
        if ended is not None:
            return self.end(ended)
        check = announce.check(self.position, self.rules, behind, number)
        return [*([check] if check is not None else []), *self.pawn_tries()]

    def refused(self) -> int:
        """The number of refused tries in this turn, except those called impossible (RAND 7 and 9)."""
        return self.turn.rebuffs[0] if self.turn.rebuffs is not None else 0

    def next_turn(self) -> None:
        """Begins the other player's turn."""
        self.rebuffs = self.refused()
        self.turn = Turn()

    def end(self, event: End) -> list[AnyEvent]:
        """Ends the game."""
        self.result, self.over = event.result, True
        return [event]


def privately(side: Side, words: str) -> list[AnyEvent]:
    """A message to one player only."""
    return [Comment(text=words, heard=side)]


def _first(rules: RuleSet, start: str | None) -> Position:
    game = rules.game
    if start is None and game.setup != "given":
        raise LiveError(f"the rulebook {rules.id} has no starting position of its own; give one as a FEN, or draw one")
    try:
        wrong = setup_problem(start, game) if start is not None else None
        if wrong is None:
            return position_of(game, start)
    except ValueError as error:
        wrong = str(error)
    raise LiveError(f"the starting position cannot be set up: {wrong}")
