"""A row for each ply: the position, the move, tries, questions and announcements, and what each player knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Any

import msgspec

from kriegnote.chess.fen import Fen, rows_of
from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES, origin_of, squares, uci_move
from kriegnote.feeds.possible import Possible
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Clock,
    Comment,
    Event,
    Move,
    Nag,
    PawnTries,
    Side,
    TakenBack,
    Try,
)
from kriegnote.model.order import MOVE_ANNOUNCEMENTS, MoveAnnouncement, is_before_move
from kriegnote.model.record import Record
from kriegnote.notations.pgn.dialect import passages
from kriegnote.rules import RULES, RuleSet
from kriegnote.rules.assumed import assumed
from kriegnote.text.clocks import clock_fields
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.own_board import FollowedBoard
from kriegnote.umpire.starting_position import first_position


class Ply(msgspec.Struct, frozen=True, kw_only=True):
    """One ply, with everything said before and after its move.

    ``ply`` counts from 0, ``turn`` from 1 (None: not recorded). ``moved`` is False in a last row for tries, questions
    and announcements after the last move. ``move`` is UCI, ``text`` the move as printed; ``move``, ``san`` and ``text``
    are all None for a hidden move. ``before`` and ``after`` are FENs, None where the position is not known: in a
    player's record, and after a move that could not be resolved. ``white`` and ``black`` are each player's own men
    after the ply, as the first field of a FEN. ``possible_for_white`` are the squares, from a1 to h8, on which a man of
    Black's may stand after the ply, as far as White knows from his own men, the squares they crossed and his losses (a
    search could exclude more); ``possible_for_black`` likewise; None where the player's own men are not known.
    ``chances_for_white`` and ``chances_for_black`` are the results of such a search, if requested: each square on which
    an enemy man can stand after the ply, with its probability. ``clock`` is the time left, in seconds, from a clock
    event or from ``[%clk 0:05:00]`` in a comment.
    """

    ply: int
    turn: int | None
    side: Side | None
    moved: bool
    move: str | None = None
    san: str | None = None
    text: str | None = None
    before: str | None = None
    after: str | None = None
    pawn_tries: PawnTries | None = None
    questions: tuple[Ask, ...] = ()
    answers: tuple[Answer, ...] = ()
    tries: tuple[Try, ...] = ()
    announcements: tuple[MoveAnnouncement, ...] = ()
    comments: tuple[str, ...] = ()
    nags: tuple[int, ...] = ()
    clock: float | None = None
    white: str | None = None
    black: str | None = None
    possible_for_white: tuple[str, ...] | None = None
    possible_for_black: tuple[str, ...] | None = None
    chances_for_white: dict[str, float] | None = None
    chances_for_black: dict[str, float] | None = None


def plies(record: Record, rules: RuleSet | None = None, *, boards: bool = True, chances: bool = False) -> list[Ply]:
    """The plies of a record, with moves resolved and, under a rulebook (its own or ``rules``), announcements completed.

    :param boards: False omits the players' own boards and the possible squares, which is faster.
    :param chances: True fills ``chances_for_white`` and ``chances_for_black``, in about a tenth of a second per ply.
    """
    return plies_of_resolved(adjudicate(record, rules).record, boards=boards, chances=chances)


def plies_of_resolved(resolved: Record, *, boards: bool = True, chances: bool = False) -> list[Ply]:
    """Like :func:`plies`, for a record that the umpire has already resolved."""
    follow: _Followed | None = None
    start = first_position(resolved)
    if start is not None and resolved.view == "umpire":
        follow = _Umpires(start, boards)
    elif start is not None and boards and resolved.view != "public":
        follow = _Players(start, resolved)
    groups = [group for group in grouped(resolved.events) if any(isinstance(event, _DIALOGUE) for event in group)]
    found = [_ply(number, group, follow) for number, group in enumerate(groups)]
    return _with_chances(found, resolved) if chances and start is not None else found


def _with_chances(found: list[Ply], resolved: Record) -> list[Ply]:
    """The plies with the probabilities of enemy men after them."""
    from kriegnote.feeds.chances import chances

    white, black = chances(resolved, "white"), chances(resolved, "black")
    out: list[Ply] = []
    played = 0
    for ply in found:
        played += ply.moved
        known = {
            f"chances_for_{side}": each[played] if played < len(each) else None
            for side, each in (("white", white), ("black", black))
        }
        out.append(msgspec.structs.replace(ply, **known))
    return out


def grouped(events: tuple[AnyEvent, ...]) -> Iterator[list[AnyEvent]]:
    """The events of each ply: those before its move, the move, those after it; the last ply may have no move."""
    group: list[AnyEvent] = []
    moved = False
    for event in events:
        if moved and (isinstance(event, (Move, TakenBack)) or is_before_move(event)):
            yield group
            group, moved = [], False
        group.append(event)
        moved = moved or isinstance(event, Move)
    if group:
        yield group


_DIALOGUE = (PawnTries, Ask, Answer, Try, Move, *MOVE_ANNOUNCEMENTS)


def _all(group: list[AnyEvent], *kinds: type[Event]) -> tuple[Any, ...]:
    return tuple([event for event in group if isinstance(event, kinds)])


def _ply(number: int, group: list[AnyEvent], follow: _Followed | None) -> Ply:
    moves = _all(group, Move)
    first: Any = moves[0] if moves else next(event for event in group if hasattr(event, "side"))
    comments = tuple(event.text for event in _all(group, Comment))
    said = _all(group, PawnTries)
    known = follow.followed(group, moves[0] if moves else None) if follow else {}
    return Ply(
        ply=number,
        turn=first.turn,
        side=first.side,
        moved=bool(moves),
        move=moves[0].move if moves else None,
        san=moves[0].san if moves else None,
        text=moves[0].text if moves else None,
        pawn_tries=said[0] if said else None,
        questions=_all(group, Ask),
        answers=_all(group, Answer),
        tries=_all(group, Try),
        announcements=_all(group, *MOVE_ANNOUNCEMENTS),
        comments=comments,
        nags=tuple(event.code for event in _all(group, Nag)),
        clock=next((one.left for one in _all(group, Clock) if one.left is not None), _clock(comments)),
        **known,
    )


def _clock(comments: tuple[str, ...]) -> float | None:
    """The seconds left according to a comment, for notations without clocks of their own."""
    found = (one for text in comments for one in passages(text) if one.kind == "CLOCK")
    return next((said["left"] for one in found if "left" in (said := clock_fields(one.text))), None)


@lru_cache(maxsize=2048)
def _names_on(rank: int, files: int) -> tuple[str, ...]:
    return tuple(NAMES[8 * rank + file] for file in squares(files))


def _names(board: int) -> tuple[str, ...]:
    """The names of the squares of a bitboard, from a1 to h8."""
    return tuple(chain.from_iterable([_names_on(rank, board >> 8 * rank & 0xFF) for rank in range(8)]))


class _Followed(ABC):
    """A record followed on a board, ply by ply."""

    @abstractmethod
    def followed(self, group: list[AnyEvent], move: Move | None) -> dict[str, Any]:
        """The fields of a ply that depend on a board."""


class _Umpires(_Followed):
    """The umpire's board, both players' men, and the possible squares of the other's men for each."""

    def __init__(self, start: Position, boards: bool) -> None:
        self.board: Position | None = start
        self.boards = boards
        self.white, self.black = Possible(start, True), Possible(start, False)

    def followed(self, group: list[AnyEvent], move: Move | None) -> dict[str, Any]:
        before, self.board = self.board, None
        if before is None:
            return {}
        after = before
        if move is not None:
            played = _legal(before, move)
            if played is None:
                return {"before": _fen(before)}
            after = before.play(played)
            if self.boards:
                self._know(before, played, after)
        self.board = after
        fields: dict[str, Any] = {"before": _fen(before), "after": _fen(after)}
        if self.boards:
            fields |= {
                "white": rows_of(after.letters(after.white)),
                "black": rows_of(after.letters(after.black)),
                "possible_for_white": _names(self.white.squares()),
                "possible_for_black": _names(self.black.squares()),
            }
        return fields

    def _know(self, before: Position, move: int, after: Position) -> None:
        pawn = bool(before.pawns >> origin_of(move) & 1)
        mover, other = (self.white, self.black) if before.turn else (self.black, self.white)
        own, others = (after.white, after.black) if before.turn else (after.black, after.white)
        mover.moved(move, pawn, own)
        other.opponent_moved(others)


def _fen(position: Position) -> str:
    """The FEN with all castling rights, even if the king does not stand on his usual square, as in Chess960."""
    rights, ep = position.castling, position.ep
    return str(Fen(position.letters(), position.turn, rights, ep, position.halfmove, position.fullmove))


def _legal(board: Position, move: Move) -> int | None:
    if move.move is None or (move.side is not None and (move.side == "white") != board.turn):
        return None
    number = uci_move(move.move)
    return number if number is not None and board.is_legal(number) else None


class _Players(_Followed):
    """A player's own board; it is followed only if captures are announced, since these are his losses."""

    def __init__(self, start: Position, record: Record) -> None:
        self.side: Side = "white" if record.view == "white" else "black"
        rules = RULES[record.rules] if record.rules else None
        self.sure = "capture" in record.silence or (rules is not None and rules.captures)
        self.own = FollowedBoard(start, record.view == "white", rules or assumed(player=True))
        self.possible = Possible(start, record.view == "white")

    def followed(self, group: list[AnyEvent], move: Move | None) -> dict[str, Any]:
        if not self.sure:
            return {}
        if move is not None:
            self._made(move.move) if move.side == self.side else self._note_captures(group)
        board = self.own.board
        if board is None:
            return {}
        marks = _names(self.possible.squares())
        return {self.side: rows_of(board.position.letters(board.men)), f"possible_for_{self.side}": marks}

    def _made(self, text: str | None) -> None:
        before, move = self.own.board, self.own.played(text)
        if before is not None and move is not None and self.own.board is not None:
            pawn = bool(before.position.pawns >> origin_of(move) & 1)
            self.possible.moved(move, pawn, self.own.board.men)

    def _note_captures(self, group: list[AnyEvent]) -> None:
        for event in group:
            if isinstance(event, Capture) and event.side != self.side:
                if event.square is None:
                    self.own.board = None
                self.own.taken(event)
        if self.own.board is not None:
            self.possible.opponent_moved(self.own.board.men)
