"""``kriegnote convert``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kriegnote.cli.options import LANG, NOTATION, PATH, PIECES, RULES, VIEW, reads_archive, writes_archive

if TYPE_CHECKING:
    from kriegnote.archive.processed_game import ProcessedGame
    from kriegnote.cli.destination import Destination
    from kriegnote.cli.session import Run
    from kriegnote.operations.losses import Loss

FEW: Final = 10  # the most files whose losses are reported one by one


@click.command("convert")
@reads_archive
@click.option("--to", "target", metavar="ID", type=NOTATION, required=True, help="The notation to write.")
@RULES
@VIEW
@click.option(
    "--until", type=click.IntRange(min=1), metavar="TURN",
    help="Stop before this turn (before the player's own move in it).",
)  # fmt: skip
@LANG
@PIECES
@writes_archive
@click.option("--report", type=PATH, metavar="FILE", help="Write what became of each fact, as JSON.")
@click.option(
    "--on-loss",
    type=click.Choice(["warn", "error", "ignore"]),
    default="warn",
    show_default=True,
    help="If the target notation cannot express something: warn, fail without writing, or ignore it.",
)
def command(
    run: Run, destination: Destination, target: str, rules: str | None, view: Any, until: int | None, lang: str,
    pieces: str | None, report: Path | None, on_loss: str,
) -> None:  # fmt: skip
    """Convert records from one notation into another."""
    from kriegnote.archive.converting import Convert
    from kriegnote.operations.conversion import lookup, rulebook
    from kriegnote.operations.losses import Loss
    from kriegnote.reporting.output import JsonReport
    from kriegnote.text.writing import Style

    lookup(target)
    rulebook(rules)
    work = Convert(target, rules, view, until, Style.of(lang, pieces), run.selection)
    strict = on_loss == "error"
    losses: dict[str, Loss] = {}
    every = Loss(target)
    with destination.opened(run, hold=strict) as writing, JsonReport(report, beside=writing.scratch) as reported:
        for one, game in writing.games(work):
            print_findings(run, one.name, game)
            if game.entry is not None:
                reported.add(game.entry)
            if game.lossy:
                for loss in (losses.setdefault(one.name, Loss(target)), every):
                    loss.add(game.dropped, game.weakened, game.lost_headers)
                writing.dropped = writing.dropped or strict
        if losses and strict:
            writing.discard()
    if on_loss != "ignore" and not run.quiet:
        _print_losses(run, losses, every)
    elif run.many:
        run.inform("\n".join(run.summary()))
    raise SystemExit(run.status(bool(losses) and strict))


def _print_losses(run: Run, losses: dict[str, Loss], every: Loss) -> None:
    """Reports what could not be expressed: for each file if they are few, otherwise in total."""
    more = []
    if len(losses) > FEW:
        more = [f"{every.text()}, in {len(losses):,} of them"]
    else:
        for name, loss in losses.items():
            run.inform(f"{name}: {loss.text()}")
    if run.many:
        run.inform("\n".join(run.summary(*more)))


def print_findings(run: Run, name: str, game: ProcessedGame) -> None:
    """Prints the findings on one game, and why it was not converted, to standard error, and counts them."""
    run.note(game.codes)
    run.inform(game.findings_text)
    for note in game.notes:
        run.inform(f"{name}:{game.line}: {note}")
    for error in game.errors:
        run.complain(f"{name}:{game.line}: error: {error}")
