"""Reads games as the Python package ``kriegspiel`` saves them (schemas 3 to 9): pretty-printed, or one per line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import chess
import msgspec

from kriegnote.diagnostics.findings import finding
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
    Result,
    Side,
    Try,
    Verdict,
)
from kriegnote.model.printed_moves import parse_move
from kriegnote.model.record import Record
from kriegnote.notations.json.reader import chunks as json_chunks
from kriegnote.notations.kriegspiel.layout import (
    CAPTURED,
    DIRECTIONS,
    HIDDEN,
    REASONS,
    RULEBOOKS,
    SCHEMA_VERSION,
    File,
    Own,
    Question,
    Reply,
    State,
)
from kriegnote.rules import RULES
from kriegnote.text.source import Chunk, Read

_DECODER: Final = msgspec.json.Decoder(File)
_SIDES: Final[tuple[Side, Side]] = ("white", "black")
_UCI: Final = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """The games of a stream of lines, one chunk each."""
    return json_chunks(lines)


def read(chunk: Chunk) -> Read:
    """One game; text that is not a game of the package yields an empty record and a finding."""
    try:
        file = _DECODER.decode(chunk.text)
        if not 3 <= file.schema_version <= SCHEMA_VERSION:
            raise msgspec.ValidationError(f"schema {file.schema_version} is not one of 3 to {SCHEMA_VERSION}")
        return Read(_Reader(file.game_state).record(), [])
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        message = f"not a game of the Python package kriegspiel: {error}"
        return Read(Record(), [finding("KN107", message, line=chunk.line, column=1)])


class _Reader:
    """One pass over the turns of both players' sheets, with a board as long as the moves can be replayed."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.own = state.kriegnote if isinstance(state.kriegnote, Own) else Own(rules=self.rulebook(state.ruleset_id))
        if self.own.rules is not None:
            RULES[self.own.rules]
        self.book = RULES[self.own.rules] if self.own.rules else None
        self.board: chess.Board | None = chess.Board(self.own.start) if self.own.start else chess.Board()
        self.events: list[AnyEvent] = []

    @staticmethod
    def rulebook(ruleset: str | None) -> str | None:
        name = RULEBOOKS.get(ruleset or "")
        return RULES[name].id if name else None

    def record(self) -> Record:
        self.announce(self.own.first or self.first(), self.own.side, self.own.turn)
        sheets = self.state.white_scoresheet.moves_own, self.state.black_scoresheet.moves_own
        for turn in range(self.own.turn, self.own.turn + max(map(len, sheets))):
            for side, sheet in zip(_SIDES, sheets, strict=True):
                if turn - self.own.turn < len(sheet):
                    self.turn(side, turn, sheet[turn - self.own.turn])
        foreign = not isinstance(self.state.kriegnote, Own)
        silence = self.book.silence if foreign and self.book else tuple(self.own.silence)
        return Record(
            headers=tuple(self.own.headers),
            rules=self.own.rules,
            start=self.own.start,
            silence=silence,
            events=tuple(self.events),
            result=self.own.result or self.result(),
        )

    def first(self) -> Reply | None:
        """The announcement before the first move, which the package does not save: there are no pawn captures yet."""
        if isinstance(self.state.kriegnote, Own) or self.book is None or not self.state.move_stack:
            return None
        said = {"count": Reply("", next_turn_pawn_tries=0), "any": Reply("", next_turn_has_pawn_capture=False)}
        return said.get(self.book.pawn_tries) if self.book.always else None

    def result(self) -> Result | None:
        """The result that the last announcement gives; None for a game in progress."""
        if isinstance(self.state.kriegnote, Own):
            return None
        last = self.events[-1] if self.events else None
        return last.result if isinstance(last, End) else None

    def turn(self, side: Side, turn: int, pairs: list[tuple[Question, Reply]]) -> None:
        for question, reply in pairs:
            if question.question_type != "COMMON":
                self.asked(side, turn, question, reply)
            elif reply.main_announcement in ("REGULAR_MOVE", "CAPTURE_DONE"):
                self.move(side, turn, question, reply)
            elif reply.main_announcement in ("ILLEGAL_MOVE", "NONSENSE", "IMPOSSIBLE_TO_ASK"):
                word: Verdict = "illegal" if reply.main_announcement == "ILLEGAL_MOVE" else "impossible"
                self.events.append(Try(side=side, turn=turn, verdict=word, **self.printed(question)))

    def asked(self, side: Side, turn: int, question: Question, reply: Reply) -> None:
        if question.question_type == "ASK_ANY":
            self.events.append(Ask(side=side, turn=turn, what="any"))
        if reply.main_announcement in ("HAS_ANY", "NO_ANY"):
            self.events.append(Answer(side=side, turn=turn, any=reply.main_announcement == "HAS_ANY"))

    @staticmethod
    def printed(question: Question) -> dict[str, Any]:
        """The fields of a move or try; text that is not a chess move in UCI (a drop) is kept as printed."""
        move = question.chess_move or HIDDEN
        if move != HIDDEN and _UCI.fullmatch(move):
            return {"move": move, "text": None}
        printed = question.kriegnote_text if isinstance(question.kriegnote_text, str) else move
        text = None if printed == HIDDEN else printed
        return {"move": None, "text": text, "parts": parse_move(text) if text else None}

    def move(self, side: Side, turn: int, question: Question, reply: Reply) -> None:
        fields = self.printed(question)
        move: str | None = fields["move"]
        self.events.append(Move(side=side, turn=turn, san=None, **fields))
        square = self.square(move, reply)
        self.play(move)
        if reply.main_announcement == "CAPTURE_DONE" and square is not None:
            man = CAPTURED.get(reply.captured_piece_announcement or "")
            passing = True if reply.en_passant_announced is True else None
            name = chess.square_name(square)
            self.events.append(Capture(side=side, turn=turn, square=name, captured=man, en_passant=passing))
        self.special(side, turn, reply)
        self.announce(reply, "black" if side == "white" else "white", turn + (side == "black"))

    def square(self, move: str | None, reply: Reply) -> int | None:
        """The square of a capture, by the rulebook.

        En passant, the package's RAND ruleset names the square of the captured pawn, the rulebook the target square.
        """
        square = reply.capture_at_square
        if square is None or not 0 <= square < 64:
            return None
        if self.board is not None and move is not None and self.state.ruleset_id == "rand":
            played = chess.Move.from_uci(move)
            if self.board.is_en_passant(played) and square == played.to_square + (-8 if self.board.turn else 8):
                return played.to_square
        return square

    def play(self, move: str | None) -> None:
        if self.board is None:
            return
        played = chess.Move.from_uci(move) if move else chess.Move.null()
        if played and not self.board.is_pseudo_legal(played):
            self.board = None
        else:
            self.board.push(played)

    def special(self, side: Side, turn: int, reply: Reply) -> None:
        """Adds checks, a promotion, the end."""
        word = reply.special_announcement
        said = [one for one in (reply.check_1, reply.check_2) if one] or ([word] if word in DIRECTIONS else [])
        if said:
            ways = tuple(sorted({DIRECTIONS[one] for one in said if one in DIRECTIONS}))
            self.events.append(Check(side=side, turn=turn, directions=ways))
        if reply.promotion_announced is True:
            self.events.append(Promotion(side=side, turn=turn))
        if word in REASONS:
            reason, result = REASONS[word]
            self.events.append(End(side=side, turn=turn, reason=reason, result=result))

    def announce(self, reply: Reply | None, side: Side, turn: int) -> None:
        """Adds the announcement of pawn tries before the next turn."""
        if reply is None:
            return
        able = reply.next_turn_has_pawn_capture
        any_ = able if isinstance(able, bool) else None
        squares = self.targets(reply)
        count = reply.next_turn_pawn_tries
        if any_ is None and count is None and squares is None:
            return
        if (
            squares == ()
            and self.book is not None
            and not self.book.always
            and not isinstance(reply.kriegnote_targets, list)
        ):
            return
        self.events.append(PawnTries(side=side, turn=turn, any=any_, count=count, squares=squares))

    def targets(self, reply: Reply) -> tuple[str, ...] | None:
        """The squares on which pawns can capture.

        The package gives the squares of the pawns themselves; the board has their targets.
        """
        if isinstance(reply.kriegnote_targets, list):
            return tuple(reply.kriegnote_targets)
        origins = reply.next_turn_pawn_try_squares
        if not isinstance(origins, list) or self.board is None:
            return None
        pairs = {
            (move.from_square, move.to_square)
            for move in self.board.generate_legal_moves(self.board.pawns)
            if move.from_square in origins and self.board.is_capture(move)
        }
        return tuple(sorted(chess.square_name(target) for _, target in pairs))
