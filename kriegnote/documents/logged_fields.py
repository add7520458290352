"""Writes logs whose lines are fields with names as scores.

    evt=mv by=b mv=d5d4 res=rej
    evt=mv by=b mv=d5e4 res=ok cap=e4                     3... (No: d5d4) d5e4 [capture e4]

What a field means shows in its values, since each program has its own names: moves, sides, verdicts, squares where a
man was taken, directions of checks. A log is written so only if all of its accepted moves are made in turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from kriegnote.documents.field_names import side_named
from kriegnote.lexicon import printed
from kriegnote.model.events import Side
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker
from kriegnote.text.tags import escape

_LOG: Final = Terminals("logged_fields")
_LEAST: Final = 4
"""The least number of moves of a log that is a game."""
_FIELDS: Final = 2
"""The least number of fields of a line."""
_DIRECTIONS: Final = {
    "LONG_DIAGONAL": "long", "SHORT_DIAGONAL": "short", "ON_THE_FILE": "file", "ON_THE_RANK": "rank",
    "BY_A_KNIGHT": "knight",
}  # fmt: skip
_BRACES: Final = frozenset("{}")


class _Field(NamedTuple):
    """A field's name and its value in ``[start, end)``."""

    key: str
    start: int
    end: int
    value: str


class _Entry(NamedTuple):
    """A line in ``[start, end)``, and its fields."""

    start: int
    end: int
    fields: tuple[_Field, ...]

    def of(self, key: str | None) -> _Field | None:
        """The field with a name."""
        return next((one for one in self.fields if one.key == key), None)


class _Keys(NamedTuple):
    """The names of the fields for a move, its side, its verdict, where it took a man, and the directions of checks."""

    move: str
    side: str | None
    verdict: str | None
    capture: str | None
    check: str | None


def with_logged_fields(plain: Plain) -> Plain:
    """A text whose lines are the fields of a log, as a score with a map to the original; other texts unchanged."""
    entries = [*_entries(plain.text)]
    keys = _keys([one for one in entries if len(one.fields) >= _FIELDS])
    if keys is None:
        return plain
    writer = _Writer(plain, entries, keys)
    return writer.done() if writer.write() else plain


def _entries(text: str) -> Iterator[_Entry]:
    at = 0
    for line in text.split("\n"):
        fields = tuple(_fields(text, at, at + len(line))) if "=" in line or ":" in line else ()
        if line.strip():
            yield _Entry(at, at + len(line), fields)
        at += len(line) + 1


def _fields(text: str, start: int, end: int) -> Iterator[_Field]:
    for found in _LOG["FIELD"].finditer(text, start, end):
        kind = next(name for name in ("quoted", "single", "value") if found[name] is not None)
        yield _Field(found["key"].lower(), *found.span(kind), found[kind])


# -- what the fields mean ----------------------------------------------------------------------------------------------


def _keys(entries: Sequence[_Entry]) -> _Keys | None:
    """The names of the fields of a game; None if the lines have no moves or do not tell which of them were made."""
    values: defaultdict[str, list[str]] = defaultdict(list)
    for entry in entries:
        for one in entry.fields:
            values[one.key].append(one.value)
    move = _key(values, lambda value: _LOG["A_MOVE"].fullmatch(value) is not None and value[1:] not in "12345678")
    if move is None or len(values[move]) < _LEAST:
        return None
    beside: defaultdict[str, list[str]] = defaultdict(list)
    for entry in entries:
        if entry.of(move) is not None:
            for one in entry.fields:
                beside[one.key].append(one.value)
    del beside[move]
    side = _key(beside, lambda value: side_named(value) is not None, most=True)
    beside.pop(side or "", None)
    verdict = _key(beside, lambda value: _affirms(value) is not None, most=True)
    if verdict is None or not any(_affirms(value) for value in beside[verdict]):
        return None
    del beside[verdict]
    capture = _key(beside, lambda value: _LOG["SQUARE"].fullmatch(value) is not None)
    beside.pop(capture or "", None)
    return _Keys(move, side, verdict, capture, _key(beside, lambda value: bool(_directions(value))))


def _key(values: Mapping[str, Sequence[str]], fits: Callable[[str], bool], *, most: bool = False) -> str | None:
    """The name whose values all fit; of several, the most frequent one.

    :param most: only a name that nearly all entries have.
    """
    found = [key for key, several in values.items() if all(map(fits, several))]
    best = max(found, key=lambda key: len(values[key]), default=None)
    whole = max(map(len, values.values()), default=0)
    return None if best is None or (most and 2 * len(values[best]) < whole) else best


def _affirms(value: str) -> bool | None:
    """Whether a value accepts or affirms something; None if it is neither that nor the contrary."""
    if _LOG["AFFIRMS"].fullmatch(value):
        return True
    return False if _LOG["DENIES"].fullmatch(value) else None


def _directions(value: str) -> list[str]:
    """The directions of a check, in English; none if a value is something else."""
    parts = _LOG["JOINS_DIRECTIONS"].split(value)
    named = [next((one for kind, one in _DIRECTIONS.items() if _LOG[kind].fullmatch(part)), "") for part in parts]
    if not all(named):
        return []
    return [printed("men.knight" if one == "knight" else f"announcements.{one}", "en") for one in named]


# -- the score ---------------------------------------------------------------------------------------------------------


class _Writer:
    """Writes the score of a log."""

    def __init__(self, plain: Plain, entries: Sequence[_Entry], keys: _Keys) -> None:
        self.taker = Taker(plain)
        self.text = plain.text
        self.entries = entries
        self.keys = keys
        self.plies = 0
        self.begun = False  # whether something of the current ply stands before its move
        self.ended = False

    def done(self) -> Plain:
        """The text that was written."""
        return self.taker.done()

    def write(self) -> bool:
        """Writes all entries; returns whether they are those of a game."""
        self._players()
        for entry in self.entries:
            move = entry.of(self.keys.move)
            if move is not None and self.keys.verdict is not None:
                verdict = entry.of(self.keys.verdict)
                accepted = _affirms(verdict.value) if verdict is not None else None
                if accepted is None or self._side(entry) not in (None, self.mover):
                    return False
                self._made(entry, move) if accepted else self._before(entry, "(No: ", move, ") ")
            elif not (self._asked(entry) or self._gave_up(entry) or self._result(entry)):
                self._remark(entry)
        return self.plies >= _LEAST

    @property
    def mover(self) -> Side:
        """The side whose turn it is."""
        return "black" if self.plies % 2 else "white"

    def _side(self, entry: _Entry) -> Side | None:
        one = entry.of(self.keys.side)
        return side_named(one.value) if one is not None else None

    def _players(self) -> None:
        """Writes the players as tags, where a line without moves names them."""
        for entry in self.entries:
            if entry.of(self.keys.move) is None:
                for name, kind in (("White", "NAMES_WHITE"), ("Black", "NAMES_BLACK")):
                    one = next((one for one in entry.fields if _LOG[kind].fullmatch(one.key)), None)
                    if one is not None and side_named(one.value) is None:
                        self.taker.put(f'[{name} "{escape(one.value)}"]\n', one.start)
        self.taker.put("\n", self.entries[0].start)

    def _number(self, at: int) -> None:
        if not self.begun:
            turn = self.plies // 2 + 1
            self.taker.put(f"\n{turn}. " if self.mover == "white" else f"\n{turn}... ", at)
        self.begun = True

    def _before(self, entry: _Entry, opens: str, one: _Field, closes: str) -> None:
        self._number(entry.start)
        self.taker.put(opens, one.start)
        self.taker.keep(one.start, one.end)
        self.taker.put(closes, one.end)

    def _made(self, entry: _Entry, move: _Field) -> None:
        self._before(entry, "", move, "")
        taken, check = entry.of(self.keys.capture), entry.of(self.keys.check)
        said = []
        if taken is not None:
            said.append((f"{printed('announcements.capture', 'en')} {taken.value}", taken.start))
        if check is not None:
            told = [f"{printed('announcements.check', 'en')} {one}" for one in _directions(check.value)]
            said.append(("; ".join(told), check.start))
        for index, (words, at) in enumerate(said):
            self.taker.put(f"{' [' if not index else '; '}{words}{']' if index + 1 == len(said) else ''}", at)
        self.plies += 1
        self.begun = False

    def _asked(self, entry: _Entry) -> bool:
        """Writes a question and its answer; returns whether an entry is one."""
        asks = any(_LOG["ASKS"].fullmatch(one.value) or _LOG["ASKS"].fullmatch(one.key) for one in entry.fields)
        answers = [(one, _affirms(one.value)) for one in entry.fields if one.key != self.keys.side]
        found = next(((one, said) for one, said in answers if said is not None), None)
        if not asks or found is None or self._side(entry) not in (None, self.mover):
            return False
        self._number(entry.start)
        self.taker.put(f"(a? {'Y' if found[1] else 'N'}) ", found[0].start)
        return True

    def _gave_up(self, entry: _Entry) -> bool:
        """Writes who resigned; returns whether somebody did."""
        said = [(one.value, one.start) for one in entry.fields] + [(one.key, one.start) for one in entry.fields]
        found = next((at for words, at in said if _LOG["GIVES_UP_HERE"].fullmatch(words)), None)
        if found is None or self.ended or not self.plies:
            return False
        side = self._side(entry) or self.mover
        self.taker.put(f"\n{printed(f'players.{side}', 'en')} {printed('ends.resigns', 'en')} ", found)
        self.ended = True
        return True

    def _result(self, entry: _Entry) -> bool:
        """Writes a result; returns whether an entry has one."""
        if not self.plies:
            return False
        found = next((one for one in entry.fields if _LOG["ANY_RESULT"].fullmatch(one.value)), None)
        if found is None or found.value in ("1", "0", "*"):
            return False
        self.taker.put(" ", found.start)
        self.taker.keep(found.start, found.end)
        self.taker.put("\n", found.end)
        return True

    def _remark(self, entry: _Entry) -> None:
        """Keeps a line that tells nothing of the game as a remark."""
        if self.plies and _BRACES.isdisjoint(self.text[entry.start : entry.end]):
            self.taker.put(" {", entry.start)
            self.taker.keep(entry.start, entry.end)
            self.taker.put("} ", entry.end)


__all__ = ["with_logged_fields"]
