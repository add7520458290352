"""Finds the announcements between the moves that prose reports, and the end behind them, if the board allows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from lark import Token, Tree

from kriegnote.chess.position import Position
from kriegnote.model.endings import OF_LOSER, implied_result
from kriegnote.model.events import AnyEvent, Capture, Check, End, Move, PawnTries, Promotion, Side, Try
from kriegnote.notations.continued_moves import ReportedStep
from kriegnote.rules import comparison
from kriegnote.text.speech.announced import REASONS, capture_fields, directions, is_the_loser, pawn_tries_fields
from kriegnote.text.speech.clauses import BREAKS, SKIPPED, body_of, clause, side_of
from kriegnote.text.speech.reported import Prose

_NO_CLAUSE: Final = BREAKS | SKIPPED
"""Tokens with which no clause begins; one may begin behind them."""
_BEFORE_A_CLAUSE: Final = _NO_CLAUSE | {"OTHER_SIGN", "UNKNOWN_WORD", "MIXED", "INT"}
"""Tokens behind which a clause may begin: no word of a sentence."""
ON_THE_BOARD: Final = frozenset({"checkmate", "stalemate"})
"""Ends that a board without a legal move shows."""


class ProseStatement(NamedTuple):
    """An event that prose states, and the index of the token that states it."""

    at: int
    event: AnyEvent


def announcements(
    tokens: Sequence[Token], steps: Sequence[ReportedStep], start: Position, text: str
) -> Iterator[ReportedStep]:
    """The captures, checks, promotions and pawn tries that clauses announce, the first of each kind after a move.

    :param steps: the moves and tries.
    :param start: the board before them.
    :param text: the text of the tokens.
    """
    prose = Prose([*tokens])
    made = [one for one in steps if isinstance(one.event, (Move, Try))]
    board, before, move = start, None, None
    first = 0
    for one in (*made, None):
        last = one.at if one is not None else len(tokens)
        yield from _between(prose, first, last, text, board, before, move)
        if one is None:
            break
        first = one.at + 1
        if one.move is not None:
            board, before, move = one.board, board, one.move


def _between(
    prose: Prose, first: int, last: int, text: str, board: Position, before: Position | None, move: int | None
) -> Iterator[ReportedStep]:
    """What the clauses of ``prose.tokens[first:last]`` announce on a board after its last move."""
    words = prose.tokens
    stretch = [*words[:last]]
    known: set[type[AnyEvent]] = set()
    at = first
    while at < last:
        begins = words[at].type not in _NO_CLAUSE and (at == first or words[at - 1].type in _BEFORE_A_CLAUSE)
        found = clause(stretch, at, text) if begins else None
        event = _announced(body_of(found.tree), found.kind, board, before, move) if found is not None else None
        if found is None or event is None or prose.is_denied(at) or prose.is_asked(at):
            at += 1
            continue
        if type(event) not in known:
            known.add(type(event))
            yield ReportedStep(at, event, board, after=found.after)
        at = found.after


def _announced(
    tree: Tree[Token], kind: str, board: Position, before: Position | None, move: int | None
) -> AnyEvent | None:
    """The announcement in a clause, if it is true; None if it is none or false."""
    if kind == "pawns" and side_of(tree) in (None, board.side):
        side: Side = board.side
        event = PawnTries(side=side, turn=board.fullmove, **pawn_tries_fields(tree, side))
        return None if comparison.pawn_tries_differences(event, board, None) else event
    if before is None or move is None:
        return None
    who: dict[str, Any] = {"side": before.side, "turn": before.fullmove}
    said: Capture | Check | Promotion
    if kind == "capture" and (is_the_loser(tree) or side_of(tree) != board.side):
        said = Capture(**who, **capture_fields(tree, before.side))
    elif kind == "check":
        said = Check(**who, directions=tuple(sorted(directions(tree))))
    elif kind == "promotion":
        said = Promotion(**who)
    else:
        return None
    return said if comparison.is_true(said, board, before, move) else None


def end_of_prose(
    prose: Prose, boards: Sequence[Position] | None, side: Side, turn: int, *, first: int = 0, most: int | None = None
) -> ProseStatement | None:
    """The end of the game that prose states, and the index of its token; None if it states none.

    :param boards: the possible boards after the last move; a mate or a stalemate has to be on one of them; None
        if only one player's men are known, whom nothing can contradict.
    :param side, turn: who made the last move, and when.
    :param first: the index of the first token that may state it.
    :param most: the greatest number beside it: “draw agreed on move 41” is another turn.
    """
    for one in prose.ends():
        reason = REASONS[prose.tokens[one.at].type]
        loser = side if reason not in OF_LOSER else one.side
        if one.at < first or (most is not None and one.number > most):
            continue
        if reason in ON_THE_BOARD and boards is not None and all(each.has_legal_move() for each in boards):
            continue
        return ProseStatement(one.at, End(side=loser, turn=turn, reason=reason, result=implied_result(reason, loser)))
    return None
