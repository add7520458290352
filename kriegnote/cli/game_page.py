"""The page that ``show --html`` writes: a game's score beside its boards, with a link for each ply.

It needs no script and no network. Each ply is a section that the style sheet shows when its link is followed; the men
are drawn once and used by all boards. All text of records is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from kriegnote.chess.position import Position
from kriegnote.reporting.boards import SIZE, position_picture


class Board(NamedTuple):
    """A board with its title."""

    title: str
    position: Position


class ScoreRow(NamedTuple):
    """A line of the score: its number, the move, words around it, the moves left open, and the boards after it.

    There are no boards if the position is not known.
    """

    number: str
    move: str
    margin: str
    open: str
    boards: Sequence[Board]


class GameSheet(NamedTuple):
    """A game: its heading, other facts, the title and boards of its start, and the lines of its score.

    Without lines, only these boards are shown.
    """

    heading: str
    facts: str
    where: str
    start: Sequence[Board]
    rows: Sequence[ScoreRow]


def begin(title: str) -> str:
    """The page before the first game."""
    head, _ = _template().split("{games}")
    return (
        head.replace("{title}", escape(title))
        .replace("{men}", _men())
        .replace("{dark}", _dark())
        .replace("{coordinates}", _coordinates())
    )


def end() -> str:
    """The page after the last game."""
    return _template().split("{games}")[1]


def game(sheet: GameSheet, number: int) -> str:
    """One game of the page.

    :param number: its number on the page, from 1, which is used in links.
    """
    sections = [_Section(0, sheet.where, "", sheet.start)]
    sections += [
        _Section(place, f"after {row.number} {row.move}".rstrip(), row.margin, row.boards)
        for place, row in enumerate(sheet.rows, 1)
        if row.boards and row.move
    ]
    places = [one.place for one in sections]
    score = f'<nav class="score"><table>{"".join(_lines(sheet.rows, number))}</table></nav>' if sheet.rows else ""
    return "\n".join(
        [
            f'<article class="game" id="g{number}">',
            f"<header><h1>{escape(sheet.heading)}</h1><p>{escape(sheet.facts)}</p></header>",
            score,
            "<main>",
            *(_section(number, one, places) for one in sections),
            "</main>",
            "</article>",
        ]
    )


def _lines(rows: Sequence[ScoreRow], number: int) -> Iterator[str]:
    for place, row in enumerate(rows, 1):
        move = escape(row.move)
        linked = f'<a href="#g{number}-{place}">{move}</a>' if row.boards and move else f"<b>{move}</b>"
        said = f'<span class="said">{escape(row.margin)}</span>' if row.margin else ""
        opened = f' <span class="open">open: {escape(row.open)}</span>' if row.open else ""
        yield f"<tr><td>{escape(row.number)}</td><td>{linked}</td><td>{said}{opened}</td></tr>\n"


class _Section(NamedTuple):
    """The boards of one place in a game: its line in the score (0 for the start), and the words there."""

    place: int
    title: str
    margin: str
    boards: Sequence[Board]


def _section(number: int, section: _Section, places: Sequence[int]) -> str:
    """A section of the page; the last one is shown initially.

    :param places: the places of all sections, in order; the arrows lead to the neighbouring ones.
    """
    place = section.place
    shown = place == places[-1]
    at = places.index(place)
    back, on = places[max(at - 1, 0)], places[min(at + 1, len(places) - 1)]
    figures = "".join(
        f"<figure><figcaption>{escape(board.title)}</figcaption>{position_picture(board.position)}</figure>"
        for board in section.boards
    )
    arrows = f'<a href="#g{number}-{back}" title="back">◀</a><a href="#g{number}-{on}" title="on">▶</a>'
    return (
        f'<section class="ply{" shown" if shown else ""}" id="g{number}-{place}"><div class="bar">'
        f"{arrows if places[1:] else ''}<h2>{escape(section.title)}</h2>"
        f'<span class="said">{escape(section.margin)}</span></div>'
        f'<div class="boards">{figures or "position not known"}</div></section>'
    )


@cache
def _template() -> str:
    return files("kriegnote.cli").joinpath("game_page.html").read_text("utf-8")


@cache
def _men() -> str:
    """python-chess's drawings of the men, each with its name as id: ``white-knight``."""
    import chess.svg

    return "".join(chess.svg.PIECES.values())


def _coordinates() -> str:
    """The rank numbers along the left edge and the file letters along the lower one."""
    side = 8 * SIZE
    ranks = (f'<text x="2" y="{SIZE * row + 10}">{8 - row}</text>' for row in range(8))
    files = (f'<text x="{SIZE * file + 37}" y="{side - 3}">{letter}</text>' for file, letter in enumerate("abcdefgh"))
    return "".join((*ranks, *files))


def _dark() -> str:
    """The dark squares as an SVG path."""
    return "".join(
        f"M{SIZE * file} {SIZE * rank}h{SIZE}v{SIZE}h-{SIZE}z"
        for rank in range(8)
        for file in range(8)
        if (file + rank) % 2
    )
