"""``kriegnote rules``."""

from __future__ import annotations

import click

from kriegnote.cli.options import RULEBOOK


@click.command("rules")
@click.argument("name", required=False, metavar="[RULEBOOK]", type=RULEBOOK)
@click.option("--diff", nargs=2, metavar="A B", help="Print the fields in which two rulebooks differ.")
def command(name: str | None, diff: tuple[str, str] | None) -> None:
    """List the rulebooks, or the fields of one: a name, a file (TOML), or "name; field=value"."""
    from kriegnote.operations.conversion import rulebook
    from kriegnote.reporting.output import say
    from kriegnote.rules import RULES, all_names
    from kriegnote.rules.table import as_text, diff_text

    if diff is not None:
        one, other = (rulebook(each) for each in diff)
        assert one is not None and other is not None
        differences = diff_text(one, other)
        say(differences or f"{diff[0]} and {diff[1]} do not differ in any field")
        return
    if name is None:
        for each in all_names():
            say(f"{each:<18} {RULES[each].title}; source: {RULES[each].source}")
        return
    one = rulebook(name)
    assert one is not None
    say(as_text(one))
