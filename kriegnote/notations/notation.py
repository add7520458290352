"""The interface between a notation and the program: name, what it carries, how it is recognised, three functions.

A reader module has ``chunks(lines)``, which splits a stream into games, and ``read(chunk)``, which reads one; a writer
module has ``write(record, style)``. Both are imported when they are first used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from kriegnote.diagnostics.findings import finding
from kriegnote.errors import KriegnoteError
from kriegnote.lexicon import filled
from kriegnote.model.events import AnyEvent, Comment, Move, has_remarks, is_remark
from kriegnote.notations.described import NAMES_SQUARES, in_algebraic
from kriegnote.notations.loss import Carries, has_words, sayable, silence_kept
from kriegnote.notations.provenance import tagged, untagged
from kriegnote.text import remarks
from kriegnote.text.comments import Remark
from kriegnote.text.speech.speakers import as_script
from kriegnote.text.writing import PLAIN, Style

if TYPE_CHECKING:
    from kriegnote.diagnostics.findings import Finding
    from kriegnote.model.record import Record
    from kriegnote.text.source import Chunk, Read


Prose = Literal["comment", "speech", "foreign"]
"""What words between the moves are: comments, speech of the umpire and the players, or not part of the notation."""
Kind = Literal["score", "log", "dialogue", "announcements", "letter", "captions", "pgn", "series", "perception"]
"""The name of a game in a table of a document's games."""
_REMEMBERED: Final = 32  # readings: a text is read to be judged, and again when its notation has been chosen
_MOST_MARKS: Final = 4  # the greatest number of marks of one kind that is counted


class PluginError(KriegnoteError):
    """Raised if a notation from outside the package fails."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Notation:
    """One row of the table.

    :param recognise: patterns with their weights, with words of the lexicon by their names (``{acts.ask}``); the
        notation whose patterns have the greatest total weight in a text is detected.
    :param views: the views that a record in this notation can have; the first is the usual one.
    :param suffixes: the file name extensions of this notation.
    :param rules: the rulebook that the notation itself implies for a record that names none; or None.
    :param silence: kinds whose absence means no in this notation.
    :param kinds: the name of a game in this notation in a table, and that of one player's record.
    :param plainness: its rank among the notations in which books print games, 0 for the plainest; None if books do not
        use it. Of two that fit a passage equally well, the plainer one is meant.
    :param lends: whether it also reads another notation's moves, so that a text must have marks of its own.
    :param bare: whether its moves have no sign of their own and look like those in any prose.
    :param prose: what words between the moves are.
    :param data: whether its text is data for programs (JSON): nothing surrounds its games, and nothing in it is
        repaired.
    :param braces: whether comments stand in braces; events other than moves are then written in them
        (:mod:`kriegnote.text.remarks`).
    :param tags: whether it begins with a tag block.
    :param complete_fix: extends the fix of a finding on a game to all places of its text where the notation prints the
        same again; None: it prints everything once.
    :param separator: the text between two records in one file.
    :param package: the package that it comes from; if that is not kriegnote, ``module`` is the full name of a module
        with all three functions.
    :param contract: the version of the contract that a plug-in was written for (:data:`kriegnote.plugin.VERSION`).
    """

    id: str
    title: str
    module: str
    carries: Carries
    views: tuple[str, ...] = ("umpire",)
    recognise: tuple[tuple[str, float], ...] = ()
    suffixes: tuple[str, ...] = ()
    separator: str = "\n"
    rules: str | None = None
    silence: tuple[str, ...] = ()
    kinds: tuple[Kind, Kind] = ("score", "letter")
    plainness: int | None = None
    lends: bool = False
    bare: bool = False
    prose: Prose = "foreign"
    data: bool = False
    braces: bool = False
    tags: bool = False
    complete_fix: Callable[[Finding, Chunk], Finding] | None = None
    package: str = field(default="kriegnote", repr=False)
    contract: int = field(default=1, repr=False)

    def _part(self, part: str) -> Any:
        if self.package == "kriegnote":
            return import_module(f"kriegnote.notations.{self.module}.{part}")
        return import_module(self.module)

    def marks(self, text: str) -> float:
        """The total weight of the patterns found in a text, each counted four times at most."""
        text = as_script(text) if self.prose == "speech" else text
        found = ((_mark(filled(pattern, text)).finditer(text), weight) for pattern, weight in self.recognise)
        return sum(weight * sum(1 for _ in islice(matches, _MOST_MARKS)) for matches, weight in found)

    def without_marks(self, text: str) -> str:
        """A text without the matches of the patterns."""
        for pattern, _ in self.recognise:
            text = _mark(filled(pattern, text)).sub("", text)
        return text

    @contextmanager
    def _blamed(self, function: str) -> Iterator[None]:
        """Reports any exception in a plug-in, except an OSError, as a :class:`PluginError`."""
        try:
            yield
        except Exception as error:
            if self.package == "kriegnote" or isinstance(error, OSError):
                raise
            fault = f"{type(error).__name__}: {error}"
            raise PluginError(f"the plug-in {self.package} ({self.id}) failed in {function}: {fault}") from error

    def chunks(self, lines: Iterable[str]) -> Iterator[Chunk]:
        """The games of a stream of lines, one at a time.

        :raises PluginError: if a plug-in's notation fails; so do :meth:`read` and :meth:`write`.
        """
        if self.package == "kriegnote":
            result: Iterator[Chunk] = self._part("reader").chunks(lines)
            return result
        return self._chunks_of_plugin(lines)

    def _chunks_of_plugin(self, lines: Iterable[str]) -> Iterator[Chunk]:
        with self._blamed("chunks"):
            chunks = iter(self._part("reader").chunks(lines))
        while True:
            with self._blamed("chunks"):
                chunk: Chunk | None = next(chunks, None)
            if chunk is None:
                return
            yield chunk

    def read(self, chunk: Chunk) -> Read:
        """One game; bad text raises nothing."""
        if self.package != "kriegnote":
            return self._read(chunk)
        read = _remembered(self, chunk)
        return read._replace(findings=read.findings.copy())

    def _read(self, chunk: Chunk) -> Read:
        with self._blamed("read"):
            result: Read = self._part("reader").read(chunk)
        if any(type(event) is Move and event.parts is None and event.text for event in result.record.events):
            from kriegnote.notations.men_signs import with_men  # few texts print men by signs of their own

            result = with_men(result)
        kinds = {*map(type, result.record.events)}
        if self.braces and Comment in kinds:
            result = _with_remarks(result)
        if not kinds.isdisjoint(NAMES_SQUARES):
            named, found = in_algebraic(result.record)
            result = result._replace(record=named, findings=[*result.findings, *found])
        return result._replace(record=untagged(result.record)) if self.tags else result

    def write(self, record: Record, style: Style = PLAIN) -> str:
        """One record as text that ends with a line break.

        The silence of the record is reduced to the kinds that this notation can express completely.
        """
        silence = silence_kept(record, self.carries)
        events = record.events
        if not self.carries.null_moves:
            events = tuple(sayable(event, self.carries) for event in events)
        if some := self.carries.sometimes:
            events = tuple(event for event in events if type(event) not in some or has_words(event, self.carries))
        headers = tagged(record, self.carries) if self.tags else record.headers
        if self.braces and has_remarks(events):
            events = tuple(remarks.write(event, record.view) if is_remark(event) else event for event in events)
        record = record.replace(headers=headers, silence=silence, events=events)
        with self._blamed("write"):
            result: str = self._part("writer").write(record, style)
        return result


@lru_cache(maxsize=_REMEMBERED)
def _remembered(notation: Notation, chunk: Chunk) -> Read:
    return notation._read(chunk)


@lru_cache(maxsize=1024)  # re itself keeps fewer
def _mark(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)


def _with_remarks(result: Read) -> Read:
    """The result with the comments that are remarks replaced by the events that they stand for."""
    events: list[AnyEvent] = []
    findings = list(result.findings)
    for event in result.record.events:
        if type(event) is Comment and type(event.text) is Remark:
            remark = remarks.read(event)
            if remark is None:
                message = f"unknown remark: {event.text[:60]!r}"
                findings.append(finding("KN109", message, event, note="kept as a comment"))
                remark = msgspec.structs.replace(event, text=str(event.text))
            event = remark
        events.append(event)
    return result._replace(record=result.record.replace(events=tuple(events)), findings=findings)
