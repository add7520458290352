"""Reads the page of a record: its printed plies, those missing by its move numbers, and what was announced of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from kriegnote.chess.position import Position
from kriegnote.model.events import Comment, DialogueEvent, End, Junk, Move, Side
from kriegnote.model.order import is_before_move, is_behind_move, ordinal
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.restoration.ends import end_in_words
from kriegnote.restoration.evidence import PlyAnnouncements
from kriegnote.restoration.page import Page, PagePly
from kriegnote.restoration.printed_slot import Slot
from kriegnote.restoration.slot_reading import habits_of, slot_of

MOST_LOST: Final = 4  # plies that may be missing between two printed ones
_MOST_LOST_IN_ALL: Final = 12  # plies that may be missing in the whole record
_GAP: Final = 0.7  # cost of a missing ply when move numbers are aligned
_MISNUMBERED: Final = 3.0  # cost of a number that is off in another way than the number before it
_LAST_JUMP: Final = 2.0  # extra cost of two or more missing plies at the end: no later number confirms them
_LONGEST_AGAIN: Final = 24  # plies of a passage that may be printed twice
_NUMBERED: Final = re.compile(r"(?<!\w)(?P<turn>\d{1,3})\.(?P<dots>\.\.|…| ?-,)?\s*(?P<move>[^\s.]*[a-h][1-8][^\s.]*)")


def page_of(record: Record, start: Position) -> Page:
    """The page of an umpire's record, which must have at least one move.

    :param start: the position before the first ply.
    """
    plies = list(_plies(record, start))
    habits = habits_of(plies)
    described = any(
        ply.event is not None and ply.event.parts is not None and ply.event.parts.described for ply in plies
    )
    slots: list[Slot] = []
    for number, ply in enumerate(plies):
        slots.append(
            slot_of(number, ply, ply.event, habits)._replace(
                letters=habits.letters, white=ply.side == "white", long=habits.long
            )
        )
        if described and slots[-1].parts is None and slots[-1].word:  # only algebraic words can be compared
            slots[-1] = Slot(absent="unread", ply=number, white=slots[-1].white)
        if number and _same(plies, number):
            slots[-1] = slots[-1]._replace(doubled=True)
        if again := _plies_again(plies, number):
            slots[-again:] = [slot._replace(again=2 - at % 2) for at, slot in enumerate(slots[-again:], 1)]
    final = PlyAnnouncements()
    _assign(record, plies, final)
    reason, result, _ = end_in_words(record.events)
    if reason is not None and plies:
        plies[-1].said.after.append(End(side=plies[-1].side, turn=plies[-1].turn, reason=reason, result=result))
    if any(isinstance(event, End) and event.reason == "checkmate" for event in plies[-1].said.after):
        slots[-1] = slots[-1]._replace(mate=True)  # a remark reports the mate; the mark may be missing
    for ply, move in _asides(record, plies):
        plies.append(ply)
        slots.append(slot_of(len(slots), ply, move, habits))
    return Page(plies, list(_with_lone(slots, plies)), final)


def _with_lone(slots: list[Slot], plies: list[PagePly]) -> Iterator[Slot]:
    """The slots, with an additional one before a White ply whose Black ply is missing.

    The printed ply may be Black's, and White's the missing one.  Both slots without a printed ply are marked ``lone``.
    """
    lone = [
        ply.event is None
        and ply.unread is None
        and ply.side == "black"
        and not ply.aside
        and (before.side, before.turn) == ("white", ply.turn)
        for before, ply in pairwise(plies)
    ]
    for slot, begins, ends in zip(slots, [*lone, False], [False, *lone], strict=True):
        if begins:
            yield Slot(absent="possible", lone=True)
        yield slot._replace(lone=True) if ends else slot


def _asides(record: Record, plies: list[PagePly]) -> list[tuple[PagePly, Move | None]]:
    """The plies that a comment after the last move adds, up to a mate, with the move of each that is printed.

    Only the first comment counts whose first number continues the score and whose last move is marked as mate.
    """
    last = plies[-1]
    if last.side is None or last.turn is None:
        return []
    expected = (last.turn, "black") if last.side == "white" else (last.turn + 1, "white")
    for event in record.events[last.at + 1 :]:
        if isinstance(event, Comment):
            listed = list(_numbered(event.text))
            if listed and listed[0][:2] == expected and "#" in listed[-1][2]:
                return _continued(listed, last.at)
    return []


def _numbered(text: str) -> Iterator[tuple[int, Side, str]]:
    for found in _NUMBERED.finditer(text):
        yield int(found["turn"]), "black" if found["dots"] else "white", found["move"].rstrip(",;")


def _continued(listed: list[tuple[int, Side, str]], at: int) -> list[tuple[PagePly, Move | None]]:
    """The listed plies, with one that is left out between two of them; none if they do not follow each other."""
    plies: list[tuple[PagePly, Move | None]] = []
    expected = listed[0][0] * 2 + (listed[0][1] == "black")
    for turn, side, text in listed:
        here = turn * 2 + (side == "black")
        parts = parse_move(text)
        if parts is None or not expected <= here <= expected + 1:
            return []
        if here > expected:
            plies.append((PagePly(None, at, "white" if side == "black" else "black", expected // 2, aside=True), None))
        move = Move(side=side, turn=turn, move=None, text=text, san=None, parts=parts)
        plies.append((PagePly(None, at, side, turn, aside=True), move))
        expected = here + 1
    return plies


def number_before(record: Record, start: Position) -> int | None:
    """The number (see :func:`numbered_plies`) of the ply before the first one; None if the first move has no number.

    A record with a starting position of its own may begin with any move number, which is then taken from its first
    move.
    """
    first = next(event for event in record.events if isinstance(event, Move))
    if first.side is None or first.turn is None:
        return None
    return 2 * (start.fullmove if record.start is None else first.turn) + (not start.turn) - 1


def _plies(record: Record, start: Position) -> Iterator[PagePly]:
    before = number_before(record, start)
    moves = [(at, event) for at, event in enumerate(record.events) if isinstance(event, Move)]
    numbers = numbered_plies([before, *(ordinal(event.side, event.turn) for _, event in moves)])[1:]
    last = PagePly(None, -1, None, None)
    for (at, event), half in zip(moves, numbers, strict=True):
        if before is not None and half is not None:
            yield from _lost_between(last, before, half, record, at)
        before = half
        known = event.text is None and event.source == "inferred"
        last = PagePly(event, at, event.side, event.turn, first=-1 if known else at)
        yield last


class _Numbered(NamedTuple):
    """One way to number the plies up to one of them.

    ``cost``: of the whole way; ``off``: the printed number minus the true one; ``lost``: the plies that are missing so
    far; ``before``: the way up to the ply before.
    """

    cost: float
    off: int
    lost: int
    before: _Numbered | None


def numbered_plies(printed: Sequence[int | None]) -> list[int | None]:
    """The number of each printed ply in the game: twice the move number, plus one for Black.

    The printed numbers are a noisy copy of these: plies may be missing, and a number may be wrong by itself or together
    with all that follow.  The cheapest way to explain them is taken.  If the first number is None, so are all.

    :param printed: the number of each ply as printed; None where none is printed.
    """
    if not printed or printed[0] is None:
        return [None] * len(printed)
    best = {0: _Numbered(0.0, 0, 0, None)}  # by the number of missing plies
    for at, number in enumerate(printed[1:], 1):
        following: dict[int, _Numbered] = {}
        for way in best.values():
            for more in range(MOST_LOST + 1) if number is not None else (0,):
                lost = way.lost + more
                off = way.off if number is None else number - (printed[0] + at + lost)
                cost = way.cost + more * _GAP + (_MISNUMBERED if off not in (0, way.off) else 0.0)
                cost += _LAST_JUMP if more > 1 and at + 2 >= len(printed) else 0.0
                if lost <= _MOST_LOST_IN_ALL and (lost not in following or cost < following[lost].cost):
                    following[lost] = _Numbered(cost, off, lost, way)
        best = following
    last: _Numbered | None = min(best.values(), key=lambda way: way.cost)
    found: list[int | None] = []
    while last is not None:
        found.append(printed[0] + len(printed) - 1 - len(found) + last.lost)
        last = last.before
    return found[::-1]


def _lost_between(last: PagePly, before: int, half: int, record: Record, at: int) -> Iterator[PagePly]:
    """The plies that are missing between two numbers, with the junk that is printed in their place, if any.

    :param last: the last printed ply; ``before``: its number; ``half``: the number of the next printed ply, whose event
        has the index ``at``.
    """
    for number in range(before + 1, half):
        lost = PagePly(None, at, "black" if number % 2 else "white", number // 2)
        between = record.events[last.at + 1 : at]
        lost.unread = next(
            (one for one in between if isinstance(one, Junk) and ordinal(one.side, one.turn) == number), None
        )
        yield lost


def _plies_again(plies: list[PagePly], last: int) -> int:
    """How many plies up to this one repeat the same number of plies before them, move numbers included; 0 for none.

    A line was then printed twice.
    """
    if plies[last].side != "black":
        return 0
    ends = last + 1
    for size in range(2, min(_LONGEST_AGAIN, ends // 2) + 1, 2):
        pairs = zip(plies[ends - 2 * size : ends - size], plies[ends - size : ends], strict=True)
        if all(_is_again(one, other) for one, other in pairs):
            return size
    return 0


def _is_again(one: PagePly, other: PagePly) -> bool:
    return (
        one.event is not None
        and other.event is not None
        and one.event.text is not None
        and (one.event.text, one.side, one.turn) == (other.event.text, other.side, other.turn)
    )


def _same(plies: list[PagePly], number: int) -> bool:
    """Whether a ply has the same text as the ply before it or the one before that."""
    event = plies[number].event
    if event is None or event.text is None:
        return False
    before = (other.event for other in plies[max(0, number - 2) : number])
    return any(other is not None and other.text == event.text for other in before)


def _assign(record: Record, plies: list[PagePly], final: PlyAnnouncements) -> None:
    """Assigns each announcement, question and try to its ply: by side and move number, or else by its place.

    What follows the last ply goes to ``final``.
    """
    by_turn: dict[tuple[Side, int], list[int]] = {}
    for number, ply in enumerate(plies):
        if ply.side is not None and ply.turn is not None:
            by_turn.setdefault((ply.side, ply.turn), []).append(number)
    at = [ply.at for ply in plies]
    expected = 0
    for index, event in enumerate(record.events):
        while expected < len(plies) and at[expected] < index:
            expected += 1
        if not (is_before_move(event) or is_behind_move(event)):
            continue
        after = is_behind_move(event)
        place = _place(event, expected, after, by_turn)
        if place >= len(plies):
            final.before.append(event)
            continue
        said = plies[place].said
        (said.after if after else said.before).append(event)
        if plies[place].first < 0 or index < plies[place].first:
            plies[place].first = index


def _place(event: DialogueEvent, expected: int, after: bool, by_turn: dict[tuple[Side, int], list[int]]) -> int:
    """The index of the ply to which an event belongs; the number of plies for one that follows the last.

    :param expected: the index of the next ply in the record.
    :param after: the event follows the move that it is about.
    :param by_turn: the indices of the plies of each side and move number.
    """
    here = max(0, expected - 1) if after else expected
    if event.side is not None and event.turn is not None:
        known = by_turn.get((event.side, event.turn))
        if known is not None:  # several plies may have the same number: the nearest
            return min(known, key=lambda number: abs(number - here))
    return here
