"""``kriegnote show``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriegnote.cli.options import FROM, PATH, RULES

if TYPE_CHECKING:
    from kriegnote.cli.session import Run
    from kriegnote.operations.conversion import Item


@click.command("show")
@click.argument("file", required=False, type=click.Path())
@FROM
@RULES
@click.option("--game", type=click.IntRange(min=1), metavar="N", help="Only the Nth game of the file.")
@click.option(
    "--ply", type=click.IntRange(min=0), metavar="N", help="Show the boards after N plies (0: before the first)."
)
@click.option(
    "--side",
    type=click.Choice(["white", "black"]),
    help="Show this player's board, and how likely each square is to hold an enemy man.",
)
@click.option(
    "--html", type=PATH, metavar="OUT", help="Write an HTML page instead: the score, with the boards of each ply."
)
def command(
    file: str | None, source: str | None, rules: str | None, game: int | None, ply: int | None, side: Any,
    html: Path | None,
) -> None:  # fmt: skip
    """Show a record and its boards: White's, the umpire's, Black's."""
    from kriegnote.cli.boards import show_items
    from kriegnote.cli.session import Run
    from kriegnote.cli.shaded_boards import show_shaded

    run = Run((file,) if file else (), source)
    if side is not None:
        show_shaded(_items(run, game), side, rules, ply, html)
    else:
        show_items(_items(run, game), rules, ply, html)
    if game is not None and run.games < game and not run.failed:
        from kriegnote.reporting.rendering import counted

        run.complain(f"{file or '-'}: error: there is no game {game}; the file has {counted(run.games, 'game')}")
    raise SystemExit(2 if run.failed else 0)


def _items(run: Run, game: int | None) -> Iterator[tuple[str, Item]]:
    for result in run.results(list):
        for item in result.games:
            if game in (None, item.number):
                yield result.input.name, item
