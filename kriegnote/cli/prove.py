"""``kriegnote prove``."""

from __future__ import annotations

import click

from kriegnote.cli.options import FILES, RULES


@click.command("prove")
@FILES
@RULES
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="The format of the verdicts.",
)  # fmt: skip
def command(files: tuple[str, ...], rules: str | None, form: str) -> None:
    """Prove or refute the printed solution of a problem."""
    from kriegnote.cli.proofs import prove_files

    raise SystemExit(prove_files(files, rules, form))
