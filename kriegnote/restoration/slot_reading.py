"""Reads the printed word of a ply as a slot, in the light of how the record prints its other moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from kriegnote.chess.position import move_of
from kriegnote.model.events import AnyEvent, Move
from kriegnote.model.printed_moves import FIGURINES, LETTERS, Parts, parse_move
from kriegnote.restoration import misprints
from kriegnote.restoration.figurine_model import Glyph
from kriegnote.restoration.page import PagePly
from kriegnote.restoration.printed_slot import Slot
from kriegnote.text.misread_moves import cannot_be_a_move, without_specks

_FILES: Final = "ABCDEFGH"
_LONG: Final = 0.7  # share of moves from square to square by which a record is known to print its moves so


class Habits(NamedTuple):
    """How a record prints its moves.

    ``bare``: some pawn moves are printed without a man.  ``small``: some of those begin with a lower-case letter.
    ``files``: pawn captures normally begin with the file of origin (``exd5``, not ``xd5``).  ``marks``: the capture
    marks that stand after a man or a file.  ``letters``: the letters for king, queen, rook, bishop and knight.
    ``long``: moves are printed from square to square.  ``figurines``: most men are figurines or several signs that a
    scanner made of them, so letters are none.  ``capitals``: files are printed as capitals, as men are.
    """

    bare: bool
    small: bool
    files: bool
    marks: frozenset[str]
    letters: str
    long: bool
    figurines: bool
    capitals: bool

    def strange(self, mark: str) -> bool:
        """Whether a letter is not a capture mark of this record, which uses other marks."""
        return mark.isalpha() and bool(self.marks) and mark not in self.marks


def habits_of(plies: Sequence[PagePly]) -> Habits:
    """The habits that the readable moves of a record show."""
    events = [ply.event for ply in plies if ply.event is not None and ply.event.text and ply.event.parts is not None]
    marks = (
        str(event.parts.mark)
        for event in events
        if event.parts and event.parts.mark and (event.text or "")[0] != event.parts.mark
    )
    bare = [event.text or "" for event in events if _is_bare(event)]
    taking = [event for event in events if event.parts and event.parts.mark and event.parts.piece == "P"]
    bare_takes = sum(event.parts is not None and (event.text or "")[0] == event.parts.mark for event in taking)
    men = sum(event.parts is not None and event.parts.piece not in (None, "P") for event in events)
    files = bare_takes < min(len(taking) - bare_takes, men)
    small = any(text[0].islower() for text in bare)
    moved = [event.parts for event in events if event.parts is not None and event.parts.castle is None]
    long = sum(len(parts.from_ or "") == 2 for parts in moved) > _LONG * len(moved)
    signs = [event.parts.sign for event in events if event.parts is not None and event.parts.sign]
    printed = [ply.event.text for ply in plies if ply.event is not None and ply.event.text and not ply.event.parts]
    strange = sum(misprints.has_strange_sign(text) for text in printed)
    figurines = 2 * (strange + sum(sign in FIGURINES for sign in signs)) > strange + len(signs)
    squares = [(event.text or "", event.parts.to) for event in events if event.parts is not None and event.parts.to]
    capitals = 2 * sum(square.upper() in text for text, square in squares) > len(squares)
    return Habits(
        bool(bare), small, files, frozenset(marks), letters_of(ply.event for ply in plies), long, figurines, capitals
    )


def slot_of(number: int, ply: PagePly, event: Move | None, habits: Habits) -> Slot:
    """The slot of a ply; also sets the glyphs of the ply, and ``unread`` or ``foreign`` where they apply.

    :param number: the index of the ply on the page.
    :param event: its move; None for a ply that is not printed.
    """
    if event is None:
        return Slot(absent="certain" if ply.unread is None else "unread", ply=number)
    if event.text is None and event.source == "inferred" and event.move is None:
        return Slot(absent="certain", ply=number)
    text = event.text or ""
    parts = event.parts or _parsed(text)
    unsigned = misprints.first_sign(text, figurines=habits.figurines)[::-1]
    if parts is not None and habits.small and _is_a_mans_letter(text, parts, habits.letters):
        parts = None
    if parts is not None and habits.capitals and parts.sign and text[0] in _FILES:
        return _unread(number, ply, event, misprints.plain(text))  # DXE4 may be a pawn's capture
    if parts is not None and habits.long and parts.castle is None and len(parts.from_ or "") < 2:
        return _unread(number, ply, event, *unsigned)  # half of the move is missing
    if habits.files and text[:1] in habits.marks:  # xf5 has lost its man or the file of its pawn
        return _unread(number, ply, event, misprints.plain(text))
    signed, behind = _behind_a_sign(text, parts, habits), misprints.plain(text)
    if signed is not None:
        sign, behind, parts = signed
        ply.foreign, ply.man = True, _sign(sign)
    elif parts is None or not text:
        return _unread(number, ply, event, *unsigned)
    else:
        ply.man, ply.promotion = _figure(event, parts)
        # a pawn would be printed without a man: it is a piece, and captures only where that is marked
        if habits.bare and ply.man is not None and parts.piece == "P":
            parts = msgspec.structs.replace(parts, capture=True if any(mark in text for mark in "xX×✕:") else None)
    return _printed(number, ply, parts, behind, habits.bare)._replace(word=misprints.plain(text))


def _parsed(text: str) -> Parts | None:
    """The parts of a word that its reader did not read as a move; None if it cannot be one."""
    parts = parse_move(text) if text else None
    return None if parts is not None and cannot_be_a_move(text, parts) else parts


def _is_a_mans_letter(text: str, parts: Parts, letters: str) -> bool:
    """Whether a capital that was read as the file of a square is a man's letter and the file is missing (``B6``)."""
    return parts.piece == "P" and parts.sign is None and parts.from_ is None and text[0] in letters


def _behind_a_sign(text: str, parts: Parts | None, habits: Habits) -> tuple[str, str, Parts] | None:
    """The unusual sign that stands for a man, the word after it and its parts; None if there is no such sign."""
    sign, word = misprints.first_sign(text, figurines=habits.figurines)
    mark = parts.mark if parts is not None and text[:1] == parts.mark else None
    marked = mark is not None and habits.strange(mark)
    if mark is not None and marked:
        sign, word = mark, misprints.plain(text[1:])
    if not sign or not (parts is None or marked or _is_stray(sign, parts)):
        return None
    behind = parse_move(f"N{word}")  # after a man's sign b is a file
    if behind is None:
        return None
    return sign, word, msgspec.structs.replace(behind, piece="P", sign=None, capture=True if "x" in word else None)


def _sign(sign: str) -> Glyph:
    """The glyph of a sign for a man; nominally the man that it is most likely to be, or ``""``.

    Specks are no part of it: ``.i.`` is the same glyph as ``i.``.
    """
    shape = without_specks(sign) if len(sign) > 1 else ""
    return Glyph(shape or sign, FIGURINES.get(sign) or misprints.SIGNS.get(sign, ""), typed=False)


def _unread(number: int, ply: PagePly, event: Move, word: str, sign: str = "") -> Slot:
    """The slot of a ply whose text is not a move; ``absent`` if the record gives its moves, or its word resembles none.

    :param word: the printed word, without the ``sign`` of its man.
    """
    ply.unread = event
    only = _given(event)
    if only or not misprints.is_readable(word):
        return Slot(absent="unread", ply=number, only=only)
    if sign:
        ply.man = _sign(sign)
    return Slot(ply=number, word=word, figurine=bool(sign))


def _is_stray(sign: str, parts: Parts) -> bool:
    """Whether a sign that was read as the rank or file of a pawn's origin cannot be one (``8b5``, ``Hc3``)."""
    from_pawn = parts.piece == "P" and bool(parts.from_ and parts.to)
    return from_pawn and (sign.isdecimal() or cannot_be_a_move(sign, parts))


def _printed(number: int, ply: PagePly, parts: Parts, word: str, bare: bool) -> Slot:
    """The slot of a ply whose text was read as a move.

    :param word: the printed word in plain form, without an unusual sign for its man: that may have a mark's shape.
    :param bare: as in :class:`Habits`.
    """
    return Slot(
        parts=parts,
        figurine=ply.man is not None,
        pawns=not bare,
        check=bool(parts.check) or "+" in word,
        mate=bool(parts.mate) or "#" in word,
        ply=number,
    )


def letters_of(events: Iterable[AnyEvent | None]) -> str:
    """The letters that a record prints for king, queen, rook, bishop and knight.

    Letters that do not occur are those of the language that has most of the others.
    """
    seen: Counter[tuple[str, str]] = Counter()
    for event in events:
        if not isinstance(event, Move) or not event.text or event.parts is None or event.parts.castle is not None:
            continue
        if event.parts.piece not in (None, "P") and event.text[0].isascii():
            seen[str(event.parts.piece), event.text[0]] += 1
    usual = max(LETTERS.values(), key=lambda letters: sum(seen[pair] for pair in zip("KQRBN", letters, strict=False)))
    return "".join(
        max((sign for piece, sign in seen if piece == man), key=lambda sign: seen[man, sign], default=letter)
        for man, letter in zip("KQRBN", usual, strict=False)
    )


def _is_bare(event: Move | None) -> bool:
    """Whether an event is a pawn move printed without a man."""
    if event is None or not event.text:
        return False
    parts = event.parts or parse_move(event.text)
    return parts is not None and parts.piece == "P" and parts.castle is None and _figure(event, parts)[0] is None


def _given(event: Move) -> tuple[int, ...]:
    """The move of an event and its options; empty if one of them is not a move by its squares."""
    names = [event.move] if event.move else []
    names += [option.move for option in event.options or () if option.move not in names]
    try:
        return tuple(move_of(name) for name in names)
    except ValueError:
        return ()


def _figure(event: Move, parts: Parts | None) -> tuple[Glyph | None, Glyph | None]:
    """The printed glyphs of the man and of the promotion in the text of a move; None for what is not printed."""
    text = event.text or ""
    if parts is None or parts.castle is not None:
        return None, None
    split = text.lower().rfind(parts.to or "?")
    man = promotion = None
    for place, letter in enumerate(text):
        if letter in FIGURINES:
            glyph = Glyph(letter, FIGURINES[letter], typed=False)
            if place < split:
                man = glyph
            else:
                promotion = glyph
    if man is None and parts.piece not in (None, "P"):
        man = Glyph(str(parts.piece), str(parts.piece), typed=True)
    if man is None and parts.piece is None and parts.sign:  # a sign that names no man
        man = Glyph(parts.sign, "N" if parts.sign.endswith("t") else misprints.SIGNS.get(parts.sign, ""), typed=False)
    if promotion is None and parts.promotion is not None:
        promotion = Glyph(parts.promotion, parts.promotion, typed=True)
    return man, promotion
