"""``kriegnote join``."""

from __future__ import annotations

from pathlib import Path

import click

from kriegnote.cli.options import FROM, LANG, OUT, PATH, PIECES, RULES, TO_JSON
from kriegnote.cli.player_records import REPORT, graver, items, say, under, written


@click.command("join")
@click.argument("white", type=PATH)
@click.argument("black", type=PATH)
@FROM
@TO_JSON
@RULES
@LANG
@PIECES
@OUT
@REPORT
def command(
    white: Path, black: Path, source: str | None, target: str, rules: str | None, lang: str, pieces: str | None,
    out: Path | None, report: Path | None,
) -> None:  # fmt: skip
    """Join two records of one game into the umpire's.

    They may be two players' logs, captions and a score, or a log and its PGN, in any notations.  Each contradiction is
    a finding that names both places; a move that stays open is written with its options.
    """
    from kriegnote.knowledge import join
    from kriegnote.operations.conversion import InputError, lookup
    from kriegnote.reporting.output import JsonReport, Output

    lookup(target)
    firsts, seconds = items(white, source), items(black, source)
    if len(firsts) != len(seconds):
        raise InputError(f"{white} and {black} have different numbers of games: {len(firsts)} and {len(seconds)}")
    worst = 0
    with Output(out) as output, JsonReport(report) as reported:
        for one, other in zip(firsts, seconds, strict=True):
            worst = max(worst, say(graver(one), str(white)), say(graver(other), str(black)))
            joined = join(under(one.record, rules), under(other.record, rules))
            worst = max(worst, say(joined.findings, f"{white} + {black}"))
            reported.add(
                {
                    "readings": joined.readings,
                    "slips": joined.contradictions,
                    "witnesses": joined.witnesses,
                    "findings": [found.message for found in joined.findings],
                }
            )
            if joined.together:
                output.write(written(joined.record, target, lang, pieces))
        if not output.written:
            output.discard()
    raise SystemExit(worst)
