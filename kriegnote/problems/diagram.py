"""What a problem's tags say of its position: hidden men, twins, the stipulation.  Text alone, no board."""

from __future__ import annotations

import re
from typing import Final

from kriegnote.problems.policy import Hidden
from kriegnote.text.source import whole_number

_MEN: Final = {
    "king": "k", "queen": "q", "rook": "r", "bishop": "b", "knight": "n", "pawn": "p",
    "re": "k", "donna": "q", "torre": "r", "alfiere": "b", "cavallo": "n", "pedone": "p",
}  # fmt: skip
AREAS: Final = {
    "dark": "dark", "scur": "dark", "light": "light", "chiar": "light",
    "somewhere": "any", "anywhere": "any", "any": "any", "ovunque": "any", "da qualche parte": "any",
}  # fmt: skip
_SHORT: Final = re.compile(r"\s*([kqrbnp]+)(\?)?\s+(?:on|in)\s+(.+)", re.I)
_SQUARE: Final = re.compile(r"(?<![a-z\d])[a-h][1-8](?!\w)")
_LINE: Final = re.compile(r"(?<!\w)(?:file|colonna)\s+([a-h])(?!\w)|(?<!\w)(?:rank|traversa)\s+([1-8])(?!\w)")
_LIST: Final = r"((?:[a-h][1-8](?:\s*,\s*(?:[eo]\s+|or\s+|and\s+)?|\s+(?:e|o|ed|od|or|and)\s+)?)+)"
_KING: Final = re.compile(
    rf"(?i)(?:re\s+ner[oa]|black\s+king|il\s+re)[^.\n]{{0,60}}?(?:può\s+(?:essere|trovarsi)|is|è|may\s+be)"
    rf"[^.\n]{{0,40}}?(?:in|on|of|tra)\s+{_LIST}"
)
_PROMOTED: Final = re.compile(
    r"(?i)(?<!\w)(?:p|the\s+pawn\s+(?:on|at)\s+)([a-h][18])\s+(?:è\s+appena\s+stato|has\s+just\s+been)\s+promo"
)
_NUMBERS: Final = {
    "una": 1, "un": 1, "uno": 1, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6, "sette": 7, "otto": 8, "nove": 9,  # noqa: E501
    "dieci": 10, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,  # noqa: E501
}  # fmt: skip
_MATE: Final = re.compile(r"(?i)(?<!\w)(?:matto|matta|mates?)\s+in\s+(\w+)")


def hidden(text: str) -> Hidden | None:
    """What a ``Hidden`` tag says; None when it is not understood.

    ``k on a8 a6 c8`` · ``b on dark`` · ``qrbn on e1`` · ``p? on a3 a4`` (or there is none) · ``k on file a``, or a
    sentence: “the black king is on one of a8, a6, c8”, “Black has a dark-squared bishop somewhere”.
    """
    short = _SHORT.fullmatch(text)
    if short:
        men, may_lack, where = short.group(1).lower(), bool(short.group(2)), short.group(3)
    else:
        words = [_MEN[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _MEN]
        men, where = "".join(dict.fromkeys(words)), text
        may_lack = bool(re.search(r"(?i)\b(?:or none|o nessun\w*|perhaps|forse)\b", text))
    squares = tuple(_SQUARE.findall(where)) or tuple(a or b for a, b in _LINE.findall(where.lower()))
    if not squares:
        squares = tuple(area for word, area in AREAS.items() if word in where.lower())[:1]
    return Hidden(men=men, squares=squares, may_lack=may_lack) if men and squares else None


def lacks_king(fen: str) -> bool:
    """Whether the king of the side that is not to move is missing."""
    return ("K" if " b " in fen else "k") not in fen.partition(" ")[0]


def told(text: str, fen: str | None) -> tuple[Hidden, ...]:
    """The hidden men that the words under a diagram tell of: a king that the diagram lacks, a promoted man."""
    if fen is None or not fen.strip():
        return ()
    found = []
    if lacks_king(fen) and (where := _KING.search(text)):
        found.append(Hidden(men="k", squares=tuple(_SQUARE.findall(where.group(1)))))
    if promoted := _PROMOTED.search(text):
        found.append(Hidden(men="qrbn", squares=(promoted.group(1),)))
    return tuple(found)


def moves(text: str) -> int | None:
    """In how many moves White is to mate: ``#2``, or “Matto in due mosse”; None when it is not said."""
    if short := re.search(r"#\s*(\d+)", text):
        return whole_number(short.group(1))
    for found in _MATE.finditer(text):
        word = found.group(1).lower()
        if word.isdecimal() or word in _NUMBERS:
            return whole_number(word) if word.isdecimal() else _NUMBERS[word]
    return None


def edited(fen: str, edits: str) -> str | None:
    """A twin's FEN: ``+na5`` adds a black knight, ``-a4`` takes a man away, ``b4d4`` moves one; None when it cannot be.

    A whole FEN stands for itself.
    """
    if "/" in edits:
        return edits.strip()
    rows, _, rest = fen.partition(" ")
    board = [list(re.sub(r"\d", lambda digit: "." * int(digit.group()), row)) for row in rows.split("/")]
    if len(board) != 8 or any(len(row) != 8 for row in board):
        return None

    def at(name: str) -> tuple[int, int]:
        return 8 - int(name[1]), "abcdefgh".index(name[0])

    for word in edits.replace(",", " ").split():
        add = re.fullmatch(r"\+([KQRBNPkqrbnp])([a-h][1-8])", word)
        drop = re.fullmatch(r"-[KQRBNPkqrbnp]?([a-h][1-8])", word)
        move = re.fullmatch(r"[KQRBNPkqrbnp]?([a-h][1-8])-?([a-h][1-8])", word)
        if add:
            row, column = at(add.group(2))
            board[row][column] = add.group(1)
        elif drop:
            row, column = at(drop.group(1))
            board[row][column] = "."
        elif move:
            row, column = at(move.group(1))
            man, board[row][column] = board[row][column], "."
            row, column = at(move.group(2))
            board[row][column] = man
        else:
            return None
    lines = ("".join(row) for row in board)
    return "/".join(re.sub(r"\.+", lambda dots: str(len(dots.group())), line) for line in lines) + f" {rest}"
