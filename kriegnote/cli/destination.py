"""Where a command writes its games: one file or a folder, depending on its options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from kriegnote.cli.session import Run, report_of

if TYPE_CHECKING:
    from kriegnote.archive.inputs import Input
    from kriegnote.archive.outputs import Folder, OneFile
    from kriegnote.archive.processed_game import ProcessedGame
    from kriegnote.archive.running import PartResult, Work

_WITHOUT_EFFECT: Final = frozenset({"jobs", "quiet", "overwrite", "resume", "exit_zero"})  # on what is written


class Destination:
    """The options ``-o``, ``--out-dir``, ``--split``, ``--name``, ``--overwrite`` and ``--resume``."""

    def __init__(
        self, out: Path | None, out_dir: Path | None, *, split: bool, name: str | None, overwrite: bool, resume: bool
    ) -> None:
        self.out, self.out_dir = out, out_dir
        self.split, self.name = split, name
        self.overwrite, self.resume = overwrite, resume

    @contextmanager
    def opened(self, run: Run, *, hold: bool = False) -> Iterator[Writing]:
        """Opens the destination for a run.

        :param hold: whether the output is kept back until the end, so that it can be dropped (``--on-loss error``).
        :raises click.UsageError: if the output file is also an input.
        :raises TemplateError: if the template of names is invalid.
        :raises JournalError: if a run into the folder was interrupted, and the options do not say what to do about it.
        """
        from kriegnote.archive.journal import Journal
        from kriegnote.archive.naming import SPLIT, WHOLE, Template
        from kriegnote.archive.outputs import Folder, OneFile

        run.leave_out += [path for path in (self.out, self.out_dir) if path is not None and str(path) != "-"]
        if self.out_dir is None:
            self._refuse_input(run)
            with OneFile(self.out, hold=hold) as target:
                yield Writing(run, target)
                if run.failed and not target.written:
                    target.discard()
            return
        template = Template(self.name or (SPLIT if self.split else WHOLE), split=self.split)
        sources = list(run.sources())
        journal = Journal.begin(self.out_dir, _what(run), resume=self.resume, overwrite=self.overwrite)
        with Folder(
            self.out_dir,
            journal,
            template,
            split=self.split,
            overwrite=self.overwrite,
            resume=self.resume,
            complain=run.complain,
            sources=sources,
        ) as folder:
            yield Writing(run, folder, sources, split=self.split)

    def _refuse_input(self, run: Run) -> None:
        out = self.out
        if out is None or str(out) == "-" or not out.is_file():
            return
        if any(str(file) != "-" and Path(file).is_file() and out.samefile(file) for file in run.files):
            raise click.UsageError(f"{out} is also an input and would be replaced; write to another file")


def _what(run: Run) -> dict[str, Any]:
    """The description of a run: its command, inputs, options and version; only an equal run can be resumed."""
    from kriegnote import __version__

    context = click.get_current_context()
    options = {name: value for name, value in context.params.items() if name not in _WITHOUT_EFFECT}
    return {"command": context.info_name, "version": __version__, "options": {k: str(v) for k, v in options.items()}}


class Writing:
    """Writes games to an open destination."""

    def __init__(
        self, run: Run, target: OneFile | Folder, sources: list[Input] | None = None, *, split: bool = False
    ) -> None:
        self.run = run
        self.split = split
        self.target = target
        self.sources = sources
        self.dropped = False  # whether the output of the current input is dropped

    @property
    def scratch(self) -> Path | None:
        """The folder for files being written; what a killed run leaves there is removed by the next one."""
        return self.target.scratch

    @property
    def written(self) -> int:
        """The number of games written."""
        return self.target.written

    def games(self, work: Work[ProcessedGame], *, whole: bool = False) -> Iterator[tuple[Input, ProcessedGame]]:
        """Each game, which is written when the caller requests the next one; see :attr:`dropped`."""
        from kriegnote.archive.processed_game import ProcessedGame

        def decoded(games: Any) -> list[ProcessedGame]:
            return msgspec.convert(games, list[ProcessedGame])

        entries: list[Any] = []
        results = self.run.results(work, sources=self.sources, whole=whole, earlier=self.target.earlier, decode=decoded)
        for result in results:
            for game in result.games:
                yield result.input, game
                self._write(result, game)
                if self.sources is not None:
                    game.text = None
                    entries.append(msgspec.to_builtins(game))
            if result.last and result.earlier is None:
                self.target.end(result.input, discard=self.dropped)
                self.target.done(result.input, report_of(result, entries))
            if result.last:
                entries, self.dropped = [], False

    def _write(self, result: PartResult[ProcessedGame], game: ProcessedGame) -> None:
        if game.text is not None and result.earlier is None:
            self.target.write(
                result.input,
                game.text,
                lead=game.lead,
                suffix=_suffix(result.input, game, self.split),
                notation=game.notation,
                values=game.values,
            )

    def discard(self) -> None:
        """Drops the output, as far as it is still kept back."""
        self.target.discard()


def _suffix(one: Input, game: ProcessedGame, split: bool) -> str:
    """The suffix of an output file: the input's own if its games keep their notation, otherwise the usual one."""
    from kriegnote.notations.registry import notation

    usual = notation(game.notation).suffixes or (".txt",)
    own = Path(one.relative).suffix
    if own and (game.same or own.lower() in usual):
        return own
    return usual[0] if split else usual[-1]  # .json holds one record, .jsonl many
