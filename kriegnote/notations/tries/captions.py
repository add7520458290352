"""One player's captions (§3.2): his moves, his tries, and the umpire's messages under diagrams.

A page of diagrams is read cell by cell, so a message may stand long after the move it belongs to, and nothing says
whose capture it reports. The rules are: a capture is the player's own if his last unclaimed move to that square could
be one; otherwise it is the opponent's reply to the latest move, or to the one before the player recaptured there. A
check is the player's if a move marked + awaits it. Pawn tries announced directly before a move are the player's,
otherwise the opponent's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple, cast

import msgspec
from lark import Token

from kriegnote.model.events import AnyEvent, Capture, Check, Comment, End, Move, PawnTries, Side, Try, other
from kriegnote.text.score import ScoreTurn
from kriegnote.text.score_words import black_number, number_of

_RANK = {PawnTries: 0, Move: 2, Capture: 3, Check: 4, End: 6}
_MOST = 0.8  # the least share of turns whose number is that of the one before and one more
_ROW = 4  # the number of diagrams in a row: a message may belong to a move this far back


class Message(NamedTuple):
    """The index of a message's event, and whether a numbered move follows it directly."""

    event: int
    ahead: bool


def one_sided(turns: Iterable[ScoreTurn]) -> Literal["white", "black"] | None:
    """The player whose moves are the only ones, most of them numbered consecutively; None for both, or too few."""
    sides: set[Literal["white", "black"]] = set()
    numbers: list[int] = []
    for turn in turns:
        kinds = [word.type for word in turn]
        plies = kinds.count("PLY") + kinds.count("MISREAD")
        if "UNSHOWN" in kinds or plies > 1:
            return None
        if not plies or kinds[0] not in ("NUMBER", "MISNUMBER"):
            continue
        first = turn[0]
        numbers.append(number_of(first))
        sides.add("black" if "ANY_DASH" in kinds[:3] or black_number(first) else "white")
    steps = [later - sooner for sooner, later in pairwise(numbers)]
    in_order = all(step > 0 for step in steps) and steps.count(1) >= _MOST * len(steps)
    return sides.pop() if len(numbers) >= 2 and len(sides) == 1 and in_order else None


def signs_of_replies(turns: Iterable[ScoreTurn], view: Side) -> list[int]:
    """The offsets of dots or dashes that stand for the opponent's hidden moves, if nearly every turn has them.

    Where they stand before or behind an announcement they show whose it is. The dots of a number that nothing parts
    from it (``5...``) are only those of Black's number.
    """
    signs: list[int] = []
    counted = 0
    for turn in turns:
        plies = [at for at, word in enumerate(turn) if word.type in ("PLY", "MISREAD")]
        if len(plies) != 1:
            continue
        counted += 1
        before, behind = turn[: plies[0]], turn[plies[0] + 1 :]
        signs += [word.end_pos or 0 for word in (before if view == "black" else behind) if _stands_for_a_move(word)][:1]
    return signs if counted and len(signs) >= _MOST * (counted - (view == "white")) else []


def _stands_for_a_move(word: Token) -> bool:
    """Whether a token is a dash, or dots that are no part of a number."""
    if word.type == "ANY_DASH":
        return True
    dots = str(word).rpartition(" ")[2] if word.type in ("NUMBER", "MISNUMBER") and " " in word.strip() else str(word)
    return word.type in ("STOPS", "NUMBER", "MISNUMBER") and dots.strip() not in ("", ".") and not dots.strip(" .…")


@dataclass(slots=True)
class _Own:
    """A move of the player, with its target square and what the umpire still has to announce about it."""

    turn: int
    to: str | None
    capture: bool
    check: bool


def arrange(events: list[AnyEvent], view: str, messages: list[Message], *, answered: bool = False) -> list[AnyEvent]:
    """The events of a one-sided text in chronological order, with the opponent's hidden moves.

    :param answered: whether the opponent replied to the player's last move.
    """
    player = cast(Side, view)
    events = _claimed(list(events), player, messages)
    events += _hidden(events, player, answered=answered)
    keyed: list[tuple[tuple[int, int, int, int], AnyEvent]] = []
    last = (0, 0, 0, 0)
    for event in events:
        if not isinstance(event, Comment) and event.turn is not None:
            second = int(event.side == "black")
            kind = type(event)
            rank = 1 if kind is Try else _RANK.get(kind, 2)
            if kind is Try and cast(Try, event).verdict == "untested":
                rank = 2
            last = (event.turn, second, rank, 0)
        keyed.append((last, event))
    return [event for _, event in sorted(keyed, key=lambda pair: pair[0])]


def _claimed(events: list[AnyEvent], player: Side, messages: list[Message]) -> list[AnyEvent]:
    """The events with each message assigned to the side and turn that it is about."""
    numbered = {one.event: one.ahead for one in messages}
    own = _Owned(player)
    for index, event in enumerate(events):
        if isinstance(event, Move):
            own.made(_of(event))
        elif index in numbered:
            following = events[index + 1] if index + 1 in numbered else None
            side, turn = own.claim(event, numbered[index], following)
            if turn is not None:
                events[index] = msgspec.structs.replace(event, side=side, turn=turn)
    return events


def _of(event: Move) -> _Own:
    text, parts = event.text or "", event.parts
    takes = parts is not None and bool(parts.capture)
    return _Own(event.turn or 0, parts.to if parts else None, takes, "+" in text or "#" in text)


class _Owned:
    """The player's moves read so far, and those that still await a message."""

    def __init__(self, player: Side) -> None:
        self.player = player
        self.made_so_far: list[_Own] = []
        self.first: dict[str | None, int] = {}  # the first move to a square, by its index
        self.captures: dict[str | None, list[_Own]] = {}
        self.checks: list[_Own] = []
        self.taken: set[tuple[str, int]] = set()

    def made(self, one: _Own) -> None:
        """Adds a move of the player."""
        self.first.setdefault(one.to, len(self.made_so_far))
        self.made_so_far.append(one)
        if one.capture:
            self.captures.setdefault(one.to, []).append(one)
        if one.check:
            self.checks.append(one)

    def claim(self, event: AnyEvent, ahead: bool, following: AnyEvent | None) -> tuple[Side, int | None]:
        """The side and turn that a message is about."""
        player, foe = self.player, other(self.player)
        if not self.made_so_far:
            return player, None
        last = self.made_so_far[-1].turn
        reply = last if player == "white" else last + 1
        if isinstance(event, PawnTries):
            return (player, last + 1) if ahead else (foe, reply)
        if isinstance(event, Capture):
            if mine := self.captures.get(event.square):
                return player, mine.pop().turn
            turn = self._foes_turn(event.square, reply)
            self.taken.add((event.square or "", turn))
            return foe, turn
        if isinstance(event, Check):
            if self.checks:
                return player, self.checks.pop().turn
            return (player, last) if isinstance(following, End) else (foe, reply)
        return player, last

    def _foes_turn(self, square: str | None, reply: int) -> int:
        """The turn of the opponent's capture on a square: before the player recaptured where his own man had stood."""
        size = len(self.made_so_far)
        for number in range(max(0, size - _ROW), size):
            one = self.made_so_far[number]
            if one.to != square or self.first[square] >= number:
                continue
            turn = one.turn - 1 if self.player == "white" else one.turn
            if (square or "", turn) not in self.taken:
                return turn
        return reply


def _hidden(events: list[AnyEvent], player: Side, *, answered: bool) -> list[AnyEvent]:
    """The opponent's unprinted moves between the player's; after his last one only if that was ``answered``."""
    foe = other(player)
    turns = [event.turn for event in events if isinstance(event, Move) and event.turn is not None]
    between = turns[:-1] if player == "white" and not answered else turns
    return [Move(side=foe, turn=turn, move=None, text=None, san=None) for turn in between]
