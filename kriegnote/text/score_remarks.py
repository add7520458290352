"""Reads what a score has besides moves: comments, glyphs, announcements, questions and tries in sentences, ends."""

from __future__ import annotations

from itertools import takewhile
from typing import Final, get_args

from kriegnote.errors import shortened
from kriegnote.lexicon import mentions
from kriegnote.model.endings import LOSER, OF_LOSER, fate
from kriegnote.model.events import EVENT_TYPES, Comment, End, Event, Move, Nag, Reveal, Side
from kriegnote.model.printed_moves import GLYPHS, Language, Parts, parse_move
from kriegnote.parsing import Terminals
from kriegnote.rules import RULES
from kriegnote.text import games
from kriegnote.text.comments import unbrace
from kriegnote.text.end_words import end_of_game, is_scanned_result, speaks_of_an_end
from kriegnote.text.ended_clauses import Players
from kriegnote.text.heads import read_head
from kriegnote.text.misread_moves import cannot_be_a_move
from kriegnote.text.shown import shown
from kriegnote.text.source import Builder, Chunk
from kriegnote.text.speech.clauses import refusal
from kriegnote.text.speech.facts import Comments, Unclear, Unnamed, facts, is_before_its_move, meant_by, names_nobody
from kriegnote.text.tree_reader import Rule, TreeReader, one_word, span
from kriegnote.text.turns import named_move
from kriegnote.text.umpire_messages import Announced, read_announcements, read_directions

_BRACKETS: Final = ("parenthesis", "bracket", "brace")
_SHOWN: Final = 40  # the greatest number of characters that a finding quotes
_TERMINALS: Final = Terminals("score_words")
_CLOSING: Final = {"(": ")", "[": "]"}
_PLAIN: Final = "a plain score has no announcements"
_SILENT: Final = ("{@", "{\\", "{[%")  # the beginnings of comments that are not interpreted, and of remarks
STRAY: Final = {
    **{closing: f"this {name} was never opened" for closing, name in zip(")]}", _BRACKETS, strict=True)},
    **{opening: f"this {name} is never closed" for opening, name in zip("([", _BRACKETS[:2], strict=True)},
}


class ScoreRemarks(TreeReader):
    """One pass over one game's text: the turn, and the rules of ``grammars/score.lark`` except moves.

    :param name: the name of the notation's grammar.
    :param unnamed: the player meant by remarks that name nobody, None if unknown.
    :param behind: whether tries stand after the moves, None if the page has to show it.
    """

    def __init__(self, chunk: Chunk, name: str, unnamed: Unnamed | None = None, behind: bool | None = None) -> None:
        super().__init__(Builder(chunk, _TERMINALS["BETWEEN_WORDS"]))
        self.name = name
        self.unnamed = unnamed
        self.given_behind = behind  # None: the page has to show it
        self.doubtful = False  # whether a remark names nobody
        self.comments = Comments()
        self.head = read_head(chunk, games.SCORES)
        self.build.findings += self.head.findings
        self.turn = 1
        self.expected: Side = "white"
        self.made: tuple[Side, int] | None = None  # the last move's side and turn
        self.language: Language = "en"
        self.open_ends: list[int] = []
        self.behind = False  # whether questions and tries stand after the moves
        self.late: list[int] = []  # the indices of events printed after the move before which they happened
        self.signed: list[tuple[int, int]] = []  # the ranges of plies whose men are printed as unknown signs
        self.marked: list[tuple[int, int]] = []  # the same of those in which such a sign stands for a capture
        self.lettered = False  # whether letters stand for men
        self.played_to = 0  # the offset of the end of the last move
        names = dict(self.head.headers)
        self.players: Players = (names.get("White"), names.get("Black"))
        named = RULES.get(self.head.fields.get("rules") or "")
        self.shows = named is not None and named.game.sight in ("spies", "scouts")  # moves show men, in brackets

    def whose(self, known: bool) -> tuple[Side, int]:
        """The side and turn of the last move; of the expected one for text that cannot be read."""
        return (self.made if known else None) or (self.expected, self.turn)

    def parts(self, text: str, side: Side | None = None) -> Parts | None:
        """The parts of a move as this side prints it; None if it is not a move.

        :param side: the side that moves; None: the side to move.
        """
        parts = parse_move(text, self.language)
        return None if parts is None or cannot_be_a_move(text, parts) else parts

    # -- what is said of a move --------------------------------------------------------------------------------------

    def glyph(self, rule: Rule) -> None:
        self.add(Nag, *span(rule), code=GLYPHS[one_word(rule)])

    def prose(self, rule: Rule) -> None:
        self.keep_prose(*span(rule))

    def keep_prose(self, start: int, end: int, *, whole: bool = False) -> None:
        """Keeps words between the moves as a comment, with a finding if they name a square, a man or a question.

        Words that say how the game ended, announce something, or state questions and tries become these events instead.

        :param whole: no part of them says how the game ended.
        """
        text = self.text[start:end]
        if not whole and start >= self.played_to and (ending_at := self.read_end(text, start, end)):
            if ending_at < end:
                self.keep_prose(ending_at, end)
            return
        if self.add_shown_men(start, end):
            return
        closing = _CLOSING.get(text[:1])
        said = self.announced(text[1:-1]) if closing and text.endswith(closing) else None
        if self.add_announcements(said, start, end) or self.add_facts(text, start, end):
            return
        self.add(Comment, start, end, text=text)
        if said is not None:
            self._kept("KN109", _PLAIN, start, end)
        elif closing is not None and closing not in text:
            self._kept("KN101", STRAY[text[0]], start, end)
        elif named := self.names(text):
            self._kept("KN109", f"these words mention {named}", start, end)
        elif closing is not None and refusal(text[1:-1].replace(":", ",").rpartition(",")[2].strip(" .!")) is not None:
            self._kept("KN109", "these words say that something was refused", start, end)
        elif start >= self.played_to and self.made is not None and speaks_of_an_end(text):
            self.build.note("KN109", "these words mention the end of a game", start, end, severity="info")
        else:
            self.comments.left.append((text, start, end))

    def add_shown_men(self, start: int, end: int) -> bool:
        """Reads the men that a bracket shows the mover, if the rules have such moves; returns whether it shows any."""
        seen = shown(self.text[start:end], self.language) if self.shows and self.made is not None else None
        if seen is not None:
            self.add(Reveal, start, end, seen=seen)
        return seen is not None

    def add_comment(self, start: int, end: int, printed: str | None = None) -> None:
        """Adds a comment in braces, or the events that it states."""
        words = printed or self.text[start:end]
        silent = words.startswith(_SILENT)
        if not silent and self.add_announcements(read_announcements(unbrace(words)), start, end):
            return
        last = self.made[0] if self.made else None
        stated = None if silent else self.add_facts(unbrace(words), start, end, last)
        if not stated:
            super().add_comment(start, end, printed)
        if stated is None and not silent:
            self.not_understood(words[1:-1], start, end)
        elif not stated and not silent:
            self.comments.left.append((words[1:-1], start, end))

    def not_understood(self, words: str, start: int, end: int) -> None:
        why = f"this may report part of the game, but was not understood: {shortened(words, _SHOWN)!r}"
        self.build.note("KN109", why, start, end, severity="info")  # annotators of any game may speak of tries

    def add_facts(self, prose: str, start: int, end: int, last: Side | None = None) -> bool | None:
        """Reads the questions, tries and announcements that words state in sentences.

        Questions and tries of the player who moved last are put before his move.

        :param last: the side whose move the announcements are about, if any.
        :returns: whether the words state any; None if they are about tries without saying clearly whose.
        """
        words = self.with_moves_set_off(prose.strip("()[]"))
        mover = meant_by(self.unnamed, self.made[0] if self.made else None, self.expected)
        try:
            found = facts(words, self.language, self.players, mover, last)
        except Unclear:
            self.doubtful = self.doubtful or names_nobody(words, self.language, self.players)
            return None
        self.comments.any_report = self.comments.any_report or bool(found)
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
        """The words with backquotes around moves that only this notation has."""
        return prose

    def names(self, prose: str) -> str | None:
        """The first move, square, man or question that words name; None if they name none."""
        return named_move(prose)

    def read_end(self, text: str, start: int, end: int) -> int:
        """Reads words after the last move of which a sentence says how the game ended.

        It becomes an end or a result, what precedes it a comment. Words that only say who won remain a comment, and so
        do those after another end.

        :returns: the offset after the words that were read; 0 if none were.
        """
        found = end_of_game(text, self.players)
        if found is None or self.made is None:
            return 0
        said, stop = found.said, found.end
        if said.reason is None:
            self.final = self.final or said.result
            if found.start or not is_scanned_result(text[:stop]):
                return 0
            self.build.head = start + len(text[:stop].rstrip())
            self.build.note("KN110", f"{text[:stop].strip()} is read as {said.result}", start, self.build.head)
            return start + stop
        if self.has_ended:
            return 0
        if fate(said.reason) is None:  # an adjudication does not say who won
            self.final = self.final or said.result
        if found.start:
            self.keep_prose(start, start + len(text[: found.start].rstrip()), whole=True)
        side, turn = self.made
        if said.side is None and said.reason in OF_LOSER:
            side = LOSER.get(self.final, self.expected)
        self.open_ends.append(len(self.build.events))
        begins = start + found.start
        end = start + len(text[:stop].rstrip())
        self.add(End, begins, end, side=said.side or side, turn=turn, reason=said.reason)
        return start + stop

    @property
    def has_ended(self) -> bool:
        """Whether an end was read after the last move."""
        after = (type(event) for event in reversed(self.build.events))
        return End in takewhile(lambda kind: kind is not Move, after)

    def _kept(self, code: str, why: str, start: int, end: int) -> None:
        """Adds a finding on words that became a comment; it quotes them and is placed at their start."""
        words = " ".join(self.text[start:end].split())
        line = self.text.find("\n", start, end)
        stop = min(line if line >= 0 else end, start + _SHOWN)
        self.build.note(code, f"{why}; kept as a comment: {shortened(words, _SHOWN)!r}", start, stop)

    def umpire(self, rule: Rule) -> None:
        start, end = span(rule)
        said = self.announced(one_word(rule)[1:-1])
        if self.add_announcements(said, start, end):
            return
        if _TERMINALS["LETTERS"].search(one_word(rule)) is None:
            self.keep_prose(start, end)
        elif said is not None or not self.add_facts(one_word(rule), start, end):
            self.add(Comment, start, end, text=one_word(rule))
            self._kept("KN109", "this is not an announcement" if said is None else _PLAIN, start, end)

    def add_announcements(self, said: list[Announced] | None, start: int, end: int) -> bool:
        """Adds the events of announcements if this notation has all of them; returns whether it does."""
        if said is None or not all(self.admits(one) for one in said):
            return False
        for number, one in enumerate(said, 1):
            self.add_announcement(one, start, end if number == len(said) else start)
        return True

    def announced(self, words: str) -> list[Announced] | None:
        """What a bracket announces; the directions alone, if the last move is marked as a check."""
        said = read_announcements(words)
        last = self.build.events[-1] if self.build.events else None
        if said is None and isinstance(last, Move) and last.parts is not None and last.parts.check:
            check = read_directions(words)
            return None if check is None else [check]
        return said

    def admits(self, said: Announced) -> bool:
        """Whether this notation has such announcements."""
        return said.kind is End

    def add_announcement(self, said: Announced, start: int, end: int) -> Event:
        """Adds one announcement of the last mover's side and turn, unless it names a side."""
        side, turn = self.whose(known=True)
        named = said.side or side
        if said.kind is End and "result" not in said.fields:
            self.open_ends.append(len(self.build.events))
        event: Event = self.add(said.kind, start, end, **({"side": named, "turn": turn} | said.fields))
        return event

    def ending(self, rule: Rule) -> None:
        """Adds a resignation; if nobody is named, it is that of the player to move."""
        named = next((side for side in get_args(Side) if mentions(one_word(rule), f"players.{side}")), None)
        turn = self.made[1] if self.made else self.turn
        self.open_ends.append(len(self.build.events))
        self.add(End, *span(rule), side=named or self.expected, turn=turn, reason="resignation")
