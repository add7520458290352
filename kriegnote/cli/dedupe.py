"""``kriegnote dedupe``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kriegnote.cli.list_games import FORMAT, write_rows
from kriegnote.cli.options import FOLDER, OUT, reads_archive

if TYPE_CHECKING:
    from kriegnote.archive.duplicates import ComparableRecord, Member
    from kriegnote.archive.inputs import Input
    from kriegnote.cli.session import Run

_FEW = 5  # the number of words that a message quotes
COLUMNS = [
    "group",
    "relation",
    "file",
    "number",
    "line",
    "notation",
    "view",
    "plies",
    "white",
    "black",
    "date",
    "differs",
]


@click.command("dedupe")
@reads_archive
@click.option(
    "--delete",
    is_flag=True,
    help="Delete files with a single game that add nothing to another file (never links or archives).",
)
@click.option(
    "--out-dir",
    type=FOLDER,
    metavar="DIR",
    help="Write the archive without copies into this folder; files keep their names, and none is replaced.",
)
@FORMAT
@OUT
def command(run: Run, delete: bool, out_dir: Path | None, form: str, out: Path | None) -> None:
    """Find records of the same game: copies, and other records of it in any notation."""
    from kriegnote.archive.duplicates import Groups
    from kriegnote.archive.listing import Compare

    if out_dir is not None and "-" in (run.files or "-"):
        message = "--out-dir cannot be used with standard input; save it to a file first"
        raise click.UsageError(message)
    witnesses, sources = [], {}
    games: Counter[str] = Counter()
    for result in run.results(Compare()):
        sources[result.input.name] = result.input
        games[result.input.name] += len(result.games)
        witnesses += [one for one in result.games if one is not None]
    groups = Groups(witnesses).found()
    write_rows(run, COLUMNS, _rows(groups), form, out)
    copies = [(member, group[0]) for group in groups for member in group if member.relation == "copy"]
    run.inform(_said(run, len(groups), len(copies)))
    if out_dir is not None:
        _write(run, [member.witness for member, _ in copies], out_dir)
    if delete:
        _delete(run, copies, sources, games)
    raise SystemExit(run.status())


def _rows(groups: list[list[Member]]) -> Iterator[list[Any]]:
    """A row for each record; the last column has what contradicts the record that is kept."""
    from kriegnote.archive.duplicates import differences

    for number, group in enumerate(groups, 1):
        for one, relation in group:
            said = [getattr(one, name) for name in COLUMNS[2:-1]]
            yield [number, relation, *said, ", ".join(differences(one, group[0].witness)) or None]


def _said(run: Run, groups: int, copies: int) -> str:
    from kriegnote.reporting.rendering import counted

    found = f"{counted(groups, 'game')} with more than one record, {counted(copies, 'copy', 'copies')}"
    return "\n".join([*run.summary(), found])


def _write(run: Run, copies: list[ComparableRecord], folder: Path) -> None:
    """Writes all records but the copies; this reads the inputs again, so standard input cannot be one of them."""
    from kriegnote.archive.listing import Keep
    from kriegnote.cli.destination import Destination

    keep = Keep(frozenset((one.file, one.number) for one in copies))
    again = run.again()
    with Destination(None, folder, split=False, name=None, overwrite=False, resume=False).opened(again) as writing:
        for _ in writing.games(keep):
            pass
    run.failed = run.failed or again.failed


def _delete(run: Run, copies: list[tuple[Member, Member]], sources: dict[str, Input], games: Counter[str]) -> None:
    """Deletes the copies that are the only game of a file, if the file says nothing that the one that is kept does not.

    :param copies: each copy, and the record that is kept.
    """
    from kriegnote.archive.inputs import place_on_disk
    from kriegnote.reporting.rendering import counted

    deleted = 0
    files = {name: source.path if source.member is None else None for name, source in sources.items()}
    places = Counter(filter(None, map(place_on_disk, files.values())))
    for (copy, _), (kept, _) in copies:
        source = sources[copy.file]
        place = place_on_disk(files[copy.file])
        if place is not None and places[place] > 1:
            run.inform(f"{copy.file}: not deleted: the file has another name, too")
        elif source.path is None or source.member is not None or games[copy.file] != 1:
            run.inform(f"{copy.file}:{copy.line}: not deleted: the file has other games, too")
        elif source.path.is_symlink() or not source.path.is_file():
            run.inform(f"{copy.file}: not deleted: not a regular file")
        elif more := _only_in(source, sources[kept.file]):
            run.inform(f"{copy.file}: not deleted: {kept.file} does not have the words {more}")
        else:
            try:
                source.path.unlink()
                deleted += 1
            except OSError as error:
                run.complain(f"{copy.file}: error: {error.strerror}; not deleted")
    run.inform(f"{counted(deleted, 'file')} deleted")


def _only_in(one: Input, other: Input) -> str:
    """The first words of a file that another one does not have, moves and the words of umpires apart; empty if none."""
    from kriegnote.archive.other_words import other_words

    more = sorted(other_words(_text(one)) - other_words(_text(other)))
    return ", ".join(map(repr, more[:_FEW])) + ", …" * (len(more) > _FEW)


def _text(source: Input) -> str:
    from kriegnote.text.encodings import encoding_of

    with source.open() as opened:
        encoding, _ = encoding_of(opened.stream)
        opened.stream.seek(0)
        text = opened.stream.read().decode(encoding.name, "replace")
    return "".join(encoding.meant(text.splitlines(keepends=True)))
