"""The result of reading a document: its games with their places, and findings on everything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from kriegnote.diagnostics.findings import Finding
from kriegnote.documents.diagrams import Diagram
from kriegnote.documents.leftover import Left, findings, signs_explained, solutions
from kriegnote.documents.outline import Heading, ProblemPlace
from kriegnote.documents.places import ColumnPlaces
from kriegnote.model.record import Record
from kriegnote.notations.notation import Kind, Notation
from kriegnote.text.plain import Plain
from kriegnote.text.source import Chunk, Lines


@dataclass(frozen=True)
class Found:
    """One game of a document.

    :param record: the record that the reader made, with the headers of the heading and places in the original.
    :param findings: the reader's findings, with places in the original.
    :param text: the passage without its markup.
    :param start: the range in the original is ``[start, end)``.
    :param line: the line in the original, from 1; ``page``: from 1, None if the document shows no pages.
    :param heading: the heading above it, None if there is none.
    :param number: its place among the document's games, from 1.
    :param witnesses: the numbers of other records of the same game.
    """

    record: Record
    findings: list[Finding]
    notation: Notation
    kind: Kind
    text: str
    start: int
    end: int
    line: int
    page: int | None
    heading: Heading | None
    heading_line: int | None
    number: int = 0
    witnesses: tuple[int, ...] = ()


def chunk_of(source: str, game: Found) -> Chunk:
    """The lines of the original text that contain a game."""
    start = source.rfind("\n", 0, game.start) + 1
    end = source.find("\n", game.end)
    line = source.count("\n", 0, start) + 1
    return Chunk(source[start : len(source) if end < 0 else end + 1], line, start)


class Document(NamedTuple):
    """A document: the original, its plain text, its games, and the problems solved in it.

    :param diagrams: the printed boards, in offsets of the original.
    :param lost: the runs of turns that are not games; ``mentioned``: offsets at which moves or announcements are
        mentioned.
    :param taken: the ranges of the games, if something else may stand between their lines, as with columns.
    :param left: findings on parts that are not text.
    :param legend: the ranges that explain signs which were read as they say.
    :param declared: whether the text states the encoding of each of its parts, so that none is guessed.
    """

    source: str
    plain: Plain
    games: tuple[Found, ...]
    solutions: tuple[ProblemPlace, ...]
    diagrams: tuple[Diagram, ...] = ()
    lost: tuple[Left, ...] = ()
    mentioned: tuple[int, ...] = ()
    taken: tuple[tuple[int, int], ...] = ()
    left: tuple[Finding, ...] = ()
    legend: tuple[tuple[int, int], ...] = ()
    declared: bool = False

    def outside(self) -> list[Finding]:
        """Findings on what is outside all games and problems, so that nothing is passed over silently."""
        games = [(game.start, game.end, game.record) for game in self.games]
        taken = self.taken or [(game.start, game.end) for game in self.games]
        said = [*signs_explained(self.source, self.legend, taken)]
        taken = [*taken, *self._solved(), *self.legend]
        return [*said, *findings(self.source, self.mentioned, self.lost, games, taken), *self.left]

    def left_out(self) -> list[Finding]:
        """Findings on what is outside all games, problems included."""
        return [*self.outside(), *solutions(self.source, self._solved())]

    def _solved(self) -> list[tuple[int, int]]:
        """The ranges of the problems' solutions, in offsets of the original."""
        return [(self.plain.places[one.start], self.plain.places[one.end]) for one in self.solutions]


def placed(document: Document, source: str, ordered: Plain) -> Document:
    """A document whose columns and notes were reordered, with places in the original."""
    lines = Lines(source)
    place = ColumnPlaces(ordered, lines)
    notes = [(mark.start, mark.end) for mark in ordered.marks if mark.kind == "note"]

    def held(one: Found) -> list[int]:
        places = ordered.places[one.start : max(one.end, one.start + 1)]
        return [at for at in places if not any(start <= at < end for start, end in notes)]

    def game(one: Found) -> Found:
        at = ordered.places[one.start]
        places = held(one)
        events = tuple(place.event(event) for event in one.record.events)
        return replace(
            one,
            record=one.record.replace(events=events),
            findings=[place.finding(found, source) for found in one.findings],
            start=min(places),
            end=max(places) + 1,
            line=lines.place(at)[0],
            heading_line=one.heading_line and place.line(one.heading_line),
        )

    plain = document.plain
    return document._replace(
        source=source,
        plain=plain._replace(places=[ordered.places[at] for at in plain.places]),
        games=tuple(map(game, document.games)),
        diagrams=tuple(
            one._replace(start=ordered.places[one.start], end=ordered.places[one.end]) for one in document.diagrams
        ),
        lost=tuple(one._replace(start=ordered.places[one.start], end=ordered.places[one.end]) for one in document.lost),
        mentioned=tuple(ordered.places[at] for at in document.mentioned),
        taken=tuple(one for game in document.games for one in _ranges(held(game))),
    )


def _ranges(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The ranges of successive places that also adjoin each other in the original."""
    first = 0
    for index in range(1, len(places) + 1):
        if index == len(places) or places[index] - places[index - 1] not in (0, 1):
            yield places[first], places[index - 1] + 1
            first = index
