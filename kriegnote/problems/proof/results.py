"""The data of the prover: worlds with the moves that led to them, classes of worlds, failures and results."""

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
"""A belief in which the text does not say what to do, and the number of moves in which White is to mate."""
Rest: TypeAlias = Literal["won", "lost", "unknown"]


class TooLong(Exception):
    """The text leads to more positions than the prover may follow."""


class Work:
    """The work that may be done to follow a text, in replies, not in seconds: results do not depend on the machine.

    ``matches``: the cache of printed moves, which all provers of a text share.

    :param most: the number of units that may be spent.
    """

    def __init__(self, most: int) -> None:
        self.left = most
        self.matches = Matches()

    def spend(self, amount: int = 1) -> None:
        """Spends some units; :raises TooLong: they are used up."""
        self.left -= amount
        if self.left < 0:
            raise TooLong


PERFECT: Final = (-1, 0, 0, 0, 0)
"""The cost (:meth:`PlanResult.cost`) of a result without failures."""


class Trail(NamedTuple):
    """The way to a position as a linked list, the last step first; its text is only made on demand."""

    before: Trail | None
    kind: Literal["start", "move", "heard"]
    what: str | Heard | tuple[Position, int]

    @property
    def text(self) -> str:
        """The text of the step: a FEN, a move in SAN, or what was heard."""
        if isinstance(self.what, str):
            return self.what
        if isinstance(self.what, Heard):
            return self.what.words()
        position, move = self.what
        return position.san(move)

    def as_line(self) -> tuple[tuple[str, ...], tuple[str, ...], str | None]:
        """The moves in order, what was heard in order, and the FEN of the first position."""
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
        """The last announcement; a silent one if there is none."""
        at: Trail | None = self
        while at is not None:
            if isinstance(at.what, Heard):
                return at.what
            at = at.before
        return _NOTHING


_NOTHING: Final = Heard()


class World(NamedTuple):
    """A possible position and how it came about.

    ``reply``: the position before Black's last move, and that move.  ``named``: the text mentions this line.
    """

    position: Position
    trail: Trail
    reply: tuple[Position, int] | None = None
    named: bool = True


@dataclass(frozen=True)
class Class:
    """Worlds that White cannot tell apart at the beginning of a turn, and what he knows.

    ``turn``: from 1.
    ``own``, ``reply``: the announcements of White's and of Black's last move.
    ``own_differs``: White's move was announced differently in other worlds.
    ``played``: White's moves, each with its turn.
    ``sketch``: the text names a move of Black's on the way here; what it does not name is omitted, not overlooked.
    ``whole``: Black's last moves in all worlds of the turn, those that were eliminated since included.
    """

    worlds: tuple[World, ...]
    turn: int
    own: Heard = _NOTHING
    reply: Heard = _NOTHING
    own_differs: bool = False
    played: tuple[tuple[int, int], ...] = ()
    sketch: bool = False
    whole: tuple[tuple[Position, int] | None, ...] = ()

    @property
    def replies(self) -> tuple[tuple[Position, int] | None, ...]:
        """Black's last move in each world."""
        return tuple(world.reply for world in self.worlds)

    def only(self, some: Iterable[World]) -> Class:
        """The same knowledge with other, usually fewer, worlds."""
        return dataclasses.replace(self, worlds=tuple(some))


@dataclass(frozen=True)
class Failure:
    """A place at which the text fails.

    ``world``: an example.  ``code``: that of a finding, if one is to be made.  ``node``: the stage that fails.
    ``open``: alternatives from which a search may continue, each a number of beliefs that must all be won, the latest
    first.  ``weight``: the number of worlds in which it fails.  ``turn``: from 1.
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
    """The result of following a plan.

    ``left``: the worlds in which all tries are refused.
    ``readings``: for each place of a try, the letter of each man as which it was read, with the try and the move.
    ``reached``: the ``id`` of each branch that was followed.
    ``findings``: by code and place.
    ``late``: “Any?” is asked after a refused try.
    ``unsaid``: “Any?” must be asked although the text does not say so.
    ``odd``: the number of check and mate marks that are wrong.
    ``defended``: the places of the defences that Black can make.
    """

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
        """The cost of the failures, to compare results; :data:`PERFECT` if there are none.

        It consists of the number of wrong marks (+ #), how early it fails, the number of faulty tries, the number of
        worlds that are lost or left open, and the number of worlds that are lost.

        :param turn: the turn of ``left``, from 1.
        """
        lost = sum(each.weight for each in self.failures if each.kind == "refuted")
        failing = sum(each.weight for each in self.failures) + len(self.left)
        soon = max([-each.turn for each in self.failures] + [-turn] * bool(self.left), default=0)
        return (self.odd, soon, len(self.faults()), failing, lost) if failing else PERFECT

    def faults(self) -> list[Finding]:
        """The findings on tries; an impossible try does not count if it is possible in another class of worlds."""
        return [
            found for (code, place), found in self.findings.items() if code != "KN502" or place not in self.readings
        ]

    def take(self, other: PlanResult) -> None:
        """Adds all of another result except its ``left``."""
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
    """A hashable value that distinguishes a world from others of its class: its position and Black's last move."""
    return world.position.key(), world.reply[1] if world.reply else None


def last(world: World) -> str:
    """The last move on the way to a world, in SAN; ``?`` if there is none."""
    trail: Trail | None = world.trail
    while trail is not None and trail.kind != "move":
        trail = trail.before
    return trail.text if trail else "?"


def man(position: Position, move: int) -> str:
    """The letter of the man that makes a move."""
    return LETTERS[position.type_at(origin_of(move))]
