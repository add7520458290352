"""Decides whether a text is a document: with markup, columns, pages or prose around games, or several notations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from kriegnote.confirmation.confirmed import confirmed
from kriegnote.documents.readings import notations_marked
from kriegnote.notations.detection import Detected, is_whole
from kriegnote.notations.notation import Notation
from kriegnote.notations.registry import notation
from kriegnote.parsing import Terminals
from kriegnote.text.bbcode import has_bbcode
from kriegnote.text.latex import is_latex
from kriegnote.text.mail import is_mail
from kriegnote.text.plain import is_web_page
from kriegnote.text.rtf import is_rtf
from kriegnote.text.separated import may_be_a_sheet
from kriegnote.text.struck_letters import has_struck_letters
from kriegnote.text.tags import has_own_tags, starts_tag

if TYPE_CHECKING:
    from kriegnote.documents.found import Document

_LATEX: Final = Terminals("latex")
_LONGEST_SCAN: Final = 1 << 17
"""The greatest length of a text that is read a second time with its misprints mended, in characters."""


class Judged(NamedTuple):
    """How a text is to be read.

    :param notation: the notation of the whole text, if that is known.
    :param document: the games found passage by passage, if they were searched for.
    :param apart: whether these are to be used.
    """

    notation: Detected
    document: Document | None = None
    apart: bool = False


def judged(sample: str, found: Detected, text: Callable[[], str], name: str | None = None) -> Judged:
    """Whether a text is read as a whole or passage by passage, in the same way for every command.

    :param sample: its first part.
    :param found: the probable notation of this.
    :param text: returns the whole text.
    :param name: the name of its file.
    """
    read = container(sample, name)
    if read is None and found.id is not None and notation(found.id).data:
        return Judged(found)
    apart = read is not None or is_document(sample, found.id)
    if read is None and (not (apart or found.doubtful) or _is_record(sample, found)):
        return Judged(found)
    if read is not None:
        document = read(text(), None)
        if all(confirmed(game.record).whole for game in document.games):
            return Judged(Detected(None, ()), document, apart=bool(document.games))
        return _compared(document, Detected(None, ()), apart=apart).judged
    from kriegnote.documents.games import read_document
    from kriegnote.documents.misprints import as_it_was_printed, with_printed_words

    whole = text()
    as_read = _compared(read_document(whole), found, apart=apart)
    if starts_tag(whole.lstrip("\ufeff \n").partition("\n")[0]) or len(whole) > _LONGEST_SCAN:
        return as_read.judged
    page = as_it_was_printed(whole)
    if not page.edits:
        return as_read.judged
    restored = _compared(read_document(page.plain.text), found, apart=apart)
    if restored.document is None or restored.explained <= as_read.explained:
        return as_read.judged
    return Judged(as_read.judged.notation, with_printed_words(restored.document, page), apart=True)


class _Compared(NamedTuple):
    """The best way to read a text: how it is to be read, the games that it has so, and how much of it is explained."""

    judged: Judged
    document: Document | None
    explained: int


def _compared(document: Document, found: Detected, *, apart: bool) -> _Compared:
    """Compares the games of a text, as they were found passage by passage, with what it is as a whole."""
    from kriegnote.documents.whole import as_document, best_way

    way = best_way(document, found.id, apart=apart)
    if way.row is None:
        chosen = Judged(found if document.games else found._replace(id=None), document, apart=bool(document.games))
        return _Compared(chosen, document if document.games else None, way.explained)
    if not way.is_game:
        return _Compared(Judged(found._replace(id=None), document), None, 0)
    if way.text.text != document.source:
        whole = as_document(document, way.row, way.text)
        return _Compared(Judged(found, whole, apart=True), whole, way.explained)
    named = found if way.row.id == found.id else found._replace(id=way.row.id, first={})
    return _Compared(Judged(named, document), as_document(document, way.row), way.explained)


def _is_record(text: str, found: Detected) -> bool:
    """Whether a text is a record in the notation that was detected.

    It has the tags of one, or nothing of it is left to be explained and it explains no signs of its own, which may mean
    something else than they do elsewhere.
    """
    if found.id is None:
        return False
    row = notation(found.id)
    if row.tags and has_own_tags(text):
        from kriegnote.documents.surroundings import is_mixed

        return not is_mixed(text)
    from kriegnote.documents.legends import has_legend

    return not found.doubtful and is_whole(text, row) and not has_legend(text)


def container(sample: str, name: str | None) -> Callable[[str, Notation | None], Document] | None:
    """What reads a text that holds several texts, each with its own games: mail, a chat as JSON, a table with a game in
    each row; None for any other text."""
    if is_mail(sample, name):
        from kriegnote.documents.mailbox import read_mailbox

        return read_mailbox
    if sample.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") and is_document(sample, "json"):
        from kriegnote.documents.chat_exports import is_chat_export, read_chat_export

        return read_chat_export if is_chat_export(sample) else None
    if may_be_a_sheet(sample):
        from kriegnote.documents.sheets import is_sheet, read_sheet

        return read_sheet if is_sheet(sample) else None
    return None


def is_document(text: str, detected: str | None) -> bool:
    """Whether a text is to be read passage by passage.

    Cheap tests come first, so that plain files do not require imports from this package.

    :param detected: the notation of the whole text, None if it is not certain.
    """
    row = notation(detected) if detected is not None else None
    if row is not None and row.data:
        return row.id == "json" and not any(
            f'"{name}"' in text for name in ("schema", "events")
        )  # another program's JSON
    if row is None or is_web_page(text) or is_rtf(text):
        return True
    if detected == "icc":
        return _is_mixed_log(text, row)
    if detected == "pgn" and any(starts_tag(line) for line in text.splitlines()):
        return False
    if "\f" in text or "\\times" in text or is_latex(text) or has_bbcode(text) or has_struck_letters(text):
        return True
    if "\\" in text and any(_LATEX[name].search(text) for name in ("WRAPPER", "CHARACTER", "SIGN_BY_COMMAND")):
        return True
    from kriegnote.documents.legends import has_legend
    from kriegnote.documents.surroundings import is_surrounded

    return is_surrounded(text, row) or has_legend(text)


def _is_mixed_log(text: str, log: Notation) -> bool:
    """Whether a server's log contains games in other notations."""
    if not notations_marked(log.without_marks(text)):
        return False
    from kriegnote.documents.surroundings import is_mixed
    from kriegnote.notations.icc.streams import is_tangled

    return is_mixed(text) and not is_tangled(text)
