"""What errors have in common that say what is wrong with the arguments or the input, how they quote it and advise."""

from __future__ import annotations

from collections.abc import Iterable


class KriegnoteError(ValueError):
    """An error whose message is a sentence for the user; the command line prints it as one line."""


def shortened(text: str, most: int = 40) -> str:
    """The beginning of a text, at most so many characters of it, as a message quotes it."""
    return text if len(text) <= most else text[: most - 1] + "…"


def not_understood(words: str) -> str:
    """The message on words that became a comment."""
    return f"not understood, kept as a comment: {shortened(' '.join(words.split()), 60)!r}"


def nearest(word: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """The known word that another one is most like, None when it is like none.

    :param least: how like (0 to 1, that of :mod:`difflib`) it must be.
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), 1, least)), None)


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """The end of a sentence on a name that nothing has: the name that is near, else what helps otherwise."""
    near = nearest(word, known, 0.5)
    return f"did you mean {near}?" if near is not None else otherwise
