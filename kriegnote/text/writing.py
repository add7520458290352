"""What the writers share: style, notes between moves, how often a try was made, words in lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from kriegnote.model.events import Comment, Nag, View
from kriegnote.text.comments import braces

if TYPE_CHECKING:
    from kriegnote.model.printed_moves import Lang, Spelling

Times = int | tuple[int, int] | None


class Style(NamedTuple):
    """How to write: ``lang`` is the language of the words, ``pieces`` the spelling of the men."""

    lang: Lang = "en"
    pieces: Spelling = "en"

    @classmethod
    def of(cls, lang: str, pieces: str | None) -> Style:
        """The style that options give; the men default to the letters of the language."""
        return cls(lang, pieces or ("it" if lang == "it" else "en"))  # type: ignore[arg-type]


PLAIN: Final = Style()


def note(event: Comment | Nag, view: View) -> str:
    """A comment in braces, or a glyph as ``$5``.

    :param view: the view of the record, for a comment that others heard.
    """
    return f"${event.code}" if isinstance(event, Nag) else braces(event, view)


def often(times: Times, again: str) -> str:
    """How often a try was made: empty for once, ``3``, ``16-17``; ``again`` if it was not counted."""
    if times is None:
        return again
    if isinstance(times, tuple):
        return f"{times[0]}-{times[1]}"
    return "" if times == 1 else str(times)


def layout(words: Iterable[str], width: int, stays: str = "\n") -> str:
    """The words in lines of at most this width, unless one word is longer; the last line ends with a line break.

    Line breaks within a word are kept.

    :param stays: a prefix of words that may not begin a line.
    """
    out: list[str] = []
    column = 0
    for word in words:
        size = len(word)
        broken = "\n" in word
        if column:
            column += 1
            if column + (word.index("\n") if broken else size) > width and not word.startswith(stays):
                out.append("\n")
                column = 0
            else:
                out.append(" ")
        out.append(word)
        column = size - word.rindex("\n") - 1 if broken else column + size
    return "".join(out) + ("\n" if out and column else "")
