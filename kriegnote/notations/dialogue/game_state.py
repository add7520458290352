"""The game as the sentences of a dialogue have made it so far: the turn, the question and the tries still open."""

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
    Verdict,
    View,
    other,
)
from kriegnote.model.printed_moves import Language, Parts, parse_move
from kriegnote.notations.dialogue.phrases import no_is_illegal, opening
from kriegnote.rules import RULES
from kriegnote.text.listener import shown_alone
from kriegnote.text.source import Builder
from kriegnote.text.speech.clauses import VERDICTS, number_of, same_move, side_of
from kriegnote.text.speech.sentences import Open


class ClausePlace(NamedTuple):
    """Where a clause stands in the chunk, as offsets.

    ``own``: where its own words begin, what leads up to them left out.  ``heard``: it begins with who hears it.
    ``hearer``: whom the umpire informs.  ``names_player``: it says whose turn it speaks of.
    """

    start: int = 0
    stop: int = 0
    own: int = 0
    heard: bool = False
    hearer: Side | None = None
    names_player: bool = False


class Objection(NamedTuple):
    """Why a clause means nothing where it stands, and the words (as offsets) that say so."""

    why: str
    start: int
    end: int


Awaited = Literal["nothing", "answer", "verdict", "refusal"]
"""What the umpire's next words are taken for: the answer to a question, a verdict on tries, or the refusal of a move
that its player named and that is made unless it is refused."""


@dataclass
class Unanswered:
    """What the umpire has not answered yet.

    ``tries``: the indexes of tries without an answer.  ``unnamed``: the index of refusals whose moves may still be
    listed.
    """

    awaited: Awaited = "nothing"
    tries: list[int] = field(default_factory=list)
    unnamed: int | None = None

    def asked(self) -> None:
        """A question was put."""
        self.awaited = "answer"

    def tried(self) -> None:
        """A try was read; a move that is made unless it is refused stays so."""
        self.awaited = "refusal" if self.awaited == "refusal" else "verdict"

    def named(self) -> None:
        """A player named his move."""
        self.awaited = "refusal"

    def spoken(self) -> None:
        """The umpire has said something: a move that was named is a try like any other."""
        self.awaited = "verdict" if self.awaited == "refusal" else self.awaited

    def answered(self) -> None:
        """A question is answered, or tries that nobody named are refused; a move that was named may still be."""
        self.awaited = "refusal" if self.awaited == "refusal" else "nothing"


@dataclass
class Moves:
    """The moves so far.

    ``last``: who made the last one, and in which turn.  ``index``: where it stands among the events.
    ``told_since``: the index of the first announcement since somebody was said to move.  ``accepted``: the last event
    is a try that was accepted.  ``printed``, ``hidden``: the sides with moves that are known and that are not.
    """

    last: tuple[Side, int] | None = None
    index: int | None = None
    told_since: int | None = None
    accepted: bool = False
    printed: set[Side] = field(default_factory=set)
    hidden: set[Side] = field(default_factory=set)

    def view(self) -> View:
        """Public when no move is known, a player's when the moves of one side alone are; else the umpire's."""
        if not self.printed and self.hidden:
            return "public"
        return shown_alone(self.printed, self.hidden) or "umpire"


class MoveTold(NamedTuple):
    """Before a move that a sentence tells: whose turn it was, and the moves."""

    turn: int
    side: Side
    moves: Moves


class GameState(Interpreter[Token, bool | None]):
    """The events of one game as its sentences tell them.

    :param base: where the text that the tokens count from starts in the chunk.
    :param lang: the language of the piece letters; :param rules: the rulebook, whose words the umpire speaks.
    :param start: the FEN of the first position, when the text says it.
    :param numbers: the move numbers of the text, in order: what is printed later tells a slip from a gap.
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
        self.objection: Objection | None = None  # to a clause that was handed back
        self.unanswered = Unanswered()
        self.moves = Moves()
        book = RULES.get(rules or "")
        self.names_men = book is not None and book.captured == "man"
        self.verdicts: dict[str, Verdict] = {**VERDICTS}
        if no_is_illegal(rules):
            self.verdicts["NO"] = "illegal"
        if book is not None and book.refused_word == "impossible":  # the words change places (§4.5)
            self.verdicts |= {"ILLEGAL": "impossible", "ILLEGALS": "impossible", "IMPOSSIBLE": "illegal"}
        self.turn, self.side = opening(start)
        self.subject: Side | None = None  # whom the sentence named last, till he moves
        self.told: MoveTold | None = None  # what was before the last event, a move that this sentence tells
        self.numbered = False  # a number was printed just before
        self.ranks: dict[int, float] = {}  # where events that are said late happened
        self.of_named: set[int] = set()  # the events whose player their own clause names
        self.offered: Side | None = None  # who has offered a draw that is open
        self.final: Result | None = None
        self.prose_at: int | None = None  # the index of the last comment that was prose
        self.prose_unread = False  # that prose may report something of the game, and was not understood
        self.prose_moves: set[str] = set()  # the moves that are printed in it
        self.lost = False  # prose that was not understood may tell a move: nobody knows whose turn it is
        self.marked: list[tuple[int, str | None]] = []  # comments in braces, and who wrote them

    def _absorb(self, end: int) -> None:
        """Words that were understood and make no event of their own belong to the last one."""
        if self.build.events and end > self.build.end:
            last = self.build.events[-1]
            assert last.span is not None
            span = (last.span[0], self.build.chunk.offset + end)
            self.build.events[-1] = msgspec.structs.replace(last, span=span)
            self.build.end = end
            self.prose_at = None

    def _add(self, kind: type[Event], *at: Token, **fields: Any) -> int:
        """A new event, placed at the clause's own first word or at these tokens; its index."""
        start, end = self.at.own, self.at.stop
        if at and at[0].start_pos is not None and at[-1].end_pos is not None:
            start, end = at[0].start_pos + self.base, max(at[-1].end_pos + self.base, self.build.end)
        self.build.add(kind, start, end, **fields)
        self.moves.accepted, self.told = False, None
        index = len(self.build.events) - 1
        if self.at.names_player:
            self.of_named.add(index)
        return index

    def _asked(self) -> Ask | None:
        """The question that was put last, before anything but remarks."""
        last = next((one for one in reversed(self.build.events) if not isinstance(one, Comment)), None)
        return last if isinstance(last, Ask) else None

    def _last_event(self) -> AnyEvent | None:
        return self.build.events[-1] if self.build.events else None

    def _change(self, index: int, **fields: Any) -> None:
        self.build.events[index] = msgspec.structs.replace(self.build.events[index], **fields)

    def _take_back(self) -> None:
        """Drops the last event; its text goes to the next."""
        last = self.build.events.pop()
        self.of_named.discard(len(self.build.events))
        assert last.span is not None
        self.build.end = last.span[0] - self.build.chunk.offset
        self.at = self.at._replace(start=self.build.end)

    def _speaker(self, tree: Tree[Token], *, moves: bool = False) -> tuple[Side, int]:
        """Who tries, asks or is answered, and in which turn.

        Another than is expected means that a ply was left out, if the next move number says so too, or he moves;
        else the name alone is wrong, and the turn stays whose it is.
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
        """The move number printed next after the clause at hand."""
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

    def _teller(self, tree: Tree[Token]) -> dict[str, Any]:
        """Side and turn of what the umpire says of the last move (or of the end)."""
        side = side_of(tree)
        if side is None:
            last = self._last_event()
            if isinstance(last, (Capture, Check, Promotion)):  # what is announced in one breath is of one move
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
        """Whether a question or tries wait for an answer."""
        return self.unanswered.awaited == "answer" or bool(self.unanswered.tries)

    def unread_before(self) -> bool:
        """Whether what stands right before was not understood: then nobody knows what the umpire speaks of."""
        return self.prose_at == len(self.build.events) - 1 and self.prose_unread

    def _moved_on(self) -> None:
        if self.offered not in (None, self.side):  # who moves without an answer declines
            self.offered = None
        self.moves.last = (self.side, self.turn)
        self.subject = None
        self._next()

    def _printed(self, token: Token) -> tuple[str, Parts | None]:
        text = str(token).strip("`") if token.type == "RAW" else str(token)
        parts = parse_move(text, self.lang)
        if parts is not None and text[0] in "x×✕:":
            parts = msgspec.structs.replace(parts, piece=None)
        return text, parts

    def _retract(self) -> None:
        """The move that the sentence has told was only tried: what follows refuses it."""
        assert self.told is not None and self.moves.index is not None
        index, (self.turn, self.side, self.moves), self.told = self.moves.index, self.told, None
        move = self.build.events[index]
        assert isinstance(move, Move)
        self.build.events[index] = Try(
            source=move.source, line=move.line, column=move.column, span=move.span, side=self.side,
            turn=self.turn, move=None, text=move.text, parts=move.parts, verdict=None,
        )  # fmt: skip
        self.unanswered = Unanswered("verdict", [index])

    def _close(self, *, refused: bool) -> None:
        """The player has moved something else: a list nobody answered was refused, of one try nothing is known."""
        for index in self.unanswered.tries if refused and len(self.unanswered.tries) > 1 else ():
            self._change(index, verdict="refused")
        self.unanswered = Unanswered()

    def _accept(self) -> None:
        """The last try was the move."""
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
        """Where a capture is told on the square of the try that waits, that was the move."""
        if self.unanswered.tries and square is not None and side in (None, self.side):
            tried = self.build.events[self.unanswered.tries[-1]]
            if isinstance(tried, Try) and tried.parts is not None and tried.parts.to == square:
                self._accept()

    def _hidden(self) -> None:
        self._close(refused=True)
        self.moves.hidden.add(self.side)
        self.moves.index = self._add(Move, side=self.side, turn=self.turn, move=None, text=None, san=None)
        self._moved_on()
