"""Lost diagrams: the positions that a printed solution fits, found by trying them all.

The figurines of a scan mean nothing, its squares are mostly right.  So a solution is a tree of *target squares*: at
each try any man of White's may be the one that goes there.  A placement of White's men *fits* when some choice of men
makes the tree end in mate, whatever the bare black king replies; :func:`fits` gives the squares of the king for which
it does.  Black has a king alone in all of chapter 6.

A tree is written as data (:data:`DIAGRAMS`): a turn is a tuple of tries, made in that order, each after the refusal of
those before; a number in its last place stands for a mate in so many moves that the text leaves to the reader, and is
looked for by the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise, permutations
from typing import Final, NamedTuple, TypeAlias

from kriegnote.chess.position import TYPE_OF, Position, square_name, square_of
from kriegnote.problems.proof import belief as beliefs
from kriegnote.problems.proof.belief import Belief
from kriegnote.problems.proof.mates import is_checkmate
from kriegnote.problems.proof.solve import Solver
from kriegnote.rules import RULES


class Do(NamedTuple):
    """A try by its target square (``c7``, ``b7+`` where it must check, ``a6|c2`` where either does), and what follows.

    :param then: ``#`` (it mates in every world that takes it), ``?`` (what the text leaves open), a turn, a number of
        moves for the solver, or a turn for ``check`` and one for ``silent``, heard of this very move (and ``mate``
        where the text knows of a mate too).  A move that the text follows up must not mate.
    :param replies: the squares that the text gives the black king after it, separated by blanks (empty: not said).
    """

    to: str
    then: Then = "#"
    replies: str = ""


Turn: TypeAlias = "tuple[Do | int | str, ...]"
Then: TypeAlias = "str | int | Turn | Mapping[str, Turn | int | str]"


class Diagram(NamedTuple):
    """A diagram of chapter 6: White's men (letters), the printed solution, and what else the text says.

    :param kings: the black king's squares as the text names them (empty: it does not).
    :param moves: the mate's length in the stipulation (0: none).
    :param spare: how many of ``kings`` may be illegal (next to White's king, or checked before his move).
    """

    men: str
    solution: Turn
    kings: tuple[str, ...] = ()
    moves: int = 0
    spare: int = 0


def line(text: str, last: Then = "#") -> Then:
    """``"a6 b7+ e5"``: one try a turn, the last one followed by ``last``."""
    then = last
    for to in reversed(text.split()):
        then = (Do(to, then),)
    return then


def _line_open(text: str) -> Turn:
    """As :func:`line`, where the text does not say what follows a refusal."""
    first, *others = text.split()
    return (Do(first, _line_open(" ".join(others)) if others else "#"), "?")


_FIRST: Final[Turn] = (Do("c7", line("a1")), Do("a6|c2", 1))
_SIX_TEN_CORNER: Final[Turn] = (Do("g3", line("e1")), Do("g3", line("h3")))

DIAGRAMS: Final[Mapping[str, Diagram]] = {
    "6.6": Diagram("KR", _FIRST, ("a8", "b8")),
    "6.7": Diagram(
        "KR",
        (
            Do("c7", line("d6 a6")),
            Do("c7", {"silent": 3, "check": (Do("d7", line("c6 b6 c8")), Do("c1", line("f1 f8")))}),
        ),
        ("a8", "b8", "c8"),
    ),
    "6.8": Diagram(
        "KR",
        (
            Do("b6", _FIRST),
            Do("c6", (Do("a1", {"check": (Do("a2", line("a8")),), "silent": (Do("a8"),), "mate": 0}),)),
            Do("c5", (Do("b6", 2), Do("c6", (Do("c7", line("a5")), Do("b6", line("c8")))))),
        ),
    ),
    "6.9": Diagram(
        "KR",
        (
            Do("b6", {
                "check": "?",
                "silent": (
                    Do("c6", (
                        Do("b7", (
                            Do("a6", _line_open("a5 a4 b3 c6 c1")),
                            Do("a7", _line_open("a6 a5 a4 b3 c6 c1")),
                        )),
                        Do("b1", line("a1", "?")),
                    )),
                    "?",
                ),
            }),
        ),
        ("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"),
        moves=10,
        spare=1,
    ),
    "6.10": Diagram(
        "KR",
        (
            Do("d1", (
                Do("e2", (
                    Do("f2", (Do("g3", line("d1")), Do("g3|a3", line("h3"))), "h1 h2"),
                    Do("f3", (
                        Do("f2", (Do("g3", line("d1")), Do("g3", line("h3"))), "h1 h2"),
                        Do("d1"),
                    )),
                    Do("e3", (
                        Do("f2", _SIX_TEN_CORNER),
                        Do("f3", (Do("g3", line("e1")), Do("f2", line("h3")))),
                    )),
                )),
                Do("d2", line("e1 f2 d3 h3")),
            ), "f1 g1 g2"),
        ),
        moves=6,
    ),
    "6.14": Diagram("KBB", (Do("b6", line("a6 b7+ e5")), Do("d4+", line("d5"))), moves=4),
    "6.15": Diagram(
        "KBB",
        (Do("b6"), Do("c4", {"silent": line("d6 c7 e7 c5 d5"), "check": line("d6 c7 c5 d5")})),  # type: ignore[dict-item]
        moves=6,
    ),
    "6.18": Diagram("KBN", (Do("g3", line("h3 e5 f3 g2")), Do("e5", line("g3 h3 g2 f3"))), moves=5),
    "6.19": Diagram(
        "KBN", (Do("g3", line("h3 e5 f3 g2")), Do("h4|e5", line("c4 f1 g2 f3"))), ("h1", "h2"), moves=5
    ),
    "6.20": Diagram(
        "KBN", (Do("e4", (Do("c5", line("c3 c2 a5 b4 b3 c1 c3"), "a3 b1"),), "a2"),), moves=9
    ),
}  # fmt: skip


def place(men: Mapping[str, str] | Iterable[tuple[str, str]], king: str) -> Position:
    """White's men (letter and square, or square and letter by square), to move, and the bare black king.

    Nothing is checked: see :func:`possible`.
    """
    pairs = [(letter, square) for square, letter in men.items()] if isinstance(men, Mapping) else list(men)
    board = Position.from_fen("K1k5/8/8/8/8/8/8/8 w - - 0 1")
    white = 0
    by_type = [0] * 7
    for letter, square in pairs:
        bit = 1 << square_of(square)
        white |= bit
        by_type[TYPE_OF[letter]] |= bit
    board.white, board.black = white, 1 << square_of(king)
    by_type[6] |= board.black
    _, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = by_type
    return board


def possible(position: Position) -> bool:
    """Whether the side that has just moved is not in check, and no two men share a square."""
    if position.white & position.black:
        return False
    king = (position.kings & position.black).bit_length() - 1
    return not position.attackers(king, True, position.white | position.black)


@lru_cache(maxsize=1)
def _solver() -> Solver:
    return Solver(RULES["english"])


_World: TypeAlias = tuple[str, Position]  # where the king stood in the diagram, and where all stands now


def fits(men: Mapping[str, str], solution: Turn, kings: Iterable[str] = ()) -> list[str]:
    """The squares of the black king (among ``kings``, or all) for which the solution mates, with one choice of men.

    :param men: White's men by square, ``{"b6": "K", "c1": "R"}``.
    """
    squares = list(kings) or [square_name(square) for square in range(64)]
    worlds = [(king, place(men, king)) for king in squares if king not in men]
    worlds = [(king, position) for king, position in worlds if possible(position)]
    if not worlds:
        return []
    worlds = [world for world in worlds if not _fails([world], solution)]
    failed = _fails(worlds, solution)
    return sorted(king for king, _ in worlds if king not in failed)


def _fails(worlds: list[_World], turn: Turn | int | str) -> frozenset[str]:
    """The diagrams from which the solution fails in some of these worlds; White is to move."""
    if not worlds:
        return frozenset()
    everything = frozenset(name for name, _ in worlds)
    if turn == ():
        return everything
    first, others = (turn[0], turn[1:]) if isinstance(turn, tuple) else (turn, ())
    if isinstance(first, str):
        return frozenset()
    if isinstance(first, int):
        return _unsolved(worlds, first)
    failed: frozenset[str] = frozenset()
    for to in first.to.split("|"):
        failed |= min((_tried(worlds, move, to, first, others) for move in _moves_to(worlds[0][1], to)),
                      key=len, default=everything)  # fmt: skip
    return failed


def _moves_to(position: Position, to: str) -> list[int]:
    target = square_of(to.rstrip("+"))
    return [move for move in position.own_moves() if move >> 6 & 63 == target]


def _tried(worlds: list[_World], move: int, to: str, first: Do, others: Turn) -> frozenset[str]:
    failed = set()
    taken: dict[bool, list[_World]] = {True: [], False: []}
    refused = []
    for name, position in worlds:
        if not position.is_legal(move):
            refused.append((name, position))
            continue
        after = position.play(move)
        if to.endswith("+") and not after.checkers():
            failed.add(name)
        elif is_checkmate(after):
            if isinstance(first.then, tuple) or (isinstance(first.then, Mapping) and "mate" not in first.then):
                failed.add(name)
        elif first.then == "#":
            failed.add(name)
        else:
            taken[bool(after.checkers())].append((name, after))
    failed |= _fails(refused, others)
    if first.then == "#":
        return frozenset(failed)
    groups = list(taken.items()) if isinstance(first.then, Mapping) else [(False, taken[True] + taken[False])]
    for check, some in groups:
        then = first.then["check" if check else "silent"] if isinstance(first.then, Mapping) else first.then
        replied: dict[object, _World] = {}
        went: dict[str, set[str]] = {}
        for name, after in some:
            replies = after.legal_moves()
            if not replies or any(after.white >> (reply >> 6 & 63) & 1 for reply in replies):
                failed.add(name)  # stalemate, or a man lost that the text does not speak of
            went.setdefault(name, set()).update(square_name(reply >> 6 & 63) for reply in replies)
            for reply in replies:
                position = after.play(reply)
                replied[name, position.key()] = (name, position)
        if first.replies:
            failed |= {name for name, squares in went.items() if squares != set(first.replies.split())}
        failed |= _fails([world for world in replied.values() if world[0] not in failed], then)
    return frozenset(failed)


def _unsolved(worlds: list[_World], n: int) -> frozenset[str]:
    """The diagrams that the solver does not mate in n: all of them together, else one by one."""
    if _solver().won(beliefs.merge(position for _, position in worlds), n):
        return frozenset()
    alone: dict[str, list[Position]] = {}
    for name, position in worlds:
        alone.setdefault(name, []).append(position)
    lost = {name for name, some in alone.items() if not _solver().won(beliefs.merge(some), n)}
    return frozenset(lost or alone)


def stands(diagram: Diagram, men: Mapping[str, str]) -> list[str]:
    """The squares of the black king for which the diagram's solution mates; none when the placement does not fit.

    It fits when the solution mates for all of the king's squares that the text names, and each try of the first turn
    is taken for some square (and refused for some if another try follows).
    """
    legal = [king for king in diagram.kings if king not in men and possible(place(men, king))]
    if len(legal) < len(diagram.kings) - diagram.spare:
        return []
    found = fits(men, diagram.solution, diagram.kings)
    first = [do for do in diagram.solution if isinstance(do, Do)]
    return found if set(legal) <= set(found) and _used(men, found, first) else []


def reconstruct(diagram: Diagram) -> Iterator[tuple[dict[str, str], list[str]]]:
    """All placements of White's men that fit, each with the squares of the black king (see :func:`stands`)."""
    corners = ("a1", "h8", "a8", "h1")
    for squares in permutations([square_name(square) for square in range(64)], len(diagram.men)):
        men = dict(zip(squares, diagram.men, strict=True))
        if any(a > b for (a, m), (b, n) in pairwise(men.items()) if m == n):
            continue
        far = place(men, next(square for square in corners if square not in men))
        if _walks(far, diagram.solution) and (found := stands(diagram, men)):
            yield men, found


def _walks(position: Position, then: Then, depth: int = 4) -> bool:
    """Whether White's men can go these ways at all, Black left aside: a quick filter before :func:`fits`."""
    if isinstance(then, Mapping):
        return all(_walks(position, turn, depth) for turn in then.values())
    if isinstance(then, (str, int)) or not depth:
        return True
    return all(
        any(_walks(_again(position, move), do.then, depth - 1) for move in _moves_to(position, to))
        for do in then if isinstance(do, Do) for to in do.to.split("|")
    )  # fmt: skip


def _again(position: Position, move: int) -> Position:
    """The position after a move, the same side to move again."""
    after = position.play(move)
    after.turn = position.turn
    return after


def _used(men: Mapping[str, str], kings: list[str], first: list[Do]) -> bool:
    """Whether each try of the first turn is taken for one of these squares, and all that it may sound like heard."""
    left: Belief = tuple(place(men, king) for king in kings)
    for do in first:
        for move in _moves_to(left[0], do.to.split("|")[0]) if left else ():
            taken, refused = beliefs.attempt(left, move)
            checks = {bool(position.play(move).checkers()) for position in taken}
            if taken and (refused or do is first[-1]) and len(checks) >= (2 if isinstance(do.then, Mapping) else 1):
                left = refused
                break
        else:
            return False
    return True


def _main(names: list[str]) -> None:
    for name in names or list(DIAGRAMS):
        count = 0
        for men, kings in reconstruct(DIAGRAMS[name]):
            count += 1
            print(name, " ".join(letter + square for square, letter in men.items()), "black king:", *kings, flush=True)
        print(name, count, "placements fit", flush=True)


if __name__ == "__main__":
    import sys

    _main(sys.argv[1:])
