"""The games in a document: as items for all commands, as rows of a table, as separate texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, Literal, NamedTuple

from kriegnote.diagnostics.findings import RANK, Finding
from kriegnote.documents.found import Document, Found
from kriegnote.documents.outline import ProblemPlace
from kriegnote.documents.whole import games_of
from kriegnote.model.events import End, Move
from kriegnote.model.record import Record
from kriegnote.notations.notation import Notation
from kriegnote.operations.conversion import Item, check_record, document_items, on_encoding
from kriegnote.problems.reading.caption import mate_in
from kriegnote.text.source import open_text
from kriegnote.text.tags import escape

State = Literal["complete", "fragment", "damaged", "no position"]
_TAGS: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "Umpire", "Game", "Title", "Section")


class ExtractedRow(NamedTuple):
    """A row in the table of a document's games and problems.

    :param number: the number of the game in its document, from 1; 0 for a problem.
    :param line: from 1.
    :param page: from 1, or None.
    :param reasons: why it is not a complete game.
    :param witnesses: the numbers of the other records of the same game.
    """

    number: int
    file: str
    line: int
    page: int | None
    kind: str
    notation: str
    white: str
    black: str
    plies: int
    rules: str | None
    state: State
    reasons: tuple[str, ...]
    heading: str
    heading_line: int | None
    witnesses: tuple[int, ...]


class Extracted(NamedTuple):
    """The contents of a document.

    ``items``: its games, in the order of their rows; ``problems``: the rows of its problems, with their texts;
    ``left``: findings on lines that belong to no game.
    """

    items: tuple[Item, ...]
    games: tuple[Found, ...]
    problems: tuple[tuple[ExtractedRow, str], ...]
    left: tuple[Finding, ...] = ()


def extract(source: Path | BinaryIO, name: str) -> Extracted:
    """The games and problems of a document.

    :param name: the document's name in records and rows.
    :raises OSError: if the file cannot be read.
    """
    opened = open_text(source)
    document = games_of("".join(opened.lines), name)
    items = tuple(document_items(document, name, on_encoding(opened, document)))
    return Extracted(items, document.games, tuple(_problems(document, name)), tuple(document.outside()))


def row_of(game: Found, item: Item, name: str) -> ExtractedRow:
    """The table's row for a game."""
    state, reasons = state_of(item)
    record = game.record
    return ExtractedRow(
        number=game.number,
        file=name,
        line=game.line,
        page=game.page,
        kind=game.kind,
        notation=game.notation.id,
        white=record.header("White") or "",
        black=record.header("Black") or "",
        plies=sum(isinstance(event, Move) for event in record.events),
        rules=record.rules,
        state=state,
        reasons=reasons,
        heading=game.heading.text if game.heading is not None else "",
        heading_line=game.heading_line,
        witnesses=game.witnesses,
    )


def state_of(item: Item) -> tuple[State, tuple[str, ...]]:
    """Whether a record is complete, and the reasons why it is not."""
    record = item.record
    faults = Counter(one.code for one in (*item.findings, *check_record(record)) if RANK[one.severity])
    reasons = [f"{code} ×{count}" if count > 1 else code for code, count in sorted(faults.items())]
    missing = _missing(record)
    if reasons:
        return "damaged", (*missing, *reasons)
    return ("fragment", missing) if missing else ("complete", ())


def _missing(record: Record) -> tuple[str, ...]:
    """What a record lacks to be a whole game."""
    reasons = []
    first = next((event.turn for event in record.events if isinstance(event, Move)), None)
    if first is not None and first > 1:
        reasons.append(f"begins at turn {first}")
    ended = record.result not in (None, "*") or any(isinstance(event, End) for event in record.events)
    mated = any(isinstance(event, Move) and event.mates for event in record.events)
    if not (ended or mated):
        reasons.append("no ending recorded")
    return tuple(reasons)


def _problems(document: Document, name: str) -> Iterator[tuple[ExtractedRow, str]]:
    from kriegnote.text.source import Lines

    lines = Lines(document.source)
    for solution in document.solutions:
        at = document.plain.places[solution.start]
        caption = " ".join(head.text for head in solution.headings)
        text = document.plain.text[solution.start : solution.end].strip() + "\n"
        fen = _position(document, solution)
        row = ExtractedRow(
            number=0,
            file=name,
            line=lines.place(at)[0],
            page=document.plain.page(at),
            kind="problem" if fen else "solution",
            notation="problem",
            white="",
            black="",
            plies=0,
            rules=None,
            state="complete" if fen else "no position",
            reasons=() if fen else ("solution without a position",),
            heading=caption,
            heading_line=lines.place(at)[0],
            witnesses=(),
        )
        yield row, _tagged_problem(document, solution, fen, caption) if fen else text


def _position(document: Document, solution: ProblemPlace) -> str | None:
    """The FEN of the position printed with a problem; None if there is none.

    It is the diagram directly above the problem's text, or between that and the solution, or a FEN after the solution.
    """
    start, solved, end = (document.plain.places[at] for at in (solution.start, solution.solved, solution.end))
    behind = None
    for board in document.diagrams:
        above = board.end <= start and not document.source[board.end : start].strip(" \t\n>`*_#")
        if above or start <= board.start < solved:
            return board.as_fen()
        if board.fen is not None and start <= board.start < end:
            behind = behind or board.as_fen()
    return behind


def _tagged_problem(document: Document, solution: ProblemPlace, fen: str, caption: str) -> str:
    """A problem in the format that ``kriegnote prove`` reads."""
    tags = [("FEN", fen)]
    number = next((head.number for head in solution.headings if head.number), "")
    if number:
        tags.insert(0, ("Id", number))
    if count := mate_in(caption):
        tags.append(("Stipulation", f"#{count}"))
    printed = document.plain.text[solution.solved : solution.end].strip()
    return "".join(f'[{name} "{escape(value)}"]\n' for name, value in tags) + f"\n{printed}\n"


def as_found(game: Found) -> str:
    """A game as printed in its document, without markup, with the headers that its heading provides."""
    record = game.record
    if game.text.lstrip().startswith("["):
        return game.text
    tags = [(name, value) for name, value in record.headers if name in _TAGS]
    if record.rules is not None and record.rules != game.notation.rules:
        tags.append(("Rules", record.rules))
    head = "".join(f'[{name} "{escape(value)}"]\n' for name, value in tags)
    return f"{head}\n{game.text}" if head else game.text


def file_name(game: Found, digits: int, row: Notation | None) -> str:
    """The name of a separate file for a game: its number, its players or kind, and its notation's suffix.

    :param digits: the number of digits to which the number is padded.
    :param row: the notation of the file; None: the game's own.
    """
    row = row or game.notation
    players = [game.record.header("White"), game.record.header("Black")]
    words = _plain_words("-".join(filter(None, players)) or game.kind)
    ending = row.suffixes[0] if row.suffixes else f".{row.id}.txt"
    return f"{game.number:0{digits}}-{words}{ending}"


def problem_file_name(row: ExtractedRow) -> str:
    """The name of a separate file for a problem: its line and its heading."""
    return f"problem-{row.line}-{_plain_words(row.heading)}.txt"


def _plain_words(said: str) -> str:
    """Text as part of a file name."""
    plain = "".join(sign if sign.isalnum() else " " for sign in said.casefold())
    return "-".join(plain.split())[:60].rstrip("-")
