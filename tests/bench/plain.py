"""The plain belief search that the solver is held against: breadth first over what may be left after refusals.

It uses the same positions and announcements as the solver and nothing else of it: no filter of orthodox mates, no
memory, no look at which moves can mate, and above all no knowledge that tries may be made in any order.
"""

from __future__ import annotations

from collections import deque

from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.belief import Belief
from kriegnote.rules import RuleSet


def wins_with(taken: Belief, move: int, n: int, rules: RuleSet, *, opponent_asks: bool = False) -> bool:
    """Whether a try mates, or is won in n - 1 after everything that may be heard, in all worlds that take it."""
    for own, steps in beliefs.moved(taken, move, rules).items():
        if own.end == "checkmate":
            continue
        if own.end or n == 1:
            return False
        for group in beliefs.replied(beliefs.worlds(steps), rules, opponent_asks=opponent_asks).values():
            if not won(beliefs.worlds(group), n - 1, rules, opponent_asks=opponent_asks):
                return False
    return True


def won(
    belief: Belief, n: int, rules: RuleSet, *, opponent_asks: bool = False, asked: bool = False, duty: bool = False
) -> bool:
    """Whether the player to move mates in n: all orders of tries, and the question wherever it is allowed."""
    seen = set()
    queue = deque([(belief, True, duty)])  # worlds left, no try made yet, a pawn capture is owed
    while queue:
        here, fresh, owes = queue.popleft()
        if not here:
            return True
        name = (beliefs.key(here), fresh, owes)
        if name in seen:
            continue
        seen.add(name)
        may_ask = rules.pawn_tries == "on-request" and not asked and (fresh or rules.ask == "any-time")
        if may_ask:
            yes, no = beliefs.ask(here)
            if (not yes or won(yes, n, rules, opponent_asks=opponent_asks, asked=True, duty=rules.must_try)) and (
                not no or won(no, n, rules, opponent_asks=opponent_asks, asked=True)
            ):
                return True
        for move in beliefs.pawn_captures(here) if owes else beliefs.tries(here):
            taken, refused = beliefs.attempt(here, move)
            if (taken or owes) and wins_with(taken, move, n, rules, opponent_asks=opponent_asks):
                queue.append((refused, False, False))
    return False


def keys(belief: Belief, n: int, rules: RuleSet, *, opponent_asks: bool = False) -> list[int]:
    """The first tries that win, made before any question; sorted."""
    found = []
    for move in sorted(beliefs.tries(belief)):
        taken, refused = beliefs.attempt(belief, move)
        late = rules.ask == "any-time"
        if (
            taken
            and wins_with(taken, move, n, rules, opponent_asks=opponent_asks)
            and (not refused or won(refused, n, rules, opponent_asks=opponent_asks, asked=not late))
        ):
            found.append(move)
    return found
