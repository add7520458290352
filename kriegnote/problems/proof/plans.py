"""What the solver finds: plans of tries with all that may be heard, failures, and the budget of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kriegnote.problems.heard import Heard
from kriegnote.problems.proof.belief import WorldStep


class OutOfBudget(Exception):
    """The search was stopped before it could tell."""


@dataclass(slots=True)
class Budget:
    """How much a search may cost, in work and never in time: the same everywhere.

    :param nodes: positions looked into; None: any number.
    """

    nodes: int | None = None
    spent: int = 0

    def tick(self) -> None:
        """:raises OutOfBudget: when it is used up."""
        self.spent += 1
        if self.nodes is not None and self.spent > self.nodes:
            raise OutOfBudget


class PlanTry(NamedTuple):
    """A try of a plan and, when the umpire takes it, what is done after each thing that may be heard then.

    ``mates``: it mates at once in every world that takes it.  ``free``: it could as well be made before the try in
    front of it (Swart's “or”; else his “sor”).
    """

    move: int
    branches: tuple[PlanBranch, ...]
    mates: bool
    free: bool


class PlanBranch(NamedTuple):
    """What is heard after a try was taken, of one's own move and of the reply; the replies that sound so; the plan."""

    own: Heard
    reply: Heard
    steps: tuple[WorldStep, ...]
    plan: TurnPlan


class TurnPlan(NamedTuple):
    """What White does in one turn: the tries, each made when the one before was refused, then the question.

    Under the strict reading a plan with a question has no tries of its own.  ``yes`` and ``no`` go on after the answer
    (both None without a question); ``duals`` are pairs of tries that would both be taken in one world, and both win.
    """

    tries: tuple[PlanTry, ...]
    yes: TurnPlan | None = None
    no: TurnPlan | None = None
    duals: tuple[tuple[int, int], ...] = ()


class TryFailure(NamedTuple):
    """Why a try does not mate in time.

    ``own`` and ``reply``: what is heard of the try and of Black's move, alike for all ``steps``; ``reply`` is None when
    the game is over or the moves are used up; ``unsolved``: FENs that remain when it was refused.
    """

    own: Heard | None
    reply: Heard | None
    steps: tuple[WorldStep, ...]
    unsolved: tuple[str, ...] = ()
