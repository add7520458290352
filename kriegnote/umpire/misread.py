"""What a printed move that does not fit may have been, and which of these guesses the following moves confirm.

A transcriber misreads one sign (the man, the file or rank of a square, an origin) far more often than two; or the
players went on after a move that was not legal; or a ply is missing. :func:`settle` tests each guess against the next
plies of the record. If exactly one fits, it is taken as the truth; if several fit, the board stays open; if none fits
for a few plies, nothing more can be checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, Literal, NamedTuple

import msgspec

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
from kriegnote.model.printed_moves import LETTERS, Language, Parts, parse_move
from kriegnote.model.scanned_moves import as_printed, sign_of
from kriegnote.umpire.printed_traits import Traits, is_figurine, marked_check
from kriegnote.umpire.resolution import meant

AHEAD: Final = 12  # plies after a move that does not fit against which guesses are tested
ENOUGH: Final = 4  # of these, the plies that must fit before the umpire continues (or all, if there are fewer)
SURE: Final = 6  # of these, the plies that must fit one guess only before he names the move
_BOARDS: Final = 8  # the most boards followed at once while guesses are made and tested

Kind = Literal["man", "origin", "square", "castle", "made", "passed"]


class Guess(NamedTuple):
    """One explanation: the move (None: not known), the kind of misreading, and the boards before and after it."""

    move: int | None
    kind: Kind
    before: Position
    after: Position


def guesses(boards: Sequence[Position], parts: Parts | None) -> list[Guess]:
    """The guesses for a printed move: legal moves that differ in one sign, the printed move though illegal, no move."""
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
    """The one sign of a printed move that is misread if ``move`` was played; None if there is none or more than one."""
    signs = unlike(board, move, parts) & ~(UNNAMED | PASSING)
    if parts.piece != "P" or board.type_at(origin_of(move)) != PAWN:
        signs &= ~CAPTURE  # only a pawn's capture names its file
    return _KINDS.get(signs & ~PAWN_SHOWN)


_KINDS: Final[Mapping[int, Kind]] = {
    MAN: "man", ORIGIN: "origin", MARKED: "origin", UNMARKED: "origin", FILE: "square", RANK: "square",
    CASTLING: "castle", TAKEN: "man",
}  # fmt: skip


def _keeps_kings(board: Position, move: int) -> bool:
    return not board.kings & BIT[target_of(move)] and board.play(move).kings.bit_count() == board.kings.bit_count()


def fitting(position: Position, window: Sequence[Move], traits: Traits) -> int:
    """The number of the next plies (all readable) that can be played one after the other from a position."""
    boards = [position]
    for count, event in enumerate(window):
        boards = distinct(_behind(boards, event, traits))
        if not 0 < len(boards) <= _BOARDS:
            return count
    return len(window)


def _behind(boards: Sequence[Position], event: Move, traits: Traits) -> Iterator[Position]:
    """The boards after a printed move; if it is marked as check, only those on which it gives check."""
    for board in boards:
        if event.side is None or (event.side == "white") == board.turn:
            for move in meant(board, event, traits):
                child = board.play(move)
                if not marked_check(event) or child.dark or child.checkers():
                    yield child


class Settled(NamedTuple):
    """The boards to continue with, the guesses that lead there, and whether one guess is confirmed beyond doubt."""

    after: list[Position]
    guesses: list[Guess]
    sure: bool


def settle(found: Sequence[Guess], ahead: Sequence[Move], traits: Traits) -> Settled:
    """The guesses that the next plies confirm best; ``after`` is empty if none is confirmed far enough."""
    window = _readable(ahead)
    fits = [fitting(guess.after, window, traits) for guess in found]
    best = max(fits, default=0)
    fitting_guesses = [guess for guess, fit in zip(found, fits, strict=True) if fit == best]
    if best and any(guess.move is not None for guess in fitting_guesses):
        fitting_guesses = [guess for guess in fitting_guesses if guess.move is not None or guess.kind != "passed"]
    if best < min(ENOUGH, len(window)):
        return Settled([], [], False)
    one = len({(guess.move, guess.kind) for guess in fitting_guesses}) == 1 and fitting_guesses[0].move is not None
    return Settled(distinct(guess.after for guess in fitting_guesses), fitting_guesses, one and best >= SURE)


def _readable(ahead: Sequence[Move]) -> list[Move]:
    """The next plies, up to the first that cannot be read, :data:`AHEAD` at most."""
    return list(takewhile(lambda event: event.move is not None or event.parts is not None, ahead[:AHEAD]))


def tells(ahead: Sequence[Move]) -> bool:
    """Whether the next plies are enough to tell what a ply before them may have been."""
    return len(_readable(ahead)) >= SURE


def after_lost_ply(boards: Sequence[Position], ahead: Sequence[Move], traits: Traits) -> list[Position]:
    """The boards after a ply missing from the record: the legal moves that the next plies confirm best, or none."""
    found = [board.play(move) for board in boards[:_BOARDS] for move in board.legal_moves()]
    window = _readable(ahead)
    fits = [fitting(board, window, traits) for board in found]
    best = max(fits, default=0)
    if best < min(ENOUGH, len(window)):
        return []
    return distinct(board for board, fit in zip(found, fits, strict=True) if fit == best)


def after_unread(boards: Sequence[Position], event: Move, ahead: Sequence[Move], traits: Traits) -> list[Position]:
    """The boards after a ply whose word is no move, if the moves that it is like are among those confirmed best.

    It is like the move that it is with its signs read as those that look like them, or, with a sign for its man, like
    the moves of all men to its square.
    """
    like = _parts_like(event.text or "", traits.language)
    near = [board.play(move) for board in boards[:_BOARDS] for move in (board.resolve(like) if like else ())]
    if not near:
        return []
    window = _readable(ahead)
    fits = [fitting(board, window, traits) for board in near]
    best = max(fits)
    if best < min(ENOUGH, len(window)):
        return []
    return distinct(board for board, fit in zip(near, fits, strict=True) if fit == best)


def _parts_like(word: str, language: Language) -> Parts | None:
    """The parts of the move that a misread word is like; None if it is like none."""
    bare = word.rstrip(",;.:")
    if (printed := as_printed(bare, LETTERS[language])) is not None:
        return parse_move(printed, language)
    sign = sign_of(bare)
    parts = parse_move(f"N{bare[len(sign) :]}") if sign is not None else None
    return None if parts is None else msgspec.structs.replace(parts, piece=None, sign=None)


def behind_lost_ply(boards: Sequence[Position], event: Move, traits: Traits) -> list[Guess]:
    """Guesses that a ply was lost before the printed move, which is then the other player's; each is the lost move."""
    found: list[Guess] = []
    for board in boards[:1]:
        for move in board.legal_moves():
            child = board.play(move)
            found += [Guess(move, "passed", board, child.play(own)) for own in meant(child, event, traits)]
    return found


def unclear(event: Move) -> bool:
    """Whether the printed man is a typed letter, which is as reliable as the printed square, or no man at all.

    A promotion to king or pawn is certainly a misprint.
    """
    if event.parts is not None and event.parts.promotion in ("K", "P"):
        return False
    return event.move is None and not is_figurine(event)
