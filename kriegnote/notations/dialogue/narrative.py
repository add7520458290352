"""Decides by the board which moves that prose mentions were played, which were tried, and which are only discussed.

A refused move is one that the board does not allow; a move that was played is one that it does. Of all ways to assign
roles to the moves of a text, few therefore make a game, and the words around a move (*tries*, *refused*, a player, a
number) give each way a cost. If the best way is not clearly better than the others, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from lark import Token

from kriegnote.chess.position import Position
from kriegnote.chess.squares import LETTERS, NAMES, target_of
from kriegnote.model.printed_moves import Language, Parts
from kriegnote.rules.playable import LEAST
from kriegnote.text.speech.named_moves import Named, named_moves

Role = Literal["played", "tried", "named"]
"""What became of a move that a text mentions; ``named``: it is only discussed."""

_MOST_WAYS: Final = 32  # the number of ways that are followed at once
_CLEAR_LEAD: Final = 0.75  # the least difference of cost between the best way and any way with another game
_MOST_PER_MOVE: Final = 0.75  # the greatest mean cost of a move of the text

# The costs of giving a move a role that the words around it do not state, or for which the board has several moves.
_REPEATED: Final = 0.2  # it is mentioned again, or a square is only a place
_THOUGHT: Final = 1.0  # a word says that a thought is reported
_UNSAID_NAMED: Final = 2.5  # it was neither played nor tried, and no word says so
_UNSAID_TRIED: Final = 1.5  # it was tried, and no word says so
_AGAINST: Final = 2.0  # it was played, although a word speaks of tries or of a refusal; or the reverse
_OTHER_PLAYER: Final = 1.5  # the other player is named
_OTHER_NUMBER: Final = 3.0  # it has another number
_OPEN: Final = 1.0  # several men can make it
_IN_WORDS: Final = 0.3  # the man is named, and the square alone is printed
_ANNOUNCED: Final = 1.0  # a square that may be only the place of the move before it is a move
_NO_END: Final = 2.0  # it was tried, and its player did not move after it


class Meant(NamedTuple):
    """What became of a move of the text.

    ``parts``: the chosen reading. ``move``: the legal move, if it was played. ``board``: the position after it.
    ``in_words``: words gave the move (“took on d5”), not the print.
    """

    role: Role
    parts: Parts
    move: int | None
    board: Position
    in_words: bool = False


class Way(NamedTuple):
    """One way to assign roles to the moves so far: its cost, its board, and what became of each move.

    ``waiting``: the number of tries that no move of their player's has followed yet.
    """

    cost: float
    board: Position
    meant: tuple[Meant, ...] = ()
    waiting: int = 0

    def price(self) -> float:
        """The cost of the way if the text ends here."""
        return self.cost + _NO_END * self.waiting

    def game(self) -> list[tuple[Role, object]]:
        """The moves and tries of the way, independently of how the text names them."""
        return [(one.role, one.move or one.parts.unmarked()) for one in self.meant if one.role != "named"]


def decided(tokens: Sequence[Token], start: Position, lang: Language) -> list[tuple[Named, Meant]] | None:
    """What became of each move of a text, in order; None if the board does not decide.

    :param start: the first position.
    :param lang: the language of the piece letters.
    """
    named = named_moves(tokens, lang)
    ways = [Way(0.0, start)]
    for one in named:
        ways = sorted((step for way in ways for step in _steps(way, one)), key=lambda way: way.cost)[:_MOST_WAYS]
    best, *others = sorted(ways, key=Way.price)
    plies = sum(one.role == "played" for one in best.meant)
    if plies < LEAST or best.waiting or best.cost > _MOST_PER_MOVE * len(named):
        return None
    game = best.game()
    if any(way.price() < best.price() + _CLEAR_LEAD and way.game() != game for way in others):
        return None
    return list(zip(named, best.meant, strict=True))


def _steps(way: Way, one: Named) -> Iterator[Way]:
    """The ways to continue a way with the next move of the text."""
    last = next((meant for meant in reversed(way.meant) if meant.role != "named"), None)
    again = last is not None and any(_is_same(parts, last) for parts in one.readings)
    place = one.place and not one.played and not (one.tried and one.refused)
    cost = _REPEATED if again or place else _THOUGHT if one.thought else _UNSAID_NAMED
    yield _on(way, cost, Meant("named", one.readings[0], None, way.board))
    other = _OTHER_PLAYER * (one.side is not None and (one.side == "white") != way.board.turn)
    other += _OTHER_NUMBER * (one.turn is not None and one.turn != (way.board.fullmove, way.board.side))
    other += (_THOUGHT if one.played or one.tried else 2 * _THOUGHT) * one.thought
    for at, parts in enumerate(one.readings):
        moves = way.board.resolve(parts)
        cost = other + _IN_WORDS * at
        if moves:
            cost += _AGAINST * (one.tried + one.refused) * (not one.allowed) + _OPEN * (len(moves) > 1)
            cost += one.place and (_ANNOUNCED if again else 2 * _IN_WORDS * (not at))
            cost += _ANNOUNCED * (again and not one.place and last is not None and last.in_words)
            for move in moves:
                yield _on(way, cost, Meant("played", parts, move, way.board.play(move), bool(at)))
        elif (not one.place or one.tried or one.refused) and way.board.resolve_own(parts):
            cost += _UNSAID_TRIED * (not (one.tried or one.refused)) + _AGAINST * (one.played and not one.refused)
            yield _on(way, cost, Meant("tried", parts, None, way.board))


def _on(way: Way, cost: float, meant: Meant) -> Way:
    waiting = 0 if meant.role == "played" else way.waiting + (meant.role == "tried")
    return Way(way.cost + cost, meant.board, (*way.meant, meant), waiting)


def _is_same(one: Parts, last: Meant) -> bool:
    """Whether a printed move may repeat the last one."""
    if last.move is None:
        return one.unmarked() == last.parts.unmarked()
    origin, target = NAMES[last.move & 63], NAMES[target_of(last.move)]
    man = "P" if last.move >> 12 else LETTERS[last.board.type_at(target_of(last.move))]
    if one.castle is not None or last.parts.castle is not None:
        return one.castle == last.parts.castle
    if man == "P" and one.piece == "P" and (one.from_ or target)[0] != origin[0]:
        return False  # a pawn move straight ahead is not a pawn capture on the same square
    return one.piece in (None, man) and one.to == target and (one.from_ or "") in origin
