"""The legal moves that a printed ply may stand for, with the slips that each of them implies.

A step is a tuple (move, slips, price); the move is :data:`SKIP` if nothing was played at the slot.  A *budget* is the
highest price that slips may have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from operator import itemgetter
from typing import Final

from kriegnote.chess import matching
from kriegnote.chess.matching import unlike
from kriegnote.chess.position import KING, PAWN, TYPE_OF, Position, from_mask, square_name, square_of, squares
from kriegnote.model.printed_moves import Parts
from kriegnote.restoration import misprints
from kriegnote.restoration.printed_slot import (
    ADDED_LETTER,
    ADDED_MAN,
    ALIKE,
    ALIKE_OR_BESIDE,
    AMBIGUOUS,
    BESIDE,
    CASTLE,
    DOUBLED,
    LETTER,
    LOST,
    LOST_MAN,
    MARK,
    NUMBER,
    ORIGIN,
    OTHER,
    PRICE,
    PROMOTION,
    SIDE,
    SKIP,
    SQUARE,
    STRAY_MARK,
    UNLIKE,
    Slot,
    cost,
)

_PIECES: Final = tuple(range(2, 7))
_MEN: Final = tuple(range(1, 7))


def false_mark(after: Position, slot: Slot) -> int:
    """How wrong the printed check or mate mark of a slot is, given the position after its move.

    0 if it is right, 1 if mate is printed for a check or check for a quiet move, 2 if mate is printed for a quiet move.
    In Dark Chess only a mate mark is wrong (1), if the mated side still has its king.
    """
    if after.dark:
        return int(slot.mate and bool(after.kings & after.own()))
    if not after.checkers():
        return 2 if slot.mate else 1
    return 1 if slot.mate and after.has_legal_move() else 0


def steps(position: Position, slot: Slot, budget: int) -> Iterable[tuple[int, int, int]]:
    """The steps that a slot may stand for, its check and mate marks ignored."""
    if position.dark and not position.kings & position.own():
        return ()
    parts = slot.parts
    if slot.loose or slot.again or parts is None or parts.described or parts.to is None or len(parts.to) == 1:
        return _steps(position, slot, budget)
    if not slot.figurine or (slot.pawns and not slot.letter):
        return _steps(position, slot, budget)
    return _as_printed(position, parts, slot)


def _as_printed(position: Position, parts: Parts, slot: Slot) -> list[tuple[int, int, int]]:
    """The steps in the common case, a printed man and no slips, computed quickly."""
    assert parts.to is not None
    target = square_of(parts.to)
    own, other = (position.white, position.black) if position.turn else (position.black, position.white)
    bit = 1 << target
    if own & bit or parts.promotion is not None or (slot.marks and bool(other & bit) != bool(parts.capture)):
        return []
    found = position.attackers(target, position.turn, own | other) & ~position.pawns
    if parts.from_:
        found &= from_mask(parts.from_)
    safe = [square for square in squares(found) if position.is_safe(square, target)]
    if slot.letter and parts.piece is not None:
        safe = [square for square in safe if position.type_at(square) == TYPE_OF[parts.piece]]
    if len(safe) > 1:
        kinds = [position.type_at(square) for square in safe]
        safe = [square for square, kind in zip(safe, kinds, strict=True) if kinds.count(kind) == 1]
    return [(square | target << 6, 0, 0) for square in safe]


def _steps(position: Position, slot: Slot, budget: int) -> Iterable[tuple[int, int, int]]:
    parts = slot.parts
    if slot.only:
        return [(move, 0, 0) for move in slot.only if position.is_legal(move)]
    if slot.absent == "possible":
        return _perhaps_lost(position, slot, budget)
    if parts is None:
        return _without_move(position, slot, budget)
    return _printed(position, slot, parts, budget)


def _perhaps_lost(position: Position, slot: Slot, budget: int) -> Iterator[tuple[int, int, int]]:
    """The steps of an inserted slot: nothing was played, or a ply is lost."""
    yield SKIP, 0, 0
    slip = SIDE if slot.lone and _granted(slot, SIDE, budget) and position.turn else LOST
    if _granted(slot, slip, budget):
        yield from _any(position, slip, PRICE[slip])


def _without_move(position: Position, slot: Slot, budget: int) -> Iterator[tuple[int, int, int]]:
    """The steps of a slot without a move: its ply is missing by the move numbers, or its word is not a move."""
    if slot.lone and slot.loose & SIDE and position.turn:  # White's ply is the missing one
        yield SKIP, SIDE, 0
        return
    if slot.absent == "certain" and _granted(slot, NUMBER, budget):
        yield SKIP, NUMBER, PRICE[NUMBER]
    yield from _unlike(position, slot, budget) if slot.word else _any(position, LOST, 0)


def _any(position: Position, slip: int, price: int) -> Iterator[tuple[int, int, int]]:
    for move in position.legal_moves():
        yield move, slip, price


def _printed(position: Position, slot: Slot, parts: Parts, budget: int) -> Iterator[tuple[int, int, int]]:
    """The steps of a slot with a printed move, which may also be a ply that is printed twice."""
    if slot.again and position.turn:  # after White's ply was skipped it is still White's turn
        yield SKIP, DOUBLED, 0
        if slot.again == 2:
            return
    elif slot.doubled and _granted(slot, DOUBLED, budget):
        yield SKIP, DOUBLED, PRICE[DOUBLED]
    if parts.castle is not None:
        yield from _castlings(position, slot, parts, budget)
    elif parts.described:
        yield from _described(position, slot, parts, budget)
    else:
        yield from _to_squares(position, slot, parts, budget)


def _castlings(position: Position, slot: Slot, parts: Parts, budget: int) -> Iterator[tuple[int, int, int]]:
    for move in position.resolve(parts):
        yield move, 0, 0
    if _granted(slot, CASTLE, budget):
        for move in position.resolve(Parts(castle="long" if parts.castle == "short" else "short")):
            yield move, CASTLE, PRICE[CASTLE]


def _to_squares(position: Position, slot: Slot, parts: Parts, budget: int) -> Iterator[tuple[int, int, int]]:
    misread = slot.loose & SQUARE and budget >= PRICE[OTHER]
    respelt = slot.word[:1].isascii() and _granted(slot, OTHER, budget)
    legal = position.legal_moves() if misread or respelt else []
    if misread and len(parts.to or "") == 2:
        found = _near(position, slot, parts, budget, legal)
    else:
        found = [
            step for target in _targets(position, parts) for step in _arrivals(position, slot, parts, target, budget)
        ]
    yield from found
    if respelt:
        known = {move for move, _, price in found if price <= PRICE[OTHER]}
        for move in _respelt(position, slot, legal):
            if move not in known:
                yield move, OTHER, PRICE[OTHER]
    if len(parts.to or "") == 1 and _granted(slot, OTHER, budget):  # ab may be a6
        for move, slips, price in _unlike(position, slot._replace(loose=0), budget):
            yield move, slips | OTHER, price + PRICE[OTHER]


def _near(
    position: Position, slot: Slot, parts: Parts, budget: int, legal: Collection[int]
) -> list[tuple[int, int, int]]:
    """The steps to the printed square, to all that differ from it by the file or the rank, and to that which it is
    from the other side of the board.

    :param legal: the legal moves.
    """
    printed, mask, kinds = square_of(parts.to or ""), from_mask(parts.from_), _kinds(slot, parts, budget)
    moves: list[tuple[bool, int, int, int]] = []  # the printed square first, then by square and man
    fitting: Counter[tuple[int, int]] = Counter()  # men of one type that the text allows, by type and square
    for move in legal:
        origin, target = move & 63, move >> 6 & 63
        kind = position.type_at(origin)
        beside = target & 7 == printed & 7 or target >> 3 == printed >> 3 or target == 63 - printed
        if not beside or kind not in kinds:
            continue
        if kind == KING and position.castles(move):
            if not parts.squares_alone:
                continue
        elif mask >> origin & 1:
            fitting[kind, target] += 1
        moves.append((target != printed, target, kinds.index(kind), move))
    found: list[tuple[int, int, int]] = []
    for _, target, kind, move in sorted(moves, key=itemgetter(0, 1, 2)):
        several = kinds[kind] != PAWN and fitting[kinds[kind], target] > 1
        found += _step(position, slot, parts, move, budget, several=several)
    return found


def _respelt(position: Position, slot: Slot, legal: Collection[int]) -> Iterator[int]:
    """Of the legal moves those whose words differ from the printed one by about one sign."""
    near, word = misprints.near_squares(slot.word), slot._replace(figurine=False)
    for move in legal:
        if near[move >> 6 & 63] <= misprints.MORE and _resembles(position, word, move, misprints.MORE):
            yield move


def _described(position: Position, slot: Slot, parts: Parts, budget: int) -> Iterator[tuple[int, int, int]]:
    """The steps of a move in descriptive notation.

    If several moves fit it, check and mate marks included, it is ambiguous (:data:`AMBIGUOUS`).  It may also be a move
    with another file or rank of the target, or any other move (:data:`UNLIKE`).
    """
    fitting = position.resolve(parts)
    found = fitting
    if len(found) > 1 and (slot.check or slot.mate):
        found = [move for move in found if not false_mark(position.play(move), slot)] or found
    if len(found) < 2:
        yield from ((move, 0, 0) for move in found)
    elif _granted(slot, AMBIGUOUS, budget):
        yield from ((move, AMBIGUOUS, PRICE[AMBIGUOUS]) for move in found)
    beside: dict[int, int] = {}
    if parts.targets is not None and slot.loose & SQUARE and budget >= PRICE[OTHER]:
        for move in position.resolve(parts, matching.SQUARE):
            if move not in fitting and (slip := _misnamed(square_name(move >> 6 & 63), parts.targets)):
                beside[move] = slip
    yield from ((move, slip, PRICE[slip]) for move, slip in beside.items())
    if _granted(slot, UNLIKE, budget):
        yield from (
            one for one in _any(position, UNLIKE, PRICE[UNLIKE]) if one[0] not in fitting and one[0] not in beside
        )


def _misnamed(name: str, printed: Collection[str]) -> int:
    """The slip by which a square was printed as one of several others; 0 if none explains it."""
    ranks = [abs(ord(name[1]) - ord(one[1])) for one in printed if one[0] == name[0]]
    if 1 in ranks:
        return BESIDE
    return OTHER if ranks or any(one[1] == name[1] for one in printed) else 0


def _unlike(position: Position, slot: Slot, budget: int) -> Iterator[tuple[int, int, int]]:
    """The legal moves of which a word that is not a move may be a damaged copy; all others as :data:`UNLIKE`."""
    near = misprints.near_squares(slot.word)
    castles = min(misprints.castling(slot.word, side) for side in misprints.CASTLING) <= misprints.READABLE
    for move in position.legal_moves():
        origin, target = move & 63, move >> 6 & 63
        king = castles and abs(origin - target) == 2 and position.type_at(origin) == KING
        if slot.figurine and not slot.pawns and position.type_at(origin) == PAWN:
            continue
        close = near[target] <= misprints.READABLE or (slot.long and near[origin] <= misprints.SIMILAR)
        if (king or close) and _resembles(position, slot, move, misprints.READABLE):
            yield move, 0, 0
        elif _granted(slot, UNLIKE, budget):
            yield move, UNLIKE, PRICE[UNLIKE]


def unlikeliness(position: Position, slot: Slot, move: int, after: Position | None = None) -> float:
    """The unlikeliness of the printed word of a slot as a copy of a legal move.

    :param after: the position after the move, if it is known.
    """
    return misprints.reading(position, move, slot.word, slot.letters, slot.figurine, slot.long, after)


def _resembles(position: Position, slot: Slot, move: int, most: float) -> bool:
    """Whether :func:`unlikeliness` is at most ``most``."""
    return misprints.resembles(position, move, slot.word, slot.letters, slot.figurine, slot.long, most=most)


def _granted(slot: Slot, slip: int, budget: int) -> bool:
    """Whether a slot grants a slip that the budget allows."""
    return bool(slot.loose & slip) and budget >= PRICE[slip]


def _targets(position: Position, parts: Parts) -> Iterable[int]:
    """The squares that the printed target, perhaps a file or a rank alone, may be."""
    name = parts.to or ""
    if len(name) == 1:
        return sorted({move >> 6 & 63 for move in position.resolve(parts)})
    return (square_of(name),) if len(name) == 2 else ()


def _arrivals(position: Position, slot: Slot, parts: Parts, target: int, budget: int) -> Iterator[tuple[int, int, int]]:
    """The steps to one square that a printed ply may stand for."""
    mask = from_mask(parts.from_)
    for kind in _kinds(slot, parts, budget):
        if kind == PAWN:
            moves, several = _pawn_moves(position, target), False
        else:
            origins = position.origins(kind, target)
            fitting = origins & mask
            moves, several = [origin | target << 6 for origin in squares(origins)], bool(fitting & (fitting - 1))
        if kind == KING and parts.squares_alone:
            moves += [move for move in position.arrivals(target) if position.castles(move)]
        for move in moves:
            yield from _step(position, slot, parts, move, budget, several=several)


def _step(
    position: Position, slot: Slot, parts: Parts, move: int, budget: int, *, several: bool
) -> tuple[tuple[int, int, int], ...]:
    """A move as a step, if the slot and the budget grant its slips; ``several``: as printed, other men fit as well."""
    slips = _slips(position, slot, parts, move)
    if slips is None or (slips & SQUARE and slips & ORIGIN):
        return ()
    if several and not slips & ORIGIN:
        slips |= AMBIGUOUS
    if not slips:
        return ((move, 0, 0),)
    price = cost(slips)
    return ((move, slips, price),) if not slips & ~slot.loose and price <= budget else ()


def _kinds(slot: Slot, parts: Parts, budget: int) -> tuple[int, ...]:
    """The types of men that the printed man may stand for."""
    if slot.letter:
        typed = TYPE_OF[str(parts.piece)]
        if _granted(slot, LETTER, budget):
            return _MEN
        return (PAWN, typed) if _granted(slot, ADDED_LETTER, budget) else (typed,)
    slip = ADDED_MAN if slot.figurine else LOST_MAN
    if parts.piece is None or (slot.figurine and slot.pawns) or _granted(slot, slip, budget):
        return _MEN
    return _PIECES if slot.figurine else (PAWN,)


_SLIPS: Final = (
    (matching.ORIGIN, ORIGIN), (matching.MARKED, STRAY_MARK), (matching.UNMARKED, MARK), (matching.UNNAMED, PROMOTION),
)  # fmt: skip


def slip_costing(cost: float) -> int:
    """The slip that corresponds to the cost of a misprint (:mod:`kriegnote.restoration.misprints`); 0 for none."""
    return _MISREAD.get(cost, OTHER)


def _misread_square(printed: str, written: str) -> int:
    slip = slip_costing(misprints.cost(printed, written))
    return ALIKE_OR_BESIDE if slip == ALIKE and misprints.is_beside(printed, written) else slip


_MISREAD: Final = {0.0: 0, misprints.SIMILAR: ALIKE, misprints.NEXT: BESIDE, misprints.GONE: LOST_MAN}


def _slips(position: Position, slot: Slot, parts: Parts, move: int) -> int | None:
    """The slips in a printed ply if a given move was played; None if slips cannot explain it.

    Another man than the figurine shows, or another promotion, is not a slip: for those the glyphs are weighed.
    """
    signs = unlike(position, move, parts)
    if signs == matching.EVERYTHING or (signs & matching.PROMOTION and not move >> 12):
        return None
    alone = parts.piece is None  # only squares are printed: any man, and captures are not marked
    if alone or not slot.marks:
        signs &= ~matching.CAPTURE
    if alone and not signs & matching.UNUSUAL:
        signs &= ~matching.UNNAMED
    slips = sum(slip for sign, slip in _SLIPS if signs & sign) if signs else 0
    if signs & matching.SQUARE:
        slips |= _misread_square(parts.to or "", square_name(move >> 6 & 63))
    pawn = position.type_at(move & 63) == PAWN
    if slot.letter:
        return slips | ((ADDED_LETTER if pawn else LETTER) if signs & matching.MAN else 0)
    if pawn and slot.figurine and not slot.pawns:
        return slips | ADDED_MAN
    return slips | (0 if pawn or slot.figurine or alone else LOST_MAN)


def _pawn_moves(position: Position, target: int) -> list[int]:
    """Every legal pawn move to a square, each promotion as a move of its own."""
    return [move for move in position.arrivals(target) if position.type_at(move & 63) == PAWN]
