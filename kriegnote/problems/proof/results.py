"""What a prover knows and finds: worlds with the way to them, classes of worlds that sound alike, failures."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from kriegnote.chess.position import LETTERS, Position
from kriegnote.chess.squares import origin_of
from kriegnote.diagnostics.findings import Finding
from kriegnote.problems.heard import Heard
from kriegnote.problems.policy import Try
from kriegnote.problems.proof.matching import Matches

Kind: TypeAlias = Literal["refuted", "incomplete"]
Open: TypeAlias = tuple[tuple[Position, ...], int]
"""A belief that the text leaves open, and in how many moves White is to mate."""
Rest: TypeAlias = Literal["won", "lost", "unknown"]


class TooLong(Exception):
    """The text leads into more positions than are followed."""


class Work:
    """How much is done to follow a text: tries and replies, never seconds, so that every machine finds the same.

    :param most: so much at the most; :meth:`spend` raises :class:`TooLong` when it is used up.
    """

    def __init__(self, most: int) -> None:
        self.left = most
        self.matches = Matches()

    def spend(self, amount: int = 1) -> None:
        """:raises TooLong: there is no more."""
        self.left -= amount
        if self.left < 0:
            raise TooLong


PERFECT: Final = (-1, 0, 0, 0, 0)


class Trail(NamedTuple):
    """The way to a position, backwards; words and SAN are only made when they are asked for."""

    before: Trail | None
    kind: Literal["start", "move", "heard"]
    what: str | Heard | tuple[Position, int]

    @property
    def text(self) -> str:
        """A FEN, a move in SAN, or what was heard."""
        if isinstance(self.what, str):
            return self.what
        if isinstance(self.what, Heard):
            return self.what.words()
        position, move = self.what
        return position.san(move)

    def as_line(self) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
        """The moves from the first on, what was heard, and the FEN that they start from."""
        moves: list[str] = []
        said: list[str] = []
        start = None
        at: Trail | None = self
        while at is not None:
            if at.kind == "move":
                moves.append(at.text)
            elif at.kind == "heard":
                said.append(at.text)
            else:
                start = at.text
            at = at.before
        return tuple(reversed(moves)), tuple(reversed(said)), start

    def last_heard(self) -> Heard:
        """What the umpire said last."""
        at: Trail | None = self
        while at is not None:
            if isinstance(at.what, Heard):
                return at.what
            at = at.before
        return _NOTHING


_NOTHING: Final = Heard()


class World(NamedTuple):
    """A position that is possible, White to move in it.

    ``reply``: Black's move that led here, and the position before it; ``named``: the text speaks of this way here.
    """

    position: Position
    trail: Trail
    reply: tuple[Position, int] | None = None
    named: bool = True


@dataclass(frozen=True)
class Class:
    """Worlds that White cannot tell apart at the beginning of a turn, and what he knows.

    ``whole``: Black's replies, those of worlds that were struck off since included;
    ``own_tells``: his own move was announced differently in other worlds; ``played``: his moves, by turn; ``sketch``:
    the text came here by a move of Black's that it names: what it does not name is left out, not overlooked.
    """

    worlds: tuple[World, ...]
    turn: int
    own: Heard = _NOTHING
    reply: Heard = _NOTHING
    own_tells: bool = False
    played: tuple[tuple[int, int], ...] = ()
    sketch: bool = False
    whole: tuple[tuple[Position, int] | None, ...] = ()

    @property
    def replies(self) -> tuple[tuple[Position, int] | None, ...]:
        """Black's last move, world by world."""
        return tuple(world.reply for world in self.worlds)

    def only(self, some: Iterable[World]) -> Class:
        """The same knowledge, fewer worlds."""
        return dataclasses.replace(self, worlds=tuple(some))


@dataclass(frozen=True)
class Failure:
    """Where the text fails: the world, the node it fails at, and what a search may go on from.

    ``open``: alternatives, each a number of beliefs that must all be won; the first is the latest.
    """

    kind: Kind
    world: World
    message: str
    code: str = ""
    node: Any = None
    open: tuple[tuple[Open, ...], ...] = ()
    weight: int = 1
    turn: int = 1


@dataclass
class PlanResult:
    """What a plan comes to: failures, the worlds in which all of it was refused, and how its moves were read."""

    failures: list[Failure] = field(default_factory=list)
    left: tuple[World, ...] = ()
    readings: dict[tuple[int, int], dict[str, tuple[Try, str]]] = field(default_factory=dict)
    reached: set[int] = field(default_factory=set)
    findings: dict[tuple[str, tuple[int, int]], Finding] = field(default_factory=dict)
    late: bool = False
    unsaid: bool = False
    odd: int = 0
    defended: set[tuple[int, int]] = field(default_factory=set)

    def cost(self, turn: int) -> tuple[int, int, int, int, int]:
        """How badly it fails: marks (+ #) that are not true, how soon, tries that cannot be, worlds lost or left
        open, and how many of these are lost.
        """
        lost = sum(each.weight for each in self.failures if each.kind == "refuted")
        failing = sum(each.weight for each in self.failures) + len(self.left)
        soon = max([-each.turn for each in self.failures] + [-turn] * bool(self.left), default=0)
        return (self.odd, soon, len(self.faults()), failing, lost) if failing else PERFECT

    def faults(self) -> list[Finding]:
        """What is wrong with tries; one that cannot be made is none where it is made after another answer."""
        return [
            found for (code, place), found in self.findings.items() if code != "KN502" or place not in self.readings
        ]

    def take(self, other: PlanResult) -> None:
        """Add what another result says, its ``left`` excepted."""
        self.failures += other.failures
        for span, read in other.readings.items():
            self.readings.setdefault(span, {}).update(read)
        self.reached |= other.reached
        self.findings.update(other.findings)
        self.late |= other.late
        self.unsaid |= other.unsaid
        self.odd += other.odd
        self.defended |= other.defended


def key(world: World) -> tuple[object, ...]:
    """What tells a world from others of its class."""
    return world.position.key(), world.reply[1] if world.reply else None


def last(world: World) -> str:
    """The last move on the way to a world, in SAN."""
    trail: Trail | None = world.trail
    while trail is not None and trail.kind != "move":
        trail = trail.before
    return trail.text if trail else "?"


def man(position: Position, move: int) -> str:
    """The letter of the man that a move moves."""
    return LETTERS[position.type_at(origin_of(move))]
