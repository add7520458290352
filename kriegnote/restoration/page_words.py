"""The words of a damaged page: what each may be, and what it costs to take it for that."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from statistics import median_low
from typing import Final, NamedTuple
from unicodedata import normalize

from kriegnote.model.printed_moves import FIGURINES, Language, Parts, parse_move
from kriegnote.parsing import grammar
from kriegnote.restoration import misprints
from kriegnote.text.misread_moves import DIGITS as SIGNS_FOR_DIGITS
from kriegnote.text.misread_moves import by_a_sign, cannot_be_a_move

_LONGEST: Final = 12  # signs of a word that may be a ply
_MOST_LETTERS: Final = 6  # of it
LONGEST_NUMBER: Final = 3  # digits
_LEAST_STEP: Final = 3  # turns from one column of a page to the next
LEAST_LINES: Final = 3  # lines that show such columns, or that a page has numbers
_FULL: Final = 3  # words in a row of a table of turns: the number and two plies
_RAGGED: Final = 1  # signs by which a word may stand beside its column
_RULE_SIGNS: Final = "|/;"  # with which plies may be parted
_LEAST_RULES: Final = 8  # of them on a page that parts plies so
_RULES: Final = 0.25  # of them to a word there
_STOPS: Final = ".):… -"
BEHIND: Final = ",;:.!?"  # what may stand behind a ply
DIGITS: Final = "0123456789"
HYPHENS: Final = "-\u2010\u00ad"  # with which a line ends within a word

# What it costs to take a word for a ply or a remark: negative natural logarithms, as in the table of misprints.
_PRINTED: Final = 0.2  # a move is a ply
_BY_A_SIGN: Final = 0.6  # a sign before a square is a ply, and for each of its signs
_PER_SIGN: Final = 0.1
MISPRINT: Final = 1.0  # a word that resembles a move is a ply, and a share of its unlikeliness
_PER_UNLIKELINESS: Final = 0.4
_ODD: Final = 2.0  # a word of letters alone is a ply, or one that is built like a move and cannot be one
_LEFT_OVER: Final = 3.0  # one or two signs are all that is left of a ply
_UNLIKE: Final = 6.0  # a word like no move is a ply
_WORD: Final = 0.5  # a word is a remark
_SHORT: Final = 1.0  # one of a letter or two is
_SIGNS: Final = 0.3  # signs without letters are
_MAN: Final = 2.0  # a man alone is
_MOVED: Final = 1.5  # a line or turn stands in another place
_LIKE_A_MOVE: Final = 3.5  # a word that resembles a move is
_MOVE: Final = 4.5  # a move is


class PageWord(NamedTuple):
    """A word of the page in plain signs: the terminal that it is, its line and column from 1, where it starts and ends.

    ``follows``: where the word printed before it ends.
    """

    text: str
    kind: str
    line: int
    column: int
    start: int
    end: int
    follows: int


class Number(NamedTuple):
    """The number that a word may be; ``stop``: with a stop or a bracket; ``dots``: it is that of Black's ply."""

    turn: int
    stop: bool
    dots: bool


def words_of(text: str) -> list[PageWord]:
    """The words of a text; signs of other alphabets and raised digits in their plain form."""
    found: list[PageWord] = []
    for one in grammar("damaged", lexer="basic").lex(_without_rules(text)):
        start, end, follows = one.start_pos or 0, one.end_pos or 0, found[-1].end if found else 0
        if found and not str(one).strip(".") and found[-1].kind == "SCANNED_TURN":  # 1. . .
            found[-1] = found[-1]._replace(text=f"{found[-1].text}{one}", end=end)
            continue
        found.append(
            PageWord(normalize("NFKC", str(one)), one.type, one.line or 1, one.column or 1, start, end, follows)
        )
    return found


def _without_rules(text: str) -> str:
    """The text with blanks for the signs that part its cells or the plies of its turns (``1|e4|e5|``, ``1) e4/e5``)."""
    least = max(_LEAST_RULES, _RULES * len(text.split()))
    signs = [sign for sign in _RULE_SIGNS if text.count(sign) >= least]
    return text.translate(dict.fromkeys(map(ord, signs), " "))


@lru_cache(maxsize=1 << 12)
def number_of(text: str) -> Number | None:
    """The number that a word is, perhaps with signs that scanners print for digits; None if it is none."""
    bare = text.rstrip(_STOPS)
    digits = bare.translate(SIGNS_FOR_DIGITS)
    if not 0 < len(bare) <= LONGEST_NUMBER or digits.strip(DIGITS):
        return None
    if bare == text and bare.strip(DIGITS):
        return None
    return Number(int(digits), bare != text, text.count(".") > 1 or "…" in text)


def orders_of(words: Sequence[PageWord]) -> Iterator[tuple[float, Sequence[PageWord]]]:
    """The orders in which the words may be read, each with its cost: line by line, column by column, or turn by turn.

    Of each, the lines, or the turns, may also be read in the order of their numbers.
    """
    for order in (words, _by_columns(words), _by_players(words)):
        if order is None:
            continue
        yield 0.0, order
        for parts in (_lines(order), _turns(order)):
            numbered = _by_numbers(parts)
            if numbered is not None:
                yield numbered


def _lines(words: Sequence[PageWord]) -> list[list[PageWord]]:
    lines: dict[int, list[PageWord]] = {}
    for one in words:
        lines.setdefault(one.line, []).append(one)
    return [*lines.values()]


def in_order_of_players(words: Sequence[PageWord]) -> list[PageWord] | None:
    """The words of a table of turns, each row with White's next ply and Black's next, in whatever rows they stand.

    None if every row is full, or few are.  A line of one word is a cell of Black; one of several is a remark behind its
    row.
    """
    lines = _lines([one for one in words if one.kind != "CLOCK_TIME"])
    numbered = [line for line in lines if number_of(line[0].text) is not None]
    sizes = Counter(map(len, numbered))
    if sizes[_FULL] < LEAST_LINES or not sizes[_FULL - 1]:
        return None
    whites: list[list[PageWord]] = [[]]
    blacks: list[list[PageWord]] = [[]]
    for line in lines:
        if number_of(line[0].text) is not None:
            cells = _cells(line[1:])
            cells = cells if len(cells) > 1 else [[one] for one in line[1:]]
            whites.append(line[:1] + cells[0] if cells else line)
            blacks += cells[1:]
        elif len(line) == 1 and whites[1:]:
            blacks.append(line)
        else:
            whites[-1] = whites[-1] + line
    return [*chain.from_iterable(chain(*row) for row in zip_longest(whites, blacks, fillvalue=()))]


def _cells(line: Sequence[PageWord]) -> list[list[PageWord]]:
    """The words of a line, parted where there are two blanks or more."""
    cells: list[list[PageWord]] = []
    for at, one in enumerate(line):
        if not at or one.start > line[at - 1].end + 1:
            cells.append([])
        cells[-1].append(one)
    return cells


def _turns(words: Sequence[PageWord]) -> list[list[PageWord]]:
    """The words, cut before each number with a stop."""
    parts: list[list[PageWord]] = [[]]
    for one in words:
        if (number := number_of(one.text)) is not None and number.stop and parts[-1]:
            parts.append([])
        parts[-1].append(one)
    return parts


def _by_numbers(parts: Sequence[list[PageWord]]) -> tuple[float, list[PageWord]] | None:
    """The words with each part behind that of the turn before, and parts without a number behind the one before them.

    None if they are in this order.  Each part that is moved has its cost.
    """
    turns = [number_of(part[0].text) for part in parts]
    known = [one.turn for one in turns if one is not None]
    moved = len(known) - _longest_rise(known)
    if not moved or len(known) <= LEAST_LINES:
        return None
    last, placed = 0, []
    for at, (part, turn) in enumerate(zip(parts, turns, strict=True)):
        last = turn.turn if turn is not None else last
        placed.append((last, at, part))
    return _MOVED * moved, [one for _, _, part in sorted(placed) for one in part]


def _longest_rise(numbers: Sequence[int]) -> int:
    """The greatest number of these that stand in their order."""
    ends: list[int] = []  # the least number with which a rise of each length ends
    for number in numbers:
        at = bisect_right(ends, number)
        ends[at : at + 1] = [number]
    return len(ends)


def _by_columns(words: Sequence[PageWord]) -> list[PageWord] | None:
    """The words column by column, where lines go on with the number of a later turn; None if there are no columns.

    Lines without a second number are parted where the others are.
    """
    lines = _lines(words)
    second: dict[int, tuple[int, int]] = {}  # of each line, where its second number stands, and how many turns later
    for line, found in enumerate(lines):
        numbers = [(at, number.turn) for at, one in enumerate(found) if (number := number_of(one.text))]
        if len(numbers) > 1:
            second[line] = numbers[1][0], numbers[1][1] - numbers[0][1]
    steps = Counter(step for _, step in second.values() if step >= _LEAST_STEP)
    if not steps or max(steps.values()) < LEAST_LINES:
        return None
    gutter = median_low(lines[line][at].column for line, (at, _) in second.items())
    left: list[PageWord] = []
    right: list[PageWord] = []
    usual, _ = steps.most_common(1)[0]
    for line, found in enumerate(lines):
        at, step = second.get(line, (len(found), 0))
        beyond = (place for place, one in enumerate(found) if place and abs(one.column - gutter) <= _RAGGED)
        at = at if step == usual else next(beyond, at)
        left += found[:at]
        right += found[at:]
    return left + (_by_columns(right) or right)


def _by_players(words: Sequence[PageWord]) -> list[PageWord] | None:
    """The words turn by turn, where a line of numbers has the moves of White below it, and below these those of Black.

    None if there is no such line.  A line of as many cells as there are numbers has them in their order; else a cell
    goes to the last number that does not stand to the right of it.  At least two blanks part cells.
    """
    lines = _lines(words)
    turned: list[PageWord] = []
    at = heads = 0
    while at < len(lines):
        numbers = [number.turn for one in lines[at] if (number := number_of(one.text)) is not None]
        if len(numbers) < len(lines[at]) or numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
            turned += lines[at]
            at += 1
            continue
        columns = [one.column - _RAGGED for one in lines[at]]
        table: list[list[PageWord]] = [[] for _ in range(len(columns) + 1)]
        for line in lines[at : at + 3]:
            cells = _cells(line)
            name = cells.pop(0) if cells[0][0].column < columns[0] else []
            full = len(cells) == len(columns)
            table[0] += name
            for place, cell in enumerate(cells, 1):
                table[place if full else bisect_right(columns, cell[0].column)] += cell
        turned += chain.from_iterable(table)
        heads += len(numbers)
        at += 3
    return turned if heads >= LEAST_LINES else None


@lru_cache(maxsize=1 << 14)
def parsed(core: str, lang: Language) -> Parts | None:
    """The parts of a move, perhaps with its word of check behind the square: ``Ld4sch``; None if it is no move."""
    castle = misprints.castling_side(core)
    if castle is not None:
        return Parts(piece="K", castle=castle)
    parts = parse_move(core, lang)
    word = core.rstrip(DIGITS + "+")
    behind = core[max((at for at, sign in enumerate(core) if sign in DIGITS), default=len(core)) + 1 :]
    if parts is None and word == core and behind.isalpha():
        parts = parse_move(f"{core.removesuffix(behind)} {behind}", lang)
    return parts


@lru_cache(maxsize=1 << 14)
def as_ply(word: str, lang: Language) -> float:
    """The cost of a word as a ply."""
    core = word.rstrip(BEHIND)
    parts = parsed(core, lang)
    if parts is not None:
        letters = parts.castle is None and core.isalpha()  # “der” may be a capture in short
        return _ODD if letters or cannot_be_a_move(core, parts) else _PRINTED
    signed = by_a_sign(core)
    if signed is not None:
        return _BY_A_SIGN + _PER_SIGN * len(signed[0])
    plain = misprints.plain(core)
    if not plain or len(plain) > _LONGEST or sum(map(str.isalpha, plain)) > _MOST_LETTERS:
        return _UNLIKE
    if plain.isdecimal() or not misprints.is_readable(plain):
        return _LEFT_OVER if len(plain) < 3 else _UNLIKE
    return MISPRINT + _PER_UNLIKELINESS * misprints.nearest(plain) + _ODD * (plain.isalpha() and len(plain) > 3)


@lru_cache(maxsize=1 << 14)
def as_remark(word: str, lang: Language) -> float:
    """The cost of a word as one that is neither a ply nor a number."""
    core = word.rstrip(BEHIND)
    if core in FIGURINES:
        return _MAN
    if not any(sign.isalnum() for sign in core):
        return _SIGNS
    if core.isdecimal():
        return _WORD
    if parsed(core, lang) is not None:
        return _ODD if as_ply(word, lang) == _ODD else _MOVE
    if core.isalpha() or as_ply(word, lang) >= _LEFT_OVER:
        return _WORD if len(core) > 2 else _SHORT
    return _LIKE_A_MOVE
