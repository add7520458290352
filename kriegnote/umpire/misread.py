"""What a printed move that does not fit may have been, and which of the guesses the moves behind it bear out.

A transcriber misreads one sign (the man, the file or the rank of a square, an origin) far more often than two; or the
players went on from a move that was not legal; or a ply is missing.  :func:`settle` tries each on the next plies of the
record: one guess that fits and no other is the truth, several leave the board open, and where none fits for a
few plies there is nothing left to check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, Literal, NamedTuple

from kriegnote.chess.matching import (
    CAPTURE,
    CASTLING,
    FILE,
    MAN,
    MARKED,
    ORIGIN,
    PASSING,
    PAWN_SHOWN,
    RANK,
    TAKEN,
    UNMARKED,
    UNNAMED,
    unlike,
)
from kriegnote.chess.position import Position, distinct
from kriegnote.chess.squares import BIT, PAWN, origin_of, target_of
from kriegnote.model.events import Move
from kriegnote.model.printed_moves import Parts
from kriegnote.umpire.printed_traits import Traits, is_figurine, marked_check
from kriegnote.umpire.resolution import meant

AHEAD: Final = 12  # plies looked at behind a move that does not fit
ENOUGH: Final = 4  # of them that must fit before the umpire goes on (or all there are)
SURE: Final = 6  # of them that must fit, and with no other guess, before he says what the move was
_BOARDS: Final = 8  # boards of a record that is open already on which guesses are made

Kind = Literal["man", "origin", "square", "castle", "made", "passed"]


class Guess(NamedTuple):
    """One thing that may have happened: the move (None: none is known), what was misread, the boards around it."""

    move: int | None
    kind: Kind
    before: Position
    after: Position


def guesses(boards: Sequence[Position], parts: Parts | None) -> list[Guess]:
    """Legal moves one sign from what is printed, the printed move made though illegal, and none at all."""
    found: list[Guess] = []
    for board in boards[:_BOARDS]:
        if parts is not None:
            near = ((move, misread(board, move, parts)) for move in board.legal_moves())
            found += [Guess(move, kind, board, board.play(move)) for move, kind in near if kind is not None]
            made = board.resolve_own(parts)
            if len(made) == 1 and _keeps_kings(board, made[0]):
                found.append(Guess(None, "made", board, board.play(made[0])))
        found.append(Guess(None, "passed", board, board.passed()))
    return found


def misread(board: Position, move: int, parts: Parts) -> Kind | None:
    """Which one sign of a printed move is misread if it was this one; None if none is or more than one."""
    signs = unlike(board, move, parts) & ~(UNNAMED | PASSING)
    if parts.piece != "P" or board.type_at(origin_of(move)) != PAWN:
        signs &= ~CAPTURE  # of a pawn's move the mark is the file that it comes from
    return _KINDS.get(signs & ~PAWN_SHOWN)


_KINDS: Final[Mapping[int, Kind]] = {
    MAN: "man", ORIGIN: "origin", MARKED: "origin", UNMARKED: "origin", FILE: "square", RANK: "square",
    CASTLING: "castle", TAKEN: "man",
}  # fmt: skip


def _keeps_kings(board: Position, move: int) -> bool:
    return not board.kings & BIT[target_of(move)] and board.play(move).kings.bit_count() == board.kings.bit_count()


def fitting(position: Position, window: Sequence[Move], traits: Traits) -> int:
    """How many of the next plies, all of which can be read, can be played one after the other."""
    boards = [position]
    for count, event in enumerate(window):
        boards = distinct(_behind(boards, event, traits))
        if not 0 < len(boards) <= _BOARDS:
            return count
    return len(window)


def _behind(boards: Sequence[Position], event: Move, traits: Traits) -> Iterator[Position]:
    """The boards behind a printed move, as far as it gives the check that it is marked with."""
    for board in boards:
        if event.side is None or (event.side == "white") == board.turn:
            for move in meant(board, event, traits):
                child = board.play(move)
                if not marked_check(event) or child.dark or child.checkers():
                    yield child


class Settled(NamedTuple):
    """The boards to go on with, the guesses that lead there, and whether one is borne out beyond doubt."""

    after: list[Position]
    kept: list[Guess]
    sure: bool


def settle(found: Sequence[Guess], ahead: Sequence[Move], traits: Traits) -> Settled:
    """The guesses that the next plies bear out; ``after`` is empty when none is borne out far enough."""
    window = _readable(ahead)
    fits = [fitting(guess.after, window, traits) for guess in found]
    best = max(fits, default=0)
    kept = [guess for guess, fit in zip(found, fits, strict=True) if fit == best]
    if best and any(guess.move is not None for guess in kept):
        kept = [guess for guess in kept if guess.move is not None or guess.kind != "passed"]
    if best < min(ENOUGH, len(window)):
        return Settled([], [], False)
    one = len({(guess.move, guess.kind) for guess in kept}) == 1 and kept[0].move is not None
    return Settled(distinct(guess.after for guess in kept), kept, one and best >= SURE)


def _readable(ahead: Sequence[Move]) -> list[Move]:
    """The next plies, up to one that cannot be read."""
    return list(takewhile(lambda event: event.move is not None or event.parts is not None, ahead[:AHEAD]))


def after_lost_ply(boards: Sequence[Position], ahead: Sequence[Move], traits: Traits) -> list[Position]:
    """The boards behind a ply that the record has lost: those legal moves that the next plies fit best."""
    found = [board.play(move) for board in boards[:_BOARDS] for move in board.legal_moves()]
    window = _readable(ahead)
    fits = [fitting(board, window, traits) for board in found]
    best = max(fits, default=0)
    if best < min(ENOUGH, len(window)):
        return []
    return distinct(board for board, fit in zip(found, fits, strict=True) if fit == best)


def behind_lost_ply(boards: Sequence[Position], event: Move, traits: Traits) -> list[Guess]:
    """The printed move is the other player's, and a ply was lost before it: which."""
    found: list[Guess] = []
    for board in boards[:1]:
        for move in board.legal_moves():
            child = board.play(move)
            found += [Guess(move, "passed", board, child.play(own)) for own in meant(child, event, traits)]
    return found


def unclear(event: Move) -> bool:
    """Whether the printed man is a typed letter, which is as likely right as the square behind it.

    What no pawn becomes is surely misread.
    """
    if event.parts is not None and event.parts.promotion in ("K", "P"):
        return False
    return event.move is None and not is_figurine(event)
