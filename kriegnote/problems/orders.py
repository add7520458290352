"""Settles an order of tries that a text leaves open at one place and states at another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

import msgspec

from kriegnote.problems.policy import Either, Fork, Otherwise, Plan, Reply, ReplyMove, Stage, Try


def in_the_repeated_order(plan: Plan) -> Plan:
    """The policy in which alternatives, or tries for Black's moves, that are repeated in a row are made in that order.

    An example is “1...Kd6 2.Kc4; 1...Kd5 2.Qe5. White tries 2.Qe5, then 2.Kc4.”
    """
    found: list[Stage] = []
    stages = _without_threats(_within(stage, in_the_repeated_order) for stage in plan)
    for n, stage in enumerate(stages):
        open_ = [(way[0], defences) for way, defences in _ways(stage) if way]
        row = _row(stage, stages[n + 1 :]) if len(open_) > 1 else []
        named = [_move(each) for each in row]
        if row and all(isinstance(each, Try) and _move(each) in named for each, _ in open_):
            meant = {_move(each): defences for each, defences in open_ if isinstance(each, Try)}
            return (*found, *(_meant(each, meant.get(_move(each), ())) for each in row))
        found.append(stage)
    return _without_repeated_tries(found)


def _without_threats(stages: Iterable[Stage]) -> list[Stage]:
    """The stages without threats that are repeated as later tries: “threatens 2.A. White tries 2.B, then 2.A”."""
    kept = [_without_repeated_threat(stage) for stage in stages]
    for n, stage in reversed([*enumerate(kept)]):
        if isinstance(stage, Fork) and all(each.when == (Otherwise(threat=True),) for each in stage.branches):
            threats = {_move(one) for each in stage.branches for one in each.plan if isinstance(one, Try)}
            if threats <= {_move(each) for each in kept[n + 1 :] if isinstance(each, Try)}:
                del kept[n]
    return kept


def _without_repeated_threat(stage: Stage) -> Stage:
    """The stage, in which the first try of a branch for a threat is left out if it is repeated in the branch."""
    if not isinstance(stage, Fork):
        return stage
    branches = list(stage.branches)
    for n, each in enumerate(branches):
        row = [_move(one) for one in each.plan if isinstance(one, Try)]
        if each.when == (Otherwise(threat=True),) and len(row) == len(each.plan) and row[0] in row[1:]:
            branches[n] = msgspec.structs.replace(each, plan=each.plan[1:])
    return msgspec.structs.replace(stage, branches=tuple(branches))


def _without_repeated_tries(stages: list[Stage]) -> Plan:
    """The plan without tries that are all repeated directly after them; the last order counts.

    An example is “each move allows 2.A, but one 2.B. White tries 2.B, then 2.A”.
    """
    for count in range(2, len(stages) // 2 + 1):
        listed, again = stages[-2 * count : -count], stages[-count:]
        named = {_move(each) for each in again if isinstance(each, Try)}
        if len(named) < count:
            break  # not all are different tries, and any longer row has these, too
        meant = {_move(each): each.defences for each in listed if isinstance(each, Try)}
        if meant.keys() == named:
            behind = (_meant(each, meant[_move(each)]) for each in again if isinstance(each, Try))
            return (*stages[: -2 * count], *behind)
    return tuple(stages)


def _printed(stage: Try) -> tuple[object, ...]:
    """What tries that are printed alike have in common: two signs for men in one row are two men."""
    return stage.parts, stage.text[:1] if stage.figurine else ""


def _move(stage: Try) -> tuple[object, ...]:
    """What tries of the same move have in common, whether a capture is marked or not."""
    parts = stage.parts
    return parts.piece, parts.from_, parts.to, parts.promotion, parts.castle


def repeated(plan: Plan, tried: frozenset[object] = frozenset()) -> list[Try]:
    """The tries of a policy that were made before in the same turn.

    :param tried: the moves that were tried before.
    """
    found: list[Try] = []
    for stage in plan:
        if isinstance(stage, Try):
            found += [stage] * (_printed(stage) in tried or _move(stage) in tried) + repeated(stage.then or ())
            tried |= {_printed(stage)}
        ways = [branch.plan for branch in stage.branches] if isinstance(stage, Fork) else getattr(stage, "options", ())
        found += [each for way in ways for each in repeated(way, tried)]
        unseen = isinstance(stage, Fork) and all(isinstance(each, Reply) for b in stage.branches for each in b.when)
        if unseen:  # White cannot tell its branches
            tried |= {_move(each) for way in ways for each in way if isinstance(each, Try)}
    return found


def _row(stage: Stage, behind: list[Stage]) -> list[Try]:
    """The row of tries after a stage; if nothing follows, the rest of its last plan, as which the row was read."""
    ways = [way for way, _ in _ways(stage)]
    row = behind or [each for way in ways[-1:] for each in way[1:]]
    return [each for each in row if isinstance(each, Try)]


def _ways(stage: Stage) -> Iterator[tuple[Plan, tuple[ReplyMove, ...]]]:
    """The plans among which a stage leaves the choice, each with the replies for which it is printed."""
    if isinstance(stage, Either):
        for option in stage.options:
            yield option, ()
    elif isinstance(stage, Fork) and all(len(b.when) == 1 and isinstance(b.when[0], Reply) for b in stage.branches):
        for branch in stage.branches:
            (when,) = branch.when
            yield branch.plan, when.moves if isinstance(when, Reply) else ()


def printed_order(plan: Plan) -> Plan:
    """The policy with tries in the printed order wherever it leaves the order open."""
    found: list[Stage] = []
    for stage in plan:
        ways = list(_ways(_within(stage, printed_order)))
        if not ways:
            found.append(_within(stage, printed_order))
        for way, defences in ways:
            found += [_meant(each, defences) if n == 0 else each for n, each in enumerate(way)]
    return tuple(found)


def _meant(stage: Stage, defences: tuple[ReplyMove, ...]) -> Stage:
    """The stage with these replies added to its defences, if it is a try."""
    return msgspec.structs.replace(stage, defences=(*stage.defences, *defences)) if isinstance(stage, Try) else stage


def settled_orders(plan: Plan, longest: int) -> Iterator[Plan]:
    """The policy with one of its alternatives (of ``longest`` at most) settled, in each order; the others stay open."""
    for n, stage in enumerate(plan):
        if isinstance(stage, Either) and len(stage.options) <= longest:
            for order in permutations(stage.options):
                yield (*plan[:n], *(each for option in order for each in option), *plan[n + 1 :])
        ways = _below(stage)
        for k, way in enumerate(ways):
            for settled in settled_orders(way, longest):
                yield (*plan[:n], _with_way(stage, k, settled), *plan[n + 1 :])


def _with_way(stage: Stage, k: int, way: Plan) -> Stage:
    """The stage with another plan in place of one of those that :func:`_below` gives."""
    if isinstance(stage, Try):
        return msgspec.structs.replace(stage, then=way or None)
    if isinstance(stage, Either):
        return msgspec.structs.replace(stage, options=(*stage.options[:k], way, *stage.options[k + 1 :]))
    branch = msgspec.structs.replace(stage.branches[k], plan=way)
    return msgspec.structs.replace(stage, branches=(*stage.branches[:k], branch, *stage.branches[k + 1 :]))


def _within(stage: Stage, change: Callable[[Plan], Plan]) -> Stage:
    """The stage with a function applied to the plans in it."""
    if isinstance(stage, Try):
        return msgspec.structs.replace(stage, then=change(stage.then)) if stage.then else stage
    if isinstance(stage, Either):
        return msgspec.structs.replace(stage, options=tuple(map(change, stage.options)))
    branches = tuple(msgspec.structs.replace(each, plan=change(each.plan)) for each in stage.branches)
    return msgspec.structs.replace(stage, branches=branches)


def other_orders(policy: Plan, at: int, longest: int) -> Iterator[Plan]:
    """The policy with the row of tries that ends before an offset of the text in each other order.

    Nothing if the row has fewer than two tries, or more than ``longest``.
    """
    row = _row_before(policy, at)
    if not 2 <= len(row) <= longest:
        return
    for order in permutations(row):
        if order != row:
            yield _with_row(policy, row, order)


def _row_before(plan: Plan, at: int) -> tuple[Try, ...]:
    """The consecutive tries of one plan, the last of which is the last try before an offset."""
    last: tuple[Try, ...] = ()
    row: tuple[Try, ...] = ()
    for stage in plan:
        row = (*row, stage) if isinstance(stage, Try) else ()
        below = _below(stage)
        found = [row] if row and row[-1].span[1] <= at else []
        found += filter(None, (_row_before(each, at) for each in below))
        last = max([last, *found], key=lambda each: each[-1].span if each else (-1, -1))
    return last


def _below(stage: Stage) -> tuple[Plan, ...]:
    """The plans in a stage."""
    if isinstance(stage, Try):
        return (stage.then or (),)
    return stage.options if isinstance(stage, Either) else tuple(each.plan for each in stage.branches)


def _with_row(plan: Plan, row: tuple[Try, ...], order: tuple[Try, ...]) -> Plan:
    """The plan with a row of tries in another order."""
    for n in range(len(plan)):
        if all(one is other for one, other in zip(plan[n : n + len(row)], row, strict=False)):
            return (*plan[:n], *order, *plan[n + len(row) :])
    return tuple(_within(stage, lambda each: _with_row(each, row, order)) for stage in plan)
