"""``kriegnote notations``."""

from __future__ import annotations

import click


@click.command("notations")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="The format of the list.",
)  # fmt: skip
def command(form: str) -> None:
    """List the notations."""
    from kriegnote.notations.registry import notations
    from kriegnote.reporting.output import say, say_utf8
    from kriegnote.reporting.rendering import dump

    rows = notations().values()
    if form == "json":
        fields = ("id", "title", "views", "suffixes", "rules", "package")
        say_utf8(dump([{name: getattr(row, name) for name in fields} for row in rows]))
        return
    for row in rows:
        say(f"{row.id:<10} {row.title} ({', '.join(row.views)})")
    say(f"{'problem':<10} the problemists' trees, for `kriegnote prove`")
