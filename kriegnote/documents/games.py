"""The games of a document: runs of turns, read in the notation that fits, with the heading that names them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

import msgspec

from kriegnote.chess.position import Position
from kriegnote.chess.squares import NAMES
from kriegnote.diagnostics.findings import Finding
from kriegnote.documents.markup import plain_text
from kriegnote.documents.outline import Heading, Solution, headings, solutions
from kriegnote.documents.plain import Lines, Plain
from kriegnote.documents.readings import Reading, best_reading, reading, understood
from kriegnote.documents.remarks import with_remarks
from kriegnote.documents.titles import title_of
from kriegnote.documents.turns import Run, runs
from kriegnote.documents.witnesses import Known, known_moves, same_game, witnesses
from kriegnote.model.events import AnyEvent, Ask, Capture, Check, End, Move, PawnTries, Reveal, Try, Variation
from kriegnote.model.record import Record, RulesId
from kriegnote.notations.notation import Notation
from kriegnote.text.headings import named_rules

Kind = Literal["score", "log", "dialogue", "announcements", "letter", "captions", "pgn", "series", "perception"]
_KINDS: Final[dict[str, Kind]] = {"pgn": "pgn", "dialogue": "dialogue", "icc": "log", "darkchess": "perception"}
_ARRAY: Final = 4  # plies from the initial position by which a game is told from a fragment
_BOTH: Final = 1.5  # moves for each turn's number in the score of a game
_IN_PROBLEMS: Final = 12  # plies by which it is told from a problem's solution
_BOARDS: Final = 400  # boards that they may lead to
_INTRODUCTION: Final = 600  # letters before a game in which its rulebook may be named
_GAP: Final = 2  # lines or paragraphs of words alone after which a record told in sentences is over


@dataclass(frozen=True)
class Found:
    """One game of a document.

    :param record: what its notation's reader read, with the heading's headers; places are those of the original.
    :param findings: what the reader found, in places of the original.
    :param text: the passage without its markup.
    :param start: its offsets in the original: ``[start, end)``.
    :param line: the line in the original, from 1; ``page`` from 1, None when the document shows no pages.
    :param heading: the heading it stands under, None when there is none.
    :param number: its place among the document's games, from 1.
    :param witnesses: the numbers of the other records of the same game.
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
    from_array: bool = field(default=True, repr=False)


class Document(NamedTuple):
    """A document: the original, its plain text, its games, and the problems that are solved in it."""

    source: str
    plain: Plain
    games: tuple[Found, ...]
    solutions: tuple[Solution, ...]


def read_document(source: str) -> Document:
    """The games and problems of a document, in the order in which they stand; never raises on bad text."""
    plain = plain_text(source)
    outline = headings(plain)
    solved = solutions(plain.text, outline)
    games = list(_Search(source, plain, outline, solved).games())
    groups = witnesses([known_moves(game.record) for game in games], _under_one_heading(games))
    group_of = {index: group for group in groups for index in group}
    linked = []
    for index, game in enumerate(games):
        others = group_of.get(index, {index}) - {index}
        linked.append(_with(game, number=index + 1, witnesses=tuple(sorted(other + 1 for other in others))))
    taken = [(game.start, game.end) for game in games]
    kept = tuple(one for one in solved if _has_moves(plain, one, taken))
    return Document(source, plain, tuple(linked), kept)


def _under_one_heading(games: list[Found]) -> Iterator[tuple[int, int]]:
    """The neighbouring games that one game's heading names, by their indices."""
    for index, (game, following) in enumerate(pairwise(games)):
        if game.heading is not None and game.heading == following.heading and game.heading.kind in ("game", "title"):
            yield index, index + 1


def _with(game: Found, **changes: Any) -> Found:
    return Found(**{**{name: getattr(game, name) for name in Found.__dataclass_fields__}, **changes})


def _has_moves(plain: Plain, one: Solution, taken: list[tuple[int, int]]) -> bool:
    """Whether a problem's solution is printed, and is no game."""
    text = plain.text[one.solved : one.end]
    start, end = plain.places[one.solved], plain.places[one.end]
    held = any(first < end and stop > start for first, stop in taken)
    return not held and re.search(r"(?<!\w)\d+\s?\.{1,3}\s?\S{0,3}[a-h]?[x×]?[a-h][1-8]", text) is not None


class _Search:
    """Looks through a document for games."""

    def __init__(self, source: str, plain: Plain, outline: list[Heading], solved: list[Solution]) -> None:
        self.source = source
        self.plain = plain
        self.text = plain.text
        self.outline = outline
        self.solved = solved
        self.lines = Lines(source)
        self.starts = [head.start for head in outline]
        self.used: dict[int, list[Known]] = {}  # by heading, the games found under it

    def games(self) -> Iterator[Found]:
        """The games, in order."""
        breaks = [head.start for head in self.outline if head.kind in ("game", "problem", "section")]
        found = list(runs(self.text, breaks))
        end = 0
        for index, run in enumerate(found):
            following = found[index + 1].start if index + 1 < len(found) else len(self.text)
            game = self._game(run, end, self._bound(run, following))
            end = run.end
            if game is not None:
                end = max(end, self.plain.at(game.end))
                yield game

    def _heading(self, at: int, known: Known) -> Heading | None:
        """The heading that names what stands at an offset: of a game or section, or a title right above it.

        A title names the other witnesses of its game, too.
        """
        for index in range(bisect_right(self.starts, at) - 1, -1, -1):
            head = self.outline[index]
            if head.kind == "caption":
                continue
            if head.kind == "title":
                near = not self.text[head.end : at].strip(" \t\n.:*")
                same = any(same_game(known, one) for one in self.used.get(head.start, []))
                if not title_of(head).players or not (near or same):
                    continue
            return head
        return None

    def _bound(self, run: Run, following: int) -> int:
        """How far a game may reach behind its run: to the next heading or the next run."""
        index = bisect_left(self.starts, run.end)
        while index < len(self.outline) and self.outline[index].kind in ("caption", "title"):
            index += 1
        heading = self.starts[index] if index < len(self.starts) else len(self.text)
        return min(following, heading) if following > run.end else heading

    def _game(self, run: Run, before: int, bound: int) -> Found | None:
        best = best_reading(self.text[run.start : run.end])
        start, end = run.start, run.end
        if not run.tagged:
            index = bisect_right(self.starts, run.start) - 1
            start = self._start(run, best, max(before, self.outline[index].end if index >= 0 else 0))
            end = self._end(run, best, bound)
        passage = with_remarks(self.plain.part(start, end), best.notation)
        if passage.text != self.text[run.start : run.end]:
            best = best_reading(passage.text)
        known = known_moves(best.read.record)
        heading = self._heading(start, known)
        named = heading is not None and self._names(heading, known)
        if not _is_game(run, best, named, self._solution(run.start)):
            return None
        since = max(before, heading.end if heading is not None else 0)
        return self._found(best, passage, heading, named, self.text[since:start])

    def _names(self, heading: Heading, known: Known) -> bool:
        """Whether a heading names a game: it is a game's, and no other game stood under it before."""
        before = self.used.get(heading.start, [])
        return heading.kind in ("game", "title") and (not before or any(same_game(known, one) for one in before))

    def _solution(self, at: int) -> Solution | None:
        return next((one for one in self.solved if one.solved <= at < one.end), None)

    def _start(self, run: Run, best: Reading, before: int) -> int:
        """Where the passage begins: with the messages before its first number."""
        start = run.start
        row = self.text.rfind("\n", 0, start) + 1
        name = best.notation.id
        if (
            row < start
            and row >= before
            and (name == "dialogue" or understood(best.notation, self.text[row : run.end].split("\n")[0]))
        ):
            start = row
        for unit in ("\n\n", "\n"):
            while start > before:
                stop = start
                while stop > before and self.text[stop - 1].isspace():
                    stop -= 1
                found = self.text.rfind(unit, before, stop)
                row = found + len(unit) if found >= 0 else before
                if not understood(best.notation, self.text[row:stop]):
                    break
                start = row
        return start

    def _end(self, run: Run, best: Reading, bound: int) -> int:
        """Where the passage ends: with the messages behind its last move."""
        end = run.end
        row_end = self.text.find("\n", end, bound)
        rest = self.text[end : row_end if row_end >= 0 else bound]
        if not run.ended and rest.strip() and self._belongs(best, rest):
            end += len(rest)
        missed = 0
        at = end
        told = best.notation.id in ("dialogue", "icc")
        while at < bound and missed < (_GAP if told and not run.ended else 1):
            stop = self.text.find("\n", at + 1, bound)
            stop = bound if stop < 0 else stop
            line = self.text[at:stop]
            at = stop
            if not line.strip():
                continue
            if understood(best.notation, line) or (
                told and not run.ended and reading(best.notation, line.strip()).covered > 0.3
            ):
                end, missed = stop, 0
            else:
                missed += 1
        return end

    def _belongs(self, best: Reading, rest: str) -> bool:
        return bool(rest.strip(" .,;)")) or ")" in rest

    def _found(self, best: Reading, passage: Plain, heading: Heading | None, named: bool, before: str) -> Found:
        place = _Places(passage, self.lines)
        record = best.read.record
        if heading is not None:
            self.used.setdefault(heading.start, []).append(known_moves(record))
            record = _titled(record, heading, named)
        if record.rules is None:
            record = record.replace(rules=_rules_in(before))
        text = passage.text
        at = passage.places[len(text) - len(text.lstrip())]
        return Found(
            record=record.replace(events=tuple(place.event(event) for event in record.events)),
            findings=[place.finding(one, self.source) for one in best.read.findings],
            notation=best.notation,
            kind=_kind(best),
            text=text.strip("\n") + "\n",
            start=at,
            end=passage.places[len(text)],
            line=self.lines.place(at)[0],
            page=self.plain.page(at),
            heading=heading,
            heading_line=self.lines.place(self.plain.places[heading.start])[0] if heading else None,
            from_array=from_the_array(record),
        )


def _titled(record: Record, heading: Heading, named: bool) -> Record:
    """The record with what its heading says of it; another game's heading says nothing."""
    title = title_of(heading)
    names = {name for name, _ in record.headers}
    headers = title.headers if named or heading.kind not in ("game", "title") else ()
    rules = record.rules or (title.rules if named else None)
    return record.replace(headers=(*record.headers, *(one for one in headers if one[0] not in names)), rules=rules)


def _rules_in(words: str) -> RulesId | None:
    """The one rulebook that the words before a game name; None when they name none or several."""
    found = {
        rules for sentence in re.split(r"(?<=[.:;])\s", words[-_INTRODUCTION:]) if (rules := named_rules(sentence))
    }
    return found.pop() if len(found) == 1 else None


def _is_game(run: Run, best: Reading, named: bool, solution: Solution | None) -> bool:
    """Whether what was read is a game, and neither a list of rules, nor a remark, nor a problem's solution."""
    record = best.read.record
    moves = [event for event in record.events if isinstance(event, Move)]
    told = sum(1 for event in record.events if isinstance(event, (PawnTries, Ask, Try, Capture, Check, Reveal, End)))
    if run.tagged:
        return bool(moves) or len(record.headers) > 2
    whole = from_the_array(record)
    turns = run.turns[-1].number - run.turns[0].number + 1
    both = whole and len(moves) >= _BOTH * turns > _BOTH  # a score, however much is written about it
    if not moves or not (both or best.covered >= (0.2 if named else 0.35)):
        return False
    if solution is not None and not named:
        hidden = sum(1 for event in moves if event.text is None)
        return hidden == len(moves) >= 4 or (
            run.ended and len(moves) >= _IN_PROBLEMS and from_the_array(record, _IN_PROBLEMS)
        )
    if named:
        return len(moves) > 1 or told > 0
    sides = {event.side for event in moves}
    if best.notation.id in ("magari", "icc", "nost"):
        return whole or told > 1
    if len(sides) == 1 and not told:
        return False
    if run.turns[0].number > 1:
        return (told > 3 and len(moves) > 3) or len(moves) >= _IN_PROBLEMS
    return whole and (len(moves) > 3 or run.ended) and len(run.turns) > 1


def _kind(best: Reading) -> Kind:
    record = best.read.record
    name = best.notation.id
    if name == "dialogue" and all(event.text is None for event in record.events if isinstance(event, Move)):
        return "announcements"
    if name in _KINDS and not (name == "pgn" and not record.headers):
        return _KINDS[name]
    if record.view in ("white", "black"):
        return "captions" if name == "tries" else "letter"
    return "series" if _progressive(record) else "score"


def _progressive(record: Record) -> bool:
    """Whether each turn has as many moves as its number says: a game of progressive chess."""
    counts: dict[int, int] = {}
    for event in record.events:
        if isinstance(event, Move) and event.turn is not None:
            counts[event.turn] = counts.get(event.turn, 0) + 1
    return len(counts) > 2 and all(counts.get(turn) == turn for turn in range(1, max(counts)))


def from_the_array(record: Record, plies: int = _ARRAY) -> bool:
    """Whether the first moves of a record can be played from the initial position, whatever men its figurines show."""
    if record.start is not None:
        return True
    position = Position.from_fen(dark=record.rules == "dark")
    boards = {position.key(): position}
    for count, event in enumerate(one for one in record.events if isinstance(one, Move)):
        if count == plies:
            break
        if count == 0 and event.turn is not None and event.turn > 1:
            return False
        goal = event.parts.to if event.parts is not None else None
        castle = event.parts is not None and event.parts.castle is not None
        if castle or (event.text is None and event.parts is None):
            return True
        after = {}
        for board in list(boards.values())[:_BOARDS]:
            if event.side is not None and (event.side == "white") != board.turn:
                return False
            for move in board.legal_moves():
                if goal is None or NAMES[move >> 6 & 63].startswith(goal):
                    child = board.play(move)
                    after[child.key()] = child
        if not after:
            return False
        boards = after
    return True


class _Places:
    """Moves the places of events and findings from a passage to the original."""

    def __init__(self, passage: Plain, lines: Lines) -> None:
        self.passage = passage
        self.lines = lines
        self.rows = Lines(passage.text)

    def _original(self, line: int, column: int) -> int:
        """The offset in the original of a line and column of the passage."""
        at = self.rows.offset(line, column)
        return self.passage.places[min(max(at, 0), len(self.passage.text))]

    def event(self, event: AnyEvent) -> AnyEvent:
        """An event in its place in the original."""
        changes: dict[str, Any] = {}
        if event.line is not None:
            changes["line"], changes["column"] = self.lines.place(self._original(event.line, event.column or 1))
        if event.span is not None:
            start, end = event.span
            changes["span"] = (self.passage.places[start], self.passage.places[end])
        if isinstance(event, Variation):
            changes["events"] = tuple(self.event(one) for one in event.events)
        return msgspec.structs.replace(event, **changes) if changes else event

    def finding(self, found: Finding, source: str) -> Finding:
        """A finding in its place in the original; without its fix where markup stands among the words to replace."""
        if found.line is None:
            return found
        start = self._original(found.line, found.column or 1)
        end = self._original(found.line, (found.column or 1) + found.length)
        line, column = self.lines.place(start)
        fix = found.fix if found.fix is not None and source.startswith(found.fix.old, start) else None
        length = max(1, end - start) if "\n" not in source[start:end] else found.length
        return msgspec.structs.replace(found, line=line, column=column, length=length, fix=fix)


__all__ = ["Document", "Found", "Kind", "from_the_array", "read_document"]
