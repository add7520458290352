"""Which of the readings of a printed solution is judged: the likeliest that is proven, else the likeliest.

A sign stands for one man at one place of the text, and the men are chosen so that the text works.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

import msgspec

from kriegnote.chess.position import move_of
from kriegnote.problems.orders import printed_order, repeated
from kriegnote.problems.policy import Branch, Either, Node, Plan, Problem, Try, Twin, bare, walk, where
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.black import Replies
from kriegnote.problems.proof.prover import Prover
from kriegnote.problems.proof.results import Failure, PlanResult, TooLong, Work
from kriegnote.problems.proof.tree_findings import ambiguous, impossible_defences
from kriegnote.problems.proof.worlds import worlds
from kriegnote.problems.reading.solution import read_solution, words_not_read
from kriegnote.problems.reading.unknown import leaves_order
from kriegnote.rules import RuleSet

_MOST_SIGNS: Final = 20


@dataclass(frozen=True)
class ProblemCase:
    """One problem under one rulebook: all that its readings share.

    ``signs``: letters are a scanner's, as figurines are.
    """

    problem: Problem
    replies: Replies
    moves: int
    start: beliefs.Belief
    work: Work
    signs: bool = False

    def prover(self, twin: str | None, men: Mapping[tuple[int, int], str], *, ordered: bool = False) -> Prover:
        """A prover for which these signs are settled; ``ordered``: an order that is open is that of the page."""
        return Prover(self.replies, self.moves, self.work, twin=twin, men=men, ordered=ordered)

    def with_signs(self, most: int) -> ProblemCase | None:
        """The same problem, its letters read as a scanner's signs; ``most``: as in :func:`case_of`.

        None where the policy is not that of a printed text.
        """
        solution = self.problem.solution
        reading = solution and next(read_solution(solution, signs=True), None)
        if not reading:
            return None
        problem = msgspec.structs.replace(self.problem, policy=reading.policy)
        return replace(self, problem=problem, signs=True, work=Work(most))


def case_of(problem: Problem, rules: RuleSet, most: int) -> ProblemCase:
    """A problem under a rulebook; ``most``: so many replies are followed over all its readings.

    :raises ValueError: the problem has no position, or one that cannot be.
    """
    start = worlds(problem)
    turns = [stage.turn for stage in walk(problem.policy) if isinstance(stage, Try)]
    excluded = [move_of(text) for text in problem.excluded]
    replies = Replies(rules, excluded, opponent_asks=problem.opponent_asks)
    return ProblemCase(problem, replies, problem.moves or max(turns, default=1), start, Work(most))


class JudgedReading(NamedTuple):
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


def not_passed_over(case: ProblemCase, read: JudgedReading) -> tuple[Node, ...]:
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


def _order_matters(case: ProblemCase, policy: Plan) -> bool:
    """Whether a policy leaves an order open that is neither the one in which the page names the tries, nor needed
    because what is heard tells the try."""
    if not leaves_order(policy):
        return False
    try:
        return _proof(case, printed_order(policy)) is None and _proof(case, policy, ordered=True) is None
    except (TooLong, RecursionError):
        return True


def likeliest(case: ProblemCase) -> JudgedReading:
    """The first reading that is proven and passes over nothing, else the first that is proven, else the likeliest.

    :raises TooLong: not even one could be followed.
    """
    printed, solution = case.problem.policy, case.problem.solution
    if solution is None:
        return JudgedReading(printed, _serving_men(case, printed))
    first: JudgedReading | None = None
    proven: JudgedReading | None = None
    try:
        for reading in read_solution(solution, signs=case.signs):
            unread = tuple(each for each in reading.unread if each not in reading.hidden)
            again = repeated(reading.policy)
            open_ = reading.unordered if reading.unordered and _order_matters(case, reading.policy) else ()
            doubtful = (*reading.doubtful, *again, *open_)
            if first is None:
                first = JudgedReading(printed, _serving_men(case, printed), "", unread, doubtful, reading.hidden)
                if bare(reading.policy) != bare(printed):
                    return first._replace(printed=False)
                if not first.result.failures:
                    proven = first
            elif again:
                continue
            elif (proof := _proof(case, reading.policy)) and _may_be_meant(reading.policy, proof):
                plain = "refuted" if verdict_of(first.result)[0] == "refuted" else "incomplete"
                remark = f"the words can also be read another way, in which the text is {plain}"
                remark = remark if first.result.failures else ""
                read = JudgedReading(reading.policy, proof, remark, unread, doubtful, reading.hidden)
                proven = read if proven is None or not (unread or doubtful) else proven
            if proven is not None and not (proven.unread or proven.doubtful or ambiguous(proven.policy)):
                return proven
    except TooLong:
        if first is None:
            raise
        return proven or first._replace(remark="not every reading of the words was tried")
    assert first is not None
    return proven or first


def _may_be_meant(policy: Plan, proof: PlanResult) -> bool:
    """Whether a proof is of what somebody may have meant: no defence is impossible where it is printed, and no try that
    is made whatever is heard is one that White's own men do not allow after something that may be heard.
    """
    impossible = (("KN502", where(stage)) in proof.findings for stage in _unconditional(policy))
    return not impossible_defences(policy, proof) and not any(impossible)


def _unconditional(plan: Plan) -> Iterator[Try]:
    """The tries of a plan that stand under no condition."""
    for stage in plan:
        if isinstance(stage, Try):
            yield stage
            yield from _unconditional(stage.then or ())
        elif isinstance(stage, Either):
            for option in stage.options:
                yield from _unconditional(option)


def _twins(case: ProblemCase, policy: Plan) -> list[str | None]:
    """The twins that a policy is proven for, one of which it must be: the problem's own, else those of its parts."""
    twins = {
        each.twin for node in walk(policy) if isinstance(node, Branch) for each in node.when if isinstance(each, Twin)
    }
    return [case.problem.twin] if case.problem.twin or not twins else [*sorted(twins)]


def _proof(case: ProblemCase, policy: Plan, *, ordered: bool = False) -> PlanResult | None:
    """The result of a policy without a failure, each sign one man throughout; None when there is none."""
    for twin in _twins(case, policy):
        if found := _settled(case, policy, twin, {}, ordered=ordered):
            return found
    return None


def _settled(
    case: ProblemCase, policy: Plan, twin: str | None, men: dict[tuple[int, int], str], *, ordered: bool
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


def _serving_men(case: ProblemCase, policy: Plan) -> PlanResult:
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


def verdict_of(result: PlanResult) -> tuple[Literal["proven", "refuted", "incomplete"], Failure | None]:
    """The verdict that a result gives, and the failure that it rests on."""
    for kind in ("refuted", "incomplete"):
        for failure in result.failures:
            if failure.kind == kind:
                return failure.kind, failure
    return "proven", None
