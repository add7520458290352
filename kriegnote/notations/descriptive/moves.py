"""Describes moves in descriptive notation for a given board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.chess.squares import LETTERS, NAMES, origin_of, promotion_of, rank_from, target_of
from kriegnote.model.events import Side
from kriegnote.text.described_moves import parse

_NAMES: Final = ("QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR")


def describe(position: Position, move: int) -> str | None:
    """The shortest unambiguous wording of a legal move; None if there is none."""
    after = position.play(move)
    suffix = _suffix(move, after)
    side = position.side
    for words in _wordings(position, move, side):
        parts = parse(words, side)
        if parts is not None and position.resolve(parts) == [move]:
            return words + suffix
    return None


def _suffix(move: int, after: Position) -> str:
    mark = after.suffix()
    if mark != "+":
        return mark  # “mate” would be a statement
    checkers = after.checkers()
    if checkers & (checkers - 1):
        return " dbl ch"
    return " ch" if checkers >> target_of(move) & 1 else " dis ch"


def _wordings(position: Position, move: int, side: Side) -> Iterator[str]:
    """The possible wordings of a move, the shortest first."""
    origin, target = origin_of(move), target_of(move)
    man = LETTERS[position.type_at(origin)]
    if man == "K" and abs(origin - target) == 2:
        yield "O-O" if target > origin else "O-O-O"
        return
    promotion = f"({_printed(LETTERS[promotion_of(move)])})" if promotion_of(move) else ""
    home, place = _name(origin, side), _name(target, side)
    taken = position.captured_square(move)
    if taken < 0:
        ends = [f"-{_short(place)}", f"-{place}"]
    else:
        victim = _printed(LETTERS[position.type_at(taken)])
        if taken != target:
            promotion = " e.p."
        ends = [f"x{victim}", f"x{victim}({place})"]
    starts = [_printed(man)]
    if man == "P":
        starts += [f"{_short(home)[:-1]}P", f"{home[:-1]}P"]
    else:
        starts += [f"{_printed(man)}({home[-1]})"]
    starts.append(f"{_printed(man)}({home})")
    yield from (start + end + promotion for start in starts for end in ends)


def _printed(letter: str) -> str:
    return "Kt" if letter == "N" else letter


def _name(square: int, side: Side) -> str:
    """The descriptive name of a square: f3 is ``KB3`` for White."""
    return _NAMES[square & 7] + rank_from(NAMES[square][1], side)


def _short(name: str) -> str:
    """A name without its wing: ``B3`` for ``KB3``."""
    return name if len(name) == 2 else name[1:]
