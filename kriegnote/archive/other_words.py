"""The words of a file that are no moves and no words of umpires and players: names, places, dates, remarks.

A record keeps what a reader understood. Before a file is deleted as a copy, its other words are compared, too: they may
be what no reader understood, such as a heading in an unusual form.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from typing import Final

from kriegnote.lexicon import lexicon
from kriegnote.parsing import Terminals

_WORDS: Final = Terminals("file_words")
_DIGEST: Final = 6  # the number of bytes of a digest


def other_words(text: str) -> frozenset[str]:
    """The words of a text, in small letters, except moves, numbers, tags, and words of the lexicon."""
    return frozenset(_found(text))


def _found(text: str) -> Iterator[str]:
    known = _known()
    for found in _WORDS["FILE_WORD"].finditer(_WORDS["TAG_LINE"].sub("", text)):
        word = found.group().casefold()
        if word not in known:
            yield word


@cache
def _known() -> frozenset[str]:
    return frozenset(word for words in lexicon().phrases for word in words.casefold().split())


def digests(text: str) -> bytes:
    """The digests of :func:`other_words`, sorted: a compact form in which many texts can be compared."""
    return b"".join(sorted(blake2b(word.encode(), digest_size=_DIGEST).digest() for word in other_words(text)))


def are_among(few: bytes, many: bytes) -> bool:
    """Whether all words of one text, as :func:`digests` gives them, are words of another."""
    return _set(few) <= _set(many)


def _set(words: bytes) -> set[bytes]:
    return {words[at : at + _DIGEST] for at in range(0, len(words), _DIGEST)}
