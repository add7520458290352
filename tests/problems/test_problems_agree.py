"""The solver's plans, told as policies, are proven: two programs that share only the belief states agree."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from kriegnote.chess.position import Position, square_name
from kriegnote.model.printed_moves import parse_move
from kriegnote.problems.heard import Heard
from kriegnote.problems.policy import Answer, Branch, Captures, Checks, Condition, Fork, PawnTries, Plan, Silent, Try
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof import plans, solve
from kriegnote.problems.proof.belief import Belief
from kriegnote.problems.proof.worlds import worlds
from kriegnote.problems.prove import prove
from kriegnote.problems.reading.reader import read_problems
from kriegnote.problems.writer import write_problem
from kriegnote.rules import RULES, RuleSet
from tests.support.chapter_7 import chapter_7

DATA = Path(__file__).parent.parent / "data" / "problems"


def told(plan: plans.TurnPlan, belief: Belief, turn: int, rules: RuleSet) -> Plan:
    """A solver's plan as a policy."""
    board = belief[0]
    stages: list[Try | Fork] = [stated_try(board, made, belief, turn, rules) for made in plan.tries]
    if plan.yes and plan.no:
        for made in plan.tries:
            belief = beliefs.attempt(belief, made.move)[1]
        yes, no = beliefs.ask(belief)
        branches = (
            Branch(when=(Answer(any=True),), plan=told(plan.yes, yes, turn, rules)),
            Branch(when=(Answer(any=False),), plan=told(plan.no, no, turn, rules)),
        )
        stages.append(Fork(branches=branches))
    return tuple(stages)


def stated_try(board: Position, made: plans.PlanTry, belief: Belief, turn: int, rules: RuleSet) -> Try:
    parts = parse_move(board.own_san(made.move))
    assert parts is not None
    differs = len({each.own.check for each in made.branches}) > 1  # his own check, where it tells him something
    branches = tuple(
        Branch(
            when=heard(each.own if differs else Heard(), each.reply),
            plan=told(each.plan, beliefs.worlds(each.steps), turn + 1, rules),
        )
        for each in made.branches
    )
    return Try(parts=parts, turn=turn, mates=made.mates, then=(Fork(branches=branches),) if branches else None)


def heard(own: Heard, reply: Heard) -> tuple[Condition, ...]:
    """What is heard, as conditions."""
    when: list[Condition] = [Checks(own.check)] if own.check else []
    if reply.silent:
        when.append(Silent())
    if reply.square is not None:
        when.append(Captures(square=square_name(reply.square)))
    if reply.check:
        when.append(Checks(reply.check))
    if reply.tries is not None:
        count = reply.tries if isinstance(reply.tries, int) else len(reply.tries)
        when.append(PawnTries(count=int(count)))
    return tuple(when)


@pytest.mark.parametrize("rules", ["english", "icc", "cincinnati", "nost", "berkeley-any"])
def test_the_solvers_plan_is_proven(rules: str) -> None:
    book = RULES[rules]
    proven = 0
    for problem in chapter_7() if rules in ("english", "icc") else chapter_7()[::3]:
        if (problem.moves or 9) > 2:
            continue
        start = worlds(problem)
        solver = solve.Solver(book)
        keys = solver.keys(start, problem.moves or 1)
        if not keys:
            continue
        plan = told(solver.plan(start, problem.moves or 1, keys[0]), start, 1, book)  # type: ignore[arg-type]
        mine = msgspec.structs.replace(problem, policy=plan)
        verdict = prove(mine, rules, search=False)
        assert verdict.verdict == "proven", (problem.tags, verdict.note, verdict.line)
        again = read_problems(write_problem(mine, "tree"))[0]
        some = [each for each in again if each.twin == problem.twin]
        assert prove(some[0], rules, search=False).verdict == "proven", problem.tags
        proven += 1
    assert proven > 5
