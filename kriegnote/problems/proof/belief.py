"""Beliefs: the set of all positions that a player must still consider possible, given what he has heard.

The player who solves the problem is called *White* here, as in chapter 7, whatever his colour: he is the side to
move in the belief in which he decides.  A belief is a plain tuple of :class:`~kriegnote.chess.position.Position`, no
two with the same ``key()``, all with the same men of White's.  Nothing is changed in place.  A turn goes like this::

    turn  = split_announced(start, rules)        # {pawn tries announced: belief}, only if nothing was heard yet
    yes, no = ask(belief)                        # “Any?”: two beliefs, either may be empty
    accepted, refused = attempt(belief, move)    # the umpire allows the try, or refuses it
    own   = moved(accepted, move, rules)         # {Heard: steps}: the announcement of White's own move
    after = replied(belief, rules)               # {Heard: steps}: Black's replies, grouped by what White hears

``moved`` and ``replied`` return :class:`WorldStep` tuples (before, move, after), so that a line can be shown later;
``worlds(steps)`` merges them into the next belief.  A group with a ``Heard.end`` (``checkmate``, ``stalemate``) is
the end of the game; there are no replies to it.

Black's questions and refused tries are not followed, except for ``opponent_asks`` (“After White's move, Black asks”).
White's tries must be possible on his own board: :func:`tries` lists them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple, TypeAlias

from kriegnote.chess.position import KING, PAWN, Position, distinct, move_of, square_of
from kriegnote.problems.heard import End, Heard, Tries
from kriegnote.rules import RuleSet
from kriegnote.rules import announcements as announce
from kriegnote.rules.turn import must_try_pawn_capture

Belief: TypeAlias = tuple[Position, ...]


class WorldStep(NamedTuple):
    """One move in one world: the position before it, the move, the position after it."""

    before: Position
    move: int
    after: Position


Groups: TypeAlias = dict[Heard, list[WorldStep]]


def merge(positions: Iterable[Position]) -> Belief:
    """A belief of positions; those that differ only in their move counters are merged."""
    return tuple(distinct(positions))


def worlds(steps: Iterable[WorldStep]) -> Belief:
    """The belief after these steps."""
    return merge(step[2] for step in steps)


def key(belief: Belief) -> frozenset[tuple[int, ...]]:
    """A hashable value that is the same for equal beliefs, whatever the order of their positions."""
    return frozenset([position.key() for position in belief])


def tries(belief: Belief) -> list[int]:
    """All tries that are possible on White's own board (§2.1), pawn captures of invisible men included."""
    return list(belief[0].own_moves()) if belief else []


def pawn_captures(belief: Belief) -> list[int]:
    """The pawn captures among :func:`tries`, one of which must be tried after a yes to “Any?” (Gambit 11)."""
    if not belief:
        return []
    position = belief[0]
    return [move for move in position.own_moves() if position.is_pawn_capture(move)]


def attempt(belief: Belief, move: int) -> tuple[Belief, Belief]:
    """The worlds in which a try is legal, and those in which it is refused; all are positions before the move."""
    accepted: list[Position] = []
    refused: list[Position] = []
    for position in belief:
        (accepted if position.is_legal(move) else refused).append(position)
    return tuple(accepted), tuple(refused)


def ask(belief: Belief) -> tuple[Belief, Belief]:
    """The worlds in which the answer to “Any?” is yes, and those in which it is no."""
    yes: list[Position] = []
    no: list[Position] = []
    for position in belief:
        (yes if position.pawn_targets() else no).append(position)
    return tuple(yes), tuple(no)


def pawn_tries(position: Position, rules: RuleSet) -> Tries:
    """The pawn tries that the umpire announces to the side to move under these rules."""
    policy = rules.pawn_tries
    if policy in ("on-request", "none"):
        return None
    targets = position.pawn_targets()
    if policy == "any":
        return bool(targets)
    if policy == "squares":
        return tuple(targets if rules.doubles else sorted(set(targets)))
    return announce.count_captures(position, rules.promoting_captures)


def split_announced(belief: Belief, rules: RuleSet) -> dict[Tries, Belief]:
    """A belief divided by the pawn tries that the umpire will announce to White."""
    found: dict[Tries, list[Position]] = {}
    for position in belief:
        found.setdefault(pawn_tries(position, rules), []).append(position)
    return {said: tuple(positions) for said, positions in found.items()}


def heard(
    before: Position,
    move: int,
    after: Position,
    rules: RuleSet,
    *,
    asked: bool = False,
    answer: bool | None = None,
    ends: bool = True,
) -> Heard:
    """The announcement of a legal move, with the end of the game and the next player's pawn tries.

    :param asked: the mover asked “Any?” before it (under Dutch rules the capturing man is then named).
    :param answer: the answer, if the opponent hears it.
    :param ends: check whether the game is over.
    """
    capture = announce.capture(before, move, rules, "white", 1, asked)
    square, captured, by, en_passant = None, None, None, False
    if capture is not None and capture.square is not None:
        square, captured, by = square_of(capture.square), capture.captured, capture.by
        en_passant = bool(capture.en_passant)
    check: tuple[str, ...] = announce.directions(after, rules)
    if check and not rules.check_directions:
        check = ("",)
    promotion = rules.promotion and move >> 12 != 0
    over = ends and not after.has_legal_move()
    end: End | None = ("checkmate" if after.checkers() else "stalemate") if over else None
    tries = None if over else pawn_tries(after, rules)
    return Heard(square, captured, by, en_passant, check, promotion, tries, end, answer)


def moved(belief: Belief, move: int, rules: RuleSet, *, asked: bool = False) -> Groups:
    """The steps of an accepted try of White's, grouped by their announcements.

    :param belief: worlds in which the move is legal (the first result of :func:`attempt`).
    """
    groups: Groups = {}
    for position in belief:
        after = position.play(move)
        groups.setdefault(heard(position, move, after, rules, asked=asked), []).append(WorldStep(position, move, after))
    return groups


def legal_replies(
    position: Position, rules: RuleSet, *, excluded: Collection[int] = (), opponent_asks: bool = False
) -> list[int]:
    """The legal replies of Black in one world.

    :param excluded: moves that Black promised not to play (``ExcludedReplies``).
    :param opponent_asks: Black asks “Any?” first.  After a yes he must try a pawn capture; this restricts his replies
        to pawn captures only if none that is possible on his own board would be refused.
    """
    moves = position.legal_moves()
    if opponent_asks and must_try_pawn_capture(rules, bool(position.pawn_targets())):
        captures = set(pawn_captures((position,)))
        if captures and captures <= set(moves):
            moves = [move for move in moves if move in captures]
    return [move for move in moves if move not in excluded] if excluded else moves


def replied(
    belief: Belief,
    rules: RuleSet,
    *,
    excluded: Collection[int] = (),
    opponent_asks: bool = False,
    ends: bool = True,
) -> Groups:
    """All legal replies of Black in all worlds, grouped by what White hears before his next try.

    :param excluded: see :func:`legal_replies`.
    :param opponent_asks: Black asks “Any?” first, and White hears the answer.
    :param ends: check whether White is mated or stalemated.  A solver need not: White has no move then.
    """
    groups: Groups = {}
    for position in belief:
        answer = bool(position.pawn_targets()) if opponent_asks else None
        for move in legal_replies(position, rules, excluded=excluded, opponent_asks=opponent_asks):
            after = position.play(move)
            said = heard(position, move, after, rules, asked=opponent_asks, answer=answer, ends=ends)
            groups.setdefault(said, []).append(WorldStep(position, move, after))
    return groups


def hides(fen: str, hidden: Iterable[str]) -> Belief:
    """The belief of a diagram with hidden men.

    :param fen: the only world if ``hidden`` is empty; else ignored.
    :param hidden: the full FEN of each world.
    :raises ValueError: a FEN is malformed, or White's men differ between worlds.
    """
    belief = merge(Position.from_fen(text) for text in (list(hidden) or [fen]))
    check_own(belief)
    return belief


def check_own(belief: Belief) -> None:
    """Checks that the side to move has the same men and castling rights in every world.

    :raises ValueError: it has not.
    """
    if len({_own_men(position) for position in belief}) > 1:
        raise ValueError("the side to move must have the same men in every position of the diagram")


def _own_men(position: Position) -> tuple[object, ...]:
    """The side to move, its castling rights and its men."""
    own = position.own()
    return (position.turn, position.castling & own, *(position.of_type(kind) & own for kind in range(PAWN, KING + 1)))


def moves_of(moves: Collection[int | str]) -> frozenset[int]:
    """Moves, given as integers or in UCI, as integers; :raises ValueError: a string is not a move."""
    return frozenset(move_of(move) if isinstance(move, str) else move for move in moves)


def fens(belief: Belief) -> list[str]:
    """The FENs of a belief, sorted."""
    return sorted(position.fen() for position in belief)
