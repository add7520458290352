"""``kriegnote complete``."""

from __future__ import annotations

from pathlib import Path

import click

from kriegnote.cli.options import FROM, LANG, OUT, PATH, PIECES, RULES, TO_JSON
from kriegnote.cli.player_records import EFFORT, REPORT, SEED, SILENT, graver, items, say, under, written


@click.command("complete")
@click.argument("record", type=PATH)
@click.option(
    "--count", type=click.IntRange(min=1), default=1, show_default=True, help="How many different games to find."
)
@SEED
@FROM
@TO_JSON
@RULES
@LANG
@PIECES
@OUT
@REPORT
@SILENT
@EFFORT
def command(
    record: Path, count: int, seed: int, source: str | None, target: str, rules: str | None, lang: str,
    pieces: str | None, out: Path | None, report: Path | None, silent: bool, effort: int | None,
) -> None:  # fmt: skip
    """Find legal games that fit a player's record, or the public's.

    They are drawn at random; every game that fits is equally likely, as nearly as the search allows.
    """
    from kriegnote.knowledge.completion import EFFORT, complete
    from kriegnote.operations.conversion import InputError, lookup
    from kriegnote.reporting.output import JsonReport, Output

    if "umpire" not in lookup(target).views:
        raise InputError(f"{target} cannot hold a whole game, only what a player heard")
    worst = 0
    with Output(out) as output, JsonReport(report) as reported:
        for item in items(record, source):
            done = complete(
                under(item.record, rules, silent), count=count, seed=seed, effort=EFFORT if effort is None else effort
            )
            worst = max(worst, say(graver(item), str(record)), say(done.findings, str(record)))
            click.echo(_number(done.games, done.exact, done.error), err=True)
            reported.add(
                {
                    "games": done.games,
                    "exact": done.exact,
                    "error": done.error,
                    "none_fits": done.none_fits,
                    "contradiction": done.contradiction,
                    "work": done.work,
                }
            )
            for one in done.records:
                output.write(written(one, target, lang, pieces))
        if not output.written:
            output.discard()
    raise SystemExit(worst)


def _number(games: int | float | None, exact: bool, error: float | None) -> str:
    if games is None:
        return "games that fit: unknown"
    if exact:
        return f"games that fit: {int(games)}"
    give = f", give or take {error:.0%}" if error is not None else ""
    return f"games that fit: about {games:.2g}{give}"
