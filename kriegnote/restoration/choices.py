"""The possible moves of an open ply, and the replacement of a printed word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, TypedDict

from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import Option, Side

NAMED: Final = 4  # most options that a finding names
_AS_LIKELY: Final = 0.9  # share of another weight from which on a weight counts as equal to it
_CROWDED: Final = (0.3, 0.4)  # price of slips per ply from which weights are doubted, and from which on fully


class Choice(NamedTuple):
    """One possible move of an open ply, with its weight from 0 to 1.

    A move with the same squares by another man is another choice.
    """

    move: str
    san: str
    weight: float


class OfferedMove(TypedDict):
    """One possible move of an open ply, in a report; ``san`` is None if the record does not keep it."""

    move: str
    san: str | None
    weight: float


class OpenPly(TypedDict):
    """An open ply in a report: its move number and side, its printed text and its possible moves."""

    turn: int | None
    side: Side | None
    text: str | None
    options: list[OfferedMove]


class Replacement(NamedTuple):
    """The replacement of a printed word.

    ``finding``: where it stands, with a fix if the replacement is certain.  ``printed``: the word.  ``readings``: each
    possible replacement in the record's own spelling, with its weight, the likeliest first; a single one if it is
    certain.  ``position``: the FEN of the position before the move.
    """

    finding: Finding
    printed: str
    readings: tuple[tuple[str, float], ...]
    position: str


def doubted(weights: Sequence[float], slips: float) -> list[float]:
    """The weights on a page with so many slips that its damage is of other kinds than those they are computed from.

    The odds of a move that is likelier than all others become their square root: so much are its weights exaggerated,
    measured on pages by presses other than our own (``python -m tests.bench.bench_damage --pages``).

    :param slips: their price per ply; up to 0.3 nothing changes.
    """
    most = max(weights, default=0.0)
    from_, fully = _CROWDED
    doubt = min(1.0, max(0.0, (slips - from_) / (fully - from_)))
    if not doubt or not 0.5 < most < 1:
        return list(weights)
    odds = (most / (1 - most)) ** (1 / (1 + doubt))
    likeliest = odds / (1 + odds)
    return [likeliest if weight == most else weight * (1 - likeliest) / (1 - most) for weight in weights]


def levelled(weights: Sequence[float]) -> list[float]:
    """The weights, with those within ten per cent of the greatest of a group replaced by their mean.

    Measured on damaged games, such small differences say nothing: of two moves with nearly equal weights, the one with
    the greater weight is not played more often (``python -m tests.bench.bench_damage``).

    :param weights: in descending order.
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
    """The choices as options of an event, the likeliest first; None if all have the same squares.

    Options are moves by their squares alone, so choices that differ only in the man are merged.
    """
    weights: dict[str, float] = {}
    for choice in choices:
        weights[choice.move] = weights.get(choice.move, 0.0) + choice.weight
    if len(weights) < 2:
        return None
    return tuple(Option(move, round(weight, 4)) for move, weight in sorted(weights.items(), key=lambda item: -item[1]))


def _share(weight: float) -> str:
    return f"{weight:.0%}" if weight >= 0.005 else "<1%"


def named(choices: Sequence[Choice]) -> str:
    """The likeliest choices and their weights, in English; with the square of origin where two have the same SAN."""
    written = Counter(choice.san for choice in choices)
    names = [
        f"{choice.san}{f' from {choice.move[:2]}' if written[choice.san] > 1 else ''} ({_share(choice.weight)})"
        for choice in choices[:NAMED]
    ]
    more = len(choices) - len(names)
    return ", ".join(names) + (f" or {more} more" if more else "")


def fitting(choices: Sequence[Choice]) -> str:
    """What an unreadable ply may be, in English: the likeliest moves, or only their number if none stands out.

    :param choices: at least one, the likeliest first.
    """
    if choices[0].weight < 0.5 and len(choices) > NAMED:
        return f"{len(choices)} moves are possible"
    return f"it may be {named(choices)}"
