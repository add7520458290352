"""Processes the games of many inputs, one after the other or in several processes, with the same results.

Short inputs are sent to a process whole; long ones are split, some games at a time, so that a file of any length needs
little memory. Results are returned in the order of the inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from kriegnote.archive.inputs import Input, Leftover, Unreadable
from kriegnote.diagnostics.findings import Finding
from kriegnote.notations.notation import PluginError
from kriegnote.notations.registry import notation
from kriegnote.operations.conversion import Cut, InputError, Item, cut, read_chunks
from kriegnote.text.source import Chunk

if TYPE_CHECKING:
    from kriegnote.documents.games import Document

R = TypeVar("R")
SHORT: Final = 1 << 18  # the most bytes of an input that is not split
TOGETHER: Final = 8  # the most inputs that are sent to a process together
BYTES: Final = 1 << 16  # the most bytes that they have together
GAMES: Final = 16  # the most games in a part of a longer input
CHARACTERS: Final = 1 << 16  # the most characters in it, unless a single game is longer

Work = Callable[[Iterable[Item]], Iterable[R]]


@dataclass(frozen=True, slots=True)
class WorkPart:
    """The work for one process: an input, or some games of a long one, beginning with game number ``first``.

    ``findings`` are those on the input's encoding; they are reported with its first game.
    """

    input: Input
    source: str | None = None
    chunks: tuple[Chunk, ...] | None = None
    notation: str = ""
    first: int = 1
    findings: tuple[Finding, ...] = ()
    problem: str | None = None
    last: bool = True
    document: Document | None = None


@dataclass(slots=True)
class PartResult(Generic[R]):
    """The result of a part: the results of its games.

    ``problem``: why the part could not be read, at all or to its end; ``leftover``: whether it is a file that nobody
    wants to read; ``left``: findings on its text outside the games; ``last``: whether it is the last part of its input;
    ``earlier``: what an earlier run reported about the input, instead of games.
    """

    input: Input
    games: list[R] = field(default_factory=list)
    problem: str | None = None
    leftover: bool = False
    left: tuple[Finding, ...] = ()
    last: bool = True
    earlier: Any = None


def process(
    sources: Iterable[Input],
    work: Work[R],
    *,
    source: str | None = None,
    jobs: int = 1,
    whole: bool = False,
    earlier: Callable[[Input], Any] = lambda one: None,
) -> Iterator[PartResult[R]]:
    """Processes every game of every input.

    :param work: returns a result for each of the games that it receives; other processes must be able to import it.
    :param source: the notation's id; None: it is detected for each input.
    :param jobs: the number of processes.
    :param whole: whether all games of an input are processed together, however long it is.
    :param earlier: returns what is already known about an input, so that it need not be read; None: nothing.
    """
    parts = _parts(sources, source, whole, earlier)
    if jobs <= 1:
        return map(partial(_work_on, work), parts)
    from kriegnote.archive.parallel import ordered

    return chain.from_iterable(ordered(partial(_work_on_all, work), _together(parts), jobs))


def _parts(
    sources: Iterable[Input], source: str | None, whole: bool, earlier: Callable[[Input], Any]
) -> Iterator[WorkPart | PartResult[Any]]:
    for one in sources:
        known = earlier(one)
        if known is not None:
            yield PartResult(one, earlier=known)
        elif whole or _is_short(one):
            yield WorkPart(one, source)
        else:
            yield from _cut_up(one, source)


def _together(parts: Iterable[WorkPart | PartResult[Any]]) -> Iterator[list[WorkPart | PartResult[Any]]]:
    """The parts in groups: small files together, since each message to a process has a cost; others alone."""
    group: list[WorkPart | PartResult[Any]] = []
    size = 0
    for part in parts:
        more = _size(part.input) if isinstance(part, PartResult) or part.chunks is None else BYTES
        if group and size + more > BYTES:
            yield group
            group, size = [], 0
        group.append(part)
        size += more
        if len(group) >= TOGETHER:
            yield group
            group, size = [], 0
    if group:
        yield group


def _is_short(one: Input) -> bool:
    if one.problem is not None:
        return True
    try:
        return one.path is not None and one.path.is_file() and one.path.stat().st_size <= SHORT
    except OSError:
        return True


def _size(one: Input) -> int:
    """The size of an input's file in bytes; 0 if it is not known."""
    try:
        return one.path.stat().st_size if one.path is not None and one.problem is None else 0
    except OSError:
        return 0


def _cut_up(one: Input, source: str | None) -> Iterator[WorkPart]:
    """A long input as parts of some games each."""
    first, name = 1, ""
    findings: tuple[Finding, ...] = ()
    chunks: list[Chunk] = []
    size = 0
    try:
        with one.open() as opened:
            whole = cut(opened.stream, source, opened.filename)
            if whole.document is not None:  # its games each have their own notation and place
                yield WorkPart(one, source, (), whole.notation.id, 1, tuple(whole.findings), document=whole.document)
                return
            name, findings = whole.notation.id, tuple(whole.findings)
            for chunk in whole.chunks:
                chunks.append(chunk)
                size += len(chunk.text)
                if len(chunks) >= GAMES or size >= CHARACTERS:
                    yield WorkPart(one, source, tuple(chunks), name, first, findings, last=False)
                    first, findings, chunks, size = first + len(chunks), (), [], 0
            problem = opened.damage
    except _FAILURES as error:
        problem = one.complaint(error)
    if not chunks and first == 1 and problem is None:
        problem = "the input is empty"
    yield WorkPart(one, source, tuple(chunks), name, first, findings, problem)


_FAILURES: Final = (InputError, PluginError, Unreadable, OSError)


def _work_on_all(work: Work[R], parts: list[WorkPart | PartResult[R]]) -> list[PartResult[R]]:
    return [_work_on(work, part) for part in parts]


def _work_on(work: Work[R], part: WorkPart | PartResult[R]) -> PartResult[R]:
    if isinstance(part, PartResult):
        return part
    result: PartResult[R] = PartResult(part.input, problem=part.problem, last=part.last)
    try:
        if part.chunks is None:
            with part.input.open() as opened:
                whole = cut(opened.stream, part.source, opened.filename)
                result.left = tuple(whole.findings)
                result.games.extend(work(_items(part, whole)))
                result.problem = opened.damage
        elif part.document is not None:
            whole = Cut(notation(part.notation), list(part.findings), iter(()), part.document)
            result.left = part.findings
            result.games.extend(work(_items(part, whole)))
        elif part.chunks:
            whole = Cut(notation(part.notation), list(part.findings), iter(part.chunks))
            result.games.extend(work(_items(part, whole)))
    except _FAILURES as error:
        result.problem = part.input.complaint(error)
        result.leftover = isinstance(error, Leftover)
    return result


def _items(part: WorkPart, whole: Cut) -> Iterator[Item]:
    """The games, each with its place.

    :raises InputError: if there are none.
    """
    file = None if part.input.path is None else part.input.name
    count = 0
    for item in read_chunks(whole, file=file, first=part.first):
        count += 1
        yield item
    if not count:
        raise InputError("the input is empty")
