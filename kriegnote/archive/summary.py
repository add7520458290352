"""A game as one row: what ``list`` shows, ``--where`` queries, and ``stats`` counts.

For an umpire's record, captures, checks, promotions and men are those on the board; for a player's record, and for a
score with open moves, those that were announced, if the record has all announcements of the kind. Values that a record
does not give are None, distinct from zero and no.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from kriegnote.chess.position import Position, move_of
from kriegnote.chess.squares import promotion_of
from kriegnote.model.endings import LOSER, WINNER
from kriegnote.model.events import (
    Answer,
    Ask,
    Check,
    End,
    Move,
    PawnTries,
    Reason,
    Result,
    Side,
    Try,
    View,
    type_name,
)
from kriegnote.model.record import Record
from kriegnote.rules import RULES, RuleSet
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.starting_position import first_position

if TYPE_CHECKING:
    from kriegnote.diagnostics.findings import Finding

FIRST_MOVES: Final = 4  # the number of each player's moves that make up the opening
_VALUES: Final = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}
_HEADERS: Final = ("white", "black", "event", "site", "date", "round")

Kind = Literal["text", "number", "date", "word"]


class GameSummary(msgspec.Struct, kw_only=True, gc=False):
    """A game as one row; the annotation of each field says what it means, and whether a text is a date or a name."""

    file: Annotated[str, "the file; for a member of a zip file, the zip file, a slash and the member"] = "-"
    number: Annotated[int, "the number of the game in its file, from 1"] = 1
    line: Annotated[int | None, "the line of the file on which the game begins, from 1"] = None
    page: Annotated[str | None, "the page of the book that it comes from, if the record says so"] = None
    origin: Annotated[str | None, "the file and line that it was first read from, if the record says so"] = None
    notation: Annotated[str, "the id of its notation", "name"] = ""
    view: Annotated[View, "whose record it is"] = "umpire"
    white: Annotated[str | None, "White's name"] = None
    black: Annotated[str | None, "Black's name"] = None
    event: Annotated[str | None, "the event"] = None
    site: Annotated[str | None, "the place"] = None
    date: Annotated[str | None, "the date, as far as it is known", "date"] = None
    round: Annotated[str | None, "the round"] = None
    rules: Annotated[str | None, "the rulebook that the record names", "name"] = None
    result: Annotated[Result | None, "the result"] = None
    end: Annotated[Reason | None, "how the game ended; mate and stalemate even if only the board shows them"] = None
    winner: Annotated[Side | None, "who won"] = None
    loser: Annotated[Side | None, "who lost"] = None
    plies: Annotated[int, "moves of both players"] = 0
    white_plies: Annotated[int, "those of White"] = 0
    black_plies: Annotated[int, "those of Black"] = 0
    moves: Annotated[int, "the number of the last move, as in printed scores"] = 0
    tries: Annotated[int | None, "tries that were refused; unknown if the record does not give tries"] = None
    white_tries: Annotated[int | None, "those of White"] = None
    black_tries: Annotated[int | None, "those of Black"] = None
    questions: Annotated[int | None, "questions to the umpire (“Any?”)"] = None
    pawn_tries: Annotated[int | None, "turns in which the player had a pawn capture"] = None
    captures: Annotated[int | None, "captures"] = None
    checks: Annotated[int | None, "moves that gave check"] = None
    rank_checks: Annotated[int | None, "checks on a rank"] = None
    file_checks: Annotated[int | None, "checks on a file"] = None
    long_checks: Annotated[int | None, "checks on the long diagonal"] = None
    short_checks: Annotated[int | None, "checks on the short diagonal"] = None
    knight_checks: Annotated[int | None, "checks by a knight"] = None
    promotions: Annotated[int | None, "promotions"] = None
    comments: Annotated[int, "comments"] = 0
    material: Annotated[str | None, "the men at the end, White's first: KRPvKN"] = None
    balance: Annotated[
        int | None, "White's men less Black's at the end, in pawns (queen 9, rook 5, bishop and knight 3)"
    ] = None
    opening: Annotated[str | None, f"the first {FIRST_MOVES} moves of both players"] = None
    white_opening: Annotated[str | None, f"White's first {FIRST_MOVES} moves"] = None
    black_opening: Annotated[str | None, f"Black's first {FIRST_MOVES} moves"] = None
    start: Annotated[str | None, "the starting position as a FEN, if it is not the usual one"] = None
    unresolved: Annotated[int, "moves that are hidden, or that fit no legal move or more than one"] = 0
    findings: Annotated[int, "warnings and errors of `kriegnote check`"] = 0


@dataclass(frozen=True)
class GameField:
    """A field of a game: the type of its value, its meaning, and its possible values if they are fixed."""

    kind: Kind
    text: str
    words: frozenset[str] = frozenset()
    is_name: bool = False  # whether its values need no quotation marks


def _field(hint: Any) -> GameField:
    value, text, *marks = get_args(hint)
    value = get_args(value)[0] if NoneType in get_args(value) else value
    if value is int:
        return GameField("number", text)
    if get_origin(value) is Literal:
        return GameField("word", text, frozenset(get_args(value)))
    return GameField("date" if "date" in marks else "text", text, is_name="name" in marks)


COLUMNS: Final[Mapping[str, GameField]] = {
    name: _field(hint) for name, hint in get_type_hints(GameSummary, include_extras=True).items()
}
_COUNTED: Final[Mapping[str, tuple[str, ...]]] = {
    "capture": ("captures",),
    "check": ("checks", *(name for name in COLUMNS if name.endswith("_checks"))),
    "promotion": ("promotions",),
    "pawn_tries": ("pawn_tries",),
}
USUAL: Final = (
    "file", "number", "line", "white", "black", "event", "date", "notation", "rules", "result", "end", "plies", "tries",
    "promotions", "checks", "captures", "material",
)  # fmt: skip


def summarise(
    record: Record, findings: Iterable[Finding] = (), rules: RuleSet | None = None, **place: Any
) -> GameSummary:  # fmt: skip
    """A record as one row.

    :param findings: the reader's findings, which are counted together with the umpire's.
    :param rules: the rulebook under which the record is adjudicated; None: its own.
    :param place: the fields ``file``, ``number``, ``line`` and ``notation``.
    """
    resolved, found = adjudicate(record, rules, announce=False)
    serious = {(one.code, one.line, one.column, one.message) for one in (*findings, *found) if one.severity != "info"}
    game = GameSummary(view=record.view, rules=resolved.rules, start=record.start, findings=len(serious), **place)
    if record.origin:
        game.page = record.origin.page
        parts = (record.origin.file, record.origin.line)
        game.origin = ":".join(str(part) for part in parts if part is not None) or None
    for name in _HEADERS:
        value = record.header(name.capitalize())
        if value not in (None, "", "?", "????.??.??"):
            setattr(game, name, value)
    book = rules or (RULES[record.rules] if record.rules else None)
    _count(game, resolved, book)
    if record.view == "umpire":
        _replay(game, resolved)
    game.result = resolved.result
    game.winner = WINNER.get(game.result)
    game.loser = LOSER.get(game.result)
    return game


def _count(game: GameSummary, record: Record, rules: RuleSet | None) -> None:
    """Counts the record's events."""
    kinds: dict[str, int] = {}
    own: dict[str, list[str]] = {"white": [], "black": []}
    last: Move | None = None
    for event in record.events:
        kind = type_name(event)
        kinds[kind] = kinds.get(kind, 0) + 1
        if isinstance(event, Move):
            last = event
            _count_move(game, event, own)
        elif isinstance(event, End):
            game.end = event.reason if event.reason != "unknown" else game.end
    decided = record.result not in (None, "*")  # otherwise the board denies the mate
    if last is not None and game.end is None and last.mates and decided:
        game.end = "checkmate"
    game.comments = kinds.get("comment", 0)
    if _is_dialogue(record):
        game.questions = kinds.get("ask", 0)
    game.white_tries, game.black_tries, game.tries = refused_tries(record, rules)
    game.white_opening = " ".join(own["white"]) or None
    game.black_opening = " ".join(own["black"]) or None
    both = [san for pair in zip(own["white"], own["black"], strict=False) for san in pair]
    if len(own["white"]) > len(own["black"]):
        both.append(own["white"][len(own["black"])])
    game.opening = " ".join(both) or None if record.view == "umpire" else None
    _count_announced(game, record, rules)


def _is_dialogue(record: Record) -> bool:
    """Whether a record reports tries and questions, so that their absence means that there were none."""
    said = (event for event in record.events if event.source != "derived")
    return "try" in record.silence or any(isinstance(event, Try | Ask | Answer | PawnTries) for event in said)


def times_refused(event: Try) -> int:
    """How often a try was refused, at least; 0 if it was never made."""
    if event.verdict == "untested":
        return 0
    return (event.times[0] if isinstance(event.times, tuple) else event.times) or 1


def refused_tries(record: Record, rules: RuleSet | None) -> tuple[int | None, int | None, int | None]:
    """The numbers of White's, Black's and all tries that were refused; None if the record does not give them.

    A player's record gives the opponent's if it has some, or if he hears them.

    :param rules: the rulebook under which the game was played, if it is known.
    """
    if not _is_dialogue(record):
        return None, None, None
    refused: Counter[Side | None] = Counter()
    for event in record.events:
        if isinstance(event, Try):
            refused[event.side] += times_refused(event)
    all_heard = record.view == "umpire" or "try" in record.silence or (rules is not None and rules.refusals != "player")
    white, black = (
        refused[side] if all_heard or refused[side] or record.view == side else None for side in ("white", "black")
    )
    return white, black, None if white is None or black is None else white + black


def _count_move(game: GameSummary, event: Move, own: dict[str, list[str]]) -> None:
    game.plies += 1
    game.white_plies += event.side == "white"
    game.black_plies += event.side == "black"
    game.moves = max(game.moves, event.turn or 0)
    game.unresolved += event.move is None
    if event.side is None or event.turn is None or event.san is None or game.start is not None:
        return
    if event.turn == len(own[event.side]) + 1 <= FIRST_MOVES:
        own[event.side].append(event.san.rstrip("+#"))


def _count_announced(game: GameSummary, record: Record, rules: RuleSet | None) -> None:
    """Counts the announcements of the kinds of which the record has all."""
    complete = {*record.silence}
    if rules is not None and record.view != "umpire":
        complete |= {*rules.silence}
    counts: Counter[str] = Counter()
    for event in record.events:
        if isinstance(event, Check):
            _count_directions(counts, event.directions)
        counts[type_name(event)] += not isinstance(event, PawnTries) or bool(event.exist)
    for kind, (total, *ways) in _COUNTED.items():
        if kind in complete:
            setattr(game, total, counts[kind])
            for way in ways:  # a check without its direction may be any of them
                setattr(game, way, counts[way] or None)


def _count_directions(counts: Counter[str], directions: Iterable[str]) -> None:
    counts.update(f"{direction}_checks" for direction in directions)  # “diagonal” is counted as neither


def _replay(game: GameSummary, record: Record) -> None:
    """Counts what happens on the board, if every move is known."""
    position = first_position(record)
    if position is None or game.unresolved:
        return
    counts: Counter[str] = Counter()
    for event in record.events:
        if isinstance(event, Move) and event.move is not None:
            position = _step(counts, position, move_of(event.move))
    for name in chain(*_COUNTED.values()):
        setattr(game, name, counts[name])
    if not position.dark and not position.has_legal_move() and game.end in (None, "checkmate", "stalemate"):
        game.end = "checkmate" if position.checkers() else "stalemate"
    elif position.dark and not position.kings & position.own():
        game.end = game.end or "king-captured"
    sides = [_men(position, white) for white in (True, False)]
    game.material = "v".join(sides)
    game.balance = sum(_VALUES[man] for man in sides[0]) - sum(_VALUES[man] for man in sides[1])


def _step(counts: Counter[str], position: Position, move: int) -> Position:
    counts["pawn_tries"] += bool(position.pawn_targets())
    counts["captures"] += position.captured_square(move) >= 0
    counts["promotions"] += promotion_of(move) > 0
    after = position.play(move)
    if not after.dark and after.checkers():
        counts["checks"] += 1
        _count_directions(counts, after.check_directions())
    return after


def _men(position: Position, white: bool) -> str:
    own = position.white if white else position.black
    return "".join(
        letter * (men & own).bit_count()
        for letter, men in zip(
            "KQRBNP",
            (position.kings, position.queens, position.rooks, position.bishops, position.knights, position.pawns),
            strict=True,
        )
    )


def cell(value: object) -> str:
    """A value as a cell of a table; empty if unknown."""
    return "" if value is None else str(value)
