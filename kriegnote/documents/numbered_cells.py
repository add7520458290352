"""Turns that are printed beside one another, put in the order of their numbers: a number says where its turn belongs.

    1. e4 e5       3. Bc4 Nf6
    2. Qh5 Nc6     4. Qxf7#

Read across, the numbers of such lines go up and down; each turn is there once all the same, none is missing, and so
nothing but their order is in question.  So it is where White's moves stand above Black's, each with its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from kriegnote.documents.turns import MOVES, outside_brackets, words
from kriegnote.lexicon import mentions
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker, unmarked
from kriegnote.text.score_words import NUMBERS, number_of

_LAYOUT: Final = Terminals("layout")
_PARTING: Final = " \t|;"  # what may part a turn from the one beside it
_LEAST: Final = 2  # lines
_SIDES: Final = 2
_TURN: Final = MOVES | {"OPENING_BRACKET"}
"""What stands behind a turn's number."""


class _Cell(NamedTuple):
    """A turn in ``[start, end)`` of a text, its number, and how many plies stand in it."""

    start: int
    end: int
    number: int
    plies: int


_Block = list[list[_Cell]]
"""Lines next to one another, each as its turns."""


def in_the_order_of_numbers(text: str) -> Plain:
    """A text whose turns follow one another by their numbers; the places of its characters then need not rise."""
    plain = unmarked(text)
    if _LAYOUT["BESIDE"].search(text) is None and len(_LAYOUT["HALF_A_TURN"].findall(text)) < _SIDES:
        return plain
    taker, at = Taker(plain), 0
    before: _Block = []
    for block in _blocks(text):
        cells = [cell for row in block for cell in row]
        first = [cell for row in before for cell in row]
        blacks = bool(first) and _is_blacks(text, first[0].start)  # whose sheet stands above White's
        if _are_sides(*((block, before) if blacks else (before, block))):
            taker.keep(at, first[0].start)
            _keep_words(taker, first[-1].end, cells[0].start)  # who had the other men
            _keep_turns(taker, cells + first if blacks else first + cells)
        elif _is_out_of_order(block):
            taker.keep(at, cells[0].start)
            _keep_turns(taker, cells)
        else:
            before = block
            continue
        at, before = cells[-1].end, []
    if not at:
        return plain
    taker.keep(at, len(text))
    return taker.done()


def _is_blacks(text: str, at: int) -> bool:
    """Whether the line above an offset names Black alone."""
    line = text[:at].rstrip().rpartition("\n")[2]
    return mentions(line, "players.black") and not mentions(line, "players.white")


def _keep_words(taker: Taker, start: int, end: int) -> None:
    """Takes over the words of a stretch, and begins a paragraph behind them."""
    printed = taker.plain.text[start:end]
    first = start + len(printed) - len(printed.lstrip())
    taker.keep(first, first + len(printed.strip()))
    taker.put("\n\n", first)


def _keep_turns(taker: Taker, cells: list[_Cell]) -> None:
    """Takes over turns by their numbers: those of one number in one line."""
    for _, turns in groupby(sorted(cells, key=lambda one: one.number), key=lambda one: one.number):
        for cell in turns:
            taker.keep(cell.start, cell.end)
            taker.put(" ", cell.end)
        taker.put("\n", cell.end)


def _blocks(text: str) -> Iterator[_Block]:
    """The lines next to one another that begin with a turn, each as its turns."""
    block: _Block = []
    at = 0
    for row in [*text.split("\n"), ""]:
        cells = list(_cells(row, at)) if _LAYOUT["NUMBERED_ROW"].match(row) else []
        if cells:
            block.append(cells)
        elif block:
            if len(block) >= _LEAST:
                yield block
            block = []
        at += len(row) + 1


def _cells(row: str, at: int) -> Iterator[_Cell]:
    """The turns of a line that begins at an offset."""
    said = words(row)
    starts = [
        index
        for index, (word, following) in enumerate(pairwise(said))
        if word.type in NUMBERS and following.type in _TURN
    ]
    for first, last in pairwise([*starts, len(said)]):
        start = said[first].start_pos or 0
        end = said[last].start_pos or 0 if last < len(said) else len(row)
        plies = sum(word.type in MOVES for word in outside_brackets(said[first:last]))
        yield _Cell(at + start, at + start + len(row[start:end].rstrip(_PARTING)), number_of(said[first]), plies)


def _is_out_of_order(block: _Block) -> bool:
    """Whether the numbers of turns beside one another are all there, each once, and do not go up."""
    numbers = [cell.number for row in block for cell in row]
    ordered = sorted(numbers)
    beside = any(len(row) > 1 for row in block)
    return beside and numbers != ordered and ordered == list(range(ordered[0], ordered[0] + len(ordered)))


def _are_sides(white: _Block, black: _Block) -> bool:
    """Whether two blocks are the moves of one side and then of the other: one a number, the same numbers from 1 on."""
    cells = [[cell for row in block for cell in row] for block in (white, black)]
    if not white or any(cell.plies != 1 for block in cells for cell in block):
        return False
    counts = [len(block) for block in cells]
    numbers = [[cell.number for cell in block] for block in cells]
    return counts[0] - counts[1] in (0, 1) and all(
        found == list(range(1, count + 1)) for found, count in zip(numbers, counts, strict=True)
    )
