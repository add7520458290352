"""What of a speech counts: the move that a player makes after he has talked, and the umpire's words after a slip.

A script gives the words of each speaker. A player may talk before he moves (“Let me see. Pawn e5.”), and the umpire may
correct himself (“Capture on e5. Sorry, on d5.”) or have words of his own for a move that was made (“White's been.”).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from kriegnote.parsing import Terminals
from kriegnote.text.respelling import Respelling

_WORDS: Final = Terminals("speakers")
LEAST: Final = 2
"""How often the umpire says each player's move with the same words if they are his usual ones."""
_HAS_MOVED: Final = " has moved"
_MOVED: Final = "SAID_TO_HAVE_MOVED"
_OF_A_MOVE: Final = "SAID_OF_A_MOVE"
_CORRECTED: Final = (_MOVED, _OF_A_MOVE, "SAID_OF_A_CAPTURE", "SAID_OF_A_CHECK")
"""What the umpire says of a move, of what it takes, of its check; a word of one kind is corrected by one of it."""

_KNOWN: Final = ("MOVED_ALREADY", "ANY_SQUARE", *_CORRECTED[1:])
"""What is understood as it stands: “White has moved”, “takes on e4”."""


class UmpiresStatement(NamedTuple):
    """A statement of the umpire's: its kind, one of :data:`_CORRECTED`, and the offset at which it begins."""

    kind: str
    start: int


def moves_behind_talk(words: str, base: int, label: str) -> Iterator[Respelling]:
    """The label before each sentence of a player's speech, except the first, that names a move.

    :param words: the speech; ``base``: the offset in the text at which it begins.
    """
    for end in _WORDS["END_OF_A_SENTENCE"].finditer(words):
        if _WORDS["PLAYERS_WORDS"].match(words, end.end()) is not None:
            yield Respelling(base + end.end() - 1, base + _without_interjection(words, end.end()), f" {label}")


def _without_interjection(words: str, at: int) -> int:
    """The index behind a word by which the speaker names himself or begins."""
    found = _WORDS["OF_HIMSELF"].match(words, at)
    return found.end() if found is not None else at


def usual_words(speeches: Iterable[str]) -> frozenset[str]:
    """The words with which the umpire usually says that a player has moved: “'s been”, “fatto”.

    They are those behind a player's colour that begin his speeches about both players again and again.

    :param speeches: what the umpire says.
    """
    said = [found for words in speeches if (found := _WORDS["OF_A_COLOUR"].match(words)) is not None]
    often = Counter((found["said"].casefold(), found["white"] is not None) for found in said)
    usual = {tail for tail, _ in often if min(often[tail, True], often[tail, False]) >= LEAST}
    return frozenset(tail for tail in usual if not any(_WORDS[known].search(tail) for known in _KNOWN))


def umpires_meaning(words: str, base: int, usual: Collection[str]) -> Iterator[Respelling]:
    """A speech of the umpire's with what he means: his usual words for a move, and nothing that he takes back.

    :param words: the speech; ``base``: the offset in the text at which it begins.
    :param usual: his :func:`usual_words`.
    """
    moved = [found for found in _WORDS["OF_A_COLOUR"].finditer(words) if found["said"].casefold() in usual]
    for found in moved:
        yield Respelling(base + found.start("said"), base + found.end("said"), _HAS_MOVED)
    yield from _corrected(words, base, [UmpiresStatement(_MOVED, found.start("colour")) for found in moved])


def _corrected(words: str, base: int, moved: Sequence[UmpiresStatement]) -> Iterator[Respelling]:
    """The umpire's words without those that he takes back: “Capture on e5. Sorry, on d5.”, “No. Wait: yes.”

    :param moved: where he says with words of his own that a player has moved.
    """
    parts = [*_parts(words)]
    if len(parts) < 2:
        return
    (first, last), (start, end) = parts[-2], parts[-1]
    meant = _WORDS["SQUARE_ALONE"].match(words, start, end)
    if meant is not None:
        squares = [*_WORDS["ANY_SQUARE"].finditer(words, first, last)]
        if squares:
            yield Respelling(base + squares[-1].start(), base + squares[-1].end(), meant["square"])
            yield Respelling(base + last, base + meant.end("square"), "")
        return
    said = sorted([*_statements(words, 0, last), *_statements(words, start, end), *moved], key=lambda one: one.start)
    behind = [one for one in said if one.start >= start]
    if not behind:
        return
    again = next((one for one in behind if one.kind == _MOVED), behind[0])
    kinds = {_MOVED, _OF_A_MOVE} if again.kind in (_MOVED, _OF_A_MOVE) else {again.kind}
    before = [one.start for one in said if one.start < last and one.kind in kinds]
    if before:
        yield Respelling(base + before[0], base + (again.start if again.kind == _MOVED else start), "")


def _parts(words: str) -> Iterator[tuple[int, int]]:
    """The stretches of a speech between the words by which he corrects himself, without empty ones."""
    at = 0
    for found in (*_WORDS["CORRECTS"].finditer(words), None):
        end = found.start() if found is not None else len(words)
        stretch = _WORDS["SAID_WITHOUT_MEANING"].match(words, at, end)
        begin = stretch.end() if stretch is not None else at
        if any(map(str.isalnum, words[begin:end])):
            yield begin, end
        at = found.end() if found is not None else end


def _statements(words: str, start: int, end: int) -> list[UmpiresStatement]:
    """The statements in a stretch of a speech."""
    return [
        UmpiresStatement(kind, one.start()) for kind in _CORRECTED for one in _WORDS[kind].finditer(words, start, end)
    ]
