"""Puts the tries of a policy in the order that a text says, where it is another than the printed one.

Words for an order of which nothing follows for a row of tries are doubts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from kriegnote.lexicon import mentions
from kriegnote.problems.reading.builder import Draft, DraftEither, DraftFork, DraftTry
from kriegnote.problems.reading.context import ReaderState
from kriegnote.problems.reading.denied import flattened
from kriegnote.problems.reading.exceptions import ENDS
from kriegnote.problems.reading.row_order import FIRST, RowOrder, is_denied, rank_of

_ORDERS: Final = frozenset({"order", "in_order", "reversed", "before"})


def put_in_order(state: ReaderState) -> None:
    """Puts the tries of a policy that is being built in the order that is said; adds doubts to the state."""
    words = sorted({each.start: each for each in state.words}.values(), key=lambda each: each.start)
    flat = [*flattened(words)]
    if not any(each.kind in _ORDERS | {"then", "when", "if", "amended", "bullet"} for each in flat):
        return
    rows = [*_rows(state.build.root)]
    made = {each.place["span"][0] for row in rows for each in row.tries}
    heard: set[int] = set()
    for row in rows:
        order = RowOrder(flat, row.tries, [other.tries for other in rows if other is not row])
        found = order.solved()
        heard |= order.used
        for word in order.doubts:
            state.doubts.append((word, word))
        if found is not None:
            row.plan[row.low : row.low + len(found)] = found
    state.unclear = [each for each in state.unclear if each[0].start not in heard]
    begin = min(made, default=0)
    for n, word in enumerate(flat):
        said = word.kind in ("before", "reversed", "amended") and word.start not in heard | made
        if word.kind == "before" and said:
            said = mentions(word.text, "details.before_that") or any(
                each.kind == "white_move" for each in takewhile(lambda each: each.kind not in ENDS, flat[n:])
            )
        said = said and not is_denied(flat, n)
        behind = flat[n + 1] if word.kind == "in_order" and n + 1 < len(flat) else word
        said = said or (behind is not word and (rank_of(behind) or FIRST) > FIRST)  # “beginning with the second”
        if word.start > begin and (said or (word.kind in _ORDERS and is_denied(flat, n))):
            state.doubts.append((word, word))


@dataclass
class _Row:
    """Consecutive tries of one plan, which begin at an index of it."""

    plan: Draft
    low: int
    tries: list[DraftTry]


def _rows(plan: Draft) -> Iterator[_Row]:
    """All rows of tries in a plan and in the plans within it."""
    low = 0
    for n, stage in enumerate([*plan, None]):
        if isinstance(stage, DraftTry):
            if stage.then is not None:
                yield from _rows(stage.then)
            continue
        if n > low:
            yield _Row(plan, low, [each for each in plan[low:n] if isinstance(each, DraftTry)])
        low = n + 1
        ways = stage.options if isinstance(stage, DraftEither) else []
        ways = [each.plan for each in stage.branches] if isinstance(stage, DraftFork) else ways
        for way in ways:
            yield from _rows(way)
