"""What the writers share: how to write, notes between moves, how often a try was made, words in lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from kriegnote.model.events import Comment, Nag, View
from kriegnote.text.comments import braces

if TYPE_CHECKING:
    from kriegnote.model.printed_moves import Lang, Spelling

Times = int | tuple[int, int] | None


class Style(NamedTuple):
    """How to write: ``lang`` of the words, ``pieces`` of the men."""

    lang: Lang = "en"
    pieces: Spelling = "en"

    @classmethod
    def of(cls, lang: str, pieces: str | None) -> Style:
        """The style that options say: the men are those of the language where none are named."""
        return cls(lang, pieces or ("it" if lang == "it" else "en"))  # type: ignore[arg-type]


PLAIN: Final = Style()


def note(event: Comment | Nag, view: View) -> str:
    """What stands between moves: a comment in braces, a glyph as ``$5``.

    :param view: whose record it is written in, for a comment that others heard.
    """
    return f"${event.code}" if isinstance(event, Nag) else braces(event, view)


def often(times: Times, again: str) -> str:
    """How often a try was made: nothing for once, ``3``, ``16-17``; ``again`` where nobody counted."""
    if times is None:
        return again
    if isinstance(times, tuple):
        return f"{times[0]}-{times[1]}"
    return "" if times == 1 else str(times)


def layout(words: Iterable[str], width: int, stays: str = "\n") -> str:
    """The words in lines of at most this width, but where one word is longer; each line is ended.

    Line breaks within a word stand as they are.

    :param stays: what a word begins with that may not begin a line.
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
