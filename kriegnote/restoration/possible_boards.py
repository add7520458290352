"""Which boards of its own each side can have had at each ply: those that go through the whole page.

A side's own men meet the opponent's only where one takes the other or stands in the way.  Leave the second out of
account, and each side can be followed by itself: it makes its printed moves among its own men, and loses the man on the
square where the opponent's are marked as captures.  There are few such boards where there are very many positions, and
most of them come to a ply that they cannot make.  Those that go through to the end hold every game that fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kriegnote.chess import matching
from kriegnote.chess.position import Position, square_of, squares
from kriegnote.chess.squares import BIT
from kriegnote.model.printed_moves import Parts
from kriegnote.restoration.printed_slot import DOUBLED, MARK, ORIGIN, OTHER, PRICE, STRAY_MARK, Slot

MOST: Final = 40_000  # boards of one side that are looked at, all plies together; fewer of a game that is slow to play
DEAREST: Final = 6  # what the slips of a page may cost
_ANY_MAN: Final = matching.MAN | matching.PAWN_SHOWN | matching.PROMOTION | matching.UNNAMED | matching.UNUSUAL

Key = tuple[int, ...]


class PossibleBoards:
    """The boards of both sides before each slot, and after the last, that go through the page.

    :param budget: what the slips of a whole game may cost (:data:`~kriegnote.restoration.printed_slot.PRICE`).
    """

    def __init__(self, slots: Sequence[Slot], start: Position, budget: int) -> None:
        sides = [_Side(slots, start, white, budget) for white in (True, False)]
        self.complete = all(side.alive for side in sides)
        self.too_many = any(side.too_many for side in sides)
        self._white, self._black = (side.alive for side in sides)

    def hold(self, depth: int, position: Position) -> bool:
        """Whether both sides' men can stand so before a slot."""
        return (
            _key(position, position.white) in self._white[depth]
            and _key(position, position.black) in self._black[depth]
        )


def possible_boards(slots: Sequence[Slot], start: Position, *, slack: int) -> PossibleBoards | None:
    """The boards that go through with the fewest slips, and those with somewhat more; None where there are none.

    :param slack: what their slips may cost more than the fewest.
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
    return (
        men,
        men & position.pawns,
        men & position.knights,
        men & position.bishops,
        men & position.rooks,
        men & position.queens,
    )


class _Side:
    """One side: ``alive``, the boards before each slot from which it goes on to the end; empty where none does, or
    where there are ``too_many`` of them to look at."""

    def __init__(self, slots: Sequence[Slot], start: Position, white: bool, budget: int) -> None:
        self.white = white
        self.budget = budget
        self.alive: list[set[Key]] = []
        self.too_many = False
        if any(slot.again or slot.lone for slot in slots):
            return  # whose turn it is depends on how those are read
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
        """The boards after a slot, and the steps to them; no more than ``most`` steps and those of one board."""
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
        """The boards after a ply of this side."""
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
        """The boards after a ply of the opponent: as it was, or with one man less."""
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
        """Where a man of this side may be taken by a printed move: on its square, or beside it en passant."""
        target = square_of(str(parts.to))
        if BIT[target] & board.own():
            return [target] if BIT[target] & men else []
        beside = target + 8 if self.white else target - 8
        passing = target >> 3 == (2 if self.white else 5) and BIT[beside] & men & board.pawns
        return [beside] if passing and not board.dark else []

    def _anywhere(self, board: Position, men: int, price: int) -> Iterator[tuple[Position, int]]:
        yield board, price
        for square in squares(men):
            yield board.without(BIT[square]), price

    def _trace(self, layers: list[dict[Key, tuple[Position, int]]], steps: list[list[tuple[Key, Key, int]]]) -> None:
        """Keeps the boards from which the rest costs no more than is left."""
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
    """Whether a move is printed with a file of origin and may be a pawn's capture."""
    return parts.from_ is not None and parts.to is not None and parts.from_[0] != parts.to[0]
