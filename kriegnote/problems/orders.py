"""The order of tries that a text leaves open at one place and says at another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from kriegnote.problems.policy import Either, Fork, Otherwise, Plan, Reply, ReplyMove, Stage, Try


def in_the_repeated_order(plan: Plan) -> Plan:
    """A policy in which tries given by Black's moves, or as alternatives, and again in a row are made in its order.

    “1...Kd6 2.Kc4; 1...Kd5 2.Qe5. White tries 2.Qe5, then 2.Kc4.”
    """
    found: list[Stage] = []
    stages = _without_threats(_within(stage, in_the_repeated_order) for stage in plan)
    for n, stage in enumerate(stages):
        open_ = [(way[0], defences) for way, defences in _ways(stage) if way]
        row = _row(stage, stages[n + 1 :]) if len(open_) > 1 else []
        named = [each.parts for each in row]
        if row and all(isinstance(each, Try) and each.parts in named for each, _ in open_):
            meant = {each.parts: defences for each, defences in open_ if isinstance(each, Try)}
            return (*found, *(_meant(each, meant.get(each.parts, ())) for each in row))
        found.append(stage)
    return _told_last(found)


def _without_threats(stages: Iterable[Stage]) -> list[Stage]:
    """The stages without a threat that is told again as one of the tries behind it: “threatens 2.A. White tries 2.B,
    then 2.A”.
    """
    kept = list(stages)
    for n, stage in reversed([*enumerate(kept)]):
        if isinstance(stage, Fork) and all(each.when == (Otherwise(threat=True),) for each in stage.branches):
            threats = {one.parts for each in stage.branches for one in each.plan if isinstance(one, Try)}
            if threats <= {each.parts for each in kept[n + 1 :] if isinstance(each, Try)}:
                del kept[n]
    return kept


def _told_last(stages: list[Stage]) -> Plan:
    """A plan without tries that are all told again right behind: “each move allows 2.A, but one 2.B. White tries 2.B,
    then 2.A”.
    """
    for count in range(2, len(stages) // 2 + 1):
        told, again = stages[-2 * count : -count], stages[-count:]
        named = {each.parts for each in again if isinstance(each, Try)}
        if len(named) < count:
            break  # a longer row has what is no try, or a try twice, as well
        meant = {each.parts: each.defences for each in told if isinstance(each, Try)}
        if meant.keys() == named:
            behind = (_meant(each, meant[each.parts]) for each in again if isinstance(each, Try))
            return (*stages[: -2 * count], *behind)
    return tuple(stages)


def repeated(plan: Plan, tried: frozenset[object] = frozenset()) -> list[Try]:
    """The tries of a policy that were refused before in the same turn."""
    found: list[Try] = []
    for stage in plan:
        if isinstance(stage, Try):
            found += [stage] * (stage.parts in tried) + repeated(stage.then or ())
            tried |= {stage.parts}
        ways = [branch.plan for branch in stage.branches] if isinstance(stage, Fork) else getattr(stage, "options", ())
        found += [each for way in ways for each in repeated(way, tried)]
    return found


def _row(stage: Stage, behind: list[Stage]) -> list[Try]:
    """The row of tries behind a stage; behind the last line by a move of Black's it is read into that line."""
    ways = [way for way, _ in _ways(stage)]
    row = behind or [each for way in ways[-1:] for each in way[1:]]
    return [each for each in row if isinstance(each, Try)]


def _ways(stage: Stage) -> Iterator[tuple[Plan, tuple[ReplyMove, ...]]]:
    """The plans between which a stage leaves the choice, each with the replies that it is said to be for."""
    if isinstance(stage, Either):
        for option in stage.options:
            yield option, ()
    elif isinstance(stage, Fork) and all(len(b.when) == 1 and isinstance(b.when[0], Reply) for b in stage.branches):
        for branch in stage.branches:
            (when,) = branch.when
            yield branch.plan, when.moves if isinstance(when, Reply) else ()


def printed_order(plan: Plan) -> Plan:
    """A policy whose tries are made in the order of the page wherever it leaves one open."""
    found: list[Stage] = []
    for stage in plan:
        ways = list(_ways(_within(stage, printed_order)))
        if not ways:
            found.append(_within(stage, printed_order))
        for way, defences in ways:
            found += [_meant(each, defences) if n == 0 else each for n, each in enumerate(way)]
    return tuple(found)


def _meant(stage: Stage, defences: tuple[ReplyMove, ...]) -> Stage:
    """A try that is also meant against these replies."""
    return msgspec.structs.replace(stage, defences=(*stage.defences, *defences)) if isinstance(stage, Try) else stage


def _within(stage: Stage, change: Callable[[Plan], Plan]) -> Stage:
    """A stage with the plans in it changed."""
    if isinstance(stage, Try):
        return msgspec.structs.replace(stage, then=change(stage.then)) if stage.then else stage
    if isinstance(stage, Either):
        return msgspec.structs.replace(stage, options=tuple(map(change, stage.options)))
    branches = tuple(msgspec.structs.replace(each, plan=change(each.plan)) for each in stage.branches)
    return msgspec.structs.replace(stage, branches=branches)
