"""Merges what two records say about one ply: common entries once, the others in their places."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Final

import msgspec

from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Event,
    Move,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    Try,
    is_remark,
    type_name,
)
from kriegnote.model.order import MOVE_ANNOUNCEMENTS
from kriegnote.notations.loss import strip

_ORDER: Final[dict[type[Event], int]] = {
    PawnTries: 0,
    Move: 2,
    **{kind: rank for rank, kind in enumerate(MOVE_ANNOUNCEMENTS, 4)},
}
"""The order of the entries of a ply: before the move, the move, untested tries (3), what is announced of it."""
Placed = tuple[AnyEvent, tuple[int, ...]]
"""An event and the numbers of the records that contain it."""


def merge(first: list[Placed], second: list[Placed]) -> list[Placed]:
    """Two lists of events of one ply merged: common ones once, the others in their places between them."""
    keys = [[_key(event) for event, _ in part] for part in (first, second)]
    matcher = SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    out: list[Placed] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            for (event, marks), (other, more) in zip(first[a:b], second[c:d], strict=True):
                out.append((_fuller(event, other), (*marks, *more)))
        else:
            out += first[a:b]
            out += [placed for placed in second[c:d] if _key(placed[0]) not in keys[0]]
    return sorted(out, key=lambda placed: _order(placed[0])) if _disordered(out) else out


def _order(event: AnyEvent) -> int:
    untested = isinstance(event, Try) and event.verdict == "untested"
    return 3 if untested else _ORDER.get(type(event), 1)


def _disordered(placed: list[Placed]) -> bool:
    """Whether an announcement precedes the move to which it belongs."""
    kinds = [event for event, _ in placed if not isinstance(event, Comment)]
    moves = [i for i, event in enumerate(kinds) if isinstance(event, Move)]
    return bool(moves) and any(isinstance(event, MOVE_ANNOUNCEMENTS) for event in kinds[: moves[0]])


def _key(event: AnyEvent) -> tuple[object, ...]:
    """The identity by which entries of two records are matched."""
    if isinstance(event, (Move, PawnTries, Capture, Check, Promotion, End)):
        return (type_name(event),)
    if isinstance(event, Try):
        return ("try", event.move, event.text, event.verdict)
    if isinstance(event, Comment):
        return ("comment", event.text)
    compared_whole = isinstance(event, Reveal) or is_remark(event)
    return (type_name(event), getattr(event, "side", None), str(strip(event)) if compared_whole else "")


def _fuller(one: AnyEvent, other: AnyEvent) -> AnyEvent:
    """Of two entries for the same thing, the one with more details."""
    return other if _says(other) > _says(one) else one


def _says(event: AnyEvent) -> int:
    names = ("move", "text", "square", "captured", "by", "count", "squares", "any", "directions", "result")
    return sum(1 for name in names if getattr(event, name, None) not in (None, ()))


def own_tries(merged: list[Placed], side: Side) -> list[Placed]:
    """The player's own tries instead of the refusals that the other heard; any further refusals are kept."""
    shown = [event for event, _ in merged if _is_try(event, side) and not _is_refusal(event)]
    refusals = [event for event, _ in merged if _is_refusal(event)]
    if not refusals:
        return merged
    listed = sum(event.times for event in shown if isinstance(event, Try) and isinstance(event.times, int))
    out: list[Placed] = []
    for event, marks in merged:
        if not _is_refusal(event):
            out.append((event, marks))
            continue
        assert isinstance(event, Try)
        if not isinstance(event.times, int):
            if not shown:
                out.append((event, marks))
            continue
        rest = event.times - listed
        listed = max(0, listed - event.times)
        if rest > 0:
            out.append((msgspec.structs.replace(event, times=rest), marks))
    return out


def _is_try(event: AnyEvent, side: Side) -> bool:
    return isinstance(event, Try) and event.side == side and event.verdict != "untested"


def _is_refusal(event: AnyEvent) -> bool:
    return isinstance(event, Try) and event.hidden and event.verdict != "untested"


def end_last(placed: list[Placed]) -> list[Placed]:
    """The events with the end of the game after questions and tries of a last turn that has no move."""
    moved = max((at for at, (event, _) in enumerate(placed) if isinstance(event, Move)), default=-1) + 1
    said = [at for at, (event, _) in enumerate(placed) if isinstance(event, (Try, PawnTries, Ask, Answer))]
    last = max(said, default=-1) + 1
    ends = [one for one in placed[moved:last] if isinstance(one[0], End)]
    rest = [one for one in placed[moved:last] if not isinstance(one[0], End)]
    return [*placed[:moved], *rest, *ends, *placed[last:]] if ends else placed


def first_after(placed: list[Placed]) -> int:
    """The index at which a move belongs among the events of its ply: before its announcements."""
    return next((i for i, (event, _) in enumerate(placed) if isinstance(event, MOVE_ANNOUNCEMENTS)), len(placed))


def alike(one: AnyEvent, other: AnyEvent) -> bool:
    """Whether two entries say the same, regardless of their places."""
    return strip(one) == strip(other)


def ends_agree(one: End, other: End) -> bool:
    """Whether two ends of one game can both be true: neither denies who ended it, why, or with which result."""
    said = [(end.side, None if end.reason == "unknown" else end.reason, end.result) for end in (one, other)]
    return all(None in pair or pair[0] == pair[1] for pair in zip(*said, strict=True))
