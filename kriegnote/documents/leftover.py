"""Findings on what is outside a document's games: turns of scores that are no games, lines that mention moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from lark import Token

from kriegnote.diagnostics.findings import IN_NO_GAME, Finding, finding
from kriegnote.documents.turns import MOVES, TurnRun
from kriegnote.model.events import End, Move
from kriegnote.model.record import Record
from kriegnote.text.games import outside_braces
from kriegnote.text.score_words import NUMBERS
from kriegnote.text.source import Lines
from kriegnote.text.speech.facts import may_report, reports

_SQUARE: Final = 2  # the length of a word that may be a square rather than a move


class Left(NamedTuple):
    """A run of turns that is not a game, in ``[start, end)`` of the document, with its lowest and highest number."""

    start: int
    end: int
    first: int
    last: int


def left(run: TurnRun, start: int, end: int) -> Left:
    """The turns of a run that is not a game, in offsets of the document."""
    numbers = [turn.number for turn in run.turns]
    return Left(start, end, min(numbers), max(numbers))


def moves_mentioned(said: Iterable[Token]) -> Iterator[int]:
    """The offsets of moves that are mentioned: those longer than a square, with a number, or next to another."""
    for word, following in pairwise([*said, Token("OTHER_WORD", "")]):
        if following.type in MOVES and (word.type in NUMBERS or word.type in MOVES):
            yield word.start_pos or 0
            yield following.start_pos or 0
        elif word.type in MOVES and len(word) > _SQUARE:
            yield word.start_pos or 0


def findings(
    source: str,
    mentioned: Iterable[int],
    lost: Iterable[Left],
    games: Iterable[tuple[int, int, Record]],
    taken: Sequence[tuple[int, int]],
) -> list[Finding]:
    """The findings on what is outside a document's games.

    :param mentioned: the offsets in the document at which moves or announcements are mentioned.
    :param lost: the runs of turns that are not games.
    :param games: the range and record of each game.
    :param taken: the ranges of games and problems.
    """
    lines = Lines(source)
    known = [(start, end, record) for start, end, record in games]
    found = [_lost(one, lines) for one in lost if not _inside(one.start, taken)]
    found += _broken_off(known, lines)
    said = (*mentioned, *_beside(source, [(start, end) for start, end, _ in known]))
    apart = sorted({lines.place(at)[0] for at in said if not _inside(at, taken)})
    if apart:
        known_lines = {lines.place(at)[0] for span in taken for at in (span[0], max(span[0], span[1] - 1))}
        apart = sorted({*apart, *_between(apart, known_lines, source.split("\n"))})
        words = f"moves or announcements outside any game, in {_named(apart)}"
        found.append(finding(IN_NO_GAME, words, line=apart[0], column=1))
    return found


def _between(apart: Sequence[int], known: Collection[int], texts: Sequence[str]) -> Iterator[int]:
    """The lines, from 1, that stand between one of these and another, or one of a game, without a blank line."""
    for line in apart:
        above = line - 1
        while above > 0 and texts[above - 1].strip() and above not in known and above not in apart:
            above -= 1
        if above in known or above in apart:
            yield from range(above + 1, line)


def _beside(source: str, games: Iterable[tuple[int, int]]) -> Iterator[int]:
    """The offsets of lines in a game's paragraph, before and after it, that may report part of it."""
    for start, end in games:
        before, behind = source.rfind("\n\n", 0, start) + 1, source.find("\n\n", end)
        for first, last in ((before, start), (end, behind if behind >= 0 else len(source))):
            at = first
            for line in source[first:last].split("\n"):
                if line.strip() and may_report(line):
                    yield at + len(line) - len(line.lstrip())
                at += len(line) + 1


def reported(text: str) -> Iterator[int]:
    """The offsets of lines that report captures, checks, questions or refusals outside braces."""
    at, inside = 0, False
    for line in text.split("\n"):
        outside, inside = outside_braces(line, inside)
        if reports(outside):
            yield at + len(line) - len(line.lstrip())
        at += len(line) + 1


def signs_explained(
    source: str, legend: Iterable[tuple[int, int]], taken: Sequence[tuple[int, int]]
) -> Iterator[Finding]:
    """A finding on each passage outside all games that explains signs of the page, with its lines.

    :param legend: the ranges of the document that explain signs.
    :param taken: the ranges of games.
    """
    lines, texts = Lines(source), source.split("\n")
    apart = (one for one in legend if not _inside(one[0], taken))
    held = {
        line for start, end in apart for line in range(lines.place(start)[0], lines.place(max(start, end - 1))[0] + 1)
    }
    for first, last in _ranges(sorted(held)) if held else ():
        said = " ".join(" ".join(texts[first - 1 : last]).split())
        yield finding("KN110", f"signs are read as explained here: '{said}'", line=first, column=1)


def solutions(source: str, solved: Iterable[tuple[int, int]]) -> list[Finding]:
    """A finding on the lines with solutions of problems, for commands that read only games."""
    lines = Lines(source)
    held = sorted({line for start, end in solved for line in range(lines.place(start)[0], lines.place(end)[0] + 1)})
    if not held:
        return []
    words = f"solutions of problems in {_named(held)}: `kriegnote extract` writes them, `kriegnote prove` checks them"
    return [finding(IN_NO_GAME, words, line=held[0], column=1)]


def _named(lines: list[int]) -> str:
    """Line numbers in words: ``line 5``, ``lines 3-7, 9``."""
    places = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in _ranges(lines))
    return f"line{'s' * (len(lines) > 1)} {places}"


def _inside(at: int, taken: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in taken)


def _lost(one: Left, lines: Lines) -> Finding:
    line, column = lines.place(one.start)
    turns = f"turn {one.first} is" if one.first == one.last else f"turns {one.first} to {one.last} are"
    return finding(IN_NO_GAME, f"{turns} not part of any game", line=line, column=column, severity="warning")


def _broken_off(games: list[tuple[int, int, Record]], lines: Lines) -> Iterator[Finding]:
    """Findings on games that begin in the middle, after a game that stops before it ends."""
    for (_, _, before), (start, _, record) in pairwise(games):
        first, last = _turns(record)[:1], _turns(before)[-1:]
        if first and last and not _ended(before) and 1 < last[0] <= first[0] and record.start is None:
            line, column = lines.place(start)
            words = f"this game starts at turn {first[0]}, and the game before it stops at turn {last[0]}"
            yield finding(IN_NO_GAME, words, line=line, column=column, severity="warning")


def _turns(record: Record) -> list[int]:
    return [event.turn for event in record.events if isinstance(event, Move) and event.turn is not None]


def _ended(record: Record) -> bool:
    ends = any(isinstance(event, End) for event in record.events)
    return ends or record.result not in (None, "*")


def _ranges(lines: list[int]) -> Iterator[tuple[int, int]]:
    """The ranges of successive line numbers."""
    first = lines[0]
    for line, following in pairwise([*lines, lines[-1] + 2]):
        if following > line + 1:
            yield first, line
            first = following
