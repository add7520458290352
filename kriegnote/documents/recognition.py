"""Decides whether a text is a document: with markup, columns, pages or prose around games, or several notations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from kriegnote.documents.readings import notations_marked
from kriegnote.model.events import Move, Try
from kriegnote.notations.detection import SAMPLE, Detected
from kriegnote.notations.notation import Notation
from kriegnote.notations.registry import notation
from kriegnote.parsing import Terminals
from kriegnote.rules.confirmed import confirmed
from kriegnote.text.bbcode import has_bbcode
from kriegnote.text.latex import is_latex
from kriegnote.text.mail import is_mail
from kriegnote.text.plain import is_web_page
from kriegnote.text.separated import may_be_a_sheet
from kriegnote.text.speech.clauses import words
from kriegnote.text.tags import starts_tag

if TYPE_CHECKING:
    from kriegnote.documents.found import Document

_LATEX: Final = Terminals("latex")
_SQUARE: Final = 2  # the length of a pawn's move that is only a square


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
    if (read := container(sample, name)) is not None:
        from kriegnote.documents.whole import is_one_dialogue

        held = read(text(), None)
        if len(sample) < SAMPLE and not _can_be_played(held) and is_one_dialogue(held):
            return Judged(found._replace(id="dialogue", first={}), held)
        return Judged(Detected(None, ()), held, apart=bool(held.games))
    apart = is_document(sample, found.id)
    if not (apart or (found.doubtful and len(sample) < SAMPLE)):
        return Judged(found)
    from kriegnote.documents.games import read_document
    from kriegnote.documents.legends import has_legend
    from kriegnote.documents.whole import (
        as_document,
        explains_better,
        goes_further,
        has_a_game,
        is_one_dialogue,
        most_played,
    )

    document = read_document(text())
    if len(sample) < SAMPLE and _is_unsettled(document) and is_one_dialogue(document):
        if has_legend(document.source):
            return Judged(found, as_document(document, notation("dialogue")), apart=True)
        return Judged(found._replace(id="dialogue", first={}), document)
    if document.games and (apart or explains_better(document, found.id)):
        return Judged(found, document, apart=True)
    if document.solutions and found.doubtful:
        return Judged(found._replace(id=None), document)
    if len(sample) < SAMPLE:
        if found.id is not None and found.doubtful and not has_a_game(sample, found.id):
            found = found._replace(id=None)
        if found.id is None:
            found = found._replace(id=most_played(sample))
        elif found.doubtful and not document.games:
            found = found._replace(id=goes_further(sample, found.id))
    return Judged(found, document)


def _is_unsettled(document: Document) -> bool:
    """Whether a text prints more moves than were read as moves or tries, or those of its games cannot be played."""
    printed = sum(word.type == "MOVE_IN_SIGNS" for word in words(document.source))
    made = [one.text or "" for game in document.games for one in game.record.events if isinstance(one, Move | Try)]
    return printed > sum(len(text) > _SQUARE for text in made) or not _can_be_played(document)


def _can_be_played(document: Document) -> bool:
    """Whether all moves of a text's games can be played."""
    return all(confirmed(game.record).whole for game in document.games)


def container(sample: str, name: str | None) -> Callable[[str, Notation | None], Document] | None:
    """What reads a text that holds several texts, each with its own games: mail, a table with a game in each row; None
    for any other text."""
    if is_mail(sample, name):
        from kriegnote.documents.mailbox import read_mailbox

        return read_mailbox
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
    if row is None or is_web_page(text):
        return True
    if detected == "icc":
        return _is_mixed_log(text, row)
    if detected == "pgn" and any(starts_tag(line) for line in text.splitlines()):
        return False
    if "\f" in text or "\\times" in text or is_latex(text) or has_bbcode(text):
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
