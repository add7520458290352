"""Reads scores: moves with their numbers, comments, a result. Grammar: grammars/score.lark.

The readers of ``san``, ``tries`` and ``descriptive`` extend it.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from lark import Token

from kriegnote.chess.reasons import WORDS
from kriegnote.model.events import (
    Comment,
    Event,
    Move,
    Try,
    Verdict,
    other,
)
from kriegnote.model.printed_moves import FIGURINES, LETTERS, language, language_of_all, mens_letters, piece_of
from kriegnote.parsing import Terminals
from kriegnote.text import score
from kriegnote.text.comments import without_comments
from kriegnote.text.late_events import before_their_moves
from kriegnote.text.layout_signs import is_layout
from kriegnote.text.misread_moves import by_a_mark, by_marks, by_signs, core, unaccented, unbroken, without_marks
from kriegnote.text.numerals import ROMAN
from kriegnote.text.score_remarks import STRAY, ScoreRemarks
from kriegnote.text.score_words import PLIES, black_number, number_of
from kriegnote.text.source import Read
from kriegnote.text.speech.clauses import refusal
from kriegnote.text.tree_reader import Rule, one_word, span

_TERMINALS: Final = Terminals("score_words")


class ScoreReader(ScoreRemarks):
    """One pass over one game's text: one method for each rule of ``grammars/score.lark``."""

    def read(self) -> Read:
        """The record and the findings."""
        self._preface()
        turns = list(score.score_turns(self.name, self.text, self.head.end))
        self._determine_language(turns)
        plies = (word.end_pos or 0 for turn in turns for word in turn if word.type in PLIES)
        self.played_to = max(plies, default=len(self.text))
        self.begin(turns)
        for turn in turns:
            self.read_turn(*score.parse(self.name, turn), turn[-1].end_pos or 0)
        return self._finish()

    def begin(self, turns: list[score.ScoreTurn]) -> None:
        """Called before the first turn is read."""
        given = self.given_behind
        self.behind = score.tried_behind(turns, self.is_tried, self.is_of_last_move) if given is None else given

    def is_tried(self, word: Token) -> bool:
        """Whether a token before or after a move contains tries and nothing else."""
        return word.type == "CROSSED"

    def is_of_last_move(self, word: Token) -> bool:
        """Whether the questions and tries of a token must be about the move before it."""
        return False

    def finish(self) -> None:
        """Called after the last turn: puts tries that are printed after the move before it."""
        late = set(self.late)
        if self.behind:
            late |= {at for at, event in enumerate(self.build.events) if self.belongs_before(event)}
        before_their_moves(self.build.events, late)

    def belongs_before(self, event: Event) -> bool:
        """Whether an event that is printed after a move happened before it."""
        return type(event) is Try and event.verdict != "untested"

    def _finish(self) -> Read:
        events = self.build.events
        result = self.final or self.head.result
        for index in self.open_ends:
            events[index] = msgspec.structs.replace(events[index], result=result)
        if self.head.result not in (None, result):
            self.build.note("KN403", f"the heading says {self.head.result}, but the moves end with {result}", 0, 1)
        if self.text.strip() and not self.head.headers and all(type(event) is Comment for event in events):
            self.build.note("KN106", "no numbered moves in this text", 0, 1)
        self._report_signs()
        for unread in self.comments.unread(self.players):
            self.not_understood(*unread)
        self.finish()
        return self.build.finish(headers=self.head.headers, result=result, **self.head.fields)

    def _preface(self) -> None:
        if self.head.start:
            lead = len(self.text) - len(self.text.lstrip())
            self.keep_prose(lead, len(self.text[: self.head.start].rstrip()))
        self.build.head = self.head.end

    def _determine_language(self, turns: list[score.ScoreTurn]) -> None:
        words = [word for turn in turns for word in turn if word.type in ("PLY", "PARENTHESIS", "TRIED")]
        printed = without_comments(" ".join(words))
        self.language = language(printed)
        letters = mens_letters(printed)
        self.lettered = letters != ""
        if language_of_all(letters) is None:
            foreign = set(letters).difference(LETTERS[self.language])
            plies = [word for word in words if word.type == "PLY"] or words
            first = next((word for word in plies if word[0] in foreign), plies[0])
            assert first.start_pos is not None and first.end_pos is not None
            rook = f"; R is a {WORDS[piece_of('R', self.language)]}" if "R" in printed else ""
            self.build.note("KN105", f"piece letters of two languages{rook}", first.start_pos, first.end_pos)

    # -- whose move it is --------------------------------------------------------------------------------------------

    def number(self, rule: Rule) -> None:
        """Reads a turn's number; after White's move of the same turn it precedes Black's, as in two columns."""
        self.turn = number_of(one_word(rule))
        again = self.made == ("white", self.turn)
        self.expected = "black" if again or black_number(one_word(rule)) else "white"
        if one_word(rule)[0] in ROMAN:
            self.build.head = span(rule)[1]  # letters, which the filler does not admit

    def misnumber(self, rule: Rule) -> None:
        """Reads a number with a letter in place of a digit."""
        self.number(rule)
        start, end = span(rule)
        self.build.note("KN110", f"{self.text[start:end]} is read as {self.turn}.", start, end)
        self.build.head = end

    def dash(self, rule: Rule) -> None:
        """Reads a dash: White's move is printed elsewhere, or not at all."""
        if self.expected == "white":
            self.made, self.expected = ("white", self.turn), "black"

    # -- moves -------------------------------------------------------------------------------------------------------

    def ply(self, rule: Rule) -> None:
        text = " ".join(one_word(rule).split())
        parts = self.parts(text)
        if parts is None:
            parts = self.parts(text := text.replace(" ", ""))
        if parts is None:
            self.misread(rule)
        else:
            self.move(*span(rule), text=text, parts=parts)

    def hidden(self, rule: Rule) -> None:
        self.move(*span(rule), text=None, parts=None)

    def misread(self, rule: Rule) -> None:
        """Adds a word that stands for a ply: it is corrected, or the ply was played, but the move is not known."""
        (start, end), word = span(rule), one_word(rule)
        plain = unbroken(word) or unaccented(word)
        parts = self.parts(plain) if plain != word else None
        if parts is not None:
            self.build.note("KN110", f"{' '.join(word.split())} is read as {plain}", start, end)
            self.move(start, end, text=plain, parts=parts)
            return
        if (marked := self._marked(word)) is not None:
            self.marked.append((start, end))
            self.move(start, end, text=marked, parts=self.parts(marked))
            return
        if _TERMINALS["BY_A_SIGN"].fullmatch(word):
            self.signed.append((start, end))
        else:
            self.build.note("KN101", f"this is not a move: {word!r}", start, end)
        self.move(start, end, text=word, parts=None)

    def _marked(self, word: str) -> str | None:
        """The capture that a word is with an unknown sign in the place of ×; None if it is none.

        Behind a man's letter it is only if the page has such letters elsewhere: it may be part of a sign for a man.
        """
        found = by_a_mark(without_marks(core(word)))
        lettered = word[0] in "abcdefgh" or word[0] in FIGURINES or self.lettered
        return found[1] if found is not None and lettered and self.parts(found[1]) is not None else None

    def _report_signs(self) -> None:
        """Adds one finding on all men that are printed as unknown signs, and one on all such signs for captures."""
        if self.marked:
            words = [self.text[start:end] for start, end in self.marked]
            self.build.note("KN110", by_marks(words), *self.marked[0])
        if self.signed:
            words = [self.text[start:end] for start, end in self.signed]
            self.build.note("KN101", by_signs(words), *self.signed[0])

    def move(self, start: int, end: int, **fields: Any) -> None:
        """Adds a move of the side to move."""
        side, turn = self.expected, self.turn
        self.add(Move, start, end, side=side, turn=turn, move=None, san=None, **fields)
        self.made = (side, turn)
        self.expected = other(side)
        if side == "black":
            self.turn += 1

    def crossed(self, rule: Rule) -> None:
        """Adds moves that are crossed out, marked as tries by the page, or queried and not played."""
        start, end = span(rule)
        plies = list(_TERMINALS["ANY_PLY"].finditer(self.text, start, end))
        said = refusal(self.text[plies[-1].end() : end].strip("?!,;:.([{)]} \n–—-"))
        for found in plies:
            text = " ".join(found.group().split())
            self.attempted(start, found.end(), text, said.verdict if said is not None else "refused")
            start = found.end()
        self.longer(end)

    def attempted(self, start: int, end: int, text: str | None, verdict: Verdict | None, **fields: Any) -> None:
        """Adds a try of the side to move, or, if tries stand after the moves, of the side that has just moved."""
        behind = self.behind or verdict == "untested"
        side, turn = self.made if behind and self.made is not None else (self.expected, self.turn)
        parts = self.parts(text) if text else None
        self.add(Try, start, end, side=side, turn=turn, move=None, text=text, verdict=verdict, parts=parts, **fields)

    def evaluation(self, rule: Rule) -> None:
        """Adds a program's evaluation, or a letter that refers to a note, as a comment."""
        self.add(Comment, *span(rule), text=one_word(rule))

    reference = evaluation

    def stray(self, rule: Rule) -> None:
        """Keeps a sign among plies that stands for none of them as junk."""
        self.build.side, self.build.turn = self.expected, self.turn
        self.build.junk(*span(rule), STRAY.get(one_word(rule), "this is not a move"))

    def again(self, rule: Rule) -> None:
        """Keeps a line that is printed twice as junk."""
        self.build.junk(*span(rule), "this line is printed twice")

    def markup(self, rule: Rule) -> None:
        """Reads signs of layout; signs that have no such function are junk."""
        if not is_layout(self.text, *span(rule)):
            self.build.junk(*span(rule), "unknown sign")
