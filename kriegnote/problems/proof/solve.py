"""The solver: decides whether a belief is won in n moves, with which first moves, and by which plan.

It relies on the fact that more knowledge never hurts: a try that is *good* on a belief (in every world in which it is
legal it mates, or wins in the moves that are left) is good on every part of that belief.  So good tries may be made in
any order, and the worlds that they win removed, until no world is left (won) or no try is good on the rest (lost); no
search over the orders of tries is needed.  The question “Any?” divides the rest; after a yes a pawn capture must be
tried first (Gambit 11).  Under the strict reading (``ask="before-first-try"``) the question comes before any try, which
by the same fact costs nothing but that duty.

``n`` counts White's moves: it is 1 if he must mate with this one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal, TypeAlias

from kriegnote.chess.position import Position
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.belief import Belief, Groups, WorldStep
from kriegnote.problems.proof.mates import Orthodox, mating_moves
from kriegnote.problems.proof.plans import Budget, PlanBranch, PlanTry, TryFailure, TurnPlan
from kriegnote.rules import RuleSet
from kriegnote.rules.turn import must_try_pawn_capture

Rest: TypeAlias = Literal["won", "lost", "unknown"]


class Solver:
    """Solves beliefs under one rulebook, and remembers which are won and lost.

    The methods raise :class:`OutOfBudget` when the budget is used up.

    :param rules: the rulebook.
    :param excluded: replies that Black promised not to play, as integers or in UCI (``c1d2``).
    :param opponent_asks: Black asks “Any?” before each of his moves (Dutch rules then name the capturing man).
    :param budget: shared by all calls; unlimited by default.
    :raises ValueError: the rulebook has no check and mate.
    """

    def __init__(
        self,
        rules: RuleSet,
        *,
        excluded: Collection[int | str] = (),
        opponent_asks: bool = False,
        budget: Budget | None = None,
    ) -> None:
        if rules.moves != "chess":
            raise ValueError(f"the solver looks for mate, and the rulebook {rules.id!r} has none")
        self.rules, self.excluded, self.opponent_asks = rules, beliefs.moves_of(excluded), opponent_asks
        self.budget = budget or Budget()
        self.orthodox = Orthodox(self.excluded, self.budget.tick)
        self._known: dict[frozenset[tuple[int, ...]], tuple[int, int]] = {}  # (longest n lost, shortest won)
        self._mates: dict[tuple[int, ...], frozenset[int]] = {}
        self._asks = rules.pawn_tries == "on-request" and "any" in rules.questions
        self._late = self._asks and rules.ask == "any-time"

    # -- interface -----------------------------------------------------------------------------------------------

    def won(self, belief: Belief, n: int) -> bool:
        """Whether White, to move in a belief, can force mate in at most n moves in every world."""
        name = beliefs.key(belief)
        lost, won = self._known.get(name, (0, 1 << 30))
        for fewer in range(lost + 1, min(n + 1, won)):  # short mates are found quickly, and help to find long ones
            self.budget.tick()
            if not self._unsolved(belief, fewer):
                self._known[name] = (fewer - 1, fewer)
                return True
            self._known[name] = (fewer, won)
        return n >= won

    def keys(self, belief: Belief, n: int) -> list[int]:
        """All keys, sorted: first tries, made before any question, after which a mate in n is still forced.

        If Black's men are partly hidden, a key may be refused in some worlds (not in all); other tries then follow.
        """
        return [move for move in sorted(beliefs.tries(belief)) if self.is_key(belief, move, n)]

    def is_key(self, belief: Belief, move: int, n: int) -> bool:
        """Whether a try is legal in some world, wins in all where it is, and leaves the others won."""
        taken, refused = beliefs.attempt(belief, move)
        if not taken or self._bad(taken, move, n):
            return False
        rest = self._strike(refused, n)
        return not rest or (self._late and not self._ask(rest, rest, n))

    def orthodox_keys(self, position: Position, n: int) -> list[int]:
        """The first moves that mate in n in orthodox chess, where White sees Black's men; sorted."""
        return [move for move in sorted(position.legal_moves()) if self.orthodox.holds(position.play(move), n - 1)]

    def failure(self, belief: Belief, move: int, n: int) -> list[TryFailure]:
        """The reasons why a try is not a key: minimal groups of replies with the same announcement that are not won.

        Most groups are pairs.  A single reply refutes the try even if White sees it.
        """
        found = []
        taken, refused = beliefs.attempt(belief, move)
        for own, steps in beliefs.moved(taken, move, self.rules).items():
            if own.end == "checkmate":
                continue
            if own.end or n == 1:
                found.append(TryFailure(own, None, tuple(steps[:1])))
                continue
            for reply, group in self._replied(beliefs.worlds(steps)).items():
                if not self.won(beliefs.worlds(group), n - 1):
                    found.append(TryFailure(own, reply, tuple(self._least(group, n - 1))))
        if not found and not self.is_key(belief, move, n):
            found.append(TryFailure(None, None, (), tuple(beliefs.fens(self._strike(refused, n)))))
        return found

    def plan(self, belief: Belief, n: int, first: int | None = None) -> TurnPlan:
        """A plan by which White mates in n.

        :param first: the key to begin with, if any.
        :raises ValueError: the belief is not won in n, or ``first`` is not a key.
        """
        if first is not None and not self.is_key(belief, first, n):
            raise ValueError("no key")
        if first is None and not self.won(belief, n):
            raise ValueError("not won")
        return self._plan(belief, n, first)

    # -- search --------------------------------------------------------------------------------------------------

    def _unsolved(self, belief: Belief, n: int) -> Belief:
        """The worlds in which the best turn does not win; empty if the belief is won in n."""
        if n > 1 and any(not self.orthodox.wins(position, n) for position in belief):
            return belief
        rest = self._strike(belief, n)
        if rest and self._asks and len(belief) > 1:
            rest = self._ask(rest if self._late else belief, rest, n)
        return rest

    def _ask(self, asked: Belief, rest: Belief, n: int) -> Belief:
        """As :meth:`_strike` of ``rest``, after the question “Any?” was asked when the belief was ``asked``."""
        yes, no = beliefs.ask(asked)
        if not yes or not no:
            return rest
        answered_yes = {position.key() for position in yes}
        left = self._strike(tuple(p for p in rest if p.key() not in answered_yes), n)
        if left:
            return left
        hoped = tuple(p for p in rest if p.key() in answered_yes)
        if must_try_pawn_capture(self.rules, yes=True):
            duty = self._duty(yes, n)
            if duty is None:
                return yes
            _, hoped = beliefs.attempt(hoped, duty)
        return self._strike(hoped, n)

    def _duty(self, yes: Belief, n: int) -> int | None:
        """A pawn capture that may be tried first after a yes: it is refused everywhere, or wins wherever it is legal.

        None if there is none.
        """
        for move in beliefs.pawn_captures(yes):
            taken, _ = beliefs.attempt(yes, move)
            if not taken or not self._bad(taken, move, n):
                return move
        return None

    def _strike(self, belief: Belief, n: int) -> Belief:
        """The worlds that are left when all good tries were made."""
        rest = belief
        for _, taken in self._good(belief, n):
            gone = {id(position) for position in taken}
            rest = tuple(position for position in rest if id(position) not in gone)
        return rest

    def _good(self, belief: Belief, n: int) -> Iterator[tuple[int, Belief]]:
        """The good tries, one after the other, each with the worlds that it wins among those that are left."""
        if not belief:
            return
        rest = belief
        candidates = self._candidates(belief, n)
        bad: dict[int, frozenset[int]] = {}  # for each try, worlds (by id) that together refute it
        found = True
        while rest and found:
            found = False
            alive = {id(position) for position in rest}
            for move in candidates:
                if bad.get(move, {-1}) <= alive:
                    continue
                taken, refused = beliefs.attempt(rest, move)
                if not taken:
                    bad[move] = frozenset()
                    continue
                against = self._bad(taken, move, n)
                if against:
                    bad[move] = frozenset(map(id, against))
                    continue
                yield move, taken
                rest, found = refused, True
                break

    def _candidates(self, belief: Belief, n: int) -> list[int]:
        """The tries to consider; for the last move only those that mate in some world, the most frequent first."""
        if n > 1:
            return beliefs.tries(belief)
        count: dict[int, int] = {}
        for position in belief:
            for move in self._mating(position):
                count[move] = count.get(move, 0) + 1
        return sorted(count, key=lambda move: (-count[move], move))

    def _mating(self, position: Position) -> frozenset[int]:
        """The moves that mate in a position, cached."""
        name = position.key()
        if name not in self._mates:
            self.budget.tick()
            self._mates[name] = frozenset(mating_moves(position))
        return self._mates[name]

    def _bad(self, taken: Belief, move: int, n: int) -> Belief:
        """The worlds that together refute a try; empty if it is good.

        :param taken: the worlds in which the try is legal.
        """
        if n == 1:
            for position in taken:
                if move not in self._mating(position):
                    return (position,)
            return ()
        for position in taken:
            if not self.orthodox.holds(position.play(move), n - 1):
                return (position,)
        for own, steps in beliefs.moved(taken, move, self.rules).items():
            if own.end == "checkmate":
                continue
            source = {step.after.key(): step.before for step in steps}
            for group in self._replied(beliefs.worlds(steps)).values():
                if not self.won(beliefs.worlds(group), n - 1):
                    return tuple({id(w): w for w in (source[step.before.key()] for step in group)}.values())
        return ()

    def _replied(self, belief: Belief) -> Groups:
        return beliefs.replied(belief, self.rules, excluded=self.excluded, opponent_asks=self.opponent_asks, ends=False)

    def _least(self, group: list[WorldStep], n: int) -> list[WorldStep]:
        """A minimal part of a lost group that is lost, too: a single reply or a pair if there is one."""
        for step in group:
            if not self.won((step.after,), n):
                return [step]
        for i, first in enumerate(group):
            for second in group[:i]:
                if not self.won((second.after, first.after), n):
                    return [second, first]
        least = list(group)
        for step in group:
            without = [other for other in least if other is not step]
            if not self.won(beliefs.worlds(without), n):
                least = without
        return least

    # -- plans ---------------------------------------------------------------------------------------------------

    def _plan(self, belief: Belief, n: int, first: int | None) -> TurnPlan:
        tries: list[tuple[int, Belief]] = []
        rest = belief
        if first is None:
            n = next(fewer for fewer in range(1, n + 1) if self.won(belief, fewer))
        else:
            taken, rest = beliefs.attempt(belief, first)
            tries.append((first, taken))
        left = self._strike(rest, n)
        yes_plan = no_plan = None
        if not left or self._late:
            tries += self._good(rest, n)
        if left:  # the belief is won, so the question must do it
            yes, no = beliefs.ask(left if self._late else rest)
            yes_plan, no_plan = self._after_yes(yes, n), self._plan(no, n, None)
        duals = () if first is not None else tuple(self._duals(belief, n, [move for move, _ in tries]))
        return TurnPlan(self._tries(belief, tries, n), yes_plan, no_plan, duals)

    def _after_yes(self, yes: Belief, n: int) -> TurnPlan:
        duty = self._duty(yes, n) if must_try_pawn_capture(self.rules, yes=True) else None
        if duty is None:
            return self._plan(yes, n, None)
        taken, rest = beliefs.attempt(yes, duty)
        tries = self._tries(rest, list(self._good(rest, n)), n)
        return TurnPlan(
            (self._try(taken, duty, n, False), *(made._replace(free=False) for made in tries[:1]), *tries[1:])
        )

    def _tries(self, belief: Belief, tries: list[tuple[int, Belief]], n: int) -> tuple[PlanTry, ...]:
        """The tries of a plan in the given order, with ``free`` set where the order does not matter.

        :param tries: each with the worlds in which it is legal.
        """
        made: list[PlanTry] = []
        here = start = belief
        for move, taken in tries:
            free = bool(made) and not self._bad(beliefs.attempt(start, move)[0], move, n)
            if not free:
                start = here
            made.append(self._try(taken, move, n, free))
            here = beliefs.attempt(here, move)[1]
        return tuple(made)

    def _try(self, taken: Belief, move: int, n: int, free: bool) -> PlanTry:
        branches = []
        mates = bool(taken)
        for own, steps in beliefs.moved(taken, move, self.rules).items():
            if own.end != "checkmate":
                mates = False
                for reply, group in self._replied(beliefs.worlds(steps)).items():
                    plan = self._plan(beliefs.worlds(group), n - 1, None)
                    branches.append(PlanBranch(own, reply, tuple(group), plan))
        return PlanTry(move, tuple(branches), mates, free)

    def _duals(self, belief: Belief, n: int, tries: list[int]) -> Iterator[tuple[int, int]]:
        """The duals: pairs of a try of the plan and another good try that are both legal in some world."""
        for move in self._candidates(belief, n):
            taken, _ = beliefs.attempt(belief, move)
            if move in tries or not taken or self._bad(taken, move, n):
                continue
            for chosen in tries:
                if any(position.is_legal(chosen) for position in taken):
                    yield chosen, move
