"""Printed moves on a board: none, one or several answers are three different findings.

Two resolvers and no more: :func:`resolve_move` on the umpire's board (legal moves), :func:`resolve_try` on the
mover's own (:meth:`kriegnote.chess.position.Position.own_moves`), because that is where tries live.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from kriegnote.chess.position import Position, move_of, uci
from kriegnote.diagnostics.findings import Finding, finding
from kriegnote.model.events import Move, Option, Source, Try
from kriegnote.model.printed_moves import FIGURINES, NULL_MOVES, Parts, parse_move
from kriegnote.umpire.printed_traits import CAPTURE_MARK, CHECK_MARK, MATE_MARK, Traits, is_figurine
from kriegnote.umpire.resolution_findings import NULL_MOVE, Found, check_marks, doubted, one_of, promoted, why_not
from kriegnote.umpire.starting_position import passed

_BOTH_SQUARES = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")


Made = TypeVar("Made", Move, Try)


@dataclass(slots=True)
class Resolved:
    """A move on the board(s): the event filled in, where it was played, and what it leads to.

    ``certain``: one move in every world that allows one; ``unsure``: from here on the board is open; ``doubt``: what of
    the printed move was not taken at its word (``man``, ``origin``, ``board``; ``nothing`` when no move fits).
    """

    event: Move
    sources: list[Position]
    moves: list[int]
    after: list[Position]
    certain: bool
    unsure: bool = False
    findings: list[Finding] = field(default_factory=list)
    doubt: str | None = None


def _loose(parts: Parts, traits: Traits) -> Parts:
    """The parts without the man; a promotion piece that no pawn becomes is dropped too."""
    promotion = parts.promotion if parts.promotion in ("Q", "R", "B", "N") else None
    return msgspec.structs.replace(parts, piece=None, promotion=promotion)


def resolve_move(worlds: list[Position], event: Move, traits: Traits) -> Resolved:
    """Plays a printed move in every world that allows it.

    The printed man is taken at its word when it can move there; else the others are tried, then the printed
    origin is doubted.  Marks (×, #, +) choose between several.  When nothing fits, a man that could go there on
    the mover's own board is forced, or the turn passes, and the board is no longer certain.
    """
    if event.move is not None:
        return _given(worlds, event)
    if (squares := by_squares(event)) is not None:
        move = move_of(squares)
        if able := [world for world in worlds if world.is_legal(move)]:
            return _certain(event, able, move, event.source)
    parts = event.parts
    if parts is None:
        return _nothing(worlds, event, traits)
    text = event.text or ""
    if len(worlds) == 1 and text[:1] not in FIGURINES:
        moves = worlds[0].resolve(parts)
        if len(moves) == 1:
            plain = parts.from_ is None and parts.castle is None and not parts.described
            resolved = _certain(event, worlds, moves[0], event.source, plain)
            if resolved.event.san == text:
                return resolved  # printed as we would print it: nothing to look into
    if is_figurine(text) and parts.piece == "P" and traits.bare_pawns:
        parts = msgspec.structs.replace(parts, piece=None)
        found = _without_pawns(_everywhere(worlds, parts))
        found = _by_marks(found, text, traits)
        if found:
            return _play(event, found, traits, doubt="man")
    found = _everywhere(worlds, parts)
    if len(found) == 1 and "#" not in text and not is_figurine(text):
        return _play(event, found, traits)
    exact = _by_marks(found, text, traits)
    if len(worlds) > 1 and not is_figurine(text):
        exact = _unambiguous(exact) or exact
    if exact and len(worlds) > 1 and is_figurine(text) and parts.castle is None:
        # among several boards a figurine is no witness: it must not decide which of them is the true one
        loose = _by_marks(_without_pawns(_everywhere(worlds, _loose(parts, traits))), text, traits)
        if len({move for _, move in loose}) > 1:
            return _play(event, loose, traits, doubt="board")
    if exact:
        return _play(event, exact, traits)
    if parts.castle is None and parts.piece is not None:
        others = _everywhere(worlds, _loose(parts, traits))
        if text[:1] not in "abcdefgh" or is_figurine(text):
            others = _without_pawns(others)
        others = _by_marks(others, text, traits)
        if others and (not found or is_figurine(text)):
            return _play(event, others, traits, doubt="man")
    if found:
        return _play(event, found, traits)
    if parts.from_ is not None and parts.castle is None:
        moved = _everywhere(worlds, msgspec.structs.replace(parts, from_=None))
        if moved:
            return _play(event, moved, traits, doubt="origin")
    if parts.promotion is not None:
        moved = _everywhere(worlds, msgspec.structs.replace(parts, promotion=None))
        if moved:
            return _play(event, moved, traits, doubt="man")
    return _nothing(worlds, event, traits)


def _everywhere(worlds: list[Position], parts: Parts) -> Found:
    if len(worlds) == 1:
        world = worlds[0]
        return [(world, move) for move in world.resolve(parts)]
    return [(world, move) for world in worlds for move in world.resolve(parts)]


def _unambiguous(found: Found) -> Found:
    """The moves on the boards where the printed one needs no further telling: who wrote it knew the board."""
    counts: dict[int, int] = {}
    for world, _ in found:
        counts[id(world)] = counts.get(id(world), 0) + 1
    return [(world, move) for world, move in found if counts[id(world)] == 1]


def _without_pawns(found: Found) -> Found:
    return [(world, move) for world, move in found if world.type_at(move & 63) != 1]


def _by_marks(found: Found, text: str, traits: Traits) -> Found:
    """Those of several that agree with the printed ×, # and +; all when a mark agrees with none (but × and #)."""
    if CAPTURE_MARK.search(text):
        found = [(world, move) for world, move in found if world.captured_square(move) >= 0]
    elif traits.marks_captures and text[:1] not in "abcdefgh":
        quiet = [(world, move) for world, move in found if world.captured_square(move) < 0]
        found = quiet or found
    if found and found[0][0].dark:
        return found  # nobody announces a check in Dark Chess, so + and # are the annotator's own
    if MATE_MARK.search(text):
        return [(world, move) for world, move in found if world.play(move).suffix() == "#"]
    if CHECK_MARK.search(text) and len(found) > 1:
        return [(world, move) for world, move in found if world.play(move).checkers()] or found
    return found


def meant(world: Position, event: Move, traits: Traits) -> list[int]:
    """The legal moves that a printed one may be on a board, a figurine's man left out of account."""
    if (squares := event.move or by_squares(event)) is not None:
        try:
            move = move_of(squares)
        except ValueError:
            return []
        return [move] if world.is_legal(move) else []
    if event.parts is None:
        return []
    text, found = event.text or "", _everywhere([world], event.parts)
    if is_figurine(text) and event.parts.castle is None:
        found = _everywhere([world], _loose(event.parts, traits))
        found = _without_pawns(found) if traits.bare_pawns else found
    return [move for _, move in _by_marks(found, text, traits)]


def _given(worlds: list[Position], event: Move) -> Resolved:
    """A move whose UCI the record already has."""
    assert event.move is not None
    try:
        move = move_of(event.move)
    except ValueError:
        return _nothing(worlds, event, Traits(True, True))
    able = [world for world in worlds if world.is_legal(move)]
    if not able:
        return _nothing(worlds, event, Traits(True, True), forced=move)
    if len(able) > 1 and event.san is not None:  # the boards on which it is spelled as the record spells it
        bare = event.san.rstrip("+#")
        able = [world for world in able if world.san(move, suffix=False) == bare] or able
    return _certain(event, able, move, event.source)


def _certain(event: Move, able: list[Position], move: int, source: Source, plain: bool = False) -> Resolved:
    """The event filled in.  ``plain``: the man needs no file or rank to be told from others."""
    after = [world.play(move) for world in able]
    first = able[0]
    filled = Move(
        side=event.side,
        turn=event.turn,
        source=source,
        line=event.line,
        column=event.column,
        span=event.span,
        extra=event.extra,
        move=uci(move),
        text=event.text,
        san=first.san(move, suffix=False, alone=plain) + after[0].suffix(),
        options=event.options if event.options and len(event.options) > 1 else None,
        parts=event.parts,
    )
    return Resolved(filled, able, [move] * len(able), after, True)


def _play(event: Move, found: Found, traits: Traits, doubt: str | None = None) -> Resolved:
    moves = {move for _, move in found}
    found_findings: list[Finding] = []
    parts = event.parts
    assert parts is not None
    if doubt in ("man", "origin"):
        found_findings.append(doubted(event, parts, found, doubt, traits))
    if len(moves) == 1:
        move = moves.pop()
        able = [world for world, _ in found]
        resolved = _certain(event, able, move, "inferred" if doubt else event.source)
        resolved.findings, resolved.doubt = found_findings, doubt
        check_marks(resolved, traits)
        if able[0].type_at(move & 63) == 1 and move >> 12 and parts.promotion is None:
            found_findings.append(
                finding(
                    "KN207",
                    f"{event.text} does not say what the pawn becomes; taken for a queen",
                    event,
                    fix=(event.text or "", promoted(event.text or "", traits)),
                )
            )
        return resolved
    texts = sorted({traits.say(world.san(move, suffix=False)) for world, move in found})
    if not doubt and len({id(world) for world, _ in found}) < len(found):
        found_findings.append(
            finding("KN203", f"{event.text} could be {one_of(texts)}", event, note="say which with a file or a rank")
        )
    after = {child.key(): child for child in (world.play(move) for world, move in found)}
    weight = round(1 / len(moves), 4)
    opened = Move(
        side=event.side,
        turn=event.turn,
        source=event.source,
        line=event.line,
        column=event.column,
        span=event.span,
        extra=event.extra,
        move=None,
        text=event.text,
        san=None,
        parts=parts,
        options=tuple(Option(uci(move), weight) for move in sorted(moves)),
    )
    return Resolved(opened, [], [], list(after.values()), False, True, found_findings, doubt)


def _nothing(worlds: list[Position], event: Move, traits: Traits, forced: int | None = None) -> Resolved:
    """No move fits: :mod:`kriegnote.umpire.misread` looks for what may have been played."""
    printed = event.text or event.move or "the move"
    side = event.side or ("white" if worlds[0].turn else "black")
    null = event.parts is None and event.text in NULL_MOVES
    note = NULL_MOVE if null else why_not(worlds[0], event.parts, forced)
    message = f"{printed} is not legal for {side.capitalize()} here"
    found = finding("KN201", message, event, note=note, severity="info" if null else None)
    after = [passed(world) for world in worlds]
    return Resolved(blank(event), [], [], after, False, True, [found], None if null else "nothing")


def blank(event: Move) -> Move:
    """A move that stays as it is printed."""
    return Move(
        side=event.side,
        turn=event.turn,
        source=event.source,
        line=event.line,
        column=event.column,
        span=event.span,
        extra=event.extra,
        move=None,
        text=event.text or event.move,
        san=None,
        options=event.options,
        parts=event.parts,
    )


def by_squares(event: Move | Try) -> str | None:
    """The move that a printed one names by both its squares and nothing else (``g1f3``), which needs no board."""
    text = event.text or ""
    return text if event.parts is not None and event.parts.piece is None and _BOTH_SQUARES.fullmatch(text) else None


def unmistakable(worlds: list[Position], recorded: Move, event: Move) -> Move:
    """A move of a record whose board is in doubt, without its SAN where that might be read as another move.

    That is so where it is another one on some board, and where the record has the squares: they told the boards apart.
    """
    parts = parse_move(event.san) if event.san else None
    if parts is None or event.move is None:
        return event
    if (
        recorded.move is None
        and by_squares(recorded) is None
        and {uci(move) for _, move in _everywhere(worlds, parts)} == {event.move}
    ):
        return event
    return msgspec.structs.replace(event, san=None)


def unseen(event: Made) -> Made:
    """A move or try made where nobody knows the board: known by its squares or not at all."""
    move = event.move or by_squares(event)
    if move == event.move and (event.san is None or move is None):
        return event
    return msgspec.structs.replace(event, move=move, san=None if move else event.san)


def resolve_try(world: Position, event: Try, traits: Traits) -> list[int]:
    """The tries that fit on the mover's own board; a figurine that fits none is left out of account."""
    squares = event.move or by_squares(event)
    if squares is not None:
        try:
            wanted = move_of(squares)
        except ValueError:
            return []
        return [move for move in world.own_moves() if move == wanted]
    if event.parts is None:
        return []
    parts = event.parts
    if is_figurine(event.text) and parts.piece == "P" and traits.bare_pawns:
        parts = msgspec.structs.replace(parts, piece=None)
    found = world.resolve_own(parts)
    if not found and (is_figurine(event.text) or parts.promotion is not None):
        found = world.resolve_own(_loose(parts, traits))
    if is_figurine(event.text) and parts.piece is None:
        found = [move for move in found if world.type_at(move & 63) != 1]
    return found
