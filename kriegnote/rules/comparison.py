"""What was said held against what is true: in which of its words an announcement differs from the board.

There is one comparison.  The umpire makes findings of what differs, repair a likelihood, knowledge an exclusion, each
of the differences that matter to it: a capture en passant may be named by either square, the second direction of a
double check and the second pawn that can take on a square may be passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kriegnote.chess.position import LETTERS, PAWN, Position, origin_of, square_name, target_of
from kriegnote.model.events import Answer, Capture, Check, End, PawnTries
from kriegnote.rules.announcements import count_captures, diagonals_alike
from kriegnote.rules.ruleset import RuleSet

(
    NOTHING,  # nothing was taken, no king is attacked, the game goes on
    SQUARE,  # the capture was on another square
    LANDING,  # of a capture en passant: the square that the pawn went to is named
    REMOVED,  # of a capture en passant: the square where the pawn stood that was taken is named
    MAN,  # another man was taken
    BY,  # another man took
    PASSING,  # it was not en passant, or it was though that is denied
    PASSING_UNSAID,  # it was en passant, which is not said
    DIRECTIONS,  # the check is from elsewhere
    HALF,  # of a double check one direction is named
    SQUARES,  # pawns can take on other squares
    ONCE,  # a square on which two pawns can take is named once, where the rulebook has it named twice
    COUNT,  # another number of pawn captures
    ANY,  # there are pawn captures, or none
    REASON,  # the game ended otherwise
) = (1 << bit for bit in range(15))
EN_PASSANT: Final = LANDING | REMOVED | PASSING_UNSAID
"""What differs only in how a capture en passant is announced."""


def capture(said: Capture, position: Position, move: int) -> int:
    """The differences, as bits, between a capture that was announced and a move from this position."""
    taken, landing = position.captured_square(move), target_of(move)
    if taken < 0:
        return NOTHING
    found = 0
    passing = taken != landing
    if said.square is not None:
        if said.square == square_name(landing):
            found = LANDING if passing else 0
        else:
            found = REMOVED if said.square == square_name(taken) else SQUARE
    if said.captured is not None and not is_man(said.captured, position.type_at(taken)):
        found |= MAN
    if said.by is not None and not is_man(said.by, position.type_at(origin_of(move))):
        found |= BY
    if said.en_passant is None:
        return found | (PASSING_UNSAID if passing else 0)
    return found | (PASSING if said.en_passant != passing else 0)


def is_man(said: str, kind: int) -> bool:
    """Whether a man is what is said of it: a letter, or ``pawn`` or ``piece``."""
    return LETTERS[kind] == said if len(said) == 1 else (said == "pawn") == (kind == PAWN)


def ruled_out_en_passant(rules: RuleSet) -> int:
    """The differences of :data:`EN_PASSANT` that this rulebook's umpire would not make."""
    square = LANDING if rules.en_passant_square == "removed" else REMOVED
    return square | (PASSING_UNSAID if rules.en_passant else 0)


def check(said: Check, true: Sequence[str]) -> int:
    """The difference between a check that was announced and its directions; ``true`` is empty where there is none."""
    if not true:
        return NOTHING
    named = set(said.directions)
    ways = set(diagonals_alike(true) if "diagonal" in named else true)
    if not named or named == ways:
        return 0
    return HALF if named < ways else DIRECTIONS


def pawn_tries(said: PawnTries, position: Position, rules: RuleSet | None) -> int:
    """The differences between the word on pawn captures and a position.

    A capture that promotes counts once or four times as the rulebook has it; without one either is right.
    """
    targets = position.pawn_targets()
    found = 0
    if said.any is not None and said.any != bool(targets):
        found = ANY
    if said.count is not None and said.count not in counts(position, rules):
        found |= COUNT
    if said.squares is not None:
        names, true = sorted(said.squares), sorted(map(square_name, targets))
        if names == sorted(set(true)):
            found |= ONCE if names != true and (rules is None or rules.doubles) else 0
        elif names != true:
            found |= SQUARES
    return found


def counts(position: Position, rules: RuleSet | None) -> tuple[int, ...]:
    """The numbers of pawn captures that an umpire may announce in a position.

    Where a square is named once though two pawns can take there, the number may be that of the squares.
    """
    ways = ("once", "four") if rules is None else (rules.promoting_captures,)
    found = tuple(count_captures(position, promoting) for promoting in ways)
    return found if rules is None or rules.doubles else (*found, len(set(position.pawn_targets())))


def answer(said: Answer, position: Position) -> int:
    """The difference between an answer to “Any?” and a position."""
    return ANY if said.any is not None and said.any != bool(position.pawn_targets()) else 0


def end(said: End, true: End | None) -> int:
    """The difference between an end that shows on the board and the end that does; None: the game goes on."""
    if true is None:
        return NOTHING
    return REASON if true.reason != said.reason else 0
