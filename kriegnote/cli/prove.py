"""``kriegnote prove``."""

from __future__ import annotations

from pathlib import Path

import click

from kriegnote.cli.options import PATH, RULES


@click.command("prove")
@click.argument("files", nargs=-1, type=PATH, metavar="[FILE]...")
@RULES
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="The format of the verdicts.",
)  # fmt: skip
def command(files: tuple[Path, ...], rules: str | None, form: str) -> None:
    """Prove or refute the printed solution of a problem."""
    from kriegnote.cli.proofs import prove_files

    raise SystemExit(prove_files([None if str(file) == "-" else file for file in files] or [None], rules, form))
