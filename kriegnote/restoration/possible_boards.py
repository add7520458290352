"""The possible boards of each side: those on which its own men can go through all plies of the page.

The men of the two sides affect each other only by captures and by standing in the way.  If the latter is ignored, each
side can be followed separately: it makes its printed moves on its own board, and loses a man on the square of each
move that the opponent's score marks as a capture.  There are far fewer such boards than positions, and most of them
reach a ply that cannot be made.  Every game that fits the page consists of boards that go through to its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kriegnote.chess import matching
from kriegnote.chess.position import Position, square_of, squares
from kriegnote.chess.squares import BIT
from kriegnote.model.printed_moves import Parts
from kriegnote.restoration.printed_slot import DOUBLED, MARK, ORIGIN, OTHER, PRICE, STRAY_MARK, Slot

MOST: Final = 40_000  # most steps of one side in all plies; fewer (divided by Position.slowness) on slow boards
DEAREST: Final = 6  # highest price of the slips of a whole page
_ANY_MAN: Final = matching.MAN | matching.PAWN_SHOWN | matching.PROMOTION | matching.UNNAMED | matching.UNUSUAL

Key = tuple[int, ...]
"""A side's own board, as bit boards: all its men, its pawns, knights, bishops, rooks and queens."""


class PossibleBoards:
    """The possible boards of both sides before each slot, and after the last.

    ``complete``: both sides have one.  ``too_many``: a side had too many to follow.

    :param budget: highest price of the slips of a whole game (:data:`~kriegnote.restoration.printed_slot.PRICE`).
    """

    def __init__(self, slots: Sequence[Slot], start: Position, budget: int) -> None:
        sides = [_Side(slots, start, white, budget) for white in (True, False)]
        self.complete = all(side.alive for side in sides)
        self.too_many = any(side.too_many for side in sides)
        self._white, self._black = (side.alive for side in sides)

    def hold(self, depth: int, position: Position) -> bool:
        """Whether the men of both sides can stand as in a position before a slot.

        :param depth: the index of the slot; the number of slots for the position after the last.
        """
        return (
            _key(position, position.white) in self._white[depth]
            and _key(position, position.black) in self._black[depth]
        )


def possible_boards(slots: Sequence[Slot], start: Position, *, slack: int) -> PossibleBoards | None:
    """The boards that go through the page with the cheapest slips, or somewhat dearer ones.

    None if there are none within a price of :data:`DEAREST`, or too many.

    :param slack: by how much the slips may exceed the lowest possible price; less if there are too many boards.
    """
    for budget in range(DEAREST + 1):
        found = PossibleBoards(slots, start, budget)
        if found.too_many:
            return None  # with more slips there are only more
        if found.complete:
            more = (PossibleBoards(slots, start, budget + one) for one in range(slack, 0, -1))
            return next((one for one in more if one.complete), found)
    return None


def _key(position: Position, men: int) -> Key:
    """The own board of the side whose men are given as a bit board."""
    return (
        men,
        men & position.pawns,
        men & position.knights,
        men & position.bishops,
        men & position.rooks,
        men & position.queens,
    )


class _Side:
    """The possible boards of one side.

    ``alive``: those before each slot, and after the last; empty if no board goes through, or if there are ``too_many``
    to follow.
    """

    def __init__(self, slots: Sequence[Slot], start: Position, white: bool, budget: int) -> None:
        self.white = white
        self.budget = budget
        self.alive: list[set[Key]] = []
        self.too_many = False
        if any(slot.again or slot.lone for slot in slots):
            return  # how these slots are read decides whose turn it is
        board = start.alone(white)
        layer = {_key(board, board.own()): (board, 0)}
        layers = [layer]
        steps: list[list[tuple[Key, Key, int]]] = []
        left = MOST // start.slowness
        turn = start.turn
        for slot in slots:
            layer, made = self._next(layer, slot, turn == white, left)
            left -= len(made)
            self.too_many = left < 0
            if not layer or self.too_many:
                return
            layers.append(layer)
            steps.append(made)
            turn = turn if slot.absent == "possible" else not turn
        self._trace(layers, steps)

    def _next(
        self, layer: dict[Key, tuple[Position, int]], slot: Slot, mine: bool, most: int
    ) -> tuple[dict[Key, tuple[Position, int]], list[tuple[Key, Key, int]]]:
        """The boards after a slot, each with the price of its slips so far, and the steps to them with their prices.

        :param mine: the ply is this side's.
        :param most: the number of steps above which no further board is continued.
        """
        if slot.absent == "possible":
            return layer, [(key, key, 0) for key in layer]
        after: dict[Key, tuple[Position, int]] = {}
        made: list[tuple[Key, Key, int]] = []
        for source, (board, spent) in layer.items():
            left = self.budget - spent
            for new, price in self._moved(board, slot, left) if mine else self._attacked(board, slot, left):
                key = _key(new, new.own())
                made.append((source, key, price))
                if key not in after or after[key][1] > spent + price:
                    after[key] = (new, spent + price)
            if len(made) > most:
                break
        return after, made

    def _moved(self, board: Position, slot: Slot, left: int) -> Iterator[tuple[Position, int]]:
        """The boards after a ply of this side, each with the price of its slips.

        :param left: highest price.
        """
        fitting: list[int] = []
        if slot.parts is not None and slot.doubled and left >= PRICE[DOUBLED]:
            yield board, PRICE[DOUBLED]
        if slot.parts is not None:
            ignoring = _ANY_MAN | (0 if slot.marks else matching.CAPTURE)
            fitting = board.resolve_own(slot.parts, ignoring)
            for move in fitting:
                yield self._played(board, move), 0
            if left >= PRICE[ORIGIN]:
                for move in board.resolve_own(slot.parts, ignoring | matching.ORIGIN | matching.CAPTURE):
                    if move not in fitting:
                        yield self._played(board, move), PRICE[ORIGIN]
        price = 0 if slot.parts is None else PRICE[OTHER]
        if left >= price:
            for move in board.own_moves():
                if move not in fitting:
                    yield self._played(board, move), price

    def _played(self, board: Position, move: int) -> Position:
        return board.play(move).facing(self.white)

    def _attacked(self, board: Position, slot: Slot, left: int) -> Iterator[tuple[Position, int]]:
        """The boards after a ply of the opponent, each with the price of its slips: unchanged, or with one man less.

        :param left: highest price.
        """
        men = board.own() if board.dark else board.own() & ~board.kings
        parts = slot.parts
        if parts is not None and parts.castle is not None:
            yield board, 0
            return
        if parts is None or len(parts.to or "") != 2:
            yield from self._anywhere(board, men, 0)
            return
        marked = bool(parts.capture) and slot.marks
        unmarked = slot.marks and not parts.capture and not _is_aslant(parts)
        taken = self._taken(board, men, parts)
        for square in taken:
            price = PRICE[MARK] if unmarked else 0
            if price <= left:
                yield board.without(BIT[square]), price
        if not BIT[square_of(str(parts.to))] & board.own():
            price = PRICE[STRAY_MARK] if marked and not taken else 0
            if price <= left:
                yield board, price
        if left >= PRICE[OTHER]:
            yield from self._anywhere(board, men, PRICE[OTHER])

    def _taken(self, board: Position, men: int, parts: Parts) -> list[int]:
        """The squares on which a printed move of the opponent may capture: its target, or the one beside, en passant.

        :param men: the men of this side that can be captured, as a bit board.
        """
        target = square_of(str(parts.to))
        if BIT[target] & board.own():
            return [target] if BIT[target] & men else []
        beside = target + 8 if self.white else target - 8
        passing = target >> 3 == (2 if self.white else 5) and BIT[beside] & men & board.pawns
        return [beside] if passing and not board.dark else []

    def _anywhere(self, board: Position, men: int, price: int) -> Iterator[tuple[Position, int]]:
        """The board unchanged, or without any one of ``men``."""
        yield board, price
        for square in squares(men):
            yield board.without(BIT[square]), price

    def _trace(self, layers: list[dict[Key, tuple[Position, int]]], steps: list[list[tuple[Key, Key, int]]]) -> None:
        """Sets ``alive`` to the boards from which the remaining plies are possible within the budget."""
        rest = dict.fromkeys(layers[-1], 0)
        alive = [set(rest)]
        for layer, made in zip(layers[-2::-1], reversed(steps), strict=True):
            before: dict[Key, int] = {}
            for source, target, price in made:
                if target in rest:
                    cost = rest[target] + price
                    if cost < before.get(source, self.budget - layer[source][1] + 1):
                        before[source] = cost
            rest = before
            alive.append(set(rest))
        self.alive = alive[::-1]


def _is_aslant(parts: Parts) -> bool:
    """Whether a move is printed with an origin on another file than its target, so that it may be a pawn's capture."""
    return parts.from_ is not None and parts.to is not None and parts.from_[0] != parts.to[0]
