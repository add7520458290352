"""The table of misprints, and the unlikeliness of a printed word given the word that was meant.

A page is a noisy copy of what was written.  All costs here are negative natural logarithms of probabilities: 0 for
certain, 3 for one in twenty.  They are prior beliefs; for the signs of men they are then corrected by what the page
itself shows (:mod:`kriegnote.restoration.figurine_model`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain
from math import inf
from typing import Final, Literal

from kriegnote.chess.position import Position, square_name
from kriegnote.chess.squares import NAMES
from kriegnote.lexicon import lexicon, mentions, ways
from kriegnote.model.printed_moves import FIGURINES, MENS_LETTERS
from kriegnote.text.latex import without_markup
from kriegnote.text.misread_moves import by_a_sign, without_marks

# -- the table ---------------------------------------------------------------------------------------------------------

CONFUSED: Final = {  # a written sign, and the signs that scanners, writers and typists confuse with it
    "1": "lI|i!t]7Q", "2": "Zz@W", "3": "8BE5#£", "4": "A9h$R", "5": "S$s6%T", "6": "bG8^Y", "7": "1T?/&U",
    "8": "B&3S6*I",
    "a": "o@àqdu", "b": "6hkl", "c": "eoC(G", "d": "aqoD", "e": "coéè€", "f": "tFrl", "g": "9qyG", "h": "bnHk",
    "K": "RXkH", "Q": "O0GD", "R": "KPBrF", "B": "8&ßE3R", "N": "HMWVn", "D": "O0P", "T": "7IFY", "A": "4R", "C": "GO(",
    "x": "*%k:X", "+": "t*†4", "#": "*H‡", "-": "=~_.", "O": "0oQDC°UG", "=": "-:/",
}  # fmt: skip
# A written sign, and runs of signs that are read in its place.
RUNS: Final = {"d": ("cl", "ci"), "h": ("li", "lt"), "a": ("ci", "cı"), "N": ("IV",), "K": ("I<", "|<"), "B": ("I3",)}
LOST: Final = {"x": 2.0, "+": 1.0, "#": 2.5, "=": 0.7, "-": 1.0}  # signs that are omitted more often than others
ADDED: Final = {"x": 3.5, "+": 3.0, "#": 4.0, **dict.fromkeys("'`´.,;·*_~^\"", 1.5)}  # signs that are often added
CASE: Final = 1.5  # F for f
SIMILAR: Final = 2.8  # one of the confusions above
NEXT: Final = 4.0  # the neighbouring file or rank
OTHER: Final = 4.8  # any other sign
GONE: Final = 4.2  # a missing sign
MORE: Final = 4.8  # a superfluous sign
TURNED: Final = 4.8  # a square as it is named from the other side of the board
CUT: Final = 3.5  # the rest of a word is missing
SWAPPED_ONCE: Final = 3.6  # two adjacent signs swapped
AMISS: Final = 3.2  # any misprint at all in a word that is a move as printed
AGAIN: Final = 1.0  # reduction for a second misprint in the same word
READABLE: Final = 8.0  # cost up to which a word may be read as another; words that cost more are no evidence
_MARKS: Final = ("", "+", "#")
_FILES: Final = "abcdefgh"
_RANKS: Final = "12345678"
SIGNS: Final = {  # signs other than figurines that stand for a man, and the man that each is likely to be
    "L": "B", "S": "N", "F": "B", "H": "N", "M": "N", "V": "N", "8": "B", "ß": "B", "5": "N", "0": "Q", "W": "Q",
    "X": "K", "E": "R", "1": "R", "7": "R",
}  # fmt: skip
_USUAL_LETTERS: Final = frozenset(MENS_LETTERS) - SIGNS.keys()  # on pages in English or Italian
CASTLING: Final = {"short": ("O-O", "OO", "0-0"), "long": ("O-O-O", "OOO", "0-0-0")}  # its words are in the lexicon
_LONG: Final = ("acts.queenside", "details.long", "joints.along")  # Italian “lungo” also means along a file

# -- words compared by it ----------------------------------------------------------------------------------------------

_ALIKE: Final = str.maketrans({"×": "x", "✕": "x", "X": "x", "†": "+", "‡": "#", "\ufe0e": "", "\u200b": "", "[": "", "]": ""} | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))  # fmt: skip  # noqa: E501


def plain(printed: str) -> str:
    """A printed word in the form in which words are compared: entities decoded, variants of signs unified, no blanks.

    A phrase (eight letters or more, and no move by a sign) keeps single blanks, and is in lower case.
    """
    word = without_markup(printed).translate(_ALIKE)
    bare = "".join(word.split())
    is_move = sum(sign.isalpha() for sign in word) < 8 or by_a_sign(bare) is not None
    return bare if is_move else " ".join(word.lower().split())


@lru_cache(maxsize=1 << 14)
def _misread(written: str, printed: str) -> float:
    """The cost of one printed sign for another."""
    if written == printed:
        return 0.0
    if written.lower() == printed.lower():
        return CASE
    if printed in CONFUSED.get(written, ""):
        return SIMILAR
    return NEXT if _beside(written, printed) else OTHER


def _beside(written: str, printed: str) -> bool:
    """Whether two signs are neighbouring files or ranks."""
    near = abs(ord(written) - ord(printed)) == 1
    return near and (written + printed).isalnum() and written in _FILES + _RANKS


def of_square(printed: str, written: str) -> float:
    """The cost of a printed square for another, which may be named as it is from the other side of the board."""
    turned = len(printed) == 2 and NAMES.index(printed) == 63 - NAMES.index(written)
    return TURNED if turned else cost(printed, written)


def is_beside(printed: str, written: str) -> bool:
    """Whether the names of two squares differ by one step of the file or the rank only."""
    pairs = [pair for pair in zip(written, printed, strict=False) if pair[0] != pair[1]]
    return len(written) == len(printed) and len(pairs) == 1 and _beside(*pairs[0])


@lru_cache(maxsize=1 << 17)
def cost(printed: str, written: str, most: float = inf) -> float:
    """The unlikeliness of ``printed`` as a copy of ``written``: their weighted edit distance (Damerau–Levenshtein).

    :param most: a cost from which on it does not matter; it is infinite then.
    """
    earlier: list[float] = []
    row, previous = _added(printed), ""
    for letter in written:
        earlier, row, previous = row, _next_row(printed, letter, previous, row, earlier), letter
        if min(*row, *earlier) >= most:
            return inf
    return row[-1]


def _added(printed: str) -> list[float]:
    """The first row of the edit distance: the cost of each beginning of a printed word if nothing was written."""
    row = [0.0]
    for sign in printed:
        row.append(row[-1] + ADDED.get(sign, MORE))
    return row


def _next_row(printed: str, letter: str, previous: str, before: list[float], earlier: list[float]) -> list[float]:
    """The row of the edit distance for the next written sign.

    :param previous: the written sign before it, or several that it may be; empty if there is none.
    :param before, earlier: the rows of the sign before it, and of the one before that.
    """
    lost = LOST.get(letter, GONE)
    row = [before[0] + lost]
    runs = RUNS.get(letter, ())
    for at, sign in enumerate(printed, 1):
        best = min(before[at - 1] + _misread(letter, sign), before[at] + lost, row[-1] + ADDED.get(sign, MORE))
        for run in runs:
            if at >= len(run) and printed.startswith(run, at - len(run), at):
                best = min(best, before[at - len(run)] + SIMILAR)
        if at > 1 and printed[at - 2] == letter and sign in previous:
            best = min(best, earlier[at - 2] + SWAPPED_ONCE)
        row.append(best)
    return row


@lru_cache(maxsize=4096)
def near_squares(printed: str) -> tuple[float, ...]:
    """For each square, the unlikeliness of the likeliest part of a printed word as a copy of the square's name."""
    spans = _spans(printed)
    return tuple(min(cost(span, square_name(square)) for span in spans) for square in range(64))


@lru_cache(maxsize=4096)
def nearest_square(printed: str) -> float:
    """The least of :func:`near_squares`, found without them."""
    return min(map(_as_square, _spans(printed)))


@lru_cache(maxsize=1 << 14)
def _as_square(printed: str) -> float:
    """The unlikeliness of a printed word as a copy of the likeliest square's name."""
    first = _added(printed)
    files = _likeliest(_next_row(printed, letter, "", first, []) for letter in _FILES)
    return _likeliest(_next_row(printed, digit, _FILES, files, first) for digit in _RANKS)[-1]


def _likeliest(rows: Iterable[list[float]]) -> list[float]:
    return [*map(min, zip(*rows, strict=True))]


def _spans(printed: str) -> set[str]:
    """The parts of a printed word that may be the name of a square."""
    return {printed[at : at + size] for size in (1, 2, 3) for at in range(len(printed) - size + 1)} | {""}


def nearest(printed: str) -> float:
    """The unlikeliness of a printed word as a copy of a move: of its likeliest square, or of castling."""
    square = nearest_square(printed)
    return min(square, *(cost(printed, form, square) for side in CASTLING for form in _castlings(side)))


@lru_cache(maxsize=4096)
def castling(printed: str, side: str) -> float:
    """The unlikeliness of a printed word as a copy of castling, in signs or in words.

    :param side: ``short`` or ``long``.
    """
    return min(cost(printed, written) for written in _castlings(side))


@cache
def _castlings(side: str) -> tuple[str, ...]:
    """The ways to print castling, in signs and in words."""
    words = lexicon().meanings[f"damaged.castles_{side}"].all_forms()
    return (*CASTLING[side], *chain.from_iterable(map(ways, words)))


def castling_side(printed: str) -> Literal["short", "long"] | None:
    """The castling that a phrase mentions, short if it names no side; None if it mentions none."""
    if not mentions(printed, "acts.castle"):
        return None
    return "long" if any(mentions(printed, name) for name in _LONG) else "short"


@lru_cache(maxsize=4096)
def is_readable(printed: str) -> bool:
    """Whether a word resembles any move: at most one sign of a square is missing or wrong, or it resembles castling."""
    return nearest_square(printed) <= OTHER or _resembles_castling(printed)


def _resembles_castling(printed: str) -> bool:
    most = READABLE - 2
    return any(cost(printed, form, most) < most for side in CASTLING for form in _castlings(side))


def reading(
    position: Position,
    move: int,
    printed: str,
    letters: str,
    sign: bool,
    long: bool = False,
    after: Position | None = None,
) -> float:
    """The unlikeliness of a printed word as a copy of a legal move.

    :param letters: the letters of the record for king, queen, rook, bishop and knight.
    :param sign: the word lacks the man's sign, which is weighed elsewhere.
    :param long: the record prints moves from square to square; a word may then have lost its second half.
    :param after: the position after the move, if it is known.
    """
    return of_san(position.san(move, after=after), move, printed, letters, sign, long)


def resembles(
    position: Position, move: int, printed: str, letters: str, sign: bool, long: bool, *, most: float
) -> bool:
    """Whether the unlikeliness of a printed word as a copy of a legal move is at most ``most``.

    The move is played only if that depends on whether it gives check.  For the other parameters see :func:`reading`.
    """
    marks = _fitting_marks(position.san(move, suffix=False), move, printed, letters, sign, long, most)
    return len(marks) == len(_MARKS) or (bool(marks) and reading(position, move, printed, letters, sign, long) <= most)


@lru_cache(maxsize=1 << 16)
def _fitting_marks(
    san: str, move: int, printed: str, letters: str, sign: bool, long: bool, most: float
) -> tuple[str, ...]:
    """The marks of check with which a move is likely enough, given as its SAN without one and its squares."""
    return tuple(mark for mark in _MARKS if of_san(san + mark, move, printed, letters, sign, long) <= most)


@lru_cache(maxsize=1 << 16)
def of_san(san: str, move: int, printed: str, letters: str, sign: bool, long: bool = False) -> float:
    """The unlikeliness of a printed word as a copy of a move, given as its SAN and its squares.

    A word of capitals is compared with the move in capitals: the shift of a keyboard spoils no single sign.
    """
    if san[0] == "O":
        return castling(printed, "long" if san.startswith("O-O-O") else "short") + (0.0 if san[-1] in "O" else 0.5)
    origin, pawn = NAMES[move & 63], san[0].islower()
    man = "" if pawn or sign else letters["KQRBN".index(san[0])]
    if pawn:
        forms = [san] if san[1] != "x" else [san, san[0] + san[2:]]
        if sign:
            forms.append(san[-len(san) + 2 :] if san[1] == "x" else san)
    else:
        rest = san[1:]
        forms = [man + rest]
        at = rest.find(NAMES[move >> 6 & 63]) - ("x" in rest)
        if at == 0:
            forms += [man + origin[0] + rest, man + origin[1] + rest] if len(printed) > 3 else []
        else:
            forms.append(man + rest[at:])  # without the origin
    if long:
        target = NAMES[move >> 6 & 63]
        forms.append(f"{man}{origin}{'x' if 'x' in san else '-'}{target}{san[san.find(target) + 2 :]}")
        if 2 <= len(printed) < len(forms[-1]):
            return min(CUT + cost(printed, forms[-1][: len(printed)]), *(cost(printed, form) for form in forms))
    if printed.isupper() and len(printed) > 2:
        forms = [form.upper() for form in forms]
    return min(cost(printed, form) for form in forms)


@lru_cache(maxsize=4096)
def _is_a_letter(sign: str) -> bool:
    """Whether a sign is a man's letter with one superfluous sign (``NN``, ``B.``), not one of the page's own."""
    return any(letter in sign and cost(sign, letter) <= MORE for letter in _USUAL_LETTERS)


def has_strange_sign(printed: str) -> bool:
    """Whether a word prints a man as several signs of which no man's letter can be made."""
    signed = by_a_sign(without_marks(plain(printed)))
    return signed is not None and len(signed[0]) > 1 and not _is_a_letter(signed[0])


def first_sign(printed: str, *, figurines: bool = False) -> tuple[str, str]:
    """The sign for the man of a printed move, and the rest; ``""`` if there is none or it is a usual letter.

    :param figurines: the record prints men as figurines, so no letter is usual.
    """
    word = without_marks(plain(printed))
    signed = by_a_sign(word)
    if signed is not None and len(signed[0]) > 1 and (figurines or not _is_a_letter(signed[0])):
        return signed
    if len(word) < 3 or " " in word or _resembles_castling(word) or word[0] in "abcdefghO":
        return "", word
    if word[0] in FIGURINES or not word[0].isalnum() or word[0] in SIGNS or word[0].isdecimal():
        return word[0], word[1:]
    return ("", word) if word[0].upper() in _USUAL_LETTERS | {"O"} else (word[0], word[1:])
