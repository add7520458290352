"""Duplicates: copies of a record, and other witnesses of the same game (another notation, one player's log).

Two records are of the same game if their moves are the same, as far as each shows them: two full scores; a full score
and one player's record with the same moves of that player and the same captures; or the records of both players, if
their moves combined are a legal game with the captures that both heard. A score that breaks off is part of one that
continues. Short games (under :data:`SURE` plies) are also distinguished by the players' names and the year.

Of each game one record is kept, the fullest. A *copy* says nothing that it does not say; any other witness does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Final, Literal, NamedTuple

import msgspec

from kriegnote.chess.position import Position, move_of, square_of
from kriegnote.model.events import NESTED, AnyEvent, Capture, Comment, Event, Move, Try, unplaced
from kriegnote.model.record import Record
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.starting_position import first_position

SURE: Final = 20  # from this many plies on, no two games are the same by chance
LEAST: Final = 2  # the fewest captures that the records of two players must share to be compared
_TAKES: Final = 1 << 15  # marks a move that captures
_UNSAID: Final = frozenset({"", "?", "-", "????.??.??", "*"})

Relation = Literal["kept", "copy", "witness", "part"]


class ComparableRecord(msgspec.Struct, kw_only=True, gc=False, frozen=True):
    """A record in a compact form for comparison: its place, its moves, and digests of its contents.

    ``moves`` has two bytes for each ply: the move, and whether it captures; zero if the record does not show it.
    ``content`` is a digest of all events, ``headers`` has a digest of each header, ``events`` is the number of events.
    """

    file: str
    number: int
    line: int | None
    notation: str
    view: str
    white: str | None
    black: str | None
    date: str | None
    start: bytes
    moves: bytes
    content: bytes
    headers: frozenset[bytes]
    events: int

    @property
    def plies(self) -> int:
        """The number of plies of the game."""
        return len(self.moves) // 2

    def side(self, black: bool) -> bytes:
        """The moves of one player."""
        return b"".join(self.moves[at : at + 2] for at in range(2 * black, len(self.moves), 4))


class Member(NamedTuple):
    """A witness in its group, and its relation to the record that is kept."""

    witness: ComparableRecord
    relation: Relation


def witness(record: Record, *, file: str, number: int, line: int | None, notation: str) -> ComparableRecord | None:
    """A record in a form for comparison; None if it shows no moves or its starting position is not known."""
    resolved = adjudicate(record, announce=False).record
    start = first_position(resolved)
    if start is None:
        return None
    moves = _moves(resolved, start)
    if not any(moves):
        return None
    return ComparableRecord(
        file=file,
        number=number,
        line=line,
        notation=notation,
        view=record.view,
        white=record.header("White"),
        black=record.header("Black"),
        date=record.header("Date"),
        start=b"" if record.start is None else _digest(record.start.split(" ")[:4]),
        moves=moves,
        content=_digest([record.view, record.rules, [_bare(event) for event in resolved.events]]),
        headers=frozenset(_digest(pair) for pair in record.headers if pair[1] not in _UNSAID),
        events=len(resolved.events),
    )


def _digest(value: object) -> bytes:
    return blake2b(msgspec.json.encode(value), digest_size=8).digest()


def _bare(event: AnyEvent) -> Event:
    """An event without its place, its source and the way in which it was printed."""
    changes: dict[str, object] = {}
    if isinstance(event, Move | Try):
        changes |= {"san": None, "parts": None}
        if event.move is not None:
            changes["text"] = None
    elif isinstance(event, Comment):
        changes["text"] = " ".join(event.text.split())
    for name in NESTED.get(type(event), ()):
        changes[name] = tuple(_bare(inner) for inner in getattr(event, name))
    return unplaced(event, source="recorded", **changes)


def _moves(record: Record, start: Position) -> bytes:
    """Two bytes for each ply; for a move that a player did not see, the square of the capture that he heard, if any."""
    plies: list[int] = []
    position: Position | None = start if record.view == "umpire" else None
    for event in record.events:
        if isinstance(event, Move):
            move = move_of(event.move) if event.move is not None else 0
            if position is not None and event.move is not None:
                takes = position.captured_square(move) >= 0
                position = position.play(move)
                move |= _TAKES * takes
            elif event.move is None:
                position = None
            plies.append(move)
        elif isinstance(event, Capture) and record.view != "umpire" and plies and event.square is not None:
            plies[-1] = (plies[-1] or square_of(event.square) << 6) | _TAKES
    if start.turn is False:
        plies.insert(0, 0)
    return b"".join(ply.to_bytes(2, "little") for ply in plies)


# -- groups ------------------------------------------------------------------------------------------------------------


class Groups:
    """Finds the records among many that are of the same game."""

    def __init__(self, witnesses: Iterable[ComparableRecord]) -> None:
        self.witnesses = list(witnesses)
        self.above = list(range(len(self.witnesses)))
        self.parts: set[int] = set()

    def found(self) -> list[list[Member]]:
        """The groups of two or more, in the order of their first records; the record that is kept comes first."""
        full = [index for index, one in enumerate(self.witnesses) if one.view == "umpire"]
        self._alike(range(len(self.witnesses)), lambda one: (one.view, one.start, one.moves))
        self._beginnings(full)
        for black, view in enumerate(("white", "black")):
            own = [index for index, one in enumerate(self.witnesses) if one.view == view]
            self._sides(own, full, bool(black))
        self._two_players()
        groups: dict[int, list[int]] = {}
        for index in range(len(self.witnesses)):
            groups.setdefault(self._top(index), []).append(index)
        return [self._members(group) for group in groups.values() if len(group) > 1]

    def _top(self, index: int) -> int:
        while self.above[index] != index:
            self.above[index] = self.above[self.above[index]]
            index = self.above[index]
        return index

    def _join(self, one: int, two: int) -> None:
        if not _strangers(self.witnesses[one], self.witnesses[two]):
            low, high = sorted((self._top(one), self._top(two)))
            self.above[high] = low

    def _alike(self, indices: Iterable[int], key: Callable[[ComparableRecord], object]) -> None:
        first: dict[object, list[int]] = {}
        for index in indices:
            alike = first.setdefault(key(self.witnesses[index]), [])
            for other in alike[:8]:  # more than one only if short games are alike by chance
                self._join(other, index)
            alike.append(index)

    def _beginnings(self, full: list[int]) -> None:
        """Joins scores that break off with those that continue, which follow them when sorted by moves."""
        ordered = sorted(full, key=lambda index: (self.witnesses[index].start, self.witnesses[index].moves))
        for at, index in enumerate(ordered[:-1]):
            one = self.witnesses[index]
            for later in ordered[at + 1 :]:
                other = self.witnesses[later]
                if other.start != one.start or not other.moves.startswith(one.moves) or one.plies < SURE:
                    break
                if other.moves != one.moves:
                    self._join(index, later)
                    self.parts.add(index)
                    break

    def _sides(self, own: list[int], full: list[int], black: bool) -> None:
        """Joins one player's records with full scores that have the same moves of that player."""
        if not own:
            return
        by_side: dict[bytes, list[int]] = {}
        for index in full:
            by_side.setdefault(_untaking(self.witnesses[index].side(black)), []).append(index)
        for index in own:
            one = self.witnesses[index]
            for other in by_side.get(_untaking(one.side(black)), ()):
                if _may_be_of(one, self.witnesses[other], black):
                    self._join(other, index)

    def _two_players(self) -> None:
        by_captures: dict[object, list[int]] = {}
        for index, one in enumerate(self.witnesses):
            if one.view == "white" and len(_captures(one)) >= LEAST:
                by_captures.setdefault((one.start, _captures(one)), []).append(index)
        for index, one in enumerate(self.witnesses):
            if one.view == "black":
                for other in by_captures.get((one.start, _captures(one)), ()):
                    if _makes_a_game(self.witnesses[other], one):
                        self._join(other, index)

    def _members(self, group: list[int]) -> list[Member]:
        kept = max(group, key=lambda index: (*_fullness(self.witnesses[index]), -index))
        best = self.witnesses[kept]
        members = [Member(best, "kept")]
        for index in group:
            if index != kept:
                members.append(Member(self.witnesses[index], self._relation(index, best)))
        return members

    def _relation(self, index: int, kept: ComparableRecord) -> Relation:
        one = self.witnesses[index]
        if one.content == kept.content and one.headers <= kept.headers:
            return "copy"
        return "part" if index in self.parts and one.moves != kept.moves else "witness"


def _fullness(one: ComparableRecord) -> tuple[bool, int, int, int]:
    return (one.view == "umpire", one.plies, one.events, len(one.headers))


def _strangers(one: ComparableRecord, two: ComparableRecord) -> bool:
    """Whether two short records with the same moves are of different games: with other players, or of another year."""
    if min(one.plies, two.plies) >= SURE:
        return False
    years = [(record.date or "?")[:4] for record in (one, two)]
    if all(year.isdecimal() for year in years) and years[0] != years[1]:
        return True
    return any(_differ(*names) for names in ((one.white, two.white), (one.black, two.black)))


def _differ(one: str | None, two: str | None) -> bool:
    if one in (None, *_UNSAID) or two in (None, *_UNSAID):
        return False
    assert one is not None and two is not None
    return not {*one.casefold().replace(",", " ").split()} & {*two.casefold().replace(",", " ").split()}


def _plies(moves: bytes) -> Iterator[int]:
    for at in range(0, len(moves), 2):
        yield int.from_bytes(moves[at : at + 2], "little")


def _untaking(moves: bytes) -> bytes:
    """Moves without the capture mark, since a player's record need not report captures."""
    return b"".join((ply & ~_TAKES).to_bytes(2, "little") for ply in _plies(moves))


def _captures(one: ComparableRecord) -> tuple[tuple[int, int], ...]:
    """The ply and square of every capture that the record shows."""
    return tuple((at, ply >> 6 & 63) for at, ply in enumerate(_plies(one.moves)) if ply & _TAKES)


def _may_be_of(one: ComparableRecord, full: ComparableRecord, black: bool) -> bool:
    """Whether a player's record may be of a full score's game: about as long, and without other captures."""
    if not -1 <= full.plies - one.plies <= 1 or one.start != full.start:
        return False
    whole = dict(_captures(full))
    return all(at in whole and _near(whole[at], square) for at, square in _captures(one))


def _near(one: int, two: int) -> bool:
    """Whether two squares are the same, or those on which a capturing pawn lands and a pawn is captured en passant."""
    return one == two or (one & 7 == two & 7 and abs(one - two) == 8)


def _makes_a_game(white: ComparableRecord, black: ComparableRecord) -> bool:
    """Whether the moves of two players' records combined are a legal game from the usual starting position."""
    if white.start or abs(white.plies - black.plies) > 1:
        return False
    position = Position.from_fen()
    for at, (one, two) in enumerate(zip(_plies(white.moves), _plies(black.moves), strict=False)):
        move = (two if at % 2 else one) & ~_TAKES
        if move not in position.legal_moves() or (position.captured_square(move) >= 0) != bool((one | two) & _TAKES):
            return False
        position = position.play(move)
    return True
