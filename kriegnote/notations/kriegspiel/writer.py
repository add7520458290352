"""Writes a game as the Python package ``kriegspiel`` saves it (schema 9), so that the package can load and continue it.

The package replays the moves and compares the board, so this writer keeps a board, too (from python-chess, like it).
"""

from __future__ import annotations

from typing import Any, Final

import chess
import msgspec

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
    Side,
    Try,
    other,
)
from kriegnote.model.record import Record
from kriegnote.notations.kriegspiel.layout import (
    ASKING,
    CHECKS,
    ENDS,
    HIDDEN,
    LIBRARY_VERSION,
    MEN,
    OTHERWISE,
    RULESETS,
    SCHEMA_VERSION,
    UNKNOWN_CHECKS,
    File,
    Own,
    Question,
    Reply,
    Sheet,
    State,
)
from kriegnote.notations.kriegspiel.prompt import open_questions, pawn_captures
from kriegnote.rules import RULES
from kriegnote.text.writing import PLAIN, Style

Pair = tuple[Question, Reply]
_ENCODER: Final = msgspec.json.Encoder()


def write(record: Record, style: Style = PLAIN) -> str:
    """The game as one line of JSON."""
    return _ENCODER.encode(_Writer(record).file()).decode() + "\n"


class _Writer:
    """One pass over the events of a record: turns with their questions and answers, and a board."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.ruleset = RULESETS.get((record.rules or "").split(";")[0], OTHERWISE)
        self.book = RULES[record.rules] if record.rules else None
        self.board: chess.Board | None = chess.Board(record.start) if record.start else chess.Board()
        self.turns: list[tuple[Side, list[Pair]]] = []
        self.moves: list[str] = []
        self.moved = True  # the last turn has its move, so the next event opens another
        self.last: Reply | None = None  # the answer to the last move
        self.own = Own(
            headers=list(record.headers),
            rules=record.rules,
            start=record.start,
            result=record.result,
            silence=list(record.silence),
        )

    def file(self) -> File:
        first: Any = next((event for event in self.record.events if getattr(event, "side", None)), None)
        if first is not None:
            self.own.side, self.own.turn = first.side, first.turn or 1
        self.fen = self.board.fen() if self.board else ""
        for event in self.record.events:
            self.event(event)
        ended = any(isinstance(event, End) and (event.reason, event.result) in ENDS for event in self.record.events)
        over = ended or self.record.result not in (None, "*")
        pending = self.turns[-1][1] if self.turns and not self.moved else []
        must, questions = False, list[Question]()
        if self.board is not None and not over:
            must, questions = open_questions(self.board, self.ruleset, pending)
        state = State(
            ruleset_id=self.ruleset,
            any_rule=self.ruleset in ASKING,
            board_fen=self.fen,
            move_stack=self.moves,
            must_use_pawns=must,
            game_over=over,
            possible_to_ask=questions,
            white_scoresheet=self.sheet("white"),
            black_scoresheet=self.sheet("black"),
            kriegnote=self.own,
        )
        return File(SCHEMA_VERSION, LIBRARY_VERSION, "BerkeleyGame", state)

    def sheet(self, side: Side) -> Sheet:
        own = [pairs for who, pairs in self.turns if who == side]
        heard = [
            [(one.question_type, reply) for one, reply in pairs if self.heard(reply)]
            for who, pairs in self.turns
            if who != side
        ]
        if heard and not heard[-1]:
            heard.pop()
        return Sheet(side.upper(), own, heard, max(len(own), len(heard)))

    def heard(self, reply: Reply) -> bool:
        """Whether the opponent hears this answer."""
        if reply.main_announcement == "ILLEGAL_MOVE":
            return self.book is None or self.book.refusals != "player"
        return reply.main_announcement != "IMPOSSIBLE_TO_ASK"

    def event(self, event: AnyEvent) -> None:
        if isinstance(event, PawnTries):
            self.pawn_tries(event)
        elif isinstance(event, Ask):
            if event.what != "any":
                return
            self.pairs(event.side).append((Question("ASK_ANY"), Reply("IMPOSSIBLE_TO_ASK")))
        elif isinstance(event, Answer):
            self.answer(event)
        elif isinstance(event, Try):
            word = "NONSENSE" if event.verdict == "impossible" else "ILLEGAL_MOVE"
            self.pairs(event.side).append((_question(event), Reply(word)))
        elif isinstance(event, Move):
            self.move(event)
        elif self.last is not None:
            self.announced(self.last, event)

    def pairs(self, side: Side | None) -> list[Pair]:
        """The questions of the open turn; if the other side's turn is missing, an empty one is inserted."""
        expected = other(self.turns[-1][0]) if self.turns else self.own.side
        if not self.turns and expected == "black" and self.own.side == "black":
            self.turns.append(("white", []))
        if self.moved:
            self.moved = False
            if side is not None and side != expected:
                self.turns.append((expected, []))
                expected = side
            self.turns.append((expected, []))
        return self.turns[-1][1]

    def answer(self, event: Answer) -> None:
        if event.any is None:
            return
        pairs = self.pairs(event.side)
        if not pairs or pairs[-1][1].main_announcement != "IMPOSSIBLE_TO_ASK":
            pairs.append((Question("NONE"), Reply("")))
        pairs[-1][1].main_announcement = "HAS_ANY" if event.any else "NO_ANY"

    def move(self, event: Move) -> None:
        self.last = Reply("REGULAR_MOVE")
        move = event.move or HIDDEN
        self.pairs(event.side).append((_question(event), self.last))
        self.moved = True
        self.moves.append(move)
        self.before = self.board
        if self.board is None:
            return
        played = chess.Move.from_uci(move)
        self.before = self.board.copy(stack=0)
        self.played = played
        if played and not self.board.is_pseudo_legal(played):
            self.board = None
            return
        self.board.push(played)
        self.fen = self.board.fen()

    def pawn_tries(self, event: PawnTries) -> None:
        if self.last is None:
            self.own.first = Reply("")
        reply = self.last or self.own.first
        assert reply is not None
        reply.next_turn_pawn_tries = event.count
        if event.any is not None:
            reply.next_turn_has_pawn_capture = event.any
        if event.squares is not None:
            origins = {move.from_square for move in pawn_captures(self.board)} if self.board else set()
            reply.next_turn_pawn_try_squares = sorted(origins)
            reply.kriegnote_targets = list(event.squares)

    def announced(self, reply: Reply, event: AnyEvent) -> None:
        """Adds an announcement about the last move to its reply."""
        if isinstance(event, Capture):
            if event.square is None:
                return
            reply.main_announcement = "CAPTURE_DONE"
            reply.capture_at_square = self.square(event)
            reply.captured_piece_announcement = MEN[event.captured] if event.captured else None
            if event.en_passant:
                reply.en_passant_announced = True
        elif isinstance(event, Check):
            self.check(reply, event)
        elif isinstance(event, Promotion):
            reply.promotion_announced = True
        elif isinstance(event, End):
            reply.special_announcement = ENDS.get((event.reason, event.result), reply.special_announcement)

    def square(self, event: Capture) -> int:
        """The square of a capture, in the words of the package.

        En passant, the package's RAND ruleset names the square of the captured pawn, the rulebook the target square.
        """
        square = chess.parse_square(event.square or "a1")
        landing = self.ruleset == "rand" and self.before is not None and square == self.played.to_square
        if landing and self.before is not None and self.before.is_en_passant(self.played):
            return square - 8 if self.before.turn else square + 8
        return square

    @staticmethod
    def check(reply: Reply, event: Check) -> None:
        words = [CHECKS[way] for way in event.directions] or ["CHECK"]
        reply.check_1, reply.check_2 = [*words, None][:2]
        if not UNKNOWN_CHECKS.intersection(words) and reply.special_announcement == "NONE":
            reply.special_announcement = "CHECK_DOUBLE" if len(words) > 1 else words[0]


def _question(event: Move | Try) -> Question:
    if event.move is None and event.text is not None:
        return Question("COMMON", HIDDEN, event.text)
    return Question("COMMON", event.move or HIDDEN)
