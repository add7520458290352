"""Duplicates: copies of a record, and other witnesses of the same game (another notation, one player's log).

Two records are of the same game if their moves are the same, as far as each shows them: two full scores; a full score
and one player's record with the same moves of that player and the same captures; or the records of both players, if
their moves combined are a legal game with the captures that both heard. A score that breaks off is part of one that
continues. Short games (under :data:`SURE` plies) are also distinguished by the players' surnames and the year; a short
record that does not say them is joined with others only if it cannot be of two games.

Of each game one record is kept, the fullest. A *copy* says nothing that it does not say; any other witness does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import pairwise
from typing import Final, Literal, NamedTuple

import msgspec

from kriegnote.archive.other_words import are_among, digests
from kriegnote.chess.position import Position, move_of, square_of
from kriegnote.model.events import NESTED, AnyEvent, Capture, Comment, Event, Move, Try, unplaced
from kriegnote.model.record import Record
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.starting_position import first_position

SURE: Final = 20  # from this many plies on, no two games are the same by chance
LEAST: Final = 2  # the fewest captures that the records of two players must share to be compared
_TAKES: Final = 1 << 15  # marks a move that captures
_UNSAID: Final = frozenset({None, "", "?", "-", "????.??.??", "*"})
_DIGEST: Final = 6  # the number of bytes of a digest

Relation = Literal["kept", "copy", "witness", "part"]
_Claims = tuple[str | bytes | None, ...]  # what tells short games apart; None: the record does not say it


class ComparableRecord(msgspec.Struct, kw_only=True, gc=False, frozen=True):
    """A record in a compact form for comparison: its place, its moves, and digests of its contents.

    ``moves`` has two bytes for each ply: the move, and whether it captures; zero if the record does not show it.
    ``content`` has a digest of each event, in their order; ``headers`` has one of each header, of the rulebook, of the
    result, and of each kind of events that the record says it does not have; ``words`` has those of the other words of
    its text (:mod:`kriegnote.archive.other_words`).
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
    words: bytes = b""

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


def witness(
    record: Record, *, file: str, number: int, line: int | None, notation: str, text: str = ""
) -> ComparableRecord | None:
    """A record in a form for comparison; None if it shows no moves or its starting position is not known.

    :param text: the text that was read as this record.
    """
    resolved = adjudicate(record, announce=False).record
    start = first_position(resolved)
    if start is None:
        return None
    moves = _moves(resolved, start)
    if not any(moves):
        return None
    said = [*record.headers, ("Rules", record.rules), ("Result", resolved.result)]
    said += [("Silence", kind) for kind in record.silence]
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
        content=b"".join(_digest(_bare(event)) for event in resolved.events),
        headers=frozenset(_digest(pair) for pair in said if pair[1] not in _UNSAID),
        words=digests(text),
    )


def _digest(value: object) -> bytes:
    return blake2b(msgspec.json.encode(value), digest_size=_DIGEST).digest()


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


class _Alike:
    """Records with the same view, starting position and moves; ``sample`` is one of them.

    ``first`` has the first record with each claim to players and year, ``vague`` the claims that are incomplete, and
    ``related`` those whose moves may be of the same game.
    """

    def __init__(self, sample: ComparableRecord) -> None:
        self.sample = sample
        self.moves = sample.moves if sample.view == "umpire" and sample.plies < SURE else None
        self.first: dict[_Claims, int] = {}
        self.vague: list[_Claims] = []
        self.related = [self]

    def add(self, one: ComparableRecord, index: int) -> int:
        """Adds a record; returns the index of the first one with its claims."""
        claims = _claims(one)
        if None in claims and claims not in self.first:
            self.vague.append(claims)
        return self.first.setdefault(claims, index)

    def relate(self, other: _Alike) -> None:
        self.related.append(other)
        other.related.append(self)

    def fellows(self, claims: _Claims) -> set[int]:
        """The first records of the game with these claims; none if they may be of several games."""
        found: set[int] = set()
        known: _Claims = (self.moves, *claims)
        for alike in self.related:
            for other in alike.agreeing(claims):
                said = (alike.moves, *other)
                if not _agree(known, said):
                    return set()
                known = tuple(one or two for one, two in zip(known, said, strict=True))
                found.add(alike.first[other])
        return found

    def agreeing(self, claims: _Claims) -> Iterator[_Claims]:
        """The claims of these records that agree with others; complete claims agree only with equal and vague ones."""
        candidates = self.first if None in claims else (claims, *self.vague)
        return (one for one in candidates if one in self.first and _agree(one, claims))


class Groups:
    """Finds the records among many that are of the same game."""

    def __init__(self, witnesses: Iterable[ComparableRecord]) -> None:
        self.witnesses = list(witnesses)
        self.above = list(range(len(self.witnesses)))

    def found(self) -> list[list[Member]]:
        """The groups of two or more, in the order of their first records; the record that is kept comes first."""
        alike: dict[object, _Alike] = {}
        for index, one in enumerate(self.witnesses):
            key = (one.view, one.start, one.moves)
            if key not in alike:
                alike[key] = _Alike(one)
            self._join(alike[key].add(one, index), index)
        views = ("umpire", "white", "black")
        full, white, black = ([one for one in alike.values() if one.sample.view == view] for view in views)
        self._beginnings(full)
        _relate_to_scores(white, full, black=False)
        _relate_to_scores(black, full, black=True)
        _relate_players(white, black)
        self._fellows(alike.values())
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
        low, high = sorted((self._top(one), self._top(two)))
        self.above[high] = low

    def _beginnings(self, full: list[_Alike]) -> None:
        """Joins scores that break off with those that continue, which follow them when sorted by moves."""
        for one, other in pairwise(sorted(full, key=lambda each: (each.sample.start, each.sample.moves))):
            if one.sample.plies >= SURE and _is_part(one.sample, other.sample):
                self._join(*one.first.values(), *other.first.values())  # long scores make no claims: one each

    def _fellows(self, alike: Iterable[_Alike]) -> None:
        """Joins records that may be of one game if neither may be of another."""
        fellows = {index: same.fellows(claims) for same in alike for claims, index in same.first.items()}
        for index, others in fellows.items():
            for other in others:
                if index in fellows[other]:
                    self._join(index, other)

    def _members(self, group: list[int]) -> list[Member]:
        fullest = max(group, key=lambda index: (*_fullness(self.witnesses[index]), -index))
        best = self.witnesses[fullest]
        members = [Member(best, "kept")]
        for index in group:
            if index != fullest:
                members.append(Member(self.witnesses[index], _relation(self.witnesses[index], best)))
        return members


def _relate_to_scores(own: list[_Alike], full: list[_Alike], *, black: bool) -> None:
    """Relates one player's records to full scores that have the same moves of that player."""
    by_side: dict[bytes, list[_Alike]] = {}
    for score in full if own else ():
        by_side.setdefault(_untaking(score.sample.side(black)), []).append(score)
    for record in own:
        for score in by_side.get(_untaking(record.sample.side(black)), ()):
            if _may_be_of(record.sample, score.sample):
                record.relate(score)


def _relate_players(white: list[_Alike], black: list[_Alike]) -> None:
    """Relates the records of two players whose moves make a game."""
    by_captures: dict[object, list[_Alike]] = {}
    for record in white:
        if len(_captures(record.sample)) >= LEAST:
            by_captures.setdefault((record.sample.start, _captures(record.sample)), []).append(record)
    for record in black:
        for other in by_captures.get((record.sample.start, _captures(record.sample)), ()):
            if _makes_a_game(other.sample, record.sample):
                record.relate(other)


def _relation(one: ComparableRecord, full: ComparableRecord) -> Relation:
    if _is_part(one, full):
        return "part"
    same = one.view == full.view and one.headers <= full.headers and are_among(one.words, full.words)
    return "copy" if same and _is_within(one, full) else "witness"


def differences(one: ComparableRecord, other: ComparableRecord) -> list[str]:
    """What two records of the same moves contradict each other in: ``players``, ``date``."""
    names = ((one.white, other.white), (one.black, other.black))
    players = any(not _agree((_surname(first),), (_surname(second),)) for first, second in names)
    dates = [str(each.date or "").split(".") for each in (one, other)]
    said = zip(*dates, strict=False)
    date = any(first.isdecimal() and second.isdecimal() and first != second for first, second in said)
    return ["players"] * players + ["date"] * date


def _is_part(one: ComparableRecord, other: ComparableRecord) -> bool:
    """Whether a full score breaks off where another continues."""
    scores = one.view == other.view == "umpire" and one.start == other.start
    return scores and one.plies < other.plies and other.moves.startswith(one.moves)


def _is_within(one: ComparableRecord, other: ComparableRecord) -> bool:
    """Whether all events of a record are in another, in the same order."""
    events = _digests(other)
    return all(event in events for event in _digests(one))  # each search goes on where the last one ended


def _digests(one: ComparableRecord) -> Iterator[bytes]:
    return (one.content[at : at + _DIGEST] for at in range(0, len(one.content), _DIGEST))


def _fullness(one: ComparableRecord) -> tuple[bool, int, int, int]:
    return (one.view == "umpire", one.plies, len(one.content), len(one.headers))


def _claims(one: ComparableRecord) -> _Claims:
    """The players' surnames and the year; a long game needs none."""
    if one.plies >= SURE:
        return (None, None, None)
    year = (one.date or "")[:4]
    return _surname(one.white), _surname(one.black), year if year.isdecimal() else None


def _surname(name: str | None) -> str | None:
    """The last word of a name or of its part before a comma, unless it is an initial."""
    if name is None or name in _UNSAID:
        return None
    words = name.partition(",")[0].casefold().split()
    return next((word for word in reversed(words) if not word.endswith(".")), None)


def _agree(one: _Claims, two: _Claims) -> bool:
    return all(a == b or a is None or b is None for a, b in zip(one, two, strict=True))


def _plies(moves: bytes) -> Iterator[int]:
    for at in range(0, len(moves), 2):
        yield int.from_bytes(moves[at : at + 2], "little")


def _untaking(moves: bytes) -> bytes:
    """Moves without the capture mark, since a player's record need not report captures."""
    return b"".join((ply & ~_TAKES).to_bytes(2, "little") for ply in _plies(moves))


def _captures(one: ComparableRecord) -> tuple[tuple[int, int], ...]:
    """The ply and square of every capture that the record shows."""
    return tuple((at, ply >> 6 & 63) for at, ply in enumerate(_plies(one.moves)) if ply & _TAKES)


def _may_be_of(one: ComparableRecord, full: ComparableRecord) -> bool:
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
