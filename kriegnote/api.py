"""The library's functions: read, detect, check, repair, convert, resolve, view, prove.

A text is a ``str`` or ``bytes``; a file is a :class:`pathlib.Path` or a stream opened in binary mode. The parameters
are named like the command line's options: ``from_`` (``--from``), ``to``, ``rules``, ``view``, ``until``, ``lang``,
``pieces``. Invalid arguments raise at once; after that, records are read one at a time.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, ParamSpec, TypeVar, get_args

import msgspec

from kriegnote.diagnostics.finding_set import FindingSet
from kriegnote.diagnostics.findings import Finding
from kriegnote.model.events import View
from kriegnote.model.printed_moves import Lang, Spelling
from kriegnote.model.record import Record
from kriegnote.notations import detection
from kriegnote.notations import registry as notations
from kriegnote.operations.checking import check_item
from kriegnote.operations.conversion import (
    Converted,
    InputError,
    Item,
    check_record,
    convert_record,
    lookup,
    read_items,
    rulebook,
)
from kriegnote.restoration.restorer import Repaired
from kriegnote.restoration.restorer import repair as repair_records
from kriegnote.rules import RuleSet
from kriegnote.text.source import Read, open_text
from kriegnote.text.tags import is_problem
from kriegnote.text.writing import Style
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import view as view_of

if TYPE_CHECKING:
    from kriegnote.problems.policy import Problem
    from kriegnote.problems.prove import Verdict

Source = str | bytes | Path | BinaryIO
P = ParamSpec("P")
T = TypeVar("T")


def _formerly_notation(function: Callable[P, T]) -> Callable[P, T]:
    """Accept ``notation=``, the name of ``from_=`` before version 0.2, with a warning."""

    @wraps(function)
    def call(*args: P.args, **options: P.kwargs) -> T:
        if "notation" in options:
            warnings.warn("the parameter notation has been renamed from_", DeprecationWarning, stacklevel=2)
            options["from_"] = options.pop("notation")
        return function(*args, **options)

    return call


@_formerly_notation
def read(source: Source, from_: str | None = None) -> Iterator[Read]:
    """Read the records of a text as they are written, without resolving moves.

    >>> [game] = read("1. e4 e5 2. Ke3 1-0", "san")
    >>> [event.text for event in game.record.events], game.record.result
    (['e4', 'e5', 'Ke3'], '1-0')

    :param source: a text (``str`` or ``bytes``), or a file (a ``Path`` or a binary stream).
    :param from_: the notation's id; None: it is detected.
    :raises InputError: if the notation is unknown or cannot be detected, or the source is neither text nor file.
    :raises OSError: if the file cannot be read.
    """
    return (Read(item.record, item.findings) for item in _items(source, from_))


def detect(source: Source) -> str | None:
    """Detect the notation of a text: its id, ``problem`` for what :func:`prove` reads, or None if that is not certain.

    >>> detect("1. e4 (a? N) e5 (a? N) 2. d4 (a? Y)")
    'tries'
    >>> detect("Dear Carlo, I enclose the cheque.")

    :param source: a text or a file (see :func:`read`); 64 KiB of it are examined, and the file's suffix.
    :raises InputError: if the source is neither text nor file.
    :raises OSError: if the file cannot be read.
    """
    file = _binary(source)
    lines: list[str] = []
    size = 0
    for line in open_text(file).lines:
        lines.append(line)
        size += len(line)
        if size > detection.SAMPLE:
            break
    if is_problem(lines):
        return "problem"
    return detection.detect("".join(lines), file.name if isinstance(file, Path) else None)


def resolve(record: Record, rules: RuleSet | str | None = None) -> Read:
    """Resolve the moves of a record and, under a rulebook (its own or the one given), complete its announcements.

    >>> [game] = read("1. e4 d5 2. exd5 *", "san")
    >>> [type(event).__name__ for event in resolve(game.record, "icc").record.events]
    ['PawnTries', 'Move', 'PawnTries', 'Move', 'PawnTries', 'Move', 'Capture', 'PawnTries']

    :param rules: a rulebook or its id; None: the record's own.
    :raises InputError: if it is no record.
    :raises KriegnoteError: if there is no such rulebook; of the record's own, too.
    """
    judged = adjudicate(_record(record), rulebook(rules))
    return Read(judged.record, judged.findings)


def view(record: Record, view: View, until: int | None = None) -> Record:
    """Extract from a record what a player, the public or the umpire heard.

    >>> [game] = read("1. e4 d5 *", "san")
    >>> [event.move for event in view(resolve(game.record).record, "white").events]
    ['e2e4', None]

    :param record: a resolved record (see :func:`resolve`).
    :param view: ``white``, ``black``, ``public`` or ``umpire``.
    :param until: a turn from 1: stop before it (before the player's own move in it), and leave out the result.
    :raises ViewError: if a player's record is asked for another player's view, or the public's for any other view.
    :raises KriegnoteError: if this is no record, there is no such view or rulebook, or the turn is below 1.
    """
    _choice("view", view, get_args(View))
    return view_of(_record(record), view, _turn(until))


@_formerly_notation
def convert(
    source: Source | Record,
    to: str,
    *,
    from_: str | None = None,
    rules: RuleSet | str | None = None,
    view: View | None = None,
    until: int | None = None,
    lang: Lang = "en",
    pieces: Spelling | None = None,
) -> Iterator[Converted]:
    """Convert records into another notation, one at a time: the text, what became of each fact, and the findings.

    If the view is not the record's own, there are only those findings that the listener may hear.

    >>> [done] = convert("1. e4 d5 2. exd5 1-0", "pgn", from_="san", rules="english")
    >>> done.account.derived
    {'capture': 1}

    :param source: a text or a file (see :func:`read`), or one record.
    :param to: the id of the notation to write.
    :param rules: a rulebook or its id; None: the record's own, or the one that the notation implies.
    :param view: ``umpire``, ``white``, ``black`` or ``public``; None: the record's own.
    :param until: a turn from 1: stop before it (before the player's own move in it).
    :param lang: the language of the words, ``en`` or ``it``.
    :param pieces: the piece letters, ``en``, ``it``, ``de``, ``fr``, ``es``, ``nl`` or ``figurine``; None: those of
        ``lang``.
    :raises InputError: if an argument has no such value, or the text's notation cannot be detected.
    :raises ViewError: if the view cannot be derived, or the notation cannot hold it.
    :raises KriegnoteError: if a record's rulebook does not exist.
    :raises OSError: if the file cannot be read.
    """
    row, book = lookup(to), rulebook(rules)
    _choice("lang", lang, get_args(Lang))
    style = Style.of(lang, pieces)
    _choice("pieces", style.pieces, get_args(Spelling))
    if view is not None:
        _choice("view", view, get_args(View))
    _turn(until)
    reads = [Read(source, [])] if isinstance(source, Record) else read(source, from_)

    def each() -> Iterator[Converted]:
        for record, findings in reads:
            done = convert_record(record, row, rules=book, listener=view, until=until, style=style)
            if done.record.view == record.view:
                judged = FindingSet(findings).judged(FindingSet(done.findings))
                done = done._replace(findings=judged.listed())
            yield done

    return each()


@_formerly_notation
def check(
    source: Source | Record, *, from_: str | None = None, rules: RuleSet | str | None = None
) -> Iterator[Finding]:
    """Check a text or a record: the findings of the reader and the umpire.

    >>> [found] = check("1. e4 e5 2. Ke3 *", from_="san")
    >>> found.code, found.line, found.column, found.message
    ('KN201', 1, 13, 'Ke3 is not legal for White here')

    :param source: a text or a file (see :func:`read`), or one record.
    :param rules: a rulebook or its id; None: the record's own.
    :raises KriegnoteError: if the notation or a rulebook is unknown, or the notation cannot be detected.
    :raises OSError: if the file cannot be read.
    """
    book = rulebook(rules)
    if isinstance(source, Record):
        return iter(check_record(source, book))
    return chain.from_iterable(check_item(item, book) for item in _items(source, from_))


@_formerly_notation
def repair(
    source: Source | Record | list[Record] | tuple[Record, ...],
    *,
    from_: str | None = None,
    rules: RuleSet | str | None = None,
    effort: int = 1,
) -> list[Repaired]:
    """Repair damaged scores: the records, how many readings fit, the plies that stay open, and the findings.

    Each record is repaired separately, regardless of the others.

    >>> [done] = repair("1. f4, e5 2. f×e5, ♖h4 3. g3, ♙c5", from_="san")
    >>> [event.san for event in resolve(done.record).record.events]
    ['f4', 'e5', 'fxe5', 'Qh4+', 'g3', 'Bc5']
    >>> done.readings, done.open
    (1, [])

    :param source: a text or a file (see :func:`read`), a record, or several records.
    :param rules: a rulebook or its id; None: each record's own.
    :param effort: how many times the usual amount of work a record may take, from 1.
    :raises KriegnoteError: if the notation or a rulebook is unknown, the notation cannot be detected, or the effort is
        below 1.
    :raises OSError: if the file cannot be read.
    """
    book = rulebook(rules)
    _whole("effort", effort)
    reads: list[Read]
    if isinstance(source, Record):
        reads = [Read(source, [])]
    elif isinstance(source, (list, tuple)):
        reads = [Read(record, []) for record in source]
    else:
        reads = list(read(source, from_))
    records = [one.record.under(book.id) if book else one.record for one in reads]
    repaired = zip(reads, repair_records(records, effort=effort), strict=True)
    return [
        replace(done, findings=[*(found for found in one.findings if found.severity != "info"), *done.findings])
        for one, done in repaired
    ]


def prove(
    source: Source | Problem, *, rules: RuleSet | str | None = None, search: bool = True, keys: bool = False
) -> list[Verdict]:
    """Prove or refute the printed solutions of problems; the first verdict has the findings on the text as a whole.

    >>> [verdict] = prove('[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]\\n[Stipulation "#1"]\\n\\n1.Qf8#')
    >>> verdict.verdict
    'proven'

    :param source: a text or a file (see :func:`read`), or a problem as read.
    :param rules: a rulebook or its id; None: the one that the problem names, else english.
    :param search: let the solver search what the text leaves open.
    :param keys: let it find the keys, too.
    :raises KriegnoteError: if the text has no problem, or the rulebook does not exist or is not one of chess with mate.
    :raises OSError: if the file cannot be read.
    """
    from kriegnote.problems.policy import Problem
    from kriegnote.problems.prove import prove as prove_problem
    from kriegnote.problems.reading.reader import read_problems

    book = rulebook(rules)
    findings: list[Finding] = []
    if isinstance(source, Problem):
        problems = [source]
    else:
        opened = open_text(_binary(source))
        problems, found = read_problems("".join(opened.lines))
        findings = [*opened.findings, *found]
        if not problems:
            raise InputError(findings[0].message if findings else "no problem found")
    verdicts = [prove_problem(problem, book, search=search, keys=keys) for problem in problems]
    if findings:
        verdicts[0] = msgspec.structs.replace(verdicts[0], findings=(*findings, *verdicts[0].findings))
    return verdicts


def _items(source: Source, from_: str | None) -> Iterator[Item]:
    if from_ is not None:
        lookup(from_)
    return read_items(_binary(source), from_)


def _choice(name: str, value: str, known: Iterable[str]) -> None:
    if value not in (choices := tuple(known)):
        raise InputError(f"unknown {name} {value!r}; expected one of {', '.join(choices)}")


def _record(record: Record) -> Record:
    if isinstance(record, Record):
        return record
    hint = "; pass its field record" if isinstance(record, Read) else ""
    raise InputError(f"a Record is expected, not {type(record).__name__}{hint}")


def _turn(until: int | None) -> int | None:
    return until if until is None else _whole("until", until)


def _whole(name: str, value: int) -> int:
    """An argument that must be a whole number from 1."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError(f"{name} is {value!r}; expected a whole number from 1")
    return value


def _binary(source: Source) -> Path | BinaryIO:
    """Return a source as a path or a binary stream.

    :raises InputError: if it is neither a text nor a file, is opened in text mode, or looks like a file name.
    """
    if isinstance(source, str):
        if _is_file_name(source):
            raise InputError(f"{source!r} looks like a file name, not a text; to read the file pass Path({source!r})")
        return io.BytesIO(source.encode("utf-8", "surrogatepass"))
    if isinstance(source, (bytes, bytearray)):
        return io.BytesIO(source)
    if isinstance(source, Path):
        return source
    if isinstance(source, io.TextIOBase) or not hasattr(source, "read"):
        was = "a file opened in text mode" if hasattr(source, "read") else f"of type {type(source).__name__}"
        raise InputError(f"the source is {was}; pass a str, bytes, a pathlib.Path or a file opened in binary mode")
    return source


_FILES = (".txt", ".log", ".md", ".gz", ".bz2", ".xz", ".zst", ".zip")


def _is_file_name(text: str) -> bool:
    """Whether a text is one line with the suffix of a file of records, or the path of an existing file."""
    if not text.strip() or "\n" in text or len(text) > 1024:
        return False
    suffixes = {*_FILES, *(suffix for row in notations.notations().values() for suffix in row.suffixes)}
    if text.lower().endswith(tuple(suffixes)):
        return True
    try:
        return ("/" in text or "\\" in text or "." in text) and Path(text).exists()
    except (OSError, ValueError):
        return False
