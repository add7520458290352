"""Mail as programs keep it, a mailbox or a single message: its parts decoded, each character in its place in the file.

Letters that a person copied below one another, each under its header, are messages, too, if their dates say that they
stand in the order in which they were written; where the last one is above the others, each quotes the one below it.

    From anna@example.org Mon Mar 1 10:00:00 1999        MIME-Version: 1.0
    Subject: our game                                    Content-Transfer-Encoding: quoted-printable

    1. e4                                                15. fxg8=3DQ Qa8 16. Qxf8#

Python's :mod:`email` reads the headers and finds the parts; what it does not say is where in the file they stand.
"""

from __future__ import annotations

import binascii
import codecs
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from kriegnote.lexicon import meant
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain
from kriegnote.text.source import skip_blanks
from kriegnote.text.unprinted import seen

if TYPE_CHECKING:
    from email.message import Message as Mime

_LINES: Final = Terminals("line_prefixes")
_SUFFIXES: Final = (".eml", ".mbox", ".mbx")
_OF_PROGRAMS: Final = frozenset({"mime-version", "content-type", "message-id", "received", "return-path"})
"""Headers that people who copy a letter leave out."""
_ALSO_TEXT: Final = frozenset({"application/x-chess-pgn", "application/json", "application/octet-stream"})
_GUESSED: Final = "cp1252"
_COPIED: Final = 3
"""The least number of letters that are taken for messages by their headers."""


class MailPart(NamedTuple):
    """A part of a message: its text with the places of its characters in the file, None if it is not text.

    :param name: the file name of an attachment, or else its type; empty for what the letter itself says.
    :param start: the offset in the file at which it begins.
    :param declared: whether it says in which encoding it is, or needs none.
    """

    text: Plain | None
    html: bool
    name: str
    start: int
    declared: bool = True


class MailMessage(NamedTuple):
    """A message: its subject, its id, and the ids of those that it answers, the nearest last.

    :param date: its time in seconds, None if it does not say it.
    """

    subject: str
    id: str
    answers: tuple[str, ...]
    date: float | None
    parts: tuple[MailPart, ...]


def is_mail(sample: str, filename: str | None) -> bool:
    """Whether a text, of which this is the beginning, is a mailbox or a message with the headers of mail programs."""
    start = skip_blanks(sample)
    if _LINES["MAILBOX_LINE"].match(sample, start) is not None:
        return True
    if _in_order(sample):
        return True
    if _LINES["FIRST_HEADER"].match(sample, start) is None:
        return False
    from email.parser import HeaderParser

    names = {name.lower() for name in HeaderParser().parsestr(sample[start:])}
    return "from" in names and (not names.isdisjoint(_OF_PROGRAMS) or (filename or "").lower().endswith(_SUFFIXES))


def messages(source: str) -> Iterator[MailMessage]:
    """The messages of a mailbox, or the only one, in the order of the file."""
    start = skip_blanks(source)
    lines = [(found.start(), found.end()) for found in _LINES["MAILBOX_LINE"].finditer(source, start)]
    if not lines and (heads := _in_order(source)):
        yield from _copied(source, heads)
        return
    starts = [end for _, end in lines] or [start]
    stops = [*[begin for begin, _ in lines][1:], len(source)]
    for first, last in zip(starts, stops, strict=True):
        yield _message(source[first:last], first)


def _in_order(source: str) -> list[re.Match[str]]:
    """The headers of letters copied below one another in the order of their dates; none if they are not."""
    heads = list(_LINES["COPIED_HEAD"].finditer(source))
    dates = [date for head in heads if (date := _date(_headers(head.group()).get("date"))) is not None]
    return heads if len(dates) >= _COPIED and dates == sorted(dates) and dates[0] < dates[-1] else []


def _copied(source: str, heads: Sequence[re.Match[str]]) -> Iterator[MailMessage]:
    """The messages under these headers; what stands above the first one belongs to that."""
    subject = _headers(heads[0].group()).get("subject", "")
    starts = [(0, 0, {"subject": subject})] if source[: heads[0].start()].strip() else []
    starts += [(head.start(), head.end(), _headers(head.group())) for head in heads]
    for (_, start, headers), end in zip(starts, [*(one[0] for one in starts[1:]), len(source)], strict=True):
        text = Plain(source[start:end], range(start, end + 1))
        part = MailPart(text, False, "", start)
        yield MailMessage(headers.get("subject", ""), "", (), _date(headers.get("date")), (part,))


def _headers(head: str) -> dict[str, str]:
    """The subject and the date of a header, in whatever language their names are."""
    found = {}
    for line in head.splitlines():
        name, _, value = line.partition(":")
        if (meaning := meant(name.strip(), "mail")) is not None:
            found[meaning] = " ".join(value.split())
    return found


def _date(printed: str | None) -> float | None:
    """The time in seconds that a header gives; None if it gives none."""
    from email.utils import mktime_tz, parsedate_tz

    date = parsedate_tz(printed) if printed else None
    return mktime_tz(date) if date is not None else None


def _message(raw: str, start: int) -> MailMessage:
    from email import message_from_string
    from email.header import decode_header, make_header

    whole = message_from_string(raw)
    try:
        subject = str(make_header(decode_header(str(whole.get("Subject", "")))))
    except (LookupError, ValueError):
        subject = str(whole.get("Subject", ""))
    return MailMessage(
        subject=" ".join(subject.split()),
        id=str(whole.get("Message-ID", "")).strip(),
        answers=tuple(f"{whole.get('References', '')} {whole.get('In-Reply-To', '')}".split()),
        date=_date(str(whole.get("Date", ""))),
        parts=tuple(_parts(whole, raw, start)),
    )


def _parts(whole: Mime, raw: str, start: int) -> Iterator[MailPart]:
    """The parts of a message that have contents; of several versions of one text only the plainest."""
    left_out: set[int] = set()
    at = 0
    for one in whole.walk():
        if one.get_content_type() == "multipart/alternative" and one.is_multipart():
            versions = cast("list[Mime]", one.get_payload())
            plain = [each for each in versions if each.get_content_type() == "text/plain"]
            kept = plain[0] if plain else versions[-1]
            left_out |= {id(each) for other in versions if other is not kept for each in other.walk()}
        body = one.get_payload()
        if not isinstance(body, str) or not body.strip():
            continue
        at = max(raw.find(body, at), at)
        if id(one) not in left_out:
            yield _part(one, body, start + at)
        at += len(body)


def _part(one: Mime, body: str, start: int) -> MailPart:
    kind = one.get_content_type()
    name = one.get_filename() or ""
    if not name and (one.get_content_disposition() == "attachment" or one.get_content_maintype() != "text"):
        name = kind
    charset = one.get_content_charset() or ""
    encoding = str(one.get("Content-Transfer-Encoding", "")).strip().lower()
    if kind.partition("/")[0] == "text" or kind in _ALSO_TEXT:
        declared = body.isascii() or _is_known(charset)
        return MailPart(_decoded(body, start, encoding, charset), kind == "text/html", name, start, declared)
    return MailPart(None, False, name, start)


# -- the encodings of a body -------------------------------------------------------------------------------------------


def _decoded(body: str, start: int, encoding: str, charset: str) -> Plain | None:
    """The text of a body; None if it is not text."""
    if encoding == "quoted-printable":
        data, places = _bytes_of_quoted(body, charset)
    elif encoding == "base64":
        data, places = _bytes_of_base64(body)
    else:
        return _as_it_stands(body, start, charset)
    text = _text_of(data, charset)
    if text is None:
        return None
    return _visible(text, [*(start + at for at in _places_of(text, places, charset)), start + len(body)])


def _bytes_of_quoted(body: str, charset: str) -> tuple[bytes, list[int]]:
    """The bytes that quoted-printable text stands for, and the offset of each."""
    data, places = bytearray(), list[int]()

    def plain(first: int, last: int) -> None:
        for at in range(first, last):
            sign = body[at].encode(charset if _is_known(charset) else "utf-8", "replace")
            data.extend(sign)
            places.extend([at] * len(sign))

    at = 0
    for found in _LINES["ENCODED_BYTE"].finditer(body):
        plain(at, found.start())
        if found["byte"]:
            data.append(int(found["byte"], 16))
            places.append(found.start())
        at = found.end()
    plain(at, len(body))
    return bytes(data), places


def _bytes_of_base64(body: str) -> tuple[bytes, list[int]]:
    """The bytes that base64 stands for, and the offset of the sign with which each begins; none if it is damaged."""
    places = [at for at, sign in enumerate(body) if not sign.isspace() and sign != "="]
    try:
        data = binascii.a2b_base64("".join(body[at] for at in places) + "=" * (-len(places) % 4))
    except ValueError:
        return b"", []
    return data, [places[index * 4 // 3] for index in range(len(data))]


def _text_of(data: bytes, charset: str) -> str | None:
    """Bytes as text in the charset that is said, or in the one that fits; None for bytes that are no text."""
    if _is_known(charset):
        return data.decode(charset, "replace")
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8").replace("\ufeff", " ")
    except UnicodeDecodeError:
        return data.decode(_GUESSED, "replace")


def _places_of(text: str, places: Sequence[int], charset: str) -> Iterator[int]:
    """The place of each character of a text, by those of its bytes."""
    if len(text) == len(places):
        yield from places
        return
    charset = charset if _is_known(charset) else "utf-8"
    at = 0
    for sign in text:
        yield places[min(at, len(places) - 1)]
        at += len(sign.encode(charset, "replace"))


def _is_known(charset: str) -> bool:
    """Whether this is a charset for which bytes beyond ASCII mean something."""
    try:
        b"a".decode(charset, "replace")  # not every codec is a charset
    except (LookupError, ValueError):
        return False
    return codecs.lookup(charset).name != "ascii"


def _as_it_stands(body: str, start: int, charset: str) -> Plain:
    """A body that is not encoded; one whose charset is not that of the file is decoded again."""
    places = range(start, start + len(body) + 1)
    if body.isascii() or not _is_known(charset):
        return Plain(body, places)
    try:
        text = body.encode(_GUESSED).decode(charset)
    except ValueError:
        return Plain(body, places)
    found = [*_places_of(text, range(len(body)), charset)]
    return Plain(text, [*(start + at for at in found), start + len(body)])


def _visible(text: str, places: Sequence[int]) -> Plain:
    """A text with line breaks of one sign, and nothing that is not visible."""
    breaks = [at for at, sign in enumerate(text) if sign == "\r"]
    if breaks:
        kept = [place for (first, last) in pairwise([-1, *breaks, len(places)]) for place in places[first + 1 : last]]
        text, places = text.replace("\r", ""), kept
    return Plain("".join(seen(text.splitlines(keepends=True))), places)


__all__ = ["MailMessage", "MailPart", "is_mail", "messages"]
