"""The three tables of an archive: its games, their plies, their events.

The columns are defined only in :data:`TABLES`, from which the documentation, the Arrow schema and the CSV header are
derived. New columns are only ever added at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from kriegnote.archive.summary import refused_tries, times_refused
from kriegnote.feeds.plies import Ply, grouped, plies_of_resolved
from kriegnote.model.events import Answer, AnyEvent, Capture, Check, End, Event, Promotion, type_name
from kriegnote.model.record import Record
from kriegnote.notations.json.how_often import encoded_event
from kriegnote.rules import RULES, RuleSet
from kriegnote.umpire.adjudication import adjudicate

Kind = Literal["int", "float", "bool", "text", "texts"]
Row = dict[str, Any]


class Column(NamedTuple):
    """A column: its name, its type (``texts`` is a list of texts), and its meaning. Any value may be null."""

    name: str
    kind: Kind
    text: str


TABLES: Final[Mapping[str, tuple[Column, ...]]] = {
    "games": (
        Column("game", "int", "the game's number in the archive, from 0; the key of all three tables"),
        Column("file", "text", "the file that it was read from"),
        Column("number", "int", "its number in that file, from 1"),
        Column("line", "int", "the line of the file on which it starts, from 1"),
        Column("notation", "text", "the notation that it was read in"),
        Column("view", "text", "whose record it is: umpire, white, black or public"),
        Column("rules", "text", "the rulebook"),
        Column("white", "text", "who played White"),
        Column("black", "text", "who played Black"),
        Column("event", "text", "the header Event"),
        Column("site", "text", "the header Site"),
        Column("date", "text", "the header Date, as it is written"),
        Column("result", "text", "the result as it is printed: 1-0, 0-1, 1/2-1/2 or *"),
        Column("reason", "text", "why the game ended, if the umpire says so"),
        Column("plies", "int", "how many moves both players made"),
        Column("tries", "int", "how many tries were refused; null if the record does not give tries"),
        Column("findings", "int", "how many warnings and errors `kriegnote check` reports"),
        Column("start", "text", "the FEN of the starting position, if it is not the usual one"),
        Column("silence", "texts", "the kinds of announcement whose absence means no"),
        Column("headers", "texts", "every header as name, a tab and value"),
    ),
    "plies": (
        Column("game", "int", "the game's number in the archive"),
        Column("ply", "int", "from 0"),
        Column("turn", "int", "the move number, from 1"),
        Column("side", "text", "white or black"),
        Column("moved", "bool", "false in a last row that holds what was said after the last move"),
        Column("move", "text", "the move in UCI; null when it is hidden or could not be resolved"),
        Column("san", "text", "the move in SAN"),
        Column("text", "text", "the move as it was printed"),
        Column("before", "text", "the FEN before the move"),
        Column("after", "text", "the FEN after the move"),
        Column("pawn_tries", "bool", "whether the umpire announced pawn captures before the move"),
        Column("pawn_tries_count", "int", "how many, if that is said"),
        Column("pawn_tries_squares", "texts", "on which squares, if that is said"),
        Column("asked", "texts", "the questions: any, rebuffs, material"),
        Column("answers", "texts", "the answers: yes, no or a number"),
        Column("tries", "texts", "the tries: SAN, else as printed, else UCI, else ?"),
        Column("try_moves", "texts", "the same tries in UCI, or ? if that is not known"),
        Column("try_verdicts", "texts", "the same tries' verdicts: illegal, impossible, refused, untested, ?"),
        Column("captured_on", "text", "the square of the capture that was announced"),
        Column("captured", "text", "the man captured, as far as it was said"),
        Column("captured_by", "text", "the man that captured, as far as it was said"),
        Column("en_passant", "bool", "whether it was said to be en passant"),
        Column("check", "bool", "whether check was announced; null: not said, and silence does not mean no"),
        Column("check_directions", "texts", "its directions: rank, file, long, short, diagonal, knight"),
        Column("promotion", "bool", "whether a promotion was announced; null as for check"),
        Column("end", "text", "why the game ended with this ply"),
        Column("clock", "float", "seconds left on the mover's clock"),
        Column("white", "text", "White's own men after the ply, as the first field of a FEN"),
        Column("black", "text", "Black's own men after the ply"),
        Column("possible_for_white", "texts", "squares on which Black's men may stand, as far as White knows"),
        Column("possible_for_black", "texts", "squares on which White's men may stand, as far as Black knows"),
        Column("comments", "texts", "comments before and after the move"),
        Column("nags", "texts", "the glyphs, as numbers"),
        Column("chances_for_white", "texts", "with --chances: squares of Black's men, a tab, their probability"),
        Column("chances_for_black", "texts", "with --chances: likewise of White's men"),
        Column("tries_count", "int", "how many tries were refused; one that was made n times counts n times"),
    ),
    "events": (
        Column("game", "int", "the game's number in the archive"),
        Column("index", "int", "the event's place in its game, from 0"),
        Column("ply", "int", "the ply that it belongs to, from 0"),
        Column("type", "text", "its type in kriegnote/1"),
        Column("side", "text", "white or black"),
        Column("turn", "int", "the move number"),
        Column("source", "text", "recorded, derived or inferred"),
        Column("line", "int", "the line of the file, from 1"),
        Column("move", "text", "UCI, of moves and tries"),
        Column("san", "text", "SAN, of moves and tries"),
        Column("text", "text", "as printed: of moves, tries, comments and what could not be read"),
        Column("verdict", "text", "of a try"),
        Column("what", "text", "what was asked"),
        Column("any", "bool", "of pawn tries and answers"),
        Column("count", "int", "of pawn tries and answers"),
        Column("squares", "texts", "of pawn tries"),
        Column("square", "text", "of a capture"),
        Column("captured", "text", "of a capture"),
        Column("by", "text", "of a capture"),
        Column("en_passant", "bool", "of a capture"),
        Column("directions", "texts", "of a check"),
        Column("reason", "text", "of an end"),
        Column("result", "text", "of an end"),
        Column("heard", "text", "of a comment"),
        Column("code", "int", "of a glyph"),
        Column("json", "text", "the whole event in kriegnote/1"),
        Column("times", "int", "of a try, how often it was made, at least; null if that is not known"),
        Column("most", "int", "the same at most, if that is another number"),
    ),
}


class GamePlace(NamedTuple):
    """Where a game was read: the file, the game's number and first line in it (both from 1), and the notation."""

    file: str | None = None
    number: int | None = None
    line: int | None = None
    notation: str | None = None


NOWHERE: Final = GamePlace()


class Rows(NamedTuple):
    """The rows of one game in each table."""

    games: list[Row]
    plies: list[Row]
    events: list[Row]


def rows(
    game: int,
    record: Record,
    rules: RuleSet | None = None,
    place: GamePlace = NOWHERE,
    findings: int = 0,
    *,
    chances: bool = False,
) -> Rows:
    """One game's rows, with moves resolved and, under a rulebook (its own or ``rules``), announcements completed.

    :param game: its number in the archive, from 0.
    :param findings: the number of its reader's warnings and errors.
    :param chances: whether the probabilities of squares are computed, in about a tenth of a second per ply.
    """
    resolved, found = adjudicate(record, rules)
    findings += sum(one.severity != "info" for one in found)
    book = rules or (RULES[record.rules] if record.rules else None)
    table = plies_of_resolved(resolved, chances=chances)
    return Rows(
        [_game(game, resolved, table, place, findings, book)],
        [_ply(game, ply, resolved.silence) for ply in table],
        list(_events(game, resolved)),
    )


def _game(game: int, record: Record, table: list[Ply], place: GamePlace, findings: int, rules: RuleSet | None) -> Row:
    ends = [event for event in record.events if isinstance(event, End)]
    return {
        "game": game,
        **place._asdict(),
        "view": record.view,
        "rules": record.rules,
        **{name.lower(): record.header(name) for name in ("White", "Black", "Event", "Site", "Date")},
        "result": record.result,
        "reason": ends[-1].reason if ends else None,
        "plies": sum(ply.moved for ply in table),
        "tries": refused_tries(record, rules)[2],
        "findings": findings,
        "start": record.start,
        "silence": record.silence,
        "headers": [f"{name}\t{value}" for name, value in record.headers],
    }


_SAME: Final = (
    "ply", "turn", "side", "moved", "move", "san", "text", "before", "after", "clock", "white", "black",
    "possible_for_white", "possible_for_black", "comments",
)  # fmt: skip


def _first(ply: Ply, kind: type[Event]) -> Any:
    return next((event for event in ply.announcements if isinstance(event, kind)), None)


_ANNOUNCED: Final[Mapping[str, tuple[type[Event], str]]] = {
    "captured_on": (Capture, "square"),
    "captured": (Capture, "captured"),
    "captured_by": (Capture, "by"),
    "en_passant": (Capture, "en_passant"),
    "check_directions": (Check, "directions"),
    "end": (End, "reason"),
}
"""The columns of announcements: their events and fields."""


def _ply(game: int, ply: Ply, silence: tuple[str, ...]) -> Row:
    row: Row = {name: getattr(ply, name) for name in _SAME}
    row |= {name: getattr(_first(ply, kind), field, None) for name, (kind, field) in _ANNOUNCED.items()}
    row |= {
        "game": game,
        "pawn_tries": ply.pawn_tries.exist if ply.pawn_tries else _unannounced("pawn_tries", silence),
        "pawn_tries_count": getattr(ply.pawn_tries, "count", None),
        "pawn_tries_squares": getattr(ply.pawn_tries, "squares", None),
        "asked": [ask.what for ask in ply.questions],
        "answers": [_answer(answer) for answer in ply.answers],
        "tries": [one.san or one.text or one.move or "?" for one in ply.tries],
        "try_moves": [one.move or "?" for one in ply.tries],
        "try_verdicts": [one.verdict or "?" for one in ply.tries],
        "tries_count": sum(map(times_refused, ply.tries)),
        "check": _first(ply, Check) is not None or _unannounced("check", silence),
        "promotion": _first(ply, Promotion) is not None or _unannounced("promotion", silence),
        "nags": [str(code) for code in ply.nags],
        "chances_for_white": _listed(ply.chances_for_white),
        "chances_for_black": _listed(ply.chances_for_black),
    }
    return row


def _listed(chances: dict[str, float] | None) -> list[str] | None:
    return None if chances is None else [f"{square}\t{chance:.3g}" for square, chance in chances.items()]


def _unannounced(kind: str, silence: tuple[str, ...]) -> bool | None:
    """What it means that an event of this kind is missing: there was none, or nothing."""
    return False if kind in silence else None


def _answer(answer: Answer) -> str:
    if answer.count is not None:
        return str(answer.count)
    return "?" if answer.any is None else "yes" if answer.any else "no"


_EVENT_FIELDS: Final = tuple(
    column.name for column in TABLES["events"] if column.name not in ("game", "index", "ply", "type", "json", "most")
)


def _events(game: int, record: Record) -> Iterator[Row]:
    index = 0
    for ply, group in enumerate(grouped(record.events)):
        for event in group:
            yield {"game": game, "index": index, "ply": ply, "type": type_name(event), **_event(event)}
            index += 1


def _event(event: AnyEvent) -> Row:
    row: Row = {name: getattr(event, name, None) for name in _EVENT_FIELDS}
    low, high = row["times"] if isinstance(row["times"], tuple) else (row["times"], None)
    row |= {"times": low, "most": high}
    try:
        row["json"] = encoded_event(event).decode()
    except UnicodeEncodeError:  # an unpaired surrogate in a text cannot be written in JSON
        row["json"] = None
    return row
