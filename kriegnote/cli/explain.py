"""``kriegnote explain``."""

from __future__ import annotations

import click

from kriegnote.cli.command_group import say_error
from kriegnote.cli.options import CODE


@click.command("explain")
@click.argument("code", required=False, type=CODE)
def command(code: str | None) -> None:
    """Explain the code of a finding; without one, list all codes."""
    from kriegnote.diagnostics.codes import CODES, explanation
    from kriegnote.reporting.output import say

    if code is None:
        for name, row in CODES.items():
            say(f"{name}  {row.severity:<8} {row.title}")
        return
    found = CODES.get(code.upper())
    if found is None:
        say_error(f"kriegnote: unknown code {code!r}; `kriegnote explain` lists the codes")
        raise SystemExit(2)
    taught = explanation(code.upper())
    say(f"{code.upper()}: {found.title} ({found.severity})\n\n{taught.text}")
    if taught.example:
        say("\nExample:\n")
        say(_indented(taught.example))
    if taught.notation:
        from kriegnote.operations.checking import demonstrated

        say(f"\n{'prove' if taught.notation == 'problem' else 'check'} reports:\n")
        say(_indented(demonstrated(code.upper())))


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())
