"""Findings on printed moves that are resolved differently, marked wrongly, or not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kriegnote.chess.matching import MARKED, UNMARKED, unlike
from kriegnote.chess.position import LETTERS, Position, origin_of, promotion_of, uci
from kriegnote.chess.reasons import WORDS, why_illegal
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Move
from kriegnote.model.printed_moves import Parts
from kriegnote.umpire.printed_traits import Traits

if TYPE_CHECKING:
    pass

NULL_MOVE = "a null move passes the turn, as annotators do to show a threat"
Found = list[tuple[Position, int]]


def promoted(text: str, traits: Traits) -> str:
    """A printed pawn move to the last rank with “=Q” (in the record's language) inserted before its marks."""
    bare = text.rstrip("+#!?†‡")
    return f"{bare}={traits.letter('Q', '')}{text[len(bare) :]}"


def doubted(event: Move, parts: Parts, found: Found, doubt: str, traits: Traits) -> Finding:
    """The finding on a move that is legal only if part of it is a misprint.

    :param doubt: ``origin`` or ``man``; the latter includes a wrong promotion.
    """
    text = event.text or ""
    texts = sorted({traits.say(board.san(move, suffix=False)) for board, move in found})
    fix = (text, texts[0]) if len(texts) == 1 else None
    if doubt == "origin":
        return finding(
            "KN208", f"{text}: no man can go there from {parts.from_}; {one_of(texts)} is possible", event, fix=fix
        )
    men = sorted({LETTERS[board.type_at(origin_of(move))] for board, move in found}, key="KQRBNP".index)
    if len(texts) == 1 and men[0] != "P" and parts.sign is not None:
        fix = (text, traits.letter(men[0], text[:1]) + text[1:])  # the man alone: capture and mate marks are evidence
    promotions = sorted({LETTERS[promotion_of(move)] for _, move in found if promotion_of(move)})
    if promotions:
        return finding(
            "KN202",
            f"{text}: a pawn cannot become that, only {one_of(['a ' + WORDS[p] for p in promotions])}",
            event,
            fix=fix,
        )
    names = one_of([f"the {WORDS[man]}" for man in men])
    who = event.side or found[0][0].side
    printed = text[0] if parts.figurine else f"a {WORDS[parts.piece or 'P']}"
    return finding(
        "KN202",
        f"{text}: {printed} cannot go there; {names} can",
        event,
        note=f"{who.capitalize()} can play {one_of(texts)}",
        fix=fix,
    )


def not_legal(event: Move, white: bool) -> str:
    """The message for a move that the position does not allow, or of whose options it allows none."""
    side = event.side.capitalize() if event.side else ("White" if white else "Black")
    printed = event.printed
    if printed is None and event.options:
        return f"none of the {len(event.options)} moves that the record leaves open is legal for {side} here"
    return f"{printed or 'the move'} is not legal for {side} here"


def one_of(words: list[str]) -> str:
    """Words as a list, with “or” before the last."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def check_marks(event: Move, board: Position, move: int, traits: Traits) -> list[Finding]:
    """Findings if the printed marks of capture, check and mate contradict the move that was made."""
    if event.parts is None or event.text is None:
        return []
    signs = unlike(board, move, event.parts)
    found = _check_capture(event, event.parts, signs, board, move, traits)
    return found if board.dark else found + _check_suffix(event, event.parts)


def _check_capture(event: Move, parts: Parts, signs: int, board: Position, move: int, traits: Traits) -> list[Finding]:
    text = event.text or ""
    if signs & MARKED and parts.mark is not None:
        fix = (text, text.replace(parts.mark, "", 1))
        return [finding("KN204", f"{text} is marked as a capture, but the square is empty", event, fix=fix)]
    if not signs & UNMARKED or not traits.marks_captures:
        return []
    man = WORDS[LETTERS[board.type_at(board.captured_square(move))]]
    message = f"{text} takes a {man}, but is not marked as a capture"
    note = f"the move is {traits.say(event.san or '')}"
    marked = (text, text[:-2] + traits.mark + text[-2:]) if text[-1:].isdigit() else None
    return [finding("KN205", message, event, note=note, fix=marked)]


def _check_suffix(event: Move, parts: Parts) -> list[Finding]:
    suffix = (event.san or "")[-1:]
    if parts.mate:
        wrong, right = "mate", suffix == "#"
    else:
        wrong, right = "check", not parts.check or suffix in ("+", "#")
    if right:
        return []
    truth = {"+": "it is only check", "#": "it is mate"}.get(suffix, "it gives no check")
    return [finding("KN206", f"{event.text} is marked as {wrong}, but {truth}", event)]


def why_not(board: Position, parts: Parts | None, forced: int | None) -> str | None:
    """Why a printed move, or a move given in UCI (``forced``), is not legal here."""
    if forced is not None:
        standing = board.type_at(origin_of(forced))
        return f"there is {'a ' + WORDS[LETTERS[standing]] if standing else 'nothing'} on {uci(forced)[:2]}"
    return None if parts is None else why_illegal(board, parts)
