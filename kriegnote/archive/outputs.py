"""Where the games of a run are written: all into one file, or into a folder, a file for each input or each game.

Every file appears whole or not at all.  In a folder nothing is replaced unless it is asked for, and a journal keeps
what is done, so that a run which was cut short can go on.
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
    """One file, or standard output; with ``hold`` nothing appears before the end."""

    def __init__(self, path: Path | None, *, hold: bool = False) -> None:
        self.output = Output(path, hold=hold)
        self.scratch: Path | None = None

    @property
    def written(self) -> int:
        """How many games were written."""
        return self.output.written

    def write(self, one: Input, text: str, *, lead: str, suffix: str, notation: str, values: Mapping[str, Any]) -> None:
        """Adds a game; ``lead`` is what stands between it and the one before it.

        A folder also needs ``suffix``, the ending of a file of its own, and ``values``, the fields of a template.
        """
        self.output.write((lead if self.output.written else "") + text)

    def end(self, one: Input, *, discard: bool = False) -> None:
        """Nothing more comes of this input; in a folder, with ``discard`` nothing of it appears."""

    def earlier(self, one: Input) -> Any:
        """What a run that was cut short had to say of an input; of one file there is no such run."""
        return None

    def done(self, one: Input, said: Any) -> None:
        """An input's games are written; ``said`` is what a run that goes on would have to say of it again."""

    def discard(self) -> None:
        """Nothing is to appear."""
        self.output.discard()

    def __enter__(self) -> Self:
        self.output.__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.output.__exit__(kind)


class Folder:
    """A folder: a file for each input, named alike, or for each game.

    :param journal: what this run into the folder has done.
    :param template: how files are named.
    :param complain: is given a message for every file that stands in the way.
    :param sources: the files that are read, none of which may be replaced.
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
        self._barred = False  # the file of this input stands there already

    def write(self, one: Input, text: str, *, lead: str, suffix: str, notation: str, values: Mapping[str, Any]) -> None:
        """One game of an input; the file of the input is opened with its first."""
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
        """Whether a file is there that must not be replaced; it is reported, unless an earlier run may have made it."""
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
        """All games of an input are written; ``discard``: its file is not kept."""
        self._close(discard=discard)
        self._barred = False

    def _close(self, *, discard: bool) -> None:
        if self._output is not None:
            output, self._output = self._output, None
            if discard:
                output.discard()
            output.__exit__(None)

    def discard(self) -> None:
        """What is in the folder stays there: every file is whole."""

    def earlier(self, one: Input) -> Any:
        """What the run that was cut short said of an input that it finished; None where it did not."""
        known = self.journal.earlier(one)
        if known is None:
            return None
        names, said = known
        for name in names:
            self.names.take(name)
        return said

    def done(self, one: Input, said: Any) -> None:
        """An input is finished, and what is to be said of it if the run has to be resumed."""
        self.journal.finished(one, self._named, said)
        self._named = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._output is not None:
            self._output.__exit__(kind)
        self.journal.__exit__(kind)
