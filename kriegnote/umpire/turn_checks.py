"""Checks of a turn: announced pawn captures, questions and answers, and the obligations that follow from them.

For tries see :mod:`kriegnote.umpire.try_checks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from kriegnote.chess.position import Position, square_name
from kriegnote.chess.reasons import man, mover
from kriegnote.chess.squares import origin_of
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Answer, Ask, Move, PawnTries
from kriegnote.model.record import Record
from kriegnote.rules import RuleSet, comparison
from kriegnote.rules import announcements as announce
from kriegnote.rules import turn as in_turn
from kriegnote.rules.turn import Rebuffs, Turn
from kriegnote.umpire.try_checks import RefusedLegalTry, Tried


@dataclass(slots=True)
class RecordedTurn(Turn):
    """A turn as recorded.

    ``open``: whether it has begun and its move is still to come; ``used``: whether anything was asked or tried in it;
    ``of_other``: whether its events are about the player who is not to move; ``refused_legal``: the tries that were
    refused although legal.
    """

    open: bool = False
    used: bool = False
    of_other: bool = False
    open_question: Ask | None = None
    refused_legal: list[RefusedLegalTry] = field(default_factory=list)

    def ask(self, event: Ask) -> None:
        """Records a question."""
        Turn.ask(self, event)
        self.used, self.open_question = True, event

    def answer(self, event: Answer) -> None:
        """Records an answer."""
        Turn.answer(self, event)
        self.used, self.open_question = True, None

    def tries(self, tried: Tried) -> None:
        """Records a try; an untested one (of a list) does not count and must not be passed."""
        self.used = True
        pawn_capture = any(board.is_pawn_capture(move) for board, move in tried.able)
        self.attempt(pawn_capture=pawn_capture)
        if tried.event.verdict is not None:
            origins = {origin_of(move) for _, move in tried.able}
            self.refuse(tried.event, origins.pop() if len(origins) == 1 and not pawn_capture else None)


# -- before the move ---------------------------------------------------------------------------------------------------


def check_pawn_tries(event: PawnTries, boards: list[Position], rules: RuleSet | None) -> list[Finding]:
    """Findings if announced pawn captures are wrong on every possible board."""
    wrong = [comparison.pawn_tries_differences(event, board, rules) & ~comparison.ONCE for board in boards]
    if not wrong or not all(wrong):
        return []
    board, targets = boards[-1], boards[-1].pawn_targets()
    names = ", ".join(map(square_name, targets)) or "none"
    if wrong[-1] & comparison.SQUARES:
        said, true = ", ".join(event.squares or ()) or "none", names
    elif wrong[-1] & comparison.COUNT:
        said, true = str(event.count), str(comparison.counts(board, rules)[0])
    else:
        said, true = "some" if event.any else "none", names
    message = f"pawn captures announced: {said}; on the board: {true}"
    return [finding("KN321", message, event, note=captures_note(board))]


def counted(event: PawnTries, boards: list[Position], rules: RuleSet | None) -> PawnTries:
    """An announcement of squares, with the number of pawn captures too if the rulebook has that announced.

    The number is the board's, since a square that two pawns can reach may be named once, and a capture that promotes
    may count four times.
    """
    if rules is None or rules.pawn_tries != "count" or event.squares is None or event.count is not None:
        return event
    numbers = {
        announce.count_captures(board, rules.promoting_captures)
        for board in boards
        if not comparison.pawn_tries_differences(event, board, rules) & ~comparison.ONCE
    }
    return replace(event, count=numbers.pop()) if len(numbers) == 1 else event


def captures_note(board: Position) -> str:
    """A sentence that lists the pawn captures of a position."""
    who = mover(board)
    texts = sorted(
        {board.san(move, suffix=False).split("=")[0] for move in board.legal_moves() if board.is_pawn_capture(move)}
    )
    return f"{who} can play {', '.join(texts)}" if texts else f"{who} has no pawn capture"


def unannounced_tries(boards: list[Position], rules: RuleSet | None) -> str | None:
    """The message if pawn captures exist on every board, but a record that announces them has none; None otherwise."""
    if rules is not None and not rules.announces_tries:
        return None
    if not all(board.pawn_targets() for board in boards):
        return None
    return f"pawn captures were possible but not announced: {captures_note(boards[0])}"


def true_answer(question: Ask, boards: Sequence[Position]) -> Answer | None:
    """The answer to “Any?” on all these boards; None if they differ."""
    truths = {bool(board.pawn_targets()) for board in boards}
    if len(truths) != 1:
        return None
    return Answer(side=question.side, turn=question.turn, source="derived", any=truths.pop())


_QUESTIONS: Final = {
    "any": "“Any?”",
    "rebuffs": "about rebuffs",
    "material": "about the material left",
    "squares": "about squares",
}


def unknown_questions(record: Record, rules: RuleSet | None) -> list[Ask]:
    """The questions of a record that its rulebook does not have."""
    if rules is None:
        return []
    return [event for event in record.events if type(event) is Ask and event.what not in rules.questions]


def check_ask(event: Ask, turn: Turn, rules: RuleSet | None, unknown: Sequence[Ask]) -> list[Finding]:
    """Findings on a question that was asked too late or that the rulebook does not have.

    :param turn: what happened in the turn before the question.
    :param unknown: all questions of the record that the rulebook does not have; only the first is reported, with their
        number.
    """
    objection = in_turn.objection(event, turn, rules)
    if objection is None:
        return []
    if objection == "late" or rules is None:
        return [finding("KN304", "the question was asked after a try", event)]
    if objection == "squares":
        asked, most = turn.squares + len(event.squares or ()), rules.game.squares_asked
        message = f"{asked} squares were asked about; the rulebook {rules.id} allows {most} in a turn"
        return [finding("KN302", message, event)]
    if event is not unknown[0]:
        return []
    advice = "`check --rules auto` shows which rulebooks the record is consistent with"
    note = f"the record asks it {len(unknown)} times; {advice}" if len(unknown) > 1 else None
    return [finding("KN302", f"the rulebook {rules.id} has no question {_QUESTIONS[event.what]}", event, note=note)]


def check_answer(event: Answer, turn: RecordedTurn, boards: list[Position], rebuffs: Rebuffs | None) -> list[Finding]:
    """Findings if a recorded answer contradicts the board, or the rebuffs counted in the turn before."""
    question = turn.open_question
    if question is None:
        return [finding("KN306", "the umpire answers, but nobody asked", event)]
    if question.what == "rebuffs":
        return _check_rebuffs(event, rebuffs, "in the move before")
    if question.what == "material":
        return _check_material(event, boards)
    if question.what == "any" and boards and all(comparison.answer_differences(event, board) for board in boards):
        said, true = ("yes", "no") if event.any else ("no", "yes")
        return [
            finding(
                "KN301",
                f"the umpire answered {said} to “Any?”, but the board says {true}",
                event,
                note=captures_note(boards[0]),
            )
        ]
    return []


def check_recapitulation(event: Answer, rebuffs: Rebuffs | None) -> list[Finding]:
    """Findings on what the opponent of the player to move is told about that player's rebuffs so far (RAND 9)."""
    return _check_rebuffs(event, rebuffs, "so far")


def _check_rebuffs(event: Answer, rebuffs: Rebuffs | None, when: str) -> list[Finding]:
    if event.count is None or rebuffs is None or rebuffs[0] <= event.count <= rebuffs[1]:
        return []
    message = f"the umpire counted {event.count} rebuffs, but the record has {rebuffs[0]} {when}"
    return [finding("KN301", message, event)]


def _check_material(event: Answer, boards: list[Position]) -> list[Finding]:
    """Findings if the umpire's count of men differs from the board."""
    for name in ("pawns", "pieces"):
        said = getattr(event, name)
        true = {getattr(announce.material(board), name) for board in boards}
        if said is not None and true and said not in true:
            message = f"the umpire counted {_counts(said)} {name}, but the board has {_counts(sorted(true)[0])}"
            return [finding("KN301", message, event)]
    return []


def _counts(each: tuple[int, int]) -> str:
    return f"{each[0]} and {each[1]}"


def check_must_try(event: Move, turn: Turn, board: Position, move: int, rules: RuleSet | None) -> list[Finding]:
    """Findings if no pawn capture was tried after the answer yes to “Any?” (Gambit 11)."""
    if rules is None or not in_turn.must_try_pawn_capture(
        rules, turn.pawn_capture_answer, tried=turn.pawn_capture_tried
    ):
        return []
    if board.is_pawn_capture(move) or not board.pawn_targets():
        return []
    message = "the umpire answered yes to “Any?”, but no pawn capture was tried"
    return [finding("KN303", message, event, note=captures_note(board))]


def check_touch(event: Move, turn: Turn, board: Position, move: int, rules: RuleSet | None) -> list[Finding]:
    """Findings if a man that was tried and refused did not move although it could (touch-move; Gambit 1)."""
    bound = in_turn.must_move(board, turn, rules) if rules is not None else None
    if bound is None or origin_of(move) == bound:
        return []
    able = sorted(board.san(each) for each in board.legal_moves() if origin_of(each) == bound)
    note = f"it can play {', '.join(able)}"
    message = f"{man(board, bound)} was tried and must move, but another man moved"
    return [finding("KN317", message, event, note=note)]
