"""Reads solutions that are printed as an indented tree, with one try or condition per line.

What belongs to a line is indented under it.  Lines at the same depth under one line are what White does there, in
order; tries that were refused before precede a try on its line, with ``//``.  A line that ends with a colon is a
condition (``capture at d6:``, ``Any?y:``, ``1... Kc7:``; several are joined with ``&``) or an alternative (``or:``).
:mod:`kriegnote.problems.writer` writes this form.
"""

from __future__ import annotations

from itertools import groupby
from typing import Final

import msgspec

from kriegnote.parsing import Terminals
from kriegnote.problems.policy import (
    Answer,
    Captures,
    Condition,
    Node,
    Otherwise,
    Plan,
    Played,
    Reply,
)
from kriegnote.problems.reading.builder import (
    Draft,
    DraftBranch,
    DraftEither,
    DraftFork,
    DraftTry,
    answers,
    freeze,
    place,
)
from kriegnote.problems.reading.context import part_of, reply_moves
from kriegnote.problems.reading.phrases import Phrase

_PAGE: Final = Terminals("problem_page")
_BREAKS: Final = ("newline", "blank_line", "bullet")


def is_outline(text: str) -> bool:
    """Whether every line of a solution is a try or ends with a colon, and at least one line is indented."""
    lines = [line for line in text.splitlines() if line.strip(" :.\t\r")]
    fits = all(line.rstrip().endswith(":") or _PAGE["TRY_LINE"].match(line.lstrip()) for line in lines)
    continued = _PAGE["CONTINUED"].search(text)  # diagram 6.10 is indented, too, but read as a text
    return bool(lines) and fits and not continued and any(line.startswith("  ") for line in lines)


def read_outline(phrases: list[Phrase], solution: Node) -> tuple[Plan, set[int]]:
    """The policy of an outline, and the offsets of the phrases that it uses."""
    lines = (" " * (solution.column - 1) + solution.text).split("\n")
    root, used = Draft(), set[int]()
    open_: list[tuple[int, Draft]] = [(-1, root)]
    for _, group in groupby((each for each in phrases if each.kind not in _BREAKS), key=lambda each: each.line):
        line = list(group)
        if all(each.kind in ("colon", "stop", "other") for each in line):
            continue
        above = lines[line[0].line - solution.line]
        depth = len(above) - len(above.lstrip())
        while open_[-1][0] >= depth:
            open_.pop()
        if line[-1].kind == "colon":
            inner: Draft | None = _condition(line[:-1], open_[-1][1])
        else:
            inner = _tries(line, open_[-1][1])
        used.update(each.start for each in line)
        if inner is not None:
            open_.append((depth, inner))
    return freeze(root), used


def _tries(line: list[Phrase], plan: Draft) -> Draft | None:
    """Adds the tries of a line to a plan, and returns the plan of the turn after the last one; None for no tries.

    Each try is made if the ones before it are refused.
    """
    inner = None
    starts = [n for n, each in enumerate(line) if each.kind == "white_move"]
    for rank, n in enumerate(starts):
        made = _try(line[n : starts[rank + 1] if rank + 1 < len(starts) else len(line)])
        known = [stage for stage in plan if isinstance(stage, DraftTry)][rank : rank + 1]
        if known and known[0].parts == made.parts:
            known[0].defences = known[0].defences or made.defences
            made = known[0]
        else:
            plan.append(made)
        inner = made.then
    return inner


def _try(line: list[Phrase]) -> DraftTry:
    """The try of a numbered move, with the remarks in brackets after it."""
    first, *rest = line
    assert first.move is not None
    move = first.move
    behind = [inner for each in rest if each.kind == "bracket" for inner in each.inside]
    return DraftTry(
        place(first, text=first.name), move.parts, first.number or 1, figurine=move.figurine, mates=move.mates,
        checks=move.checks, vain=any(each.kind == "in_vain" for each in behind), defences=reply_moves(behind),
        then=Draft(),
    )  # fmt: skip


def _condition(line: list[Phrase], plan: Draft) -> Draft:
    """Adds the branch or the alternative of a line that ends with a colon to a plan, and returns its own plan."""
    last = plan[-1] if plan else None
    if [each.kind for each in line] == ["or"]:
        if not isinstance(last, DraftEither):
            last = DraftEither([])
            plan.append(last)
        last.options.append(Draft())
        return last.options[-1]
    when = _when(line)
    if not isinstance(last, DraftFork) or answers(last) != any(isinstance(each, Answer) for each in when):
        last = DraftFork()
        plan.append(last)
    text = " ".join(each.text.strip() for each in line)
    last.branches.append(DraftBranch(place(line[0], line[-1], text), when, Draft()))
    return last.branches[-1].plan


def _when(line: list[Phrase]) -> list[Condition]:
    """The conditions of a line."""
    when: list[Condition] = []
    for n, each in enumerate(line):
        if each.kind == "announced":
            when.append(each.says[0])
        elif each.kind == "by" and when and isinstance(when[-1], Captures) and isinstance(each.says[0], Captures):
            when[-1] = msgspec.structs.replace(when[-1], by=each.says[0].by)
        elif each.kind in ("answer_yes", "answer_no"):
            when.append(Answer(any=each.kind == "answer_yes"))
        elif each.kind in ("otherwise", "all_other", "threat"):
            when.append(Otherwise(threat=each.kind == "threat"))
        elif each.kind in ("rulebook", "twin"):
            when.append(part_of(each))
        elif each.kind == "black_number":
            when.append(Reply(moves=tuple(reply_moves(line[n + 1 :]))))
            break
        elif each.kind == "white_move" and each.move is not None:
            when.append(Played(turn=each.number or 1, parts=each.move.parts))
    return when
