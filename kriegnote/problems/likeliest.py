"""Selects the reading of a printed solution that is judged: the likeliest that is proven, or else the likeliest.

A figurine stands for the same man throughout at one place of the text; the men are chosen so that the text works.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

import msgspec

from kriegnote.chess.fen import men_of
from kriegnote.chess.position import move_of
from kriegnote.chess.squares import SQUARE
from kriegnote.problems.orders import other_orders, printed_order, repeated, settled_orders
from kriegnote.problems.policy import Branch, Either, Node, Plan, Problem, Try, Twin, bare, walk, where
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.black import Replies
from kriegnote.problems.proof.prover import Prover
from kriegnote.problems.proof.results import Failure, PlanResult, TooLong, Work
from kriegnote.problems.proof.tree_findings import ambiguous, impossible_defences
from kriegnote.problems.proof.worlds import worlds
from kriegnote.problems.reading.language import letters_of
from kriegnote.problems.reading.moves import printed
from kriegnote.problems.reading.solution import read_solution, words_not_read
from kriegnote.problems.reading.unknown import leaves_order
from kriegnote.rules import RuleSet

_LONGEST_ROW: Final = 4  # tries of which all orders are tested
_MOST_SIGNS: Final = 20  # figurines that are settled one by one


@dataclass(frozen=True)
class ProblemCase:
    """A problem under one rulebook, with everything that its readings share.

    ``moves``: the number of moves in which White is to mate.  ``start``: the belief at the beginning.  ``work``: the
    work that is left.  ``signs``: letters are read like figurines.
    """

    problem: Problem
    replies: Replies
    moves: int
    start: beliefs.Belief
    work: Work
    signs: bool = False

    def prover(self, twin: str | None, men: Mapping[tuple[int, int], str], *, ordered: bool = False) -> Prover:
        """A prover of the case.

        :param men: the men that figurines stand for, by their places, as far as it is settled.
        :param ordered: an order that the text leaves open is the printed one.
        """
        return Prover(self.replies, self.moves, self.work, twin=twin, men=men, ordered=ordered)

    def with_signs(self, most: int) -> ProblemCase | None:
        """The same problem with its letters read like figurines; None if there is no printed text.

        :param most: as in :func:`case_of`.
        """
        solution = self.problem.solution
        reading = solution and next(read_solution(solution, signs=True), None)
        if not reading:
            return None
        problem = msgspec.structs.replace(self.problem, policy=reading.policy)
        return replace(self, problem=problem, signs=True, work=Work(most))


def case_of(problem: Problem, rules: RuleSet, most: int) -> ProblemCase:
    """A problem under a rulebook.

    :param most: the work that all readings together may take, in replies.
    :raises ValueError: the problem has no position, or an impossible one.
    """
    start = worlds(problem)
    turns = [stage.turn for stage in walk(problem.policy) if isinstance(stage, Try)]
    excluded = [move_of(text) for text in problem.excluded]
    replies = Replies(rules, excluded, opponent_asks=problem.opponent_asks)
    return ProblemCase(problem, replies, problem.moves or max(turns, default=1), start, Work(most))


class JudgedReading(NamedTuple):
    """The reading that is judged, with its result.

    ``remark``: a note on it for the verdict.
    ``unread``: the parts of the text that it leaves out.
    ``doubtful``: what it reads in a way that the words do not clearly say.
    ``hidden``: conditions that White cannot observe.
    ``supposed``: announcements after *if* that it reads as descriptions; no refutation may rest on that.
    ``printed``: the policy was read from the text.
    """

    policy: Plan
    result: PlanResult
    remark: str = ""
    unread: tuple[Node, ...] = ()
    doubtful: tuple[Node, ...] = ()
    hidden: tuple[Node, ...] = ()
    printed: bool = True
    supposed: tuple[Node, ...] = ()


def _within(node: Node, other: Node) -> bool:
    """Whether a node is within another one in the text."""
    return other.span[0] <= node.span[0] and node.span[1] <= other.span[1]


def not_passed_over(case: ProblemCase, read: JudgedReading) -> tuple[Node, ...]:
    """The parts of a text that a reading ignores although no proof may, in the order of the text.

    These are what it leaves out or reads doubtfully, ambiguous branches, and words that were not understood.
    """
    solution = case.problem.solution
    if solution is None or not read.printed:
        return ()
    words = words_not_read(
        solution,
        read.policy,
        free=_order_matters(case, read.policy),
        any_order=lambda phrase: _any_order_proves(case, read.policy, phrase.start),
    )
    words = tuple(each for each in words if not any(_within(each, known) for known in read.hidden))
    left = (*read.unread, *read.doubtful, *ambiguous(read.policy))
    return tuple(sorted({*left, *words}, key=lambda node: node.span))


def _order_matters(case: ProblemCase, policy: Plan) -> bool:
    """Whether a policy leaves open an order of tries that matters.

    It does not matter if the policy is proven in the printed order.
    """
    if not leaves_order(policy):
        return False
    try:
        return _proof(case, printed_order(policy)) is None and _proof(case, policy, ordered=True) is None
    except (TooLong, RecursionError):
        return True


def _any_order_proves(case: ProblemCase, policy: Plan, at: int) -> bool:
    """Whether a policy is proven in any order of the row of tries before an offset of the text."""
    try:
        orders = list(other_orders(policy, at, _LONGEST_ROW))
        return bool(orders) and all(_proof(case, each) for each in orders)
    except (TooLong, RecursionError):
        return False


def order_is_chosen(case: ProblemCase, policy: Plan) -> bool:
    """Whether a policy that is proven leaves open an order of tries of which some are wrong."""
    try:
        return any(_proof(case, each) is None for each in settled_orders(policy, _LONGEST_ROW))
    except (TooLong, RecursionError):
        return False


def likeliest(case: ProblemCase) -> JudgedReading:
    """The first reading that is proven and ignores nothing, else the first that is proven, else the likeliest one.

    :raises TooLong: not even one reading could be followed.
    """
    policy, solution = case.problem.policy, case.problem.solution
    if solution is None:
        return JudgedReading(policy, _serving_men(case, policy))
    first: JudgedReading | None = None
    proven: JudgedReading | None = None
    try:
        for reading in read_solution(solution, signs=case.signs):
            unread = tuple(each for each in reading.unread if each not in reading.hidden)
            again = repeated(reading.policy)
            open_ = reading.unordered if reading.unordered and _order_matters(case, reading.policy) else ()
            doubtful = (*(each for each in reading.doubtful if not _is_blacks(case, each)), *again, *open_)
            if first is None:
                first = JudgedReading(policy, _serving_men(case, policy), "", unread, doubtful, reading.hidden)
                first = first._replace(supposed=reading.supposed)
                if bare(reading.policy) != bare(policy):
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


def _is_blacks(case: ProblemCase, node: Node) -> bool:
    """Whether a node is a move from a square on which Black has such a man, and not White."""
    assert case.problem.solution is not None
    move = printed(node.text.strip(), letters_of(case.problem.solution.text))
    start = move.parts.from_ if move is not None else None
    if move is None or not start or len(start) != 2:
        return False
    index = SQUARE[start]
    solver = case.start[0].side
    men = {men_of(each.fen().partition(" ")[0])[index] for each in case.start}
    return men == {(move.parts.piece or "P").lower() if solver == "white" else move.parts.piece or "P"}


def _may_be_meant(policy: Plan, proof: PlanResult) -> bool:
    """Whether the author may have meant a proven reading.

    No defence may be impossible where it is printed, and no unconditional try may be impossible on White's own board.
    """
    impossible = (("KN502", where(stage)) in proof.findings for stage in _unconditional(policy))
    return not impossible_defences(policy, proof) and not any(impossible)


def _unconditional(plan: Plan) -> Iterator[Try]:
    """The tries of a plan that are not in a branch."""
    for stage in plan:
        if isinstance(stage, Try):
            yield stage
            yield from _unconditional(stage.then or ())
        elif isinstance(stage, Either):
            for option in stage.options:
                yield from _unconditional(option)


def _twins(case: ProblemCase, policy: Plan) -> list[str | None]:
    """The twins for one of which a policy must be proven: the problem's own, or else those that its parts name."""
    twins = {
        each.twin for node in walk(policy) if isinstance(node, Branch) for each in node.when if isinstance(each, Twin)
    }
    return [case.problem.twin] if case.problem.twin or not twins else [*sorted(twins)]


def _proof(case: ProblemCase, policy: Plan, *, ordered: bool = False) -> PlanResult | None:
    """The result that proves a policy, with one man for each figurine; None if there is none."""
    for twin in _twins(case, policy):
        if found := _settled(case, policy, twin, {}, ordered=ordered):
            return found
    return None


def _settled(
    case: ProblemCase, policy: Plan, twin: str | None, men: dict[tuple[int, int], str], *, ordered: bool
) -> PlanResult | None:
    """As :func:`_proof`, for one twin and with some figurines settled.

    While a figurine is not settled, each class of worlds takes the man that suits it; if even that fails, no man helps.
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
    """The result of a policy with the most favourable men for its figurines."""
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
    best = min(results, key=lambda each: each.cost(1))
    if verdict_of(best)[0] != "refuted":
        return best
    printed_ = [_with_printed_men(case, policy, twin) for twin in _twins(case, policy)]
    as_printed = min(printed_, key=lambda each: each.cost(1))
    return as_printed if verdict_of(as_printed)[0] == "refuted" else best


def _with_printed_men(case: ProblemCase, policy: Plan, twin: str | None) -> PlanResult:
    """The result of a policy in which each figurine stands for the man that it shows."""
    signs = (each for each in walk(policy) if isinstance(each, Try) and each.figurine)
    men = {where(each): each.parts.piece for each in signs if each.parts.piece}
    return case.prover(twin, men).start(case.start, policy)


def verdict_of(result: PlanResult) -> tuple[Literal["proven", "refuted", "incomplete"], Failure | None]:
    """The verdict of a result, and the failure on which it is based; None if it is proven."""
    for kind in ("refuted", "incomplete"):
        for failure in result.failures:
            if failure.kind == kind:
                return failure.kind, failure
    return "proven", None
