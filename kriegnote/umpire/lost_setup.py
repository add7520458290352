"""Deduces the starting position from the moves, for games with a secret set-up whose diagram is lost (§8.4).

Every move prints its target square, so the following is certain whatever man a scanned figurine stands for:

- a man captured on a square, or shown there to a scout, stood there from the beginning if no man of his side had moved
  to it;
- a pawn's move names its file and so its origin, which held a pawn from the beginning if no man had reached it (for a
  move of one square; where the game has double steps, one leaves two possible origins);
- what a scout sees is printed after his move, which is therefore a knight's: it came from a square a knight's move
  away, either one that a piece of his side had reached or one where he stood from the beginning;
- a piece's move that names the file or rank of its origin (``R2c7``) came from a square there on a line with its target
  or a knight's move from it, either one that a piece of his side had reached or one where he stood from the beginning.

Nothing is guessed about other pieces, whose origins are not printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from kriegnote.chess.squares import KNIGHT_REACH, NAMES, QUEEN, SQUARE, reach, squares
from kriegnote.model.events import AnyEvent, Move, Reveal, Side, other
from kriegnote.model.printed_moves import Parts
from kriegnote.rules.game import Game


class OpenMan(NamedTuple):
    """A man that stood on one of several squares at the beginning."""

    side: Side
    man: str
    squares: tuple[str, ...]


@dataclass(slots=True)
class LostSetup:
    """The men whose starting squares are known: ``P`` a pawn, ``N`` a knight, ``?`` a man of unknown kind.

    ``men``: by side and square; ``open``: men that stood on one of several squares.
    """

    men: dict[Side, dict[str, str]] = field(default_factory=lambda: {"white": {}, "black": {}})
    open: list[OpenMan] = field(default_factory=list)

    def words(self) -> str:
        """The deduced men as one line: ``White: Pf4, ?g5; Black: …``."""
        said = []
        for side, men in self.men.items():
            known = [f"{man}{square}" for square, man in sorted(men.items())]
            known += [" or ".join(f"{one.man}{each}" for each in one.squares) for one in self.open if one.side == side]
            if known:
                said.append(f"{side.capitalize()}: {', '.join(known)}")
        return "; ".join(said)


def lost_setup(events: tuple[AnyEvent, ...], game: Game) -> LostSetup:
    """What the moves of a record reveal of its starting position."""
    seen = _Seen(game)
    for at, event in enumerate(events):
        if isinstance(event, Reveal) and event.side is not None and game.sight == "scouts":
            _shown(seen.found, event, seen.reached[other(event.side)])
        if isinstance(event, Move) and event.parts is not None and event.side is not None:
            if event.parts.castle is not None:
                seen.castled(event.parts, event.side)
            if event.parts.to is not None and len(event.parts.to) == 2:
                scout = game.sight == "scouts" and _looks_around(events[at + 1 :], event.side)
                seen.moved(event, event.parts, event.side, event.parts.to, scout)
    for one in seen.first_moves:
        _stood(seen.found, one, game)
    while _settled(seen.found):
        pass
    return seen.found


class _Seen:
    """What the moves so far reveal, and the squares that they reached.

    By side: ``reached``, the squares that any man has moved to; ``pieces``, those that a piece has moved to; ``pawns``,
    where pawns are known to stand now. ``first_moves``: men that may have moved for the first time, with their possible
    origins.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found = LostSetup()
        self.reached: dict[Side, set[str]] = {"white": set(), "black": set()}
        self.pieces: dict[Side, set[str]] = {"white": set(), "black": set()}
        self.pawns: dict[Side, set[str]] = {"white": set(), "black": set()}
        self.first_moves: list[OpenMan] = []

    def castled(self, parts: Parts, side: Side) -> None:
        rank = "1" if side == "white" else "8"
        squares_of = {file + rank for file in ("fg" if parts.castle == "short" else "cd")}
        self.pieces[side] |= squares_of
        self.reached[side] |= squares_of

    def moved(self, event: Move, parts: Parts, side: Side, to: str, scout: bool) -> None:
        """Records a move to a square.

        :param scout: whether its player was shown what is around that square.
        """
        enemy = other(side)
        anybody = self.reached["white"] | self.reached["black"]
        if _takes(event) and to not in anybody and _is_half(to, enemy, self.game):
            self.found.men[enemy].setdefault(to, "P" if to in self.pawns[enemy] else "?")
        if _is_pawns(event):
            _pawn(self.found, parts, side, anybody, self.pawns[side], self.game)
            self.pawns[side].add(to)
        else:
            self._piece(parts, side, to, anybody, scout)
            self.pieces[side].add(to)
        self.pieces[enemy].discard(to)
        self.pawns[enemy].discard(to)
        if parts.promotion is not None or to[1] in "18":
            self.pawns[side].discard(to)
            self.pieces[side].add(to)
        self.reached[side].add(to)

    def _piece(self, parts: Parts, side: Side, to: str, anybody: set[str], scout: bool) -> None:
        """Records the possible origins of a piece's move, which may be its first."""
        jump = KNIGHT_REACH[SQUARE[to]]
        if scout:
            self.first_moves.append(OpenMan(side, "N", tuple(_origins(parts, jump, self.pieces[side], anybody))))
        elif parts.from_:
            way = jump | reach(SQUARE[to], QUEEN, 0)
            origins = tuple(_origins(parts, way, self.pieces[side], anybody))
            if not set(origins) & self.found.men[side].keys() - pawns_of(self.found, side):
                self.first_moves.append(OpenMan(side, "?", origins))


def _settled(found: LostSetup) -> bool:
    """Removes certain men's squares from the open ones; returns whether another man has become certain."""
    for number, hidden in enumerate(found.open):
        men = found.men[hidden.side]
        able = tuple(square for square in hidden.squares if square not in men)
        if len(able) == 1:
            men[able[0]] = hidden.man
            del found.open[number]
            return True
        found.open[number] = hidden._replace(squares=able)
    return False


def _shown(found: LostSetup, event: Reveal, reached: set[str]) -> None:
    """Records the men that a scout shows to his player; the kind of a scanned piece is not known."""
    assert event.side is not None
    men = found.men[other(event.side)]
    for square, man in event.seen.items():
        if man is not None and square not in reached and (man == "P" or square not in men):
            men[square] = "P" if man == "P" else "?"


def _looks_around(behind: Iterable[AnyEvent], side: Side) -> bool:
    """Whether a move is followed by what its player is shown around it, so that it was a scout's."""
    following = next(iter(behind), None)
    return isinstance(following, Reveal) and following.side == side


def pawns_of(found: LostSetup, side: Side) -> set[str]:
    """The squares on which pawns of a side certainly stood at the beginning."""
    return {square for square, man in found.men[side].items() if man == "P"}


def _origins(parts: Parts, way: int, pieces: set[str], reached: set[str]) -> Iterable[str]:
    """The squares of a bitboard from which a printed piece can have come, among those that its origin allows.

    The name is empty for a square that a piece of his side had reached: he need not have stood there at the beginning.
    Squares reached by any other man are left out, since that man would have been in his way or have been captured.
    """
    assert parts.to is not None
    for square in squares(way):
        name = NAMES[square]
        if not parts.from_ or (parts.from_[0] in name and parts.from_[-1] in name):
            if name in pieces:
                yield ""
            elif name not in reached:
                yield name


def _stood(found: LostSetup, one: OpenMan, game: Game) -> None:
    """Records the possible starting squares of a man, unless he may have moved before."""
    if "" in one.squares:
        return
    able = tuple(name for name in sorted(one.squares) if _is_half(name, one.side, game))
    if able:
        found.open.append(one._replace(squares=able))


def _takes(event: Move) -> bool:
    return event.parts is not None and bool(event.parts.capture)


def _is_pawns(event: Move) -> bool:
    """Whether a move is a pawn's: it is printed without a man, or with the file of its origin."""
    return event.parts is not None and event.parts.piece == "P" and event.parts.sign is None


def _is_half(square: str, side: Side, game: Game) -> bool:
    """Whether a man of this side can have been set up on a square."""
    rows = {"own-half": 4, "two-rows": 2}.get(game.setup, 8)
    return int(square[1]) <= rows if side == "white" else int(square[1]) > 8 - rows


def _pawn(found: LostSetup, parts: Parts, side: Side, reached: set[str], now: set[str], game: Game) -> None:
    """Records the origin of a pawn's move, if the pawn had not moved before."""
    assert parts.to is not None
    back = -1 if side == "white" else 1
    file = parts.from_[0] if parts.from_ else parts.to[0]
    behind = f"{file}{int(parts.to[1]) + back}"
    if behind in now:
        now.discard(behind)
        return
    farther = f"{file}{int(parts.to[1]) + 2 * back}"
    double = file == parts.to[0] and farther[1] in ("27" if game.double_step != "never" else "")
    if double and game.double_step == "second":
        double = farther[1] == ("2" if side == "white" else "7")
    if double and farther in now:
        now.discard(farther)
        return
    men = found.men[side]
    if double and men.get(farther) != "P" and behind not in men and behind not in reached and farther not in reached:
        found.open.append(OpenMan(side, "P", (behind, farther)))
    elif double and behind in reached and farther not in reached:
        men[farther] = "P"
    elif behind not in reached and _is_half(behind, side, game):
        men[behind] = "P"
