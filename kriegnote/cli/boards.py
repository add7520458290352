"""The command ``show``: a record's score with its open plies, and three boards side by side, as drawn in §2.3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from kriegnote.chess.position import Position, move_of
from kriegnote.cli import game_page
from kriegnote.cli.game_page import Board, GameSheet, ScoreRow
from kriegnote.model.events import Move, Option
from kriegnote.model.order import is_behind_move
from kriegnote.model.record import Record
from kriegnote.operations.conversion import Item, rulebook
from kriegnote.reporting.boards import position_lines, printed_men
from kriegnote.reporting.output import Output, say
from kriegnote.reporting.rendering import counted, visible
from kriegnote.rules import RuleSet
from kriegnote.text.sentences import margin
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.player_record import own_boards
from kriegnote.umpire.starting_position import first_position

_TITLES: Final = ("White sees", "The umpire sees", "Black sees")


class ShownPly(NamedTuple):
    """A row of the score: its number and move, the words around it, its possible moves, and the position after it.

    The position is None if it is not known.
    """

    number: str
    text: str
    margin: list[str]
    open: list[str]
    position: Position | None


def show_items(items: Iterable[tuple[str, Item]], rules: str | None, ply: int | None, html: Path | None) -> None:
    """Prints every record, or writes all of them to an HTML page.

    :param ply: show the boards after this many plies; None: after the last whose position is known.
    :raises InputError: if there is no such rulebook.
    """
    book = rulebook(rules)
    if html is None:
        for record in _completed(items, book):
            _print(record, ply)
        return
    with Output(html, hold=True) as output:
        games = 0
        for games, record in enumerate(_completed(items, book), 1):
            sheet = _sheet(record, ply)
            if games == 1:
                output.write(game_page.begin(sheet.heading))
            output.write(game_page.game(sheet, games) + "\n")
        if games:
            output.write(game_page.end())
        else:
            output.discard()


def _completed(items: Iterable[tuple[str, Item]], book: RuleSet | None) -> Iterator[Record]:
    """The adjudicated records; the number of findings on each is printed to standard error."""
    for name, item in items:
        record, found = adjudicate(item.record, book)
        wrong = sum(one.severity != "info" for one in [*item.findings, *found])
        if wrong:
            say(f"{name}:{item.chunk.line}: {counted(wrong, 'finding')}; see `kriegnote check`", err=True)
        yield record


def plies(record: Record) -> list[ShownPly]:
    """The score, a row for each move, with tries, questions and announcements in words; all text is printable."""
    position = first_position(record)
    player = record.view if record.view in ("white", "black") else None
    if player is not None:
        own = iter(own_boards(record))
    rows: list[ShownPly] = []
    before: list[str] = []
    for event in record.events:
        if isinstance(event, Move):
            number = f"{event.turn}." if event.side == "white" else f"{event.turn}…"
            text = visible(event.san or event.text or "?")
            options = [] if position is None or not event.options else [_option(position, one) for one in event.options]
            position = _after(position, event) if player is None else next(own, None)
            rows.append(ShownPly(number, text, before, options, position))
            before = []
        elif words := visible(margin(event)):
            (rows[-1].margin if rows and is_behind_move(event) else before).append(words)
    if before:
        rows.append(ShownPly("", "", before, [], position))
    return rows


def _option(position: Position, option: Option) -> str:
    move = move_of(option.move)
    return visible(f"{position.san(move) if position.is_legal(move) else option.move} {option.weight:.0%}")


def _after(position: Position | None, event: Move) -> Position | None:
    if position is None or event.move is None or not position.is_legal(move_of(event.move)):
        return None
    return position.play(move_of(event.move))


def boards(position: Position | None, view: str = "umpire") -> list[Board]:
    """White's board, the umpire's and Black's; only his own for a player's record, none for a public one."""
    if position is None or view == "public":
        return []
    white, umpire, black = (
        Board(title, board)
        for title, board in zip(_TITLES, (position.alone(True), position, position.alone(False)), strict=True)
    )
    return [white] if view == "white" else [black] if view == "black" else [white, umpire, black]


def _heading(record: Record) -> str:
    names = [record.header(name) or "?" for name in ("White", "Black")]
    title = record.header("Title") or record.header("Event") or ""
    parts = [" - ".join(names) if names != ["?", "?"] else "", title, record.result or ""]
    return visible(" ".join(filter(None, parts)))


def _at(rows: list[ShownPly], record: Record, ply: int | None) -> tuple[str, Position | None]:
    moves = [row for row in rows if row.text]
    if ply == 0 or not moves:
        return "at the start", first_position(record)
    if ply is not None:
        row = moves[min(ply, len(moves)) - 1]
        if ply > len(moves):
            return f"the record has {len(moves)} plies; after the last, {row.number} {row.text}", row.position
        return f"after {row.number} {row.text}", row.position
    known = [row for row in moves if row.position is not None]
    return (f"after {known[-1].number} {known[-1].text}", known[-1].position) if known else ("at the start", None)


def _print(record: Record, ply: int | None) -> None:
    from rich.columns import Columns
    from rich.console import Console
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, emoji=False, markup=False)
    rows = plies(record)
    if _heading(record):
        console.print(Text(_heading(record), style="bold"))
    if ply is None:
        table = Table(box=None, show_header=False, pad_edge=False)
        for row in rows:
            move = Text(row.text, style="bold yellow" if row.open or row.position is None else "bold")
            said = Text("; ".join(row.margin), style="dim")
            if row.open:
                said.append("  open: " + ", ".join(row.open), style="yellow")
            table.add_row(row.number, move, said)
        with console.capture() as drawn_rows:
            console.print(table)
        console.file.writelines(f"{line.rstrip()}\n" for line in drawn_rows.get().splitlines())
    where, position = _at(rows, record, ply)
    console.print(Text(where))
    drawn = boards(position, record.view)
    if not drawn:
        console.print("position not known")
        return
    men = printed_men()
    panels = [Panel("\n".join(position_lines(one.position, men)), title=one.title, expand=False) for one in drawn]
    console.print(Columns(panels))


def _sheet(record: Record, ply: int | None) -> GameSheet:
    """The page's contents for a record, or for one of its plies; a public record has a score and no boards."""
    rows = plies(record)
    about = _heading(record) or "A game", _facts(record)
    if ply is not None:
        where, position = _at(rows, record, ply)
        return GameSheet(*about, where, boards(position, record.view), ())
    lines = [
        ScoreRow(row.number, row.text, "; ".join(row.margin), ", ".join(row.open), boards(row.position, record.view))
        for row in rows
    ]
    return GameSheet(*about, "at the start", boards(first_position(record), record.view), lines)


def _facts(record: Record) -> str:
    """The place, the date, the rulebook and the view, as far as they are known."""
    named = (record.header(name) for name in ("Site", "Date"))
    rules = f"{record.rules} rules" if record.rules else ""
    whose = {"white": "White's record", "black": "Black's record", "public": "what everyone heard"}.get(record.view, "")
    return visible(", ".join(filter(None, (*named, rules, whose))))
