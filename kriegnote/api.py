"""The library's verbs: read, convert, check."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from kriegnote.checking import check_item
from kriegnote.conversion import Converted, convert_record, lookup, read_items, rulebook
from kriegnote.events import View
from kriegnote.findings import Finding
from kriegnote.moves import Language, Spelling
from kriegnote.notations import Style
from kriegnote.record import Record
from kriegnote.source import Read
from kriegnote.umpire import adjudicate

Source = str | bytes | Path | BinaryIO


def _binary(source: Source) -> Path | BinaryIO:
    if isinstance(source, str):
        return io.BytesIO(source.encode("utf-8", "surrogatepass"))
    return io.BytesIO(source) if isinstance(source, bytes) else source


def read(source: Source, notation: str | None = None) -> Iterator[Read]:
    """The records of a text, as they were written: moves as printed, nothing resolved.

    :param source: text, bytes, a path or a byte stream.
    :param notation: the notation's id; None has it detected.
    :raises InputError: the notation is unknown or cannot be told.
    :raises OSError: the file cannot be read.
    """
    for item in read_items(_binary(source), notation):
        yield Read(item.record, item.findings)


def resolve(record: Record, rules: str | None = None) -> Read:
    """A record with its moves resolved and, under a rulebook (its own or the one named), its announcements completed.

    :raises InputError: there is no such rulebook.
    """
    return Read(*adjudicate(record, rulebook(rules)))


def convert(
    source: Source | Record,
    to: str,
    *,
    notation: str | None = None,
    rules: str | None = None,
    view: View | None = None,
    until: int | None = None,
    lang: Language = "en",
    pieces: Spelling | None = None,
) -> Iterator[Converted]:
    """Records in another notation, one at a time: their text, what became of each fact, what was found.

    :param source: a text (see :func:`read`) or one record.
    :raises InputError: a notation or rulebook is unknown, or the text's notation cannot be told.
    :raises ViewError: the view cannot be had, or the notation cannot hold it.
    """
    row, book = lookup(to), rulebook(rules)
    style = Style(lang, pieces or ("it" if lang == "it" else "en"))
    records = [source] if isinstance(source, Record) else (one.record for one in read(source, notation))
    for record in records:
        yield convert_record(record, row, rules=book, listener=view, until=until, style=style)


def check(source: Source, *, notation: str | None = None, rules: str | None = None) -> Iterator[Finding]:
    """What reader and umpire find in a text.

    :raises InputError: the notation or rulebook is unknown, or the notation cannot be told.
    """
    book = rulebook(rules)
    for item in read_items(_binary(source), notation):
        yield from check_item(item, book)
