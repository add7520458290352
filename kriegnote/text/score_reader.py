"""Reads scores: moves with their numbers, comments, a result.  Grammar: grammars/score.lark.

The readers of ``san``, ``tries`` and ``descriptive`` are this one, with what they have beside it.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
from lark import Token

from kriegnote.errors import shortened
from kriegnote.lexicon import mentions
from kriegnote.model.endings import LOSER, OF_LOSER
from kriegnote.model.events import (
    EVENT_TYPES,
    GLYPHS,
    Comment,
    End,
    Event,
    Move,
    Nag,
    Reveal,
    Side,
    Try,
    Verdict,
    other,
)
from kriegnote.model.printed_moves import Language, Parts, language, parse_move
from kriegnote.parsing import Terminals
from kriegnote.rules import RULES
from kriegnote.text import games, score
from kriegnote.text.comments import unbrace, without_comments
from kriegnote.text.end_words import Players, end_of_game, is_scanned_result, speaks_of_an_end
from kriegnote.text.heads import read_head
from kriegnote.text.late_events import before_their_moves
from kriegnote.text.layout_signs import is_layout
from kriegnote.text.misread_moves import by_signs, cannot_be_a_move, unaccented, unbroken
from kriegnote.text.numerals import ROMAN
from kriegnote.text.score_words import PLIES, black_number, number_of
from kriegnote.text.shown import shown
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.speech.facts import Comments, Unclear, Unnamed, facts, is_before_its_move, meant_by, names_nobody
from kriegnote.text.tree_reader import Rule, TreeReader, one_word, span
from kriegnote.text.turns import named_move
from kriegnote.text.umpire_messages import Announced, read_announcements

_BRACKETS: Final = ("parenthesis", "bracket", "brace")
_SHOWN: Final = 40  # signs of a stretch that a finding shows
_TERMINALS: Final = Terminals("score_words")
_CLOSING: Final = {"(": ")", "[": "]"}
_PLAIN: Final = "a plain score does not tell what the umpire says"
_SILENT: Final = ("{@", "{\\", "{[%")  # begins a comment that is words and nothing else, or a remark
_ENGLISH: Final = str.maketrans("KQBN", "    ")  # letters that Italian has not
_STRAY: Final = {
    **{closing: f"this {name} was never opened" for closing, name in zip(")]}", _BRACKETS, strict=True)},
    **{opening: f"this {name} is never closed" for opening, name in zip("([", _BRACKETS[:2], strict=True)},
}


class ScoreReader(TreeReader):
    """One run over one game's text: one method for each rule of ``grammars/score.lark``."""

    def __init__(self, chunk: Chunk, name: str, unnamed: Unnamed | None = None, behind: bool | None = None) -> None:
        super().__init__(Builder(chunk, _TERMINALS["BETWEEN"]))
        self.name = name
        self.unnamed = unnamed
        self.told_behind = behind  # None: the page shows it
        self.doubtful = False  # a remark names nobody
        self.comments = Comments()
        self.head = read_head(chunk, games.SCORES)
        self.build.findings += self.head.findings
        self.turn = 1
        self.expected: Side = "white"
        self.made: tuple[Side, int] | None = None  # the last move's side and turn
        self.language: Language = "en"
        self.open_ends: list[int] = []
        self.behind = False  # questions and tries stand behind the moves
        self.late: list[int] = []  # events that stand behind the move before which they happened
        self.signed: list[tuple[int, int]] = []  # where plies stand whose men are printed by signs that are none
        self.played_to = 0  # where the last move ends
        names = dict(self.head.headers)
        self.players: Players = (names.get("White"), names.get("Black"))
        named = RULES.get(self.head.fields.get("rules") or "")
        self.shows = named is not None and named.game.sight in ("spies", "scouts")  # to the mover, in brackets

    def read(self) -> Read:
        """The record and the findings."""
        self._preface()
        turns = list(score.score_turns(self.name, self.text, self.head.end))
        self._tell_language(turns)
        plies = (word.end_pos or 0 for turn in turns for word in turn if word.type in PLIES)
        self.played_to = max(plies, default=len(self.text))
        self.begin(turns)
        for turn in turns:
            self.read_turn(*score.parse(self.name, turn), turn[-1].end_pos or 0)
        return self._finish()

    def begin(self, turns: list[score.ScoreTurn]) -> None:
        """Called before the first turn is read."""
        self.behind = score.tried_behind(turns, self.is_tried) if self.told_behind is None else self.told_behind

    def is_tried(self, word: Token) -> bool:
        """Whether a word before a move or behind it holds tries and nothing else."""
        return word.type == "CROSSED"

    def finish(self) -> None:
        """Called after the last: tries that are printed behind the move go before it."""
        late = set(self.late)
        if self.behind:
            late |= {at for at, event in enumerate(self.build.events) if self.belongs_before(event)}
        before_their_moves(self.build.events, late)

    def belongs_before(self, event: Event) -> bool:
        """Whether what stands behind a move happened before it."""
        return type(event) is Try and event.verdict != "untested"

    def whose(self, known: bool) -> tuple[Side, int]:
        """Of the last move; what cannot be read is of the expected one."""
        return (self.made if known else None) or (self.expected, self.turn)

    def _finish(self) -> Read:
        events = self.build.events
        for index in self.open_ends:
            events[index] = msgspec.structs.replace(events[index], result=self.final)
        if self.text.strip() and not self.head.headers and all(type(event) is Comment for event in events):
            self.build.note("KN106", "no numbered moves in this text", 0, 1)
        self._report_signs()
        for unread in self.comments.unread(self.players):
            self.not_understood(*unread)
        self.finish()
        return self.build.finish(headers=self.head.headers, result=self.final, **self.head.fields)

    def _preface(self) -> None:
        if self.head.start:
            lead = len(self.text) - len(self.text.lstrip())
            self.keep_prose(lead, len(self.text[: self.head.start].rstrip()))
        self.build.head = self.head.end

    def _tell_language(self, turns: list[score.ScoreTurn]) -> None:
        words = [word for turn in turns for word in turn if word.type in ("PLY", "PARENTHESIS", "TRIED")]
        printed = without_comments(" ".join(words))
        self.language = language(printed)
        if self.language == "en" and language(printed.translate(_ENGLISH)) == "it" and "R" in printed:
            plies = [word for word in words if word.type == "PLY"] or words
            first = next((word for word in plies if word[0] in "DTAC"), plies[0])
            assert first.start_pos is not None and first.end_pos is not None
            self.build.note("KN105", "piece letters of two languages; R is a rook", first.start_pos, first.end_pos)

    # -- whose move it is --------------------------------------------------------------------------------------------

    def number(self, rule: Rule) -> None:
        """A turn's number; that of a turn in which White has moved stands before Black's move, as in two columns."""
        self.turn = number_of(one_word(rule))
        again = self.made == ("white", self.turn)
        self.expected = "black" if again or black_number(one_word(rule)) else "white"
        if one_word(rule)[0] in ROMAN:
            self.build.head = span(rule)[1]  # letters, and no filler

    def misnumber(self, rule: Rule) -> None:
        """A number with a letter for a digit."""
        self.number(rule)
        start, end = span(rule)
        self.build.note("KN110", f"{self.text[start:end]} is read as {self.turn}.", start, end)
        self.build.head = end

    def dash(self, rule: Rule) -> None:
        """White's move stands elsewhere, or not at all."""
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

    def parts(self, text: str, side: Side | None = None) -> Parts | None:
        """The parts of a move as this side prints it, the one to move where none is given; None when it is none."""
        parts = parse_move(text, self.language)
        return None if parts is None or cannot_be_a_move(text, parts) else parts

    def hidden(self, rule: Rule) -> None:
        self.move(*span(rule), text=None, parts=None)

    def misread(self, rule: Rule) -> None:
        """A word in the place of a ply: that ply was made, but nobody can read it."""
        (start, end), word = span(rule), one_word(rule)
        plain = unbroken(word) or unaccented(word)
        parts = self.parts(plain) if plain != word else None
        if parts is not None:
            self.build.note("KN110", f"{' '.join(word.split())} is read as {plain}", start, end)
            self.move(start, end, text=plain, parts=parts)
            return
        if _TERMINALS["BY_A_SIGN"].fullmatch(word):
            self.signed.append((start, end))
        else:
            self.build.note("KN101", f"this is no move: {word!r}", start, end)
        self.move(start, end, text=word, parts=None)

    def _report_signs(self) -> None:
        """One finding on the men that are printed by signs of the page's own."""
        if self.signed:
            words = [self.text[start:end] for start, end in self.signed]
            self.build.note("KN101", by_signs(words), *self.signed[0])

    def move(self, start: int, end: int, **fields: Any) -> None:
        """A move of the side to move."""
        side, turn = self.expected, self.turn
        self.add(Move, start, end, side=side, turn=turn, move=None, san=None, **fields)
        self.made = (side, turn)
        self.expected = other(side)
        if side == "black":
            self.turn += 1

    def crossed(self, rule: Rule) -> None:
        """Moves that are crossed out, or marked as tries by the page, or queried and not played."""
        start, end = span(rule)
        for found in _TERMINALS["ANY_PLY"].finditer(self.text, start, end):
            self.attempted(start, found.end(), " ".join(found.group().split()), "refused")
            start = found.end()
        self.longer(end)

    def attempted(self, start: int, end: int, text: str | None, verdict: Verdict | None, **fields: Any) -> None:
        """A try of the side to move; of the side that has just moved where tries stand behind the moves."""
        behind = self.behind or verdict == "untested"
        side, turn = self.made if behind and self.made is not None else (self.expected, self.turn)
        parts = self.parts(text) if text else None
        self.add(Try, start, end, side=side, turn=turn, move=None, text=text, verdict=verdict, parts=parts, **fields)

    def evaluation(self, rule: Rule) -> None:
        """What a program thinks of the position, or a letter that refers to a note."""
        self.add(Comment, *span(rule), text=one_word(rule))

    reference = evaluation

    def stray(self, rule: Rule) -> None:
        """A sign among plies that stands for none."""
        self.build.side, self.build.turn = self.expected, self.turn
        self.build.junk(*span(rule), _STRAY.get(one_word(rule), "this is no move"))

    def again(self, rule: Rule) -> None:
        """A line that is printed twice."""
        self.build.junk(*span(rule), "this line is printed twice")

    def markup(self, rule: Rule) -> None:
        """Signs of layout; where they set nothing off, they are the page's own."""
        if not is_layout(self.text, *span(rule)):
            self.build.junk(*span(rule), "nothing says what this sign means")

    # -- what is said of a move --------------------------------------------------------------------------------------

    def glyph(self, rule: Rule) -> None:
        self.add(Nag, *span(rule), code=GLYPHS[one_word(rule)])

    def prose(self, rule: Rule) -> None:
        self.keep_prose(*span(rule))

    def keep_prose(self, start: int, end: int) -> None:
        """Words between the moves: a comment; a finding where they name a square, a man or a question."""
        text = self.text[start:end]
        if start >= self.played_to and (ending_at := self.read_end(text, start, end)):
            if ending_at < end:
                self.keep_prose(ending_at, end)
            return
        if self.shows and self.made is not None and (seen := shown(text, self.language)) is not None:
            self.add(Reveal, start, end, seen=seen)
            return
        closing = _CLOSING.get(text[:1])
        heard = read_announcements(text[1:-1]) if closing and text.endswith(closing) else None
        if self.announces(heard, start, end) or self.states(text, start, end):
            return
        self.add(Comment, start, end, text=text)
        if heard is not None:
            self._kept("KN109", _PLAIN, start, end)
        elif closing is not None and closing not in text:
            self._kept("KN101", _STRAY[text[0]], start, end)
        elif named := self.names(text):
            self._kept("KN109", f"these words speak of {named}", start, end)
        elif start >= self.played_to and self.made is not None and speaks_of_an_end(text):
            self.build.note("KN109", "these words speak of an end", start, end, severity="info")
        else:
            self.comments.left.append((text, start, end))

    def add_comment(self, start: int, end: int, printed: str | None = None) -> None:
        """A comment in braces, or the questions and tries that it states."""
        words = printed or self.text[start:end]
        silent = words.startswith(_SILENT)
        if not silent and self.announces(read_announcements(unbrace(words)), start, end):
            return
        last = self.made[0] if self.made else None
        stated = None if silent else self.states(unbrace(words), start, end, last)
        if not stated:
            super().add_comment(start, end, printed)
        if stated is None and not silent:
            self.not_understood(words[1:-1], start, end)
        elif not stated and not silent:
            self.comments.left.append((words[1:-1], start, end))

    def not_understood(self, words: str, start: int, end: int) -> None:
        why = f"these words speak of what is said in a game, and were not understood: {shortened(words, _SHOWN)!r}"
        self.build.note("KN109", why, start, end, severity="info")  # annotators of any game speak of tries

    def states(self, prose: str, start: int, end: int, last: Side | None = None) -> bool | None:
        """Reads the questions and tries that words state in sentences, each with whose it is, and what is announced.

        Those of the player who moved last stand before his move.

        :param last: of whose move the umpire speaks, if of any.
        :returns: whether they do; None where they speak of tries and do not say clearly whose.
        """
        words = self.with_moves_set_off(prose.strip("()[]"))
        mover = meant_by(self.unnamed, self.made[0] if self.made else None, self.expected)
        try:
            found = facts(words, self.language, self.players, mover, last)
        except Unclear:
            self.doubtful = self.doubtful or names_nobody(words, self.language, self.players)
            return None
        self.comments.told = self.comments.told or bool(found)
        for number, one in enumerate(found, 1):
            late = self.made is not None and one.side == self.made[0]
            side, turn = self.made if late and self.made else (self.expected, self.turn)
            if one.kind == "end":
                self.open_ends.append(len(self.build.events))
            if late and is_before_its_move(one):
                self.late.append(len(self.build.events))
            at = start if number == 1 else end
            fields = {"side": side, "turn": turn} | one.fields
            if text := fields.get("text"):
                fields["parts"] = self.parts(text, side) or fields["parts"]
            self.add(EVENT_TYPES[one.kind], at, end, **fields)
        return bool(found)

    def with_moves_set_off(self, prose: str) -> str:
        """Words with backquotes about the moves that only this notation has."""
        return prose

    def names(self, prose: str) -> str | None:
        """The first move, square, man or question that words name."""
        return named_move(prose)

    def read_end(self, text: str, start: int, end: int) -> int:
        """Where words end that say how the game ended and nothing else; they become an end, or a result.

        They stand behind the last move, or are the first sentence there.  0 where nothing is said, and where who won is
        all that is said: those words stay.
        """
        stop, said = end_of_game(text, self.players)
        if said is None or self.made is None:
            return 0
        if said.reason is None:
            self.final = self.final or said.result
            if not is_scanned_result(text[:stop]):
                return 0
            self.build.head = start + len(text[:stop].rstrip())
            self.build.note("KN110", f"{text[:stop].strip()} is read as {said.result}", start, self.build.head)
            return start + stop
        side, turn = self.made
        if said.side is None and said.reason in OF_LOSER:
            side = LOSER.get(self.final, self.expected)
        self.open_ends.append(len(self.build.events))
        self.add(End, start, start + len(text[:stop].rstrip()), side=said.side or side, turn=turn, reason=said.reason)
        return start + stop

    def _kept(self, code: str, why: str, start: int, end: int) -> None:
        """A finding of words that became a comment: it shows them and stands where they begin."""
        words = " ".join(self.text[start:end].split())
        line = self.text.find("\n", start, end)
        stop = min(line if line >= 0 else end, start + _SHOWN)
        self.build.note(code, f"{why}; kept as a comment: {shortened(words, _SHOWN)!r}", start, stop)

    def umpire(self, rule: Rule) -> None:
        start, end = span(rule)
        heard = read_announcements(one_word(rule)[1:-1])
        if self.announces(heard, start, end):
            return
        if _TERMINALS["LETTERS"].search(one_word(rule)) is None:
            self.keep_prose(start, end)
        else:
            self.add(Comment, start, end, text=one_word(rule))
            self._kept("KN109", "the umpire has no such words" if heard is None else _PLAIN, start, end)

    def announces(self, heard: list[Announced] | None, start: int, end: int) -> bool:
        """Makes events of what the umpire says, where this notation has all of it; else False."""
        if heard is None or not all(self.hears(one) for one in heard):
            return False
        for number, one in enumerate(heard, 1):
            self.announced(one, start, end if number == len(heard) else start)
        return True

    def hears(self, heard: Announced) -> bool:
        """Whether this notation has such words."""
        return heard.kind is End

    def announced(self, heard: Announced, start: int, end: int) -> Event:
        """One announcement, after the last move unless it is of the pawn tries."""
        side, turn = self.whose(known=True)
        named = heard.side or side
        if heard.kind is End and "result" not in heard.fields:
            self.open_ends.append(len(self.build.events))
        event: Event = self.add(heard.kind, start, end, **({"side": named, "turn": turn} | heard.fields))
        return event

    def ending(self, rule: Rule) -> None:
        """Who resigns; where nobody is named it is the player who should move."""
        named = next((side for side in get_args(Side) if mentions(one_word(rule), f"players.{side}")), None)
        turn = self.made[1] if self.made else self.turn
        self.open_ends.append(len(self.build.events))
        self.add(End, *span(rule), side=named or self.expected, turn=turn, reason="resignation")
