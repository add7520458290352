"""The moves that an open ply may be, and what is to be written in place of a printed word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, TypedDict

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Option, Side

NAMED: Final = 4  # options that a finding names
_AS_LIKELY: Final = 0.9  # of the weight of another, from which on a choice is as likely as that


class Choice(NamedTuple):
    """One of the moves that an open ply may be (the same squares with another man are another choice)."""

    move: str
    san: str
    weight: float


class OfferedMove(TypedDict):
    """One of the moves that an open ply may be, in a report; its SAN is None where the record does not keep it."""

    move: str
    san: str | None
    weight: float


class OpenPly(TypedDict):
    """A ply that a report lists as open: whose it is, what is printed, the moves that it may be."""

    turn: int | None
    side: Side | None
    text: str | None
    options: list[OfferedMove]


class Replacement(NamedTuple):
    """What is to be written in place of a printed word: a finding with its place and its certain fix.

    ``printed``: what stands there.  ``readings``: each way it may be read, as the record would print it, with its
    weight, the likeliest first; one where that is settled.  ``position``: the FEN of the position before the move.
    """

    finding: Finding
    printed: str
    readings: tuple[tuple[str, float], ...]
    position: str


def levelled(weights: Sequence[float]) -> list[float]:
    """Weights, the greatest first, in which those are the same that differ by less than a tenth.

    So finely nothing on a page decides: of two such moves the one that is given more is played no more often
    (``python -m tests.bench.bench_damage``).
    """
    level: list[float] = []
    while len(level) < len(weights):
        first = weights[len(level)]
        alike = [weight for weight in weights[len(level) :] if weight >= _AS_LIKELY * first]
        level += [sum(alike) / len(alike)] * len(alike)
    return level


def offers(choices: Sequence[Choice]) -> list[OfferedMove]:
    """The choices as a report lists them."""
    return [OfferedMove(move=one.move, san=one.san, weight=one.weight) for one in choices]


def merged(choices: Sequence[Choice]) -> tuple[Option, ...] | None:
    """The choices as options of an event, which know squares alone; None when they agree on those."""
    weights: dict[str, float] = {}
    for choice in choices:
        weights[choice.move] = weights.get(choice.move, 0.0) + choice.weight
    if len(weights) < 2:
        return None
    return tuple(Option(move, round(weight, 4)) for move, weight in sorted(weights.items(), key=lambda item: -item[1]))


def _share(weight: float) -> str:
    return f"{weight:.0%}" if weight >= 0.005 else "<1%"


def named(choices: Sequence[Choice]) -> str:
    """The likeliest choices and their weights; of those that are written alike, with where they come from."""
    written = Counter(choice.san for choice in choices)
    names = [
        f"{choice.san}{f' from {choice.move[:2]}' if written[choice.san] > 1 else ''} ({_share(choice.weight)})"
        for choice in choices[:NAMED]
    ]
    more = len(choices) - len(names)
    return ", ".join(names) + (f" or {more} more" if more else "")


def fitting(choices: Sequence[Choice]) -> str:
    """What a ply may be that nobody can read: the likeliest moves, or how many there are where none stands out."""
    if choices[0].weight < 0.5 and len(choices) > NAMED:
        return f"{len(choices)} moves are possible"
    return f"it may be {named(choices)}"
