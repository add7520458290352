"""One position, printed as documents print boards."""

from __future__ import annotations

from typing import Final

PLACEMENT: Final = "8/7B/8/2K5/k1N5/8/8/1R2q3"
LETTERS: Final = """8 . . . . . . . .
7 . . . . . . . B
6 . . . . . . . .
5 . . K . . . . .
4 k . N . . . . .
3 . . . . . . . .
2 . . . . . . . .
1 . R . . q . . .
  a b c d e f g h"""
_RANKS: Final = [row[2:].split() for row in LETTERS.split("\n")[:8]]
_FIGURINES: Final = dict(zip("KQRBNPkqrbnp.", "♔♕♖♗♘♙♚♛♜♝♞♟ ", strict=True))
FIGURINES: Final = "".join(_FIGURINES.get(sign, sign) if sign != "." else "·" for sign in LETTERS[:-16]) + LETTERS[-16:]
BARE: Final = "\n".join(" ".join(row) for row in _RANKS)
COMPACT: Final = "\n".join("".join(row) for row in _RANKS)
TURNED: Final = "\n".join(f"{' '.join(row[::-1])} {number}" for number, row in enumerate(_RANKS[::-1], 1))


def markdown(head: str = "| a | b | c | d | e | f | g | h |") -> str:
    """The board as a table, figurines in its cells."""
    rows = ["| " + " | ".join(_FIGURINES[sign].strip() for sign in row) + " |" for row in _RANKS]
    return "\n".join([head, "|---|---|---|---|---|---|---|---|", *rows])


def html(cell: str = "td") -> str:
    """The board as a table of a web page, with its ranks."""
    rows = [
        f"<tr><th>{8 - number}</th>\n"
        + "".join(f"<{cell} class=b>{_FIGURINES[sign].replace(' ', '&nbsp;')}</{cell}>" for sign in row)
        + "</tr>"
        for number, row in enumerate(_RANKS)
    ]
    return "<table class='board'>\n" + "\n".join(rows) + "\n</table>"
