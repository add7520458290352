"""How a page goes wrong: the one table of it, and how likely a printed word is if another was written.

What stands on a page is a noisy copy of what was written.  All figures here are natural logarithms of how unlikely a
thing is: 0 for certain, 3 for one in twenty.  They are what is believed before a page is seen; the signs of its men are
then learnt from the page itself (:mod:`kriegnote.restoration.figurine_model`).
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import Final, Literal

from kriegnote.chess.position import LETTERS, PAWN, Position, square_name
from kriegnote.chess.squares import NAMES
from kriegnote.lexicon import lexicon, mentions, ways
from kriegnote.model.printed_moves import FIGURINES, parse_move
from kriegnote.text.latex import without_markup

# -- the table ---------------------------------------------------------------------------------------------------------

CONFUSED: Final = {  # a written sign, and what scanners, hands and fingers make of it
    "1": "lI|i!t]7", "2": "Zz", "3": "8BE5", "4": "A9h", "5": "S$s6", "6": "bG8", "7": "1T?/", "8": "B&3S6",
    "a": "o@àqdu", "b": "6hkl", "c": "eoC(G", "d": "aqoD", "e": "coéè€", "f": "tFrl", "g": "9qyG", "h": "bnHk",
    "K": "RXkH", "Q": "O0GD", "R": "KPBrF", "B": "8&ßE3R", "N": "HMWVn", "D": "O0P", "T": "7IFY", "A": "4R", "C": "GO(",
    "x": "*%k:X", "+": "t*†4", "#": "*H‡", "-": "=~_.", "O": "0oQDC°", "=": "-:/",
}  # fmt: skip
RUNS: Final = {"d": ("cl", "ci"), "h": ("li", "lt"), "a": ("ci", "cı"), "N": ("IV",), "K": ("I<", "|<"), "B": ("I3",)}
LOST: Final = {"x": 2.0, "+": 1.0, "#": 2.5, "=": 0.7, "-": 1.0}  # signs that are left out more easily than others
ADDED: Final = {"x": 3.5, "+": 3.0, "#": 4.0, **dict.fromkeys("'`´.,;·*_~^\"", 1.5)}
CASE: Final = 1.5  # F for f
SIMILAR: Final = 2.8  # one of the confusions above
NEXT: Final = 4.0  # the file or the rank beside it
OTHER: Final = 4.8  # any other sign
GONE: Final = 4.2  # a sign left out
MORE: Final = 4.8  # a sign too many
EXCHANGED: Final = 3.6  # two signs side by side in each other's place
AMISS: Final = 3.2  # that anything at all is wrong with a word that could be a move
AGAIN: Final = 1.0  # by how much likelier a second fault in a word is than one in another word
READABLE: Final = 8.0  # what a word may cost and still be read so; dearer words are no evidence
_LONGEST: Final = 4  # characters of a sign that stands for a man
SIGNS: Final = {  # what stands for a man though it is no figurine, and the man that it is likely to be
    "L": "B", "S": "N", "F": "B", "H": "N", "M": "N", "V": "N", "8": "B", "ß": "B", "5": "N", "0": "Q", "W": "Q",
    "X": "K", "E": "R", "1": "R", "7": "R",
}  # fmt: skip
CASTLING: Final = {"short": ("O-O", "OO"), "long": ("O-O-O", "OOO")}  # in signs; its words stand in the lexicon
_LONG: Final = ("acts.queenside", "details.long", "joints.along")  # in Italian “lungo” is also along a file

# -- what follows from it ----------------------------------------------------------------------------------------------

_ALIKE: Final = str.maketrans({"×": "x", "✕": "x", "X": "x", "†": "+", "‡": "#", "\ufe0e": "", "\u200b": ""} | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"))  # fmt: skip  # noqa: E501


def plain(printed: str) -> str:
    """A printed word with its entities read, its signs in one form and its blanks left out."""
    word = without_markup(printed).translate(_ALIKE)
    return "".join(word.split()) if sum(sign.isalpha() for sign in word) < 8 else " ".join(word.lower().split())


def _misread(written: str, printed: str) -> float:
    if written == printed:
        return 0.0
    if printed in CONFUSED.get(written, ""):
        return SIMILAR
    if written.lower() == printed.lower():
        return CASE
    return NEXT if _beside(written, printed) else OTHER


def _beside(written: str, printed: str) -> bool:
    near = abs(ord(written) - ord(printed)) == 1
    return near and (written + printed).isalnum() and written in "abcdefgh12345678"


def is_beside(printed: str, written: str) -> bool:
    """Whether two squares have names of which one sign is that of the file or the rank beside the other's."""
    pairs = [pair for pair in zip(written, printed, strict=False) if pair[0] != pair[1]]
    return len(written) == len(printed) and len(pairs) == 1 and _beside(*pairs[0])


@lru_cache(maxsize=1 << 17)
def cost(printed: str, written: str) -> float:
    """How unlikely ``printed`` is as a copy of ``written``: the cheapest way to get from one to the other."""
    row = [0.0]
    for sign in printed:
        row.append(row[-1] + ADDED.get(sign, MORE))
    rows = [row]
    for place, letter in enumerate(written):
        before = rows[-1]
        lost = LOST.get(letter, GONE)
        row = [before[0] + lost]
        runs = RUNS.get(letter, ())
        for at, sign in enumerate(printed, 1):
            best = min(before[at - 1] + _misread(letter, sign), before[at] + lost, row[at - 1] + ADDED.get(sign, MORE))
            for run in runs:
                if printed.startswith(run, at - len(run), at) and at >= len(run):
                    best = min(best, before[at - len(run)] + SIMILAR)
            if place and at > 1 and printed[at - 2 : at] == letter + written[place - 1]:
                best = min(best, rows[-2][at - 2] + EXCHANGED)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


@lru_cache(maxsize=4096)
def near_squares(printed: str) -> tuple[float, ...]:
    """For each square, how unlikely the likeliest part of a printed word is as a copy of its name."""
    spans = {printed[at : at + size] for size in (1, 2, 3) for at in range(len(printed) - size + 1)} | {""}
    return tuple(min(cost(span, square_name(square)) for span in spans) for square in range(64))


@lru_cache(maxsize=4096)
def castling(printed: str, side: str) -> float:
    """How unlikely a printed word is as a copy of castling."""
    return min(cost(printed, written) for written in _castlings(side))


@cache
def _castlings(side: str) -> tuple[str, ...]:
    """How castling is printed, in signs and in words."""
    words = lexicon().meanings[f"damaged.castles_{side}"].all_forms()
    return (*CASTLING[side], *chain.from_iterable(map(ways, words)))


def castling_side(printed: str) -> Literal["short", "long"] | None:
    """Which castling a phrase tells, short where it does not say; None where it tells none."""
    if not mentions(printed, "acts.castle"):
        return None
    return "long" if any(mentions(printed, name) for name in _LONG) else "short"


@lru_cache(maxsize=4096)
def is_readable(printed: str) -> bool:
    """Whether a word is like any move at all: no more than one sign of a square is gone, or wrong."""
    castles = min(castling(printed, "short"), castling(printed, "long"))
    return min(near_squares(printed)) <= OTHER or castles < READABLE - 2


def reading(position: Position, move: int, printed: str, letters: str, sign: bool) -> float:
    """How unlikely a printed word is as a copy of a legal move.

    :param letters: the letters of the record for king, queen, rook, bishop and knight.
    :param sign: the man's sign stands apart and is weighed elsewhere.
    """
    san = position.san(move)
    if san[0] == "O":
        return castling(printed, "long" if san.startswith("O-O-O") else "short") + (0.0 if san[-1] in "O" else 0.5)
    origin = NAMES[move & 63]
    kind = position.type_at(move & 63)
    if kind == PAWN:
        forms = [san] if san[1] != "x" else [san, san[0] + san[2:]]
        if sign:
            forms.append(san[-len(san) + 2 :] if san[1] == "x" else san)
    else:
        man = "" if sign else letters["KQRBN".index(LETTERS[kind])]
        rest = san[1:]
        forms = [man + rest]
        at = rest.find(NAMES[move >> 6 & 63]) - ("x" in rest)
        if at == 0:
            forms += [man + origin[0] + rest, man + origin[1] + rest] if len(printed) > 3 else []
        else:
            forms.append(man + rest[at:])  # the origin untold
    return min(cost(printed, form) for form in forms)


def _signed(word: str) -> tuple[str, str]:
    """A sign of several characters, not all of them letters and figures, before a square, and the rest."""
    for at in range(min(_LONGEST, len(word) - 2), 1, -1):
        if not word[at - 1].isalnum() and word[at - 1] not in "x:-=" and not word[:at].isalnum():
            behind = parse_move(word[at:])
            if behind is not None and behind.piece == "P":
                return word[:at], word[at:]
    return "", word


def first_sign(printed: str) -> tuple[str, str]:
    """A printed move's sign for its man, where it is none of the usual letters, and the rest; ``""`` for none."""
    word = plain(printed)
    sign, behind = _signed(word)
    if sign:
        return sign, behind
    if (
        len(word) < 3
        or " " in word
        or min(castling(word, "short"), castling(word, "long")) < READABLE - 2
        or word[0] in "abcdefghO"
    ):
        return "", word
    if word[0] in FIGURINES or not word[0].isalnum() or word[0] in SIGNS or word[0].isdecimal():
        return word[0], word[1:]
    return ("", word) if word[0].upper() in "KQRBNDTACPO" else (word[0], word[1:])
