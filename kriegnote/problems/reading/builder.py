"""Builds a policy from the sequence of conditions and moves in a text.

The place of a move follows from its turn number and from the conditions before it.  The :class:`PolicyBuilder` keeps a
stack of open scopes: the turn and, inside it, the announcement, Black's reply and the answer.  A new condition closes
the scopes that cannot contain it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from kriegnote.model.printed_moves import Parts
from kriegnote.problems.policy import (
    Answer,
    Branch,
    Captures,
    Condition,
    Either,
    Fork,
    Otherwise,
    PawnTries,
    Plan,
    Reply,
    ReplyMove,
    Stage,
    Try,
    Twin,
)
from kriegnote.problems.reading.phrases import Phrase

Kind = Literal["turn", "twin", "announced", "reply", "answer", "option"]
Link = Literal["then", "or"]
_NEAR: Final = 50  # most branches between two mentions of the same condition
_LEVEL: Final[dict[str, int]] = {"turn": 0, "twin": 1, "announced": 2, "reply": 3, "answer": 4, "option": 9}


@dataclass
class DraftTry:
    """A :class:`~kriegnote.problems.policy.Try` that is not complete: ``then`` may still be added."""

    place: dict[str, Any]
    parts: Parts
    turn: int
    figurine: bool = False
    mates: bool = False
    checks: bool = False
    vain: bool = False
    refused: bool = False
    defences: list[ReplyMove] = field(default_factory=list)
    then: Draft | None = None


@dataclass
class DraftEither:
    """An :class:`~kriegnote.problems.policy.Either` that is not complete."""

    options: list[Draft]


@dataclass
class DraftBranch:
    """A :class:`~kriegnote.problems.policy.Branch` that is not complete."""

    place: dict[str, Any]
    when: list[Condition]
    plan: Draft


@dataclass
class DraftFork:
    """A :class:`~kriegnote.problems.policy.Fork` that is not complete."""

    branches: list[DraftBranch] = field(default_factory=list)


class Draft(list["DraftTry | DraftEither | DraftFork"]):
    """A plan that is not complete."""


@dataclass
class Scope:
    """An open plan, to which the next phrases may add.

    ``asked``: “Any?” was asked in it.  ``heading``: it was opened by a heading, not within a sentence.
    """

    kind: Kind
    turn: int
    plan: Draft
    asked: bool = False
    heading: bool = False


def place(first: Phrase, last: Phrase | None = None, text: str | None = None) -> dict[str, Any]:
    """The fields of a node that say where it stands, from one phrase to another."""
    return {
        "text": text if text is not None else first.text,
        "line": first.line,
        "column": first.column,
        "span": (first.start, (last or first).end),
    }


class PolicyBuilder:
    """Builds a policy (``root``), and keeps the open scopes in it, the outermost first."""

    def __init__(self) -> None:
        self.root = Draft()
        self.scopes: list[Scope] = [Scope("turn", 1, self.root)]

    @property
    def top(self) -> Scope:
        """The innermost open scope."""
        return self.scopes[-1]

    def go(self, turn: int, *, only: DraftTry | None = None) -> Scope:
        """Opens the plan of a turn, and returns the innermost scope.

        The plan is the one that is open, or a new one after the last tries of the turn before.

        :param only: the new plan belongs to this try alone; by default, to all tries of a row.
        """
        while self.top.turn > turn and len(self.scopes) > 1:
            self.scopes.pop()
        if only is not None and only.turn == turn - 1:
            while self.top.turn >= turn and len(self.scopes) > 1 and self.top.plan is not only.then:
                self.scopes.pop()
            if self.top.plan is not only.then or only.then is None:
                only.then = Draft() if only.then is None else only.then
                self.scopes.append(Scope("turn", turn, only.then))
        elif self.top.turn < turn and (tries := _last_tries(self.top.plan)):
            plan = tries[-1].then
            if plan is None:
                plan = Draft()
                for each in tries:
                    if each.then is None:
                        each.then = plan
            self.scopes.append(Scope("turn", turn, plan))
        return self.top

    def row(self, turn: int) -> list[DraftTry]:
        """The tries to which a turn would belong; empty if it is open already."""
        return _last_tries(self.top.plan) if self.top.turn < turn else []

    def add(self, made: DraftTry, link: Link = "then", *, only: DraftTry | None = None) -> None:
        """Adds a try to the open plan of its turn: at the end, or as an alternative to the last stage.

        :param only: as in :meth:`go`.
        """
        plan = self.go(made.turn, only=only).plan
        last = plan[-1] if plan else None
        if link == "or" and last is not None and not isinstance(last, DraftFork):
            if isinstance(last, DraftTry):
                last = plan[-1] = DraftEither([Draft([last])])
            last.options.append(Draft([made]))
        else:
            plan.append(made)

    def free(self, tries: list[DraftTry]) -> None:
        """Turns the given tries at the end of the open plan into alternatives, to be made in any order."""
        plan = self.top.plan
        count = next(
            (n for n, stage in enumerate(reversed(plan)) if not any(stage is each for each in tries)), len(plan)
        )
        row = [stage for stage in plan[len(plan) - count :] if isinstance(stage, DraftTry)]
        if len(row) > 1:
            plan[len(plan) - count :] = [DraftEither([Draft([each]) for each in row])]

    def bind(self, made: DraftTry) -> None:
        """Makes a try, if it is the last alternative in the open plan, follow the others: if all are refused."""
        plan = self.top.plan
        last = plan[-1] if plan else None
        if isinstance(last, DraftEither) and len(last.options) > 1 and [*last.options[-1]] == [made]:
            option = last.options.pop()
            plan[-1:] = [*(last.options[0] if len(last.options) == 1 else [last]), *option]

    def option(self, turn: int) -> None:
        """Opens a further alternative to the last stage of the plan of a turn; does nothing after a fork."""
        plan = self.go(turn).plan
        last = plan[-1] if plan else None
        if last is None or isinstance(last, DraftFork):
            return
        if isinstance(last, DraftTry):
            last = plan[-1] = DraftEither([Draft([last])])
        last.options.append(Draft())
        self.scopes.append(Scope("option", turn, last.options[-1]))

    def when(
        self, kind: Kind, turn: int, conditions: list[Condition], at: dict[str, Any], *, heading: bool = False,
        only: DraftTry | None = None, nested: bool = False,
    ) -> Scope:  # fmt: skip
        """Opens a branch for conditions at a turn, in the fork at the end of the plan or in a new one.

        A branch that was opened for the same conditions before is continued.

        :param at: the place of the conditions, as the fields of a node.
        :param heading: the conditions are a heading.
        :param only: as in :meth:`go`.
        :param nested: the branch is inside the open one, not beside it.
        """
        scope = self.go(turn, only=only)
        if kind == "twin":
            if any(each.kind == "twin" and each.turn == turn for each in self.scopes):
                while self.top.kind != "twin" and len(self.scopes) > 1:
                    self.scopes.pop()
                self.scopes.pop()
            self._begin_twins(conditions)
        else:
            while self.top.turn == scope.turn and len(self.scopes) > 1 and not nested and self._closes(kind):
                self.scopes.pop()
                nested = kind == "announced" and self.top.kind == "announced" and self._counts(conditions)
        plan = self.top.plan
        fork = plan[-1] if plan else None
        if isinstance(fork, DraftFork) and kind == "announced" and answers(fork) and not _refers(conditions):
            # “Any? no …; yes …; capture …”: the question is asked if nothing else is announced
            rest = DraftBranch(fork.branches[0].place, [Otherwise()], Draft([fork]))
            fork = plan[-1] = DraftFork([rest])
        elif not isinstance(fork, DraftFork) or (kind == "answer") != answers(fork):
            fork = DraftFork()
            plan.append(fork)
        for branch in fork.branches[-_NEAR:]:
            if branch.when == conditions and (not branch.plan or isinstance(branch.plan[-1], DraftFork)):
                break  # the same conditions again: their branch continues
        else:
            branch = DraftBranch(at, conditions, Draft())
            fork.branches.append(branch)
        self.scopes.append(Scope(kind, self.top.turn, branch.plan, heading=heading))
        return self.top

    def _begin_twins(self, conditions: list[Condition]) -> None:
        """What stands before the first head of a twin is for twin a, unless a head names that one."""
        plan = self.top.plan
        others = any(isinstance(each, Twin) and each.twin != "a" for each in conditions)
        first = plan[0] if plan else None
        if others and isinstance(first, DraftTry) and not any(isinstance(stage, DraftFork) for stage in plan):
            plan[:] = [DraftFork([DraftBranch(first.place, [Twin("a")], Draft(plan))])]

    def _closes(self, kind: Kind) -> bool:
        """Whether the innermost scope cannot contain a condition of this kind."""
        top = self.top
        if top.kind == "turn":
            return False
        if top.kind == "announced" and kind == "reply":
            return bool(top.plan) and not top.heading
        return _LEVEL[top.kind] >= _LEVEL[kind]

    def _counts(self, conditions: list[Condition]) -> bool:
        """Whether the open plan ends with branches for pawn tries, and these conditions are of that kind, too."""
        fork = self.top.plan[-1] if self.top.plan else None
        whens = [conditions, *(branch.when for branch in fork.branches)] if isinstance(fork, DraftFork) else [()]
        return all(isinstance(each, PawnTries) for when in whens for each in when[:1]) and all(whens)

    def last_branch(self) -> DraftBranch | None:
        """The last branch of the innermost open fork; None if there is none."""
        forks = (scope.plan[-1] for scope in reversed(self.scopes) if scope.plan)
        return next((fork.branches[-1] for fork in forks if isinstance(fork, DraftFork)), None)

    def pair(self) -> None:
        """Divides the last branch: if one of its conditions lists as many cases as there are stages, one for each."""
        fork = self.scopes[-2].plan[-1] if len(self.scopes) > 1 and self.scopes[-2].plan else None
        branch = fork.branches[-1] if isinstance(fork, DraftFork) else None
        if not isinstance(fork, DraftFork) or branch is None or branch.plan is not self.top.plan:
            return
        for n, condition in enumerate(branch.when):
            cases = _cases(condition)
            if len(cases) == len(branch.plan) > 1:
                whens = [[*branch.when[:n], case, *branch.when[n + 1 :]] for case in cases]
                pairs = zip(whens, branch.plan, strict=True)
                fork.branches[-1:] = [DraftBranch(branch.place, when, Draft([stage])) for when, stage in pairs]
                self.top.plan = fork.branches[-1].plan
                return

    def freeze(self) -> Plan:
        """The finished policy."""
        return freeze(self.root)

    def branches(self) -> Iterator[DraftBranch]:
        """All branches, in no particular order."""
        todo: list[Draft] = [self.root]
        while todo:
            for stage in todo.pop():
                if isinstance(stage, DraftFork):
                    yield from stage.branches
                    todo += [each.plan for each in stage.branches]
                else:
                    todo += stage.options if isinstance(stage, DraftEither) else [stage.then] if stage.then else []

    def empty(self) -> list[DraftBranch]:
        """The branches without a plan beside another branch for the same conditions."""
        return list(_empty(self.root))

    def unfilled(self) -> Iterator[DraftBranch]:
        """The branches in which nothing is done."""
        return (each for each in self.branches() if not freeze(each.plan))


def _cases(said: Condition) -> list[Condition]:
    """The cases that a condition lists: squares of a capture, announcements, or replies; empty for other conditions."""
    if isinstance(said, Captures) and said.square:
        return [msgspec.structs.replace(said, square=square, also=()) for square in (said.square, *said.also)]
    return [Reply(moves=(move,)) for move in said.moves] if isinstance(said, Reply) else []


def answers(fork: DraftFork) -> bool:
    """Whether a fork is about the answer to “Any?”."""
    return any(isinstance(each, Answer) for branch in fork.branches[:1] for each in branch.when)


def _refers(conditions: list[Condition]) -> bool:
    """Whether a branch is for all cases that other branches leave."""
    return any(isinstance(each, Otherwise) for each in conditions)


def _last_tries(plan: Draft) -> list[DraftTry]:
    """The tries at the end of a plan to which a next turn belongs.

    Tries that mate or are made in vain are left out; if no others are there, the last stage counts if it is a try.
    """
    found: list[DraftTry] = []
    for stage in reversed(plan):
        if isinstance(stage, DraftFork):
            break
        some = [stage] if isinstance(stage, DraftTry) else [t for option in stage.options for t in _last_tries(option)]
        if found and any(each.then is not None for each in some):
            break
        found[:0] = [each for each in some if not each.mates and not each.vain]
    return found or [t for stage in plan[-1:] if isinstance(stage, DraftTry) for t in [stage]]


def first_tries(plan: Draft) -> Iterator[DraftTry]:
    """The tries of a plan and of its branches and alternatives, without those of later turns."""
    for stage in plan:
        if isinstance(stage, DraftTry):
            yield stage
        else:
            ways = stage.options if isinstance(stage, DraftEither) else [each.plan for each in stage.branches]
            for way in ways:
                yield from first_tries(way)


def freeze(draft: Draft) -> Plan:
    """A draft as a plan, without branches and alternatives in which nothing is done."""
    stages: list[Stage] = []
    for stage in draft:
        if isinstance(stage, DraftTry):
            then = freeze(stage.then) if stage.then else None
            stages.append(
                Try(
                    **stage.place, parts=stage.parts, turn=stage.turn, figurine=stage.figurine, mates=stage.mates,
                    checks=stage.checks, vain=stage.vain, defences=tuple(stage.defences), then=then or None,
                )
            )  # fmt: skip
        elif isinstance(stage, DraftEither):
            options = tuple(plan for option in stage.options if (plan := freeze(option)))
            if len(options) == 1:
                stages.extend(options[0])
            elif options:
                stages.append(Either(options=options))
        else:
            branches = tuple(
                Branch(**each.place, when=tuple(each.when), plan=plan)
                for each in stage.branches
                if (plan := freeze(each.plan))
            )
            if branches:
                stages.append(Fork(**_at(branches[0]), branches=branches))
    return tuple(stages)


def _empty(draft: Draft) -> Iterator[DraftBranch]:
    for stage in draft:
        if isinstance(stage, DraftFork):
            said = Counter(tuple(each.when) for each in stage.branches)
            yield from (each for each in stage.branches if said[tuple(each.when)] > 1 and not freeze(each.plan))
            inner = [each.plan for each in stage.branches]
        else:
            inner = stage.options if isinstance(stage, DraftEither) else [stage.then] if stage.then else []
        for each in inner:
            yield from _empty(each)


def _at(branch: Branch) -> dict[str, Any]:
    return {"line": branch.line, "column": branch.column, "span": branch.span}
