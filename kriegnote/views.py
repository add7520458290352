"""Who hears what: the one place where an umpire's record becomes a player's or the public's.

A view holds, in no field and in no event's presence, order or number, anything that its listener could not have heard:
no places and no provenance, only headers that tell nothing of the play, comments by who heard them, the result at the
end alone.  Writers are given the view and nothing else, so they cannot tell more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from kriegnote.board import Position, move_of, uci
from kriegnote.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    Comment,
    End,
    Junk,
    Move,
    Nag,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    Try,
    Variation,
    View,
)
from kriegnote.ownboard import taken
from kriegnote.positions import alone, first_position
from kriegnote.record import Record
from kriegnote.rules import RULES, RuleSet

HEADERS: Final = frozenset(
    {
        "Event", "Site", "Date", "EventDate", "Round", "White", "Black", "WhiteElo", "BlackElo",
        "WhiteTitle", "BlackTitle",
        "WhiteTeam", "BlackTeam", "TimeControl", "UTCDate", "UTCTime", "Time", "Variant", "SetUp", "FEN", "Rules",
    }
)  # fmt: skip
_AT_THE_END: Final = frozenset({"Result"})


class ViewError(ValueError):
    """The view asked for cannot be had from this record."""


def view(record: Record, listener: View, until: int | None = None) -> Record:
    """What a listener heard of a completed record.

    :param listener: ``white``, ``black`` or ``public``; ``umpire`` only cuts.
    :param until: a turn (from 1): everything up to the listener's own turn of that number, its pawn tries included;
        for the umpire and the public, everything before White's turn of that number.  The result is left out then.
    :raises ViewError: a player's record is asked for another player's view, or the public's for any.
    """
    if listener != record.view and (record.view == "public" or (record.view != "umpire" and listener != "public")):
        raise ViewError(f"a record in {record.view} view cannot be turned into {listener}'s")
    cut = _cut(record.events, listener, until) if until is not None else len(record.events)
    ended = cut == len(record.events)
    if listener == record.view:
        return record if ended else _unfinished(record, record.events[:cut])
    rules = RULES[record.rules] if record.rules else None
    heard = _Ears(record, listener, rules).hear(record.events[:cut])
    allowed = HEADERS | _AT_THE_END if ended else HEADERS
    headers = tuple(pair for pair in record.headers if pair[0] in allowed)
    return record.replace(view=listener, events=tuple(heard), headers=headers, result=record.result if ended else None)


def _unfinished(record: Record, events: tuple[AnyEvent, ...]) -> Record:
    headers = tuple(pair for pair in record.headers if pair[0] not in _AT_THE_END)
    return record.replace(events=events, headers=headers, result=None)


def _cut(events: tuple[AnyEvent, ...], listener: View, until: int) -> int:
    """The index of the first event that lies beyond the cut."""
    for index, event in enumerate(events):
        turn = getattr(event, "turn", None)
        if turn is None or turn < until or isinstance(event, (Nag, Variation, Junk)):
            continue
        side = getattr(event, "side", None)
        if listener not in ("white", "black"):
            return index
        if turn > until or (side == listener and not isinstance(event, PawnTries)):
            return index
    return len(events)


class _Ears:
    """One listener's hearing of one record."""

    def __init__(self, record: Record, listener: View, rules: RuleSet | None) -> None:
        self.listener = listener
        self.rules = rules
        self.full = record.view == "umpire"
        start = first_position(record) if self.full else None
        self.board: Position | None = start
        # under a rulebook captures are heard, so a player's own board can be kept without a look at the umpire's
        self.own: Position | None = None
        if start is not None and rules is not None and rules.captures and listener in ("white", "black"):
            self.own = alone(start, listener == "white")
        self.out: list[AnyEvent] = []
        self.refused = 0

    def hear(self, events: Iterable[AnyEvent]) -> list[AnyEvent]:
        events = tuple(events)
        for index, event in enumerate(events):
            told = self._one(event, events, index)
            if told is None:
                continue
            if isinstance(told, Try) and told.move is None and told.text is None:
                self._murmur(told)
            else:
                self.out.append(told)
        return self.out

    def _murmur(self, told: Try) -> None:
        """A refusal heard without its try; a run of them is one event."""
        last = self.out[-1] if self.out else None
        if (
            isinstance(last, Try)
            and last.move is None
            and last.text is None
            and (last.side, last.turn, last.verdict) == (told.side, told.turn, told.verdict)
            and isinstance(last.times, int)
            and isinstance(told.times, int)
        ):
            self.out[-1] = msgspec.structs.replace(last, times=last.times + told.times)
        else:
            self.out.append(told)

    def _one(self, event: AnyEvent, events: tuple[AnyEvent, ...], index: int) -> AnyEvent | None:
        if isinstance(event, Move):
            return self._move(event, events, index)
        if isinstance(event, Try):
            return self._try(event)
        if isinstance(event, Comment):
            if event.heard in (self.listener, "public"):
                return Comment(text=event.text, heard=event.heard)
            return None
        if isinstance(event, Reveal):
            return _bare(event) if event.side == self.listener else None
        if isinstance(event, Capture):
            return self._capture(event)
        if isinstance(event, Promotion):
            return _bare(event) if self.rules is None or self.rules.promotion else None
        if isinstance(event, PawnTries) and self._not_told(event):
            return None
        if isinstance(event, PawnTries) and event.squares and self.rules is not None and not self.rules.doubles:
            return msgspec.structs.replace(_bare(event), squares=tuple(sorted(set(event.squares))))
        if isinstance(event, Check) and self.rules is not None and not self.rules.check_directions:
            return msgspec.structs.replace(_bare(event), directions=())
        if isinstance(event, (PawnTries, Ask, Answer, Check, End)):
            return _bare(event)
        return None

    def _not_told(self, event: PawnTries) -> bool:
        """Whether a word on pawn captures is for the player to move alone, and the listener is another."""
        alone = self.rules is not None and self.rules.pawn_tries_heard == "player"
        return alone and event.side != self.listener

    def _move(self, event: Move, events: tuple[AnyEvent, ...], index: int) -> Move:
        board, self.board = self.board, None
        san = None
        if board is not None and event.move is not None:
            try:
                move = move_of(event.move)
                if board.is_legal(move):
                    san = board.own_san(move)
                    self.board = board.play(move)
            except ValueError:
                pass
        if event.side != self.listener:
            return Move(side=event.side, turn=event.turn, move=None, text=None, san=None)
        if self.own is not None:
            san = self._own_move(event)
        if event.move is None:
            return Move(side=event.side, turn=event.turn, move=None, text=event.text, san=None, parts=event.parts)
        if san is None and self.own is None:
            san = event.san or event.text
        san = _marked(san, events, index) if san else None
        return Move(side=event.side, turn=event.turn, move=event.move, text=None, san=san)

    def _own_move(self, event: Move) -> str | None:
        """The move's SAN on the player's own board, on which it is then made; a board that forbids it is given up."""
        board = self.own
        assert board is not None
        board.turn, board.ep, board._safety = self.listener == "white", -1, None
        for move in board.own_moves():
            if uci(move) == event.move:
                san = board.own_san(move)
                self.own = alone(board.play(move), None)
                return san
        self.own = None
        return None

    def _try(self, event: Try) -> Try | None:
        verdict = event.verdict
        if self.rules is not None and not self.rules.nonsense and verdict == "impossible":
            verdict = "illegal"
        if event.side == self.listener:
            known = event.move is not None
            return Try(
                side=event.side,
                turn=event.turn,
                move=event.move,
                text=None if known else event.text,
                verdict=verdict,
                times=event.times,
                san=event.san,
                parts=None if known else event.parts,
            )
        refusals = self.rules.refusals if self.rules is not None else "player"
        if not self.full:  # a player's record: what he heard of the other, and his own as the public hears them
            refusals = "both" if event.move is None and event.text is None else refusals
        if refusals == "player" or verdict == "untested":
            return None
        if refusals == "count" or verdict is None:
            verdict = "refused"
        return Try(side=event.side, turn=event.turn, move=None, text=None, verdict=verdict, times=event.times)

    def _capture(self, event: Capture) -> Capture:
        told = _bare(event)
        assert isinstance(told, Capture)
        if self.rules is None:
            return told
        if self.own is not None and event.side != self.listener:
            taken(self.own, event, self.rules)
        captured = told.captured
        if self.rules.captured == "no":
            captured = None
        elif self.rules.captured == "category" and captured not in (None, "pawn", "piece"):
            captured = "pawn" if captured == "P" else "piece"
        by = told.by if self.rules.capturer != "no" else None
        passing = told.en_passant if self.rules.en_passant else None
        return msgspec.structs.replace(told, captured=captured, by=by, en_passant=passing)


def _bare(event: AnyEvent) -> AnyEvent:
    return msgspec.structs.replace(event, source="recorded", line=None, column=None, span=None)


def _marked(san: str, events: tuple[AnyEvent, ...], index: int) -> str:
    """The player's SAN with the marks of what was heard of his move: ``x``, ``+``, ``#``."""
    suffix = ""
    for event in events[index + 1 :]:
        if isinstance(event, (PawnTries, Ask, Answer, Move)) or (
            isinstance(event, Try) and event.verdict != "untested"
        ):
            break
        if isinstance(event, Capture) and "x" not in san and san[0] in "NBRQK":
            san = san[:-2] + "x" + san[-2:]
        elif isinstance(event, Check):
            suffix = suffix or "+"
        elif isinstance(event, End) and event.reason == "checkmate":
            suffix = "#"
    return san + suffix


def sides(listener: View) -> tuple[Side, ...]:
    """The sides whose moves a listener knows."""
    if listener == "umpire":
        return ("white", "black")
    return () if listener == "public" else (listener,)
