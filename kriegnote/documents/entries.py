"""Reads records whose lines name their player: notebooks, labelled forms, lists of keys and values.

    1 W e4 / B c6             Move 3               - move: Bc4
    2 W any? n. Nf3             White                tries: [exd5]
      B d5                        tried: exd5      {"side": "white", "move": "e4"}

Also the sheet of one player, with announcements: ``4. any? no; Bd2``, ``heard: Black captures on b4``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from kriegnote.documents.field_names import FieldName, Role, label, side_named
from kriegnote.documents.field_words import parted
from kriegnote.documents.fields import FieldedGame, NamedField, ends_the_game
from kriegnote.model.events import Side
from kriegnote.parsing import Terminals
from kriegnote.text.plain import Plain, Taker

_FIELDS: Final = Terminals("fields")
_QUOTES: Final = " \t\"',;[]{}"
_INITIALS: Final = frozenset("WBN")


def entries_as_scores(plain: Plain) -> Plain:
    """A text with its entries written as turns of a score, and a map to the original."""
    taker, at = Taker(plain), 0
    for start, end, record in _records(plain.text):
        taker.keep(at, start)
        record.write(taker)
        at = end
    if not at:
        return plain
    taker.keep(at, len(plain.text))
    return taker.done()


def _records(text: str) -> Iterator[tuple[int, int, FieldedGame]]:
    """The ranges of lines with entries that are games, and their contents."""
    end = 0
    for fields in chain(_Reader(text).blocks(), _sheets(text)):
        record = FieldedGame(text)
        record.read(fields)
        if fields[0].start >= end and record.holds and record.more_than_moves:
            end = fields[-1].end
            yield text.rfind("\n", 0, record.plies[0].start) + 1, fields[-1].end, record


def _sheets(text: str) -> Iterator[list[NamedField]]:
    """The fields of lines that are one player's turns, and of announcements between them."""
    fields: list[NamedField] = []
    at = 0
    for entry, line in enumerate(text.split("\n")):
        end = at + len(line)
        turn = _FIELDS["OWN_TURN"].match(text, at, end)
        heard = _FIELDS["FIELD_LABEL"].match(text, at + len(line) - len(line.lstrip()), end)
        if turn is not None and "{" not in line:  # a notation reads comments
            side: Side = "black" if turn["blacks"] else "white"
            number = NamedField("number", *turn.span("number"), turn["number"], entry, side)
            fields += [number, NamedField("words", turn.end(), end, text[turn.end() : end].strip(), entry, side)]
        elif fields and heard is not None and label(heard["label"]) == FieldName("said"):
            fields.append(NamedField("said", heard.end(), end, text[heard.end() : end].strip(), entry))
        elif line.strip():
            yield from [fields] if fields else []
            fields = []
        at = end + 1
    yield from [fields] if fields else []


class _Reader:
    """Searches the lines of a text for entries: where one begins, whose it is, and its fields."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.entry = 0
        self.fields: list[NamedField] = []
        self.initials: frozenset[str] = frozenset()

    def blocks(self) -> Iterator[list[NamedField]]:
        """The fields of successive lines; blank lines do not separate them."""
        found = list(_FIELDS["ENTRY"].finditer(self.text))
        said = {(one["side"] or one["alone"] or one["inner"] or "").strip() for one in found}
        self.initials = frozenset(said & _INITIALS)
        at = 0
        for line in self.text.split("\n"):
            end = at + len(line)
            if line.strip() and not self._line(at, end):
                if self.fields:
                    yield self.fields
                self.fields = []
            at = end + 1
        if self.fields:
            yield self.fields

    def _line(self, start: int, end: int) -> bool:
        """Adds the entries of a line; returns False if the line has anything else."""
        heads = list(_FIELDS["ENTRY"].finditer(self.text, start, end))
        bullet = self.text[start:end].lstrip()[:2] in ("- ", "* ", "• ") or self.text[start:end].lstrip()[:1] == "{"
        if not heads:
            if bullet:
                self.entry += 1
            return self._labelled(start, end)
        if self.text[start : heads[0].start()].strip():
            return False
        stops = [*(head.start() for head in heads[1:]), end]
        return all(self._headed(head, stop) for head, stop in zip(heads, stops, strict=True))

    def _headed(self, head: re.Match[str], end: int) -> bool:
        """Adds an entry that begins with its number, its side, or both; returns whether its fields could be read."""
        side = head["side"] or head["alone"] or head["inner"]
        number = head["number"] or head["behind"]
        rest = self.text[head.end() : end].strip(" \t/;")
        if side is None and rest and not (head["called"] and label(rest.split(":")[0])):
            return self._labelled(head.start(), end)
        self.entry += 1
        if number is not None:
            self._add("number", *head.span("number" if head["number"] else "behind"))
        elif self.fields and (last := next((one for one in reversed(self.fields) if one.role == "number"), None)):
            self.fields.append(last._replace(entry=self.entry))
        if side is not None:
            self._add("side", *head.span(next(one for one in ("side", "alone", "inner") if head[one])))
        return not rest or self._labelled(head.end(), end) or self._words(head.end(), end)

    def _labelled(self, start: int, end: int) -> bool:
        """Adds the labelled fields of a range; returns False if it does not begin with a label."""
        found = [one for one in _FIELDS["FIELD_LABEL"].finditer(self.text, start, end) if label(one["label"])]
        found = found[:1] + [one for one in found[1:] if one.group().rstrip()[-1:] in (":", "=")]
        if not found or self.text[start : found[0].start()].strip(" \t-*•{"):
            return False
        stops = [*(one.start() for one in found[1:]), end]
        for one, stop in zip(found, stops, strict=True):
            known = label(one["label"])
            assert known is not None
            role = known.role
            value = self.text[one.end() : stop].strip(_QUOTES)
            if known.side is not None and role == "made" and not _FIELDS["A_MOVE"].match(value):
                return False  # White: Mr. Carr
            if role == "made" and value.isdecimal():
                role = "number"
            first = one.end() + self.text[one.end() : stop].index(value)
            end = first + len(value)
            self.fields.append(NamedField(role, first, end, value, self.entry, known.side, known.says))
        return True

    def _words(self, start: int, end: int) -> bool:
        """Adds an unlabelled description of a turn; returns whether it has a move or ends the game."""
        words = self.text[start:end]
        first = start + len(words) - len(words.lstrip(" \t/;"))
        last = start + len(words.rstrip(" \t/;"))
        self._add("words", first, last)
        return parted(self.text, first, last) is not None or ends_the_game(self.text[first:last])

    def _add(self, role: Role, start: int, end: int) -> None:
        side: Side | None = side_named(self.text[start:end], self.initials) if role == "side" else None
        self.fields.append(NamedField(role, start, end, self.text[start:end], self.entry, side))
