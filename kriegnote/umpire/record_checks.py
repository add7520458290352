"""Checks of a record as a whole: its variant, its set-up, its length, its result."""

from __future__ import annotations

from kriegnote.chess.position import Position
from kriegnote.chess.reasons import mover
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.errors import shortened
from kriegnote.model.endings import OF_WINNER, won_by
from kriegnote.model.events import End, Move, Result, other
from kriegnote.model.printed_outcomes import read_result
from kriegnote.model.record import Record
from kriegnote.printed_numbers import whole_number
from kriegnote.rules import RuleSet
from kriegnote.rules import announcements as announce
from kriegnote.rules.game import Game
from kriegnote.umpire.lost_setup import lost_setup
from kriegnote.umpire.outcome import LOST, winner_of


def no_setup(record: Record, game: Game) -> list[Finding]:
    """Findings on a game with a secret, unrecorded set-up, with what the moves reveal of it."""
    at = next((event for event in record.events if type(event) is Move), None)
    if at is None:
        return []
    words = lost_setup(record.events, game).words()
    note = f"deduced from the moves: {words}" if words else None
    return [finding("KN409", "the starting position is not given, so the moves are not checked", at, note=note)]


def unknown_variant(record: Record) -> Finding:
    """The finding on a game whose rules are not known; such a record is neither checked nor changed."""
    said = record.header("Variant") or ""
    at = next((event for event in record.events if event.line is not None), None)
    message = f"unknown variant {said!r}: its moves are kept and converted, but not checked"
    note = "you can describe it in a rulebook of your own: see “The rulebooks” in the documentation"
    return finding("KN407", message, at, note=note)


def wrong_winner(event: End, result: str | None) -> list[Finding]:
    """Findings if the printed result lets the player win who lost according to the end."""
    side = winner_of(event)
    if side is None:
        return []
    right, wrong = ("1-0", "0-1") if side == "white" else ("0-1", "1-0")
    if result != wrong:
        return []
    winner, loser = side.capitalize(), other(side).capitalize()
    message = f"{loser} {LOST[event.reason]}, but the printed result is {result}"
    return [finding("KN402", message, event, note=f"write {right}, or it was {winner} who lost")]


def _check_length(record: Record) -> list[Finding]:
    """Findings if the ``PlyCount`` header of an umpire's record contradicts its number of plies."""
    said = record.header("PlyCount") or ""
    if not said.isdecimal() or record.view != "umpire":
        return []
    plies = sum(type(event) is Move for event in record.events)
    if plies in (0, whole_number(said)):
        return []
    note = "correct the header, or look for moves that are missing or printed twice"
    message = f"the PlyCount header says {shortened(said)}, but the record has {plies} plies"
    return [finding("KN405", message, note=note)]


def check_result(record: Record, boards: list[Position], sure: bool, rules: RuleSet | None) -> list[Finding]:
    """Findings if the result contradicts the final position, the end or the header; also on a wrong PlyCount header."""
    found = _check_length(record)
    header = record.header("Result")
    if record.result is not None and (read_result(header or "") or header) not in (None, record.result, "?"):
        found.append(finding("KN403", f"the Result header says {header}, but the moves end with {record.result}"))
    end = next((event for event in reversed(record.events) if type(event) is End), None)
    if end is not None and end.reason not in OF_WINNER:
        found += wrong_winner(end, record.result or end.result)
    if sure and len(boards) == 1 and not boards[0].has_legal_move():
        found += _check_against_board(record, boards[0], rules) if record.result is not None else []
        found += _check_end(end, boards[0], rules) if end is not None and record.result is None else []
    return found


def _check_end(event: End, board: Position, rules: RuleSet | None) -> list[Finding]:
    """Findings if the winner by the words about the end is not the winner on the board."""
    what, right = _over(board, rules)
    winner = winner_of(event)
    result = event.result if winner is None else won_by(winner)
    if result in (None, "*", *right):
        return []
    loser = other(winner).capitalize() if winner is not None else ""
    said = f"{loser} {LOST[event.reason]}" if winner is not None else f"the end is announced as {result}"
    return [finding("KN402", f"{said}, but on the board {what}", event, note=f"write {right[0]}")]


def _check_against_board(record: Record, board: Position, rules: RuleSet | None) -> list[Finding]:
    """Findings if the printed result contradicts a final position in which the player to move has no legal move."""
    last = next((event for event in reversed(record.events) if type(event) is Move), None)
    what, right = _over(board, rules)
    if last is None or record.result in (*right, "*"):
        return []
    message = f"the printed result is {record.result}, but {what}"
    return [finding("KN402", message, last, note=f"write {right[0]}")]


def _over(board: Position, rules: RuleSet | None) -> tuple[str, list[Result]]:
    """How a position without legal moves ended the game, and the results that it may have, the usual one first."""
    loser = mover(board)
    last = other(board.side)
    if board.checkers() or board.dark:
        ended = announce.end(board, rules, last, 1) if rules is not None else None  # some mates lose the game
        won = won_by(last)
        return f"{loser} is mated", [ended.result if ended is not None and ended.result else won]
    worth = rules.allowed("stalemate") if rules is not None else ("draw",)
    return f"{loser} is stalemated", [announce.stalemate(one, last) for one in worth]
