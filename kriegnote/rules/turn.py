"""A player's turn: what he has asked and tried so far, and what the rules then allow and require.

Both the umpire of a record and the umpire of a live game use this; the former turns violations into findings, the
latter into replies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from kriegnote.chess.position import Position, origin_of
from kriegnote.model.events import Answer, Ask, Try
from kriegnote.rules.nonsense import ignores_check, is_unannounced_capture, leaves_check
from kriegnote.rules.permissions import may_ask_squares
from kriegnote.rules.ruleset import RuleSet

Rebuffs = tuple[int, int]
"""The least and the greatest possible count of refused tries: those called impossible need not count (RAND 7 and 9)."""
Objection = Literal["unknown", "late", "squares"]
"""Why a question may not be asked: the rulebook does not have it, a try came first, or it is about too many squares."""
_DEFAULT: Final = RuleSet(id="")


@dataclass(slots=True)
class Turn:
    """What has been asked, answered and tried since a player's turn began."""

    asked: bool = False  # “Any?”
    pawn_capture_answer: bool = False  # whether it was answered yes
    squares: int = 0  # the number of squares asked about
    any_tried: bool = False
    pawn_capture_tried: bool = False
    touched: list[int] = field(default_factory=list)  # the squares of the men that were tried and refused
    rebuffs: Rebuffs | None = (0, 0)  # None: the number is not known

    def ask(self, event: Ask) -> None:
        """Records a question."""
        self.asked = self.asked or event.what == "any"
        self.squares += len(event.squares or ())

    def answer(self, event: Answer) -> None:
        """Records an answer."""
        self.pawn_capture_answer = self.pawn_capture_answer or bool(event.any)

    def attempt(self, *, pawn_capture: bool) -> None:
        """Records a try, whatever the verdict."""
        self.any_tried = True
        self.pawn_capture_tried = self.pawn_capture_tried or pawn_capture

    def refuse(self, event: Try, touched: int | None) -> None:
        """Records a refused try, or several refusals heard without their tries.

        :param touched: the square of the man that was tried; None: not known, or touch-move does not apply to him.
        """
        if touched is not None and event.verdict in ("illegal", "refused"):
            self.touched.append(touched)
        if not isinstance(event.times, int):
            self.rebuffs = None
        if self.rebuffs is None or not isinstance(event.times, int):
            return
        least, most = self.rebuffs
        self.rebuffs = least + event.times * (event.verdict != "impossible"), most + event.times


def objection(event: Ask, turn: Turn, rules: RuleSet | None) -> Objection | None:
    """Why a question may not be asked now; None if it may.

    :param turn: what happened in the turn before the question.
    :param rules: None: the rulebook is not known, and only the time of the question is checked.
    """
    if rules is not None and event.what not in rules.questions:
        return "unknown"
    if event.what == "any" and turn.any_tried and (rules or _DEFAULT).ask == "before-first-try":
        return "late"
    if rules is not None and event.what == "squares":
        return None if may_ask_squares(turn.squares + len(event.squares or ()), rules.game) else "squares"
    return None


def must_try_pawn_capture(rules: RuleSet, yes: bool | None, *, tried: bool = False) -> bool:
    """Whether a player must try a pawn capture before he makes another move (Gambit 11; §2.1, “Tenta!”).

    :param yes: the answer to his “Any?” in this turn; None: he did not ask, or the answer is not known.
    :param tried: whether he has already tried one.
    """
    return rules.must_try and bool(yes) and not tried


def must_move(position: Position, turn: Turn, rules: RuleSet) -> int | None:
    """The square of the touched man that must move (the Laws of Chess, by Gambit 1); None: any man may move."""
    if rules.touch != "piece" or not turn.touched:
        return None
    able = {origin_of(move) for move in position.legal_moves()}
    return next((square for square in turn.touched if square in able), None)


def exceeds_limit(rebuffs: Rebuffs | None, rules: RuleSet) -> bool:
    """Whether certainly more tries were refused in a turn than the rulebook allows."""
    return bool(rules.tries_limit) and rebuffs is not None and rebuffs[0] > rules.tries_limit


def is_called_impossible(position: Position, move: int, rules: RuleSet, *, asked: bool) -> bool:
    """Whether a try that the player's own men allow is called impossible (RAND 7 and 10, Cincinnati 4b).

    :param asked: whether “Any?” was answered in this turn.
    """
    return ("unannounced-capture" in rules.nonsense and is_unannounced_capture(position, move, rules, asked=asked)) or (
        "announced-check" in rules.nonsense and ignores_check(position, move, rules)
    )


def may_be_called_impossible(position: Position, move: int, rules: RuleSet, *, asked: bool) -> bool:
    """Whether an umpire may call a try that the player's own men allow impossible, by rule or at his discretion (§2.1).

    :param asked: whether “Any?” may have been answered in this turn.
    """
    free = rules.either_word
    return (
        is_called_impossible(position, move, rules, asked=asked)
        or ("unannounced-capture" in free and is_unannounced_capture(position, move, rules, asked=asked))
        or ("announced-check" in free and (ignores_check(position, move, rules) or leaves_check(position, move)))
    )
