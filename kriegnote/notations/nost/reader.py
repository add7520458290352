"""Reads NOST's correspondence notation: the score with each player's list of tries, and the umpire's letters."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, Final

from lark import Token

from kriegnote.caching_parser import parser_of
from kriegnote.errors import not_understood
from kriegnote.lexicon import mentioned
from kriegnote.model.events import Comment, End, Junk, Nag, PawnTries, Side, Try
from kriegnote.model.printed_moves import GLYPHS, language, parse_move
from kriegnote.notations.nost import wording
from kriegnote.notations.nost.plies import Plies
from kriegnote.parsing import Terminals
from kriegnote.text import umpire_messages as messages
from kriegnote.text.comments import without_comments
from kriegnote.text.score_words import black_number
from kriegnote.text.source import Builder, Chunk, Read
from kriegnote.text.tree_reader import Rule, span
from kriegnote.text.turns import TurnText, cut, read_head, reports, turn_texts

_TERMINALS: Final = Terminals("nost")


chunks: Final = cut


def read(chunk: Chunk) -> Read:
    """One game: an umpire's score, or the letters to one player."""
    return _Game(chunk).read()


class _Game(Plies):
    """One pass over one game's text: one method for each rule of ``grammars/nost.lark``."""

    def __init__(self, chunk: Chunk) -> None:
        super().__init__(Builder(chunk, _TERMINALS["BETWEEN"]))
        self.addressed: Side | None = None

    def read(self) -> Read:
        text, build = self.text, self.build
        head = read_head(build.chunk, wording.SIGNATURE)
        build.head = head.end
        build.findings += head.findings
        self.language = language(without_comments(text[head.end :]))
        all_turns = list(turn_texts(text, head.end))
        for turn, following in zip_longest(all_turns, all_turns[1:]):
            self._turn(turn, following.number if following else None)
        for side in self.waiting:
            for entries in self.waiting[side]:
                self.order += entries
        fields: dict[str, Any] = dict(head.fields)
        if self.addressed:
            fields.setdefault("view", self.addressed)
        placed = {event.span for event in self.order}
        lost = (event for event in build.events if isinstance(event, Junk) and event.span not in placed)
        build.events = [*self.order, *lost]
        return build.finish(headers=head.headers, result=self.final, **fields)

    def _turn(self, turn: TurnText, following: int | None) -> None:
        text = self.text
        if turn.number is not None:
            number = self._number(turn, turn.number, following)
            again = self.key == (number, "white") and self.move_at is not None  # 1. e4   1. e5
            self._ply(number, "black" if again or black_number(text[turn.start : turn.body]) else "white")
        body = turn.body
        if (closed := self._closes_nothing(turn)) is not None:
            body = closed
        self._parse(body, turn.end)

    def _parse(self, start: int, end: int, rule: str = "start") -> None:
        """Reads a stretch of the text by a rule of the grammar."""
        outer = self.left_over
        self.read_turn(*parser_of("nost", rule, keep_all_tokens=True).parse(self.text, start, end), end)
        self.left_over = outer

    def _number(self, turn: TurnText, number: int, following: int | None) -> int:
        """The number of a turn: the expected one, if the printed one fits neither the last number nor the next."""
        if self.key is None or following is None:
            return number
        last, side = self.key
        expected = last if side == "white" and _TERMINALS["BLACK_ALONE"].match(self.text, turn.body) else last + 1
        slip = following in (expected, expected + 1) and following not in (number, number + 1)
        if number == expected or (number == last and side == "white") or not slip:
            return number
        digits = self.text[turn.start : turn.body].strip(" \t\n*_•.-")
        at = self.text.index(digits, turn.start)
        message = f"expected move number {expected}, found {number}"
        self.build.note("KN401", message, at, at + len(digits), fix=(digits, str(expected)))
        return expected

    def _closes_nothing(self, turn: TurnText) -> int | None:
        """Reads up to a bracket that closes a list without an opening bracket; returns the offset after it, or None."""
        depth = 0
        for found in _TERMINALS["BRACKET"].finditer(self.text, turn.body, turn.end):
            if found.group() == "(":
                depth += 1
            elif found.group() == ")":
                depth -= 1
            if depth < 0:
                break
        else:
            return None
        at = found.start()
        tree, _ = parser_of("nost", "start", keep_all_tokens=True).parse(self.text, turn.body, at)
        moves = list(tree.scan_values(lambda one: isinstance(one, Token) and one.type == "MOVE_AND_MARKS"))
        pairs = zip(moves[-2::-1], moves[:0:-1], strict=False)
        first = next((two.start_pos for one, two in pairs if self.text[one.end_pos : two.start_pos].isspace()), None)
        why = "this bracket closes a list that was never opened"
        if first is None:
            self._parse(turn.body, at)
            self.keep(at, at + 1, why)
        else:
            self._parse(turn.body, first)
            self.build.note("KN101", why, at, at + 1)
            self._parse(first, at + 1, "unopened_list")
        return at + 1

    # -- the rules -------------------------------------------------------------------------------------------------

    def comma(self, rule: Rule) -> None:
        if self.key is not None and self.key[1] == "white":
            self._ply(self.key[0], "black")

    def dash(self, rule: Rule) -> None:
        if self.key is not None and self.key[1] == "white" and self.move_at is None:
            self._ply(self.key[0], "black")

    dots = dash

    def move(self, rule: Rule) -> None:
        self._move(*span(rule), str(rule.children[0]))

    def unread(self, rule: Rule) -> None:
        self._unread(*span(rule), str(rule.children[0]))

    def addressee(self, rule: Rule) -> None:
        self.addressed = "white" if "white" in mentioned(str(rule.children[0]), "players") else "black"

    def glyph(self, rule: Rule) -> None:
        self._open()
        self.add(Nag, *span(rule), code=GLYPHS[str(rule.children[0])])

    def nag(self, rule: Rule) -> None:
        self._open()
        super().nag(rule)

    def umpire(self, rule: Rule) -> None:
        start, end = span(rule)
        printed = self.text[start:end]
        if self._add_messages(start, end, printed[1:-1], start + 1):
            return
        self.add(Comment, start, end, text=printed)
        self._report_unread(printed[1:-1], start + 1, sure=reports(printed))

    def word(self, rule: Rule) -> None:
        self.junk(rule)

    # -- moves -----------------------------------------------------------------------------------------------------

    def _unread(self, start: int, end: int, printed: str) -> None:
        """Adds a word that stands for a move but cannot be read: the ply was played, but the move is not known."""
        if parse_move(printed, self.language) is not None:
            self._move(start, end, printed)
            return
        if self.key is None or (self.move_at is not None and not self._follows_directly(start)):
            self.keep(start, end)
            return
        self._move(start, end, printed)
        self.build.note("KN101", f"this is not a move: {printed!r}", start, end)

    def _follows_directly(self, start: int) -> bool:
        """Whether only blanks separate this word from the last event: Black's move without its comma."""
        return self.key is not None and self.key[1] == "white" and not self.text[self.build.end : start].strip()

    # -- the umpire's words ----------------------------------------------------------------------------------------

    def _report_unread(self, words: str, at: int, *, sure: bool) -> None:
        """Reports the first of the umpire's messages that was not understood, if it is certainly or nearly one of his.

        :param sure: whether the words are certainly the umpire's.
        """
        for part in words.split(";"):
            plain = " ".join(part.split())
            if plain and wording.read_message(plain) is None and messages.read_announcements(plain) is None:
                if sure or wording.nearly(plain):
                    first = at + len(part) - len(part.lstrip())
                    self.build.note("KN109", not_understood(plain), first, first + len(part.strip()))
                return
            at += len(part) + 1

    def prose(self, rule: Rule) -> None:
        start, end = span(rule)
        text = self.text[start:end].rstrip()
        end = start + len(text)
        words, at = text.rstrip('.”"» '), start
        if announced := _TERMINALS["UMPIRE_SAYS"].match(words):
            words, at = words[announced.end() :], start + announced.end()
        low = words[:1].lower() + words[1:]
        if self._add_messages(start, end, words, at) or self._add_messages(start, end, low, at):
            return
        if self.slot and (found := _TERMINALS["WORD_ALONE"].match(text)):
            self._move(start, start + found.end(), found.group())
            self.build.note("KN101", f"this is not a move: {found.group()!r}", start, start + found.end())
            self._parse(start + found.end(), end)
            return
        event = self.add(Comment, start, end, text=text)
        if announced:
            self._report_unread(words, at, sure=True)
        elif reports(text):
            self._report_unread_comment(event)

    def _add_messages(self, start: int, end: int, words: str, at: int) -> bool:
        """Adds the umpire's messages, which semicolons separate; returns False if any of them is not understood.

        :param at: the offset of the words in the text; each message is placed at its own.
        """
        said = wording.announced_in(words, at)
        if said is None:
            return False
        self._open()
        for place, one in said:
            if isinstance(one, wording.NostMessage):
                self._own_word(start, end, place, one)
            else:
                self._word(start, end, place, one)
        return True

    def _own_word(self, start: int, end: int, place: int, said: wording.NostMessage) -> None:
        turn, side = self._open()
        if said.kind == "moved" and not self.in_list:
            if said.side is not None and (said.side != side or self.move_at is not None):
                self._ply(turn + (side == "black" or said.side == side), said.side)
            if said.tried:
                self.add(Try, start, end, word=place, move=None, text=None, verdict="refused", times=said.times)
            self._played(start, end, place)
        elif said.kind == "hidden":
            self.add(Try, start, end, word=place, move=None, text=None, verdict=said.verdict, times=said.times)
        else:
            parts = parse_move(said.text or "", self.language)
            fields: dict[str, Any] = {"verdict": said.verdict, "times": said.times, "parts": parts}
            self.add(Try, start, end, word=place, move=None, text=said.text, **fields)

    def _word(self, start: int, end: int, place: int, said: messages.Announced) -> None:
        turn, side = self._open()
        fields: dict[str, Any] = dict(said.fields)
        if said.side is not None and said.side != side:
            fields["side"] = said.side
            if said.kind is PawnTries and side == "black":
                fields["turn"] = turn + 1
        if said.kind is End:
            fields.setdefault("result", None)
        self.add(said.kind, start, end, word=place, **fields)
