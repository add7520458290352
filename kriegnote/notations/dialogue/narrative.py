"""Which moves that prose names were played, which were tried, and of which it only speaks: the board decides.

A move that was refused is one that the board does not allow, and one that was played is one that it does.  So of all
ways to take the moves of a text for one or the other few make a game, and the words around a move (*tries*, *refused*,
a player, a number) weigh those.  What the board leaves open is not claimed.
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
"""What became of a move that stands in a text; ``named``: it is only spoken of."""

_KEPT: Final = 32  # ways that are followed at once
_SURE: Final = 0.75  # by how much the best way has to be better than the next with another game
_STRANGE: Final = 0.75  # what a move of the text may cost, on the whole

# what it costs to take a move for what the words around it do not say, or for what the board has more often
_REPEATED: Final = 0.2  # it is named again, or a square stands where something happens
_THOUGHT: Final = 1.0  # a word says that somebody's thought is reported
_UNSAID_NAMED: Final = 2.5  # it is named, and nothing came of it
_UNSAID_TRIED: Final = 1.5  # it was tried, and no word says so
_AGAINST: Final = 2.0  # it was played, and a word speaks of tries, or of a refusal
_OTHER_PLAYER: Final = 1.5  # the other player is named
_OTHER_NUMBER: Final = 3.0  # it has another number
_OPEN: Final = 1.0  # several men can make it
_IN_WORDS: Final = 0.3  # the man is named, and the square alone is printed
_ANNOUNCED: Final = 1.0  # a square where something happens is that of the move before it
_NO_END: Final = 2.0  # it was tried, and its player did not move behind it


class Meant(NamedTuple):
    """What became of a move of the text: its role, how it is to be read, the legal move if it was played, its board,
    and whether words said it (“took on d5”)."""

    role: Role
    parts: Parts
    move: int | None
    board: Position
    in_words: bool = False


class Way(NamedTuple):
    """One way to take the moves so far: what each is, the board behind them, what it costs, tries with no move yet."""

    cost: float
    board: Position
    meant: tuple[Meant, ...] = ()
    waiting: int = 0

    def price(self) -> float:
        """What the way costs if the text ends here."""
        return self.cost + _NO_END * self.waiting

    def game(self) -> list[tuple[Role, object]]:
        """What happened, however the text names it."""
        return [(one.role, one.move or one.parts.unmarked()) for one in self.meant if one.role != "named"]


def decided(tokens: Sequence[Token], start: Position, lang: Language) -> list[tuple[Named, Meant]] | None:
    """What became of each move of a text, in its order; None where the board does not decide.

    :param start: the first position; :param lang: whose letters the men have.
    """
    named = named_moves(tokens, lang)
    ways = [Way(0.0, start)]
    for one in named:
        ways = sorted((step for way in ways for step in _steps(way, one)), key=lambda way: way.cost)[:_KEPT]
    best, *others = sorted(ways, key=Way.price)
    plies = sum(one.role == "played" for one in best.meant)
    if plies < LEAST or best.waiting or best.cost > _STRANGE * len(named):
        return None
    game = best.game()
    if any(way.price() < best.price() + _SURE and way.game() != game for way in others):
        return None
    return list(zip(named, best.meant, strict=True))


def _steps(way: Way, one: Named) -> Iterator[Way]:
    """The ways to go on behind a move of the text."""
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
    """Whether a printed move may be the one before it, named once more."""
    if last.move is None:
        return one.unmarked() == last.parts.unmarked()
    origin, target = NAMES[last.move & 63], NAMES[target_of(last.move)]
    man = "P" if last.move >> 12 else LETTERS[last.board.type_at(target_of(last.move))]
    if one.castle is not None or last.parts.castle is not None:
        return one.castle == last.parts.castle
    if man == "P" and one.piece == "P" and (one.from_ or target)[0] != origin[0]:
        return False  # a pawn that goes straight on is not one that takes there
    return one.piece in (None, man) and one.to == target and (one.from_ or "") in origin
