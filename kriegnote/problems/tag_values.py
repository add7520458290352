"""What a problem's tags say of its position: hidden men, twins, replies that are promised not to be played."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from kriegnote.lexicon import mentioned, mentions
from kriegnote.parsing import Terminals
from kriegnote.problems.moves import names
from kriegnote.problems.policy import Hidden

_PAGE: Final = Terminals("problem_page")
_WORDS: Final = Terminals("common")
_AREAS: Final = {"dark": "dark", "light": "light", "anywhere": "any"}


def hidden(text: str) -> Hidden | None:
    """What a ``Hidden`` tag says; None when it is not understood.

    ``k on a8 a6 c8`` · ``b on dark`` · ``qrbn on e1`` · ``p? on a3 a4`` (or there is none) · ``k on file a``, or a
    sentence: “the black king is on one of a8, a6, c8”, “Black has a dark-squared bishop somewhere”.
    """
    if short := _PAGE["HIDDEN"].fullmatch(text):
        men, may_lack, where = short["men"].lower(), bool(short["lacks"]), short["where"]
    else:
        words = _WORDS["WORD_OR_SIGN"].findall(text.lower())
        named = [names()[word].lower() for word in words if len(word) > 1 and word in names()]
        men, where, may_lack = "".join(dict.fromkeys(named)), text, mentions(text, "details.lacking")
    squares = tuple(_PAGE["ON"].findall(where))
    squares = squares or tuple(line["file"] or line["rank"] for line in _PAGE["ON_LINE"].finditer(where.lower()))
    squares = squares or tuple(_AREAS[word] for word in mentioned(where, "details") if word in _AREAS)[:1]
    return Hidden(men=men, squares=squares, may_lack=may_lack) if men and squares else None


def squares(text: str) -> tuple[str, ...]:
    """The squares that a tag lists."""
    return tuple(_PAGE["SQUARE"].findall(text))


def replies(text: str) -> tuple[str, ...]:
    """The moves (UCI) that a tag lists."""
    return tuple(_PAGE["REPLY"].findall(text))


def edited(fen: str, edits: str) -> str | None:
    """A twin's FEN: ``+na5`` adds a black knight, ``-a4`` takes a man away, ``b4d4`` moves one; None when it cannot be.

    A whole FEN stands for itself.
    """
    if "/" in edits:
        return edits.strip()
    rows, _, rest = fen.partition(" ")
    men = "".join(map(cells, rows.split("/")))
    if len(men) != 64 or rows.count("/") != 7:
        return None
    board = list(men)
    for word in edits.replace(",", " ").split():
        if added := _PAGE["ADDED"].fullmatch(word):
            board[_index(added["to"])] = added["man"]
        elif taken := _PAGE["TAKEN_AWAY"].fullmatch(word):
            board[_index(taken["from"])] = "."
        elif moved := _PAGE["MOVED"].fullmatch(word):
            board[_index(moved["to"])] = board[_index(moved["from"])]
            board[_index(moved["from"])] = "."
        else:
            return None
    return "/".join(_row("".join(board[at : at + 8])) for at in range(0, 64, 8)) + f" {rest}"


def cells(row: str) -> str:
    """The squares of a FEN's row, one sign each; a stop is an empty one."""
    return "".join("." * int(sign) if sign.isdecimal() else sign for sign in row)


def _row(men: str) -> str:
    runs = ((sign, len([*run])) for sign, run in groupby(men))
    return "".join(str(count) if sign == "." else sign * count for sign, count in runs)


def _index(square: str) -> int:
    return 8 * (8 - int(square[1])) + "abcdefgh".index(square[0])
