"""Compares a printed move with a move on the board; the result is a set of bits, one for each sign that differs.

:func:`unlike` is the only matcher; its callers say which signs they ignore: the capture mark of a legal move, the man
    of a figurine, or, for a misprint, any one sign; on a damaged page each sign has a weight.
    :meth:`~kriegnote.chess.position.Position.resolve` and :meth:`~kriegnote.chess.own_men.OwnMen.resolve_own` apply it
    to the moves of a board.
"""

from __future__ import annotations

from typing import Final, Literal

from kriegnote.chess.men import Men
from kriegnote.chess.squares import BIT, NAMES, PAWN, TYPE_OF, from_mask, squares
from kriegnote.model.printed_moves import Parts

(
    MAN,  # another man is printed
    PAWN_SHOWN,  # a sign for a man is printed, but a pawn moves
    ORIGIN,  # the printed file, rank or square of origin is not where the man stands
    FILE,  # the target is on another file
    RANK,  # the target is on another rank
    CASTLING,  # the other castling is printed
    PROMOTION,  # another promotion is printed, or one for a move that does not promote
    UNNAMED,  # a pawn promotes, but no promotion is printed
    UNUSUAL,  # the promotion is not the usual one, and not (correctly) printed
    MARKED,  # marked as a capture (or, for a pawn, with another file of origin), but captures nothing
    UNMARKED,  # captures, but is not marked
    TAKEN,  # another man is named as captured
    PASSING,  # marked as en passant, but is not
) = (1 << bit for bit in range(13))
SQUARE: Final = FILE | RANK
CAPTURE: Final = MARKED | UNMARKED
EVERYTHING: Final = (1 << 13) - 1
UNSAID: Final = CAPTURE | UNNAMED | PASSING
"""What algebraic notation may omit or mark wrongly without meaning another move."""


def unlike(board: Men, move: int, parts: Parts, *, own: bool = False) -> int:
    """The signs, as bits, in which a printed move differs from a move of the side to move; 0 if it does not differ.

    Parts that are not printed do not differ, except for a missing capture mark or promotion.

    :param own: whether the move is on the mover's own board, where only a pawn's move shows whether it captures.
    """
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    if parts.castle is not None or board.castles(move):
        if not board.castles(move) or (parts.castle is None and parts.to is not None and not parts.squares_alone):
            return EVERYTHING
        if parts.castle is not None:
            return 0 if (parts.castle == "short") == (target > origin) else CASTLING
    kind = board.type_at(origin)
    found = 0
    if parts.piece is not None and TYPE_OF[parts.piece] != kind:
        found = MAN
    if kind == PAWN and parts.sign is not None and parts.piece != "P":
        found |= PAWN_SHOWN
    if not from_mask(parts.from_) & BIT[origin] or (parts.origins is not None and NAMES[origin] not in parts.origins):
        found |= ORIGIN
    if parts.wing is not None and _another_is_nearer(board, origin, parts.wing):
        found |= ORIGIN
    return found | _target(NAMES[target], parts) | _promotion(board, promotion, parts) | _capture(
        board, move, kind, parts, own
    )  # fmt: skip


def fits(board: Men, move: int, parts: Parts, ignoring: int = 0, *, own: bool = False) -> bool:
    """Whether a printed move is this move, apart from the ignored signs.

    Besides ``ignoring``, the signs that its notation may omit are ignored: :data:`UNSAID`, or only ``UNNAMED`` in
    descriptive notation (which may name the captured man) and for a player, who knows whether his pawn captures.
    """
    return not unlike(board, move, parts, own=own) & ~(ignoring | (UNNAMED if own or parts.described else UNSAID))


def _another_is_nearer(board: Men, origin: int, wing: Literal["king", "queen"]) -> bool:
    """Whether a man of the same side and kind stands further to a wing than the one on this square."""
    kind = board.type_at(origin)
    files = [square & 7 for square in squares(board.own()) if board.type_at(square) == kind]
    return min(files) < origin & 7 if wing == "queen" else max(files) > origin & 7


def _target(name: str, parts: Parts) -> int:
    printed = parts.to
    if parts.targets is not None:
        return 0 if name in parts.targets else SQUARE
    if printed is None or printed == name:
        return 0
    if len(printed) == 1:
        return 0 if printed in name else FILE if printed.isalpha() else RANK
    return (0 if printed[0] == name[0] else FILE) | (0 if printed[1] == name[1] else RANK)


def _promotion(board: Men, becomes: int, parts: Parts) -> int:
    if not becomes:
        return PROMOTION if parts.promotion is not None else 0
    if parts.promotion is not None and TYPE_OF[parts.promotion] == becomes:
        return 0
    return (UNNAMED if parts.promotion is None else PROMOTION) | (becomes != board.usual_promotion()) * UNUSUAL


def _capture(board: Men, move: int, kind: int, parts: Parts, own: bool) -> int:
    if own and kind != PAWN:
        return 0
    origin, target = move & 63, move >> 6 & 63
    aslant = target if origin & 7 != target & 7 else -1
    taken = aslant if own else board.captured_square(move)
    found = 0
    if taken < 0:
        found = MARKED if parts.capture else 0
    elif not (parts.capture or parts.squares_alone) and (kind != PAWN or parts.from_ is None):
        found = UNMARKED
    if not own:
        if parts.taken is not None and (taken < 0 or TYPE_OF[parts.taken] != board.type_at(taken)):
            found |= TAKEN
        if parts.en_passant and taken in (-1, target):
            found |= PASSING
    return found
