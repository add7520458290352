"""A player's board with a shade on each square: how likely an enemy man is to stand there."""

from __future__ import annotations

from html import escape

import msgspec

from kriegnote.chess.position import LETTERS, Position, square_name, square_of, squares
from kriegnote.knowledge.results import Known, PlyKnowledge

_SIZE = 44
_MEN = "♟♞♝♜♛♚"


class Shade(msgspec.Struct, frozen=True):
    """One square: the probability that an enemy man stands on it, that of each kind, and whether one can at all."""

    square: str
    any: float
    kinds: dict[str, float]
    possible: bool


def shades(ply: PlyKnowledge) -> tuple[Shade, ...]:
    """The 64 squares, from a1 to h8; where only the bounds are known the probabilities are 0."""
    found: list[Shade] = []
    for square in range(64):
        name = square_name(square)
        kinds = {kind: where[name] for kind, where in ply.probability.items() if name in where}
        possible = any(name in where for where in ply.squares.values())
        found.append(Shade(name, min(1.0, sum(kinds.values())), kinds, possible))
    return tuple(found)


def svg(ply: PlyKnowledge, own: Position | None = None, *, flipped: bool = False) -> str:
    """The board as an SVG picture: the player's own men, and a shade of red for the enemy's.

    A square on which no enemy man can stand is plain; a faint dot marks one on which one can, though none of the sample
    stands there.  Each square has a title with the probabilities.

    :param own: the player's own men.
    :param flipped: Black below.
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {8 * _SIZE} {8 * _SIZE}" width="{8 * _SIZE}" '
        f'role="img" aria-label="{escape(_label(ply))}">'
    ]
    men = _men(own)
    for shade in shades(ply):
        square = square_of(shade.square)
        file, rank = square & 7, square >> 3
        x, y = (_SIZE * (7 - file), _SIZE * rank) if flipped else (_SIZE * file, _SIZE * (7 - rank))
        ground = "#b9c4cc" if (file + rank) % 2 == 0 else "#eef1f3"
        parts.append(f'<g><title>{escape(_title(shade))}</title><rect x="{x}" y="{y}" ')
        parts.append(f'width="{_SIZE}" height="{_SIZE}" fill="{ground}"/>')
        if shade.any > 0:
            parts.append(f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" fill="#c0392b" ')
            parts.append(f'fill-opacity="{0.12 + 0.78 * shade.any:.2f}"/>')
        elif shade.possible:
            parts.append(f'<circle cx="{x + _SIZE // 2}" cy="{y + _SIZE // 2}" r="3" fill="#c0392b"/>')
        if square in men:
            parts.append(f'<text x="{x + _SIZE // 2}" y="{y + _SIZE * 3 // 4}" font-size="{_SIZE * 3 // 4}" ')
            parts.append(f'text-anchor="middle">{men[square]}</text>')
        elif shade.kinds and shade.any >= 0.5:
            likely = max(shade.kinds, key=lambda kind: shade.kinds[kind])
            parts.append(f'<text x="{x + _SIZE // 2}" y="{y + _SIZE * 2 // 3}" font-size="{_SIZE // 2}" ')
            parts.append(f'text-anchor="middle" fill="#fff">{likely}</text>')
        parts.append("</g>")
    return "".join([*parts, "</svg>"])


def _label(ply: PlyKnowledge) -> str:
    return f"what could be known after {ply.ply} plies"


def _title(shade: Shade) -> str:
    if not shade.kinds:
        return f"{shade.square}: {'possible' if shade.possible else 'no enemy man'}"
    kinds = ", ".join(f"{kind} {share:.0%}" for kind, share in shade.kinds.items())
    return f"{shade.square}: {kinds}"


def _men(own: Position | None, letters: str = _MEN) -> dict[int, str]:
    if own is None:
        return {}
    return {square: letters[own.type_at(square) - 1] for square in squares(own.white | own.black)}


def page(known: Known, boards: list[Position | None]) -> str:
    """A whole page: one board a ply.

    :param boards: the player's own men after 0, 1, 2 … plies (:func:`kriegnote.knowledge.ownside.own_boards`).
    """
    black = known.side == "black"
    parts = [
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>kriegnote</title>',
        "<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem}figure{display:inline-block;margin:1rem}</style>",
        f"</head><body><h1>What {known.side.capitalize()} could know</h1><p>{escape(known.prior)}</p>",
    ]
    for one in known.plies:
        own = boards[one.ply] if one.ply < len(boards) else None
        certain = f"; certain: {', '.join(one.certain)}" if one.certain else ""
        caption = f"after {one.ply} plies: {number(one)}{certain}"
        parts.append(f"<figure>{svg(one, own, flipped=black)}<figcaption>{escape(caption)}</figcaption></figure>")
    return "\n".join([*parts, "</body></html>\n"])


def number(ply: PlyKnowledge) -> str:
    """The number of positions in words: ``240``, ``1200 to 3e14``, ``up to 3e14``."""
    least, most = ply.positions
    if ply.method == "exact":
        return str(least)
    top = str(most) if most < 10**6 else f"{most:.0e}".replace("e+", "e")
    return f"{least} to {top}" if least else f"up to {top}"


def rows(ply: PlyKnowledge, own: Position | None = None, letters: str = _MEN) -> list[str]:
    """The board as eight lines of text, White below: tenths of the probability, ``.`` possible, ``-`` impossible.

    :param own: the player's own men, drawn on their squares.
    :param letters: their signs, from pawn to king.
    """
    men = _men(own, letters)
    by_name = {shade.square: shade for shade in shades(ply)}
    out: list[str] = []
    for rank in range(7, -1, -1):
        cells = []
        for file in range(8):
            if (sign := men.get(8 * rank + file)) is not None:
                cells.append(sign)
                continue
            shade = by_name[square_name(8 * rank + file)]
            tenth = str(min(9, int(shade.any * 10))) if shade.any >= 0.1 else "." if shade.possible else "-"
            cells.append("#" if shade.any > 0.999 else tenth)
        out.append(f"{rank + 1} " + " ".join(cells))
    return [*out, "  a b c d e f g h"]


def kinds(ply: PlyKnowledge) -> list[str]:
    """For each kind of man the likeliest squares, a line each: ``K  e8 62%, d8 20%, f8 9% …``."""
    out: list[str] = []
    for letter in reversed(LETTERS[1:]):
        where = ply.probability.get(letter)
        if where:
            best = sorted(where.items(), key=lambda pair: -pair[1])
            some = ", ".join(f"{name} {share:.0%}" for name, share in best[:8])
            out.append(f"{letter}  {some}{' …' if len(best) > 8 else ''}")
        elif letter in ply.squares:
            out.append(f"{letter}  {len(ply.squares[letter])} squares")
    return out
