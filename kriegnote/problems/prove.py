"""Proves or refutes printed solutions: does the policy mate, against every reply in every possible position?

Only the text is followed.  Ambiguities are resolved in the author's favour: a scanned figurine stands for any man that
can make the move, alternatives (*A or B*) may be tried in the order that works, and a line for a move of Black's, which
White does not see, is one of the plans that he may try.  If the text does not say what to do, the verdict is
``incomplete``; a prescribed try that is legal but does not mate makes it ``refuted``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

from kriegnote.diagnostics.findings import Finding
from kriegnote.problems import letters
from kriegnote.problems.faults import fault
from kriegnote.problems.likeliest import (
    JudgedReading,
    ProblemCase,
    case_of,
    likeliest,
    not_passed_over,
    order_is_chosen,
    verdict_of,
)
from kriegnote.problems.policy import Branch, Node, Plan, Problem, Try, Twin, walk
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.results import Failure, Open, PlanResult, Rest, TooLong
from kriegnote.problems.proof.tree_findings import bad_tree, contradictions, impossible_defences, mates
from kriegnote.problems.reading.caption import direct_mate
from kriegnote.problems.reading.solution import unknown_cause
from kriegnote.rules import RULES, RulebookError, RuleSet
from kriegnote.rules.assumed import OF_PROBLEMS
from kriegnote.rules.boards import plain

if TYPE_CHECKING:
    from kriegnote.problems.proof.solve import Solver

MOST_WORK: Final = 150_000
"""Most replies that are followed for one verdict, over all readings (a try counts as twenty)."""
MOST_OPEN: Final = 30_000
"""Most positions that are examined for what a text leaves open."""
MOST_FOR_KEYS: Final = 80_000
"""Most positions that are examined for the keys."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """The verdict on a printed solution.

    ``rest``: what a search finds for the cases that the text leaves open.
    ``line``: the moves in SAN, from the FEN ``start``, to the position in which the text fails.
    ``heard``: what White hears along that line.
    ``note``: the reason for the verdict, and remarks, in English.
    ``supposed``: moves that would prove an incomplete text if they are meant instead of the printed ones.
    ``keys``: the keys that a search finds, if one was requested.
    ``insoluble``: if the search finds no key, why each orthodox key fails: the replies that sound alike.
    ``unread``: moves and other parts of the text that were not understood, with their places.
    """

    verdict: Literal["proven", "refuted", "incomplete"]
    rest: Rest
    line: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    note: str = ""
    supposed: tuple[str, ...] = ()
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
    """The verdict on the printed solution of one problem.

    :param problem: a problem, or a text, of which the first problem counts.
    :param rules: the rulebook; by default, the one that the problem names, or else english.
    :param search: let the solver search the cases that the text leaves open (``rest``).
    :param keys: let the solver search for the keys, too.
    :raises ValueError: the text has no problem.
    :raises RulebookError: there is no rulebook with this name, or it is of a game without chess's moves and mate.
    """
    problem = _first(problem) if isinstance(problem, str) else problem
    named = rules or problem.rules or OF_PROBLEMS
    try:
        ruleset = _with_mate(named if isinstance(named, RuleSet) else RULES[named])
    except RulebookError as error:
        if rules is not None:
            raise
        return _not_judged(problem, str(named), str(error), fault("KN505", str(error)))
    wanted = problem.tag("Stipulation")
    if wanted is not None and not direct_mate(wanted):
        said = f"the stipulation {wanted!r} is no direct mate in whole moves: it is not judged"
        return _not_judged(problem, ruleset.id, said)
    try:
        case = case_of(problem, ruleset, MOST_WORK)
    except ValueError as error:
        return _not_judged(problem, ruleset.id, str(error), fault("KN505", str(error)))
    try:
        read, slip = _by_its_letters(case)
    except (TooLong, RecursionError):
        return _not_judged(problem, ruleset.id, "given up: the text leads to too many positions")
    return _judged(case, read, slip, search=search, keys=keys)


def _with_mate(rules: RuleSet) -> RuleSet:
    """The rulebook; :raises RulebookError: no mate in chess can be proven under it."""
    if rules.game.goal == "mate" and rules.game.turns == "one" and plain(rules.game):
        return rules
    raise RulebookError(f"only mates of chess can be proven, and the rulebook {rules.id!r} is of another game")


def _first(text: str) -> Problem:
    """The first problem of a text; :raises ValueError: there is none."""
    from kriegnote.problems.reading.reader import read_problems

    problems, findings = read_problems(text)
    if not problems:
        raise ValueError(findings[0].message if findings else "no problem found")
    return problems[0]


def _not_judged(problem: Problem, rules: str, note: str, *found: Finding) -> Verdict:
    """The verdict ``incomplete`` on a problem that was not followed, or not to the end."""
    return Verdict(
        verdict="incomplete", rest="unknown", note=note, findings=found, unread=() if found else problem.unread,
        id=_name(problem), twin=problem.twin, rules=rules,
    )  # fmt: skip


class _Slip(NamedTuple):
    """A try that no man with its letter can make, and the moves by which the text would be proven instead."""

    stage: Try
    meant: tuple[letters.Mended, ...] = ()

    @property
    def supposed(self) -> tuple[str, ...]:
        """The moves in SAN that would prove the text."""
        return tuple(dict.fromkeys(said for _, said in self.meant))

    def words(self) -> str:
        """The slip in English, for the note of the verdict."""
        said = f"{self.stage.text} cannot be a move of White's"
        return f"proven if {', '.join(self.supposed)} is meant: {said}" if self.meant else said

    def noted(self, finding: Finding) -> Finding:
        """The finding, with a note on the move that would prove the solution if it is about one of these tries."""
        said = [said for stage, said in self.meant if (stage.line, stage.column) == (finding.line, finding.column)]
        if finding.code != "KN502" or not said:
            return finding
        return msgspec.structs.replace(finding, note=f"with {said[0]} the solution would be proven")


def _by_its_letters(case: ProblemCase) -> tuple[JudgedReading, _Slip | None]:
    """The likeliest reading with the letters as printed, and a slip that prevents a verdict on it, if there is one.

    Letters that mean another man, as the page itself shows, are read so.
    """
    read = likeliest(case)
    verdict, _ = verdict_of(read.result)
    wrong = letters.impossible(read.policy, read.result)
    if verdict == "proven" or not wrong or _is_keyless(read.policy):
        return read, None
    signs = case.with_signs(MOST_WORK) if read.printed else None
    try:
        other = likeliest(signs) if signs else read
    except (TooLong, RecursionError):
        return read, _Slip(wrong[0])
    if letters.shown_by_the_page(other.result):
        return other, None
    if verdict_of(other.result)[0] == "refuted":
        return read, None
    if verdict_of(other.result)[0] == "incomplete" or not_passed_over(case, other):
        return read, _Slip(wrong[0])
    return read, _Slip(wrong[0], tuple(letters.mended(other.result)))


def _is_keyless(policy: Plan) -> bool:
    """Whether a policy begins with tries of a later turn, as its key is denied: no letters are mended then."""
    first = [each.turn for each in policy if isinstance(each, Try)]
    return bool(first) and min(first) > 1


def _judged(case: ProblemCase, read: JudgedReading, slip: _Slip | None, *, search: bool, keys: bool) -> Verdict:
    """The verdict on a problem by its likeliest reading."""
    result, remark = read.result, read.remark
    problem = msgspec.structs.replace(case.problem, policy=read.policy)
    verdict, failure = verdict_of(result)
    unread = _unread(case, read, verdict, failure)
    doubted = bool(unread) and verdict != "incomplete"
    if doubted:
        remark = f"the part that was understood is {verdict}, but {_quoted(unread[0])} was not understood"
        verdict = "incomplete"
    if slip is not None:
        verdict, remark = "incomplete", slip.words()
    found = [
        *(slip.noted(each) if slip else each for each in result.faults()),
        *bad_tree(problem, result, case.replies.rules),
        *(_words_not_read(problem, unread) if doubted else [] if slip else mates(result)),
        *impossible_defences(problem.policy, result).values(),
    ]
    if verdict == "proven" and order_is_chosen(case, read.policy):
        remark = "; ".join(
            filter(None, [remark, "the text leaves an order of tries open, and not every order proves it"])
        )
    rest: Rest = {"proven": "won", "refuted": "lost"}.get(verdict, "unknown")  # type: ignore[assignment]
    if verdict == "incomplete" and search and not doubted:
        rest = _rest(case, result)
    said = failure.message if failure and not slip else ""
    note = "; ".join(filter(None, [said, remark, *_remarks(result)]))
    line, heard, first = failure.world.trail.as_line() if failure else ((), (), None)
    found_keys, insoluble = _keys(case) if keys else ((), ())
    return Verdict(
        verdict=verdict, rest=rest, line=line, heard=heard, note=note, start=first,
        supposed=slip.supposed if slip else (), keys=found_keys, insoluble=insoluble, unread=unread,
        id=_name(problem), twin=problem.twin,
        rules=case.replies.rules.id,
        findings=tuple(sorted(found, key=lambda each: (each.line or 0, each.column or 0, each.code))),
    )  # fmt: skip


def _unread(case: ProblemCase, read: JudgedReading, verdict: str, failure: Failure | None) -> tuple[Node, ...]:
    """The parts of a text that were not understood and on which the verdict may depend."""
    problem = case.problem
    if verdict == "proven":
        return not_passed_over(case, read)
    if verdict == "incomplete":
        return problem.unread
    left = (each for each in problem.unread if each not in read.hidden)
    squares = letters.impossible_squares(read.policy, read.result)
    unread = tuple(dict.fromkeys((*left, *read.doubtful, *read.supposed, *contradictions(read.policy), *squares)))
    unread = unread or _unknown_twins(problem, read.policy)
    if unread or problem.solution is None or failure is None or failure.node is None:
        return unread
    cause = unknown_cause(problem.solution, failure.node, read.policy, failure.world.trail.last_heard())
    return () if cause is None else (cause,)


def _unknown_twins(problem: Problem, policy: Plan) -> tuple[Node, ...]:
    """The heads of the twins that a text is for, if the position is not said to be one of them."""
    heads = {
        each.twin: node
        for node in walk(policy)
        if isinstance(node, Branch)
        for each in node.when
        if isinstance(each, Twin)
    }
    return () if problem.twin or "a" in heads else tuple(heads.values())


def _name(problem: Problem) -> str | None:
    """The name of a problem in the output; None if no tag gives one."""
    credit = ", ".join(filter(None, (problem.tag("Composer"), problem.tag("Source"))))
    return problem.tag("Id") or problem.tag("Problem") or problem.tag("Event") or credit or None


def _words_not_read(problem: Problem, unread: tuple[Node, ...]) -> list[Finding]:
    """The findings on words that were not understood and prevent a verdict."""
    left = [node for node in unread if not (node in problem.unread or isinstance(node, Branch))]  # a branch has KN503
    said = "this is not understood, and there is no verdict without it"
    return [fault("KN506", f"{' '.join(node.text.split())}: {said}", node) for node in left]


def _quoted(node: Node) -> str:
    """The text of a node in quotes, with its line; a head in other words than those that stand there has no text."""
    text = " ".join(node.text.split())
    return f"“{text}” (line {node.line})" if text else f"a case (line {node.line})"


def _remarks(result: PlanResult) -> list[str]:
    """Remarks on a result: tries that were read with another man, and questions."""
    read = [
        f"{stage.text} read as {said}" for read_ in result.readings.values() for stage, said in read_.values()
        if stage.parts.piece not in (None, "P") and stage.parts.castle is None and said[0] != stage.parts.piece
    ]  # fmt: skip
    remarks = [", ".join(dict.fromkeys(read))] if read else []
    if result.late:
        remarks.append("“Any?” is asked after a refused try")
    if result.unsaid:
        remarks.append("“Any?” must be asked, though the text does not say so")
    return remarks


def _rest(case: ProblemCase, result: PlanResult) -> Rest:
    """Whether all that the text leaves open is won, by the solver; ``unknown`` if its budget is used up."""
    from kriegnote.problems.proof.plans import OutOfBudget

    solver = _solver(case, MOST_OPEN)

    def won(alternative: tuple[Open, ...]) -> bool:
        return all(left > 0 and solver.won(beliefs.merge(belief), left) for belief, left in alternative)

    try:
        return "won" if all(any(map(won, failure.open)) for failure in result.failures) else "lost"
    except (OutOfBudget, RecursionError):
        return "unknown"


def _keys(case: ProblemCase) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys in SAN and, if there are none, the reasons; both empty if the budget is used up."""
    from kriegnote.problems.proof.analysis import insoluble
    from kriegnote.problems.proof.plans import OutOfBudget

    solver = _solver(case, MOST_FOR_KEYS)
    try:
        found = solver.keys(case.start, case.moves)
        why = insoluble(solver, case.start, case.moves) if not found else ()
    except (OutOfBudget, RecursionError):
        return (), ()
    return tuple(case.start[0].own_san(move) for move in found), why


def _solver(case: ProblemCase, most: int) -> Solver:
    """A solver for a problem that may examine ``most`` positions."""
    from kriegnote.problems.proof.plans import Budget
    from kriegnote.problems.proof.solve import Solver

    replies = case.replies
    return Solver(
        replies.rules, excluded=replies.excluded, opponent_asks=replies.opponent_asks, budget=Budget(nodes=most)
    )
