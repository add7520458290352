"""Whether a position, a move and the position after it fit the evidence of one ply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kriegnote.chess.position import Position, squares
from kriegnote.chess.squares import BIT, NOT_A, NOT_H
from kriegnote.knowledge.evidence import Evidence, PlyEvidence
from kriegnote.model.events import Capture, Check, End, PawnTries, Side
from kriegnote.rules import RuleSet, comparison, sight
from kriegnote.rules import announcements as announce
from kriegnote.rules.turn import must_try_pawn_capture


def before_fits(position: Position, ply: PlyEvidence, evidence: Evidence) -> bool:
    """Whether a position fits what was said before the move: pawn captures, answers, the player's refused tries."""
    if ply.tries is not None:
        if not tries_fit(position, ply.tries, evidence.rules):
            return False
    elif "pawn_tries" not in ply.unsaid and position.pawn_targets():
        return False
    if ply.answer is not None and bool(position.pawn_targets()) is not ply.answer:
        return False
    if any(position.is_legal(move) for move in ply.refused):
        return False
    return not ply.refusal or can_be_refused(position)


def tries_fit(position: Position, event: PawnTries, rules: RuleSet) -> bool:
    """Whether a position has the announced pawn captures."""
    return not comparison.pawn_tries_differences(event, position, rules)


def can_be_refused(position: Position) -> bool:
    """Whether any try that the mover's own men allow is illegal: usually a pawn's capture on an empty square."""
    own = position.own()
    pawns = own & position.pawns
    if position.turn:
        reach = (pawns & NOT_A) << 7 | (pawns & NOT_H) << 9
    else:
        reach = (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7
    if reach & ~(position.everyone | (BIT[position.ep] if position.ep >= 0 else 0)):
        return True
    legal = set(position.legal_moves())
    return any(move not in legal for move in position.own_moves())


def candidates(position: Position, ply: PlyEvidence, evidence: Evidence, legal: list[int] | None = None) -> list[int]:
    """The legal moves that fit the evidence, except for what was said after the move other than a capture.

    :param legal: all legal moves, if they have already been generated.
    """
    if not ply.hidden:
        return ply.moves_meant(position) or []
    if legal is None:
        moves = [move for move in _by_capture(position, ply, evidence) if position.is_safe(move & 63, move >> 6 & 63)]
    else:
        moves = list(_by_capture(position, ply, evidence, legal))
    if must_try_pawn_capture(evidence.rules, ply.answer):
        moves = _after_a_yes(position, ply, evidence, moves)
    return moves


def _by_capture(
    position: Position, ply: PlyEvidence, evidence: Evidence, moves: Iterable[int] | None = None
) -> Iterator[int]:
    """The moves that fit the announced capture, or that capture nothing if none was announced.

    This runs for every position that is followed, so it decodes moves itself.
    """
    other = position.black if position.turn else position.white
    moves = position.pseudo_legal() if moves is None else moves
    if ply.capture is None:
        if "capture" in ply.unsaid or not evidence.rules.captures:
            yield from moves
            return
        ep, pawns = position.ep, position.pawns
        for move in moves:
            target = move >> 6 & 63
            if not other >> target & 1 and (target != ep or not pawns >> (move & 63) & 1):
                yield move
        return
    for move in moves:
        target = move >> 6 & 63
        if (other >> target & 1 or target == position.ep) and capture_fits(position, move, ply.capture, evidence.rules):
            yield move


def _after_a_yes(position: Position, ply: PlyEvidence, evidence: Evidence, moves: list[int]) -> list[int]:
    """The moves that fit the duty to try one pawn capture after a yes (Gambit 11).

    All moves fit if a pawn capture may have been tried and refused.
    """
    takes = [move for move in moves if position.is_pawn_capture(move)]
    if ply.refusal or evidence.rules.refusals == "player":
        legal = set(position.legal_moves())
        if any(position.is_pawn_capture(move) and move not in legal for move in position.own_moves()):
            return moves
    return takes


def capture_fits(position: Position, move: int, event: Capture, rules: RuleSet) -> bool:
    """Whether a capture fits all details of the announcement."""
    wrong = comparison.capture_differences(event, position, move)
    return not wrong or not wrong & (~comparison.EN_PASSANT | comparison.ruled_out_en_passant(rules))


def after_fits(before: Position, move: int, after: Position, ply: PlyEvidence, evidence: Evidence) -> bool:
    """Whether a move fits what was said after it: capture, check, promotion, end, and what the players were shown."""
    rules = evidence.rules
    if not ply.hidden:
        taken = before.captured_square(move)
        if ply.capture is None:
            if taken >= 0 and "capture" not in ply.unsaid:
                return False
        elif not capture_fits(before, move, ply.capture, rules):
            return False
    if ply.check is None:
        if "check" not in ply.unsaid and rules.checks and after.checkers():
            return False
    elif not check_fits(after, ply.check, rules):
        return False
    if ply.promotion != bool(move >> 12) and (ply.promotion or (rules.promotion and "promotion" not in ply.unsaid)):
        return False
    if ply.end is None:  # if a later move was made, the game was not over
        if ply.last and "end" not in ply.unsaid and announce.end(after, rules, ply.side, ply.turn) is not None:
            return False
    elif not end_fits(after, ply.end, rules, ply):
        return False
    return not evidence.shown or seen_fits(before, move, after, ply, evidence)


def check_fits(after: Position, event: Check, rules: RuleSet) -> bool:
    """Whether a check fits the announced one; if that has no directions, any check does."""
    return not comparison.check_differences(event, announce.directions(after, rules))


def end_fits(after: Position, event: End, rules: RuleSet, ply: PlyEvidence) -> bool:
    """Whether the end of the game on the board is the announced one."""
    return not comparison.end_differences(event, announce.end(after, rules, ply.side, ply.turn))


def seen_fits(before: Position, move: int, after: Position, ply: PlyEvidence, evidence: Evidence) -> bool:
    """Whether the listeners were shown exactly what this move shows them."""
    game = evidence.rules.game
    for side in _listeners(evidence):
        if side not in ply.reveals and "reveal" in ply.unsaid:
            continue
        truth = sight.reveal(before, move, after, side, ply.side, ply.turn, game)
        event = ply.reveals.get(side)
        if truth is None or event is None:
            if truth is not event:
                return False
        elif (truth.seen, truth.moved) != (event.seen, event.moved) or set(truth.lines) != set(event.lines):
            return False
    return True


def _listeners(evidence: Evidence) -> tuple[Side, ...]:
    if evidence.view == "umpire":
        return ("white", "black")
    return () if evidence.view == "public" else (evidence.view,)


def men_of(position: Position, white: bool) -> Iterator[tuple[int, int]]:
    """The square and type of every man of one side."""
    for square in squares(position.white if white else position.black):
        yield square, position.type_at(square)
