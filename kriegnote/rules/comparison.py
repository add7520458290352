"""Compares announcements with the board; the result is a set of bits, one for each detail that differs.

This is the only such comparison. The umpire turns the differences into findings, repair into likelihoods, knowledge
into exclusions; each ignores those that do not matter to it. A capture en passant may be named by either square, and
the second direction of a double check, or the second pawn that can capture on a square, may be left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from kriegnote.chess.position import LETTERS, PAWN, Position, origin_of, square_name, target_of
from kriegnote.chess.squares import BACK, BIT, promotion_of
from kriegnote.model.events import Answer, Capture, Check, End, Event, PawnTries, Promotion
from kriegnote.rules.announcements import count_captures, diagonals_alike
from kriegnote.rules.ruleset import RuleSet

(
    NOTHING,  # there was no capture, no check or no end at all
    SQUARE,  # the capture was on another square
    LANDING,  # en passant: the landing square of the capturing pawn is named
    REMOVED,  # en passant: the square of the captured pawn is named
    MAN,  # another man was captured
    BY,  # another man captured
    PASSING,  # en passant is wrongly claimed or wrongly denied
    PASSING_UNSAID,  # the capture was en passant, which is not mentioned
    DIRECTIONS,  # the check has other directions
    HALF,  # only one direction of a double check is named
    SQUARES,  # pawns can capture on other squares
    ONCE,  # a square on which two pawns can capture is named once, where the rulebook names it twice
    COUNT,  # the number of pawn captures is another
    ANY,  # whether there are any pawn captures is wrong
    REASON,  # the game ended for another reason
) = (1 << bit for bit in range(15))
EN_PASSANT: Final = LANDING | REMOVED | PASSING_UNSAID
"""The differences that concern only how a capture en passant is announced."""


def capture_differences(announced: Capture, position: Position, move: int) -> int:
    """The differences between an announced capture and a move from this position."""
    taken, landing = position.captured_square(move), target_of(move)
    if taken < 0:
        return NOTHING
    found = 0
    passing = taken != landing
    if announced.square is not None:
        if announced.square == square_name(landing):
            found = LANDING if passing else 0
        else:
            found = REMOVED if announced.square == square_name(taken) else SQUARE
    if announced.captured is not None and not is_man(announced.captured, position.type_at(taken)):
        found |= MAN
    if announced.by is not None and not is_man(announced.by, position.type_at(origin_of(move))):
        found |= BY
    if announced.en_passant is None:
        return found | (PASSING_UNSAID if passing else 0)
    return found | (PASSING if announced.en_passant != passing else 0)


def is_true(announced: Event, board: Position, before: Position, move: int) -> bool:
    """Whether a capture, a check or a promotion that is announced is true of the move that led to a board.

    Whether a capture is en passant may be left out.

    :param board: the position after the move.
    :param before: the position before it.
    """
    match announced:
        case Capture():
            return not capture_differences(announced, before, move) & ~EN_PASSANT
        case Check():
            return not check_differences(announced, board.check_directions() if board.checkers() else ())
        case Promotion():
            return bool(promotion_of(move))
    return False


def is_man(description: str, kind: int) -> bool:
    """Whether a man of this type fits its description: a letter, ``pawn`` or ``piece``."""
    return LETTERS[kind] == description if len(description) == 1 else (description == "pawn") == (kind == PAWN)


def ruled_out_en_passant(rules: RuleSet) -> int:
    """The differences of :data:`EN_PASSANT` that an umpire under this rulebook does not make."""
    square = LANDING if rules.en_passant_square == "removed" else REMOVED
    return square | (PASSING_UNSAID if rules.en_passant else 0)


def check_differences(announced: Check, true: Sequence[str]) -> int:
    """The difference between an announced check and its true directions; ``true`` is empty if there is no check."""
    if not true:
        return NOTHING
    named = set(announced.directions)
    ways = set(diagonals_alike(true) if "diagonal" in named else true)
    if not named or named == ways:
        return 0
    return HALF if named < ways else DIRECTIONS


def pawn_tries_differences(announced: PawnTries, position: Position, rules: RuleSet | None) -> int:
    """The differences between announced pawn captures and a position.

    A capture that promotes counts once or four times, as the rulebook says; without a rulebook either number is right.
    """
    targets = position.pawn_targets()
    found = 0
    if announced.any is not None and announced.any != bool(targets):
        found = ANY
    if announced.count is not None and announced.count not in counts(position, rules):
        found |= COUNT
    if announced.squares is not None:
        names, true = sorted(announced.squares), sorted(map(square_name, targets))
        if names == sorted(set(true)):
            found |= ONCE if names != true and (rules is None or rules.doubles) else 0
        elif names != true:
            found |= SQUARES
    return found


def impossible_pawn_tries(announced: PawnTries, targets: Sequence[int], rules: RuleSet | None) -> int:
    """The differences between announced pawn captures and the most that a player's own men could make.

    :param targets: the squares on which they could capture; one that two pawns can reach appears twice.
    """
    found = 0
    if announced.any and not targets:
        found = ANY
    if announced.count is not None and announced.count > most_pawn_tries(targets, rules):
        found |= COUNT
    if announced.squares is not None and Counter(announced.squares) - Counter(map(square_name, targets)):
        found |= SQUARES
    return found


def most_pawn_tries(targets: Sequence[int], rules: RuleSet | None) -> int:
    """The largest number that an umpire may announce for pawn captures on these squares.

    Without a rulebook, one that promotes may count four times.
    """
    once = rules is not None and rules.promoting_captures == "once"
    return len(targets) + (0 if once else 3 * sum(bool(BACK & BIT[target]) for target in targets))


def counts(position: Position, rules: RuleSet | None) -> tuple[int, ...]:
    """The numbers of pawn captures that an umpire may announce in a position.

    If the rulebook names a square only once although two pawns can capture there, the number of squares is right, too.
    """
    ways = ("once", "four") if rules is None else (rules.promoting_captures,)
    found = tuple(count_captures(position, promoting) for promoting in ways)
    return found if rules is None or rules.doubles else (*found, len(set(position.pawn_targets())))


def answer_differences(announced: Answer, position: Position) -> int:
    """The difference between an answer to “Any?” and a position."""
    return ANY if announced.any is not None and announced.any != bool(position.pawn_targets()) else 0


def end_differences(announced: End, true: End | None) -> int:
    """The difference between an announced end and the end on the board; None: the game goes on."""
    if true is None:
        return NOTHING
    return REASON if true.reason != announced.reason else 0
