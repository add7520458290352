"""Parts a bracket that has announcements beside questions and tries: ``(any? yes; exd5 illegal; capture on c6)``."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from kriegnote.lexicon import mentions
from kriegnote.model.events import Capture, Check, PawnTries
from kriegnote.parsing import Terminals
from kriegnote.text.umpire_messages import Announced, read_announcements

_TERMINALS: Final = Terminals("score_words")
_SAYS_SO: Final = tuple(f"announcements.{name}" for name in ("capture", "captured", "pawn_capture"))
"""Words without which a man and a square are a move rather than a capture: ``pawn e5``."""


class MixedBracket(NamedTuple):
    """The ranges and announcements of a bracket; one of the two lists has some.

    ``start``, ``end``: the range of the questions and tries, with the signs that part them from the announcements.
    """

    start: int
    end: int
    before: tuple[Announced, ...] = ()
    behind: tuple[Announced, ...] = ()

    @property
    def of_last_move(self) -> bool:
        """Whether a move is announced behind the questions and tries, which therefore came before that move."""
        return any(said.kind in (Capture, Check) for said in self.behind)


def mixed_bracket(text: str, start: int, end: int) -> MixedBracket | None:
    """The parts of the bracket in ``[start, end)``; None if no announcements stand at either end of it."""
    found = _parted(text[start:end])
    return None if found is None else found._replace(start=found.start + start, end=found.end + start)


@lru_cache(maxsize=1024)
def _parted(bracket: str) -> MixedBracket | None:
    inner = len(bracket) - 1
    stops = [(one.start(), one.end()) for one in _TERMINALS["PARTS_OF_A_BRACKET"].finditer(bracket, 1, inner)]
    for _, stop in stops:
        if (said := _announced(bracket[stop:inner])) is not None:
            return MixedBracket(0, stop, behind=said)
    for at, _ in reversed(stops):
        if (said := _announced(bracket[1:at])) is not None:
            return MixedBracket(at, len(bracket), before=said)
    return None


def _announced(words: str) -> tuple[Announced, ...] | None:
    """What words announce; None if they may be something else, or are about pawn tries, which are no part of a move."""
    said = read_announcements(words.strip(" .\n\t"))
    if said is None or any(one.kind is PawnTries for one in said):
        return None
    if any(one.kind is Capture for one in said) and not any(mentions(words, name) for name in _SAYS_SO):
        return None
    return tuple(said)
