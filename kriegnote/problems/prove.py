"""The prover: does a printed policy mate, against every reply in every position that is still possible?

It follows the text and nothing else.  Where the text leaves something open it is read in the author's favour: a scanned
figurine stands for any man that can make the move, alternatives (*A or B*) may be tried in the order that works, and a
line that names Black's move, which White does not see, is one of the things that he may try.  What only a search could
add leaves the verdict ``incomplete``; a try that the text prescribes and that is legal but does not mate refutes it.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from kriegnote.chess.position import move_of
from kriegnote.diagnostics.findings import Finding
from kriegnote.problems import belief as beliefs
from kriegnote.problems.faults import fault
from kriegnote.problems.follow import MOST_TRIES, Prover, TooLong
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
from kriegnote.problems.state import Failure, Open, Rest, Result, Trail
from kriegnote.problems.worlds import worlds
from kriegnote.rules import RULES, RuleSet


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """What became of a printed solution.

    ``line``: SAN from the FEN ``start`` to where it fails; ``heard``: what White heard along it; ``rest``: what a
    search makes of what the text leaves open; ``keys``: the first moves that a search finds, where it was asked;
    ``insoluble``: where it finds none, why each orthodox key is none: the replies that sound alike.
    """

    verdict: Literal["proven", "refuted", "incomplete"]
    rest: Rest
    line: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    note: str = ""
    keys: tuple[str, ...] = ()
    insoluble: tuple[str, ...] = ()
    id: str | None = None
    twin: str | None = None
    rules: str = "english"
    start: str | None = None
    findings: tuple[Finding, ...] = ()


def prove(
    problem: Problem | str, rules: RuleSet | str | None = None, *, search: bool = True, keys: bool = False
) -> Verdict:
    """The verdict on one problem's printed solution.

    :param problem: a problem, or its text (the first problem of it).
    :param rules: the rulebook; None: the one that the problem names, else english.
    :param search: let the solver look at what the text leaves open (``rest``).
    :param keys: let it find the keys too.
    :raises ValueError: the text holds no problem; :raises KeyError: no such rulebook.
    """
    if isinstance(problem, str):
        from kriegnote.problems.reader import read_problems

        problems, findings = read_problems(problem)
        if not problems:
            raise ValueError(findings[0].message if findings else "the text holds no problem")
        problem = problems[0]
    ruleset = rules if isinstance(rules, RuleSet) else RULES[rules or problem.rules or "english"]
    credit = ", ".join(filter(None, (problem.tag("Composer"), problem.tag("Source"))))
    name = problem.tag("Id") or problem.tag("Problem") or problem.tag("Event") or credit or None
    common: dict[str, Any] = {"id": name, "twin": problem.twin, "rules": ruleset.id}
    try:
        start = worlds(problem)
    except ValueError as error:
        code = "KN505"
        return Verdict(
            verdict="incomplete", rest="unknown", note=str(error), findings=(fault(code, f"{error}."),), **common
        )
    turns = [stage.turn for stage in walk(problem.policy) if isinstance(stage, Try)]
    moves = problem.moves or max(turns, default=1)
    excluded = [move_of(text) for text in problem.excluded]
    try:
        result = _best(problem, ruleset, moves, excluded, start)
    except (TooLong, RecursionError):
        return Verdict(verdict="incomplete", rest="unknown", note="the text is too long to be followed", **common)
    verdict, failure = _verdict(result)
    found = [
        *result.findings.values(),
        *_bad_tree(problem, result, ruleset),
        *_mates(result),
        *_defences(problem, result),
    ]
    rest: Rest = {"proven": "won", "refuted": "lost"}.get(verdict, "unknown")  # type: ignore[assignment]
    if verdict == "incomplete" and search:
        rest = _rest(result, problem, ruleset, excluded)
    note = "; ".join(filter(None, [failure.message if failure else "", *_remarks(result)]))
    line, heard, first = _told(failure.world.trail) if failure else ((), (), None)
    found_keys, insoluble = _keys(start, moves, ruleset, problem, excluded) if keys else ((), ())
    return Verdict(
        verdict=verdict, rest=rest, line=line, heard=heard, note=note, start=first,
        keys=found_keys, insoluble=insoluble,
        findings=tuple(sorted(found, key=lambda each: (each.line or 0, each.column or 0, each.code))), **common,
    )  # fmt: skip


def _best(problem: Problem, rules: RuleSet, moves: int, excluded: list[int], start: beliefs.Belief) -> Result:
    """The result of the policy; where its parts are for twins and the problem does not say which it is, of the best."""
    twins = {
        each.twin
        for node in walk(problem.policy)
        if isinstance(node, Branch)
        for each in node.when
        if isinstance(each, Twin)
    }
    options: list[str | None] = [problem.twin] if problem.twin or not twins else [*sorted(twins)]
    results = []
    for twin in options:
        prover = Prover(rules, moves, excluded=excluded, opponent_asks=problem.opponent_asks, twin=twin)
        result = prover.start(start, problem.policy)
        for _ in range(20):  # a printed move is one man's, whatever is heard before it
            open_ = [span for span, read in sorted(result.readings.items()) if len(read) > 1]
            if not open_ or prover.tries > MOST_TRIES:
                break
            settled = []
            for man in result.readings[open_[0]]:
                prover.men[open_[0]] = man
                settled.append((prover.start(start, problem.policy), man))
            result, prover.men[open_[0]] = min(settled, key=lambda each: each[0].cost(1))
        results.append(result)
    return min(results, key=lambda each: each.cost(1))


def _verdict(result: Result) -> tuple[Literal["proven", "refuted", "incomplete"], Failure | None]:
    for kind in ("refuted", "incomplete"):
        for failure in result.failures:
            if failure.kind == kind:
                return failure.kind, failure
    return "proven", None


def _told(trail: Trail) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
    """A trail as (moves, what was heard, the FEN that it starts from)."""
    moves: list[str] = []
    said: list[str] = []
    start = None
    at: Trail | None = trail
    while at is not None:
        if at.kind == "move":
            moves.append(at.text)
        elif at.kind == "heard":
            said.append(at.text)
        else:
            start = at.text
        at = at.before
    return tuple(reversed(moves)), tuple(reversed(said)), start


def _remarks(result: Result) -> list[str]:
    read = [
        f"{stage.text} read as {said}" for read_ in result.readings.values() for stage, said in read_.values()
        if stage.figurine and stage.parts.piece not in (None, "P") and stage.parts.castle is None
        and said[0] != stage.parts.piece
    ]  # fmt: skip
    remarks = [", ".join(dict.fromkeys(read))] if read else []
    if result.late:
        remarks.append("“Any?” is asked after a refused try")
    if result.unsaid:
        remarks.append("the text does not say so, but “Any?” must be asked")
    return remarks


def _mates(result: Result) -> list[Finding]:
    """A finding for each node at which the policy is refuted."""
    found: dict[tuple[str, int, int], Finding] = {}
    for failure in result.failures:
        if failure.code and failure.node is not None:
            line, _, start = _told(failure.world.trail)
            made = fault(failure.code, f"{failure.message}.", failure.node, note=f"{start}: {' '.join(line)}")
            found.setdefault((failure.code, made.line or 0, made.column or 0), made)
    return list(found.values())


def _defences(problem: Problem, result: Result) -> list[Finding]:
    """Replies against which a move is said to be meant, but which nobody can make where it is tried."""
    found = {}
    for node in walk(problem.policy):
        if isinstance(node, Try) and node.turn == 2 and where(node) in result.readings:
            for each in node.defences:
                if where(each) not in result.defended:
                    message = f"{each.text}: Black has no such reply where {node.text} is tried."
                    found[where(each)] = fault("KN507", message, each)
    return list(found.values())


def _bad_tree(problem: Problem, result: Result, rules: RuleSet) -> list[Finding]:
    """Branches that no announcement leads to (though it leads to others there), or that say two things for one."""
    found: dict[tuple[str, tuple[int, int]], Finding] = {}
    nodes = list(walk(problem.policy))
    reached = {where(node) for node in nodes if isinstance(node, Branch) and id(node) in result.reached}
    for fork in (node for node in nodes if isinstance(node, Fork)):
        said: list[Any] = []
        come_to = any(where(branch) in reached for branch in fork.branches)
        for branch in fork.branches:
            when = bare(branch.when)  # type: ignore[arg-type]
            name = branch.text or "this branch"
            if when in said and any(isinstance(each, (*AUDIBLE, Answer)) for each in branch.when):
                made = fault("KN503", f"{name}: the text says two things for this announcement.", branch)
                found.setdefault(("KN503", where(branch)), made)
            elif come_to and where(branch) not in reached and not _set_aside(problem.policy, branch, rules):
                made = fault("KN501", f"{name}: nothing that Black can reply leads here.", branch)
                found.setdefault(("KN501", where(branch)), made)
            said.append(when)
    return list(found.values())


def _set_aside(plan: Plan, branch: Branch, rules: RuleSet) -> bool:
    """Whether a branch need not be reached: it stands in a part for another rulebook, or is for all that is left."""
    if any(isinstance(each, (Twin, Under, Otherwise, Played)) for each in branch.when):
        return True
    return _within_other(plan, branch, rules)


def _within_other(plan: Plan, node: Branch, rules: RuleSet) -> bool:
    """Whether a branch stands in a part for another rulebook or twin."""
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


def _rest(result: Result, problem: Problem, rules: RuleSet, excluded: list[int]) -> Rest:
    """What the solver makes of all that the text leaves open."""
    from kriegnote.problems.solve import rest

    def of(alternative: tuple[Open, ...]) -> Rest:
        found = set()
        for belief, left in alternative:
            some = beliefs.merge(belief)
            found.add(
                rest(some, left, rules, excluded=excluded, opponent_asks=problem.opponent_asks, seconds=5.0)
                if left > 0 else "lost"
            )  # fmt: skip
        return "lost" if "lost" in found else "unknown" if "unknown" in found else "won"

    worst: Rest = "won"
    for failure in result.failures:
        best: Rest = "lost"
        for alternative in failure.open:
            here = of(alternative)
            best = here if here == "won" or best == "lost" else best
            if best == "won":
                break
        if best == "lost":
            return "lost"
        worst = "unknown" if best == "unknown" else worst
    return worst


def _keys(
    start: beliefs.Belief, moves: int, rules: RuleSet, problem: Problem, excluded: list[int]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys, and where there is none what makes the problem insoluble under these rules."""
    from kriegnote.problems.plans import insoluble
    from kriegnote.problems.solve import Budget, OutOfBudget, Solver

    budget = Budget(seconds=5.0)
    solver = Solver(rules, excluded=excluded, opponent_asks=problem.opponent_asks, budget=budget)
    try:
        found = solver.keys(start, moves)
        why = insoluble(solver, start, moves) if not found else ()
    except (OutOfBudget, RecursionError):
        return (), ()
    return tuple(start[0].own_san(move) for move in found), why
