"""Compares the conditions of a policy with what White has heard, and selects the branches of a fork."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from kriegnote.chess.position import LETTERS, Position, square_name
from kriegnote.chess.squares import target_of
from kriegnote.problems.heard import Tries
from kriegnote.problems.policy import (
    AllOf,
    Answer,
    Branch,
    Captures,
    Checks,
    Condition,
    Fork,
    NotSilent,
    OneOf,
    Otherwise,
    PawnTries,
    Plan,
    Played,
    Reply,
    Silent,
    Stage,
    Try,
    Twin,
    Under,
    walk,
)
from kriegnote.problems.proof import matching
from kriegnote.problems.proof.results import Class
from kriegnote.rules import RuleSet


def holds(condition: Condition, at: Class, rules: RuleSet, twin: str | None = None) -> bool:
    """Whether a condition holds as far as White knows; True for those that he cannot know by hearing.

    :param twin: the twin that is proven; None for any.
    """
    if isinstance(condition, OneOf):
        return any(holds(each, at, rules, twin) for each in condition.conditions)
    if isinstance(condition, AllOf):
        return all(holds(each, at, rules, twin) for each in condition.conditions)
    if isinstance(condition, Silent):
        return at.reply.silent
    if isinstance(condition, NotSilent):
        return not at.reply.silent
    if isinstance(condition, Captures):
        return captured(condition, at) is condition.happened
    if isinstance(condition, Checks):
        given = at.reply.check or (at.own.check if at.own_differs else ())
        wanted = condition.directions
        fits = bool(given) and all(
            each in given or (each == "diagonal" and {"long", "short"} & set(given)) for each in wanted
        )
        return fits is condition.happened
    if isinstance(condition, PawnTries):
        return counted(condition, at.reply.tries)
    if isinstance(condition, Under):
        return (condition.rules == "eastern") is (rules.pawn_tries in ("on-request", "none"))
    if isinstance(condition, Twin):
        return twin is None or condition.twin == twin
    if isinstance(condition, Played):
        moves = [move for turn, move in at.played if turn == condition.turn]
        squares = tuple(each.to or "" for each in (condition.parts, *condition.also))
        return any(square_name(target_of(move)).startswith(squares) for move in moves)
    return True


def rank(condition: Condition, at: Class, rules: RuleSet) -> int:
    """How specific a condition is that holds: of several branches, the most specific one is meant."""
    if isinstance(condition, OneOf):
        return max((rank(each, at, rules) for each in condition.conditions if holds(each, at, rules)), default=0)
    if isinstance(condition, AllOf):
        given = {type(each) for each in condition.conditions if each.happened}
        said = (each for each in condition.conditions if each.happened or type(each) not in given)
        return sum(rank(each, at, rules) for each in said)  # “a capture except on d6” is no more than “a capture”
    if isinstance(condition, Captures):
        named = condition.square or condition.man or condition.by or condition.en_passant
        return (4 if named else 3) if condition.happened else 2
    if isinstance(condition, Checks):
        return 4 if condition.directions else 3
    if isinstance(condition, (PawnTries, NotSilent)):
        return 3
    return 2 if isinstance(condition, Silent) else 0


def captured(condition: Captures, at: Class) -> bool:
    """Whether a capture that fits a condition is announced.

    The captured man is compared with Black's moves in all worlds, as not all umpires announce it.
    """
    if at.reply.square is None:
        return False
    squares = {condition.square, *condition.also}
    if condition.square and square_name(at.reply.square) not in squares:
        replies = _replies(at) if condition.passing else ()
        either = [{square_name(target_of(move)), square_name(before.captured_square(move))} for before, move in replies]
        if not either or any(map(squares.isdisjoint, either)):
            return False
    if condition.by and condition.by != at.reply.by:
        return False
    if condition.en_passant and all(before.captured_square(move) == target_of(move) for before, move in _replies(at)):
        return False
    if condition.man:
        return condition.man in {LETTERS[before.type_at(before.captured_square(move))] for before, move in _replies(at)}
    return True


def _replies(at: Class) -> Iterator[tuple[Position, int]]:
    """Black's moves in the worlds of a class, each with the position before it."""
    return (world.reply for world in at.worlds if world.reply is not None)


def counted(condition: PawnTries, tries: Tries) -> bool:
    """Whether pawn tries as announced fit a condition."""
    if tries is None:
        return False
    if isinstance(tries, tuple) and condition.squares is not None:
        return condition.squares == tuple(map(square_name, tries))
    if isinstance(tries, bool):
        return (condition.count or 0) > 0 or bool(condition.any) if tries else not condition.count and not condition.any
    count = len(tries) if isinstance(tries, tuple) else tries
    if condition.count is not None:
        return count in (condition.count, *condition.also)
    return bool(count) is bool(condition.any)


def passes_over(branch: Branch, at: Class) -> bool:
    """Whether a branch for a number of pawn tries does not cover the capture that Black made.

    So it is if its tries are printed with captures of Black's as defences, and none is on the announced square.
    """
    if at.reply.square is None or not all(isinstance(each, PawnTries) for each in branch.when):
        return False
    defences = [each for stage in walk(branch.plan) if isinstance(stage, Try) for each in stage.defences]
    captures = {each.parts.to for each in defences if each.parts is not None and each.parts.capture}
    return bool(captures) and square_name(at.reply.square) not in captures


class Applicable(NamedTuple):
    """The branches of a fork that apply to a class of worlds.

    ``branches``: each with the indices of the worlds that the text names for it; None if it is for all.
    ``hidden``: some branches are for Black's moves, which White does not see, or for the rest of such branches.
    ``stated``: the fork has branches for Black's moves, or one for what was heard.
    """

    branches: list[tuple[Branch, frozenset[int] | None]]
    hidden: bool
    stated: bool


def applicable(fork: Fork, at: Class, rules: RuleSet, twin: str | None) -> Applicable:
    """The branches of a fork for what was heard or (as printed) played: the most specific ones, or *otherwise*."""
    announced: list[tuple[int, Branch]] = []
    named: list[tuple[Branch, frozenset[int]]] = []
    otherwise: list[Branch] = []
    for branch in fork.branches:
        if not all(holds(each, at, rules, twin) for each in branch.when if not isinstance(each, (Reply, Otherwise))):
            continue
        replies = [each for each in branch.when if isinstance(each, Reply)]
        if any(isinstance(each, Otherwise) for each in branch.when):
            otherwise.append(branch)
        elif replies:
            found = [matching.replied_so(reply, at.replies) for reply in replies]
            if any(some for some, _ in found):
                named.append((branch, frozenset(n for _, sure in found for n in sure)))
        else:
            announced.append((sum(rank(each, at, rules) for each in branch.when), branch))
    most = max((weight for weight, _ in announced), default=0)
    chosen: list[tuple[Branch, frozenset[int] | None]] = [(b, None) for weight, b in announced if weight == most]
    once = Counter(n for _, meant in named for n in meant)
    chosen += [(branch, frozenset(n for n in meant if once[n] == 1)) for branch, meant in named]
    if not announced:
        chosen += _left_over(otherwise, bool(chosen))
    order = {id(branch): n for n, branch in enumerate(fork.branches)}
    chosen.sort(key=lambda each: (any(isinstance(c, Otherwise) for c in each[0].when), order[id(each[0])]))
    stated = bool(announced or named) or any(isinstance(each, Reply) for b in fork.branches for each in b.when)
    return Applicable(chosen, any(meant is not None for _, meant in chosen), stated)


def _left_over(otherwise: list[Branch], others: bool) -> list[tuple[Branch, frozenset[int] | None]]:
    """The branches for all other cases: threats first, which do not claim to answer replies that parry them.

    :param others: the fork has other branches that apply.
    """
    threats = [branch for branch in otherwise if Otherwise(threat=True) in branch.when]
    found: list[tuple[Branch, frozenset[int] | None]] = [(branch, frozenset()) for branch in threats]
    rest = [branch for branch in otherwise if branch not in threats]
    return found + [(branch, frozenset() if others or threats else None) for branch in rest]


def one_after_the_other(plans: Iterable[Plan]) -> Plan:
    """Several plans for the same announcement as one plan; forks for different answers to “Any?” are merged."""
    found: list[Stage] = []
    for plan in plans:
        first = plan[0] if plan else None
        last = found[-1] if found else None
        if isinstance(first, Fork) and isinstance(last, Fork) and _are_apart(first, last):
            found[-1] = msgspec.structs.replace(last, branches=(*last.branches, *first.branches))
            found += plan[1:]
        else:
            found += plan
    return tuple(found)


def _are_apart(one: Fork, other: Fork) -> bool:
    """Whether two forks are for different answers to “Any?”."""
    return bool(_answers(one) and _answers(other)) and _answers(one).isdisjoint(_answers(other))


def _answers(fork: Fork) -> set[bool | None]:
    """The answers that the branches of a fork are for; empty if one of them is for something else."""
    said = {next((each.any for each in branch.when if isinstance(each, Answer)), None) for branch in fork.branches}
    return set() if None in said else said
