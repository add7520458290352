"""Decides by the board which of the moves, tries and announcements that prose mentions happened.

Of all ways to read the mentions few make a game, and the words around each mention give each way a cost. Where two good
ways differ, only what precedes the difference is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kriegnote.chess.position import Position
from kriegnote.chess.squares import LETTERS, NAMES, origin_of, target_of
from kriegnote.model.endings import implied_result
from kriegnote.model.events import AnyEvent, Capture, Check, End, Move, Side, Try
from kriegnote.model.printed_moves import Language, Parts, parse_move, spell
from kriegnote.text.speech.mentions import Mention

_MOST_WAYS: Final = 32  # the number of ways that are followed at once
_CLEAR_LEAD: Final = 0.7  # the least difference of cost between the best way and any way with another game

# The costs of a mention that is not what its words say, or that means nothing.
_PRINTED_NAMED: Final = 2.5  # a printed move that was neither played nor tried
_WORDS_NAMED: Final = 1.7  # a move in words that was neither played nor tried
_PLACE_NAMED: Final = 0.2  # a square beside a preposition that is only a place
_PLACE_MOVED: Final = 1.2  # such a square is a pawn's move
_UNTRUE: Final = 0.7  # an announcement that is not true of the last move
_LIKELIER: Final = 0.8  # a move is read as an announcement, or the reverse, against the words
_REFUSED: Final = 2.0  # a legal move with a refusal behind it
_TRIED: Final = 0.6  # a legal move that is called a try
_UNSAID: Final = 4.0  # an illegal move without a refusal
_OTHER_PLAYER: Final = 2.0  # the other player is named
_REPEATED: Final = 1.0  # the move that was just made is made again by the other player
_NUMBERED_NAMED: Final = 6.0  # a printed move with its number that was neither played nor tried
_MOST_PER_MOVE: Final = 1.5  # the greatest mean cost of a move or try of the text, beside one that is lost
_OPEN: Final = 1.0  # several men can make it
_PAWN_TAKES: Final = 2.0  # a pawn takes, and words without a capture name it: “pawn to e5”


class ReportedStep(NamedTuple):
    """Something that happened: the index of the token that reports it, and the event without its place."""

    at: int
    event: AnyEvent
    board: Position  # after it


class ContinuedGame(NamedTuple):
    """One way to read the mentions so far.

    ``before``, ``move``: the board before the last move, and that move. ``announced``: the kinds already announced.
    """

    cost: float
    board: Position
    before: Position | None
    move: int | None
    steps: tuple[ReportedStep, ...] = ()
    announced: frozenset[str] = frozenset()

    def game(self) -> list[tuple[str, str]]:
        """The moves and tries, independently of how the text names them."""
        return [_named(one.event) for one in self.steps if isinstance(one.event, (Move, Try))]


def _named(event: AnyEvent) -> tuple[str, str]:
    return type(event).__name__, getattr(event, "text", "") or ""


def decided(found: Sequence[Mention], start: ContinuedGame, lang: Language) -> list[ReportedStep]:
    """What happened according to the best way, up to where another way that is nearly as good differs."""
    ways = [start]
    for one in found:
        ways = sorted((step for way in ways for step in _steps(way, one, lang)), key=lambda way: way.cost)[:_MOST_WAYS]
    best = ways[0]
    game = best.game()
    waits = bool(game) and game[-1][0] == "Try"  # its player did not move after it
    if waits or best.cost > _MOST_PER_MOVE * (len(game) + 1):
        return []
    sure = len(game)
    for way in ways[1:]:
        other = way.game()
        if way.cost < best.cost + _CLEAR_LEAD and other != game:
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


def _steps(way: ContinuedGame, one: Mention, lang: Language) -> Iterator[ContinuedGame]:
    """The ways to continue a way with the next mention."""
    if one.readings:
        yield from _moved(way, one, lang)
    if one.kind != "move" or one.square is not None:
        event = _announced(way, one)
        against = _LIKELIER if one.kind == "move" and not one.announced else 0.0
        if event is not None:
            kind = type(event).__name__
            yield way._replace(cost=way.cost + against, steps=(*way.steps, ReportedStep(one.at, event, way.board)),
                               announced=way.announced | {kind})  # fmt: skip
        elif _is_again(way, one):
            yield way._replace(cost=way.cost + against + 0.1)
    named = _PRINTED_NAMED if one.printed else _PLACE_NAMED if one.weak else _WORDS_NAMED
    again = _is_said_again(way, one)
    if one.kind != "move":
        named = _UNTRUE
    elif one.turn is not None:
        named = _NUMBERED_NAMED
    elif again:
        named = _PLACE_NAMED
    elif way.move is not None and any(parts.to == NAMES[target_of(way.move)] for parts in one.readings):
        named = min(named, _WORDS_NAMED - 1.0)  # the place of the last move, named again
    elif one.thought:
        named = min(named, 1.0)
    yield way._replace(cost=way.cost + named)


def _is_said_again(way: ContinuedGame, one: Mention) -> bool:
    """Whether a printed move is the one that was made or tried last."""
    last = next((step.event for step in reversed(way.steps) if isinstance(step.event, (Move, Try))), None)
    parts = last.parts if last is not None else None
    return one.printed and parts is not None and one.readings[0].unmarked() == parts.unmarked()


def _is_again(way: ContinuedGame, one: Mention) -> bool:
    """Whether a mention repeats what was already announced of the last move."""
    taken = way.before.captured_square(way.move) if way.before is not None and way.move is not None else -1
    return "Capture" in way.announced and taken >= 0 and one.square == NAMES[taken]


def _moved(way: ContinuedGame, one: Mention, lang: Language) -> Iterator[ContinuedGame]:
    """The ways in which a mention is a move or a try of the player to move."""
    board = way.board
    side: Side = board.side
    if (one.turn is not None and one.turn != (board.fullmove, side)) or (one.thought and one.verdict is None):
        return
    cost = way.cost + _OTHER_PLAYER * (one.side is not None and one.side != side)
    cost += _PLACE_MOVED * one.weak + _LIKELIER * bool(one.announced)
    for parts in one.readings:
        moves = [*_legal(way, parts)]
        for move in moves:
            price = (
                cost
                + _REPEATED * _is_said_again(way, one)
                + _OPEN * (len(moves) > 1)
                + _REFUSED * (one.verdict is not None)
                + _TRIED * one.tried
                + _PAWN_TAKES * (not one.printed and _is_pawns_capture(board, move) and not parts.capture)
            )
            san = spell(board.san(move, suffix=False), lang)
            printed = parts if one.printed else parse_move(san, lang)
            made = Move(side=side, turn=board.fullmove, move=None, text=san, san=None, parts=printed)
            after = board.play(move)
            yield ContinuedGame(price, after, board, move, (*way.steps, ReportedStep(one.at, made, after)))
        text = _spelled(parts, lang)
        if not moves and text is not None and board.resolve_own(parts):
            verdict = one.verdict or "refused"
            event = Try(side=side, turn=board.fullmove, move=None, text=text, verdict=verdict, parts=parts)
            step = ReportedStep(one.at, event, board)
            yield way._replace(cost=cost + _UNSAID * (one.verdict is None and not one.tried), steps=(*way.steps, step))


def _is_pawns_capture(board: Position, move: int) -> bool:
    return LETTERS[board.type_at(origin_of(move))] == "P" and board.captured_square(move) >= 0


def _legal(way: ContinuedGame, parts: Parts) -> Iterator[int]:
    """The legal moves that a move, perhaps in words, may be; without a square, a capture, first on the last square."""
    board = way.board
    if parts.to is not None or parts.castle is not None:
        moves = board.resolve(parts)
        yield from (one for one in moves if not parts.capture or parts.mark or board.captured_square(one) >= 0)
        return
    fitting = [
        one
        for one in board.legal_moves()
        if board.captured_square(one) >= 0
        and parts.piece in (None, LETTERS[board.type_at(origin_of(one))])
        and (parts.from_ is None or NAMES[origin_of(one)].startswith(parts.from_))
    ]
    last = None if way.move is None else target_of(way.move)
    again = [one for one in fitting if target_of(one) == last]
    yield from again or (fitting if parts.piece is not None else ())


def _spelled(parts: Parts, lang: Language) -> str | None:
    """The printed form of a try; None if it leaves the move open."""
    if parts.castle is not None:
        return "O-O" if parts.castle == "short" else "O-O-O"
    if parts.to is None or parts.piece is None or (parts.piece == "P" and parts.capture and not parts.from_):
        return None
    takes = "x" * bool(parts.capture)
    man = "" if parts.piece == "P" else parts.piece
    origin = parts.from_ if man == "" and takes else ""
    return spell(f"{man}{origin or ''}{takes}{parts.to}", lang)


def _announced(way: ContinuedGame, one: Mention) -> AnyEvent | None:
    """The announcement of a mention, if it is true of the last move and not yet made."""
    if way.move is None or way.before is None:
        return None
    side, turn = way.before.side, way.before.fullmove
    if one.kind == "mate":
        over = way.board.checkers() and not way.board.has_legal_move() and "End" not in way.announced
        end = End(side=side, turn=turn, reason="checkmate", result=implied_result("checkmate", side))
        return end if over else None
    if one.kind == "check":
        true = frozenset(way.board.check_directions()) if way.board.checkers() else frozenset()
        if not true or "Check" in way.announced or not (one.ways <= true or (one.ways & true and "knight" in one.ways)):
            return None
        ways = one.ways & true
        return Check(side=side, turn=turn, directions=tuple(sorted(ways)))
    taken = way.before.captured_square(way.move)
    squares = (NAMES[target_of(way.move)], NAMES[taken])  # they differ only en passant
    if taken < 0 or "Capture" in way.announced or one.square not in (None, *squares):
        return None
    return Capture(side=side, turn=turn, square=one.square or squares[0])
