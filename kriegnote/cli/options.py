"""Options shared by several commands, and the objects made of them: a run over inputs, a destination."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

import click
from click.shell_completion import CompletionItem

from kriegnote.model.printed_moves import Lang, Spelling

F = TypeVar("F", bound=Callable[..., Any])


class _Ids(click.types.StringParamType):
    """A name from a table that is loaded only for shell completion; an invalid name is detected where it is used."""

    name = "id"

    def __init__(self, ids: Callable[[], dict[str, str]]) -> None:
        self.ids = ids

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        start, comma, last = incomplete.rpartition(",")
        return [
            CompletionItem(f"{start}{comma}{one}", help=text)
            for one, text in self.ids().items()
            if one.lower().startswith(last.lower())
        ]


def _notations() -> dict[str, str]:
    from kriegnote.notations.registry import notations

    return {row.id: row.title for row in notations().values()}


def _rulebooks() -> dict[str, str]:
    from kriegnote.rules import RULES, all_names

    return {name: RULES[name].title for name in all_names()}


def _codes() -> dict[str, str]:
    from kriegnote.diagnostics.codes import CODES

    return {code: row.title for code, row in CODES.items()}


NOTATION: Final = _Ids(_notations)
RULEBOOK: Final = _Ids(_rulebooks)
CODE: Final = _Ids(_codes)

PATH: Final = click.Path(path_type=Path)
FOLDER: Final = click.Path(path_type=Path, file_okay=False)
FILES: Final = click.argument("files", nargs=-1, type=click.Path(), metavar="[FILE]...")
FROM: Final = click.option(
    "--from", "source", metavar="ID", type=NOTATION, help="The notation to read. Default: detected."
)
TO_JSON: Final = click.option(
    "--to", "target", metavar="ID", type=NOTATION, default="json", show_default=True, help="The notation to write."
)
OUT: Final = click.option(
    "-o", "out", type=PATH, metavar="OUT", help="The output file; it is written completely or not at all."
)
RULES: Final = click.option(
    "--rules",
    metavar="RULEBOOK",
    type=RULEBOOK,
    help='The umpire\'s rulebook: a name, a file (TOML), or "name; field=value".',
)
LANG: Final = click.option(
    "--lang", type=click.Choice(get_args(Lang)), default="en", show_default=True, help="The language of the words."
)
PIECES: Final = click.option(
    "--pieces", type=click.Choice(get_args(Spelling)), help="The piece letters. Default: those of --lang."
)
VIEW: Final = click.option(
    "--view", type=click.Choice(["umpire", "white", "black", "public"]), help="Whose record to write."
)
QUIET: Final = click.option("-q", "--quiet", is_flag=True, help="Print no findings and no summary to standard error.")

_INPUTS: Final = (
    FILES,
    FROM,
    click.option(
        "--jobs",
        type=click.IntRange(min=0),
        default=1,
        metavar="N",
        show_default=True,
        help="How many processes to use; 0: one for each core. The output is the same.",
    ),
    QUIET,
    click.option(
        "--select",
        metavar="CODES",
        type=CODE,
        multiple=True,
        help="Report only these findings: codes, or their first letters (KN2).",
    ),
    click.option("--ignore", metavar="CODES", type=CODE, multiple=True, help="Do not report these findings."),
    click.option("--exit-zero", is_flag=True, help="Exit with status 0 even if something is found or cannot be read."),
)
_OUTPUTS: Final = (
    OUT,
    click.option(
        "--out-dir", type=PATH, metavar="DIR", help="Write a file of the same name for each input into this folder."
    ),
    click.option("--split", is_flag=True, help="With --out-dir: write a file for each game."),
    click.option(
        "--name",
        metavar="TEMPLATE",
        help="With --out-dir: how to name the files, as in {path} or {white}-{black}-{number:03}.",
    ),
    click.option("--overwrite", is_flag=True, help="With --out-dir: replace existing files."),
    click.option("--resume", is_flag=True, help="With --out-dir: continue a run that was interrupted."),
)


def _added(function: F, options: tuple[Callable[[F], F], ...]) -> F:
    for option in reversed(options):
        function = option(function)
    return function


def reads_archive(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options for inputs and findings to a command, which receives them as ``run``, a :class:`session.Run`."""

    @wraps(function)
    def call(
        *, files: tuple[str, ...], source: str | None, jobs: int, quiet: bool, select: tuple[str, ...],
        ignore: tuple[str, ...], exit_zero: bool, **options: Any,
    ) -> Any:  # fmt: skip
        from kriegnote.cli.session import Run

        run = Run(files, source, jobs=jobs, quiet=quiet, select=select, ignore=ignore, exit_zero=exit_zero)
        return function(run=run, **options)

    return _added(call, _INPUTS)


def writes_archive(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options for outputs to a command, which gets them as a :class:`destination.Destination`."""

    @wraps(function)
    def call(
        *, out: Path | None, out_dir: Path | None, split: bool, name: str | None, overwrite: bool, resume: bool,
        **options: Any,
    ) -> Any:  # fmt: skip
        from kriegnote.cli.destination import Destination

        if out_dir is None:
            given = {"--split": split, "--name": name, "--overwrite": overwrite, "--resume": resume}
            for option, value in given.items():
                if value:
                    raise click.UsageError(f"{option} needs --out-dir")
        elif out is not None:
            raise click.UsageError("-o and --out-dir cannot be used together")
        destination = Destination(out, out_dir, split=split, name=name, overwrite=overwrite, resume=resume)
        return function(destination=destination, **options)

    return _added(call, _OUTPUTS)
