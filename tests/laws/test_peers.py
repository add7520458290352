"""Our umpire against two others: the PyPI package ``kriegspiel``, and an enumeration with python-chess.

100 random games in CI; a thousand by ``KRIEGNOTE_PEER_GAMES=1000 pytest tests/laws/test_peers.py``.  Where two
rulebooks mean to differ the difference is a row of :data:`DIFFERENCES`: both sides of it are checked before it
is granted.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import chess
import pytest
from kriegspiel.game import KriegspielGame
from kriegspiel.move import CapturedPieceAnnouncement as Man
from kriegspiel.move import KriegspielMove, MainAnnouncement, QuestionAnnouncement
from kriegspiel.move import SpecialCaseAnnouncement as Special

from kriegnote.model.events import Answer, Ask, Capture, Check, End, Event, Move, PawnTries, Promotion
from kriegnote.model.record import Record
from kriegnote.rules import RULES
from kriegnote.umpire.adjudication import adjudicate
from tests.support.games import random_record
from tests.support.sample import part

GAMES = int(os.environ.get("KRIEGNOTE_PEER_GAMES", "100"))
THEIRS = {"english": "english", "rand": "rand", "cincinnati": "cincinnati", "icc": "wild16", "berkeley": "berkeley"}
WAYS = {
    Special.CHECK_RANK: "rank", Special.CHECK_FILE: "file", Special.CHECK_KNIGHT: "knight",
    Special.CHECK_LONG_DIAGONAL: "long", Special.CHECK_SHORT_DIAGONAL: "short",
}  # fmt: skip
ENDS = {
    Special.CHECKMATE_WHITE_WINS: ("checkmate", "1-0"), Special.CHECKMATE_BLACK_WINS: ("checkmate", "0-1"),
    Special.DRAW_STALEMATE: ("stalemate", "1/2-1/2"), Special.STALEMATE_WHITE_WINS: ("stalemate", "1-0"),
    Special.STALEMATE_BLACK_WINS: ("stalemate", "0-1"),
}  # fmt: skip
DIFFERENCES = {
    "mate": "theirs names no direction at mate; the book's umpires and ours do",
    "draw": "theirs ends the game at bare kings or after 50 moves and says so instead of the check; ours has fields "
    "for that (Gambit 12, ICC), held against python-chess in test_draws",
    "rand origins": "theirs names the squares of the pawns that can take, ours (RAND 16) the targets",
    "rand en passant": "theirs names the square of the pawn removed, ours (RAND 5d) where it happened: the landing",
    "rand stalemate": "theirs lets the stalemated player lose; RAND 20 does so in ladder games only, ours is a field",
}


class Heard(NamedTuple):
    """All that is announced of one ply: the pawn tries before it, then what follows it."""

    tries: object
    capture: str | None
    captured: str | None
    passing: bool
    ways: tuple[str, ...]
    promotion: bool
    end: tuple[str, str] | None


@cache
def games() -> tuple[tuple[chess.Move, ...], ...]:
    """Random games with a liking for captures, castling, en passant and promotions, up to 180 plies long."""
    found = []
    for seed in range(GAMES):
        record = random_record(seed, rules=None, plies=180, tries=False, comments=False, headers=False)
        found.append(
            tuple(chess.Move.from_uci(event.move) for event in record.events if isinstance(event, Move) and event.move)
        )
    return tuple(found)


def ours(moves: tuple[chess.Move, ...], rules: str, asks: bool = False) -> list[dict[type[Event], Any]]:
    """What our umpire announces, ply by ply and kind by kind.  ``asks``: “Any?” before every second move of a side."""
    events: list[Any] = []
    for number, move in enumerate(moves):
        side, turn = ("white", "black")[number % 2], number // 2 + 1
        if asks and turn % 2:
            events.append(Ask(side=side, turn=turn))  # type: ignore[arg-type]
        events.append(Move(side=side, turn=turn, move=move.uci(), text=None, san=None))  # type: ignore[arg-type]
    played_on = f"{rules}; insufficient=no; fifty_moves=no; repetition=no"  # the games go on, and test_draws has these
    told = adjudicate(Record(events=tuple(events), rules=RULES[played_on].id))
    assert {found.code for found in told.findings} <= ({"KN303"} if asks else set())  # the games ask without duty
    plies: list[dict[type[Event], Any]] = []
    held: dict[type[Event], Any] = {}
    for event in told.record.events:
        if isinstance(event, PawnTries | Ask | Answer):
            held[type(event)] = event
        elif isinstance(event, Move):
            plies.append(held)
            held = {}
        else:
            assert type(event) not in plies[-1]
            plies[-1][type(event)] = event
    return plies


def heard(told: dict[type[Event], Any], rules: str) -> Heard:
    """Our announcements of a ply in common words."""
    capture, check, end, tries = told.get(Capture), told.get(Check), told.get(End), told.get(PawnTries)
    kind = RULES[rules].pawn_tries
    said: object = None
    if kind == "count":
        said = tries.count if tries else 0
    elif kind == "any":
        said = bool(tries and tries.any)
    elif kind == "squares":
        said = tries.squares if tries else ()
    return Heard(
        said,
        capture.square if capture else None,
        capture.captured if capture else None,
        bool(capture and capture.en_passant),
        check.directions if check else (),
        Promotion in told,
        (end.reason, end.result) if end else None,
    )


class Peer(KriegspielGame):
    """The other umpire, asked about legal moves only; the list of all possible questions is left out, being slow."""

    def _generate_possible_to_ask_list(self) -> None:
        self._set_possible_to_ask(set())

    def play(self, move: chess.Move) -> Any:
        question = KriegspielMove(QuestionAnnouncement.COMMON, move)
        self._set_possible_to_ask({question})
        return self.ask_for(question)

    def any(self) -> bool:
        """Its answer to “Any?”, without the duty that follows."""
        question = KriegspielMove(QuestionAnnouncement.ASK_ANY)
        self._set_possible_to_ask({question})
        answer = self.ask_for(question).main_announcement == MainAnnouncement.HAS_ANY
        self._must_use_pawns = False
        return answer


def theirs(moves: tuple[chess.Move, ...], rules: str) -> Iterator[tuple[Heard, Any]]:
    """What the package announces, ply by ply, until it ends the game; with its raw answer."""
    game = Peer(ruleset=THEIRS[rules])
    for move in moves:
        if game.game_over:
            return
        tries: object = {
            "count": game.current_turn_pawn_tries,
            "any": game.current_turn_has_pawn_capture,
            "squares": game.current_turn_pawn_try_squares,
        }.get(RULES[rules].pawn_tries)
        answer = game.play(move)
        special = answer.special_announcement
        ways = (answer.check_1, answer.check_2) if special == Special.CHECK_DOUBLE else (special,)
        man = answer.captured_piece_announcement
        yield (
            Heard(
                tries,
                chess.square_name(answer.capture_at_square) if answer.capture_at_square is not None else None,
                None if man is None else "pawn" if man == Man.PAWN else "piece",
                bool(answer.en_passant_announced),
                tuple(sorted({WAYS[way] for way in ways if way in WAYS})),
                bool(answer.promotion_announced),
                ENDS.get(special),
            ),
            special,
        )


def origins(board: chess.Board) -> tuple[int, ...]:
    return tuple(sorted({origin for origin, _ in pawn_captures(board)}))


def pawn_captures(board: chess.Board) -> set[tuple[int, int]]:
    """Every legal pawn capture as origin and target."""
    return {
        (move.from_square, move.to_square)
        for move in board.legal_moves
        if board.is_capture(move) and board.piece_type_at(move.from_square) == chess.PAWN
    }


def differ(ours: Heard, theirs: Heard, special: Any, rules: str, board: chess.Board, move: chess.Move) -> Iterator[str]:
    """The rows of the table that this ply falls under."""
    if rules == "rand" and pawn_captures(board):
        yield "rand origins"
    if rules == "rand" and board.is_en_passant(move):
        yield "rand en passant"
    if theirs.end and theirs.end[0] == "checkmate":
        yield "mate"
    if special in (Special.DRAW_INSUFFICIENT, Special.DRAW_TOOMANYREVERSIBLEMOVES) and ours.ways:
        yield "draw"
    if rules == "rand" and theirs.end and theirs.end[0] == "stalemate":
        yield "rand stalemate"


def translated(row: str, ours: Heard, theirs: Heard, board: chess.Board, move: chess.Move) -> Heard:
    """Their announcement with this one difference taken away; what they said must be what the row says they say."""
    if row == "rand origins":
        assert theirs.tries == origins(board)
        return theirs._replace(tries=tuple(sorted(chess.square_name(target) for _, target in pawn_captures(board))))
    if row == "rand en passant":
        removed = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        assert theirs.capture == chess.square_name(removed)
        return theirs._replace(capture=chess.square_name(move.to_square))
    if row == "rand stalemate":
        assert theirs.end in (("stalemate", "1-0"), ("stalemate", "0-1"))
        return theirs._replace(end=("stalemate", "1/2-1/2"))
    assert theirs.ways == () and row in ("mate", "draw")
    board = board.copy(stack=False)
    board.push(move)
    return theirs._replace(ways=directions(board))


@pytest.mark.parametrize("rules", part([*THEIRS], 2))
def test_every_announcement_equals_that_of_the_package_kriegspiel(rules: str) -> None:
    met: Counter[str] = Counter()
    for moves in games():
        board = chess.Board()
        told = ours(moves, rules)
        for number, (said, special) in enumerate(theirs(moves, rules)):
            mine, move = heard(told[number], rules), moves[number]
            for row in differ(mine, said, special, rules, board, move):
                said = translated(row, mine, said, board, move)
                met[row] += 1
            assert mine == said, f"{rules}: {board.fen()} {move.uci()}"
            board.push(move)
    due = {"mate"} | ({"rand origins", "rand en passant"} if rules == "rand" else set())
    assert due <= met.keys() <= DIFFERENCES.keys()


def test_the_answer_to_any_equals_that_of_the_package_kriegspiel() -> None:
    said: Counter[bool] = Counter()
    for moves in games()[:40]:
        game = Peer(ruleset="english")
        for number, told in enumerate(ours(moves, "english", asks=True)):
            if game.game_over:
                break
            if Ask in told:
                answer = game.any()
                assert told[Answer].any == answer
                said[answer] += 1
            game.play(moves[number])
    assert said[True] > 50 and said[False] > 50


# -- an enumeration with python-chess ----------------------------------------------------------------------------------


def directions(board: chess.Board) -> tuple[str, ...]:
    """How the side to move is checked, from the geometry of the board alone."""
    king = board.king(board.turn)
    assert king is not None
    found = set()
    for square in board.checkers():
        file, rank = (
            chess.square_file(square) - chess.square_file(king),
            chess.square_rank(square) - chess.square_rank(king),
        )
        if board.piece_type_at(square) == chess.KNIGHT:
            found.add("knight")
        elif rank == 0 or file == 0:
            found.add("rank" if rank == 0 else "file")
        else:
            slope = 1 if file == rank else -1
            found.add("long" if length(king, slope) > length(king, -slope) else "short")
    return tuple(sorted(found))


def length(square: int, slope: int) -> int:
    """How many squares the rising (1) or falling (-1) diagonal through a square has."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return sum(0 <= file + step < 8 and 0 <= rank + slope * step < 8 for step in range(-7, 8))


def enumerated(board: chess.Board, move: chess.Move, rules: str) -> Heard:
    """What an umpire of this rulebook says of a ply, worked out from python-chess's legal moves."""
    pairs = pawn_captures(board)
    targets = [chess.square_name(target) for _, target in pairs]
    tries = {
        "dutch": None, "nost": bool(pairs), "english": None, "berkeley": None, "cincinnati": bool(pairs),
        "icc": len(pairs), "magari": tuple(sorted(set(targets))),  # §4.5: the letter names d4 once, which two can take
    }.get(rules, tuple(sorted(targets)))  # fmt: skip
    passing = board.is_en_passant(move)
    square, captured = None, None
    if board.is_capture(move):
        removed = chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
        where = removed if passing and rules in ("icc", "cincinnati", "berkeley") else move.to_square
        square = chess.square_name(where)
        if rules in ("rand", "icc", "cincinnati"):
            captured = "pawn" if passing or board.piece_type_at(move.to_square) == chess.PAWN else "piece"
    after = board.copy(stack=False)
    after.push(move)
    end = None
    if not any(after.legal_moves):
        winner = "1-0" if board.turn else "0-1"
        end = ("checkmate", winner) if after.is_check() else ("stalemate", "1/2-1/2")
    return Heard(
        tries,
        square,
        captured,
        passing and rules in ("english", "dutch"),
        directions(after),
        bool(move.promotion) and rules in ("rand", "magari"),
        end,
    )


@pytest.mark.parametrize("rules", ["dutch", "nost", "magari", "rand", "english", "icc", "cincinnati", "berkeley"])
def test_every_announcement_equals_an_independent_enumeration(rules: str) -> None:
    for moves in games()[:: 10 if GAMES <= 100 else 1]:
        board = chess.Board()
        for move, told in zip(moves, ours(moves, rules), strict=True):
            assert heard(told, rules) == enumerated(board, move, rules), f"{rules}: {board.fen()} {move.uci()}"
            board.push(move)


def test_the_dutch_umpire_names_the_capturer_to_him_who_asked() -> None:
    named: Counter[str | None] = Counter()
    for moves in games()[:40]:
        board = chess.Board()
        for move, told in zip(moves, ours(moves, "dutch", asks=True), strict=True):
            if Capture in told:
                man = "pawn" if board.piece_type_at(move.from_square) == chess.PAWN else "piece"
                assert told[Capture].by == (man if Ask in told else None)
                named[told[Capture].by] += 1
            board.push(move)
    assert named["pawn"] and named["piece"] and named[None]


def test_the_games_have_all_that_is_rare() -> None:
    met: Counter[str] = Counter()
    for moves in games():
        board = chess.Board()
        for move in moves:
            met["en passant"] += board.is_en_passant(move)
            met["castling"] += board.is_castling(move)
            met["promotion"] += bool(move.promotion)
            board.push(move)
            met["double check"] += len(board.checkers()) > 1
            met["mate"] += board.is_checkmate()
    assert all(met[kind] >= 2 for kind in ("en passant", "castling", "promotion", "double check", "mate")), met
