"""Analyses a problem with the solver: its keys, cooks, duals and insolubility, and plans as text."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kriegnote.chess.position import Position
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.belief import Belief, WorldStep
from kriegnote.problems.proof.mates import mating_moves
from kriegnote.problems.proof.plans import Budget, OutOfBudget, PlanTry, TryFailure, TurnPlan
from kriegnote.problems.proof.solve import Solver
from kriegnote.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Solution:
    """The solver's findings on one problem under one rulebook.

    :param keys: all first tries that force mate in n, as sorted integers; None if the budget was used up.
    :param won: whether the problem is won; without a key, White must ask before his first try.  None if not known.
    :param orthodox: the keys in orthodox chess; empty if Black's men are partly hidden.
    :param failures: why each orthodox key that is not a key here fails.
    :param plan: a plan that begins with the first key or with the question; None if the problem is not won.
    :param duals: the number of turns of the plan in which White has another good try.
    """

    belief: Belief
    n: int
    rules: RuleSet
    keys: list[int] | None
    won: bool | None
    orthodox: list[int]
    failures: dict[int, list[TryFailure]]
    plan: TurnPlan | None
    duals: int

    def cooks(self, printed: int) -> list[int]:
        """The keys other than the printed one."""
        return [move for move in self.keys or () if move != printed]


def analyse(
    belief: Belief,
    n: int,
    rules: RuleSet,
    *,
    first: int | None = None,
    excluded: Collection[int | str] = (),
    opponent_asks: bool = False,
    budget: Budget | None = None,
) -> Solution:
    """The keys, plan and failures of a mate in n.

    :param first: the key with which the plan begins (usually the printed one); if it is not a key, the lowest one.
    :param excluded: replies that Black promised not to play, as integers or in UCI (``c1d2``).
    :param opponent_asks: Black asks “Any?” before each of his moves.
    :raises ValueError: a string among ``excluded`` is not a move, or the rulebook has no check and mate.
    """
    solver = Solver(rules, excluded=excluded, opponent_asks=opponent_asks, budget=budget)
    try:
        keys = solver.keys(belief, n)
        won = bool(keys) or solver.won(belief, n)
        orthodox = solver.orthodox_keys(belief[0], n) if len(belief) == 1 else []
        failures = {move: solver.failure(belief, move, n) for move in orthodox if move not in keys}
        key = first if first in keys else keys[0] if keys else None
        plan = solver.plan(belief, n, key) if won else None
    except (OutOfBudget, RecursionError):
        return Solution(belief, n, rules, None, None, [], {}, None, 0)
    return Solution(belief, n, rules, keys, won, orthodox, failures, plan, sum(map(_duals, [plan] if plan else [])))


def _duals(plan: TurnPlan) -> int:
    """The number of turns with duals in a plan."""
    inner = [branch.plan for made in plan.tries for branch in made.branches]
    inner += [answer for answer in (plan.yes, plan.no) if answer]
    return bool(plan.duals) + sum(map(_duals, inner))


def describe(plan: TurnPlan, belief: Belief, number: int = 1) -> str:
    """A plan as indented text: tries, announcements, the replies in brackets, and the tries after them.

    Tries are joined by ``or`` if their order does not matter, else by ``sor``.

    :param number: the move number of the first turn.
    """
    return "\n".join(_plan(plan, belief, number, 0))


def _plan(plan: TurnPlan, belief: Belief, number: int, depth: int) -> Iterator[str]:
    board = belief[0]
    pad = "   " * depth
    if plan.tries:
        yield pad + f"{number}. " + "".join(_try(board, made, i) for i, made in enumerate(plan.tries))
        for made in plan.tries:
            several = len([other for other in plan.tries if other.branches]) > 1
            for branch in made.branches:
                origin = f"after {board.own_san(made.move)}, " if several else ""
                own = f"“{branch.own.words()}”, then " if not branch.own.silent else ""
                replies = " ".join(sorted({_reply(step, number) for step in branch.steps}))
                yield f"{pad}   {origin}{own}{branch.reply.words()} ({replies}):"
                yield from _plan(branch.plan, beliefs.worlds(branch.steps), number + 1, depth + 2)
    if plan.yes and plan.no:
        for move in (made.move for made in plan.tries):
            belief = beliefs.attempt(belief, move)[1]
        yes, no = beliefs.ask(belief)
        for answer, worlds, then in (("yes", yes, plan.yes), ("no", no, plan.no)):
            yield f"{pad}“Any?” {answer}:"
            yield from _plan(then, worlds, number, depth + 1)


def _try(board: Position, made: PlanTry, place: int) -> str:
    joint = "" if not place else " or " if made.free else " sor "
    return joint + board.own_san(made.move) + ("#" if made.mates else "")


def _reply(step: WorldStep, number: int) -> str:
    return f"{number}...{step.before.san(step.move)}"


def insoluble(solver: Solver, belief: Belief, n: int) -> tuple[str, ...]:
    """The reasons why a position has no mate in n under the solver's rules: sentences on each orthodox key.

    Empty if it is won after all (by a question), if Black's men are partly hidden, or if there is no orthodox key.
    """
    if len(belief) > 1 or solver.won(belief, n):
        return ()
    return tuple(
        explain(failure, key, belief[0])
        for key in solver.orthodox_keys(belief[0], n)
        for failure in solver.failure(belief, key, n)
    )


def explain(failure: TryFailure, move: int, board: Position) -> str:
    """A sentence on why a try is not a key; most often, that the announcements do not distinguish some replies."""
    key = board.san(move)
    if failure.own is None:
        return f"{key}: nothing is left for {', '.join(failure.unsolved)} when it is refused"
    if failure.reply is None:
        return f"{key}: {failure.own.end or 'no mate'}"
    if len(failure.steps) == 1:
        return f"{key}: no mate after {_with_mates(failure.steps[0])}"
    replies = [_with_mates(step) for step in failure.steps]
    alike = f"{', '.join(replies[:-1])} and {replies[-1]} sound alike ({failure.reply.words()})"
    return f"{key}: {alike}, and no tries mate all"


def _with_mates(step: WorldStep) -> str:
    """A reply with the moves that mate after it: ``Bf6 (Bg6#)``."""
    mates = sorted(step.after.san(move) for move in mating_moves(step.after))
    return step.before.san(step.move) + (f" ({', '.join(mates)})" if mates else "")
