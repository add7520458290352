"""The base class of errors for users, and how messages quote text and suggest corrections."""

from __future__ import annotations

from collections.abc import Iterable


class KriegnoteError(ValueError):
    """An error whose message is a sentence for the user; the command line prints it as one line."""


def shortened(text: str, most: int = 40) -> str:
    """The beginning of a text, at most ``most`` characters, as messages quote it."""
    return text if len(text) <= most else text[: most - 1] + "…"


def not_understood(words: str) -> str:
    """The message about words that became a comment."""
    return f"not understood, kept as a comment: {shortened(' '.join(words.split()), 60)!r}"


def nearest(word: str, known: Iterable[str], least: float = 0.6) -> str | None:
    """The known word that is most similar to this one, None if none is similar enough.

    :param least: the similarity required (0 to 1, as in :mod:`difflib`).
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), 1, least)), None)


def did_you_mean(word: str, known: Iterable[str], otherwise: str) -> str:
    """The end of a message about an unknown name: a similar known name, or else other advice."""
    near = nearest(word, known, 0.5)
    return f"did you mean {near}?" if near is not None else otherwise
