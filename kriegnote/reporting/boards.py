"""Draws boards as lines of text or pictures: of a position, or of what a player could know.

What a player could know is drawn as a shade on each square: the probability of an enemy man there. All text in pictures
is escaped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Final

from kriegnote.chess.position import LETTERS, Position, square_name, squares
from kriegnote.chess.reasons import WORDS
from kriegnote.knowledge.results import Known, PlyKnowledge
from kriegnote.knowledge.shades import Shade, shades
from kriegnote.reporting.output import standard_output

Men = Mapping[bool, str]
"""By colour (True: White), the signs for an empty square and for pawn, knight, bishop, rook, queen, king."""
FIGURINES: Final[Men] = {True: "·♙♘♗♖♕♔", False: "·♟♞♝♜♛♚"}
_LETTERS: Final[Men] = {True: ".PNBRQK", False: ".pnbrqk"}
SIZE: Final = 45
"""The side of a square, as in python-chess's drawings of men."""
_SHADED_SIZE: Final = 44
_LISTED: Final = 8
"""The number of squares listed for each kind of man, the most likely ones."""


def men_of(terminal: str) -> Men:
    """The signs that an encoding can represent: figurines, or else letters.

    >>> men_of("ascii")[True]
    '.PNBRQK'
    """
    try:
        "".join(FIGURINES.values()).encode(terminal)
    except UnicodeEncodeError:
        return _LETTERS
    return FIGURINES


def printed_men() -> Men:
    """The signs that standard output can represent."""
    return men_of(standard_output().encoding)


# -- lines of text -----------------------------------------------------------------------------------------------------


def _lines(sign: Callable[[int], str]) -> list[str]:
    """Eight lines, one for each rank from the eighth down, and a line with the files."""
    rows = (f"{rank + 1} {' '.join(sign(8 * rank + file) for file in range(8))}" for rank in range(7, -1, -1))
    return [*rows, "  a b c d e f g h"]


def position_lines(position: Position, men: Men = FIGURINES) -> list[str]:
    """A position as lines of text, with White at the bottom."""
    return _lines(lambda square: men[bool(position.white >> square & 1)][position.type_at(square)])


def shaded_lines(ply: PlyKnowledge, own: Position | None = None, letters: str = "") -> list[str]:
    """What a player could know, as lines of text.

    The signs are tenths of the probability, ``#`` certain, ``.`` less than a tenth, ``-`` impossible.

    :param own: the player's own men, which are drawn on their squares.
    :param letters: their signs, from pawn to king.
    """
    men, shaded = _men(own, letters), shades(ply)

    def sign(square: int) -> str:
        shade = shaded[square]
        tenth = str(min(9, int(shade.any * 10))) if shade.any >= 0.1 else "." if shade.possible else "-"
        return men.get(square) or ("#" if shade.any > 0.999 and ply.chances != "sampled" else tenth)

    return _lines(sign)


def number(ply: PlyKnowledge) -> str:
    """The number of positions in words: ``240``, ``1200 to 3e14``, ``up to 3e14``."""
    least, most = ply.positions
    if ply.method == "exact":
        return str(least)
    top = str(most) if most < 10**6 else f"{most:.0e}".replace("e+", "e")
    return f"{least} to {top}" if least else f"up to {top}"


def percent(share: float, ply: PlyKnowledge) -> str:
    """A probability as it is printed: ``62%`` or, if it comes from a sample, ``~62%``."""
    return f"{'~' * (ply.chances == 'sampled')}{share:.0%}"


def kinds(ply: PlyKnowledge) -> list[str]:
    """A line for each kind of man with its most likely squares: ``K  e8 62%, d8 20%, f8 9% …``."""
    out: list[str] = []
    for letter in reversed(LETTERS[1:]):
        where = ply.probability.get(letter)
        if where:
            best = sorted(where.items(), key=lambda pair: -pair[1])
            some = ", ".join(f"{name} {percent(share, ply)}" for name, share in best[:_LISTED])
            out.append(f"{letter}  {some}{' …' if len(best) > _LISTED else ''}")
        elif letter in ply.squares:
            out.append(f"{letter}  {len(ply.squares[letter])} squares")
    return out


def _men(own: Position | None, letters: str) -> dict[int, str]:
    if own is None:
        return {}
    return {square: letters[own.type_at(square) - 1] for square in squares(own.everyone)}


# -- pictures ----------------------------------------------------------------------------------------------------------


def position_picture(position: Position) -> str:
    """A position as SVG, White at the bottom, for a page that defines drawings of the squares and men by name."""
    said = []
    drawn = []
    for square in squares(position.everyone):
        colour = "white" if position.white >> square & 1 else "black"
        man = f"{colour}-{WORDS[LETTERS[position.type_at(square)]]}"
        drawn.append(f'<use href="#{man}" x="{SIZE * (square & 7)}" y="{SIZE * (7 - (square >> 3))}"/>')
        said.append(f"{man.replace('-', ' ')} {square_name(square)}")
    label = escape("; ".join(said) or "no men")
    return (
        f'<svg class="board" viewBox="0 0 {8 * SIZE} {8 * SIZE}" role="img" aria-label="{label}">'
        f'<use href="#squares"/>{"".join(drawn)}</svg>'
    )


def shaded_picture(ply: PlyKnowledge, own: Position | None = None, *, flipped: bool = False) -> str:
    """What a player could know, as SVG: his own men, and a shade of red for the probability of an enemy man.

    A square on which no enemy man can stand is plain; a small dot marks one on which a man could stand, but does in no
    sampled position. Each square has a title with the probabilities.

    :param own: the player's own men.
    :param flipped: whether Black is at the bottom.
    """
    side, men = 8 * _SHADED_SIZE, _men(own, FIGURINES[False][1:])
    drawn = (
        "".join(_shaded_square(square, shade, men.get(square), flipped=flipped))
        for square, shade in enumerate(shades(ply))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" '
        f'role="img" aria-label="what could be known after {ply.ply} plies">{"".join(drawn)}</svg>'
    )


def _shaded_square(square: int, shade: Shade, man: str | None, *, flipped: bool) -> Iterator[str]:
    size, file, rank = _SHADED_SIZE, square & 7, square >> 3
    x, y = (size * (7 - file), size * rank) if flipped else (size * file, size * (7 - rank))
    ground = "#b9c4cc" if (file + rank) % 2 == 0 else "#eef1f3"
    yield f'<g><title>{escape(_title(shade))}</title><rect x="{x}" y="{y}" '
    yield f'width="{size}" height="{size}" fill="{ground}"/>'
    if shade.any > 0:
        yield f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="#c0392b" '
        yield f'fill-opacity="{0.12 + 0.78 * shade.any:.2f}"/>'
    elif shade.possible:
        yield f'<circle cx="{x + size // 2}" cy="{y + size // 2}" r="3" fill="#c0392b"/>'
    if man is not None:
        yield f'<text x="{x + size // 2}" y="{y + size * 3 // 4}" font-size="{size * 3 // 4}" '
        yield f'text-anchor="middle">{man}</text>'
    elif shade.kinds and shade.any >= 0.5:
        likely = max(shade.kinds, key=lambda kind: shade.kinds[kind])
        yield f'<text x="{x + size // 2}" y="{y + size * 2 // 3}" font-size="{size // 2}" '
        yield f'text-anchor="middle" fill="#fff">{likely}</text>'
    yield "</g>"


def _title(shade: Shade) -> str:
    if not shade.kinds:
        return f"{shade.square}: {'possible' if shade.possible else 'no enemy man'}"
    kinds = ", ".join(f"{kind} {share:.0%}" for kind, share in shade.kinds.items())
    return f"{shade.square}: {kinds}"


def shaded_page(known: Known, boards: list[Position | None]) -> str:
    """A complete HTML page with one shaded board for each ply.

    :param boards: the player's own men after 0, 1, 2 … plies (:func:`kriegnote.knowledge.ownside.boards_by_ply`).
    """
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>kriegnote</title>',
        "<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem}figure{display:inline-block;margin:1rem}</style>",
        f"</head><body><h1>What {known.side.capitalize()} could know</h1><p>{escape(known.prior)}</p>",
    ]
    for one in known.plies:
        own = boards[one.ply] if one.ply < len(boards) else None
        certain = f"; certain: {', '.join(one.certain)}" if one.certain else ""
        caption = escape(f"after {one.ply} plies: {number(one)}{certain}")
        picture = shaded_picture(one, own, flipped=known.side == "black")
        parts.append(f"<figure>{picture}<figcaption>{caption}</figcaption></figure>")
    return "\n".join([*parts, "</body></html>\n"])
