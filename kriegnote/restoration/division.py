"""Divides a damaged score into numbers, plies and other words: of all ways to do it, the cheapest is taken.

A reader takes each word for what it looks like, and one that is spoilt costs it the line or the rest of the page.  Here
nothing is decided by one word.  The numbers of the moves say which ply is due, and are noisy copies, too; a ply may be
missing, broken by blanks or run together with the next; each word resembles a move more or less; what is neither is a
remark.  Each of these has its cost, and so has each way through the page as their sum.  Whether the plies can be played
is for the search to say (:mod:`kriegnote.restoration.search`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple
from unicodedata import normalize

import msgspec

from kriegnote.model.events import AnyEvent, Comment, End, Junk, Move, Nag, Result, Side
from kriegnote.model.printed_moves import GLYPHS, Language, language, parse_move
from kriegnote.model.printed_outcomes import read_result
from kriegnote.model.record import Record
from kriegnote.restoration.page_words import (
    BEHIND,
    DIGITS,
    HYPHENS,
    LEAST_LINES,
    LONGEST_NUMBER,
    MISPRINT,
    Number,
    PageWord,
    as_ply,
    as_remark,
    in_order_of_players,
    number_of,
    orders_of,
    parsed,
    words_of,
)
from kriegnote.text.misread_moves import cannot_be_a_move
from kriegnote.text.source import Chunk, Lines

_LEAST_WORDS: Final = 4
_MOST_WORDS: Final = 4000  # a text of more words is not divided
_MOST_WAYS: Final = 24  # ways that are followed at once
_MOST_JOINED: Final = 3  # words that may be parts of one ply
_MOST_LOST: Final = 12  # plies that may be missing before a number

# What else a way costs (see kriegnote.restoration.page_words).
_LOST: Final = 2.5  # a ply is missing
_BROKEN: Final = 0.6  # a ply has a blank within
_WIDELY_BROKEN: Final = 1.6  # a wide one
_RUN_TOGETHER: Final = 0.8  # nothing parts two plies
_GLUED: Final = 0.3  # nothing parts a number and a ply
_BARE: Final = 0.2  # a number without a stop is that of a turn
_BLACKS: Final = 0.3  # a number without dots is that of Black's ply
_ONE_DIGIT: Final = 2.0  # a number of a turn has one wrong digit
_WRONG: Final = 4.0  # it is quite another
_ANOTHER: Final = 3.0  # a number with its stop is not that of a turn
_MOVE_AMONG_WORDS: Final = 3.0  # a move behind a word that is a remark is one, too: “better was Bd3”
_PLIES: Final = 8.0  # a word that runs several plies together is a remark
_PAGE: Final = 1.5  # nor is one without
_BEGINS_LATER: Final = 3.0  # the page begins with a later turn
_UNNUMBERED: Final = 2.0  # the first ply has no number, although the page has numbers

_UNNUMBERED_PLY: Final = 1.5  # a ply of White's has none

_BEFORE: Final = 0  # the ordinal of the ply that is due before the first number

_LEAST_PLIES: Final = 8  # of a damaged score
_MOST_LOST_AT_ONCE: Final = 4  # plies that may be missing between two of it
_MOST_OTHERS: Final = 0.04  # other events than moves and remarks, per word, that may be misreadings
_NO_PLIES: Final = frozenset({"SAYS", "CLOCK_TIME", "RESULT_ANYWHERE"})  # terminals of words that are surely no plies
_WIDE: Final = 3  # characters
_GOES_ON: Final = "-\u2010\u2011\u2012\u2013\u2014\u2212=xX×✕:+#"  # with which the second half of a move may begin

Taken = Literal["ply", "number", "remark"]


class DamageOfScore(NamedTuple):
    """How damaged a text may be that is still a score.

    ``per_ply``: its cost per ply. ``wrong``: the share of its numbers that are wrong or have missing plies before them.
    """

    per_ply: float
    wrong: float


USUAL: Final = DamageOfScore(1.0, 0.1)
"""For a text that may be something else."""
HEAVY: Final = DamageOfScore(1.8, 0.4)
"""For a text that nothing else reads."""


class _Way(NamedTuple):
    """One way to take the words up to a place, by its last step.

    ``half``: the ordinal of the ply that is due (see :func:`kriegnote.model.order.ordinal`). ``taken``: what the part
    of the text from ``start`` to ``end`` is taken for.
    """

    cost: float
    half: int
    before: _Way | None = None
    taken: Taken = "remark"
    start: int = 0
    end: int = 0

    def step(self, cost: float, half: int, taken: Taken, start: int, end: int) -> _Way:
        """The way with one step more."""
        return _Way(self.cost + cost, half, self, taken, start, end)


def divided(record: Record, chunk: Chunk) -> list[Record]:
    """The record with its plies as the numbers of the page divide it; none if it has more than moves and remarks.

    For a table with rows that are not full there is a second: the plies of Black may have come into other rows.

    :param chunk: the text of the record.
    """
    spans = [event.span for event in record.events if event.span is not None]
    others = sum(not isinstance(event, (Move, Comment, Junk, Nag, End)) for event in record.events)
    if record.view != "umpire" or not spans or "{" in chunk.text:
        return []
    begins = min(spans)[0] - chunk.offset if record.headers else 0
    text = "".join(sign if sign == "\n" else " " for sign in chunk.text[:begins]) + chunk.text[begins:]
    words = words_of(text)
    if not _LEAST_WORDS <= len(words) <= _MOST_WORDS or others > _MOST_OTHERS * len(words):
        return []
    lang = language(text)
    ways = [_cheapest(orders_of(words), lang)]
    if (pairs := in_order_of_players(words)) is not None:
        ways.append(_cheapest([(0.0, pairs)], lang))
    found: list[Record] = []
    for way in ways:
        events, result = _read(way, chunk, lang)
        if any(isinstance(event, Move) for event in events):
            events += [event for event in record.events if isinstance(event, End)]
            found.append(record.replace(events=tuple(events), result=record.result or result))
    return found


def plies_of_one_score(text: str, most: DamageOfScore = USUAL) -> int:
    """The number of plies of a text that is the score of one game, however damaged; 0 if it is none.

    Most of its words are numbers and plies, most plies are moves, and few numbers are those of other turns.

    :param most: how damaged it may be.
    """
    words = words_of(text)
    if not _LEAST_WORDS <= len(words) <= _MOST_WORDS:
        return 0
    pairs = in_order_of_players(words)
    steps = _steps(_cheapest([*orders_of(words), *([(0.0, pairs)] if pairs else ())], language(text)))
    taken = Counter(step.taken for step in steps)
    numbers = [step.cost - before.cost for before, step in pairwise(steps) if step.taken == "number"]
    wrong = sum(cost >= _ONE_DIGIT for cost in numbers)
    plies = taken["ply"]
    passage_is_lost = max(numbers, default=0.0) > _LOST * _MOST_LOST_AT_ONCE
    in_order = wrong <= most.wrong * len(numbers) and taken["remark"] <= plies and not passage_is_lost
    return plies if plies >= _LEAST_PLIES and in_order and steps[-1].cost <= most.per_ply * plies else 0


def _cheapest(orders: Iterable[tuple[float, Sequence[PageWord]]], lang: Language) -> _Way:
    """The cheapest way to take words, in any of these orders with their costs."""
    ways = [(cost, _Division(order, lang).cheapest()) for cost, order in orders]
    return min(ways, key=lambda one: one[0] + one[1].cost)[1]


def _steps(way: _Way) -> list[_Way]:
    """The steps of a way, from the first."""
    steps: list[_Way] = []
    last: _Way | None = way
    while last is not None and last.before is not None:
        steps.append(last)
        last = last.before
    return steps[::-1]


def _lost(way: _Way, half: int) -> float | None:
    """The cost of the plies that are missing before one with this ordinal; None if it was before, or too many are."""
    if way.half == _BEFORE:
        return 0.0 if half == 2 else _BEGINS_LATER
    return _LOST * (half - way.half) if 0 <= half - way.half <= _MOST_LOST else None


class _Division:
    """The ways to take the words of a page, in one order of its columns."""

    def __init__(self, words: Sequence[PageWord], lang: Language) -> None:
        self._words = words
        self._lang = lang
        self._ways: list[dict[int, _Way]] = [{} for _ in range(len(words) + 1)]
        self._numbered = sum(number_of(one.text) is not None for one in words) >= LEAST_LINES
        self._to(0, _Way(0.0, _BEFORE if self._numbered else 2))
        self._to(0, _Way(_UNNUMBERED * self._numbered, 2))
        for half in range(3, 2 + _MOST_LOST if self._numbered else 3):  # the first lines of the page are lost
            self._to(0, _Way(_UNNUMBERED + _BEGINS_LATER, half))

    def _to(self, at: int, way: _Way) -> None:
        """Keeps a way up to a word if it is the cheapest to the ply that is due."""
        known = self._ways[at].get(way.half)
        if known is None or way.cost < known.cost:
            self._ways[at][way.half] = way

    def cheapest(self) -> _Way:
        """The cheapest way to take all words."""
        for at, word in enumerate(self._words):
            number = number_of(word.text)
            for way in sorted(self._ways[at].values(), key=lambda way: way.cost)[:_MOST_WAYS]:
                if number is not None:
                    self._as_number(at, word, number, way)
                else:
                    cost = 0.0 if word.kind in _NO_PLIES else as_remark(word.text, self._lang)
                    if way.taken == "remark" and self._words[at - 1].text.isalpha():
                        cost = min(cost, _MOVE_AMONG_WORDS)
                    if self._as_several(at, word, way):
                        cost = _PLIES
                    self._to(at + 1, way.step(cost, way.half, "remark", word.start, word.end))
                self._as_ply(at, way)
        return min(self._ways[-1].values(), key=lambda way: way.cost)

    def _as_number(self, at: int, word: PageWord, number: Number, way: _Way) -> None:
        """A word as the number of a turn, as it is printed or misprinted, or as another number."""
        bare = _BARE * (not number.stop)
        for half in (2 * number.turn, 2 * number.turn + 1):
            if (lost := _lost(way, half)) is not None and (half % 2 or not number.dots):
                cost = lost + bare + _BLACKS * (half % 2 and not number.dots)
                self._to(at + 1, way.step(cost, half, "number", word.start, word.end))
        if number.stop and way.half != _BEFORE and (number.dots or way.half % 2 == 0):
            pairs = list(zip(str(number.turn), str(way.half // 2), strict=False))
            near = len(str(number.turn)) == len(str(way.half // 2)) and sum(a != b for a, b in pairs) == 1
            self._to(at + 1, way.step(_ONE_DIGIT if near else _WRONG, way.half, "number", word.start, word.end))
        self._to(at + 1, way.step(_ANOTHER if number.stop else _PAGE, way.half, "remark", word.start, word.end))

    def _as_ply(self, at: int, way: _Way) -> None:
        """A word, or several with blanks between them, as the ply that is due."""
        first = before = self._words[at]
        if way.half == _BEFORE or first.kind in _NO_PLIES:
            return
        number = number_of(first.text)
        cost = _ANOTHER if number is not None and number.stop else 0.0
        if self._numbered and way.half % 2 == 0 and way.taken != "number":
            cost += _UNNUMBERED_PLY
        joined = first.text
        self._to(at + 1, way.step(as_ply(joined, self._lang) + cost, way.half + 1, "ply", first.start, first.end))
        for end in range(at + 2, min(at + _MOST_JOINED, len(self._words)) + 1):
            word = self._words[end - 1]
            if not self._is_continued(joined, before, word, way):
                return
            if _is_hyphenated(joined, before, word):
                joined = joined[:-1]
            else:
                cost += _BROKEN if word.start - before.end < _WIDE else _WIDELY_BROKEN
            joined += word.text
            self._to(end, way.step(as_ply(joined, self._lang) + cost, way.half + 1, "ply", first.start, word.end))
            before = word

    def _is_continued(self, joined: str, before: PageWord, word: PageWord, way: _Way) -> bool:
        """Whether a word may be the next part of a broken ply, of which there are some words already."""
        if word.follows != before.end or word.kind in _NO_PLIES:
            return False
        for number in (number_of(before.text), number_of(word.text)):
            if number is not None and (number.stop or number.turn in (way.half // 2, (way.half + 1) // 2)):
                return False
        if word.text[0] in _GOES_ON or _is_hyphenated(joined, before, word):
            return True
        whole = as_ply(word.text, self._lang) < MISPRINT and (len(word.text) > 2 or len(joined) > 2)
        return not whole and as_ply(joined, self._lang) >= MISPRINT

    def _as_several(self, at: int, word: PageWord, way: _Way) -> bool:
        """A word as several plies and numbers that nothing parts; whether it can be these."""
        text = word.text
        if len(text) != word.end - word.start or word.kind in _NO_PLIES:
            return False
        ends = [*_ends_of_plies(text)]
        ways: list[dict[int, _Way]] = [{} for _ in range(len(text) + 1)]
        ways[0][way.half] = way
        for begins, reached in enumerate(ways[:-1]):
            for way_here in [*reached.values()]:
                for after in self._parts(word, begins, way_here, ends):
                    ends_at = after.end - word.start
                    known = ways[ends_at].get(after.half)
                    if known is None or after.cost < known.cost:
                        ways[ends_at][after.half] = after
        several = [last for last in ways[-1].values() if last.before is not way]  # one ply alone is none of several
        for last in several:
            self._to(at + 1, last)
        return bool(several)

    def _parts(self, word: PageWord, begins: int, way: _Way, ends: Sequence[int]) -> Iterator[_Way]:
        """The next part of a word that runs several together: a ply that ends in one of some places, or a number."""
        digits = len(word.text) - begins - len(word.text[begins:].lstrip(DIGITS))
        for size in range(1, min(digits, LONGEST_NUMBER) + 1):
            turn, end = int(word.text[begins : begins + size]), word.start + begins + size
            for half in (2 * turn, 2 * turn + 1):
                lost = _lost(way, half)
                if lost is not None and (not begins or half == way.half) and begins + size < len(word.text):
                    yield way.step(lost + _GLUED, half, "number", word.start + begins, end)
        for end in ends if way.half != _BEFORE else ():
            if end - begins > 1 and (cost := as_ply(word.text[begins:end], self._lang)) < MISPRINT:
                cost += _RUN_TOGETHER * (way.taken == "ply" and begins > 0)
                yield way.step(cost, way.half + 1, "ply", word.start + begins, word.start + end)


def _ends_of_plies(text: str) -> Iterator[int]:
    """Where a ply may end in a word that runs several together: behind a square, castling or the marks on them."""
    for end in range(2, len(text)):
        if text[end - 1] in f"{DIGITS}Oo+#{BEHIND}" and text[end] not in _GOES_ON + BEHIND:
            yield end
    yield len(text)


def _is_hyphenated(joined: str, before: PageWord, word: PageWord) -> bool:
    """Whether a word goes on with the first word of the next line."""
    return joined[-1] in HYPHENS and word.line > before.line


def _read(way: _Way, chunk: Chunk, lang: Language) -> tuple[list[AnyEvent], Result | None]:
    """The plies and remarks of a way, and the last result that is printed."""
    lines = Lines(chunk.text, chunk.line)
    events: list[AnyEvent] = []
    result: Result | None = None
    for step in _steps(way):
        text = chunk.text[step.start : step.end]
        line, column = lines.place(step.start)
        span = (chunk.offset + step.start, chunk.offset + step.end)
        before = events[-1] if events else None
        if step.taken == "ply":
            events += _ply(text, step.half - 1, lang, line, column, span)
        elif step.taken == "number" or not text.strip(BEHIND):
            continue
        elif (printed := read_result(text)) is not None:
            result = printed
        elif isinstance(before, Move) and (checked := _with_mark(before, text, lang)) is not None:
            events[-1] = checked
        elif isinstance(before, Comment) and (whole := _with_more(before, step, chunk)) is not None:
            events[-1] = whole
        else:
            events.append(Comment(text=text, line=line, column=column, span=span))
    return events, result


def _with_more(remark: Comment, step: _Way, chunk: Chunk) -> Comment | None:
    """A remark with the word that is printed behind it; None if more than a stop or a blank parts them."""
    if remark.span is None:
        return None
    begins, ends = (place - chunk.offset for place in remark.span)
    if step.start < ends or chunk.text[ends : step.start].strip(BEHIND + " \n\t"):
        return None
    return msgspec.structs.replace(
        remark, text=chunk.text[begins : step.end], span=(remark.span[0], chunk.offset + step.end)
    )


def _ply(text: str, half: int, lang: Language, line: int, column: int, span: tuple[int, int]) -> Iterator[Move | Nag]:
    """The move that a part of the text is, and the annotator's mark behind it."""
    core = text.rstrip(BEHIND)
    side: Side = "black" if half % 2 else "white"
    unbroken = "".join(line.strip().rstrip(HYPHENS) for line in core.splitlines()) if "\n" in core else core
    parts = parsed(normalize("NFKC", "".join(unbroken.split())), lang)
    if parts is not None and cannot_be_a_move(core, parts):
        parts = None
    ends = span[0] + len(core)
    yield Move(
        side=side, turn=half // 2, move=None, text=core, san=None, parts=parts, line=line, column=column,
        span=(span[0], ends),
    )  # fmt: skip
    if (code := GLYPHS.get(text[len(core) :])) is not None:
        yield Nag(side=side, turn=half // 2, code=code, line=line, column=column + len(core), span=(ends, span[1]))


def _with_mark(move: Move, word: str, lang: Language) -> Move | None:
    """A move with what the word behind it says of it (check, mate, en passant); None if that is no part of a move."""
    parts = parse_move(f"{move.text} {word}", lang) if move.parts is not None else None
    if parts is None or move.parts is None or (parts.to, parts.promotion) != (move.parts.to, move.parts.promotion):
        return None
    return msgspec.structs.replace(move, parts=parts)
