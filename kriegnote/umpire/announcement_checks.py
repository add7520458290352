"""Checks of announcements: what the umpire should announce after a move, compared with what is recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from kriegnote.chess import perception
from kriegnote.chess.position import LETTERS, Position, move_of, square_name
from kriegnote.chess.reasons import WORDS
from kriegnote.chess.squares import origin_of, promotion_of, target_of
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import AnyEvent, Capture, Check, End, Event, Move, Promotion, Reveal, Side, other, type_name
from kriegnote.model.order import MOVE_ANNOUNCEMENTS
from kriegnote.rules import RuleSet, comparison, naming, sight
from kriegnote.rules import announcements as announce
from kriegnote.rules.assumed import assumed
from kriegnote.umpire.resolution import Resolved

KINDS: Final = frozenset(map(type_name, MOVE_ANNOUNCEMENTS))
"""The names of the kinds of announcement that may be due after a move."""
_STRIKE: Final = "delete the announcement, or correct the move before it if it was misread"
_ADD: Final = "announce it after this move, or correct the move if it was misread"
_CASTLING: Final = frozenset(("O-O", "O-O-O"))
Key = tuple[type[Event], Side | None]
"""Identifies an announcement after a move: its kind and, for what is shown to one player only, that player."""


def key_of(event: AnyEvent) -> Key:
    """The key of an announcement."""
    return type(event), event.side if isinstance(event, Reveal) else None


def is_quiet(san: str, after: Position) -> bool:
    """Whether an orthodox move needs no announcement: it is no capture, promotion, check or end of the game."""
    return "x" not in san and (san.isalnum() or san in _CASTLING) and after.has_legal_move()


def expected_after(
    sources: list[Position],
    move: int,
    afters: list[Position],
    rules: RuleSet,
    side: Side,
    turn: int,
    asked: bool,
) -> dict[Key, AnyEvent]:
    """The announcements due after a move, in order, without those on which the possible boards disagree."""
    expected = _expected(sources[0], move, afters[0], rules, side, turn, asked)
    if len(sources) == 1:
        return expected
    for before, after in zip(sources[1:], afters[1:], strict=True):
        other_board = _expected(before, move, after, rules, side, turn, asked)
        expected = {kind: event for kind, event in expected.items() if other_board.get(kind) == event}
    return expected


def possible_after(resolved: Resolved, before: list[Position]) -> Collection[str]:
    """The kinds of announcement that may be due after a move that is open or was made on one of several boards.

    :param before: the boards before it; if there is only one, and the move is certain, nothing is left open.
    """
    made, options = resolved.move, resolved.event.options or ()
    if made is not None and len(before) == 1:
        return set()
    moves = [made] if made is not None else [move_of(option.move) for option in options]
    if resolved.doubt == "all" or not moves:
        return KINDS
    possible = {"reveal"}
    if any(board.captured_square(move) >= 0 for board in before for move in moves):
        possible.add("capture")
    if any(board.checkers() for board in resolved.after):
        possible.add("check")
    if any(map(promotion_of, moves)):
        possible.add("promotion")
    return possible


def _expected(
    before: Position, move: int, after: Position, rules: RuleSet, side: Side, turn: int, asked: bool
) -> dict[Key, AnyEvent]:
    expected: dict[Key, AnyEvent] = {}
    if (capture := announce.capture(before, move, rules, side, turn, asked)) is not None:
        expected[Capture, None] = capture
    if after.checkers() and (check := announce.check(after, rules, side, turn)) is not None:
        expected[Check, None] = check
    if rules.promotion and promotion_of(move):
        expected[Promotion, None] = Promotion(side=side, turn=turn, source="derived")
    if rules.reveals:
        for hearer in (side, other(side)):
            if (shown := sight.reveal(before, move, after, hearer, side, turn, rules.game)) is not None:
                expected[Reveal, hearer] = shown
    if (end := announce.end(after, rules, side, turn)) is not None:
        expected[End, None] = end
    return expected


def check_announcement(
    event: AnyEvent,
    truth: AnyEvent | None,
    before: list[Position],
    last: Move | None,
    rules: RuleSet | None,
    after: list[Position],
) -> list[Finding]:
    """Findings on a recorded announcement, compared with the expected one (``truth``; None: none was expected)."""
    if isinstance(event, Reveal):
        return _check_reveal(event, after, rules)
    if isinstance(event, Capture):
        return _check_capture(event, truth, before, last, rules)
    if isinstance(event, Check):
        return _check_check(event, truth)
    if isinstance(event, Promotion):
        promoted = last is not None and last.move is not None and len(last.move) == 5
        return [] if promoted else [finding("KN351", "a promotion is announced, but no pawn promoted", event)]
    if isinstance(event, End) and event.reason in ("checkmate", "stalemate", "king-captured"):
        ended = truth if isinstance(truth, End) else None
        if comparison.end_differences(event, ended):
            true = f"it is {ended.reason}" if ended is not None else "the game goes on"
            return [finding("KN361", f"the umpire announced {event.reason}, but on the board {true}", event)]
    return []


def _check_capture(
    event: Capture, truth: AnyEvent | None, before: list[Position], last: Move | None, rules: RuleSet | None
) -> list[Finding]:
    if not isinstance(truth, Capture) or last is None or last.move is None or not before:
        return [finding("KN331", "a capture is announced, but nothing was taken", event, note=_STRIKE)]
    position, move = before[0], move_of(last.move)
    wrong = comparison.capture_differences(event, position, move)
    removed = position.captured_square(move)
    found: list[Finding] = []
    if wrong & comparison.SQUARE and event.square is not None:
        squares = {square_name(target_of(move)), square_name(removed)}
        note = _from_another_side(event.square, squares, rules, position.side)
        note = note or (f"write {truth.square}" if rules is not None else None)
        message = f"the capture is announced on {event.square}, but it was on {truth.square}"
        found.append(finding("KN332", message, event, note=note))
    if wrong & comparison.MAN:
        said, true = _man(event.captured, position.type_at(removed))
        message = f"the captured man is announced as a {said}, but it was a {true}"
        found.append(finding("KN333", message, event, note=f"write {true}"))
    if wrong & comparison.BY:
        said, true = _man(event.by, position.type_at(origin_of(move)))
        found.append(finding("KN335", f"the capturing man is announced as a {said}, but it was a {true}", event))
    if wrong & comparison.PASSING:
        denied = "the capture was en passant, but is not announced as such"
        claimed = "the capture is announced as en passant, but it was not"
        found.append(finding("KN336", claimed if event.en_passant else denied, event))
    return found


def _man(said: str | None, man: int) -> tuple[str, str]:
    """The words for the announced and the true man; both are categories (pawn, piece) if a category was announced."""
    if said in ("pawn", "piece"):
        return said, announce.category(man)
    return WORDS[said or "P"], WORDS[LETTERS[man]]


def _from_another_side(said: str, true: set[str], rules: RuleSet | None, mover: Side) -> str | None:
    """A note if the square is right when counted from the side from which the rulebook counts; None otherwise."""
    if rules is None or (side := naming.counted_from(rules, mover)) == "white":
        return None
    if (meant := naming.seen_from(said, side)) not in true:
        return None
    return f"the rulebook {rules.id} counts squares from {side.capitalize()}'s side: write {meant}"


def _check_check(event: Check, truth: AnyEvent | None) -> list[Finding]:
    if not isinstance(truth, Check):
        return [finding("KN341", "check is announced, but the king is not attacked", event, note=_STRIKE)]
    if comparison.check_differences(event, truth.directions) != comparison.DIRECTIONS:
        return []
    true = in_directions(truth.directions)
    message = f"check is announced {in_directions(event.directions)}, but it is {true}"
    return [finding("KN342", message, event, note=f"announce the check {true}")]


def _check_reveal(event: Reveal, after: list[Position], rules: RuleSet | None) -> list[Finding]:
    """Findings on what a player is shown, compared with the board; showing a man twice is not an error."""
    game = (rules or assumed(dark=True)).game
    if event.side is None or not after or (rules is None and not after[0].dark):
        return []
    wrong = sight.untrue(event, after[0], game)
    return [
        finding("KN371", f"{event.side.capitalize()} is shown {said}, but {true}", event) for said, true in wrong[:1]
    ]


_DIRECTION_WORDS: Final = {
    "rank": "on the rank",
    "file": "on the file",
    "long": "on the long diagonal",
    "short": "on the short diagonal",
    "diagonal": "on a diagonal",
    "knight": "by a knight",
}


def in_directions(directions: Iterable[str]) -> str:
    """The directions of a check in words: ``on the file and by a knight``."""
    return " and ".join(_DIRECTION_WORDS[direction] for direction in sorted(directions))


def unannounced(truth: AnyEvent, last: Move | None) -> list[Finding]:
    """Findings on an expected announcement that is missing from a record whose silence denies it."""
    if isinstance(truth, Capture):
        where = f" on {truth.square}" if truth.square else ""
        return [finding("KN334", f"the capture{where} is not announced", last, note=_ADD)]
    if isinstance(truth, Check):
        return [finding("KN343", f"the check {in_directions(truth.directions)} is not announced", last, note=_ADD)]
    if isinstance(truth, Promotion):
        return [finding("KN352", "the promotion is not announced", last)]
    if isinstance(truth, Reveal):
        return [finding("KN372", f"{str(truth.side).capitalize()} is not shown {perception.words(truth)}", last)]
    return []


def check_again(event: AnyEvent, before: AnyEvent, truth: AnyEvent) -> list[Finding]:
    """Findings on a second announcement of the same kind: half of a double check, or a repetition."""
    if isinstance(event, Check) and isinstance(truth, Check) and isinstance(before, Check):
        wrong = _check_check(event, truth)
        return wrong or (_twice(event, "check") if before.directions == event.directions else [])
    if isinstance(event, Capture):
        return _twice(event, f"the capture on {event.square}" if event.square else "the capture")
    return []


def _twice(event: AnyEvent, what: str) -> list[Finding]:
    code = "KN341" if isinstance(event, Check) else "KN331"
    return [
        finding(code, f"{what} is announced twice", event, note="delete one, or put it after the move it belongs to")
    ]
