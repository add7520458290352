"""The questions that the package ``kriegspiel`` allows the player to move next; its saved games list them."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from kriegnote.notations.kriegspiel.layout import ASKING, Question, Reply

_ANNOUNCED = frozenset(("cincinnati", "wild16", "rand"))
"""The rulesets that announce pawn captures, and accept no try of one if none was announced."""


def pawn_captures(board: chess.Board) -> Iterator[chess.Move]:
    """The legal pawn captures."""
    for move in board.generate_legal_moves(board.pawns):
        if board.is_capture(move):
            yield move


def open_questions(
    board: chess.Board, ruleset: str, asked: list[tuple[Question, Reply]]
) -> tuple[bool, list[Question]]:
    """Whether a pawn capture must be tried now, and all questions that are allowed, in the order of their moves.

    :param asked: the questions of this turn so far, with their answers.
    """
    slants = set(_slants(board))
    origins = {move.from_square for move in pawn_captures(board)}
    if ruleset == "rand":
        tries = {move for move in slants if move.from_square in origins}
    else:
        tries = slants if origins or ruleset not in _ANNOUNCED else set()
    able = set(_own_board(board).legal_moves)
    moves, must, ask = able | tries, False, ruleset in ASKING
    for question, reply in asked:
        if reply.main_announcement == "HAS_ANY":
            must, ask, moves = True, False, moves & slants
        elif reply.main_announcement == "NO_ANY":
            ask, moves = False, moves - slants
        elif reply.main_announcement == "ILLEGAL_MOVE":
            if must and ruleset == "english":  # one pawn capture was tried, and the player is free
                must, moves = False, able | tries
            moves.discard(chess.Move.from_uci(question.chess_move or "0000"))
    texts = sorted(move.uci() for move in moves)
    return must, [*([Question("ASK_ANY")] if ask else []), *(Question("COMMON", text) for text in texts)]


def _own_board(board: chess.Board) -> chess.Board:
    """The board with the men of the player to move only."""
    own = board.copy(stack=False)
    for square in chess.SquareSet(board.occupied_co[not board.turn]):
        own.remove_piece_at(square)
    return own


def _slants(board: chess.Board) -> Iterator[chess.Move]:
    """Every pawn capture that could be tried, whatever stands on its target, unless it is an own man."""
    for square in board.pieces(chess.PAWN, board.turn):
        for target in board.attacks(square) & ~board.occupied_co[board.turn]:
            if chess.square_rank(target) in (0, 7):
                yield from (chess.Move(square, target, promotion=man) for man in (5, 4, 3, 2))
            else:
                yield chess.Move(square, target)
