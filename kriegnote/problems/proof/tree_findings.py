"""Findings on a policy that was followed: failures, unreachable or contradictory branches, and impossible defences."""

from __future__ import annotations

from typing import Any

from kriegnote.diagnostics.findings import Finding
from kriegnote.problems.faults import fault
from kriegnote.problems.policy import (
    AUDIBLE,
    Answer,
    Branch,
    Fork,
    Otherwise,
    Plan,
    Played,
    Problem,
    Try,
    Twin,
    Under,
    bare,
    walk,
    where,
)
from kriegnote.problems.proof.results import PlanResult
from kriegnote.rules import RuleSet


def mates(result: PlanResult) -> list[Finding]:
    """A finding for each node at which the policy is refuted."""
    found: dict[tuple[str, int, int], Finding] = {}
    for failure in result.failures:
        if failure.code and failure.node is not None:
            line, _, start = failure.world.trail.as_line()
            made = fault(failure.code, failure.message, failure.node, note=f"{start}: {' '.join(line)}")
            found.setdefault((failure.code, made.line or 0, made.column or 0), made)
    return list(found.values())


def impossible_defences(policy: Plan, result: PlanResult) -> dict[tuple[int, int], Finding]:
    """The findings on defences printed after a second move that Black cannot make there, by their places."""
    found = {}
    for node in walk(policy):
        if isinstance(node, Try) and node.turn == 2 and where(node) in result.readings:
            for each in node.defences:
                if where(each) not in result.defended:
                    message = f"{each.text}: Black has no such reply where {node.text} is tried"
                    found[where(each)] = fault("KN507", message, each)
    return found


def bad_tree(problem: Problem, result: PlanResult, rules: RuleSet) -> list[Finding]:
    """The findings on branches that are not reached although another of their fork is, and on contradictory ones."""
    found: dict[tuple[str, tuple[int, int]], Finding] = {}
    nodes = list(walk(problem.policy))
    twice = contradictions(problem.policy)
    reached = {where(node) for node in nodes if isinstance(node, Branch) and id(node) in result.reached}
    for fork in (node for node in nodes if isinstance(node, Fork)):
        come_to = any(where(branch) in reached for branch in fork.branches)
        for branch in fork.branches:
            name = branch.text or "this branch"
            if branch in twice:
                made = fault("KN503", f"{name}: the text has two continuations for this announcement", branch)
                found.setdefault(("KN503", where(branch)), made)
            elif come_to and where(branch) not in reached and not _set_aside(problem.policy, branch, rules):
                made = fault("KN501", f"{name}: no reply of Black's leads to this announcement", branch)
                found.setdefault(("KN501", where(branch)), made)
    return list(found.values())


def contradictions(plan: Plan) -> list[Branch]:
    """The branches for an announcement or answer for which the same fork has an earlier branch."""
    found = []
    for fork in walk(plan):
        said: list[Any] = []
        for branch in fork.branches if isinstance(fork, Fork) else ():
            when = bare(branch.when)  # type: ignore[arg-type]
            if when in said and any(isinstance(each, (*AUDIBLE, Answer)) for each in branch.when):
                found.append(branch)
            said.append(when)
    return found


def ambiguous(plan: Plan) -> list[Branch]:
    """Those :func:`contradictions` for which another branch has a different plan."""
    found = []
    for fork in walk(plan):
        if isinstance(fork, Fork):
            twice = [branch for branch in contradictions((fork,)) if branch in fork.branches]
            found += [
                branch
                for branch in twice
                if any(
                    bare(each.when) == bare(branch.when) and bare(each.plan) != bare(branch.plan)  # type: ignore[arg-type]
                    for each in fork.branches
                )
            ]
    return found


def _set_aside(plan: Plan, branch: Branch, rules: RuleSet) -> bool:
    """Whether a branch need not be reached: it is for another rulebook or twin, for an earlier try, or for the rest."""
    if any(isinstance(each, (Twin, Under, Otherwise, Played)) for each in branch.when):
        return True
    return _within_other(plan, branch, rules)


def _within_other(plan: Plan, node: Branch, rules: RuleSet) -> bool:
    """Whether a branch is inside a part for another rulebook, or for any twin."""
    for each in walk(plan):
        if isinstance(each, Branch) and any(isinstance(when, (Under, Twin)) for when in each.when):
            inside = [other for other in walk(each.plan) if other is node]
            eastern = rules.pawn_tries in ("on-request", "none")
            for when in each.when:
                if inside and (
                    isinstance(when, Twin) or (isinstance(when, Under) and (when.rules == "eastern") is not eastern)
                ):
                    return True
    return False
