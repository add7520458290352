"""Resolves printed moves on a board; no, one and several possible moves lead to different findings.

There are two resolvers: :func:`resolve_move` for the umpire's board (legal moves), and :func:`resolve_try` for the
mover's own board (:meth:`kriegnote.chess.position.Position.own_moves`), where tries are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

import msgspec

from kriegnote.chess.matching import MAN, ORIGIN, PAWN_SHOWN, PROMOTION
from kriegnote.chess.position import PAWN, Position, distinct, move_of, uci
from kriegnote.chess.squares import origin_of, promotion_of, uci_move
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Move, Option, Try
from kriegnote.model.printed_moves import NULL_MOVES, Parts, parse_move
from kriegnote.umpire.printed_traits import Traits
from kriegnote.umpire.resolution_findings import (
    NULL_MOVE,
    Found,
    check_marks,
    doubted,
    not_legal,
    one_of,
    promoted,
    why_not,
)

Made = TypeVar("Made", bound=Move | Try)
DoubtedPart = Literal["man", "origin", "board", "all"]
"""The part of a printed move that its resolution does not take literally.

``man``: the man, or what a pawn becomes; ``origin``: the printed origin; ``board``: the boards disagree on the man of a
figurine; ``all``: no legal move fits.
"""


class Resolved(msgspec.Struct, frozen=True, gc=False):
    """The resolution of a printed move: certain (:meth:`made`) or open (:meth:`left_open`).

    ``event``: filled in as far as the move is known; ``after``: the boards after it; ``sources``: the boards that allow
    it; ``move``: None if it is open; ``doubt``: the part that was not taken literally.
    """

    event: Move
    after: list[Position]
    sources: list[Position]
    move: int | None
    findings: list[Finding]
    doubt: DoubtedPart | None

    @classmethod
    def made(cls, event: Move, sources: list[Position], move: int, after: list[Position]) -> Resolved:
        """A certain move whose print was taken literally."""
        return cls(event, after, sources, move, [], None)

    @classmethod
    def left_open(
        cls, event: Move, after: list[Position], findings: list[Finding], doubt: DoubtedPart | None = "all"
    ) -> Resolved:
        """A move that is not known, with the boards that it may have led to."""
        return cls(event, after, [], None, findings, doubt)

    @property
    def certain(self) -> bool:
        """Whether it is one and the same move on every board that allows one."""
        return self.move is not None


def resolve_move(boards: list[Position], event: Move, traits: Traits) -> Resolved:
    """Plays a printed move on every board that allows it.

    The printed man is taken literally if he can move there; otherwise the other men are tried, then the printed origin
    is ignored, then the promotion. Marks (×, #, +) choose between several moves; if none agrees with them they are
    ignored. If nothing fits, the turn passes, and the board is no longer certain.
    """
    if event.move is not None:
        return _given(boards, event)
    parts = event.parts
    stepped = boards[0].step(parts) if parts is not None and len(boards) == 1 else None
    if stepped is not None and stepped[2] == event.text:  # printed as we would: nothing to check
        move, after, san = stepped
        return Resolved(_filled(event, move, san), [after], boards, move, [], None)
    if (squares := by_squares(event)) is not None:
        move = move_of(squares)
        if able := [board for board in boards if board.is_legal(move)]:
            return _certain(event, able, move)
    if parts is None:
        found = _offered(boards, event)
        return _opened(event, found) if found else _nothing(boards, event)
    found, doubt = _readings(boards, parts, traits)
    return _play(event, found, traits, doubt) if found else _nothing(boards, event)


def _offered(boards: list[Position], event: Move) -> Found:
    """The legal moves among the options that the record itself leaves open, where it prints no move."""
    offered = [move_of(option.move) for option in event.options or ()]
    return [(board, move) for board in boards for move in offered if board.is_legal(move)]


def _readings(boards: list[Position], parts: Parts, traits: Traits) -> tuple[Found, DoubtedPart | None]:
    """The moves that a printed one may be, and the part that is doubted: the first way of reading that yields any."""
    bare = _bare(parts, traits)
    if bare is not parts and (found := _by_marks(_everywhere(boards, bare), bare, traits)):
        return found, "man"
    found = _everywhere(boards, parts)
    if len(found) == 1 and not parts.mate and not parts.figurine:
        return found, None
    if exact := _exact(boards, parts, found, traits):
        return exact
    if parts.castle is None and parts.piece is not None and (not found or parts.figurine):
        others = _by_marks(_everywhere(boards, parts, _any_man(parts)), parts, traits)
        if others:
            return others, "man"
    if found:
        return found, None
    if parts.castle is None and parts.from_ is not None and (found := _everywhere(boards, parts, ORIGIN)):
        return found, "origin"
    if parts.castle is None and parts.promotion is not None and (found := _everywhere(boards, parts, PROMOTION)):
        return found, "man"
    return [], None


def _exact(
    boards: list[Position], parts: Parts, found: Found, traits: Traits
) -> tuple[Found, DoubtedPart | None] | None:
    """The moves that also agree with the printed marks; None if there are none.

    With several boards, a figurine alone must not decide between them: then all men that fit are returned. Between two
    men of a kind the absence of + decides, if the record marks checks.
    """
    exact = _by_marks(found, parts, traits)
    if len(exact) > 1 and traits.marks_checks and not (parts.check or parts.mate or parts.figurine):
        exact = [(board, move) for board, move in exact if not board.play(move).checkers()] or exact
    if not exact or len(boards) == 1:
        return (exact, None) if exact else None
    if not parts.figurine:
        return _unambiguous(exact) or exact, None
    if parts.castle is None:
        loose = _by_marks(_everywhere(boards, parts, _any_man(parts)), parts, traits)
        if len({move for _, move in loose}) > 1:
            return loose, "board"
    return exact, None


def _any_man(parts: Parts, traits: Traits | None = None) -> int:
    """The signs to ignore if the printed man is not trusted; also a promotion to king or pawn.

    :param traits: if the record prints a sign for pawns, the man may be one; None: he is not.
    """
    pawns = 0 if traits is None or traits.bare_pawns else PAWN_SHOWN
    return MAN | pawns | (PROMOTION if parts.promotion in ("K", "P") else 0)


def _everywhere(boards: list[Position], parts: Parts, ignoring: int = 0) -> Found:
    return [(board, move) for board in boards for move in _usual(board, board.resolve(parts, ignoring), ignoring)]


def _usual(board: Position, moves: list[int], ignoring: int) -> list[int]:
    """The moves; where the printed promotion is ignored, only those with the usual promotion."""
    usual = (0, board.usual_promotion())
    return [move for move in moves if promotion_of(move) in usual] if ignoring & PROMOTION else moves


def _unambiguous(found: Found) -> Found:
    """The moves on those boards on which the printed move is unambiguous: its writer knew the true board."""
    counts: dict[int, int] = {}
    for board, _ in found:
        counts[id(board)] = counts.get(id(board), 0) + 1
    return [(board, move) for board, move in found if counts[id(board)] == 1]


def _by_marks(found: Found, parts: Parts, traits: Traits) -> Found:
    """The moves that agree with the printed ×, # and +; none if none agrees with the × or the #.

    A + with which no move agrees is ignored, and so is the absence of ×.
    """
    if parts.mark is not None:
        found = [(board, move) for board, move in found if board.captured_square(move) >= 0]
    elif traits.marks_captures and parts.sign is not None:
        quiet = [(board, move) for board, move in found if board.captured_square(move) < 0]
        found = quiet or found
    if found and found[0][0].dark:
        return found  # Dark Chess has no announced checks, so + and # are the annotator's own
    if parts.mate:
        return [(board, move) for board, move in found if board.play(move).suffix() == "#"]
    if parts.check and len(found) > 1:
        return [(board, move) for board, move in found if board.play(move).checkers()] or found
    return found


def meant(board: Position, event: Move, traits: Traits) -> list[int]:
    """The legal moves that a printed one may be on a board; a figurine may stand for any man."""
    if (squares := event.move or by_squares(event)) is not None:
        move = uci_move(squares)
        return [move] if move is not None and board.is_legal(move) else []
    parts = event.parts
    if parts is None:
        return []
    loose = 0
    if parts.figurine and parts.castle is None:
        parts = _bare(parts, traits)
        loose = _any_man(parts, traits)
    return [move for _, move in _by_marks(_everywhere([board], parts, loose), parts, traits)]


def _bare(parts: Parts, traits: Traits) -> Parts:
    """The parts without the man if he is a ♙ and the record prints its pawns bare: then he is some piece."""
    if not (parts.figurine and parts.piece == "P" and traits.bare_pawns):
        return parts
    return msgspec.structs.replace(parts, piece=None)


def _given(boards: list[Position], event: Move) -> Resolved:
    """The resolution of a move whose UCI the record already has."""
    move = uci_move(event.move)
    if move is None:
        return _nothing(boards, event)
    able = [board for board in boards if board.is_legal(move)]
    if not able:
        return _nothing(boards, event, forced=move)
    if len(able) > 1 and event.san is not None:  # keep the boards on which the record's SAN is right
        bare = event.san.rstrip("+#")
        able = [board for board in able if board.san(move, suffix=False) == bare] or able
    return _certain(event, able, move)


def _certain(event: Move, able: list[Position], move: int) -> Resolved:
    """The resolution of a certain move: the event filled in, and the boards after it."""
    after = [board.play(move) for board in able]
    san = able[0].san(move, suffix=False) + after[0].suffix()
    return Resolved.made(_filled(event, move, san), able, move, after)


def _filled(event: Move, move: int, san: str) -> Move:
    """The event with its move, in UCI and SAN."""
    options = event.options if event.options and len(event.options) > 1 else None
    return msgspec.structs.replace(event, move=uci(move), san=san, options=options)


def _play(event: Move, found: Found, traits: Traits, doubt: DoubtedPart | None = None) -> Resolved:
    """The resolution if all readings are one move; otherwise the move stays open."""
    parts = event.parts
    assert parts is not None
    findings = [doubted(event, parts, found, doubt, traits)] if doubt in ("man", "origin") else []
    moves = {move for _, move in found}
    if len(moves) == 1:
        move = moves.pop()
        resolved = _certain(event, [board for board, _ in found], move)
        read = msgspec.structs.replace(resolved.event, source="inferred") if doubt else resolved.event
        findings += check_marks(resolved.event, resolved.sources[0], move, traits)
        if found[0][0].type_at(origin_of(move)) == PAWN and promotion_of(move) and parts.promotion is None:
            message = f"{event.text} does not say what the pawn becomes; read as a queen"
            fix = (event.text or "", promoted(event.text or "", traits))
            findings.append(finding("KN207", message, event, fix=fix))
        return msgspec.structs.replace(resolved, event=read, findings=findings, doubt=doubt)
    texts = sorted({traits.say(board.san(move, suffix=False)) for board, move in found})
    if not doubt and len({id(board) for board, _ in found}) < len(found):
        message, note = f"{event.text} could be {one_of(texts)}", "add the file or the rank of the man that moved"
        findings.append(finding("KN203", message, event, note=note))
    return _opened(event, found, findings, doubt)


def _opened(event: Move, found: Found, findings: Sequence[Finding] = (), doubt: DoubtedPart | None = None) -> Resolved:
    """A move that stays open, with its possible moves: the record's own options, or all that fit, equally likely."""
    after = distinct(board.play(move) for board, move in found)
    moves = sorted({move for _, move in found})
    even = tuple(Option(uci(move), round(1 / len(moves), 4)) for move in moves)
    opened = msgspec.structs.replace(event, move=None, san=None, options=event.options if event.parts is None else even)
    return Resolved.left_open(opened, after, list(findings), doubt)


def _nothing(boards: list[Position], event: Move, forced: int | None = None) -> Resolved:
    """The resolution if no move fits; :mod:`kriegnote.umpire.misread` then looks for what may have been played."""
    null = event.parts is None and event.text in NULL_MOVES
    note = NULL_MOVE if null else why_not(boards[0], event.parts, forced)
    message = not_legal(event, boards[0].turn)
    found = finding("KN201", message, event, note=note, severity="info" if null else None)
    after = [board.passed() for board in boards]
    return Resolved.left_open(blank(event), after, [found], None if null else "all")


def blank(event: Move) -> Move:
    """The move as printed, without a resolution."""
    return msgspec.structs.replace(event, move=None, text=event.text or event.move, san=None)


def by_squares(event: Move | Try) -> str | None:
    """The UCI of a move printed as its two squares only (``g1f3``), which needs no board; None otherwise."""
    parts = event.parts
    if parts is None or not parts.squares_alone or parts.mark is not None or event.text is None:
        return None
    squares = f"{parts.from_}{parts.to}"
    return event.text if event.text in (squares, f"{squares}{(parts.promotion or '').lower()}") else None


def unmistakable(boards: list[Position], recorded: Move, event: Move) -> Move:
    """A move played on uncertain boards, without its SAN if that might be read back as another move.

    The SAN is dropped if it means another move on some board, and if the record gave both squares, since these helped
    to decide between the boards.
    """
    parts = parse_move(event.san) if event.san else None
    if parts is None or event.move is None:
        return event
    if (
        recorded.move is None
        and by_squares(recorded) is None
        and {uci(move) for _, move in _everywhere(boards, parts)} == {event.move}
    ):
        return event
    return msgspec.structs.replace(event, san=None)


def unseen(event: Made) -> Made:
    """A move or try on an unknown board: resolved if both its squares are printed, otherwise not."""
    move = event.move or by_squares(event)
    return event if move is None else msgspec.structs.replace(event, move=move, san=None)


def resolve_try(board: Position, event: Move | Try, traits: Traits | None = None) -> list[int]:
    """The moves on the mover's own board that a printed move or try may be; a figurine that fits none may be any man.

    :param traits: None: it is not known how the record prints its men; then a piece's figurine is never read as a pawn.
    """
    if (squares := event.move or by_squares(event)) is not None:
        move = uci_move(squares)
        return [move] if move is not None and board.could_try(move) else []
    if event.parts is None:
        return []
    parts = event.parts if traits is None else _bare(event.parts, traits)
    found = board.resolve_own(parts)
    misprinted = not (isinstance(event, Try) and event.verdict == "impossible")  # else it is as impossible as it looks
    if not found and misprinted and (parts.figurine or parts.promotion is not None):
        loose = _any_man(parts, traits)
        found = _usual(board, board.resolve_own(parts, loose), loose)
    return found
