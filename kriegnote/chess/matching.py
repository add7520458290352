"""Printed moves held against moves on a board: in which of its signs a printed move differs from one.

There is one matcher, :func:`unlike`, and whoever matches says which signs are left out of account: of a legal move its
capture mark, of a figurine its man; a misprint is one sign that differs, whichever it is; on a damaged page each sign
has its price.  :meth:`~kriegnote.chess.position.Position.resolve` and
:meth:`~kriegnote.chess.own_men.OwnMen.resolve_own` go through the moves of a board with it.
"""

from __future__ import annotations

from typing import Final

from kriegnote.chess.men import Men
from kriegnote.chess.squares import BIT, NAMES, PAWN, TYPE_OF, from_mask
from kriegnote.model.printed_moves import Parts

(
    MAN,  # another man is printed
    PAWN_SHOWN,  # a man is printed, and it is a pawn that moves
    ORIGIN,  # the printed file, rank or square of origin is not where the man stands
    FILE,  # the target is on another file
    RANK,  # the target is on another rank
    CASTLING,  # the other castling is printed
    PROMOTION,  # another man is named than the pawn becomes, or one though no pawn becomes anything
    UNNAMED,  # a pawn becomes something, and no man is named
    UNUSUAL,  # and it becomes another man than the best there is, which is not what is printed
    MARKED,  # marked as a capture (by a pawn: printed aslant), and takes nothing
    UNMARKED,  # takes, and is not marked
    TAKEN,  # another man is named as taken
    PASSING,  # marked as en passant, and is not
) = (1 << bit for bit in range(13))
SQUARE: Final = FILE | RANK
CAPTURE: Final = MARKED | UNMARKED
EVERYTHING: Final = (1 << 13) - 1
UNSAID: Final = CAPTURE | UNNAMED | PASSING
"""What algebraic notation may leave out or mark wrongly, and the move is still that move."""


def unlike(board: Men, move: int, parts: Parts, *, own: bool = False) -> int:
    """The signs, as bits, in which a printed move differs from a move of the board's mover; 0 for in none.

    What is not printed differs in nothing, but for a capture mark and the man that a pawn becomes.

    :param own: on the mover's own board, where pawns alone are seen to take.
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
    return found | _target(NAMES[target], parts) | _promotion(board, kind, promotion, parts) | _capture(
        board, move, kind, parts, own
    )  # fmt: skip


def fits(board: Men, move: int, parts: Parts, ignoring: int = 0, *, own: bool = False) -> bool:
    """Whether a printed move is this one, but for the signs left out of account.

    Beside those ``ignoring`` these are what the notation may leave unsaid: descriptive notation, which may name the man
    taken, and a player, who sees whether his pawn takes, mark every capture.
    """
    return not unlike(board, move, parts, own=own) & ~(ignoring | (UNNAMED if own or parts.described else UNSAID))


def _target(name: str, parts: Parts) -> int:
    printed = parts.to
    if parts.targets is not None:
        return 0 if name in parts.targets else SQUARE
    if printed is None or printed == name:
        return 0
    if len(printed) == 1:
        return 0 if printed in name else FILE if printed.isalpha() else RANK
    return (0 if printed[0] == name[0] else FILE) | (0 if printed[1] == name[1] else RANK)


def _promotion(board: Men, kind: int, becomes: int, parts: Parts) -> int:
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
