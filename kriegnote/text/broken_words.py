"""Joins plies and numbers that are broken by blanks, hyphens at line ends, or specks.

``Bx-`` and ``a6`` on the next line are one ply, ``1,8.`` is a number, ``N f 3`` a move in spaced letters. A single word
does not show this. Between two reliable numbers each turn has two plies, with the numbers between them; if the
characters there, without blanks and specks, are these plies and numbers and nothing else, they are read so. A word that
has no likeness to a ply (``;5``, ``O-R``) is taken for one if there is one too few without it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token

from kriegnote.lexicon import meant
from kriegnote.parsing import Terminals
from kriegnote.scanner import ScannedToken
from kriegnote.text.misread_moves import core, is_speck, looks, unbroken, without_specks
from kriegnote.text.score_words import CLOSING, OPENING, PLIES, black_number, is_unpaired, number_of

_TERMINALS: Final = Terminals("score_words")
_NUMBERS: Final = frozenset(("NUMBER", "BARE_NUMBER", "MISNUMBER"))
_LOOSE: Final = _NUMBERS | {"PLY", "PROSE_WORD", "STOPS", "MARKUP", "STRAY", "ANY_DASH"}
"""Types of words that may be parts of a broken one."""
_ENDS: Final = frozenset(("RESULT", "END"))
_APART: Final = "\0"  # a word between plies that is no part of one: a comment, a glyph, prose
_HIDDEN: Final = "\1"  # a ply that the page does not print
_LONGEST: Final = 9  # the greatest length of a ply without blanks and specks, in characters
_TURNS: Final = 200  # the greatest number of turns that are read together
_NEAR: Final = 12  # two numbers continue one another if they are nearer than this, in count and in value
_HYPHENS: Final = frozenset("-\u2010\u00ad")
_STOPS: Final = frozenset(",;")
_COMMA: Final = 3  # the cost of joining words across a comma; across a blank alone it is 1
_MISPRINTED: Final = 2  # the cost of taking a word for a ply if it has the form of one,
_UNLIKE: Final = 6  # and if it has not, but stands where a ply is due
_FILES: Final = frozenset("abcdefgh")
_SHORTEST_PROSE: Final = 4  # the length of a word that is more than a man and a file


def mended(text: str, words: list[Token]) -> list[Token]:
    """The words of a score, with broken plies (``MISREAD``) and numbers (``MISNUMBER``) joined.

    Specks between them become ``STRAY``.
    """
    if not any(map(_is_doubtful, words)):
        return words
    anchors = _anchors(words)
    made = words[: anchors[0]] if anchors else words.copy()
    for at, end in pairwise([*anchors, len(words)]):
        stretch = words[at + 1 : end]
        if any(map(_is_doubtful, stretch)):
            following = number_of(words[end]) if end < len(words) else None
            stretch = _WordsOfTurns(text, stretch, number_of(words[at]), following).mended()
        made += (words[at], *stretch)
    return made


def _is_doubtful(word: Token) -> bool:
    """Whether a word may be part of a broken one."""
    if word.type == "NUMBER":
        return black_number(word)
    return word.type in ("STRAY", "MISNUMBER", "BARE_NUMBER") or (word.type == "PROSE_WORD" and not _is_prose(word))


def _is_prose(word: str) -> bool:
    """Whether a word has a sequence of letters that no ply has, and does not look like a ply."""
    bare = without_specks(word)
    if _TERMINALS["LETTERS"].search(word) is None or _TERMINALS["PART_OF_A_PLY"].match(bare):
        return False
    by_a_man = bare[:1].isupper() and bare[1:2] in _FILES and len(bare) < _SHORTEST_PROSE
    return not (by_a_man or looks(bare) == "move")


def _is_small_word(word: str) -> bool:
    return word.isalpha() and word.islower()


def _may_be_a_ply(word: str) -> bool:
    """Whether a word may be a misprinted ply; one of letters only must contain a file and not mean *and* or *or*."""
    return not word.isalpha() or (bool(_FILES & set(word)) and meant(word.lower(), "joints") not in ("and", "or"))


def _goes_on(word: Token, following: Sequence[Token]) -> bool:
    """Whether a ply continues, without a blank, in words that are no plies themselves (``OO`` in ``-OO``)."""
    end = word.end_pos
    for one in following:
        if one.start_pos != end or one.type not in ("PROSE_WORD", "ANY_DASH"):
            return False
        if without_specks(one):
            return True
        end = one.end_pos
    return False


def _anchors(words: Sequence[Token]) -> list[int]:
    """The indices of the reliable turn numbers: the longest series in which each continues the one before."""
    numbers = [at for at, word in enumerate(words) if word.type == "NUMBER" and not black_number(word)]
    chains: list[tuple[int, int | None]] = []  # per number: the length of the longest series, its predecessor
    for place, at in enumerate(numbers):
        least = max(0, place - _NEAR)
        before = [
            one
            for one in range(least, place)
            if _least_step(words[numbers[one] : at]) <= number_of(words[at]) - number_of(words[numbers[one]]) < _NEAR
        ]
        longest = max(before, key=lambda one: chains[one][0], default=None)
        chains.append((1 if longest is None else chains[longest][0] + 1, longest))
    last = max(range(len(numbers)), key=lambda one: chains[one][0], default=None)
    found: list[int] = []
    while last is not None:
        found.append(numbers[last])
        last = chains[last][1]
    return found[::-1]


def _least_step(words: Sequence[Token]) -> int:
    """The least difference of the numbers of two turns with these words between: a refused turn is printed again."""
    kinds = {word.type for word in words}
    return int("CROSSED" not in kinds or not kinds.isdisjoint(PLIES))


class _Part(NamedTuple):
    """A ply or a number: its range in the text, and the number as a turn prints it (None: a ply)."""

    start: int
    end: int
    number: str | None


class _State(NamedTuple):
    """How much has been read: the number of characters, the number of plies, and whether the turn's number was read."""

    at: int
    plies: int
    numbered: bool


class _Way(NamedTuple):
    """The cheapest way to a state: its cost, whether others cost the same, the state before, and the last part."""

    cost: int
    ambiguous: bool
    before: _State | None
    part: _Part | None


class _WordsOfTurns:
    """The words after a turn's number, up to the next reliable one, and their characters."""

    def __init__(self, text: str, words: list[Token], number: int, following: int | None) -> None:
        self.text, self.words, self.number = text, words, number
        self.room = None if following is None else 2 * (following - number)
        self.signs = ""
        self.places: list[int] = []  # the offset of each sign in the text
        self.plies: dict[int, int] = {}  # of words that are plies: the start and the end of their signs
        self.begins = {0: 0}  # the start of each word after a blank, and the cost of joining it
        for at, word in enumerate(words):
            if self.room is None and word.type in _ENDS:
                break
            self._take(word, words[at + 1 : at + 3])
        self.ends = [*sorted(self.begins.keys() - {len(self.signs)}), len(self.signs)]

    def _take(self, word: Token, following: Sequence[Token]) -> None:
        start, first = word.start_pos or 0, len(self.signs)
        if self.text[start - 1 : start].isspace():
            before = self.text[max(0, start - _LONGEST) : start].rstrip()[-1:]
            self.begins[first] = 0 if before in _HYPHENS else _COMMA if before in _STOPS else 1
        if word.type not in _LOOSE or (word.type == "PROSE_WORD" and _is_prose(word)):
            self.signs += _HIDDEN if word.type == "UNSHOWN" else _APART
            self.places.append(start)
            self.begins |= {first: 1, first + 1: 1}
        else:
            for place, sign in enumerate(word, start):
                if not self._is_speck(place):
                    self.signs += sign
                    self.places.append(place)
        if word.type in PLIES and not _goes_on(word, following):
            self.plies[first] = len(self.signs)

    def mended(self) -> list[Token]:
        """The words, with broken ones joined if there is exactly one way to do it."""
        if self.room is not None and not 0 < self.room <= 2 * _TURNS:
            return self.words
        parts = self._parts()
        return self.words if parts is None else list(self._made(parts))

    # -- the plies and numbers of which the signs are made ---------------------------------------------------------

    def _parts(self) -> list[_Part] | None:
        """The parts of which the words consist; None if none fit, or if several ways are equally good."""
        ways: dict[_State, _Way] = {_State(0, 0, True): _Way(0, False, None, None)}
        open_: list[list[_State]] = [[] for _ in range(len(self.signs) + 1)]
        open_[0].append(_State(0, 0, True))
        for states in open_:
            for state in states:
                way = ways[state]
                for after, part, cost in self._steps(state):
                    new = _Way(way.cost + cost, way.ambiguous, state, part)
                    known = ways.get(after)
                    if known is None:
                        open_[after.at].append(after)
                    elif known.cost <= new.cost:
                        ways[after] = known._replace(ambiguous=known.ambiguous or known.cost == new.cost)
                        continue
                    ways[after] = new
        ends = [state for state in open_[-1] if state.plies and self.room in (None, state.plies)]
        best = min(ends, key=lambda state: ways[state].cost, default=None)
        if best is None or ways[best].ambiguous:
            return None
        parts = list(_parts_of(ways, best))[::-1]
        return parts if self._has_plies(parts) else None

    def _has_plies(self, parts: list[_Part]) -> bool:
        """Whether every full turn has a ply that is not just small letters, as a word of prose would be (``ed``)."""
        plies = [part for part in parts if part.number is None]
        prose = [_is_small_word(self.text[ply.start : ply.end]) for ply in plies]
        return not any(white and black for white, black in zip(prose[::2], prose[1::2], strict=False))

    def _steps(self, state: _State) -> Iterator[tuple[_State, _Part | None, int]]:
        """What may come next: the state after it, its part, and its cost."""
        at, plies, numbered = state
        if at == len(self.signs):
            return
        if self.signs.startswith(_APART, at):
            yield _State(at + 1, plies, numbered), None, 0
            return
        if not numbered or plies % 2:
            number = str(self.number + plies // 2)
            end = at + len(number)
            if self.signs.startswith(number, at):
                dots = "..." if plies % 2 else "."
                yield _State(end, plies, True), self._part(at, end, number + dots), self._cost(at, end)
        if not numbered or self.room == plies:
            return
        for end in self._plies_at(at):
            yield _State(end, plies + 1, plies % 2 == 0), self._part(at, end, None), self._cost(at, end)
        if at in self.begins and at not in self.plies:
            end = self.ends[bisect_right(self.ends, at)]
            if not self._is_ply(at, end) and (price := self._price(at, end)):
                yield _State(end, plies + 1, plies % 2 == 0), self._part(at, end, None), price

    def _plies_at(self, at: int) -> Iterator[int]:
        """The offsets at which a ply that begins at this sign may end."""
        if self.plies.get(at, 0) > at:
            yield self.plies[at]
        else:
            yield from (end for end in range(at + 1, min(at + _LONGEST, len(self.signs)) + 1) if self._is_ply(at, end))

    def _price(self, at: int, end: int) -> int:
        """The cost of taking a word that is no ply for one; 0 if it cannot be."""
        word = self.signs[at:end]
        if looks(word) == "move" or (len(word) > 1 and _TERMINALS["PART_OF_A_PLY"].match(word) is not None):
            return _MISPRINTED
        apart = self.room is None or _APART in word or _HIDDEN in word or len(word) > _LONGEST
        return _UNLIKE if not apart and _may_be_a_ply(self.text[self.places[at] : self.places[end - 1] + 1]) else 0

    def _is_ply(self, at: int, end: int) -> bool:
        return _TERMINALS["UNBROKEN"].fullmatch(self.signs, at, end) is not None

    def _cost(self, at: int, end: int) -> int:
        """The cost of the blanks within a part, and of a missing blank before it."""
        return sum(self.begins.get(begin, 0) for begin in range(at + 1, end)) + (at not in self.begins)

    def _part(self, at: int, end: int, number: str | None) -> _Part:
        return _Part(self.places[at], self.places[end - 1] + 1, number)

    # -- their words -----------------------------------------------------------------------------------------------

    def _made(self, parts: list[_Part]) -> Iterator[Token]:
        """The words, with those of each broken part joined."""
        index, read_to = 0, 0
        for part in parts:
            while (self.words[index].end_pos or 0) <= part.start:
                yield self._between(self.words[index], read_to)
                index += 1
            last = index
            while (self.words[last].end_pos or 0) < part.end:
                last += 1
            while self._is_touched(last, part.end):
                last += 1
            word = self.words[index]
            if index == last and self._is_whole(word, part):
                yield word
                read_to = word.end_pos or 0
            else:
                start, read_to = self._with_specks(part, max(word.start_pos or 0, read_to), self.words[last])
                printed = self.text[start:read_to]
                kind = "MISNUMBER" if part.number else "PLY" if printed == unbroken(printed) else "MISREAD"
                yield ScannedToken(kind, part.number or printed, start, read_to)
            index = last + self._is_specks(read_to, self.words[last].end_pos or 0)
        for word in self.words[index:]:
            yield self._between(word, read_to)

    def _is_touched(self, index: int, end: int) -> bool:
        """Whether a part ends with a word, and a word of specks follows without a blank."""
        word, following = self.words[index], self.words[index + 1 : index + 2]
        return (
            bool(following)
            and following[0].type == "PROSE_WORD"
            and following[0].start_pos == word.end_pos
            and all(map(is_speck, self.text[end : following[0].end_pos]))
        )

    def _between(self, word: Token, read_to: int) -> Token:
        """A word between two parts; it becomes ``STRAY`` if it consists of specks."""
        if (
            word.type == "PROSE_WORD"
            and (word.start_pos or 0) >= read_to
            and self._is_specks(word.start_pos or 0, word.end_pos or 0)
        ):
            return ScannedToken("STRAY", str(word), word.start_pos or 0, word.end_pos or 0)
        return word

    def _is_whole(self, word: Token, part: _Part) -> bool:
        """Whether a word is a part as it stands, apart from specks: a ply, or a number with this value."""
        if not (self._is_specks(word.start_pos or 0, part.start) and self._is_specks(part.end, word.end_pos or 0)):
            return False
        if part.number is None:
            return word.type in PLIES
        same = black_number(word) == black_number(part.number) or not black_number(word)
        return word.type in _NUMBERS and number_of(word) == number_of(part.number) and same

    def _with_specks(self, part: _Part, least: int, last: Token) -> tuple[int, int]:
        """The range of a part together with adjoining specks; a stop or comma after a ply is not included."""
        start, end = part.start, part.end
        if self._is_specks(least, start):
            start = least
        if self._is_specks(end, last.end_pos or 0):
            behind = self.text[end : last.end_pos]
            end += len(behind if part.number else core(behind))
        return start, end

    def _is_specks(self, start: int, end: int) -> bool:
        """Whether a range of the text contains nothing but specks."""
        return all(map(self._is_speck, range(start, end)))

    def _is_speck(self, at: int) -> bool:
        return is_speck(self.text[at]) or (self.text[at] in OPENING + CLOSING and is_unpaired(self.text, at, at + 1))


def _parts_of(ways: dict[_State, _Way], state: _State) -> Iterator[_Part]:
    """The parts on the way to a state, from the last to the first."""
    at: _State | None = state
    while at is not None:
        way = ways[at]
        if way.part is not None:
            yield way.part
        at = way.before
