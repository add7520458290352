"""The prover: does a printed policy mate, against every reply in every position that is still possible?

It follows the text and nothing else.  Where the text leaves something open it is read in the author's favour: a scanned
figurine stands for any man that can make the move, alternatives (*A or B*) may be tried in the order that works, and a
line that names Black's move, which White does not see, is one of the things that he may try.  What only a search could
add leaves the verdict ``incomplete``; a try that the text prescribes and that is legal but does not mate refutes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

from kriegnote.chess.position import move_of
from kriegnote.diagnostics.findings import Finding
from kriegnote.problems.faults import fault
from kriegnote.problems.orders import printed_order, repeated
from kriegnote.problems.policy import Branch, Node, Plan, Problem, Try, Twin, bare, walk
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.black import Replies
from kriegnote.problems.proof.prover import Prover
from kriegnote.problems.proof.results import Failure, Open, PlanResult, Rest, TooLong, Work
from kriegnote.problems.proof.tree_findings import ambiguous, bad_tree, contradictions, impossible_defences, mates
from kriegnote.problems.proof.worlds import worlds
from kriegnote.problems.reading.solution import read_solution, unknown_cause, words_not_read
from kriegnote.problems.reading.unknown import leaves_order
from kriegnote.rules import RULES, RuleSet
from kriegnote.rules.assumed import OF_PROBLEMS

if TYPE_CHECKING:
    from kriegnote.problems.proof.solve import Solver

MOST_WORK: Final = 150_000
"""So many replies are followed for one verdict, over all readings (a try counts as twenty)."""
MOST_OPEN: Final = 30_000
"""So many positions are looked into for what a text leaves open."""
MOST_FOR_KEYS: Final = 80_000
"""So many positions are looked into for the keys."""
_MOST_SIGNS: Final = 20


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """What became of a printed solution.

    ``line``: SAN from the FEN ``start`` to where it fails; ``heard``: what White heard along it; ``rest``: what a
    search makes of what the text leaves open; ``keys``: the first moves that a search finds, where it was asked;
    ``unread``: moves of the text that were not understood, with their places;
    ``insoluble``: where it finds none, why each orthodox key is none: the replies that sound alike.
    """

    verdict: Literal["proven", "refuted", "incomplete"]
    rest: Rest
    line: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    note: str = ""
    keys: tuple[str, ...] = ()
    insoluble: tuple[str, ...] = ()
    unread: tuple[Node, ...] = ()
    id: str | None = None
    twin: str | None = None
    rules: str = OF_PROBLEMS
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
    problem = _first(problem) if isinstance(problem, str) else problem
    named = rules or problem.rules or OF_PROBLEMS
    if rules is None and named not in RULES:
        note = f"there is no rulebook {named!r}; there are {', '.join(RULES)}"
        return _not_judged(problem, str(named), note, fault("KN505", f"{note[0].upper()}{note[1:]}."))
    ruleset = named if isinstance(named, RuleSet) else RULES[named]
    try:
        case = _case(problem, ruleset)
    except ValueError as error:
        return _not_judged(problem, ruleset.id, str(error), fault("KN505", f"{error}."))
    try:
        read = _likeliest(case)
    except (TooLong, RecursionError):
        return _not_judged(problem, ruleset.id, "given up: the text leads into more positions than are followed")
    return _judged(case, read, search=search, keys=keys)


def _first(text: str) -> Problem:
    """The first problem of a text; :raises ValueError: it holds none."""
    from kriegnote.problems.reading.reader import read_problems

    problems, findings = read_problems(text)
    if not problems:
        raise ValueError(findings[0].message if findings else "the text holds no problem")
    return problems[0]


def _not_judged(problem: Problem, rules: str, note: str, *found: Finding) -> Verdict:
    """The verdict on a problem that was not followed, or not to the end."""
    return Verdict(
        verdict="incomplete", rest="unknown", note=note, findings=found, unread=() if found else problem.unread,
        id=_name(problem), twin=problem.twin, rules=rules,
    )  # fmt: skip


def _judged(case: _Case, read: _Read, *, search: bool, keys: bool) -> Verdict:
    """The verdict on a problem of which this is the likeliest reading."""
    result, remark = read.result, read.remark
    problem = msgspec.structs.replace(case.problem, policy=read.policy)
    verdict, failure = _verdict(result)
    unread = _unread(case, read, verdict, failure)
    doubted = bool(unread) and verdict != "incomplete"
    if doubted:
        remark = f"what is read is {verdict}, but {_quoted(unread[0])} is not read"
        verdict = "incomplete"
    found = [
        *result.faults(),
        *bad_tree(problem, result, case.replies.rules),
        *(_words_not_read(problem, unread) if doubted else mates(result)),
        *impossible_defences(problem.policy, result).values(),
    ]
    rest: Rest = {"proven": "won", "refuted": "lost"}.get(verdict, "unknown")  # type: ignore[assignment]
    if verdict == "incomplete" and search and not doubted:
        rest = _rest(case, result)
    note = "; ".join(filter(None, [failure.message if failure else "", remark, *_remarks(result)]))
    line, heard, first = failure.world.trail.as_line() if failure else ((), (), None)
    found_keys, insoluble = _keys(case) if keys else ((), ())
    return Verdict(
        verdict=verdict, rest=rest, line=line, heard=heard, note=note, start=first,
        keys=found_keys, insoluble=insoluble, unread=unread, id=_name(problem), twin=problem.twin,
        rules=case.replies.rules.id,
        findings=tuple(sorted(found, key=lambda each: (each.line or 0, each.column or 0, each.code))),
    )  # fmt: skip


def _unread(case: _Case, read: _Read, verdict: str, failure: Failure | None) -> tuple[Node, ...]:
    """What of a text was not understood, as far as the verdict on what was may come from it."""
    problem = case.problem
    if verdict == "proven":
        return _not_passed_over(case, read)
    if verdict == "incomplete":
        return problem.unread
    left = (each for each in problem.unread if each not in read.hidden)
    unread = tuple(dict.fromkeys((*left, *read.doubtful, *contradictions(read.policy))))
    if unread or problem.solution is None or failure is None or failure.node is None:
        return unread
    cause = unknown_cause(problem.solution, failure.node, read.policy, failure.world.trail.last_heard())
    return () if cause is None else (cause,)


def _name(problem: Problem) -> str | None:
    """What a problem is called in the output."""
    credit = ", ".join(filter(None, (problem.tag("Composer"), problem.tag("Source"))))
    return problem.tag("Id") or problem.tag("Problem") or problem.tag("Event") or credit or None


@dataclass(frozen=True)
class _Case:
    """One problem under one rulebook: all that its readings share."""

    problem: Problem
    replies: Replies
    moves: int
    start: beliefs.Belief
    work: Work

    def prover(self, twin: str | None, men: Mapping[tuple[int, int], str], *, ordered: bool = False) -> Prover:
        """A prover for which these signs are settled; ``ordered``: an order that is open is that of the page."""
        return Prover(self.replies, self.moves, self.work, twin=twin, men=men, ordered=ordered)


def _case(problem: Problem, rules: RuleSet) -> _Case:
    """:raises ValueError: the problem has no position, or one that cannot be."""
    start = worlds(problem)
    turns = [stage.turn for stage in walk(problem.policy) if isinstance(stage, Try)]
    excluded = [move_of(text) for text in problem.excluded]
    replies = Replies(rules, excluded, opponent_asks=problem.opponent_asks)
    return _Case(problem, replies, problem.moves or max(turns, default=1), start, Work(MOST_WORK))


class _Read(NamedTuple):
    """The reading that is judged, and its result.

    ``remark``: what is to be said of it; ``unread``: what of the text it leaves out; ``doubtful``: what it takes in a
    way that the words do not say; ``hidden``: conditions that White cannot see, which he meets when a try is refused;
    ``printed``: the policy is a reading of the text.
    """

    policy: Plan
    result: PlanResult
    remark: str = ""
    unread: tuple[Node, ...] = ()
    doubtful: tuple[Node, ...] = ()
    hidden: tuple[Node, ...] = ()
    printed: bool = True


def _within(node: Node, other: Node) -> bool:
    return other.span[0] <= node.span[0] and node.span[1] <= other.span[1]


def _not_passed_over(case: _Case, read: _Read) -> tuple[Node, ...]:
    """What of a text no proof of it may pass over and a reading of it does: what it leaves out or takes otherwise than
    it is said, a second branch for one announcement, words that are not understood.
    """
    solution = case.problem.solution
    if solution is None or not read.printed:
        return ()
    words = words_not_read(solution, read.policy, free=_order_matters(case, read.policy))
    words = tuple(each for each in words if not any(_within(each, known) for known in read.hidden))
    left = (*read.unread, *read.doubtful, *ambiguous(read.policy))
    return tuple(sorted({*left, *words}, key=lambda node: node.span))


def _order_matters(case: _Case, policy: Plan) -> bool:
    """Whether a policy leaves an order open that is neither the one in which the page names the tries, nor needed
    because what is heard tells the try."""
    if not leaves_order(policy):
        return False
    try:
        return _proof(case, printed_order(policy)) is None and _proof(case, policy, ordered=True) is None
    except (TooLong, RecursionError):
        return True


def _likeliest(case: _Case) -> _Read:
    """The first reading that is proven and passes over nothing, else the first that is proven, else the likeliest."""
    printed, solution = case.problem.policy, case.problem.solution
    if solution is None:
        return _Read(printed, _likeliest_men(case, printed))
    first: _Read | None = None
    proven: _Read | None = None
    try:
        for reading in read_solution(solution):
            unread = tuple(each for each in reading.unread if each not in reading.hidden)
            again = repeated(reading.policy)
            open_ = reading.unordered if reading.unordered and _order_matters(case, reading.policy) else ()
            doubtful = (*reading.doubtful, *again, *open_)
            if first is None:
                first = _Read(printed, _likeliest_men(case, printed), "", unread, doubtful, reading.hidden)
                if bare(reading.policy) != bare(printed):
                    return first._replace(printed=False)
                if not first.result.failures:
                    proven = first
            elif again:
                continue
            elif (proof := _proof(case, reading.policy)) and not impossible_defences(reading.policy, proof):
                plain = "refuted" if _verdict(first.result)[0] == "refuted" else "incomplete"
                remark = f"the words can also be read otherwise, and then the text is {plain}"
                remark = remark if first.result.failures else ""
                read = _Read(reading.policy, proof, remark, unread, doubtful, reading.hidden)
                proven = read if proven is None or not (unread or doubtful) else proven
            if proven is not None and not (proven.unread or proven.doubtful or ambiguous(proven.policy)):
                return proven
    except TooLong:
        if first is None:
            raise
        return proven or first._replace(remark="not all readings of the words were followed")
    assert first is not None
    return proven or first


def _words_not_read(problem: Problem, unread: tuple[Node, ...]) -> list[Finding]:
    """What is said of words for which a text is called neither right nor wrong."""
    left = [node for node in unread if not (node in problem.unread or isinstance(node, Branch))]  # a branch has KN503
    said = "this is not understood; no verdict is passed without it."
    return [fault("KN506", f"{' '.join(node.text.split())}: {said}", node) for node in left]


def _quoted(node: Node) -> str:
    return f"“{' '.join(node.text.split())}” (line {node.line})"


def _twins(case: _Case, policy: Plan) -> list[str | None]:
    """The twins that a policy is proven for, one of which it must be: the problem's own, else those of its parts."""
    twins = {
        each.twin for node in walk(policy) if isinstance(node, Branch) for each in node.when if isinstance(each, Twin)
    }
    return [case.problem.twin] if case.problem.twin or not twins else [*sorted(twins)]


def _proof(case: _Case, policy: Plan, *, ordered: bool = False) -> PlanResult | None:
    """The result of a policy without a failure, each sign one man throughout; None when there is none."""
    for twin in _twins(case, policy):
        if found := _settled(case, policy, twin, {}, ordered=ordered):
            return found
    return None


def _settled(
    case: _Case, policy: Plan, twin: str | None, men: dict[tuple[int, int], str], *, ordered: bool
) -> PlanResult | None:
    """As :func:`_proof`, with some signs settled.

    Where signs are open each class of worlds takes the man that suits it: when even that fails, nothing can help.
    """
    result = case.prover(twin, men, ordered=ordered).start(case.start, policy)
    if result.failures:
        return None
    open_ = next((place for place, read in sorted(result.readings.items()) if len(read) > 1), None)
    if open_ is None:
        return result
    for man in result.readings[open_]:
        if found := _settled(case, policy, twin, {**men, open_: man}, ordered=ordered):
            return found
    return None


def _likeliest_men(case: _Case, policy: Plan) -> PlanResult:
    """The result of a policy with the men that serve it best."""
    if proof := _proof(case, policy):
        return proof
    results = []
    for twin in _twins(case, policy):
        men: dict[tuple[int, int], str] = {}
        result = case.prover(twin, men).start(case.start, policy)
        for _ in range(_MOST_SIGNS):
            open_ = next((place for place, read in sorted(result.readings.items()) if len(read) > 1), None)
            if open_ is None:
                break
            settled = [
                (case.prover(twin, {**men, open_: man}).start(case.start, policy), man)
                for man in result.readings[open_]
            ]
            result, men[open_] = min(settled, key=lambda each: each[0].cost(1))
        results.append(result)
    return min(results, key=lambda each: each.cost(1))


def _verdict(result: PlanResult) -> tuple[Literal["proven", "refuted", "incomplete"], Failure | None]:
    for kind in ("refuted", "incomplete"):
        for failure in result.failures:
            if failure.kind == kind:
                return failure.kind, failure
    return "proven", None


def _remarks(result: PlanResult) -> list[str]:
    read = [
        f"{stage.text} read as {said}" for read_ in result.readings.values() for stage, said in read_.values()
        if stage.parts.piece not in (None, "P") and stage.parts.castle is None and said[0] != stage.parts.piece
    ]  # fmt: skip
    remarks = [", ".join(dict.fromkeys(read))] if read else []
    if result.late:
        remarks.append("“Any?” is asked after a refused try")
    if result.unsaid:
        remarks.append("the text does not say so, but “Any?” must be asked")
    return remarks


def _rest(case: _Case, result: PlanResult) -> Rest:
    """What the solver makes of all that the text leaves open; ``unknown`` when its budget is used up."""
    from kriegnote.problems.proof.plans import OutOfBudget

    solver = _solver(case, MOST_OPEN)

    def won(alternative: tuple[Open, ...]) -> bool:
        return all(left > 0 and solver.won(beliefs.merge(belief), left) for belief, left in alternative)

    try:
        return "won" if all(any(map(won, failure.open)) for failure in result.failures) else "lost"
    except (OutOfBudget, RecursionError):
        return "unknown"


def _keys(case: _Case) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys, and where there is none what makes the problem insoluble under these rules."""
    from kriegnote.problems.proof.analysis import insoluble
    from kriegnote.problems.proof.plans import OutOfBudget

    solver = _solver(case, MOST_FOR_KEYS)
    try:
        found = solver.keys(case.start, case.moves)
        why = insoluble(solver, case.start, case.moves) if not found else ()
    except (OutOfBudget, RecursionError):
        return (), ()
    return tuple(case.start[0].own_san(move) for move in found), why


def _solver(case: _Case, most: int) -> Solver:
    """A solver of a problem that looks into so many positions."""
    from kriegnote.problems.proof.plans import Budget
    from kriegnote.problems.proof.solve import Solver

    replies = case.replies
    return Solver(
        replies.rules, excluded=replies.excluded, opponent_asks=replies.opponent_asks, budget=Budget(nodes=most)
    )
