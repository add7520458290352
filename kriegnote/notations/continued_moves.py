"""Decides by the board which of the moves, tries and announcements that prose mentions happened.

Of all ways to read the mentions few make a game, and the words around each mention give each way a cost. Where two good
ways differ, only what precedes the difference is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import Position
from kriegnote.chess.squares import LETTERS, NAMES, origin_of, target_of
from kriegnote.model.events import AnyEvent, Capture, Check, Move, Side, Try
from kriegnote.model.printed_moves import Language, parse_move, spell
from kriegnote.notations.mentioned_announcements import announced
from kriegnote.notations.mentioned_moves import fitting_moves, of_another_man, spelled_try
from kriegnote.text.speech.mentions import Mention

_MOST_WAYS: Final = 32  # the number of ways that are followed at once, and of those about as likely as the best
_MOST_ALIKE: Final = 256
_REMEMBERED: Final = 64  # texts; each is read once for every notation that it may be in
_CLEAR_LEAD: Final = 0.7  # the least difference of cost between the best way and any way with another game

# The costs of a mention that is not what its words say, or that means nothing.
_PRINTED_NAMED: Final = 2.5  # a printed move that was neither played nor tried
_WORDS_NAMED: Final = 1.7  # a move in words that was neither played nor tried
_PLACE_NAMED: Final = 0.2  # a square beside a preposition that is only a place
_PLACE_OF_MOVER: Final = 1.0  # such a square, in a sentence about the player to move
_PLACE_MOVED: Final = 0.7  # such a square is a pawn's move
_ANNOUNCED_AGAIN: Final = 0.1  # what was announced of the last move is announced again
_UNTRUE: Final = 0.7  # an announcement that is not true of the last move
_LIKELIER: Final = 0.8  # a move is read as an announcement, or the reverse, against the words
_REFUSED: Final = 2.0  # a legal move with a refusal behind it
_TRIED: Final = 0.3  # a legal move that is called a try
_THOUGHT: Final = 2.0  # a move that may be only a thought
_IMPOSSIBLE: Final = 1.5  # a refused move is impossible wherever the other player's men stand
_UNSAID: Final = 4.0  # an illegal move without a refusal
_OTHER_PLAYER: Final = 2.0  # the other player is named
_OTHER_READING: Final = 0.3  # each reading of a mention but the first
_OTHER_MAN: Final = 0.8  # a square alone is that of the man just named; a pawn has left the file of his name
_IMPLIED: Final = 1.0  # a capture that is announced, but no words report the move
_OF_A_NAMED_MAN: Final = 0.5  # such a capture by the man named before it
_NO_END: Final = 2.0  # the player who tried did not move
_REPEATED: Final = 1.0  # the move that was just made is made again by the other player
_NUMBERED_NAMED: Final = 6.0  # one with the number of this turn or a later one was neither played nor tried
_OTHER_NUMBER: Final = 4.0  # it has another number
_MOST: Final = 2.5  # the greatest cost of a way, and what each of its moves and tries adds to it
_MOST_PER_MOVE: Final = 0.75
_OPEN: Final = 1.0  # several men can make it
_TAKES_NOTHING: Final = 2.0  # it is printed as a capture
_PAWN_TAKES: Final = 2.0  # a pawn takes, and words without a capture name it: “pawn to e5”


class ReportedStep(NamedTuple):
    """Something that happened.

    ``at``: the index of the token that reports it. ``event``: the event without its place. ``board``: the board after
    it. ``move``: the legal move, of a :class:`Move`. ``after``: the index of the token after its words, if they stand
    for it alone.
    """

    at: int
    event: AnyEvent
    board: Position
    move: int | None = None
    after: int | None = None


class StepsSoFar(NamedTuple):
    """A step and those before it, which all ways that continue from them share; ``made``: how many move or try."""

    last: ReportedStep
    before: StepsSoFar | None
    made: int


class ContinuedGame(NamedTuple):
    """One way to read the mentions so far.

    ``before``, ``move``: the board before the last move, and that move. ``announced``: the kinds already announced.
    ``unsaid``: nobody says that the last try was refused, but a move of the same player follows.
    """

    cost: float
    board: Position
    before: Position | None
    move: int | None
    so_far: StepsSoFar | None = None
    announced: frozenset[str] = frozenset()
    unsaid: bool = False

    def backwards(self) -> Iterator[ReportedStep]:
        """The steps, the last one first."""
        so_far = self.so_far
        while so_far is not None:
            yield so_far.last
            so_far = so_far.before

    @property
    def steps(self) -> list[ReportedStep]:
        """The steps, in order."""
        return [*self.backwards()][::-1]

    @property
    def made(self) -> int:
        """The number of moves and tries."""
        return self.so_far.made if self.so_far is not None else 0

    def last_made(self) -> Move | Try | None:
        """The last move or try; None before the first."""
        return next((step.event for step in self.backwards() if isinstance(step.event, (Move, Try))), None)

    def moves_of(self, side: Side) -> Iterator[tuple[int, Position]]:
        """A player's moves, the last one first, with the boards after them."""
        return ((one.move, one.board) for one in self.backwards() if one.move is not None and one.event.side == side)  # type: ignore[union-attr]

    def ended(self) -> float:
        """The cost if nothing follows: somebody moves after a try."""
        return self.cost + (_NO_END + _UNSAID * self.unsaid) * isinstance(self.last_made(), Try)

    def game(self) -> list[tuple[str, object]]:
        """The moves and tries, independently of how the text names them."""
        made = (one for one in self.steps if isinstance(one.event, (Move, Try)))
        return [(type(one.event).__name__, one.move or getattr(one.event, "text", "")) for one in made]

    def and_then(self, *steps: ReportedStep) -> StepsSoFar | None:
        """The steps so far, and more behind them."""
        so_far = self.so_far
        for one in steps:
            made = (so_far.made if so_far is not None else 0) + isinstance(one.event, (Move, Try))
            so_far = StepsSoFar(one, so_far, made)
        return so_far


class _Ways(NamedTuple):
    """The ways to read mentions, the best first; ``to_sense``: those to read them up to the last that makes sense."""

    whole: list[ContinuedGame]
    to_sense: list[ContinuedGame]


class _Start(NamedTuple):
    """A board and the one before the last move as FENs, and that move: what :class:`ContinuedGame` begins with."""

    board: str
    before: str | None
    move: int | None


def followed(found: Sequence[Mention], start: ContinuedGame, lang: Language) -> list[ContinuedGame]:
    """The ways to read the mentions, the best first; the best one may be of any cost."""
    return _ways(found, start, lang).whole


def _ways(found: Sequence[Mention], start: ContinuedGame, lang: Language) -> _Ways:
    before = None if start.before is None else start.before.fen()
    return _followed(tuple(found), _Start(start.board.fen(), before, start.move), lang)


@lru_cache(maxsize=_REMEMBERED)
def _followed(found: tuple[Mention, ...], start: _Start, lang: Language) -> _Ways:
    before = None if start.before is None else Position.from_fen(start.before)
    ways = [ContinuedGame(0.0, Position.from_fen(start.board), before, start.move)]
    ends, most = ways, 0.0
    for one in found:
        ways = _further(ways, one, lang)
        worth = _MOST_PER_MOVE * ways[0].made - ways[0].ended()
        if worth >= most:
            ends, most = ways, worth
    return _Ways(ways, ends)


def decided(found: Sequence[Mention], start: ContinuedGame, lang: Language) -> list[ReportedStep]:
    """What happened according to the best way, up to where another way that is nearly as good differs.

    A game whose later mentions make no sense ends with the last one that still does.
    """
    whole, ends = _ways(found, start, lang)
    ways = sorted(whole, key=ContinuedGame.ended)
    if ways[0].ended() > _MOST + _MOST_PER_MOVE * ways[0].made:
        ways = sorted(ends, key=ContinuedGame.ended)
    best = ways[0]
    game = best.game()
    sure = len(game)
    for way in ways[1:]:
        other = way.game()
        if way.ended() < best.ended() + _CLEAR_LEAD and other != game:
            alike = next((at for at, pair in enumerate(zip(game, other, strict=False)) if pair[0] != pair[1]),
                         min(len(game), len(other)))  # fmt: skip
            sure = min(sure, alike)
    taken: list[ReportedStep] = []
    for step in best.steps:
        made = isinstance(step.event, (Move, Try))
        if made and not sure:
            break
        sure -= made
        taken.append(step)
    return taken


def _further(ways: Sequence[ContinuedGame], one: Mention, lang: Language) -> list[ContinuedGame]:
    """The best ways to continue with the next mention, the best first."""
    best: list[ContinuedGame] = []
    most = inf  # of so many ways the last one's cost: no way is better that costs as much
    for way in ways:
        if way.cost >= most:
            break
        best = sorted([*best, *_steps(way, one, lang, most)], key=lambda way: way.cost)
        if len(best) >= _MOST_WAYS:
            most = max(best[_MOST_WAYS - 1].cost, best[0].cost + _CLEAR_LEAD)  # what is as likely as the best is kept
            best = [way for way in best if way.cost <= most][:_MOST_ALIKE]
    return best


def _steps(way: ContinuedGame, one: Mention, lang: Language, most: float) -> Iterator[ContinuedGame]:
    """The ways to continue a way with the next mention; moves only if they cost less than ``most``."""
    if one.kind == "way":
        yield _with_way(way, one)
        return
    one = one.of(way.board.side)
    if one.readings:
        yield from _moved(way, one, lang, most)
    if one.kind != "move" or one.square is not None:
        event = announced(one, way.board, way.before, way.move, way.announced)
        against = _LIKELIER if one.kind == "move" and not (one.announced or one.called) else 0.0
        turns = _OTHER_PLAYER * (one.side == way.board.side)  # the player to move takes there
        if event is not None:
            kind = type(event).__name__
            so_far = way.and_then(ReportedStep(one.at, event, way.board))
            price = way.cost + against + turns * bool(one.readings)
            yield way._replace(cost=price, so_far=so_far, announced=way.announced | {kind})
        elif not _is_a_try(one) and _is_again(way, one):
            yield way._replace(cost=way.cost + against + _ANNOUNCED_AGAIN + turns)
        if event is None and one.kind != "check":
            yield from _implied(way, one, lang)
    of_the_mover = one.side == way.board.side
    place = _PLACE_OF_MOVER if of_the_mover else _PLACE_NAMED
    named = _PRINTED_NAMED if one.printed else place if _is_place(one) else _WORDS_NAMED
    again = _is_said_again(way, one)
    if one.kind != "move":
        named = _UNTRUE
    elif one.turn is not None and one.turn[0] >= way.board.fullmove:
        named = _NUMBERED_NAMED
    elif again:
        named = _PLACE_NAMED
    elif (
        way.move is not None
        and not (one.printed or _is_a_try(one) or of_the_mover)
        and any(parts.to == NAMES[target_of(way.move)] for parts in one.readings)
    ):
        named = min(named, _WORDS_NAMED - 1.0)  # the place of the last move, named again
    elif one.thought or one.denied:
        named = min(named, 1.0)
    yield way._replace(cost=way.cost + named)


def _with_way(way: ContinuedGame, one: Mention) -> ContinuedGame:
    """The way with the directions that words add to the last check, if they are true; else the same."""
    if way.so_far is None or not isinstance(way.so_far.last.event, Check):
        return way
    last = way.so_far.last
    assert isinstance(last.event, Check)
    said = frozenset(last.event.directions) | (one.ways & frozenset(way.board.check_directions()))
    event = msgspec.structs.replace(last.event, directions=tuple(sorted(said)))
    return way._replace(so_far=way.so_far._replace(last=last._replace(event=event)))


def _implied(way: ContinuedGame, one: Mention, lang: Language) -> Iterator[ContinuedGame]:
    """The way with a capture that an announcement implies, of the man named before it if one is."""
    board = way.board
    if one.square is None or not one.announced or one.denied:
        return
    fitting = [
        move
        for move in board.legal_moves()
        if (taken := board.captured_square(move)) >= 0 and one.square in (NAMES[taken], NAMES[target_of(move)])
    ]
    of_the_man = [move for move in fitting if LETTERS[board.type_at(origin_of(move))] == one.man]
    moves = of_the_man or (fitting if one.taker is None else [])
    side, turn = board.side, board.fullmove
    other = bool(one.readings) and one.side not in (None, side)  # “White's knight has fallen”: he does not take
    cost = way.cost + (_OF_A_NAMED_MAN if of_the_man else _IMPLIED) + _OTHER_PLAYER * other
    for move in moves:
        san, after = spell(board.san(move, suffix=False), lang), board.play(move)
        made = Move(side=side, turn=turn, move=None, text=san, san=None, parts=parse_move(san, lang))
        price = cost + _OPEN * (len(moves) > 1)
        steps = (ReportedStep(one.at, made, after, move),
                 ReportedStep(one.at, Capture(side=side, turn=turn, square=one.square), after))  # fmt: skip
        yield ContinuedGame(price, after, board, move, way.and_then(*steps), frozenset({"Capture"}))


def _is_place(one: Mention) -> bool:
    """Whether a square beside a preposition may be only a place: nobody tries it, and it is not refused."""
    return one.weak and not _is_a_try(one)


def _is_a_try(one: Mention) -> bool:
    """Whether words call a mention a try, or refuse it."""
    return one.tried or one.verdict is not None


def _is_said_again(way: ContinuedGame, one: Mention) -> bool:
    """Whether a printed move is the one made or tried last, with nothing announced since but what implied it."""
    since: list[int] = []
    for step in way.backwards() if one.printed else ():
        if isinstance(step.event, (Move, Try)):
            implied = not since or step.at in since
            return (
                implied and step.event.parts is not None and one.readings[0].unmarked() == step.event.parts.unmarked()
            )
        since.append(step.at)
    return False


def _is_again(way: ContinuedGame, one: Mention) -> bool:
    """Whether a mention repeats what was already announced of the last move."""
    if way.before is None or way.move is None or "Capture" not in way.announced:
        return False
    taken = way.before.captured_square(way.move)
    men = {LETTERS[way.before.type_at(at)] for at in (origin_of(way.move), taken)} if taken >= 0 else set()
    man = one.man if one.kind != "move" or not one.readings else one.readings[0].piece
    return taken >= 0 and one.square in (None, NAMES[taken]) and (man in (None, "P") or man in men)


def _moved(way: ContinuedGame, one: Mention, lang: Language, most: float) -> Iterator[ContinuedGame]:
    """The ways in which a mention is a move or a try of the player to move, at a cost below ``most``."""
    board = way.board
    side: Side = board.side
    later = one.turn is not None and one.turn[0] > board.fullmove  # moves before it are lost
    if later or (one.denied and one.verdict is None):
        return
    thought = _THOUGHT * (one.thought and one.verdict is None)
    cost = way.cost + _OTHER_NUMBER * (one.turn is not None and one.turn != (board.fullmove, side))
    cost += _OTHER_PLAYER * (one.side is not None and one.side != side)
    cost += _LIKELIER * bool(one.announced)
    if cost >= most:
        return
    first = one.readings[0]
    any_man = first.capture and first.from_ is None
    another = 0.0 if first.castle else _OTHER_READING if any_man else _OTHER_MAN
    for rank, parts in enumerate(one.readings):
        moves = [*fitting_moves(board, way.before, way.move, one, parts)]
        moves = of_another_man(moves, board, way.moves_of(side)) if one.other else moves
        for move in moves:
            price = (
                cost
                + thought
                + max(another * rank, _PLACE_MOVED * _is_place(one))
                + _REPEATED * _is_said_again(way, one)
                + _OPEN * (len(moves) > 1)
                + _REFUSED * (one.verdict is not None)
                + _TRIED * one.tried
                + _TAKES_NOTHING * (parts.mark is not None and board.captured_square(move) < 0)
                + _PAWN_TAKES * (not one.printed and _is_pawns_capture(board, move) and not parts.capture)
            )
            if price >= most:
                continue
            san = spell(board.san(move, suffix=False), lang)
            printed = parts if one.printed else parse_move(san, lang)
            made = Move(side=side, turn=board.fullmove, move=None, text=san, san=None, parts=printed)
            after = board.play(move)
            yield ContinuedGame(price, after, board, move, way.and_then(ReportedStep(one.at, made, after, move)))
        if _is_a_try(one) and not parts.capture:
            moves = [move for move in moves if not _is_pawns_capture(board, move)]  # “tries c6” does not take there
        unsaid = thought + _UNSAID * (one.verdict is None) if not one.tried else 0.0
        least = cost + unsaid + another * rank
        text = spelled_try(one, parts, board, lang) if not moves and least <= most else None
        if text is not None:
            verdict = one.verdict or "refused"
            printed = parts if parts.piece is not None else parse_move(text, lang)
            event = Try(side=side, turn=board.fullmove, move=None, text=text, verdict=verdict, parts=printed)
            price = least + _IMPOSSIBLE * (not board.resolve_own(parts))
            step = ReportedStep(one.at, event, board)
            unsaid_only = one.verdict is None and not one.tried
            yield way._replace(cost=price, so_far=way.and_then(step), unsaid=unsaid_only)


def _is_pawns_capture(board: Position, move: int) -> bool:
    return LETTERS[board.type_at(origin_of(move))] == "P" and board.captured_square(move) >= 0
