"""A run of a command over its inputs: results, messages, counts and exit status.

An input that cannot be read is reported, and the others are processed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kriegnote.cli.command_group import say_error
from kriegnote.diagnostics.findings import RANK

if TYPE_CHECKING:
    from kriegnote.archive.inputs import Input
    from kriegnote.archive.running import PartResult, Work
    from kriegnote.diagnostics.selection import Selection

R = TypeVar("R")


class Run:
    """The inputs of a command, and the counts of what is found in them.

    :raises SelectionError: if ``select`` or ``ignore`` contain a prefix of no code.
    :raises InputError: if there is no such notation.
    """

    def __init__(
        self,
        files: Iterable[str],
        source: str | None = None,
        *,
        jobs: int = 1,
        quiet: bool = False,
        select: Iterable[str] = (),
        ignore: Iterable[str] = (),
        exit_zero: bool = False,
    ) -> None:
        from kriegnote.diagnostics.selection import selection

        if source is not None:
            from kriegnote.operations.conversion import lookup

            lookup(source)
        self.files = tuple(files)
        self.source = source
        if jobs == 0:
            from kriegnote.archive.parallel import cores

            jobs = cores()
        self.jobs = jobs
        self.quiet = quiet
        self.selection: Selection = selection(select, ignore)
        self.exit_zero = exit_zero
        self.leave_out: list[Path] = []
        self.complained = False  # whether unreadable inputs were already reported
        self.failed = False
        self.worst = 0
        self.games = 0
        self.inputs: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.severities: Counter[str] = Counter()

    def again(self) -> Run:
        """A second run over the same inputs; inputs that cannot be read are not reported again."""
        again = Run(self.files, self.source, jobs=self.jobs, quiet=True)
        again.complained = True
        return again

    def sources(self) -> Iterator[Input]:
        """The inputs, without the files that this run writes if they are in one of the folders."""
        from kriegnote.archive.inputs import inputs

        return inputs(self.files, leave_out=self.leave_out)

    def results(
        self,
        work: Work[R],
        *,
        sources: Iterable[Input] | None = None,
        whole: bool = False,
        earlier: Callable[[Input], Any] = lambda one: None,
        decode: Callable[[Any], list[R]] = lambda report: [],
    ) -> Iterator[PartResult[R]]:
        """The results of the work, part by part; reports why an input could not be read.

        :param earlier: returns what an interrupted run recorded about an input, as made by :func:`report_of`.
        :param decode: restores the results of games from that.
        """
        from kriegnote.archive.running import process
        from kriegnote.reporting.output import progress

        found = self.sources() if sources is None else sources
        with progress() as tick:
            for result in process(found, work, source=self.source, jobs=self.jobs, whole=whole, earlier=earlier):
                if result.earlier is not None:
                    result.games = decode(result.earlier["games"])
                    result.problem, result.leftover = result.earlier["problem"], result.earlier["leftover"]
                for _ in result.games:
                    tick()
                self.games += len(result.games)
                yield result
                self._ended(result)

    def _ended(self, result: PartResult[Any]) -> None:
        if result.problem is not None:
            name = result.input.name
            if result.leftover:
                if not self.quiet:
                    say_error(f"{name}: skipped: {result.problem}")
            else:
                if not self.complained:
                    say_error(f"{name}: error: {result.problem}")
                self.failed = True
        if result.last:
            self.inputs["leftover" if result.leftover else "unreadable" if result.problem is not None else "read"] += 1

    def note(self, found: Iterable[tuple[str, str]]) -> None:
        """Counts findings, given by code and severity."""
        for code, severity in found:
            self.worst = max(self.worst, RANK[severity])
            self.codes[code] += 1
            self.severities[severity] += 1

    def complain(self, message: str) -> None:
        """Prints an error, which also affects the exit status."""
        say_error(message)
        self.failed = True

    def inform(self, text: str) -> None:
        """Prints lines to standard error, unless the run is quiet."""
        if text and not self.quiet:
            say_error(text.removesuffix("\n"))

    def status(self, loss: bool = False) -> int:
        """The exit status; it does not depend on files that were skipped, unless nothing else was there."""
        if self.exit_zero:
            return 0
        if self.failed or set(self.inputs) == {"leftover"}:
            return 2
        return 1 if self.worst or loss else 0

    # -- the summary -----------------------------------------------------------------------------------------------

    @property
    def many(self) -> bool:
        """Whether there was more than one input, so that a summary is useful."""
        return self.inputs.total() > 1

    def counts(self, noun: str = "record") -> str:
        """The number of records and findings: ``3 records: 1 error, 2 warnings``."""
        from kriegnote.reporting.rendering import counted

        plurals = {"info": "info"}
        said = ", ".join(
            counted(self.severities[word], word, plurals.get(word, ""))
            for word in ("error", "warning", "info")
            if self.severities[word]
        )
        return f"{counted(self.games, noun)}: {said or 'nothing found'}"

    def summary(self, *more: str) -> list[str]:
        """The numbers of files and games, and of findings by code, followed by ``more``."""
        from kriegnote.diagnostics.codes import CODES
        from kriegnote.reporting.rendering import counted

        said = {"unreadable": "could not be read completely", "leftover": "skipped"}
        parts = [f"{self.inputs[kind]:,} {words}" for kind, words in said.items() if self.inputs[kind]]
        files = f"{self.inputs.total():,} {'file' if self.inputs.total() == 1 else 'files'}"
        of_them = f" ({', '.join(parts)})" if parts else ""
        lines = [f"{files}{of_them}, {counted(self.games, 'game')}"]
        for code, number in sorted(self.codes.items()):
            lines.append(f"  {number:>6,}  {code} {CODES[code].title}")
        return [*lines, *more]


def report_of(result: PartResult[Any], games: list[Any]) -> dict[str, Any]:
    """What a resumed run must report about an input again."""
    return {"games": games, "problem": result.problem, "leftover": result.leftover}
