"""The legal games that fit a printed score: a lattice of positions, one layer a ply.

The man a page shows is not to be trusted, so a printed figurine stands for every piece; squares, captures, checks,
mates, castling and disambiguation are taken as printed.  Equal positions (:meth:`Position.key`) are merged, so counting
the games that fit (:meth:`Lattice.readings`) is plain arithmetic and exact.

What a hand or a scanner gets wrong apart from figurines is a *slip* and has a price (:data:`PRICE`).  A lattice is
grown within a budget: each node is a position together with what the slips on the way to it cost.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from kriegnote.chess.position import (
    KING,
    LETTERS,
    PAWN,
    TYPE_OF,
    Position,
    from_mask,
    square_name,
    square_of,
    squares,
)
from kriegnote.model.printed_moves import Parts
from kriegnote.restoration import misprints

# Slips, as bits; several may meet in one ply.
(
    UNTOLD,
    MARK,
    STRAY_MARK,
    FIGURINE,
    ORIGIN,
    SQUARE,
    CHECK,
    CASTLE,
    PROMOTION,
    LOST,
    DOUBLED,
    NUMBER,
    LETTER,
    SIDE,
    UNLIKE,
) = (1 << bit for bit in range(15))
PRICE: Final = {
    UNTOLD: 1,  # two men of a kind could go there and nothing tells which
    MARK: 1,  # a capture without its mark
    STRAY_MARK: 2,  # a mark without a capture
    FIGURINE: 2,  # a figurine dropped, or one before a pawn move
    ORIGIN: 2,  # the printed file or rank of origin is another man's
    SQUARE: 3,  # the file or the rank of the target is misprinted
    CHECK: 2,  # + without check, # without mate
    CASTLE: 2,  # O-O for O-O-O
    PROMOTION: 1,  # a pawn on the last rank and no man named
    LOST: 4,  # a ply that is not printed, and no number says so
    DOUBLED: 3,  # a ply printed twice
    NUMBER: 3,  # the numbers jump where no ply was lost
    LETTER: 3,  # a typed letter that is another man's
    SIDE: 1,  # of a turn with one ply, it is Black's that is printed
    UNLIKE: 3,  # a word that is no move stands for one that it is not like
}
PER_PRICE: Final = 2.5  # what one unit of price weighs, a logarithm
CHEAP: Final = UNTOLD | MARK | STRAY_MARK | FIGURINE | ORIGIN | CHECK | CASTLE | PROMOTION | SIDE
EVERY: Final = (1 << 15) - 1
EXPLAINED: Final = EVERY & ~(LOST | DOUBLED | NUMBER | SIDE)  # the slips within a word
SKIP: Final = -1
KEPT: Final = 40  # layers at the end of a growing lattice that keep their dead ends, where slips are looked for
_PIECES: Final = tuple(range(2, 7))
_MEN: Final = tuple(range(1, 7))


class Slot(NamedTuple):
    """One ply as the page shows it; ``parts`` None for a ply that is not printed.

    ``figurine``: a man is printed before the squares.  ``pawns``: that man may be a pawn (the record prints its pawns
    so).  ``letter``: that man is a typed letter, taken at its word.  ``marks``: captures are marked in this record.
    ``hidden``: ``told`` (a ply that was played and cannot be read), ``must`` (the numbers say that a ply is missing),
    ``may`` (they do not), or None.  ``doubled``: printed like a ply just before.  ``again``: of a turn that is printed
    twice, number and all, 1 for White's ply and 2 for Black's.  ``lone``: of a turn with one printed ply, the two that
    may be missing, of which one is.  ``ply``: its number on the page, from 0, or -1 for a
    ply that may have been lost.  ``only``: the moves it is known to be.  ``loose``: the slips granted.  ``word``: what
    is printed (without a figurine); where ``parts`` is None it is no move and is compared with each legal one.
    ``letters``: the record's letters for king, queen, rook, bishop and knight.  ``white``: it is printed as White's.
    ``swapped``: it is printed in the place of the other ply of its turn.
    """

    parts: Parts | None = None
    figurine: bool = False
    pawns: bool = False
    letter: bool = False
    marks: bool = True
    check: bool = False
    mate: bool = False
    hidden: str | None = None
    doubled: bool = False
    again: int = 0
    lone: bool = False
    ply: int = -1
    only: tuple[int, ...] = ()
    loose: int = 0
    word: str = ""
    letters: str = "KQRBN"
    white: bool = False
    swapped: bool = False


class Edge(NamedTuple):
    """From one node of a layer to one of the next, by a move (:data:`SKIP` for none) with these slips."""

    source: int
    target: int
    move: int
    slips: int


@dataclass(slots=True)
class Layer:
    """The positions before a ply, what the slips up to each have cost, and the edges that lead to them."""

    positions: list[Position]
    costs: list[int]
    edges: list[Edge]


Rank = Callable[["Slot", Position, int, Position], float]


class Lattice:
    """All games within a budget of slips.

    ``layers[i]`` are the positions before slot i, ``layers[-1]`` the last that were reached.  ``exact``: nothing was
    left out for want of room.  ``work`` counts what was done, in units of about a microsecond.
    """

    def __init__(self, slots: list[Slot], start: Position) -> None:
        self.slots = slots
        self.layers = [Layer([start], [0], [])]
        self.work = 0
        self.exact = True
        self._pruned = 0  # up to this layer there are no dead ends

    @property
    def depth(self) -> int:
        """How many slots were passed."""
        return len(self.layers) - 1

    @property
    def passed(self) -> int:
        """How many of them belong to the page."""
        return sum(slot.hidden != "may" for slot in self.slots[: self.depth])

    @property
    def complete(self) -> bool:
        """Whether a whole game was found."""
        return self.depth == len(self.slots)

    def fork(self, slots: list[Slot], depth: int) -> Lattice:
        """The same lattice up to a layer, to be grown on with other slots."""
        other = Lattice(slots, self.layers[0].positions[0])
        other.layers = self.layers[: depth + 1]
        other.exact = self.exact
        other._pruned = self._pruned if self._pruned <= depth else 0
        return other

    def grow(self, budget: int, most: int, until: int | None = None) -> Lattice:
        """Grows on as far as slot ``until`` (the end), or until nothing fits or so much work is done; gives itself."""
        while self.depth < (len(self.slots) if until is None else until):
            layer, _ = self._step(budget, most, None, [])
            if self.work > most:
                self.exact = False
                break
            if not layer.positions:
                break
            self.layers.append(layer)
            if self.depth % 32 == 0 and self.depth > KEPT:
                self.prune(upto=self.depth - KEPT)
        return self

    def grow_beam(
        self, budget: int, rank: Rank, scores: list[float], width: int, until: int, margin: float = math.inf
    ) -> list[float]:
        """Grows on as far as slot ``until`` with the best ``width`` nodes of each layer.

        :param rank: how well a step fits everything else (higher is better); ``scores``: of the last layer's nodes.
        :param margin: by how much a node may be worse than the best and still be followed.
        :returns: the scores of the nodes that are then the last.
        """
        self.exact = False
        while self.depth < min(until, len(self.slots)):
            if len(scores) > width:
                self.layers[-1], scores = _narrowed(self.layers[-1], scores, width)
            layer, found = self._step(budget, 1 << 60, rank, scores, margin)
            if not layer.positions:
                break
            self.layers.append(layer)
            scores = found
        return scores

    def _step(
        self, budget: int, most: int, rank: Rank | None, scores: list[float], margin: float = math.inf
    ) -> tuple[Layer, list[float]]:
        slot = self.slots[self.depth]
        before = self.layers[-1]
        if slot.hidden == "may" and not slot.loose:
            same = [Edge(node, node, SKIP, 0) for node in range(len(before.positions))]
            return Layer(before.positions, before.costs, same), scores
        found: dict[tuple[object, int], int] = {}
        after = Layer([], [], [])
        marks: list[float] = []
        top = max(scores) if margin < math.inf else 0.0
        unseen = 3 if slot.only else 250 if slot.word else 150
        for source, (position, spent) in enumerate(zip(before.positions, before.costs, strict=True)):
            self.work += unseen if slot.parts is None else 40 if slot.loose else 3
            if self.work > most:
                break
            left = budget - spent
            if margin < math.inf:
                left = min(left, int((scores[source] - top + margin) / PER_PRICE))
                if left < 0:
                    continue
            for move, slips, price in steps(position, slot, left):
                new = position if move == SKIP else position.play(move)
                if move != SKIP and (slot.check or slot.mate):
                    false = _false_mark(new, slot)
                    if false:
                        slips |= CHECK
                        price += false * PRICE[CHECK]
                        if price > left or not slot.loose & CHECK:
                            continue
                self.work += 8 if rank is None else 12
                key = (new.key(), spent + price)
                target = found.get(key, -1)
                if target < 0:
                    target = found[key] = len(after.positions)
                    after.positions.append(new)
                    after.costs.append(spent + price)
                    marks.append(-1e9)
                after.edges.append(Edge(source, target, move, slips))
                if rank is not None:
                    value = (
                        scores[source] + (rank(slot, position, move, new) if move != SKIP else 0.0) - PER_PRICE * price
                    )
                    marks[target] = max(marks[target], value)
        return after, marks

    def prune(self, most: int | None = None, upto: int | None = None) -> None:
        """Leaves only what lies on a way to the last layer, of at most this total price; or to layer ``upto``."""
        last = self.depth if upto is None else upto
        alive = {node for node, cost in enumerate(self.layers[last].costs) if most is None or cost <= most}
        for index in range(last, 0, -1):
            layer = self.layers[index]
            if index <= self._pruned and len(alive) == len(layer.positions):
                break  # before this layer there are no dead ends left
            number = {old: new for new, old in enumerate(sorted(alive))}
            kept = [edge for edge in layer.edges if edge.target in number]
            alive = {edge.source for edge in kept}
            source = {old: new for new, old in enumerate(sorted(alive))}
            self.layers[index] = Layer(
                [layer.positions[old] for old in number],
                [layer.costs[old] for old in number],
                [Edge(source[a], number[b], move, slips) for a, b, move, slips in kept],
            )
        self._pruned = last

    def readings(self, most: int, chosen: list[Edge]) -> int:
        """How many different games there are whose slips cost at most so much.

        :param chosen: the step of each ply of the chosen game.  Its slips are taken as mended, and other games may have
            no others, except that a man's untold origin (no misprint: the text is merely vague) may be that of any ply.
        """
        counts = [1]
        for layer, step in zip(self.layers[1:], chosen, strict=True):
            following = [0] * len(layer.positions)
            for edge in layer.edges:
                if edge.move == step.move or _as_mended(edge, step):
                    following[edge.target] += counts[edge.source]
            counts = following
        return sum(count for count, cost in zip(counts, self.layers[-1].costs, strict=True) if cost <= most)

    def fewest(self, wrong: Callable[[Slot, Position, int], bool]) -> int:
        """How many steps of the best way are wrong in this sense, at least."""
        counts = [0]
        for slot, before, layer in zip(self.slots, self.layers, self.layers[1:], strict=False):
            following = [1 << 30] * len(layer.positions)
            for edge in layer.edges:
                count = counts[edge.source] + wrong(slot, before.positions[edge.source], edge.move)
                following[edge.target] = min(following[edge.target], count)
            counts = following
        return min(counts)

    def cheapest(self) -> int:
        """What the slips of the cheapest games cost."""
        return min(self.layers[-1].costs)


def _as_mended(edge: Edge, step: Edge) -> bool:
    """Whether a step fits the text in which the slips of another step of this ply are mended."""
    if (edge.slips ^ step.slips) & ~UNTOLD:
        return False
    if step.slips & SQUARE and edge.move >> 6 & 63 != step.move >> 6 & 63:
        return False
    return not step.slips & ORIGIN or edge.move & 7 == step.move & 7


def _narrowed(layer: Layer, scores: list[float], width: int) -> tuple[Layer, list[float]]:
    """The best nodes of a layer and their scores."""
    order = sorted(range(len(scores)), key=lambda node: (-scores[node], node))[:width]
    number = {old: new for new, old in enumerate(order)}
    kept = Layer(
        [layer.positions[old] for old in order],
        [layer.costs[old] for old in order],
        [Edge(a, number[b], move, slips) for a, b, move, slips in layer.edges if b in number],
    )
    return kept, [scores[old] for old in order]


def _false_mark(after: Position, slot: Slot) -> int:
    """How false a printed + or # is: 0 not at all, 1 a step (mate said of a check, check of a quiet move), 2 two."""
    if after.dark:
        return int(slot.mate and bool(after.kings & after.own()))
    if not after.checkers():
        return 2 if slot.mate else 1
    return 1 if slot.mate and after.has_legal_move() else 0


def steps(position: Position, slot: Slot, budget: int) -> Iterable[tuple[int, int, int]]:
    """(move, slips, price) of every legal move that may be what a slot shows; :data:`SKIP` is no move at all."""
    if position.dark and not position.kings & position.own():
        return ()
    parts = slot.parts
    if slot.loose or slot.again or parts is None or parts.described or parts.to is None or len(parts.to) == 1:
        return _steps(position, slot, budget)
    if not slot.figurine or (slot.pawns and not slot.letter):
        return _steps(position, slot, budget)
    return _as_printed(position, parts, slot)


def _as_printed(position: Position, parts: Parts, slot: Slot) -> list[tuple[int, int, int]]:
    """The common case, a printed man and no slip granted, without detours."""
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


def _steps(position: Position, slot: Slot, budget: int) -> Iterator[tuple[int, int, int]]:
    if slot.only:
        for move in slot.only:
            if position.is_legal(move):
                yield move, 0, 0
        return
    parts = slot.parts
    if slot.hidden == "may":
        yield SKIP, 0, 0
        if slot.lone and _granted(slot, SIDE, budget) and position.turn:
            for move in position.legal_moves():
                yield move, SIDE, PRICE[SIDE]
        elif _granted(slot, LOST, budget):
            for move in position.legal_moves():
                yield move, LOST, PRICE[LOST]
        return
    if parts is None:
        if slot.lone and slot.loose & SIDE and position.turn:  # White's ply was the one that is missing
            yield SKIP, SIDE, 0
            return
        if slot.hidden == "must" and _granted(slot, NUMBER, budget):
            yield SKIP, NUMBER, PRICE[NUMBER]
        if slot.word:
            yield from _unlike(position, slot, budget)
            return
        for move in position.legal_moves():
            yield move, LOST, 0
        return
    if slot.again and position.turn:  # behind a White ply that was passed over it is White's turn again
        yield SKIP, DOUBLED, 0
        if slot.again == 2:
            return
    elif slot.doubled and _granted(slot, DOUBLED, budget):
        yield SKIP, DOUBLED, PRICE[DOUBLED]
    if parts.castle is not None:
        for move in position.resolve(parts):
            yield move, 0, 0
        if _granted(slot, CASTLE, budget):
            for move in position.resolve(Parts(castle="long" if parts.castle == "short" else "short")):
                yield move, CASTLE, PRICE[CASTLE]
        return
    if parts.described:
        yield from _described(position, slot, parts, budget)
        return
    for target, misread in _targets(position, slot, parts, budget):
        yield from _arrivals(position, slot, parts, target, misread, budget)
    if len(parts.to or "") == 1 and _granted(slot, SQUARE, budget):  # ab may be a6
        for move, slips, price in _unlike(position, slot._replace(loose=0), budget):
            yield move, slips | SQUARE, price + PRICE[SQUARE]


def _described(position: Position, slot: Slot, parts: Parts, budget: int) -> Iterator[tuple[int, int, int]]:
    """The moves that descriptive notation names; a name that fits several, by its marks too, leaves out what tells."""
    found = position.resolve(parts)
    if len(found) > 1 and (slot.check or slot.mate):
        found = [move for move in found if not _false_mark(position.play(move), slot)] or found
    if len(found) < 2:
        yield from ((move, 0, 0) for move in found)
    elif _granted(slot, UNTOLD, budget):
        yield from ((move, UNTOLD, PRICE[UNTOLD]) for move in found)


def _unlike(position: Position, slot: Slot, budget: int) -> Iterator[tuple[int, int, int]]:
    """The legal moves of which a word that is no move may be a bad copy; any at all where that is granted."""
    near = misprints.near_squares(slot.word)
    castles = min(misprints.castling(slot.word, side) for side in misprints.CASTLING) <= misprints.READABLE
    for move in position.legal_moves():
        origin, target = move & 63, move >> 6 & 63
        king = castles and abs(origin - target) == 2 and position.type_at(origin) == KING
        if slot.figurine and not slot.pawns and position.type_at(origin) == PAWN:
            continue
        if (king or near[target] <= misprints.READABLE) and unlikeliness(position, slot, move) <= misprints.READABLE:
            yield move, 0, 0
        elif _granted(slot, UNLIKE, budget):
            yield move, UNLIKE, PRICE[UNLIKE]


def unlikeliness(position: Position, slot: Slot, move: int) -> float:
    """How unlikely the printed word of a slot is as a copy of a legal move."""
    return misprints.reading(position, move, slot.word, slot.letters, slot.figurine)


def _granted(slot: Slot, slip: int, budget: int) -> bool:
    return bool(slot.loose & slip) and budget >= PRICE[slip]


def _targets(position: Position, slot: Slot, parts: Parts, budget: int) -> Iterator[tuple[int, bool]]:
    """The squares that the printed target may stand for, and whether that is a misprint."""
    name = parts.to or ""
    if len(name) == 1:
        for target in sorted({move >> 6 & 63 for move in position.resolve(parts)}):
            yield target, False
        return
    if len(name) != 2:
        return
    target = square_of(name)
    yield target, False
    if _granted(slot, SQUARE, budget):
        for other in range(64):
            if other != target and (other & 7 == target & 7 or other >> 3 == target >> 3):
                yield other, True


def _arrivals(
    position: Position, slot: Slot, parts: Parts, target: int, misread: bool, budget: int
) -> Iterator[tuple[int, int, int]]:
    """The moves to one square that a printed ply may stand for."""
    mask = from_mask(parts.from_)
    alone = parts.piece is None  # squares alone are printed: any man, and captures have no mark
    bare = not slot.figurine and not alone
    typed = TYPE_OF[str(parts.piece)] if slot.letter else 0
    if typed:
        kinds: tuple[int, ...] = _MEN if _granted(slot, LETTER, budget) else (typed,)
    elif alone or (slot.figurine and slot.pawns) or _granted(slot, FIGURINE, budget):
        kinds = _MEN
    else:
        kinds = (PAWN,) if bare else _PIECES
    base = SQUARE if misread else 0
    for kind in kinds:
        slips = base if not typed or kind == typed else base | LETTER
        told = 0
        if kind == PAWN:
            if slot.figurine and not slot.pawns and not typed:
                slips |= FIGURINE
            moves = _pawn_moves(position, target)
        elif parts.promotion is not None:
            continue
        else:
            if bare:
                slips |= FIGURINE
            origins = position.origins(kind, target)
            if not origins:
                continue
            told = origins & mask
            moves = [origin | target << 6 for origin in squares(origins)]
            if kind == KING and alone and parts.from_ is not None and len(parts.from_) == 2:
                moves += _castling_to(position, target)
        several = bool(told & (told - 1))
        for move in moves:
            here = slips
            if kind == PAWN and bool(move >> 12) != (parts.promotion is not None):
                if parts.promotion is not None:
                    continue
                here |= 0 if alone and move >> 12 == TYPE_OF["Q"] else PROMOTION
            if not mask & 1 << (move & 63):
                if misread:
                    continue
                here |= ORIGIN
            elif several:
                here |= UNTOLD
            if not alone and slot.marks:
                takes = position.captured_square(move) >= 0
                if takes != bool(parts.capture):
                    here |= MARK if takes else STRAY_MARK
            if not here:
                yield move, 0, 0
            elif not here & ~slot.loose:
                price = cost(here)
                if price <= budget:
                    yield move, here, price


def _pawn_moves(position: Position, target: int) -> list[int]:
    """Every legal pawn move to a square, each promotion apart."""
    moves = position.resolve(Parts(piece="P", to=square_name(target)))
    return [move & 0xFFF | man << 12 for move in moves for man in ((5, 4, 3, 2) if move >> 12 else (0,))]


def _castling_to(position: Position, target: int) -> list[int]:
    castlings = [*position.resolve(Parts(castle="short")), *position.resolve(Parts(castle="long"))]
    return [move for move in castlings if move >> 6 & 63 == target]


def cost(slips: int) -> int:
    """What the slips of one ply cost together."""
    return 0 if not slips else sum(price for slip, price in PRICE.items() if slips & slip)


def weighed(slot: Slot, slips: int) -> int:
    """What slips cost where games are weighed: there the page's glyphs speak for themselves, and its numbers."""
    spoken = LETTER
    if slot.again:
        spoken |= DOUBLED
    typed = slips & FIGURINE and slot.figurine and slot.word[:1].isascii()  # a letter before a pawn's move
    return cost(slips & ~spoken) - (1 if typed else 0)


def man_at(position: Position, move: int) -> str:
    """The letter of the man that moves."""
    return LETTERS[position.type_at(move & 63)]
