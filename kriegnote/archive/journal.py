"""What a run into a folder has done so far, so that one which was cut short can go on where it stopped.

The folder has a subfolder ``.kriegnote`` while a run goes on: in it stands the journal, and files that are being
written.  A run that comes to its end takes it away.  The journal has one JSON object a line: first what the run is
(its command, options and version); then, before an output appears, its name; then, when an input is done, what is to be
said of it.  A last line that is torn counts for nothing.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import IO, Any, Final, Self

from kriegnote.archive.inputs import Input
from kriegnote.errors import KriegnoteError

FOLDER: Final = ".kriegnote"


class JournalError(KriegnoteError):
    """An earlier run was cut short and this one is not its continuation."""


class Journal:
    """The journal of one run into a folder; :meth:`begin` writes it."""

    def __init__(self, folder: Path) -> None:
        self.top = folder
        self.folder = folder / FOLDER
        self.path = self.folder / "journal.jsonl"
        self.done: dict[str, dict[str, Any]] = {}
        self.ours: set[str] = set()
        self._file: IO[bytes] | None = None

    @classmethod
    def begin(cls, folder: Path, run: dict[str, Any], *, resume: bool = False, overwrite: bool = False) -> Self:
        """The journal of a run that begins, or goes on.

        :param run: what the run is; only the same run goes on with what another began.
        :param resume: go on with the run that was cut short here, if there is one.
        :param overwrite: forget about it instead.
        :raises JournalError: another run was cut short here, and nothing says what to do about it.
        :raises OSError: the folder cannot be written.
        """
        self = cls(folder)
        lines = self.path.read_bytes().split(b"\n")[:-1] if self.path.exists() else []
        if lines:  # else it was killed before it did anything
            if resume:
                self._take_up(run, lines)
            elif not overwrite:
                advice = "use --resume to continue it or --overwrite to start again"
                raise JournalError(f"an earlier run into {folder} was interrupted; {advice}")
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("wb")
        self._add(run)
        for name in sorted(self.ours):
            self._add({"writes": name})
        for entry in self.done.values():
            self._add(entry)
        return self

    def _take_up(self, run: dict[str, Any], lines: list[bytes]) -> None:
        entries = [json.loads(line) for line in lines]
        if entries[0] != json.loads(json.dumps(run)):
            advice = "use the same options, or start again with --overwrite"
            raise JournalError(f"the interrupted run into {self.top} had other options; {advice}")
        for entry in entries[1:]:
            if "writes" in entry:
                self.ours.add(entry["writes"])
            else:
                self.done[entry["input"]] = entry

    def _add(self, entry: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(entry).encode() + b"\n")  # names of files may hold halves of letters
        self._file.flush()

    def writes(self, name: str) -> None:
        """An output of this name is about to appear."""
        self.ours.add(name)
        self._add({"writes": name})

    def finished(self, one: Input, names: list[str], said: Any) -> None:
        """Everything of an input is written: the names of its outputs, and what a run that goes on must say of it."""
        self._add({"input": one.name, "state": _state(one), "names": names, "said": said})

    def earlier(self, one: Input) -> tuple[list[str], Any] | None:
        """What :meth:`finished` was given by the run that was cut short; None where the input changed since."""
        entry = self.done.get(one.name)
        if entry is None or entry["state"] != _state(one):
            return None
        return entry["names"], entry["said"]

    def close(self, *, whole: bool) -> None:
        """Ends the journal; when the run is whole nothing of it is left."""
        if self._file is not None:
            self._file.close()
            self._file = None
        if whole:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(whole=kind is None)


def _state(one: Input) -> list[int] | None:
    """By what an input is known to be the same; None where nobody can tell."""
    if one.path is None:
        return None
    try:
        status = one.path.stat()
    except OSError:
        return [0, 0]
    return [status.st_size, status.st_mtime_ns]
