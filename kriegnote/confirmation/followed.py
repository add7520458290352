"""The boards of a record whose moves are printed but not yet resolved; a figurine may stand for any man."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from kriegnote.chess.matching import MAN
from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES, TYPE_OF, target_of
from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.rules.boards import position_of
from kriegnote.rules.variants import game_of

_MOST: Final = 200
"""The most boards followed at once: those whose path reads the page's signs as the fewest other men."""


class Followed(NamedTuple):
    """A board, the move that led to it, and the board before that move (both None at the start)."""

    board: Position
    move: int | None = None
    before: Position | None = None


class _Reached(NamedTuple):
    """A board on the way, with the signs that its path reads as another man (each with that man) and its parents.

    ``parents``: the indices of the boards before it in the preceding layer.
    """

    misread: frozenset[tuple[str, int]]
    followed: Followed
    parents: list[int]


class Reach(NamedTuple):
    """How far a record can be followed; of two reaches the greater fits better.

    ``plies``: how many plies can be played. ``as_printed``: minus the number of signs that the best path to the last of
    them reads as another man.
    """

    plies: int
    as_printed: int


def start_of(record: Record) -> Position | None:
    """The starting position of a record; None if its rulebook has none, or it cannot be read."""
    game = game_of(record)
    try:
        return None if game is None else position_of(game, record.start, whole=False)
    except ValueError:
        return None


def followed_boards(record: Record) -> list[list[Followed]]:
    """The boards at the start and after each ply that lead to the last ply that can be played.

    Empty if the starting position is not known; otherwise one entry for the start and one for each playable ply, each
    with at least one board.
    """
    layers = _layers(record)
    return _leading_to_the_end(layers) if layers else []


def reach(record: Record) -> Reach:
    """How far a record can be followed, and with how many misread signs."""
    layers = _layers(record)
    return Reach(len(layers) - 1, -len(layers[-1][0].misread)) if layers else Reach(0, 0)


def plies_as_printed(record: Record, most: int | None = None) -> int:
    """How many plies of a record can be played if each figurine is the man that it shows, where he can move so.

    :param most: how many plies are examined; None: all.
    """
    return max(len(_layers(record, most, as_printed=True)) - 1, 0)


def played(boards: Iterable[Position], event: Move) -> list[Position]:
    """The boards after a printed move, given those before it; a figurine is the man it shows, if he can move so."""
    layer = [_Reached(frozenset(), Followed(board), []) for board in boards]
    return [one.followed.board for one in _after(layer, event, as_printed=True)]


def _layers(record: Record, most: int | None = None, *, as_printed: bool = False) -> list[list[_Reached]]:
    """The boards at the start and after each ply that can be played; empty if the starting position is not known."""
    start = start_of(record)
    if start is None:
        return []
    layers = [[_Reached(frozenset(), Followed(start), [])]]
    for event in islice((one for one in record.events if isinstance(one, Move)), most):
        following = _after(layers[-1], event, as_printed=as_printed)
        if not following:
            break
        layers.append(following)
    return layers


def _after(layer: list[_Reached], event: Move, *, as_printed: bool) -> list[_Reached]:
    """The boards after a printed move, given those before it."""
    found: dict[object, _Reached] = {}
    for index, (misread, (board, _, _), _) in enumerate(layer):
        for move in _moves(board, event, as_printed):
            after = board.play(move)
            signs = misread | _misread(board, move, event)
            known = found.get(after.key())
            if known is None or len(signs) < len(known.misread):
                parents = [*known.parents, index] if known else [index]
                found[after.key()] = _Reached(signs, Followed(after, move, board), parents)
            else:
                known.parents.append(index)
    return sorted(found.values(), key=lambda one: len(one.misread))[:_MOST]


def _moves(board: Position, event: Move, as_printed: bool) -> Iterator[int]:
    """The legal moves that a printed one may be.

    A figurine may stand for any man; so may a letter if no move fits it, and a figurine that is read as printed.
    """
    if event.parts is None or (event.side is not None and (event.side == "white") != board.turn):
        return iter(())
    moves = board.resolve(event.parts, MAN if event.parts.figurine and not as_printed else 0)
    target = event.parts.to
    if not moves and target is not None:
        moves = [move for move in board.legal_moves() if NAMES[target_of(move)].startswith(target)]
    return iter(moves)


def _misread(board: Position, move: int, event: Move) -> set[tuple[str, int]]:
    """The printed sign and the man that moves, if the sign is not his."""
    parts, man = event.parts, board.type_at(move & 63)
    if parts is None or parts.piece is None or TYPE_OF[parts.piece] == man:
        return set()
    return {(parts.sign or "", man)}


def _leading_to_the_end(layers: list[list[_Reached]]) -> list[list[Followed]]:
    """The boards of each layer from which the last layer can be reached."""
    alive = set(range(len(layers[-1])))
    found: list[list[Followed]] = []
    for layer in reversed(layers):
        found.append([one.followed for index, one in enumerate(layer) if index in alive])
        alive = {parent for index in alive for parent in layer[index].parents}
    return found[::-1]
