"""What one listener hears of a game: which events, and how much of each."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Belief,
    Capture,
    Check,
    Claim,
    Clock,
    Comment,
    Correction,
    End,
    Junk,
    Move,
    Nag,
    Offer,
    PawnTries,
    Plan,
    Promotion,
    Reply,
    Reveal,
    Side,
    TakenBack,
    Try,
    Unknown,
    Variation,
    View,
    Word,
    unplaced,
)
from kriegnote.model.order import is_before_move
from kriegnote.model.printed_moves import with_capture, with_marks
from kriegnote.model.record import Record
from kriegnote.rules import RULES, RuleSet
from kriegnote.rules.announcements import asked_in_time, reduced
from kriegnote.rules.assumed import assumed
from kriegnote.umpire.own_board import FollowedBoard
from kriegnote.umpire.starting_position import first_position

HEARD_BY: Final[Mapping[type, Literal["all", "own", "as said", "nobody"]]] = {
    TakenBack: "all",
    Correction: "all",
    Offer: "all",
    Reply: "all",
    Claim: "all",
    Word: "as said",
    Comment: "as said",
    Clock: "own",
    Belief: "own",
    Plan: "own",
    Nag: "nobody",
    Variation: "nobody",
    Junk: "nobody",
    Unknown: "nobody",
}
"""Who hears each kind of event; a rulebook decides about the others.

``all``: everybody; ``own``: only the player of the event's side; ``as said``: whom the event names. A clock is heard by
its own player only: printed after a try that the opponent does not hear, it would reveal the try.
"""


class Hearing:
    """What a listener hears of a game in progress; in total, the same as :func:`kriegnote.umpire.views.view`.

    :param begun: the umpire's record before its first event.
    """

    def __init__(self, begun: Record, listener: View) -> None:
        self.listener = listener
        self._listener = Listener(begun, listener, RULES[begun.rules] if begun.rules else None)

    def of(self, events: Iterable[AnyEvent]) -> list[AnyEvent]:
        """What is heard of the next events; they must extend to the next thing that a player says."""
        self._listener.out = []
        return with_heard_marks(self._listener.hear(events), self.listener)


class Listener:
    """What one listener hears of one record.

    The SAN of his own moves is computed from his own board, never from the umpire's: it holds his men only, minus those
    whose capture he heard. If one of his moves contradicts this board (because an announcement was wrong or is
    missing), his moves are given by their squares.
    """

    def __init__(self, record: Record, listener: View, rules: RuleSet | None) -> None:
        self.listener = listener
        self.rules = rules
        self.full = record.view == "umpire"
        self.own: FollowedBoard | None = None
        if self.full and listener in ("white", "black"):
            start = first_position(record)
            self.own = FollowedBoard(start, listener == "white", rules or assumed()) if start is not None else None
        self.sees_all = rules is not None and rules.game.sees_all in ("both", listener)
        self.out: list[AnyEvent] = []
        self.asked: tuple[Side | None, int | None] | None = None  # who asked “Any?”, and in which turn
        self.askers: set[Side | None] = set()  # the sides that have asked it in this game
        self.answered = True  # whether the rulebook has the last question, so that it is answered
        self.question: str | None = None  # the last question of this turn

    def hear(self, events: Iterable[AnyEvent]) -> list[AnyEvent]:
        """The events as the listener heard them, appended to ``out``."""
        for event in events:
            heard = self._one(event)
            if heard is None:
                continue
            if isinstance(heard, Try) and heard.hidden:
                self._refusal(heard)
            else:
                self.out.append(heard)
        return self.out

    def _refusal(self, heard: Try) -> None:
        """Appends a refusal that is heard without its try; successive ones become one event with a count."""
        last = self.out[-1] if self.out else None
        if (
            isinstance(last, Try)
            and last.hidden
            and (last.side, last.turn, last.verdict) == (heard.side, heard.turn, heard.verdict)
            and isinstance(last.times, int)
            and isinstance(heard.times, int)
        ):
            self.out[-1] = msgspec.structs.replace(last, times=last.times + heard.times)
        else:
            self.out.append(heard)

    def _one(self, event: AnyEvent) -> AnyEvent | None:
        if isinstance(event, Move):
            return self._move(event)
        if isinstance(event, Try):
            return self._try(event)
        bare = _bare(event)
        if type(event) in HEARD_BY:
            return self._remark(bare) if self._hears(bare) else None
        said = bare if self.rules is None else self._announced(bare, self.rules)
        if isinstance(said, Reveal) and said.side != self.listener:
            return said if self._is_answer_to_all() else None
        if isinstance(said, Reveal) and self.own is not None:
            self.own.shown(said)
        self._taken(said)
        return said

    def _is_answer_to_all(self) -> bool:
        """Whether squares are shown as the answer to a question, and both players hear that answer (§8.7)."""
        rules = self.rules
        return self.question == "squares" and rules is not None and rules.game.squares_heard == "both"

    def _taken(self, said: AnyEvent | None) -> None:
        """Removes a man from the listener's own board if he hears the opponent capture it."""
        if isinstance(said, Capture) and said.side != self.listener and self.own is not None:
            self.own.taken(said)

    def _hears(self, event: AnyEvent) -> bool:
        """Whether the listener is one of those in :data:`HEARD_BY`."""
        hearing: str = HEARD_BY[type(event)]
        if isinstance(event, (Word, Comment)):
            hearing = {"public": "all", None: "own"}.get(event.heard, event.heard or "own")
        return hearing in ("all", self.listener) or (hearing == "own" and getattr(event, "side", None) == self.listener)

    def _remark(self, event: AnyEvent) -> AnyEvent | None:
        """As much as the listener hears of a remark."""
        if isinstance(event, TakenBack):
            return msgspec.structs.replace(event, events=self._heard_of_taken_back(event.events))
        if isinstance(event, Correction):
            event = msgspec.structs.replace(event, was=self._words(event.was), now=self._words(event.now))
            for one in event.now:
                self._taken(one)
            return event if event.was or event.now else None  # nothing left that this umpire announces
        return event

    def _words(self, events: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
        """The announcements of a correction that the listener hears under this rulebook."""
        said = (_bare(event) for event in events)
        rules = self.rules
        heard = said if rules is None else (self._announced(event, rules) for event in said)
        return tuple(
            event
            for event in heard
            if isinstance(event, (PawnTries, Answer, Capture, Check, Promotion, End))
            or (isinstance(event, Reveal) and event.side == self.listener)
        )

    def _heard_of_taken_back(self, events: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
        """What was heard of moves that were taken back; the listener's own board and his questions stay as before."""
        meanwhile = copy.copy(self)
        meanwhile.out, meanwhile.own, meanwhile.askers = [], copy.copy(self.own), self.askers.copy()
        return tuple(with_heard_marks(meanwhile.hear(events), self.listener))

    def _announced(self, event: AnyEvent, rules: RuleSet) -> AnyEvent | None:
        """What the listener hears of a question, an answer or an announcement under this rulebook; None: nothing."""
        if isinstance(event, Ask):
            self.answered, self.question = event.what in rules.questions, event.what
            if event.what == "any":
                self.asked = event.side, event.turn
                self.askers.add(event.side)
            return event if self.answered else None
        if isinstance(event, Answer):
            return event if self.answered and rules.questions else None
        if isinstance(event, Reveal):
            return event if rules.reveals or "squares" in rules.questions else None
        if isinstance(event, PawnTries) and rules.pawn_tries_heard == "player" and event.side != self.listener:
            return None
        asked = False
        if isinstance(event, Capture):
            asked = asked_in_time(rules, self.asked == (event.side, event.turn), event.side in self.askers)
        return reduced(event, rules, asked=asked)

    def _move(self, event: Move) -> Move:
        self.question = None
        if self.sees_all:
            text = event.text if event.move is None else None
            return Move(side=event.side, turn=event.turn, move=event.move, text=text, san=event.san)
        if event.side != self.listener:
            return Move(side=event.side, turn=event.turn, move=None, text=None, san=None)
        move, san = self._known(event)
        if san is not None and event.move is None and (rules := self.rules) is not None:  # no umpire announced anything
            san = with_marks(san, event.parts, captures=rules.captures, checks=rules.checks)
        if self.own is not None:
            self.own.played(move)
        text, parts = (event.text, event.parts) if move is None else (None, None)
        return Move(side=event.side, turn=event.turn, move=move, text=text, san=san, parts=parts)

    def _known(self, event: Move | Try) -> tuple[str | None, str | None]:
        """A move or try in UCI and SAN, as the player's own board gives them."""
        if self.sees_all:
            return event.move, event.san
        if self.own is None:
            return event.move, None if self.full else event.san
        return self.own.named(event)

    def _try(self, event: Try) -> Try | None:
        verdict = event.verdict
        if self.rules is not None and not self.rules.nonsense and verdict == "impossible":
            verdict = "illegal"
        if event.side == self.listener:
            move, san = self._known(event)
            return Try(
                side=event.side,
                turn=event.turn,
                move=move,
                text=event.text if move is None else None,
                verdict=verdict,
                times=event.times,
                san=san,
                parts=event.parts if move is None else None,
            )
        refusals = self.rules.refusals if self.rules is not None else "player"
        if not self.full:  # in a player's record, the other player's tries are already reduced to what he heard
            refusals = "both" if event.hidden else refusals
        if refusals == "player" or verdict == "untested":
            return None
        if refusals == "count" or verdict is None:
            verdict = "refused"
        return Try(side=event.side, turn=event.turn, move=None, text=None, verdict=verdict, times=event.times)


def _bare(event: AnyEvent) -> AnyEvent:
    return unplaced(event, source="recorded", extra=None)


def with_heard_marks(heard: Sequence[AnyEvent], listener: View) -> list[AnyEvent]:
    """The events, with the SAN of the listener's own moves marked by what he heard about them: ``x``, ``+``, ``#``."""
    marked = list(heard)
    move: int | None = None
    for index, event in enumerate(heard):
        if isinstance(event, Move):
            move = index if event.side == listener and event.san is not None else None
        elif is_before_move(event):
            move = None
        elif move is not None and isinstance(event, (Capture, Check, End)):
            played = marked[move]
            assert isinstance(played, Move) and played.san is not None
            marked[move] = msgspec.structs.replace(played, san=_with_mark(played.san, event))
    return marked


def _with_mark(san: str, event: Capture | Check | End) -> str:
    if isinstance(event, Capture):
        return with_capture(san)
    if isinstance(event, Check):
        return san if san[-1] in "+#" else san + "+"
    return san.rstrip("+#") + "#" if event.reason == "checkmate" else san
