"""The results of the solver: plans for every announcement, failures of tries, and the budget of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kriegnote.problems.heard import Heard
from kriegnote.problems.proof.belief import WorldStep


class OutOfBudget(Exception):
    """The search was stopped before it found an answer."""


@dataclass(slots=True)
class Budget:
    """The budget of a search, in positions, not in time: results do not depend on the machine.

    :param nodes: the number of positions that may be examined; None for any number.
    """

    nodes: int | None = None
    spent: int = 0

    def tick(self) -> None:
        """Counts one position; :raises OutOfBudget: the budget is used up."""
        self.spent += 1
        if self.nodes is not None and self.spent > self.nodes:
            raise OutOfBudget


class PlanTry(NamedTuple):
    """A try of a plan and, if it is accepted, a branch for each announcement after it.

    ``mates``: it mates at once in every world in which it is legal.  ``free``: it could as well be made before the try
    before it (Swart's “or”, instead of his “sor”).
    """

    move: int
    branches: tuple[PlanBranch, ...]
    mates: bool
    free: bool


class PlanBranch(NamedTuple):
    """A branch after an accepted try: the announcements of it and of the reply, all such replies, and the next turn."""

    own: Heard
    reply: Heard
    steps: tuple[WorldStep, ...]
    plan: TurnPlan


class TurnPlan(NamedTuple):
    """The plan for one turn: tries, each made if the one before is refused, and then perhaps the question “Any?”.

    Under the strict reading a plan with a question has no tries of its own.  ``yes``, ``no``: the plans after the
    answers, both None if nothing is asked.  ``duals``: pairs of tries that are both legal in some world, and both win.
    """

    tries: tuple[PlanTry, ...]
    yes: TurnPlan | None = None
    no: TurnPlan | None = None
    duals: tuple[tuple[int, int], ...] = ()


class TryFailure(NamedTuple):
    """A reason why a try does not mate in time.

    ``own``, ``reply``: the announcements of the try and of Black's reply, the same for all ``steps``.  ``reply`` is
    None if the game is over or no moves are left.  ``own`` is None if the failure comes after a refusal; ``unsolved``
    then has the FENs that are not won.
    """

    own: Heard | None
    reply: Heard | None
    steps: tuple[WorldStep, ...]
    unsolved: tuple[str, ...] = ()
