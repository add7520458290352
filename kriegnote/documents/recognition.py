"""Whether a text is a document: markup, columns, pages and prose around its games, or several notations."""

from __future__ import annotations

from typing import Final

from kriegnote.notations.registry import notation
from kriegnote.parsing import Terminals
from kriegnote.text.plain import is_web_page
from kriegnote.text.tags import starts_tag

_LATEX: Final = Terminals("latex")


def is_document(text: str, detected: str | None) -> bool:
    """Whether a text is to be read passage by passage.

    What decides at once is asked first, so that for a plain file the rest of this room need not be imported.

    :param detected: the notation that the whole text is in, None where that is not sure.
    """
    row = notation(detected) if detected is not None else None
    if row is not None and row.data:
        return False
    if row is None or is_web_page(text):
        return True
    if detected == "icc":
        from kriegnote.documents.surroundings import is_mixed
        from kriegnote.notations.icc.streams import is_tangled

        return is_mixed(text) and not is_tangled(text)
    if detected == "pgn" and any(starts_tag(line) for line in text.splitlines()):
        return False
    if "\f" in text or "\\times" in text or _LATEX["WRAPPER"].search(text):
        return True
    from kriegnote.documents.surroundings import is_surrounded

    return is_surrounded(text, row)
