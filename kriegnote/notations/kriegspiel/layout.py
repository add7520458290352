"""The JSON layout of a game of the package ``kriegspiel``, and its words for kriegnote's.

The package ignores fields that it does not know. The fields of :class:`Own`, and the words of :data:`CHECKS` that the
package does not have, store what it has no place for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from kriegnote.model.events import Direction, Man, Reason, Result, Side

SCHEMA_VERSION: Final = 9
LIBRARY_VERSION: Final = "1.7.3"

RULESETS: Final[Mapping[str, str]] = {
    "english": "english", "rand": "rand", "cincinnati": "cincinnati", "icc": "wild16", "berkeley": "berkeley",
    "berkeley-any": "berkeley_any",
    # the closest ruleset, so that the package can load the game; the rulebook is in the file, too
    "dutch": "english", "nost": "cincinnati", "magari": "rand",
}  # fmt: skip
RULEBOOKS: Final[Mapping[str, str]] = {theirs: ours for ours, theirs in [*RULESETS.items()][:6]}
OTHERWISE: Final = "berkeley"  # for records without rules and Dark Chess: the ruleset that announces least
ASKING: Final = frozenset(("berkeley_any", "english"))

CHECKS: Final[Mapping[Direction, str]] = {
    "rank": "CHECK_RANK", "file": "CHECK_FILE", "long": "CHECK_LONG_DIAGONAL", "short": "CHECK_SHORT_DIAGONAL",
    "knight": "CHECK_KNIGHT", "diagonal": "CHECK_DIAGONAL",
}  # fmt: skip
DIRECTIONS: Final[Mapping[str, Direction]] = {word: way for way, word in CHECKS.items()}
UNKNOWN_CHECKS: Final = frozenset(("CHECK_DIAGONAL", "CHECK"))
"""Kriegnote's own words: a diagonal that may be long or short, and a check without a direction."""
ENDS: Final[Mapping[tuple[Reason, Result | None], str]] = {
    ("checkmate", "1-0"): "CHECKMATE_WHITE_WINS", ("checkmate", "0-1"): "CHECKMATE_BLACK_WINS",
    ("stalemate", "1/2-1/2"): "DRAW_STALEMATE", ("stalemate", "1-0"): "STALEMATE_WHITE_WINS",
    ("stalemate", "0-1"): "STALEMATE_BLACK_WINS", ("insufficient", "1/2-1/2"): "DRAW_INSUFFICIENT",
    ("fifty-move", "1/2-1/2"): "DRAW_TOOMANYREVERSIBLEMOVES",
}  # fmt: skip
REASONS: Final[Mapping[str, tuple[Reason, Result | None]]] = {word: end for end, word in ENDS.items()}
MEN: Final[Mapping[Man, str]] = {
    "pawn": "PAWN", "piece": "PIECE", "N": "KNIGHT", "B": "BISHOP", "R": "ROOK", "Q": "QUEEN",
    "P": "PAWN", "K": "PIECE",
}  # fmt: skip
CAPTURED: Final[Mapping[str, Man]] = {word: man for man, word in [*MEN.items()][:6]}
HIDDEN: Final = "0000"
"""A move that the record does not know: UCI's null move, which the package plays as a pass."""


class Question(msgspec.Struct):
    """``COMMON`` with a move in UCI, ``ASK_ANY``, or kriegnote's ``NONE`` for an answer without a recorded question."""

    question_type: str
    chess_move: str | None = None
    kriegnote_text: str | msgspec.UnsetType = msgspec.UNSET
    """Kriegnote's own: a move or try as printed, if the record does not say which one it is."""


class Reply(msgspec.Struct, omit_defaults=False):
    """The umpire's answer; fields that the package omits when they say nothing are UNSET."""

    main_announcement: str
    capture_at_square: int | None = None
    captured_piece_announcement: str | None = None
    special_announcement: str = "NONE"
    next_turn_pawn_tries: int | None = None
    check_1: str | None = None
    check_2: str | None = None
    promotion_announced: bool | msgspec.UnsetType | None = msgspec.UNSET
    en_passant_announced: bool | msgspec.UnsetType | None = msgspec.UNSET
    next_turn_has_pawn_capture: bool | msgspec.UnsetType | None = msgspec.UNSET
    next_turn_pawn_try_squares: list[int] | msgspec.UnsetType | None = msgspec.UNSET
    kriegnote_targets: list[str] | msgspec.UnsetType = msgspec.UNSET
    """Kriegnote's own: the squares on which those pawns can capture; the package has the pawns' own squares."""


class Sheet(msgspec.Struct):
    """One player's scoresheet: his turns with all that he asked, and what he heard of the opponent's turns."""

    color: str
    moves_own: list[list[tuple[Question, Reply]]] = []
    moves_opponent: list[list[tuple[str, Reply]]] = []
    last_move_number: int = 0


class Own(msgspec.Struct, omit_defaults=True):
    """What the package has no place for: tags, rulebook, start, result, silence, first turn and its announcement."""

    headers: list[tuple[str, str]] = []
    rules: str | None = None
    start: str | None = None
    result: Result | None = None
    silence: list[str] = []
    side: Side = "white"
    turn: int = 1
    first: Reply | None = None


class State(msgspec.Struct):
    """The state of the game."""

    ruleset_id: str | None
    any_rule: bool
    board_fen: str
    move_stack: list[str]
    must_use_pawns: bool
    game_over: bool
    possible_to_ask: list[Question]
    white_scoresheet: Sheet
    black_scoresheet: Sheet
    kriegnote: Own | msgspec.UnsetType = msgspec.UNSET


class File(msgspec.Struct):
    """The whole file."""

    schema_version: int
    library_version: str
    game_type: str
    game_state: State
