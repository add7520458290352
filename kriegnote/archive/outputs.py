"""Where the games of a run are written: into one file, or into a folder with a file for each input or each game.

Every file appears completely or not at all. In a folder no file is replaced unless requested, and a journal records
what is done, so that an interrupted run can be resumed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from kriegnote.archive.inputs import Input, place_on_disk
from kriegnote.archive.journal import Journal
from kriegnote.archive.naming import Names, Template, values_of
from kriegnote.reporting.output import Output


class OneFile:
    """One file, or standard output; with ``hold``, nothing appears before the end."""

    def __init__(self, path: Path | None, *, hold: bool = False) -> None:
        self.output = Output(path, hold=hold)
        self.scratch: Path | None = None

    @property
    def written(self) -> int:
        """The number of games written."""
        return self.output.written

    def write(self, one: Input, text: str, *, lead: str, suffix: str, notation: str, values: Mapping[str, Any]) -> None:
        """Writes a game; ``lead`` is the separator between it and the one before it.

        Only :class:`Folder` needs ``suffix``, the suffix of a separate file, and ``values``, the fields of a template.
        """
        self.output.write((lead if self.output.written else "") + text)

    def end(self, one: Input, *, discard: bool = False) -> None:
        """Ends an input; in a folder, ``discard`` drops its file."""

    def earlier(self, one: Input) -> Any:
        """What an interrupted run had to report about an input; a run into one file cannot be resumed."""
        return None

    def done(self, one: Input, report: Any) -> None:
        """Records that an input is done; ``report`` is what a resumed run would have to report about it again."""

    def discard(self) -> None:
        """Drops all output."""
        self.output.discard()

    def __enter__(self) -> Self:
        self.output.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.output.__exit__(kind)


class Folder:
    """A folder with a file for each input, with the same name, or for each game.

    :param journal: the journal of this run into the folder.
    :param template: the template of file names.
    :param split: whether there is a file for each game.
    :param overwrite: whether existing files are replaced.
    :param resume: whether an interrupted run is resumed; then existing files are skipped without a message.
    :param complain: called with a message for every existing file that must not be replaced.
    :param sources: the inputs, none of which may be replaced.
    """

    def __init__(
        self,
        folder: Path,
        journal: Journal,
        template: Template,
        *,
        split: bool,
        overwrite: bool,
        resume: bool,
        complain: Callable[[str], None],
        sources: Iterable[Input],
    ) -> None:
        self.folder = folder
        self.journal = journal
        self.scratch = journal.folder
        self.split = split
        self.template = template
        self.overwrite, self.resume = overwrite, resume
        self.complain = complain
        self.names = Names()
        self.written = 0
        self.sources = {place for one in sources if (place := place_on_disk(one.path))}
        self._output: Output | None = None
        self._named: list[str] = []  # outputs of this input
        self._barred = False  # whether the file of this input exists and must not be replaced

    def write(self, one: Input, text: str, *, lead: str, suffix: str, notation: str, values: Mapping[str, Any]) -> None:
        """Writes one game of an input; the input's file is opened with its first game."""
        if self.split or (self._output is None and not self._barred):
            self._close(discard=False)
            self._open(one, suffix, notation, values)
        elif self._output is not None:
            text = lead + text
        if self._output is not None:
            self._output.write(text)
            self.written += 1

    def _open(self, one: Input, suffix: str, notation: str, values: Mapping[str, Any]) -> None:
        name = self.template.fill({**values_of(one, notation), **values})
        relative = self.names.unique(name, suffix, None if self.split else one.relative)
        self._named.append(relative)
        path = self.folder / relative
        self._barred = self._in_the_way(path, relative)
        if self._barred:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        self.journal.writes(relative)
        self._output = Output(path, beside=self.scratch)
        self._output.__enter__()

    def _in_the_way(self, path: Path, relative: str) -> bool:
        """Whether a file exists that must not be replaced; reports it, unless an earlier run may have written it."""
        if not os.path.lexists(path) or relative in self.journal.ours:
            return False
        if place_on_disk(path) in self.sources:
            self.complain(f"{path}: error: this file is one of the inputs; it is not replaced")
            return True
        if self.overwrite:
            return False
        if not self.resume:
            self.complain(f"{path}: error: this file already exists; --overwrite replaces it")
        return True

    def end(self, one: Input, *, discard: bool = False) -> None:
        """Ends an input; ``discard`` drops its file."""
        self._close(discard=discard)
        self._barred = False

    def _close(self, *, discard: bool) -> None:
        if self._output is not None:
            output, self._output = self._output, None
            if discard:
                output.discard()
            output.__exit__(None)

    def discard(self) -> None:
        """Does nothing: what is in the folder stays there, since every file is complete."""

    def earlier(self, one: Input) -> Any:
        """What the interrupted run had to report about an input that it finished; None if it did not finish it."""
        known = self.journal.earlier(one)
        if known is None:
            return None
        names, report = known
        for name in names:
            self.names.take(name)
        return report

    def done(self, one: Input, report: Any) -> None:
        """Records that an input is done, and what is to be reported about it if the run is resumed."""
        self.journal.finished(one, self._named, report)
        self._named = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._output is not None:
            self._output.__exit__(kind)
        self.journal.__exit__(kind)
