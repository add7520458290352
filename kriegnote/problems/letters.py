"""A letter that no man of its kind can have: a slip of the press, or the sign of another man throughout a page.

A verdict rests on no slip that is only supposed.  Where one letter stands for the same man wherever it is printed, on
two squares at least, and that man has no other letter, the page itself tells what it means.  Where a letter is no man's
of its kind and the text works best, or only, with other men on several squares, all its letters are a
scanner's, and are read as figurines are.
"""

from __future__ import annotations

from collections.abc import Sequence

from kriegnote.problems.policy import Plan, Try, walk, where
from kriegnote.problems.proof.results import PlanResult

Mended = tuple[Try, str]
"""A try whose letter is no man's who can make it, and the move that it may be."""


def impossible(policy: Plan, result: PlanResult) -> list[Try]:
    """The tries of a policy that no man of the kind that is printed can make anywhere, by his letter."""
    return [
        node for node in walk(policy)
        if isinstance(node, Try) and _is_letter(node)
        and ("KN502", where(node)) in result.findings and where(node) not in result.readings
    ]  # fmt: skip


def mended(result: PlanResult) -> list[Mended]:
    """The tries of a result that were read as another man's than their letter says."""
    return [
        (stage, said) for _, read in sorted(result.readings.items()) for man, (stage, said) in read.items()
        if _is_letter(stage) and man != stage.parts.piece
    ]  # fmt: skip


def told_by_the_page(result: PlanResult) -> bool:
    """Whether each letter that was read as another man's is that man's wherever it is printed, on two squares at least
    (one wrong move may be printed twice), and that man has no other letter; or it is so on several squares.
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
    """Whether a letter is one man's on two squares or more, and that man's only letter."""
    men = {man for sign, man, _ in read if sign == letter}
    squares = {square for sign, _, square in read if sign == letter}
    return len(men) == 1 and len(squares) > 1 and all(sign == letter for sign, man, _ in read if man in men)


def _is_letter(stage: Try) -> bool:
    parts = stage.parts
    return not parts.figurine and parts.piece not in (None, "P") and parts.castle is None
