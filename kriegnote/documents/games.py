"""Finds the games of a document: runs of turns, read in the notation that fits, with the headings that name them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from kriegnote.confirmation.playable import playable
from kriegnote.diagnostics.findings import RANK
from kriegnote.documents.columns import in_reading_order
from kriegnote.documents.counted_plies import with_turns_of_plies
from kriegnote.documents.diagrams import Diagram, diagrams
from kriegnote.documents.found import Document, Found, placed
from kriegnote.documents.game_kinds import first_position, is_game, is_score, kind_of
from kriegnote.documents.games_in_rows import in_sentences
from kriegnote.documents.leftover import Left, left, moves_mentioned, reported
from kriegnote.documents.legends import explanations, without_page_signs
from kriegnote.documents.letters import in_order_of_writing
from kriegnote.documents.logged_fields import with_logged_fields
from kriegnote.documents.markup import plain_text
from kriegnote.documents.named_players import with_players, words_before
from kriegnote.documents.newest_first import oldest_first
from kriegnote.documents.notes import notes_in_place
from kriegnote.documents.notes_of_tries import with_tries_of_notes
from kriegnote.documents.ordered_lists import with_outcomes
from kriegnote.documents.outline import Heading, ProblemPlace, headings, solutions
from kriegnote.documents.page_tags import read_under, tags_of_page, with_facts
from kriegnote.documents.places import Places
from kriegnote.documents.readings import PassageReading, best_reading, reading, understood
from kriegnote.documents.remarks import with_remarks
from kriegnote.documents.repeated_cells import with_repeated_cells
from kriegnote.documents.titles import Title, introduced, rules_in, title_of, titled
from kriegnote.documents.turns import TurnRun, turn_runs, words
from kriegnote.documents.umpires_column import with_players_first
from kriegnote.documents.witnesses import KnownMoves, known_moves, same_game, witnesses
from kriegnote.documents.words_behind import with_words_behind
from kriegnote.lexicon import meant
from kriegnote.model.events import Comment, Junk, Move
from kriegnote.model.record import Record, RulesId
from kriegnote.notations.notation import Notation
from kriegnote.notations.registry import notation
from kriegnote.parsing import Terminals
from kriegnote.text.end_words import end_of_game
from kriegnote.text.ended_clauses import Players
from kriegnote.text.plain import Plain, unmarked
from kriegnote.text.rtf import without_rtf
from kriegnote.text.source import Chunk, Lines, Read, skip_blanks
from kriegnote.text.struck_letters import with_marked_strokes

_LAYOUT: Final = Terminals("layout")
_SENTENCES: Final = Terminals("score_words")
_SPEAKERS: Final = Terminals("speakers")
_LEFT: Final = 0.6
"""The least share of the characters of notation that a score keeps when its remarks are separated."""
_MUCH: Final = 0.3
"""The share of a line above which it belongs to a game in sentences, whatever else it says."""
_GAP: Final = 2  # the number of lines or paragraphs of other words that end a record in sentences


def read_document(source: str) -> Document:
    """The games and problems of a document, in order; raises nothing on bad text."""
    players_first = with_players_first(with_marked_strokes(without_rtf(unmarked(source))))
    said = tuple(
        (players_first.places[start], players_first.places[end]) for start, end in explanations(players_first.text)
    )
    explained = without_page_signs(with_logged_fields(oldest_first(players_first)))
    written = in_order_of_writing(with_turns_of_plies(with_tries_of_notes(explained)))
    sentences = in_sentences(with_outcomes(with_repeated_cells(written)))
    ordered = in_reading_order(sentences.text)
    ordered = notes_in_place(ordered._replace(places=[sentences.places[at] for at in ordered.places]))
    document = _read(ordered.text)
    if ordered.text == source:
        return with_words_behind(document)
    document = placed(document, source, ordered)._replace(legend=said)
    kept = {one.text for game in document.games for one in game.record.events if isinstance(one, Comment)}
    notes = [(mark.start, source[mark.start : mark.end]) for mark in ordered.marks if mark.kind == "note"]
    added = [note for note in notes if note[1] in kept]
    more = [start + at for start, note in added for at in (*moves_mentioned(words(note)), *reported(note))]
    return with_words_behind(document._replace(mentioned=(*document.mentioned, *more)))


def _read(source: str) -> Document:
    plain = plain_text(source)
    outline = headings(plain)
    solved = solutions(plain.text, outline)
    boards = tuple(diagrams(source))
    search = _Search(source, plain, outline, solved, boards)
    games = list(search.games())
    groups = witnesses([known_moves(game.record) for game in games], _under_one_heading(games))
    group_of = {index: group for group in groups for index in group}
    linked = []
    for index, game in enumerate(games):
        others = group_of.get(index, {index}) - {index}
        linked.append(replace(game, number=index + 1, witnesses=tuple(sorted(other + 1 for other in others))))
    taken = [(game.start, game.end) for game in games]
    kept = tuple(one for one in solved if _has_moves(plain, one, taken))
    mentioned = tuple(plain.places[at] for at in (*moves_mentioned(search.said), *reported(plain.text)))
    return Document(source, plain, tuple(linked), kept, boards, tuple(search.lost), mentioned)


def _under_one_heading(games: list[Found]) -> Iterator[tuple[int, int]]:
    """The indices of neighbouring games under one heading of a game."""
    for index, (game, following) in enumerate(pairwise(games)):
        if game.heading is not None and game.heading == following.heading and game.heading.kind in ("game", "title"):
            yield index, index + 1


def _has_moves(plain: Plain, one: ProblemPlace, taken: list[tuple[int, int]]) -> bool:
    """Whether the solution of a problem is printed and is not part of a game."""
    text = plain.text[one.solved : one.end]
    start, end = plain.places[one.solved], plain.places[one.end]
    held = any(first < end and stop > start for first, stop in taken)
    return not held and _LAYOUT["NUMBERED_MOVE"].search(text) is not None


class _Search:
    """Searches a document for games."""

    def __init__(
        self, source: str, plain: Plain, outline: list[Heading], solved: list[ProblemPlace], boards: tuple[Diagram, ...]
    ) -> None:
        self.source = source
        self.plain = plain
        self.text = plain.text
        self.outline = outline
        self.solved = solved
        self.lines = Lines(source)
        self.starts = [head.start for head in outline]
        self.boards = [one._replace(start=plain.at(one.start), end=plain.at(one.end)) for one in boards]
        self.notes = [(plain.at(one.start), plain.at(one.end)) for one in plain.marks if one.kind == "note"]
        self.said = words(plain.text)
        self.used: dict[int, list[KnownMoves]] = {}  # the games found under each heading, by its offset
        self.lost: list[Left] = []

    def games(self) -> Iterator[Found]:
        """The games, in order."""
        breaks = [head.start for head in self.outline if _begins_another(head)]
        numbered = [(head.start, head.end) for head in self.outline if head.kind == "title" and head.number]
        headed = {head.start + len(self.text[head.start : head.end].rstrip()) for head in self.outline}
        found = list(turn_runs(self.text, breaks, [*self.notes, *numbered], self.said, headed))
        end = 0
        for index, run in enumerate(found):
            following = found[index + 1].start if index + 1 < len(found) else len(self.text)
            game = self._game(run, end, self._bound(run, following))
            end = run.end
            if game is not None:
                end = max(end, self.plain.at(game.end))
                yield game

    def _heading(self, at: int, known: KnownMoves) -> Heading | None:
        """The heading for an offset: that of a game or section, or a title directly above it.

        A title also names the other witnesses of its game.
        """
        for index in range(bisect_right(self.starts, at) - 1, -1, -1):
            head = self.outline[index]
            if head.kind == "caption":
                continue
            if head.kind == "title":
                words = self.text[head.end : at].strip(" \t\n.:*|-").split()
                near = all(meant(word, "players") is not None for word in words)  # the headings of a score's columns
                same = any(same_game(known, one) for one in self.used.get(head.start, []))
                if not title_of(head).players or not (near or same):
                    continue
            return head
        return None

    def _bound(self, run: TurnRun, following: int) -> int:
        """How far a game may extend after its run: to the next heading or the next run."""
        index = bisect_left(self.starts, run.end)
        while index < len(self.outline) and not _begins_another(self.outline[index]):
            index += 1
        heading = self.starts[index] if index < len(self.starts) else len(self.text)
        return min(following, heading) if following > run.end else heading

    def _game(self, run: TurnRun, before: int, bound: int) -> Found | None:
        best, passage = self._read(run.start, run.end)
        start, end = run.start, run.end
        ending_to = end
        if not run.tagged:
            index = bisect_right(self.starts, run.start) - 1
            start = self._start(run, best, max(before, self.outline[index].end if index >= 0 else 0))
            end = self._end(run, best, bound)
            ending_to = self._stated_end(end, bound)
        if (start, end) != (run.start, run.end):
            best, passage = self._read(start, end)
        known = known_moves(best.read.record)
        heading = self._heading(start, known)
        named = heading is not None and self._names(heading, known)
        solution = self._solution(run.start)
        since = max(before, heading.end if heading is not None else 0)
        board = next((one for one in reversed(self.boards) if since <= one.start and one.end <= run.start), None)
        fen = first_position(board, best.read.record) if board is not None else None
        best = best.starting_at(fen) if fen is not None else best
        if not is_game(run, best, named, solution):
            if solution is None and is_score(run, best):
                self.lost.append(left(run, self.plain.places[run.start], self.plain.places[run.end]))
            return None
        if heading is not None:
            self.used.setdefault(heading.start, []).append(known_moves(best.read.record))
        title = title_of(heading) if heading is not None and named else None
        rules = self._rules(best.read.record, title, heading, self.text[since:start])
        whole = passage.joined(self.plain.part(end, ending_to))
        tags = tags_of_page(best.read.record, whole.text, title, rules, fen, ended=ending_to > end)
        best, read = read_under(best, whole, tags) if tags or ending_to > end else (best, whole)
        record = _with_page(best.read.record, heading, named, rules, fen)
        said = f"{self.text[before:start]}\n{words_before(Chunk(read.text), record)}"
        record = with_players(record, said)
        return self._placed(best, record, read, whole.text, heading)

    def _read(self, start: int, end: int) -> tuple[PassageReading, Plain]:
        """The best reading of a range, with the prose between its turns in braces if that makes a better score."""
        plain = self.plain.part(start, end)
        best = best_reading(plain.text, apart="{" in plain.text)
        score = best.notation if best.notation.prose == "comment" else notation("san")
        apart = with_remarks(plain, score, self._captions(start, end))
        if apart.text == plain.text:
            return best, plain
        again = best_reading(apart.text, apart=True)
        if best.notation.prose != "comment":
            fewer = again.letters < _LEFT * best.letters
            if again.notation.prose != "comment" or again.weight < best.weight or fewer:
                return best, plain
        return with_facts(again, apart), apart

    def _captions(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The captions, boards and footnotes inside a passage, in offsets of the passage."""
        for first, last in (*((one.start, one.end) for one in self.boards), *self.notes):
            if start < first and last < end:
                yield first - start, last - start
        for head in self.outline[bisect_left(self.starts, start) : bisect_left(self.starts, end)]:
            if head.kind == "caption" and start < head.start and head.end < end:
                yield head.start - start, head.end - start

    def _names(self, heading: Heading, known: KnownMoves) -> bool:
        """Whether a heading names a game: it is that of a game, and no other game was found under it."""
        before = self.used.get(heading.start, [])
        return heading.kind in ("game", "title") and (not before or any(same_game(known, one) for one in before))

    def _solution(self, at: int) -> ProblemPlace | None:
        return next((one for one in self.solved if one.solved <= at < one.end), None)

    def _start(self, run: TurnRun, best: PassageReading, before: int) -> int:
        """The start of the passage: that of the messages before its first number."""
        start = run.start
        row = self.text.rfind("\n", 0, start) + 1
        if (
            row < start
            and row >= before
            and (best.notation.prose == "speech" or understood(best.notation, self.text[row : run.end].split("\n")[0]))
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

    def _end(self, run: TurnRun, best: PassageReading, bound: int) -> int:
        """The end of the passage: that of the messages after its last move."""
        end = run.end
        row_end = self.text.find("\n", end, bound)
        rest = self.text[end : row_end if row_end >= 0 else bound]
        end_stated = end_of_game(rest.strip(), self._players(end)) is not None
        if not (run.ended or end_stated) and rest.strip() and (rest.strip(" .,;)") or ")" in rest):
            end = self._sentence_end(end + len(rest), bound) if _LAYOUT["LONG_WORD"].search(rest) else end + len(rest)
        missed = 0
        at = end
        most = _count_understood(best.read)
        in_prose = best.notation.prose == "speech"
        while at < bound and missed < (_GAP if in_prose and not run.ended else 1):
            stop = self.text.find("\n", at + 1, bound)
            stop = bound if stop < 0 else stop
            line = self.text[at:stop]
            at = stop
            if not line.strip():
                continue
            said = understood(best.notation, line) or _SPEAKERS["QUOTED_ANNOUNCEMENT"].search(line) is not None
            said = said or (in_prose and not run.ended and _says_much(best.notation, line))
            further = self._count_played(best.notation, run.start, stop) if in_prose and not (said or run.ended) else 0
            if said or further > most:
                end, missed, most = stop, 0, max(most, further)
            else:
                missed += 1
        return end

    def _count_played(self, row: Notation, start: int, stop: int) -> int:
        """The number of events of a passage if all of its moves can be played; else 0."""
        read = reading(row, self.plain.part(start, stop).text).read
        plies = sum(isinstance(event, Move) for event in read.record.events)
        return _count_understood(read) if playable(read.record) == plies else 0

    def _stated_end(self, at: int, bound: int) -> int:
        """The end of the words directly after a passage that say how the game ended; ``at`` if there are none."""
        start = skip_blanks(self.text, at)
        stop = self.text.find("\n\n", start, bound)
        found = end_of_game(self.text[start : bound if stop < 0 else stop], self._players(at))
        return start + found.end if found is not None else at

    def _players(self, at: int) -> Players:
        """The players named by the last heading before an offset."""
        heads = reversed(self.outline[: bisect_right(self.starts, at)])
        named = next((title for head in heads if (title := title_of(head)).players), None)
        headers = dict(named.headers) if named is not None else {}
        return headers.get("White"), headers.get("Black")

    def _sentence_end(self, at: int, bound: int) -> int:
        """The end of the sentence that continues at the end of a line; at most the end of its paragraph."""
        found = _SENTENCES["SENTENCE_END"].search(self.text, at - 1, bound)
        return at if found is None else found.start() + len(found.group().rstrip())

    def _rules(self, record: Record, title: Title | None, heading: Heading | None, before: str) -> RulesId | None:
        """The rulebook of a game: its own, or that which its title, the words before it or those before these name."""
        rules = record.rules or (title.rules if title is not None else None) or rules_in(before)
        return rules or (introduced(self.text[: heading.start]) if heading is not None else None)

    def _placed(
        self, best: PassageReading, record: Record, passage: Plain, text: str, heading: Heading | None
    ) -> Found:
        """The game of a passage, with the places of its events in the document.

        :param record: that of the reading, with what the page says of it.
        :param passage: what was read.
        :param text: the same without the tags before it.
        """
        place = Places(passage, self.lines)
        at = passage.places[len(passage.text) - len(text.lstrip())]
        return Found(
            record=record.replace(events=tuple(place.event(event) for event in record.events)),
            findings=[place.finding(one, self.source) for one in best.read.findings],
            notation=best.notation,
            kind=kind_of(best.notation, best.read.record),
            text=text.strip("\n") + "\n",
            start=at,
            end=passage.places[-1],
            line=self.lines.place(at)[0],
            page=self.plain.page(at),
            heading=heading,
            heading_line=self.lines.place(self.plain.places[heading.start])[0] if heading else None,
        )


def _begins_another(head: Heading) -> bool:
    """Whether a heading ends the game before it: it names another game, or something else."""
    return head.kind in ("game", "problem", "section") or (head.kind == "title" and title_of(head).players)


def _with_page(record: Record, heading: Heading | None, named: bool, rules: RulesId | None, fen: str | None) -> Record:
    """A record with what the page around it says: its heading, its rulebook, and that its position is printed there."""
    if fen is not None:
        record = record.sourced("page", "start")
    if heading is not None:
        record = titled(record, heading, named)
    return record.under(rules, "page") if rules is not None and record.rules is None else record


def _count_understood(read: Read) -> int:
    """The number of moves, tries and announcements of a reading, less what was not understood."""
    idle = sum(isinstance(event, Comment | Junk) for event in read.record.events)
    return len(read.record.events) - idle - sum(RANK[one.severity] > 0 for one in read.findings)


def _says_much(row: Notation, line: str) -> bool:
    """Whether enough of a line is understood for it to belong to the game."""
    return reading(row, line.strip()).covered > _MUCH


__all__ = ["Document", "Found", "read_document"]
