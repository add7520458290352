"""The legal games that fit a printed score: a lattice of positions, one layer a ply.

The man a page shows is not to be trusted, so a printed figurine stands for every piece; squares, captures, checks,
mates, castling and disambiguation are taken as printed.  Equal positions (:meth:`Position.key`) are merged, so counting
the games that fit (:meth:`Lattice.readings`) is plain arithmetic and exact.

What a hand or a scanner gets wrong apart from figurines is a *slip* and has a price (:data:`PRICE`).  A lattice is
grown within a budget: each node is a position together with what the slips on the way to it cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from kriegnote.board import KING, LETTERS, PAWN, TYPE_OF, Position, from_mask, square_name, square_of, squares
from kriegnote.moves import Parts

# Slips, as bits; several may meet in one ply.
UNTOLD, MARK, STRAY_MARK, FIGURINE, ORIGIN, SQUARE, CHECK, CASTLE, PROMOTION, LOST, DOUBLED, NUMBER = (
    1 << bit for bit in range(12)
)
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
}
SKIP: Final = -1
_PIECES: Final = tuple(range(2, 7))
_MEN: Final = tuple(range(1, 7))


class Slot(NamedTuple):
    """One ply as the page shows it; ``parts`` None for a ply that is not printed.

    ``figurine``: a man is printed before the squares.  ``pawns``: that man may be a pawn (the record prints its pawns
    so).  ``marks``: captures are marked in this record.  ``hidden``: ``must`` (the numbers say that a ply is missing),
    ``may`` (they do not), or None.  ``doubled``: printed like a ply just before.  ``ply``: its number on the page, from
    0, or -1 for a ply that may have been lost.  ``only``: the moves it is known to be.
    """

    parts: Parts | None = None
    figurine: bool = False
    pawns: bool = False
    marks: bool = True
    check: bool = False
    mate: bool = False
    hidden: str | None = None
    doubled: bool = False
    ply: int = -1
    only: tuple[int, ...] = ()


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


Rank = Callable[[int, Position, int, Position], float]


class Lattice:
    """All games within a budget of slips.

    ``layers[i]`` are the positions before slot i, ``layers[-1]`` the final ones.  ``depth``: how many slots were passed
    (all of them, when a game was found).  ``exact``: nothing was left out for want of room.
    """

    def __init__(self, slots: list[Slot], start: Position, budget: int, *, most: int, rank: Rank | None = None) -> None:
        """Grows the lattice.

        :param most: the number of edges to stop at; with ``rank``, spread over the layers as the width of a beam.
        :param rank: how well a step fits what else was heard (higher is better): what the beam keeps.
        """
        self.slots = slots
        self.budget = budget
        self.work = 0
        self.exact = True
        self.layers = [Layer([start], [0], [])]
        width = max(200, most // (6 * max(1, len(slots)))) if rank else 0
        scores = [0.0]
        for index, slot in enumerate(slots):
            layer, scores = self._step(index, slot, budget, rank, scores)
            if not layer.positions:
                break
            if rank and len(layer.positions) > width:
                self.exact = False
                scores = _narrow(layer, scores, width)
            self.layers.append(layer)
            if self.work > most and not rank:
                self.exact = False
                break
        self.depth = len(self.layers) - 1
        self.complete = self.depth == len(slots)

    def _step(
        self, index: int, slot: Slot, budget: int, rank: Rank | None, scores: list[float]
    ) -> tuple[Layer, list[float]]:
        before = self.layers[-1]
        found: dict[tuple[object, int], int] = {}
        after = Layer([], [], [])
        marks: list[float] = []
        for source, (position, spent) in enumerate(zip(before.positions, before.costs, strict=True)):
            for move, slips, price in steps(position, slot, budget - spent):
                new = position if move == SKIP else position.play(move)
                if move != SKIP and (slot.check or slot.mate) and not position.dark:
                    false = _false_mark(new, slot)
                    if false:
                        price += PRICE[CHECK] if false == 1 else 2 * PRICE[CHECK]
                        slips |= CHECK
                        if spent + price > budget:
                            continue
                elif slot.mate and move != SKIP and new.kings & new.own():
                    continue
                self.work += 1
                key = (new.key(), spent + price)
                target = found.get(key, -1)
                if target < 0:
                    target = found[key] = len(after.positions)
                    after.positions.append(new)
                    after.costs.append(spent + price)
                    marks.append(-1e9)
                after.edges.append(Edge(source, target, move, slips))
                if rank:
                    value = scores[source] - 3.0 * price
                    if move != SKIP:
                        value += rank(index, position, move, new)
                    marks[target] = max(marks[target], value)
        return after, marks

    def prune(self, most: int | None = None) -> None:
        """Leaves only what lies on a way to the end, of at most this total price."""
        last = self.layers[-1]
        alive = {node for node, cost in enumerate(last.costs) if most is None or cost <= most}
        for index in range(len(self.layers) - 1, 0, -1):
            layer = self.layers[index]
            number = {old: new for new, old in enumerate(sorted(alive))}
            kept = [edge for edge in layer.edges if edge.target in number]
            alive = {edge.source for edge in kept}
            source = {old: new for new, old in enumerate(sorted(alive))}
            self.layers[index] = Layer(
                [layer.positions[old] for old in number],
                [layer.costs[old] for old in number],
                [Edge(source[a], number[b], move, slips) for a, b, move, slips in kept],
            )

    def readings(self, most: int, granted: list[int]) -> int:
        """How many different games there are whose slips cost at most so much.

        :param granted: the slips of each ply of the chosen game: they are taken as mended, and other games may have no
            others, except that a man's untold origin (no misprint: the text is merely vague) may be that of any ply.
        """
        counts = [1]
        for layer, slips in zip(self.layers[1:], granted, strict=True):
            following = [0] * len(layer.positions)
            for edge in layer.edges:
                if not edge.slips & ~(slips | UNTOLD):
                    following[edge.target] += counts[edge.source]
            counts = following
        return sum(count for count, cost in zip(counts, self.layers[-1].costs, strict=True) if cost <= most)

    def cheapest(self) -> int:
        """What the slips of the cheapest games cost."""
        return min(self.layers[-1].costs)


def _narrow(layer: Layer, scores: list[float], width: int) -> list[float]:
    """Leaves the best nodes of a layer; gives their scores."""
    order = sorted(range(len(scores)), key=lambda node: (-scores[node], node))[:width]
    number = {old: new for new, old in enumerate(order)}
    layer.positions = [layer.positions[old] for old in order]
    layer.costs = [layer.costs[old] for old in order]
    layer.edges = [Edge(a, number[b], move, slips) for a, b, move, slips in layer.edges if b in number]
    return [scores[old] for old in order]


def _false_mark(after: Position, slot: Slot) -> int:
    """How false a printed + or # is: 0 not at all, 1 a step (mate said of a check, check of a quiet move), 2 two."""
    if not after.checkers():
        return 2 if slot.mate else 1
    return 1 if slot.mate and after.has_legal_move() else 0


def steps(position: Position, slot: Slot, budget: int) -> Iterator[tuple[int, int, int]]:
    """(move, slips, price) of every legal move that may be what a slot shows; :data:`SKIP` is no move at all."""
    if position.dark and not position.kings & position.own():
        return
    if slot.only:
        for move in slot.only:
            if position.is_legal(move):
                yield move, 0, 0
        return
    if slot.hidden is not None:
        if slot.hidden == "may":
            yield SKIP, 0, 0
            if budget < PRICE[LOST]:
                return
        elif budget >= PRICE[NUMBER]:
            yield SKIP, NUMBER, PRICE[NUMBER]
        for move in position.legal_moves():
            yield (move, LOST, PRICE[LOST]) if slot.hidden == "may" else (move, LOST, 0)
        return
    parts = slot.parts
    if parts is None:
        for move in position.legal_moves():
            yield move, SQUARE, 0
        return
    if slot.doubled and budget >= PRICE[DOUBLED]:
        yield SKIP, DOUBLED, PRICE[DOUBLED]
    if parts.castle is not None:
        yield from _castlings(position, parts, budget)
        return
    for target, misread in _targets(position, parts, budget):
        yield from _arrivals(position, slot, parts, target, misread, budget)


def _castlings(position: Position, parts: Parts, budget: int) -> Iterator[tuple[int, int, int]]:
    for move in position.resolve(parts):
        yield move, 0, 0
    if budget >= PRICE[CASTLE]:
        for move in position.resolve(Parts(castle="long" if parts.castle == "short" else "short")):
            yield move, CASTLE, PRICE[CASTLE]


def _targets(position: Position, parts: Parts, budget: int) -> Iterator[tuple[int, bool]]:
    """The squares that the printed target may stand for, and whether that is a misprint."""
    name = parts.to or ""
    if len(name) == 1:
        for move in position.resolve(parts):
            yield move >> 6 & 63, False
        return
    if len(name) != 2:
        return
    target = square_of(name)
    yield target, False
    if budget >= PRICE[SQUARE]:
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
    kinds = _MEN if budget >= PRICE[FIGURINE] or alone or (slot.figurine and slot.pawns) else _PIECES
    if bare and budget < PRICE[FIGURINE]:
        kinds = (PAWN,)
    base = SQUARE if misread else 0
    for kind in kinds:
        slips = base
        if kind == PAWN:
            if slot.figurine and not slot.pawns:
                slips |= FIGURINE
            moves = _pawn_moves(position, target)
            origins = 0
        else:
            if bare:
                slips |= FIGURINE
            if parts.promotion is not None:
                continue
            origins = position.origins(kind, target)
            moves = [origin | target << 6 for origin in squares(origins)]
            if kind == KING and alone and parts.from_ is not None and len(parts.from_) == 2:
                moves += _castling_to(position, target)
        told = origins & mask
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
            price = cost(here) if here else 0
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
    return sum(price for slip, price in PRICE.items() if slips & slip)


def man_at(position: Position, move: int) -> str:
    """The letter of the man that moves."""
    return LETTERS[position.type_at(move & 63)]
