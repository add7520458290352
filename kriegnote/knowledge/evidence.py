"""The evidence that a game has to fit: what a record says about each ply, in any view.

A record is divided into plies by its turn numbers, so that a lost line leaves a gap and shifts nothing. A ply for which
the record has no move at all is a gap: nothing is known about it, not even from the record's silence.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from kriegnote.chess.position import Position, move_of
from kriegnote.chess.squares import uci_move
from kriegnote.model.events import (
    Answer,
    AnyEvent,
    Ask,
    Capture,
    Check,
    End,
    Move,
    PawnTries,
    Promotion,
    Reveal,
    Side,
    Try,
    View,
    type_name,
)
from kriegnote.model.order import is_before_move
from kriegnote.model.record import Record
from kriegnote.rules import RULES, RuleSet
from kriegnote.rules.assumed import assumed
from kriegnote.rules.boards import plain
from kriegnote.umpire.starting_position import first_position

MOST_GAPS: Final = 20
_LEAP: Final = 4
_BOARD_ENDS: Final = frozenset(("checkmate", "stalemate", "king-captured"))


@dataclass(slots=True)
class PlyEvidence:
    """The evidence of one ply: what was said before the move, the move as far as it is known, what was said after it.

    ``unsaid``: the kinds of event about which the record says neither yes nor no here. ``options``: the possible moves
    with their weights, if the record leaves the move open.
    """

    number: int
    white: bool
    turn: int
    played: bool = False
    last: bool = False
    tries: PawnTries | None = None
    asked: bool = False
    answer: bool | None = None
    refused: list[int] = field(default_factory=list)
    refusal: bool = False
    move: Move | None = None
    options: dict[int, float] | None = None
    uci: int | None = None
    capture: Capture | None = None
    check: Check | None = None
    promotion: bool = False
    end: End | None = None
    reveals: dict[Side, Reveal] = field(default_factory=dict)
    unsaid: set[str] = field(default_factory=set)
    entries: list[int] = field(default_factory=list)

    @property
    def side(self) -> Side:
        """The side to move."""
        return "white" if self.white else "black"

    @property
    def hidden(self) -> bool:
        """Whether the record does not show this move at all."""
        return self.uci is None and self.options is None and (self.move is None or self.move.parts is None)

    @property
    def some_pawn_capture(self) -> bool:
        """Whether a pawn capture was announced as possible."""
        tries = self.tries
        return bool(self.answer) or (tries is not None and bool(tries.exist))

    @property
    def no_pawn_capture(self) -> bool:
        """Whether it was announced that no pawn capture is possible, or this follows from silence."""
        if self.answer is False:
            return True
        if self.tries is None:
            return "pawn_tries" not in self.unsaid
        return self.tries.exist is False

    def moves_meant(self, position: Position) -> list[int] | None:
        """The legal moves that the recorded move can mean; None if no move is recorded."""
        if self.uci is not None:
            return [self.uci] if position.is_legal(self.uci) else []
        if self.options is not None:
            return [move for move in self.options if position.is_legal(move)]
        if self.move is not None and self.move.parts is not None:
            return position.resolve(self.move.parts)
        return None

    def words(self) -> str:
        """The ply in words: ``White’s move 7``."""
        return f"{self.side.capitalize()}’s move {self.turn}"


@dataclass(slots=True)
class Evidence:
    """The evidence of a record, ply by ply, and its starting position."""

    record: Record
    start: Position
    rules: RuleSet
    view: View
    plies: list[PlyEvidence]
    finished: int
    """The number of plies up to the last with a move; one more may follow, with what was said before its move."""

    @property
    def shown(self) -> bool:
        """Whether the players are shown anything about each other's men."""
        game = self.rules.game
        return game.sight != "none" or game.moves_seen != "none"

    @property
    def cost(self) -> int:
        """The cost of examining a move, relative to a move in chess."""
        return (1 if plain(self.rules.game) else 12) * (5 if self.shown else 1)

    def listens(self, white: bool) -> bool:
        """Whether the record is this side's or the umpire's."""
        return self.view == "umpire" or self.view == ("white" if white else "black")


def start_of(record: Record) -> Position:
    """The starting position of a record; the usual one if it is not known."""
    return first_position(record) or Position.from_fen()


def evidence_of(record: Record, *, without: Collection[int] = ()) -> Evidence:
    """The evidence of a record in any view.

    :param without: the indices of events to be left out; their plies then say nothing about events of their kind.
    """
    start = start_of(record)
    rules = RULES[record.rules] if record.rules else assumed()
    cutter = _Cutter(record, start, rules)
    for number, event in enumerate(record.events):
        cutter.add(number, event, number in without)
    plies = cutter.plies
    finished = max((ply.number + 1 for ply in plies if ply.played), default=0)
    if 0 < finished == len(plies) and plies[-1].end is None:
        cutter.open_end(finished)
    del plies[finished + 1 :]
    if finished:
        plies[finished - 1].last = True
    return Evidence(record, start, rules, record.view, plies, finished)


class _Cutter:
    """Assigns the events of one record to plies."""

    def __init__(self, record: Record, start: Position, rules: RuleSet) -> None:
        self.record = record
        self.rules = rules
        self.start = start
        self.plies: list[PlyEvidence] = []
        self.at = -1  # the ply of the last move
        self.base = _base(record.events, start)
        self.numbers = _numbers(record.events, self.base, start.turn)
        self.ordered = sorted(self.numbers.values())
        self.next_at = self.ordered[0] if self.ordered else MOST_GAPS
        # a player hears the end announced; a score that ends with the last move need not mention it
        ends = frozenset(("end",)) if record.rules and record.view != "umpire" else frozenset[str]()
        self.silence = frozenset(record.silence) | ends

    def _ply(self, number: int) -> PlyEvidence | None:
        if number < 0 or number > len(self.plies) + MOST_GAPS:
            return None
        while len(self.plies) <= number:
            index = len(self.plies)
            white = self.start.turn == (index % 2 == 0)
            turn = self.base + (index + (not self.start.turn)) // 2
            unsaid = {"check", "capture", "promotion", "reveal", "end", "pawn_tries"}
            self.plies.append(PlyEvidence(index, white, turn, unsaid=unsaid))
        return self.plies[number]

    def add(self, number: int, event: AnyEvent, left_out: bool) -> None:
        before = is_before_move(event)
        if isinstance(event, Move):
            ply = self._ply(self.numbers.get(number, -1))
        elif before:
            ply = self._ply(self._before_move(event))
        elif isinstance(event, (Capture, Check, Promotion)):
            said = _ply_number(event, self.base, self.start.turn)
            ply = self._ply(said if said is not None and self.at < said < self.next_at else self.at)
        elif isinstance(event, (Reveal, End)):
            ply = self._ply(self.at)
        else:
            return
        if ply is None:
            return
        ply.entries.append(number)
        if isinstance(event, Move):
            self._move(ply, event, left_out)
        elif before:
            self._before(ply, event, left_out)
        elif left_out:
            ply.unsaid.add(type_name(event))
        else:
            _after(ply, event)

    def open_end(self, number: int) -> None:
        """Opens the ply after the last move: the umpire announces its pawn captures at once."""
        ply = self._ply(number)
        if ply is not None:
            ply.unsaid -= self._silence_of(ply) & {"pawn_tries"}

    def _silence_of(self, ply: PlyEvidence) -> frozenset[str]:
        """The kinds of event whose absence means no in this ply; pawn tries only if announced to the listener."""
        for_all = self.rules.pawn_tries_heard == "both" or self.record.view in ("umpire", ply.side)
        return self.silence if for_all else self.silence - {"pawn_tries"}

    def _before_move(self, event: AnyEvent) -> int:
        """The number of the ply to which an event before a move belongs.

        It is the one that the event names, if that lies between the moves around it; otherwise the next.
        """
        said = _ply_number(event, self.base, self.start.turn)
        if said is not None and self.at < said <= self.next_at:
            return said
        return min(self.at + 1, self.next_at)

    def _move(self, ply: PlyEvidence, event: Move, left_out: bool) -> None:
        self.at = ply.number
        place = bisect_right(self.ordered, self.at)
        self.next_at = self.ordered[place] if place < len(self.ordered) else self.at + MOST_GAPS
        ply.played = True
        ply.unsaid -= self._silence_of(ply)
        if left_out:
            return
        ply.move = event
        try:
            if event.move is not None:
                ply.uci = move_of(event.move)
            elif event.options:
                ply.options = {move_of(one.move): one.weight for one in event.options}
        except ValueError:
            ply.uci = ply.options = None

    def _before(self, ply: PlyEvidence, event: AnyEvent, left_out: bool) -> None:
        ply.unsaid -= self._silence_of(ply) & {"pawn_tries"}
        if isinstance(event, PawnTries):
            if left_out:
                ply.unsaid.add("pawn_tries")
            else:
                ply.tries = event
        elif left_out:
            return
        elif isinstance(event, Ask):
            ply.asked = ply.asked or event.what == "any"
        elif isinstance(event, Answer):
            ply.answer = event.any if event.any is not None else ply.answer
        elif isinstance(event, Try) and event.verdict is not None:
            _refused(ply, event)


def _refused(ply: PlyEvidence, event: Try) -> None:
    if (move := uci_move(event.move)) is not None:
        ply.refused.append(move)
    elif event.hidden and event.verdict in ("illegal", "refused"):
        ply.refusal = True


def _after(ply: PlyEvidence, event: AnyEvent) -> None:
    if isinstance(event, Capture):
        ply.capture = event
    elif isinstance(event, Check):
        ply.check = event
    elif isinstance(event, Promotion):
        ply.promotion = True
    elif isinstance(event, Reveal) and event.side is not None:
        ply.reveals[event.side] = event
    elif isinstance(event, End) and event.reason in _BOARD_ENDS:
        ply.end = event


def _ply_number(event: AnyEvent, base: int, white_begins: bool) -> int | None:
    """The number (from 0) of the ply that an event names; None if it names none."""
    side: Side | None = getattr(event, "side", None)
    turn: int | None = getattr(event, "turn", None)
    if side is None or turn is None:
        return None
    return 2 * (turn - base) + (side == "black") - (not white_begins)


def _numbers(events: tuple[AnyEvent, ...], base: int, white_begins: bool) -> dict[int, int]:
    """The ply numbers of moves, by event index: as recorded, as far as these numbers increase.

    A number that is out of order, or far ahead, is a slip: the move is then taken as the next one due. Of two chains of
    increasing numbers the longer one is trusted.
    """
    moves = [(at, _ply_number(event, base, white_begins)) for at, event in enumerate(events) if isinstance(event, Move)]
    chain = _rising([said for _, said in moves])
    ordered = sorted(chain)
    numbers: dict[int, int] = {}
    last = -1
    for index, (at, said) in enumerate(moves):
        place = bisect_right(ordered, index)
        following = moves[ordered[place]][1] if place < len(ordered) else None
        if index in chain and said is not None:
            last = numbers[at] = said
        elif following is None or last + 1 < following:
            last = numbers[at] = last + 1
    return numbers


def _rising(numbers: list[int | None]) -> set[int]:
    """The indices of a longest chain of increasing numbers without large gaps."""
    best: list[tuple[int, int]] = []  # (length of the best chain that ends here, index of its previous member)
    for index, number in enumerate(numbers):
        length, before = (1, -1) if number is not None and 0 <= number <= MOST_GAPS else (0, -1)
        for earlier in range(max(0, index - 12), index) if number is not None else ():
            other = numbers[earlier]
            near = other is not None and 0 < number - other <= 2 * (index - earlier) + _LEAP  # type: ignore[operator]
            if near and best[earlier][0] and best[earlier][0] + 1 > length:
                length, before = best[earlier][0] + 1, earlier
        best.append((length, before))
    if not best:
        return set()
    at = max(range(len(best)), key=lambda i: best[i][0])
    chain: set[int] = set()
    while at >= 0 and best[at][0]:
        chain.add(at)
        at = best[at][1]
    return chain


def _base(events: Iterable[AnyEvent], start: Position) -> int:
    """The turn number of the first ply."""
    for event in events:
        if isinstance(event, (PawnTries, Ask, Answer, Try, Move)) and event.turn is not None and event.side is not None:
            if (event.side == "white") == start.turn and event.turn <= start.fullmove:
                return event.turn
            break
    return start.fullmove
