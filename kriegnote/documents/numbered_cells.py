"""Puts turns that are printed side by side into the order of their numbers.

    1. e4 e5       3. Bc4 Nf6
    2. Qh5 Nc6     4. Qxf7#

Read by lines, the numbers are out of order, but each occurs once and none is missing. The same applies if White's moves
are above Black's, each with its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, zip_longest
from typing import Final, NamedTuple

from lark import Token

from kriegnote.documents.pages import page_lines
from kriegnote.documents.turns import MOVES, outside_brackets, words
from kriegnote.lexicon import meant, mentions
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker, unmarked
from kriegnote.text.score_words import NUMBERS, number_of

_LAYOUT: Final = Terminals("layout")
_PARTING: Final = " \t|;"  # what may separate a turn from the next one on its line
_LEAST: Final = 2  # the least number of lines
_SIDES: Final = 2
_REFUSES: Final = frozenset({"no", "illegal", "impossible", "in_vain"})
"""Answers that refuse the move before them."""
_TURN: Final = MOVES | {"OPENING_BRACKET"}
"""Types of words that follow a turn's number."""


class _Cell(NamedTuple):
    """A turn in ``[start, end)`` of a text, its number, and the number of its plies."""

    start: int
    end: int
    number: int
    plies: int


_Block = list[list[_Cell]]
"""Successive lines, each as a list of its turns."""


def in_the_order_of_numbers(text: str) -> Plain:
    """A text with its turns in the order of their numbers; its characters may change their order."""
    plain = unmarked(text)
    if _LAYOUT["BESIDE"].search(text) is None and len(_LAYOUT["HALF_A_TURN"].findall(text)) < _SIDES:
        return plain
    taker, at = Taker(plain), 0
    before: _Block = []
    for block in _blocks(text):
        cells = [cell for row in block for cell in row]
        first = [cell for row in before for cell in row]
        blacks = bool(first) and _is_blacks(text, first[0].start)  # Black's moves are printed above White's
        if _are_sides(*((block, before) if blacks else (before, block))):
            taker.keep(at, first[0].start)
            _keep_words(taker, first[-1].end, cells[0].start)  # the other player's name
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
    """Whether the line above an offset names only Black."""
    line = text[:at].rstrip().rpartition("\n")[2]
    return mentions(line, "players.black") and not mentions(line, "players.white")


def _keep_words(taker: Taker, start: int, end: int) -> None:
    """Takes over the words of a range as a paragraph."""
    printed = taker.plain.text[start:end]
    first = start + len(printed) - len(printed.lstrip())
    taker.keep(first, first + len(printed.strip()))
    taker.put("\n\n", first)


def _keep_turns(taker: Taker, cells: list[_Cell]) -> None:
    """Takes over turns in the order of their numbers, those with the same number on one line."""
    for _, turns in groupby(sorted(cells, key=lambda one: one.number), key=lambda one: one.number):
        for cell in turns:
            taker.keep(cell.start, cell.end)
            taker.put(" ", cell.end)
        taker.put("\n", cell.end)


def _blocks(text: str) -> Iterator[_Block]:
    """Successive lines that begin with a turn, each as its turns; they may go on with the next number on the next
    page."""
    block: _Block = []
    rows = text.split("\n")
    heads = page_lines(rows)
    at = 0
    apart = False  # whether nothing but blank lines and what belongs to pages stands behind the block
    for index, row in enumerate([*rows, ""]):
        cells = list(_cells(row, at)) if _LAYOUT["NUMBERED_ROW"].match(row) and index not in heads else []
        at += len(row) + 1
        if not cells and (index in heads or not row.strip()) and index < len(rows):
            apart = True
            continue
        if block and (not cells or (apart and cells[0].number != block[-1][-1].number + 1)):
            if len(block) >= _LEAST:
                yield block
            block = []
        block += [cells] if cells else []
        apart = False


def _cells(row: str, at: int) -> Iterator[_Cell]:
    """The turns of a line at an offset."""
    said = words(row)
    starts = [
        index
        for index, (word, following) in enumerate(pairwise(said))
        if word.type in NUMBERS and following.type in _TURN
    ]
    for first, last in pairwise([*starts, len(said)]):
        start = said[first].start_pos or 0
        end = said[last].start_pos or 0 if last < len(said) else len(row)
        yield _Cell(
            at + start,
            at + start + len(row[start:end].rstrip(_PARTING)),
            number_of(said[first]),
            _plies(said[first:last]),
        )


def _plies(said: Sequence[Token]) -> int:
    """The number of the moves that were made: of those outside brackets that no word behind them refuses."""
    outside = [*outside_brackets(said)]
    made = 0
    for word, behind in zip_longest(outside, outside[1:]):
        refused = behind is not None and meant(behind.strip(".,;"), "answers") in _REFUSES
        made += word.type in MOVES and not refused
    return made


def _is_out_of_order(block: _Block) -> bool:
    """Whether the numbers of turns side by side are complete, without repetition, and not in order."""
    numbers = [cell.number for row in block for cell in row]
    ordered = sorted(numbers)
    beside = any(len(row) > 1 for row in block)
    return beside and numbers != ordered and ordered == list(range(ordered[0], ordered[0] + len(ordered)))


def _are_sides(white: _Block, black: _Block) -> bool:
    """Whether two blocks are the moves of White and of Black: one per number, with the same numbers from 1 on."""
    cells = [[cell for row in block for cell in row] for block in (white, black)]
    if not white or any(cell.plies != 1 for block in cells for cell in block):
        return False
    counts = [len(block) for block in cells]
    numbers = [[cell.number for cell in block] for block in cells]
    return counts[0] - counts[1] in (0, 1) and all(
        found == list(range(1, count + 1)) for found, count in zip(numbers, counts, strict=True)
    )
