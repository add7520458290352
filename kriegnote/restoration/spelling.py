"""Spells a move as a record would have printed it: with its own letters or figurines, capture mark and castling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from kriegnote.model.events import AnyEvent, Move
from kriegnote.model.printed_moves import FIGURINES
from kriegnote.text.misread_moves import by_a_sign

_MEN: Final = "KQRBN"
_WHITE: Final = dict(zip(_MEN, "♔♕♖♗♘", strict=True))
_BLACK: Final = dict(zip(_MEN, "♚♛♜♝♞", strict=True))
_CAPTURES: Final = "x×X✕:"


class Spelling(NamedTuple):
    """The spelling of a record's moves.

    ``letters``: those for king, queen, rook, bishop and knight.  ``capture``: the capture mark.  ``castle``: castling
    on the king's side.  ``figurines``: figurines are printed instead of letters.
    """

    letters: str = _MEN
    capture: str = "x"
    castle: str = "O-O"
    figurines: bool = False

    def spell(self, san: str, like: str) -> str:
        """A move in the spelling of this record.

        :param san: the move in SAN.
        :param like: the printed word that it is to replace.  If that has a figurine, so has the result, in its colour;
            a check is marked only if that is marked.
        """
        body, suffix = san.rstrip("+#"), san[len(san.rstrip("+#")) :]
        suffix = suffix if any(mark in like for mark in "+#†‡") else ""
        if body.startswith("O"):
            sign, dash = self.castle[0], "-" if "-" in self.castle else ""
            return dash.join(sign * (3 if body == "O-O-O" else 2)) + suffix
        man, rest = (body[0], body[1:]) if body[0] in _MEN else ("", body)
        rest = rest.replace("x", self.capture)
        if "=" in rest and "=" not in like and like[-1:] in FIGURINES:
            rest = rest[:-2] + self._man(rest[-1], like[-1])
        elif "=" in rest:
            rest = rest[:-1] + self._man(rest[-1], like[:1])
        return (self._man(man, like[:1]) if man else "") + rest + suffix

    def _man(self, man: str, like: str) -> str:
        if like in FIGURINES:
            return (_BLACK if like in "♚♛♜♝♞♟" else _WHITE)[man]
        return _WHITE[man] if self.figurines else self.letters[_MEN.index(man)]


def spelling_of(events: Iterable[AnyEvent], letters: str) -> Spelling:
    """The spelling that the moves of a record show.

    :param letters: the record's letters for king, queen, rook, bishop and knight.
    """
    captures: Counter[str] = Counter()
    castles: Counter[str] = Counter()
    figurines = typed = 0
    for event in events:
        if not isinstance(event, Move) or not event.text:
            continue
        text = event.text
        signed = by_a_sign(text) if event.parts is None else None
        captures.update(sign for sign in (signed[1] if signed else text) if sign in _CAPTURES)
        if event.parts is not None and event.parts.castle == "short":
            castles[text.rstrip("+#")] += 1
        figurines += text[0] in FIGURINES
        typed += text[0] in letters
    capture = captures.most_common(1)[0][0] if captures else "x"
    castle = next((form for form, _ in castles.most_common() if form in ("O-O", "OO", "0-0", "00")), "O-O")
    return Spelling(letters, capture, castle, figurines > typed)
