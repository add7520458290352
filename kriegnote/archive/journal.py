"""The journal of a run into a folder, with which an interrupted run can be resumed.

During a run the folder has a subfolder ``.kriegnote`` with the journal and the files being written; a run that
completes removes it. The journal has one JSON object per line: first a description of the run (its command, options and
version); then, before each output appears, its name; then, when an input is done, what is to be reported about it. An
incomplete last line is ignored.
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
    """Raised if an earlier run was interrupted and this one does not continue it."""


class Journal:
    """The journal of one run into a folder; created by :meth:`begin`."""

    def __init__(self, folder: Path) -> None:
        self.top = folder
        self.folder = folder / FOLDER
        self.path = self.folder / "journal.jsonl"
        self.done: dict[str, dict[str, Any]] = {}
        self.ours: set[str] = set()
        self._file: IO[bytes] | None = None

    @classmethod
    def begin(cls, folder: Path, run: dict[str, Any], *, resume: bool = False, overwrite: bool = False) -> Self:
        """The journal of a new or resumed run.

        :param run: a description of the run; only an equal run can be resumed.
        :param resume: whether to resume the run that was interrupted here, if there is one.
        :param overwrite: whether to discard that run instead.
        :raises JournalError: if another run was interrupted here, and neither is set or its description differs.
        :raises OSError: if the folder cannot be written.
        """
        self = cls(folder)
        lines = self.path.read_bytes().split(b"\n")[:-1] if self.path.exists() else []
        if lines:  # otherwise it was killed before it did anything
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
        self._file.write(json.dumps(entry).encode() + b"\n")  # ASCII: file names may contain surrogates
        self._file.flush()

    def writes(self, name: str) -> None:
        """Records that an output with this name is about to appear."""
        self.ours.add(name)
        self._add({"writes": name})

    def finished(self, one: Input, names: list[str], report: Any) -> None:
        """Records that an input is written: the names of its outputs, and what a resumed run must report about it."""
        self._add({"input": one.name, "state": _state(one), "names": names, "report": report})

    def earlier(self, one: Input) -> tuple[list[str], Any] | None:
        """What the interrupted run gave to :meth:`finished`; None if nothing, or if the input has changed."""
        entry = self.done.get(one.name)
        if entry is None or entry["state"] != _state(one):
            return None
        return entry["names"], entry["report"]

    def close(self, *, whole: bool) -> None:
        """Ends the journal; if the run is complete, the journal is removed."""
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
    """A value that changes when an input does; None for standard input."""
    if one.path is None:
        return None
    try:
        status = one.path.stat()
    except OSError:
        return [0, 0]
    return [status.st_size, status.st_mtime_ns]
