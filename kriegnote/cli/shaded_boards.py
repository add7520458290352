"""One player's board in ``show --side``: his own men, and the probability of an enemy man on each other square."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from kriegnote.chess.position import Position
from kriegnote.cli.player_records import say, under
from kriegnote.knowledge import know
from kriegnote.knowledge.belief import player_record
from kriegnote.knowledge.evidence import evidence_of
from kriegnote.knowledge.ownside import boards_by_ply
from kriegnote.knowledge.results import Known
from kriegnote.model.events import Side
from kriegnote.operations.conversion import Item
from kriegnote.reporting.boards import kinds, number, printed_men, shaded_lines, shaded_page
from kriegnote.reporting.output import Output
from kriegnote.reporting.output import say as write

LEGEND: Final = (
    "1 to 9: probability of an enemy man, in tenths; #: certain; .: possible, but less than a tenth; -: impossible"
)


def show_shaded(
    items: Iterable[tuple[str, Item]], side: Side, rules: str | None, ply: int | None, html: Path | None
) -> None:
    """Prints the player's board of every record, or writes all of them to an HTML page.

    :param ply: show the board after this many plies (from 0); None: after the last.
    :raises ViewError: if a record is another listener's.
    :raises InputError: if there is no such rulebook.
    """
    with Output(html) as output:
        for name, item in items:
            record = under(item.record, rules)
            known = know(record, side, ply=ply, chances=False)
            say(known.findings, name)
            boards = boards_by_ply(evidence_of(player_record(record, side)), side == "white")
            output.write(shaded_page(known, boards)) if html is not None else write(_text(known, boards))
        if not output.written:
            output.discard()


def _text(known: Known, boards: list[Position | None]) -> str:
    if not known.plies:
        return "the record has no such ply"
    one = known.plies[-1]
    own = boards[one.ply] if one.ply < len(boards) else None
    letters = printed_men()[known.side == "white"][1:]
    count = number(one)
    plural = "y" if one.ply == 1 else "ies"
    where = f"{known.side.capitalize()}’s board after {one.ply} pl{plural}; {count} position{'s' * (count != '1')} fit"
    where += "s" * (count == "1")
    return "\n".join([where, *shaded_lines(one, own, letters), *kinds(one), LEGEND])
