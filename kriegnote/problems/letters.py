"""Judges letters of tries that no man of their kind can make: misprints, or signs of another man throughout a page.

No verdict rests on a supposed misprint.  But the page itself may show that a letter means another man: if the letter
stands for the same man wherever it is printed, on at least two squares, and that man has no other letter; or if letters
stand for other men on several squares.  Then all letters of the page may be a scanner's, and are read like figurines.
"""

from __future__ import annotations

from collections.abc import Sequence

from kriegnote.problems.policy import Plan, Try, walk, where
from kriegnote.problems.proof.results import PlanResult

Mended = tuple[Try, str]
"""A try that no man with its letter can make, and the move (in SAN) that it is read as."""


def impossible(policy: Plan, result: PlanResult) -> list[Try]:
    """The tries of a policy, printed with a letter, that no such man can make anywhere."""
    return [
        node for node in walk(policy)
        if isinstance(node, Try) and _is_letter(node)
        and ("KN502", where(node)) in result.findings and where(node) not in result.readings
    ]  # fmt: skip


def impossible_squares(policy: Plan, result: PlanResult) -> list[Try]:
    """The tries of a policy, printed as a square alone, to which no pawn can go anywhere: a man's name may be lost."""
    return [
        node for node in walk(policy)
        if isinstance(node, Try) and node.parts.piece in (None, "P") and not node.parts.capture and node.turn > 1
        and ("KN502", where(node)) in result.findings and where(node) not in result.readings
    ]  # fmt: skip


def mended(result: PlanResult) -> list[Mended]:
    """The tries of a result that were read as moves of another man than their letter names."""
    return [
        (stage, said) for _, read in sorted(result.readings.items()) for man, (stage, said) in read.items()
        if _is_letter(stage) and man != stage.parts.piece
    ]  # fmt: skip


def shown_by_the_page(result: PlanResult) -> bool:
    """Whether the page itself shows that its letters mean other men.

    So it is if letters were read as other men on several squares; or if each such letter stands for one man wherever
    it is printed, on at least two squares (a single wrong move may be printed twice), and that man has no other letter.
    """
    wrong = [stage for stage, _ in mended(result)]
    if len({stage.parts.to for stage in wrong}) > 1:
        return True
    read = [
        (stage.parts.sign or stage.parts.piece, man, stage.parts.to)
        for men in result.readings.values() for man, (stage, _) in men.items() if _is_letter(stage)
    ]  # fmt: skip
    return bool(wrong) and all(_one_man(stage.parts.sign or stage.parts.piece, read) for stage in wrong)


def _one_man(letter: str | None, read: Sequence[tuple[str | None, str, str | None]]) -> bool:
    """Whether a letter stands for a single man on at least two squares, and is that man's only letter."""
    men = {man for sign, man, _ in read if sign == letter}
    squares = {square for sign, _, square in read if sign == letter}
    return len(men) == 1 and len(squares) > 1 and all(sign == letter for sign, man, _ in read if man in men)


def _is_letter(stage: Try) -> bool:
    """Whether a try is printed with the letter of a piece."""
    parts = stage.parts
    return not parts.figurine and parts.piece not in (None, "P") and parts.castle is None
