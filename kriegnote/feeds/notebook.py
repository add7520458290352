"""Shows a record in a notebook: the boards after its last ply, and its dialogue as a table.

All text of the record is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from kriegnote.feeds.plies import Ply, plies
from kriegnote.model.events import AnyEvent
from kriegnote.model.record import Record
from kriegnote.notations.pgn.dialect_writer import write_item

_SIZE: Final = 220
_TITLES: Final = {"white": "White's men", "umpire": "The umpire's board", "black": "Black's men"}


def svg(record: Record) -> str:
    """The last known position as SVG: the umpire's board, or a player's own men.

    It is an empty board for a public record, and if no position is known.
    """
    boards = _boards(plies(record))
    return _svg(boards.get(record.view, "8/8/8/8/8/8/8/8"))


def html(record: Record) -> str:
    """A record as HTML: the players, the boards after the last ply whose position is known, and a row for each ply."""
    rows = plies(record)
    boards = "".join(
        f'<figure style="display:inline-block;margin:.5em"><figcaption>{_TITLES[name]}</figcaption>{_svg(men)}</figure>'
        for name, men in _boards(rows).items()
    )
    lines = "".join(_row(row) for row in rows)
    head = "<tr><th>ply</th><th>move</th><th>before it</th><th>after it</th></tr>"
    return f"<h3>{escape(_heading(record))}</h3>{boards}<table>{head}{lines}</table>"


def _boards(rows: list[Ply]) -> dict[str, str]:
    """The men on each known board: White's, the umpire's, Black's."""
    sides = {
        "white": [row.white for row in rows if row.white],
        "umpire": [row.after.split()[0] for row in rows if row.after],
        "black": [row.black for row in rows if row.black],
    }
    return {name: boards[-1] for name, boards in sides.items() if boards}


def _svg(men: str) -> str:
    import chess.svg

    return str(chess.svg.board(chess.BaseBoard(men), size=_SIZE))


def _heading(record: Record) -> str:
    names = [record.header(name) for name in ("White", "Black")]
    players = " – ".join(name or "?" for name in names) if any(names) else ""
    return ", ".join(
        filter(None, (players, record.header("Event"), record.header("Date"), record.result, record.rules))
    )


def _row(row: Ply) -> str:
    number = "" if row.turn is None else f"{row.turn}{'.' if row.side == 'white' else '…'} "
    move = row.san or row.text or row.move or ("?" if row.moved else "")
    before = [event for event in (row.pawn_tries, *row.questions, *row.answers, *row.tries) if event is not None]
    cells = (str(row.ply), number + move, _said(before), _said(row.announcements))
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"


def _said(events: Iterable[AnyEvent]) -> str:
    return "; ".join(write_item(event) for event in events)
