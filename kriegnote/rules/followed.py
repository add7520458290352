"""The boards of a record whose moves are printed but not yet resolved; a figurine may stand for any man."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from kriegnote.chess.matching import MAN
from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES, TYPE_OF, target_of
from kriegnote.model.events import Move
from kriegnote.model.record import Record
from kriegnote.rules.playable import start_of

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


def _layers(record: Record) -> list[list[_Reached]]:
    """The boards at the start and after each ply that can be played; empty if the starting position is not known."""
    start = start_of(record)
    if start is None:
        return []
    layers = [[_Reached(frozenset(), Followed(start), [])]]
    for event in record.events:
        if not isinstance(event, Move):
            continue
        following = _after(layers[-1], event)
        if not following:
            break
        layers.append(following)
    return layers


def _after(layer: list[_Reached], event: Move) -> list[_Reached]:
    """The boards after a printed move, given those before it."""
    found: dict[object, _Reached] = {}
    for index, (misread, (board, _, _), _) in enumerate(layer):
        for move in _moves(board, event):
            after = board.play(move)
            signs = misread | _misread(board, move, event)
            known = found.get(after.key())
            if known is None or len(signs) < len(known.misread):
                parents = [*known.parents, index] if known else [index]
                found[after.key()] = _Reached(signs, Followed(after, move, board), parents)
            else:
                known.parents.append(index)
    return sorted(found.values(), key=lambda one: len(one.misread))[:_MOST]


def _moves(board: Position, event: Move) -> Iterator[int]:
    """The legal moves that a printed one may be.

    A figurine may stand for any man; so may a letter if no move fits it.
    """
    if event.parts is None or (event.side is not None and (event.side == "white") != board.turn):
        return iter(())
    moves = board.resolve(event.parts, MAN if event.parts.figurine else 0)
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
