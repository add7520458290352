"""How moves are spelled in all notations, so that no known move is ever left out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from kriegnote.model.events import AnyEvent, Event, Move, Try
from kriegnote.model.printed_moves import FIGURINES, LETTERS, Language, Parts, Spelling, language, piece_of, spell

_PRINTED: Final = {name: frozenset(letters) for name, letters in LETTERS.items()}


def spelled(event: Move | Try, pieces: Spelling = "en") -> str | None:
    """A move or try as it is written with these piece letters; None if it is not known.

    It is the SAN if the move is resolved, its squares (UCI) if it is known without a SAN, else the printed text. A
    printed move that fits no board keeps its text, but its men get the letters of the language in which it is written,
    since the original letters would mean other men there. Among figurines it gets English letters, since a reader takes
    a figurine that fits no board for a scanner's error, but not a letter.
    """
    if event.move is not None:
        return spell(event.san, pieces) if event.san else event.move
    if event.text:
        return _respelled(event.text, event.parts, "en" if pieces == "figurine" else pieces)
    return spell(event.san, pieces) if event.san else None


@lru_cache(maxsize=4096)
def _respelled(text: str, parts: Parts | None, pieces: Spelling) -> str:
    if parts is None or parts.castle is not None:
        return text
    if parts.piece is not None and _names(text[0], parts.piece) and text[0] not in "Pp":
        text = spell(parts.piece, pieces) + text[1:]
    if parts.promotion is not None:
        at = len(text.rstrip("+#†‡)\ufe0e ")) - 1
        if at > 0 and _names(text[at], parts.promotion):
            text = text[:at] + spell(parts.promotion, pieces) + text[at + 1 :]
    return text


def _names(letter: str, piece: str) -> bool:
    """Whether a letter means a man in some language; figurines, the same in all languages, are excluded."""
    return letter not in FIGURINES and any(letter.upper() == spell(piece, name) for name in LETTERS)


def readable(
    events: Iterable[AnyEvent],
    pieces: Spelling,
    *,
    kinds: tuple[type[Event], ...] = (Move, Try),
    men: Iterable[str] = (),
) -> Spelling:
    """The spelling asked for, or figurines if a reader would take the letters for those of another language.

    This is the case if the only letter is ``R`` (Italian Re), which a reader takes for a rook.

    :param kinds: the types of event whose moves the notation prints.
    :param men: other men that it prints, before their squares (``Pg2``), in English letters.
    """
    if pieces == "en" or pieces == "figurine":
        return pieces
    words = [spelled(event, pieces) or "" for event in events if isinstance(event, kinds)]  # type: ignore[arg-type]
    words += [spell(man, pieces) for man in men]
    return pieces if is_read_back(" ".join(words), pieces) else "figurine"


def is_read_back(moves: str, written: Language) -> bool:
    """Whether a reader takes the letters of these moves, which are written in a language, for the same men."""
    read = language(moves)
    return all(_same(letter, written, read) for letter in _PRINTED[written].intersection(moves))


def _same(letter: str, written: Language, read: Language) -> bool:
    """Whether a letter means the same man in both languages."""
    return letter in _PRINTED[read] and piece_of(letter, written) == piece_of(letter, read)
