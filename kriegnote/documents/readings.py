"""Chooses the notation of a passage: each reader reads it, and the one that understands most is chosen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from kriegnote.confirmation.confirmed import confirmed
from kriegnote.confirmation.playable import LEAST
from kriegnote.diagnostics.findings import RANK
from kriegnote.model.events import AnyEvent, Comment, End, Move, Try, type_name, unplaced
from kriegnote.notations import registry as notations
from kriegnote.notations.notation import Notation
from kriegnote.parsing import Terminals
from kriegnote.text.misread_moves import by_a_sign
from kriegnote.text.source import Chunk, Read
from kriegnote.text.tags import starts_tag

_FAULT: Final = 12  # a finding of a reader counts as much as this number of characters of notation
_MARKS: Final = 0.3  # the weight of a notation's marks, compared with what its reader covers
_WHOLE: Final = 0.98  # the share of a text from which on it counts as understood completely
_PLAIN: Final = 10.0  # the least weight of marks by which alone a notation is recognised
_TERMINALS: Final = Terminals("common")
_FAR_MORE: Final = 6  # so many more events must the board confirm of a reading that cannot be played to its end
_WORSE: Final = 1.0  # by how much less, at the most, such a reading may weigh: as much as all that is understood can
_FOREIGN_LIST: Final = "KN315"  # the finding on a list of tries without the move that was made
_IDLE: Final = frozenset({"junk", "comment", "nag", "variation"})


class PassageReading(NamedTuple):
    """A passage as one notation's reader reads it.

    :param covered: the share of its characters that the reader understood, from 0 to 1.
    :param prose: the share that became comments.
    :param weight: how well the notation fits, for comparison.
    :param letters: the number of characters that were understood.
    """

    notation: Notation
    read: Read
    covered: float
    prose: float
    weight: float
    letters: int

    def starting_at(self, fen: str) -> PassageReading:
        """The reading with a first position (FEN)."""
        return self._replace(read=self.read._replace(record=self.read.record.replace(start=fen)))


@cache
def book_notations() -> list[Notation]:
    """The notations of books, the plainest first."""
    rows = [row for row in notations.notations().values() if row.plainness is not None]
    return sorted(rows, key=plainness)


def plainness(row: Notation) -> int:
    """The rank of a notation among those of books, 0 for the plainest; others rank last."""
    return sys.maxsize if row.plainness is None else row.plainness


def best_reading(text: str, *, apart: bool = False) -> PassageReading:
    """The reading of a passage in the notation that fits it best.

    :param apart: text in braces is prose that was separated, and counts neither for a notation nor against it.
    """
    bare = _TERMINALS["BRACES"].sub("{}", text) if apart else text
    marks = {row.id: row.marks(bare) for row in book_notations()}
    if not starts_tag(text):
        marks["pgn"] = 0.0  # a score without tags has the same marks
    total = sum(marks.values()) or 1.0
    found: list[PassageReading] = []
    for row in sorted(book_notations(), key=lambda row: -marks[row.id]):
        if row.lends and not marks[row.id]:
            continue
        one = reading(row, text, marks[row.id] / total, apart=apart)
        if marks[row.id] and _denies_its_marks(one):
            one = reading(row, text, apart=apart)
        found.append(one)
        if one.covered >= _WHOLE and one.weight >= _WHOLE + _MARKS / 2:
            break  # no other can weigh more
    best = max(found, key=lambda one: (round(one.weight, 6), _one_sided(one), _counted(one), -plainness(one.notation)))
    return _further(best, found) or _plainest(best, text, apart=apart)


def _further(best: PassageReading, found: Sequence[PassageReading]) -> PassageReading | None:
    """The reading of which the board confirms most, if the best one cannot be played to its end.

    One that cannot be played to its end, either, must have far more; one that weighs far less is none.
    """
    known = confirmed(best.read.record)
    if known.whole:
        return None
    understood = [one for one in found if one is not best and one.weight > best.weight - _WORSE]
    others = [(confirmed(one.read.record), one) for one in understood]
    least = max(known.events, LEAST)
    more = [(count.events, one) for count, one in others if count.events > least + (0 if count.whole else _FAR_MORE)]
    return max(more, key=lambda pair: pair[0])[1] if more else None


def _denies_its_marks(one: PassageReading) -> bool:
    """Whether a reading shows that what looks like marks of its notation is something else.

    Half of the lists of tries, or more, lack the move that was made, which this notation has in them.
    """
    lacking = sum(finding.code == _FOREIGN_LIST for finding in one.read.findings)
    lists = {(event.turn, event.side) for event in one.read.record.events if isinstance(event, Try)}
    return lacking > 0 and 2 * lacking >= len(lists)


def _counted(one: PassageReading) -> int:
    """The number of tries of a reading, of which one may only say how many there were: *8. (2 tries) Nxf6*."""
    return sum(isinstance(event, Try) for event in one.read.record.events)


def _one_sided(one: PassageReading) -> bool:
    """Whether the reading is a player's record, which explains why it has moves of only one side."""
    return one.read.record.view in ("white", "black")


def _plainest(best: PassageReading, text: str, *, apart: bool) -> PassageReading:
    """The reading in the plainest notation that reads the same game, whatever marks of others the passage has.

    If prose was separated, a score that reads more than a dialogue is preferred.
    """
    if best.notation.id == "pgn" and starts_tag(text):
        return best
    for row in book_notations()[: plainness(best.notation)]:
        if row.lends or row.id == "pgn":
            continue
        plainer = reading(row, text)
        said, more = _said(best), _said(plainer)
        in_braces = apart and best.notation.prose == "speech" and all(event in more for event in said)
        if _faults(plainer.read) <= _faults(best.read) and (more == said or (in_braces and len(more) > len(said))):
            return plainer
    return best


def _said(one: PassageReading) -> list[object]:
    """The contents of a reading for comparison: rulebook, view, silence, and events without places and comments.

    Turns and results of ends are omitted, since notations differ in whether they print them.
    """
    record = one.read.record
    return [
        record.rules,
        record.view,
        record.silence,
        *(_bare(event) for event in record.events if not isinstance(event, Comment)),
    ]


def _bare(event: AnyEvent) -> AnyEvent:
    return unplaced(event, turn=None, result=None) if isinstance(event, End) else unplaced(event)


def notations_marked(text: str) -> list[str]:
    """The ids of the notations of which a text has any marks."""
    return [row.id for row in book_notations() if row.marks(text)]


def likeliest(text: str) -> str | None:
    """The id of the notation with far more marks in a text than any other; None if there is none."""
    marks = {row.id: row.marks(text) for row in book_notations()}
    second, best = sorted(marks, key=lambda name: marks[name])[-2:]
    return best if marks[best] >= _PLAIN and marks[best] > 2 * marks[second] else None


def reading(row: Notation, text: str, marks: float = 0.0, *, apart: bool = False) -> PassageReading:
    """A passage as read in a notation.

    :param marks: the notation's share of all marks.
    :param apart: text in braces does not count.
    """
    read = row.read(Chunk(text))
    covered = prose = broken = 0
    braces = [found.span() for found in _TERMINALS["BRACES"].finditer(text)] if apart else []
    for event in read.record.events:
        if event.span is None or any(start < event.span[1] <= end for start, end in braces):
            continue
        letters = _letters(text[slice(*event.span)])
        kind = type_name(event)
        if kind == "junk":
            broken += letters
        elif kind == "comment":
            prose += letters
        elif kind not in _IDLE:
            covered += letters
    size = max(_letters(text) - sum(_letters(text[start:end]) for start, end in braces), 1)
    faults = _faults(read)
    weight = (covered - 2 * broken - _FAULT * faults) / size + _MARKS * marks
    return PassageReading(row, read, covered / size, prose / size, weight, covered)


def understood(row: Notation, line: str) -> bool:
    """Whether a single line is completely understood in a notation."""
    one = reading(row, line.strip() + "\n")
    return bool(one.covered) and not one.prose and not one.read.findings and not _has_junk(one.read)


def _faults(read: Read) -> int:
    """The number of findings that count against a notation.

    Those on plies with an unknown sign for the man do not, since they occur in every notation.
    """
    signed = {
        (event.line, event.column)
        for event in read.record.events
        if isinstance(event, Move) and event.parts is None and event.text and by_a_sign(event.text)
    }
    return sum(1 for one in read.findings if RANK[one.severity] and (one.line, one.column) not in signed)


def _has_junk(read: Read) -> bool:
    return any(type_name(event) == "junk" for event in read.record.events)


def _letters(text: str) -> int:
    return len(text) - sum(map(text.count, " \t\n"))
