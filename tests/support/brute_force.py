"""A printed mate in two followed reply by reply with python-chess: slow, plain, and nothing of the prover's.

It knows what an umpire announces of captures, checks and pawn captures, and follows policies that speak of these; it
reads no figurine: each try is given its move.  A plan without an order is good when one order is good for all replies.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import chess

from kriegnote.problems.policy import (
    Answer,
    Branch,
    Captures,
    Checks,
    Condition,
    Either,
    Fork,
    NotSilent,
    Otherwise,
    PawnTries,
    Plan,
    Silent,
    Try,
    Under,
)

World = tuple[chess.Board, chess.Board]
"""A board before Black's reply and after it."""
Moves = Mapping[tuple[int, int], chess.Move]
"""The move of each try, by its place in the text."""


def mates(fen: str, plan: Plan, moves: Moves, *, eastern: bool) -> bool:
    """Whether whoever follows the plan mates with his second move, whatever Black replies to the first.

    :param eastern: pawn captures are told when White asks, else their number is announced.
    """
    board = chess.Board(fen)
    (key,) = plan
    assert isinstance(key, Try)
    board.push(moves[key.span])
    classes: dict[object, list[World]] = {}
    for reply in board.legal_moves:
        after = board.copy(stack=False)
        after.push(reply)
        classes.setdefault(_heard(board, after, reply, eastern), []).append((board, after))
    return all(_solved(key.then or (), heard, some, moves, eastern) for heard, some in classes.items())


def _heard(before: chess.Board, after: chess.Board, reply: chess.Move, eastern: bool) -> object:
    square = None
    if before.is_capture(reply):
        square = reply.to_square
        if before.is_en_passant(reply):
            square = reply.to_square + (8 if not before.turn else -8)
    return square, tuple(sorted(_directions(after))), None if eastern else len(_pawn_captures(after))


def _directions(board: chess.Board) -> set[str]:
    """From which directions the side to move is in check; a diagonal is a diagonal."""
    king = board.king(board.turn)
    assert king is not None
    found = set()
    for square in board.checkers():
        if board.piece_type_at(square) == chess.KNIGHT:
            found.add("knight")
        elif chess.square_file(square) == chess.square_file(king):
            found.add("file")
        elif chess.square_rank(square) == chess.square_rank(king):
            found.add("rank")
        else:
            found.add("diagonal")
    return found


def _pawn_captures(board: chess.Board) -> list[chess.Move]:
    return [m for m in board.legal_moves if board.piece_type_at(m.from_square) == chess.PAWN and board.is_capture(m)]


def _solved(plan: Plan, heard: object, worlds: Sequence[World], moves: Moves, eastern: bool) -> bool:
    return any(
        all(_mated(order, world, eastern) for world in worlds) for order in _orders(plan, heard, worlds, moves, eastern)
    )


def _orders(plan: Plan, heard: object, worlds: Sequence[World], moves: Moves, eastern: bool) -> list[list[object]]:
    """The orders of tries that a plan leaves open; a try is a move, a question a pair of such lists."""
    found: list[list[object]] = [[]]
    for stage in plan:
        if isinstance(stage, Try):
            some: list[list[object]] = [[moves[stage.span]]]
        elif isinstance(stage, Either):
            some = [
                [step for part in parts for step in part]
                for row in itertools.permutations(stage.options)
                for parts in itertools.product(*(_orders(each, heard, worlds, moves, eastern) for each in row))
            ]
        else:
            some = _branch(stage, heard, worlds, moves, eastern)
        found = [before + after for before in found for after in some]
    return found


def _branch(fork: Fork, heard: object, worlds: Sequence[World], moves: Moves, eastern: bool) -> list[list[object]]:
    if any(isinstance(each, Answer) for branch in fork.branches for each in branch.when):
        answers = {each.any: branch for branch in fork.branches for each in branch.when if isinstance(each, Answer)}
        yes, no = (
            _orders(answers[answer].plan, heard, worlds, moves, eastern) if answer in answers else [[]]
            for answer in (True, False)
        )
        return [[(one, other)] for one in yes for other in no]
    fits = [b for b in fork.branches if all(_holds(each, heard, worlds[0], eastern) for each in b.when)]
    named = [branch for branch in fits if not any(isinstance(each, Otherwise) for each in branch.when)]
    best = max((_says(branch) for branch in named), default=0)
    chosen = [branch for branch in named if _says(branch) == best] or fits
    return _orders((Either(options=tuple(branch.plan for branch in chosen)),), heard, worlds, moves, eastern)


def _says(branch: Branch) -> int:
    return sum(1 if isinstance(each, Silent) else 2 for each in branch.when)


def _holds(condition: Condition, heard: object, world: World, eastern: bool) -> bool:
    square, checks, tries = heard  # type: ignore[misc]
    if isinstance(condition, Silent):
        return square is None and not checks
    if isinstance(condition, NotSilent):
        return square is not None or bool(checks)
    if isinstance(condition, Captures):
        return (square is not None) is condition.happened and (
            condition.square is None or chess.parse_square(condition.square) == square
        )
    if isinstance(condition, Checks):
        return bool(checks) is condition.happened and set(condition.directions) <= set(checks)
    if isinstance(condition, PawnTries):
        return tries is not None and tries in (condition.count, *condition.also)
    if isinstance(condition, Under):
        return (condition.rules == "eastern") is eastern
    assert isinstance(condition, Otherwise), condition
    return True


def _mated(order: Sequence[object], world: World, eastern: bool) -> bool:
    """Whether the first try of a row that is legal mates; after a yes the first try must be a pawn's capture."""
    board = world[1]
    for step in order:
        if isinstance(step, tuple):
            captures = bool(_pawn_captures(board))
            row = step[0] if captures else step[1]
            if eastern and captures and not (row and _is_pawn_capture(board, row[0])):
                return False
            return _mated(row, world, eastern)
        assert isinstance(step, chess.Move)
        if step in board.legal_moves:
            after = board.copy(stack=False)
            after.push(step)
            return after.is_checkmate()
    return False


def _is_pawn_capture(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.PAWN and chess.square_file(move.from_square) != (
        chess.square_file(move.to_square)
    )
