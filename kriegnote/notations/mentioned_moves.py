"""The legal moves and the tries that a move mentioned in prose may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from kriegnote.chess.position import Position
from kriegnote.chess.squares import LETTERS, NAMES, origin_of, rank_from, target_of
from kriegnote.model.printed_moves import Language, Parts, printed_form
from kriegnote.text.speech.mentions import Mention


def fitting_moves(
    board: Position, before: Position | None, last_move: int | None, one: Mention, parts: Parts
) -> Iterator[int]:
    """The legal moves that a reading of a mention may be.

    :param before: the position before the last move; None if there is none.
    :param parts: the reading.
    """
    if not one.likewise:
        yield from _steps_of_pawns(board, parts, one.squares) if one.squares else _legal(board, last_move, parts)
    elif before is not None and last_move is not None:
        yield from _mirrored(board, before, last_move)


def _legal(board: Position, last_move: int | None, parts: Parts) -> Iterator[int]:
    """The legal moves that a move, perhaps in words, may be; without a square, a capture, first on the last square."""
    if parts.to is not None or parts.castle is not None or parts.described:
        moves = board.resolve(parts)
        yield from (one for one in moves if not parts.capture or parts.mark or board.captured_square(one) >= 0)
        return
    fitting = [
        one
        for one in board.legal_moves()
        if board.captured_square(one) >= 0
        and parts.piece in (None, LETTERS[board.type_at(origin_of(one))])
        and (parts.from_ is None or NAMES[origin_of(one)].startswith(parts.from_))
        and (parts.origins is None or NAMES[origin_of(one)] in parts.origins)
    ]
    last = None if last_move is None else target_of(last_move)
    again = [one for one in fitting if target_of(one) == last]
    yield from again or (fitting if parts.piece is not None else ())


def of_another_man(moves: Iterable[int], board: Position, last: Iterable[tuple[int, Position]]) -> list[int]:
    """The moves without those of the man that moved last of those of his kind: “the other knight”.

    :param last: the mover's last moves, the last one first, and the boards after them.
    """
    found = [*moves]
    kinds = {board.type_at(origin_of(move)) for move in found}
    at = next((target_of(move) for move, after in last if after.type_at(target_of(move)) in kinds), None)
    return [move for move in found if origin_of(move) != at]


def _mirrored(board: Position, before: Position, last_move: int) -> Iterator[int]:
    """The legal move that is the last one on the other side of the board."""
    last = origin_of(last_move), target_of(last_move)
    there = tuple(NAMES[at][0] + rank_from(NAMES[at][1], "black") for at in last)
    man = before.type_at(last[0])
    for move in board.legal_moves():
        if (NAMES[origin_of(move)], NAMES[target_of(move)]) == there and board.type_at(origin_of(move)) == man:
            yield move


def _steps_of_pawns(board: Position, parts: Parts, squares: int) -> Iterator[int]:
    """The legal moves of pawns by so many squares, on the named file if one is."""
    for move in board.legal_moves():
        origin, target = NAMES[origin_of(move)], NAMES[target_of(move)]
        if (
            LETTERS[board.type_at(origin_of(move))] == "P"
            and origin[0] == target[0]
            and abs(int(target[1]) - int(origin[1])) == squares
            and (parts.origins is None or origin in parts.origins)
        ):
            yield move


def spelled_try(one: Mention, parts: Parts, board: Position, lang: Language) -> str | None:
    """The printed form of a try; None if the words leave the move open.

    One that is impossible on the mover's own board is a try if it is refused and its number says whose it is.
    """
    tries = board.resolve_own(parts)
    numbered = one.printed and one.turn == (board.fullmove, board.side)
    if not tries and not (numbered and one.verdict is not None and parts.to is not None):
        return None
    if not tries or parts.castle is not None or parts.squares_alone:
        return printed_form(parts, lang)
    named = {(LETTERS[board.type_at(origin_of(move))], NAMES[target_of(move)]) for move in tries}
    if len(named) != 1:
        return parts.sign if one.printed else None  # KtxP: as it is printed
    ((man, target),) = named
    files = {NAMES[origin_of(move)][0] for move in tries}
    if man == "P":
        file = "".join(files) if len(files) == 1 else None
        pawn = Parts("P", file, target, parts.promotion, files != {target[0]})
        return printed_form(pawn, lang)
    return printed_form(
        msgspec.structs.replace(parts, piece=man, to=target, promotion=None, sign=None, mark=None), lang
    )
