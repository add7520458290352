"""Reads, converts and checks records, one at a time, so that files may be of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

import msgspec

from kriegnote.diagnostics.finding_set import FindingSet
from kriegnote.diagnostics.findings import IN_NO_GAME, Finding, finding
from kriegnote.documents.found import chunk_of
from kriegnote.documents.named_players import with_players, words_before
from kriegnote.documents.recognition import container, judged
from kriegnote.documents.stated_ends import with_end, with_words_about
from kriegnote.errors import KriegnoteError
from kriegnote.model.events import Move, View
from kriegnote.model.record import Origin, Record
from kriegnote.notations import detection
from kriegnote.notations import registry as notations
from kriegnote.notations.accounting import Account, account
from kriegnote.notations.notation import Notation
from kriegnote.notations.noted_signs import with_noted_signs
from kriegnote.restoration.division import HEAVY, USUAL, plies_of_one_score
from kriegnote.rules import RULES, RulebookError, RuleSet
from kriegnote.rules import rulebook as find_rulebook
from kriegnote.text.mail import is_mail
from kriegnote.text.source import Chunk, Read, Text, open_text
from kriegnote.text.tags import is_problem
from kriegnote.text.writing import PLAIN, Style
from kriegnote.umpire.adjudication import adjudicate
from kriegnote.umpire.views import ViewError, can_derive, unheard, view

if TYPE_CHECKING:
    from kriegnote.documents.games import Document


_SHORT: Final = 20_000  # characters of a text that may be the damaged score of one game
_MANY_MORE: Final = 1.25  # how many times the plies of a document's only game such a score has


class InputError(KriegnoteError):
    """Raised if the input cannot be read at all: no such file, an unknown notation, a text that fits none."""


class Item(NamedTuple):
    """A record as read, with its reader's findings, its text, its notation, its file, and its number (from 1) in it.

    ``in_document``: the file is a document or a table that contains the game, and not itself in that notation.
    """

    record: Record
    findings: list[Finding]
    chunk: Chunk
    notation: Notation
    file: str | None = None
    number: int = 1
    in_document: bool = False

    @property
    def place(self) -> dict[str, Any]:
        """Its ``file`` (``-``: standard input), ``number`` and first ``line`` (both from 1), and ``notation``."""
        return {"file": self.file or "-", "number": self.number, "line": self.chunk.line, "notation": self.notation.id}


class Cut(NamedTuple):
    """A text split into the chunks of its games, one at a time, with its notation and the findings on its encoding.

    :param document: the parsed document, if the text is one, whose games each have their own notation; None otherwise.
    :param first: the first chunk, if it was already read to detect the notation, with its result.
    """

    notation: Notation
    findings: list[Finding]
    chunks: Iterator[Chunk]
    document: Document | None = None
    first: tuple[Chunk, Read] | None = None

    def read(self, chunk: Chunk) -> Read:
        """Reads one of its chunks."""
        if self.first is not None and self.first[0] == chunk:
            return self.first[1]
        return self.notation.read(chunk)


class Converted(NamedTuple):
    """A record in its new notation: the text, the record as written, what became of each fact, and the findings."""

    text: str
    record: Record
    account: Account
    findings: list[Finding]


def lookup(name: str) -> Notation:
    """The notation with this id.

    :raises InputError: if there is none; the message lists those there are.
    """
    try:
        return notations.notation(name)
    except KeyError:
        if name == "problem":
            raise InputError("a problem is not a game: `kriegnote prove` reads it") from None
        known = ", ".join(notations.notations())
        raise InputError(f"unknown notation {name!r}; expected one of {known}") from None


def rulebook(name: RuleSet | str | None) -> RuleSet | None:
    """The rulebook with a name, of a TOML file, or of either with changed fields (``rand; doubles=no``).

    A rulebook, or None, is returned as it is.

    :raises InputError: if there is none, or its file cannot be read; the message says what to write instead.
    """
    if name is None or isinstance(name, RuleSet):
        return name
    if not isinstance(name, str):
        raise InputError(f"rules is {name!r}; expected a rulebook or its id")
    try:
        return find_rulebook(name)
    except RulebookError as error:
        raise InputError(str(error)) from None


def read_items(source: Path | BinaryIO, name: str | None = None) -> Iterator[Item]:
    """The records of a file or byte stream, one at a time.

    :param name: the notation's id; None: it is detected.
    :raises InputError: if the notation is unknown or cannot be detected.
    :raises OSError: if the file cannot be read.
    """
    file = str(source) if isinstance(source, Path) else None
    yield from read_chunks(cut(source, name, file), file=file)


def cut(source: Path | BinaryIO, name: str | None = None, filename: str | None = None) -> Cut:
    """A file or byte stream, split into its games; no more of it is read than is needed to detect the notation.

    :param name: the notation's id; None: it is detected.
    :param filename: the file name of the text, which may help to detect the notation.
    :raises InputError: if the notation is unknown or cannot be detected; also, when the first chunk is taken, for JSON
        that is no record.
    :raises OSError: if the file cannot be read.
    """
    opened = open_text(source)
    row = lookup(name) if name is not None else None
    first = None
    lines = iter(opened.lines)
    begun: list[str] = []
    size = 0
    for line in lines:
        begun.append(line)
        size += len(line)
        if size > detection.SAMPLE or (row is not None and not line.strip()):
            break
    sample = "".join(begun)[: detection.SAMPLE]
    if row is not None and (read := container(sample, filename)) is not None:
        texts = read("".join(_all(begun, lines)), row)
        return Cut(row, [*on_encoding(opened, texts), *texts.left_out()], _chunks(texts), texts)
    if row is None:
        chosen = judged(sample, _detected(sample, filename), lambda: "".join(_all(begun, lines)), filename)
        document = chosen.document
        left = document.left_out() if document is not None else []
        if document is not None and _is_one_game(document, left):
            return Cut(lookup("san"), on_encoding(opened, document), iter([Chunk(document.source)]))
        if document is not None and chosen.apart:
            found = [*on_encoding(opened, document), *left]
            return Cut(document.games[0].notation, found, _chunks(document), document)
        if document is not None and document.solutions and chosen.notation.id is None:
            raise InputError("there are problems here, but no games: `kriegnote extract` lists them")
        row = _sure(chosen.notation, sample, left, mail=is_mail(sample, filename))
        first = chosen.notation.first.get(row.id)
    return Cut(row, list(opened.findings), _games(row, _chain(begun, lines)), first=first)


def _is_one_game(document: Document, left: Sequence[Finding]) -> bool:
    """Whether a short text, of which not all belongs to one game of the document, is the damaged score of one.

    :param left: findings on lines outside any game.
    """
    if document.solutions or len(document.source) > _SHORT:
        return False
    moves = [sum(isinstance(event, Move) for event in one.record.events) for one in document.games]
    if len(moves) < 2 and not any(one.code == IN_NO_GAME for one in left):
        return False
    return plies_of_one_score(document.source) > max(moves, default=0) * (_MANY_MORE if len(moves) < 2 else 1)


def on_encoding(opened: Text, document: Document) -> list[Finding]:
    """The findings on the encoding of a text; none if it declares that itself."""
    return [] if document.declared else opened.findings


def _games(row: Notation, lines: Iterator[str]) -> Iterator[Chunk]:
    begun = False
    for chunk in row.chunks(lines):
        if not chunk.text.strip():
            continue
        if not begun and row.id == "json":
            _refuse_foreign(chunk.text)
        begun = True
        yield chunk


def read_chunks(whole: Cut, *, file: str | None = None, first: int = 1) -> Iterator[Item]:
    """The records of a text that was split into its games.

    :param file: the file's name; it is entered as the origin of each record that has none.
    :param first: the number of the first game.
    """
    if whole.document is not None:
        yield from document_items(whole.document, file, whole.findings)
        return
    findings = whole.findings
    for number, chunk in enumerate(whole.chunks, first):
        record, found = with_noted_signs(whole.read(chunk), chunk)
        if not whole.notation.data:
            before = words_before(chunk, record)
            record = with_end(with_players(record, before, chunk.text), chunk, before)
        if file is not None and record.origin is msgspec.UNSET:
            record = record.replace(origin=Origin(file=file, number=number, line=chunk.line))
        yield Item(record, findings + found, chunk, whole.notation, file, number)
        findings = []
    if findings:
        yield Item(Record(), findings, Chunk(""), whole.notation, file, first)


def document_items(document: Document, file: str | None, first: list[Finding]) -> Iterator[Item]:
    """The games of a document as items; the places of their findings refer to the original text.

    :param first: findings on the whole text, which the first item receives.
    """
    places = [
        Origin(file=file, number=game.number, line=game.line, page=None if game.page is None else str(game.page))
        for game in document.games
    ]
    for game, place in zip(document.games, places, strict=True):
        others = tuple(places[number - 1] for number in game.witnesses)
        chunk = chunk_of(document.source, game)
        record, found = with_noted_signs(Read(with_words_about(document, game), game.findings), chunk)
        record = record.replace(origin=place, **({"witnesses": others} if others else {}))
        yield Item(record, first + found, chunk, game.notation, file, game.number, in_document=True)
        first = []


def _chunks(document: Document) -> Iterator[Chunk]:
    return (chunk_of(document.source, game) for game in document.games)


def _refuse_foreign(text: str) -> None:
    """Rejects JSON of other programs.

    :raises InputError: if the text is an object that is no record.
    """
    from kriegnote.notations.json.reader import foreign

    why = foreign(text)
    if why is not None:
        raise InputError(why)


def _all(begun: list[str], lines: Iterator[str]) -> list[str]:
    """All lines, including those not yet read."""
    begun += lines
    return begun


def _chain(begun: list[str], lines: Iterator[str]) -> Iterator[str]:
    yield from begun
    begun.clear()
    yield from lines


def _detected(sample: str, filename: str | None) -> detection.Detected:
    """The detected notation of a text.

    :raises InputError: if the text is empty or a problem.
    """
    if not sample.strip():
        raise InputError("the input is empty")
    if is_problem(sample.split("\n")):
        raise InputError("this is a problem: `kriegnote prove` reads it")
    return detection.judge(sample, filename)


def _sure(found: detection.Detected, sample: str, left: list[Finding], *, mail: bool) -> Notation:
    """The notation of a text; that of a plain score if nothing else is recognised and most of its words are plies.

    :param left: findings on lines of the text outside any game.
    :param mail: whether it is mail.
    :raises InputError: if it is not certain; the message names the candidates, or where there are moves.
    """
    likely = found.id is not None and (not found.doubtful or found.id in detection.PLAINEST)
    if not (likely or mail) and plies_of_one_score(sample, USUAL if found.id is not None else HEAVY):
        return notations.notation("san")
    if found.id is not None:
        return notations.notation(found.id)
    if mail:
        raise InputError("there is no game in this mail")
    if not found.candidates and detection.tells_a_game(sample):
        return notations.notation(detection.PROSE)
    if not found.candidates:
        seen = f" ({left[0].message})" if left else ""
        name_it = "name it with --from (`kriegnote notations` lists them)"
        raise InputError(f"cannot tell which notation this is{seen}; {name_it}")
    perhaps = " or ".join(found.candidates)
    raise InputError(f"cannot tell which notation this is, perhaps {perhaps}; name it with --from")


def _in_series(record: Record, own: RuleSet | None) -> bool:
    """Whether a game may be played in series: by its rulebook or, without one, by the sides of its moves."""
    if own is not None:
        return own.game.turns == "progressive"
    plies = [(event.side, event.turn) for event in record.events if isinstance(event, Move)]
    return len(plies) < 2 or any(one == other for one, other in pairwise(plies))


def convert_record(
    record: Record,
    target: Notation,
    *,
    rules: RuleSet | None = None,
    listener: View | None = None,
    until: int | None = None,
    style: Style = PLAIN,
) -> Converted:
    """Converts one record into another notation.

    A record without a rulebook is written under the notation's own (an ICC log under ICC's rules); one with a rulebook
    is written under that, whatever the notation, since under another one a player would hear what he could not have
    heard.

    :raises ViewError: if the view cannot be derived, or the notation cannot hold it or the game.
    """
    if rules is None and target.rules is not None:
        own = RULES[record.rules] if record.rules else None
        usual = RULES[target.rules]
        if usual.game.turns == "progressive" and not _in_series(record, own):
            raise ViewError(f"{target.id} is for games played in series, but here the players alternate")
        rules = own or usual
    judged = adjudicate(record, rules)
    wanted = listener or record.view
    if wanted not in target.views:
        views = [f"--view {name}" for name in target.views if can_derive(record.view, name)]
        others = [f"--to {name}" for name in ("pgn", "json") if wanted in notations.notation(name).views]
        raise ViewError(f"{target.id} cannot hold a record in {wanted} view; use {' or '.join(views or others)}")
    seen = view(judged.record, wanted, until)
    if seen.view == record.view:
        added = [at for at in judged.added if at < len(seen.events)]
        counted = account(seen, target.carries, added=added, withdrawn=judged.withdrawn)
        return Converted(target.write(seen, style), seen, counted, judged.findings)
    withdrawn = unheard(record, wanted, rules) if rules else ()
    return Converted(target.write(seen, style), seen, account(seen, target.carries, withdrawn=withdrawn), audible(seen))


def audible(seen: Record) -> list[Finding]:
    """The findings on a player's view that he may see: errors and an invalid starting position, without places.

    They are found in that view alone. The findings of the umpire, and those on the original text, are withheld: their
    existence, place and wording would reveal moves that he did not see.
    """
    found = adjudicate(seen, announce=False).findings
    return FindingSet(one for one in found if one.severity == "error" or one.code == "KN404").for_listener().listed()


def findings_of(item: Item, done: Converted) -> list[Finding]:
    """All findings on the conversion of one record, including its reader's.

    If the record was converted into another listener's view, of the reader's findings only an invalid starting position
    is reported, since he was shown that.
    """
    if done.record.view != item.record.view:
        shown = FindingSet(one for one in item.findings if one.code == "KN404")
        return [*shown.for_listener().listed(), *done.findings]
    return FindingSet(item.findings).judged(FindingSet(done.findings)).listed()


def check_record(record: Record, rules: RuleSet | None = None) -> list[Finding]:
    """The umpire's findings on a record, in the order of its text."""
    return adjudicate(record, rules, announce=rules is not None or record.rules is not None).findings


def empty(item: Item) -> Finding | None:
    """A finding if an item contains nothing in its notation; None otherwise."""
    if not Read(item.record, item.findings).is_empty or (item.record.events and item.notation.data):
        return None
    return finding("KN106", f"no game in {item.notation.id} notation found", line=item.chunk.line, column=1)


__all__ = [
    "Converted", "Cut", "InputError", "Item", "ViewError", "check_record", "convert_record", "cut",
    "document_items", "empty",
    "lookup", "on_encoding", "read_chunks", "read_items", "rulebook",
]  # fmt: skip
