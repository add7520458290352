"""Follows a policy through beliefs, and finds where it fails and how its printed moves are to be read.

Ambiguities are resolved in the author's favour: a scanned figurine stands for any man that can make the move (the same
man wherever it is played), alternatives (*A or B*) may be tried in the order that works, and a line for a move of
Black's, which White does not see, is one of the plans that he may try.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from kriegnote.chess.position import Position
from kriegnote.problems.faults import fault
from kriegnote.problems.heard import Heard, tries_words
from kriegnote.problems.policy import Answer, Branch, Either, Fork, Plan, Reply, Stage, Try, where
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof import matching
from kriegnote.problems.proof.black import Replies
from kriegnote.problems.proof.conditions import applicable, one_after_the_other, passes_over
from kriegnote.problems.proof.results import PERFECT, Class, Failure, PlanResult, Trail, Work, World, key, last, man
from kriegnote.rules.turn import must_try_pawn_capture

MOST_ROWS: Final = 10_000  # attempts after which each try is followed in its first reading only
_TRY: Final = 20  # work of a try, in replies

Man: TypeAlias = str
Place: TypeAlias = tuple[int, int]
Numbered: TypeAlias = list[tuple[int, World]]


class Prover:
    """Follows one policy.

    :param moves: the number of moves in which White is to mate.
    :param work: the work that is left, shared by all that is followed for one verdict.
    :param twin: the twin that is proven; None for any.
    :param men: the men that signs at some places of the text stand for, as far as it is settled.
    :param ordered: an order that the text leaves open is the printed one, unless one plan suffices by itself.
    """

    def __init__(
        self,
        replies: Replies,
        moves: int,
        work: Work,
        *,
        twin: str | None = None,
        men: Mapping[Place, Man] | None = None,
        ordered: bool = False,
    ) -> None:
        self.replies = replies
        self.rules = replies.rules
        self.moves = moves
        self.work = work
        self.twin = twin
        self.men = dict(men or {})
        self.ordered = ordered
        self.tries = 0

    # -- turns -----------------------------------------------------------------------------------------------------

    def start(self, belief: beliefs.Belief, plan: Plan) -> PlanResult:
        """The result of a policy from the first move on."""
        total = PlanResult()
        for said, some in beliefs.split_announced(belief, self.rules).items():
            words = tries_words(said)
            made = []
            for position in some:
                trail = Trail(None, "start", position.fen())
                made.append(World(position, Trail(trail, "heard", words) if words else trail))
            total.take(self.turn(plan, Class(tuple(made), 1, reply=Heard(tries=said))))
        return total

    def turn(self, plan: Plan, at: Class) -> PlanResult:
        """The result of a whole turn; worlds in which every try is refused are a failure, as the text ends there."""
        result = self.run(plan, at, duty=False, fresh=True)
        if result.left:
            node = next((stage for stage in reversed(plan) if isinstance(stage, Try)), None)
            message = f"turn {at.turn}: every try that was read can be refused, and nothing was read of what to do then"
            if not plan:
                message = f"turn {at.turn}: nothing more was read"
            result.failures.append(self._left_open(result.left, message, node, at, at.only(result.left)))
            result.left = ()
        return result

    def run(self, plan: Plan, at: Class, *, duty: bool, fresh: bool) -> PlanResult:
        """The result of the stages of a plan, one after the other.

        :param duty: a pawn capture must be tried now, as “Any?” was answered with yes.
        :param fresh: nothing was tried yet in this turn.
        """
        if not plan or not at.worlds:
            return PlanResult(left=at.worlds)
        stage, rest = plan[0], plan[1:]
        if isinstance(stage, Try):
            return self._tried(stage, rest, at, duty=duty, fresh=fresh)
        if isinstance(stage, Either):
            made = self._either([(option, None) for option in stage.options], at, duty=duty, fresh=fresh)
        else:
            made = self._fork(stage, at, duty=duty, fresh=fresh)
        after = self.run(rest, at.only(made.left), duty=False, fresh=False)
        made.left = ()
        after.take(made)
        return after

    # -- tries -----------------------------------------------------------------------------------------------------

    def _tried(self, stage: Try, rest: Plan, at: Class, *, duty: bool, fresh: bool) -> PlanResult:
        """The result of a try in its most favourable reading, and of the stages after it."""
        best: PlanResult | None = None
        readings, slips = self.work.matches.of_try(stage, at.worlds[0].position, duty=duty, key=at.turn == 1)
        if not readings:
            best = self.run(rest, at, duty=duty, fresh=fresh)
            best.findings[("KN502", where(stage))] = fault(
                "KN502",
                f"{stage.text}: on his own board White has no {matching.man_of(stage)} that can go there",
                stage,
            )
            return best
        if where(stage) in self.men:
            readings = [move for move in readings if man(at.worlds[0].position, move) == self.men[where(stage)]]
            if not readings:
                return self.run(rest, at, duty=duty, fresh=fresh)
        if self.tries > MOST_ROWS:
            readings = readings[:1]
        for move in readings:
            made = self.attempt(stage, move, at, duty=duty)
            if move in slips and len(made.left) == len(at.worlds):
                continue  # a misprint that is refused in every world explains nothing
            pawn = at.worlds[0].position.is_pawn_capture(move)
            after = self.run(rest, at.only(made.left), duty=duty and not pawn, fresh=False)
            made.left = after.left
            made.take(after)
            if best is None or made.cost(at.turn) < best.cost(at.turn):
                best = made
            if best.cost(at.turn) == PERFECT:
                break
        assert best is not None
        return best

    def attempt(self, stage: Try, move: int, at: Class, *, duty: bool) -> PlanResult:
        """The result of a try that is read as a move; ``left`` are the worlds in which it is refused."""
        self.tries += 1
        self.work.spend(_TRY)
        result = PlanResult()
        position = at.worlds[0].position
        if duty and not position.is_pawn_capture(move):
            result.findings[("KN508", where(stage))] = fault(
                "KN508", f"{stage.text}: after a yes to “Any?” a pawn capture must be tried first", stage
            )
            message = f"after a yes a pawn capture must be tried before {stage.text}"
            result.failures.append(self._left_open(at.worlds, message, stage, at))
            return result
        said = position.own_san(move)
        result.readings.setdefault(where(stage), {})[man(position, move)] = (stage, said)
        for defence in stage.defences:
            if self.work.matches.is_defence(defence, at.whole):
                result.defended.add(where(defence))
        taken = [world for world in at.worlds if world.position.is_legal(move)]
        result.left = tuple(
            world._replace(trail=Trail(world.trail, "heard", f"{said} {self.rules.refused_word}"))
            for world in at.worlds if not world.position.is_legal(move)
        )  # fmt: skip
        groups: dict[Heard, list[World]] = {}
        for world in taken:
            after = world.position.play(move)
            own = beliefs.heard(world.position, move, after, self.rules)
            trail = Trail(world.trail, "move", (world.position, move))
            groups.setdefault(own, []).append(World(after, trail, world.reply, world.named))
        played = (*at.played, (at.turn, move))
        if (stage.checks or stage.mates) and groups and not any(own.check for own in groups):
            result.odd += 1
        for own, some in groups.items():
            if own.end == "checkmate":
                continue
            if own.end:
                result.failures.append(_refuted(some, f"{last(some[0])} is stalemate", stage, at, "KN504"))
            elif at.turn >= self.moves or (stage.mates and not stage.then):
                self._no_mate(result, stage, some, at)
            else:
                result.take(self._replied(stage, some, own, at, played, len(groups) > 1))
        return result

    def _no_mate(self, result: PlanResult, stage: Try, some: list[World], at: Class) -> None:
        """Adds the failure that a last try does not mate: in worlds that the text mentions it refutes the policy."""
        for named in (True, False):
            these = [world for world in some if world.named is named]
            if not these:
                continue
            said = last(these[0])
            if not named:
                message = f"{said} is legal here and does not mate: the text does not tell this reply from others"
                result.failures.append(self._left_open(these, message, stage, at))
                continue
            message = f"{said} is legal here but does not mate"
            if stage.then:
                message = f"{said} does not mate, and the {self.moves} moves are used up"
            result.failures.append(_refuted(these, message, stage, at, "KN504"))

    def _left_open(
        self, some: Sequence[World], message: str, node: Stage | None, at: Class, then: Class | None = None
    ) -> Failure:
        """The failure that the text does not say what to do; ``then``: where a search may continue (None: ``at``)."""
        there = ((self._open(then or at),),)
        return Failure("incomplete", some[0], message, node=node, weight=len(some), turn=at.turn, open=there)

    def _open(self, at: Class) -> tuple[tuple[Position, ...], int]:
        """The belief of a class, and the number of moves that White has left."""
        return tuple(world.position for world in at.worlds), self.moves - at.turn + 1

    def _replied(
        self, stage: Try, some: list[World], own: Heard, at: Class, played: tuple[tuple[int, int], ...], differs: bool
    ) -> PlanResult:
        """The result of the next turn after an accepted try, for everything that White may hear of Black's replies.

        :param own: the announcement of the try; ``differs``: it differs between worlds.
        """
        result = PlanResult()
        words = "" if own.silent else own.words()
        classes: dict[Heard, dict[tuple[object, ...], World]] = {}
        for world in some:
            before = Trail(world.trail, "heard", words) if words else world.trail
            replies = self.replies.of(world.position)
            self.work.spend(len(replies))
            for move, after, said in replies:
                trail = Trail(Trail(before, "move", (world.position, move)), "heard", said)
                made = World(after, trail, (world.position, move), world.named)
                classes.setdefault(said, {}).setdefault((after.key(), move, world.named), made)
        for said, found in classes.items():
            worlds_ = tuple(found.values())
            if said.end:
                message = f"{last(worlds_[0])} ends the game: {said.end}"
                result.failures.append(_refuted(worlds_, message, stage, at))
                continue
            if at.sketch and not isinstance(next(iter(stage.then or ()), None), Fork):
                worlds_ = tuple(world._replace(named=False) for world in worlds_)
            at_next = Class(
                worlds_, at.turn + 1, own, said, differs, played, at.sketch, tuple(world.reply for world in worlds_)
            )
            if stage.then is None:
                message = f"nothing was read of what follows {stage.text}"
                result.failures.append(self._left_open(worlds_, message, stage, at, at_next))
            else:
                result.take(self.turn(stage.then, at_next))
        return result

    # -- alternatives and branches ---------------------------------------------------------------------------------

    def _either(
        self, options: Sequence[tuple[Plan, frozenset[int] | None]], at: Class, *, duty: bool, fresh: bool
    ) -> PlanResult:
        """The result of alternative plans in the order that works: a plan without failures first, for the worlds left.

        :param options: the plans, each with the indices of the worlds that it is named for; None if it is for all.
        """
        if self.ordered and (result := self._sufficient(options, at, duty=duty, fresh=fresh)):
            return result
        total = PlanResult()
        todo = list(options)
        left: Numbered = list(enumerate(at.worlds))
        while todo and left:
            failing, n, made, still = self._best(todo[:1] if self.ordered else todo, left, at, duty=duty, fresh=fresh)
            if failing and len(todo) > 1 and len(still) == len(left):
                break
            todo.pop(n)
            duty = False
            by_key = {key(world): world for world in made.left}
            left = [(number, by_key[key(world)]) for number, world in left if number in still]
            made.left = ()
            total.take(made)
        total.left = tuple(world for _, world in left)
        return total

    def _sufficient(
        self, options: Sequence[tuple[Plan, frozenset[int] | None]], at: Class, *, duty: bool, fresh: bool
    ) -> PlanResult | None:
        """The result of the first plan that suffices by itself; None if none does."""
        results = (self.run(plan, at, duty=duty, fresh=fresh) for plan, meant in options if meant is None)
        return next((made for made in results if not (made.failures or made.left)), None)

    def _best(
        self, todo: Sequence[tuple[Plan, frozenset[int] | None]], left: Numbered, at: Class, *, duty: bool, fresh: bool
    ) -> tuple[int, int, PlanResult, set[int]]:
        """The plan to try first: the number of worlds in which it fails, its index, its result, and the worlds left."""
        best: tuple[tuple[int, bool, bool, int], PlanResult, set[int]] | None = None
        for n, (plan, meant) in enumerate(todo):
            some = [w if meant is None or k in meant else w._replace(named=False) for k, w in left]
            made = self.run(plan, at.only(some), duty=duty, fresh=fresh)
            refused = {key(world) for world in made.left}
            still = {number for number, world in left if key(world) in refused}
            failing = sum(each.weight for each in made.failures)
            order = (failing, len(still) == len(left), not matching.meant_for(plan, at.replies), n)
            if best is None or order < best[0]:
                best = (order, made, still)
            if not failing and len(still) < len(left):
                break
        assert best is not None
        (failing, _, _, n), made, still = best
        return failing, n, made, still

    def _either_asking(self, plans: Sequence[tuple[Plan, frozenset[int] | None]], at: Class) -> PlanResult | None:
        """As :meth:`_either`, after an unprinted “Any?”; None if it may not be asked or tells White nothing."""
        if "any" not in self.rules.questions:
            return None
        total = PlanResult(unsaid=True)
        left: list[World] = []
        for answer in (True, False):
            some = [n for n, world in enumerate(at.worlds) if bool(world.position.pawn_targets()) is answer]
            if not some:
                return None
            words = f"“Any?” {'yes' if answer else 'no'}"
            these = [at.worlds[n]._replace(trail=Trail(at.worlds[n].trail, "heard", words)) for n in some]
            options = [
                (plan, meant if meant is None else frozenset(k for k, n in enumerate(some) if n in meant))
                for plan, meant in plans
            ]
            made = self._either(options, at.only(these), duty=must_try_pawn_capture(self.rules, answer), fresh=True)
            left += made.left
            made.left = ()
            total.take(made)
        total.left = tuple(left)
        return total

    def _fork(self, stage: Fork, at: Class, *, duty: bool, fresh: bool) -> PlanResult:
        """The result of a fork: of the branches for what is heard, answered, or (as printed) was played."""
        if any(isinstance(each, Answer) for branch in stage.branches for each in branch.when):
            return self._asked(stage, at, fresh=fresh)
        chosen, hidden, stated = applicable(stage, at, self.rules, self.twin)
        if not chosen:
            message = f"turn {at.turn}: the text has no branch for “{at.reply.words()}”"
            if stated:
                message = f"turn {at.turn}: the text does not cover this reply (heard: {at.reply.words()})"
            return PlanResult([self._left_open(at.worlds, message, stage, at)])
        if hidden:
            at = dataclasses.replace(at, sketch=True)
        if len(chosen) == 1 and passes_over(chosen[0][0], at):
            message = f"turn {at.turn}: the text does not cover this capture ({at.reply.words()})"
            return PlanResult([self._left_open(at.worlds, message, stage, at)])
        if len(chosen) == 1 and chosen[0][1] is None:
            result = self.run(chosen[0][0].plan, at, duty=duty, fresh=fresh)
        elif at.reply.silent and all(meant is None for _, meant in chosen):  # several branches for silence
            plan = one_after_the_other(branch.plan for branch, _ in chosen)
            result = self.run(plan, at, duty=duty, fresh=fresh)
        else:
            plans = [(branch.plan, meant) for branch, meant in chosen]
            result = self._either(plans, at, duty=duty, fresh=fresh)
            if hidden and fresh and not duty and (result.failures or result.left):
                asking = self._either_asking(plans, at)
                if asking is not None and asking.cost(at.turn) < result.cost(at.turn):
                    result = asking
            if not result.failures:
                result.failures += self._false_claims(chosen, at)
        if hidden:  # as the text names moves that White does not see, a search may start from the whole class, too
            result.failures = [
                dataclasses.replace(each, open=(*each.open, (self._open(at),))) if each.kind == "incomplete" else each
                for each in result.failures
            ]
        result.reached.update(id(branch) for branch, _ in chosen)
        return result

    def _false_claims(self, lines: Sequence[tuple[Branch, frozenset[int] | None]], at: Class) -> Iterator[Failure]:
        """The failures of lines that do not mate after the very moves of Black's for which they are printed."""
        marked = ((line, [world for n, world in enumerate(at.worlds) if n in (meant or ())]) for line, meant in lines)
        for branch, some in ((line, some) for line, some in marked if some):
            made = self.run(branch.plan, at.only(some), duty=False, fresh=False)
            for_any = any(isinstance(each, Reply) and None in [m.parts for m in each.moves] for each in branch.when)
            if (made.failures and not for_any) or len(made.left) == len(some):
                message = f"after {last(some[0])} the printed continuation is not legal"
                yield self._left_open(some, message, branch.plan[0], at)

    def _asked(self, stage: Fork, at: Class, *, fresh: bool) -> PlanResult:
        """The result of the question “Any?” and the branches of its answers."""
        result = PlanResult(late=not fresh)
        left: list[World] = []
        for answer in (True, False):
            some = [world for world in at.worlds if bool(world.position.pawn_targets()) is answer]
            if not some:
                continue
            words = f"“Any?” {'yes' if answer else 'no'}"
            these = at.only(world._replace(trail=Trail(world.trail, "heard", words)) for world in some)
            branches = [branch for branch in stage.branches if Answer(any=answer) in branch.when]
            if not branches:
                message = f"turn {at.turn}: the text stops after {words}"
                result.failures.append(self._left_open(these.worlds, message, stage, at, these))
                continue
            made = self.run(branches[0].plan, these, duty=must_try_pawn_capture(self.rules, answer), fresh=fresh)
            left += made.left
            made.left = ()
            made.reached.add(id(branches[0]))
            result.take(made)
        result.left = tuple(left)
        return result


def _refuted(some: Sequence[World], message: str, node: Stage, at: Class, code: str = "") -> Failure:
    """The failure that what the text prescribes is wrong in some worlds."""
    return Failure("refuted", some[0], message, code, node, weight=len(some), turn=at.turn)
