"""The state of a game while its dialogue is read: the turn, and the question and tries that await an answer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import msgspec
from lark import Token, Tree
from lark.visitors import Interpreter

from kriegnote.model.events import (
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    Event,
    Move,
    Promotion,
    Result,
    Side,
    Try,
    View,
    other,
)
from kriegnote.model.printed_moves import Language, Parts
from kriegnote.notations.dialogue.phrases import opening, own_verdicts
from kriegnote.rules import RULES, naming
from kriegnote.text.described_moves import parse_printed
from kriegnote.text.listener import shown_alone
from kriegnote.text.source import Builder
from kriegnote.text.speech.clauses import VERDICTS, number_of, same_move, side_of
from kriegnote.text.speech.sentences import Open


class ClausePlace(NamedTuple):
    """The place of a clause in the chunk, as offsets.

    ``own``: the start of the clause without the words that introduce it. ``heard``: the clause says who hears it.
    ``hearer``: the player whom the umpire informs. ``names_player``: it names the player whose turn it is about.
    """

    start: int = 0
    stop: int = 0
    own: int = 0
    heard: bool = False
    hearer: Side | None = None
    names_player: bool = False


class Objection(NamedTuple):
    """The reason why a clause has no meaning in its place, and the offsets of the words concerned."""

    why: str
    start: int
    end: int


Awaited = Literal["nothing", "answer", "verdict", "refusal"]
"""How the umpire's next words are understood.

``answer``: as the answer to a question; ``verdict``: as one on tries; ``refusal``: as the refusal of a move that its
player named and that is played unless it is refused.
"""


@dataclass
class Unanswered:
    """What the umpire has not answered yet.

    ``tries``: the indices of tries without an answer. ``unnamed``: the index of refusals whose moves may still be
    listed.
    """

    awaited: Awaited = "nothing"
    tries: list[int] = field(default_factory=list)
    unnamed: int | None = None

    def asked(self) -> None:
        """A question was asked."""
        self.awaited = "answer"

    def tried(self) -> None:
        """A try was read; if a move that is played unless refused is awaiting, it still is."""
        self.awaited = "refusal" if self.awaited == "refusal" else "verdict"

    def named(self) -> None:
        """A player named his move, which is played unless it is refused."""
        self.awaited = "refusal"

    def umpire_spoke(self) -> None:
        """The umpire has spoken: a move that was named is now a try like any other."""
        self.awaited = "verdict" if self.awaited == "refusal" else self.awaited

    def answered(self) -> None:
        """A question was answered, or unnamed tries were refused; a move that was named may still be refused."""
        self.awaited = "refusal" if self.awaited == "refusal" else "nothing"


@dataclass
class Moves:
    """The moves so far.

    ``last``: the side and turn of the last one. ``index``: its index among the events.
    ``turn_named_at``: the index of the first event since the umpire last named the player to move.
    ``accepted``: the last event is a try that was accepted.
    ``printed``, ``hidden``: the sides with moves that are known, and with moves that are not.
    """

    last: tuple[Side, int] | None = None
    index: int | None = None
    turn_named_at: int | None = None
    accepted: bool = False
    printed: set[Side] = field(default_factory=set)
    hidden: set[Side] = field(default_factory=set)

    def view(self) -> View:
        """``public`` if no move is known, a player's if only the moves of one side are; else ``umpire``."""
        if not self.printed and self.hidden:
            return "public"
        return shown_alone(self.printed, self.hidden) or "umpire"


class StateBeforeMove(NamedTuple):
    """The state before a move that a sentence reports: turn, side and moves.

    ``said``: its player says it, so that the next sentence may refuse it.
    """

    turn: int
    side: Side
    moves: Moves
    said: bool


class GameState(Interpreter[Token, bool | None]):
    """The events of one game, and what is needed to interpret the next clause.

    :param base: the offset in the chunk of the text in which the tokens are counted.
    :param lang: the language of the piece letters.
    :param rules: the id of the rulebook, whose words the umpire uses.
    :param start: the FEN of the first position, if the text gives it.
    :param numbers: the move numbers of the text, in order; later numbers show whether one is a slip or a ply is
        missing.
    """

    def __init__(
        self,
        build: Builder,
        base: int,
        lang: Language,
        rules: str | None,
        start: str | None,
        numbers: Sequence[Token] = (),
    ) -> None:
        super().__init__()
        self.build, self.base, self.lang, self.rules = build, base, lang, rules
        self.numbers = numbers
        self.number_at = [token.start_pos or 0 for token in numbers]
        self.at = ClausePlace()
        self.objection: Objection | None = None  # to a clause that was rejected
        self.unanswered = Unanswered()
        self.moves = Moves()
        book = self.book = RULES.get(rules or "")
        self.names_men = book is not None and book.captured == "man"
        self.verdicts = {**VERDICTS, **({} if book is None else own_verdicts(book))}
        self.turn, self.side = opening(start)
        self.subject: Side | None = None  # the player named last, until he moves
        self.before_move: StateBeforeMove | None = None  # set if the last event is a move that may be refused
        self.sentence_moved = False  # whether this sentence has reported a move
        self.numbered = False  # a number was printed just before
        self.ranks: dict[int, float] = {}  # sort keys of events that are reported late, by index
        self.of_named: set[int] = set()  # the events whose player their own clause names
        self.offered: Side | None = None  # the side whose offer of a draw is open
        self.final: Result | None = None
        self.prose_at: int | None = None  # the index of the last comment that is prose
        self.prose_unread = False  # that prose may report part of the game, and was not understood
        self.prose_moves: set[str] = set()  # the moves that are printed in that prose
        self.lost = False  # prose that was not understood may report a move: the turn is not known
        self.marked: list[tuple[int, str | None]] = []  # the indices of comments in braces, with who hears them

    def counted_from(self, mover: Side) -> Side:
        """The side from which squares of announcements are counted; the mover's, as in his moves, if no rulebook says.

        :param mover: the player who captures or may try to.
        """
        return naming.named_from(self.book, mover) or mover

    def _absorb(self, end: int) -> None:
        """Extends the last event to ``end``, over words that were understood and yield no event of their own."""
        if self.build.events and end > self.build.end:
            last = self.build.events[-1]
            assert last.span is not None
            span = (last.span[0], self.build.chunk.offset + end)
            self.build.events[-1] = msgspec.structs.replace(last, span=span)
            self.build.end = end
            self.prose_at = None

    def _add(self, kind: type[Event], *at: Token, **fields: Any) -> int:
        """Adds an event, placed at the clause's own first word or at these tokens; returns its index."""
        start, end = self.at.own, self.at.stop
        if at and at[0].start_pos is not None and at[-1].end_pos is not None:
            start, end = at[0].start_pos + self.base, max(at[-1].end_pos + self.base, self.build.end)
        self.build.add(kind, start, end, **fields)
        self.moves.accepted, self.before_move = False, None
        index = len(self.build.events) - 1
        if self.at.names_player:
            self.of_named.add(index)
        return index

    def _asked(self) -> Ask | None:
        """The question asked last, if only comments follow it; else None."""
        last = next((one for one in reversed(self.build.events) if not isinstance(one, Comment)), None)
        return last if isinstance(last, Ask) else None

    def _last_event(self) -> AnyEvent | None:
        return self.build.events[-1] if self.build.events else None

    def _change(self, index: int, **fields: Any) -> None:
        self.build.events[index] = msgspec.structs.replace(self.build.events[index], **fields)

    def _take_back(self) -> None:
        """Removes the last event; its text becomes part of the next."""
        last = self.build.events.pop()
        self.of_named.discard(len(self.build.events))
        assert last.span is not None
        self.build.end = last.span[0] - self.build.chunk.offset
        self.at = self.at._replace(start=self.build.end)

    def _speaker(self, tree: Tree[Token], *, moves: bool = False) -> tuple[Side, int]:
        """The side and turn of the player who tries, asks or is answered.

        If the clause names another player than is expected, a ply was left out if the next move number says so, too, or
        if the clause is about a move (``moves``); otherwise the name alone is wrong and the turn does not change.
        """
        self.subject = side_of(tree) or self.subject
        return self._expected(self.subject, moves=moves)

    def _expected(self, side: Side | None, *, moves: bool = False) -> tuple[Side, int]:
        if side is None or side == self.side:
            return self.side, self.turn
        following = self._following()
        if moves or (following is not None and following != (self.turn, self.side)):
            self._pass()
        return side, self.turn

    def _following(self) -> tuple[int, Side] | None:
        """The turn and side of the next move number after the current clause; None if there is none."""
        index = bisect_left(self.number_at, self.at.stop - self.base)
        return number_of(self.numbers[index]) if index < len(self.numbers) else None

    def _pass(self) -> None:
        name = self.side.capitalize()
        if self.moves.last is not None or self.build.events:
            message = f"{name}'s move {self.turn} is missing"
            self.build.note("KN401", message, self.at.start, self.at.stop, severity="info")
        self._next()

    def _next(self) -> None:
        if self.side == "black":
            self.turn += 1
        self.side = other(self.side)
        self.unanswered = Unanswered()

    def _last_mover(self, tree: Tree[Token]) -> dict[str, Any]:
        """Side and turn of an announcement about the last move, or of the end."""
        side = side_of(tree)
        if side is None:
            last = self._last_event()
            if isinstance(last, (Capture, Check, Promotion)):  # consecutive announcements are about one move
                return {"side": last.side, "turn": last.turn}
            if self.moves.last is None:
                return {"side": other(self.side), "turn": self.turn - (self.side == "white")}
            return {"side": self.moves.last[0], "turn": self.moves.last[1]}
        if self.moves.last is not None and side == self.moves.last[0] and side != self.side:
            return {"side": side, "turn": self.moves.last[1]}
        return {"side": side, "turn": self.turn}

    # -- moves

    def _move(self, token: Token, *at: Token) -> None:
        self._made_move(*self._printed(token), token, *at[-1:])

    def _made_move(self, text: str, parts: Parts | None, *at: Token) -> None:
        if self.unanswered.tries and self.unanswered.tries[-1] == len(self.build.events) - 1:
            tried = self.build.events[self.unanswered.tries[-1]]
            if isinstance(tried, Try) and tried.parts is not None and same_move(tried.parts, parts):
                self._accept()
                return
        self._close(refused=True)
        self.moves.index = self._add(
            Move, *at, side=self.side, turn=self.turn, move=None, text=text, san=None, parts=parts
        )
        self.moves.printed.add(self.side)
        self._moved_on()

    def _made_in_words(self, move: tuple[str, Parts | None]) -> None:
        text, parts = move
        if parts is None:
            self.build.note("KN101", f"{text!r} does not say which move", self.at.own, self.at.stop)
        self._made_move(text, parts)

    def open(self) -> Open:
        """What the next words may answer."""
        waits, check = self.unanswered, isinstance(self._last_event(), Check)
        return Open(waits.awaited == "answer", bool(waits.tries), self.offered is not None, check)

    def waits(self) -> bool:
        """Whether a question or tries await an answer."""
        return self.unanswered.awaited == "answer" or bool(self.unanswered.tries)

    def unread_before(self) -> bool:
        """Whether the text directly before was not understood, so that the subject of an announcement is not known."""
        return self.prose_at == len(self.build.events) - 1 and self.prose_unread

    def _moved_on(self) -> None:
        if self.offered not in (None, self.side):  # to move without an answer is to decline
            self.offered = None
        self.moves.last = (self.side, self.turn)
        self.subject, self.sentence_moved = None, True
        self._next()

    def captured_on(self) -> str | None:
        """The square of the capture that was announced last; None if there is none."""
        return next((one.square for one in reversed(self.build.events) if isinstance(one, Capture)), None)

    def _printed(self, token: Token, side: Side | None = None) -> tuple[str, Parts | None]:
        """A printed move and its parts; ``side``: whose it is, if not that of the player to move."""
        text = str(token).strip("`") if token.type == "RAW" else str(token)
        parts = parse_printed(text, side or self.side, self.lang)
        if parts is not None and text[0] in "x×✕:":
            parts = msgspec.structs.replace(parts, piece=None)
        return text, parts

    def end_sentence(self) -> None:
        """Ends a sentence: what refuses a move that it reports stands in it, unless a player says it."""
        if self.before_move is None or not self.before_move.said:
            self.before_move = None
        self.sentence_moved = False

    def _retract(self) -> None:
        """Turns the move that the sentence has reported into a try, since the words after it refuse it."""
        assert self.before_move is not None and self.moves.index is not None
        index, (self.turn, self.side, self.moves, _), self.before_move = self.moves.index, self.before_move, None
        move = self.build.events[index]
        assert isinstance(move, Move)
        self.build.events[index] = Try(
            source=move.source, line=move.line, column=move.column, span=move.span, side=self.side,
            turn=self.turn, move=None, text=move.text, parts=move.parts, verdict=None,
        )  # fmt: skip
        self.unanswered = Unanswered("verdict", [index])

    def _close(self, *, refused: bool) -> None:
        """Stops waiting for answers, as the player has moved.

        :param refused: whether a list of several unanswered tries was refused; about a single try nothing is known.
        """
        for index in self.unanswered.tries if refused and len(self.unanswered.tries) > 1 else ():
            self._change(index, verdict="refused")
        self.unanswered = Unanswered()

    def _accept(self) -> None:
        """Turns the last unanswered try into the move played."""
        index = self.unanswered.tries.pop()
        tried = self.build.events[index]
        assert isinstance(tried, Try)
        self._close(refused=True)
        self.build.events[index] = Move(
            source=tried.source, line=tried.line, column=tried.column, span=tried.span, side=tried.side,
            turn=tried.turn, move=None, text=tried.text, san=None, parts=tried.parts,
        )  # fmt: skip
        if tried.text is not None:
            self.moves.printed.add(self.side)
        self.moves.index = index
        self._moved_on()
        self.moves.accepted = True

    def _accept_on(self, side: Side | None, square: str | None) -> None:
        """Accepts the last unanswered try if a capture by its player is announced on its square."""
        if self.unanswered.tries and square is not None and side in (None, self.side):
            tried = self.build.events[self.unanswered.tries[-1]]
            if isinstance(tried, Try) and tried.parts is not None and tried.parts.to == square:
                self._accept()

    def _hidden(self) -> None:
        self._close(refused=True)
        self.moves.hidden.add(self.side)
        self.moves.index = self._add(Move, side=self.side, turn=self.turn, move=None, text=None, san=None)
        self._moved_on()
