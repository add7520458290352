"""Reads scores with questions, answers and tries (§4.2), and one player's captions (§3.2).

Grammar: grammars/tries.lark, a turn, and what stands between its parentheses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from lark import Token, Tree, UnexpectedInput
from lark.utils import TextSlice

from kriegnote.model.events import Answer, Ask, Capture, Check, End, Event, PawnTries, Side, Try, Verdict
from kriegnote.model.printed_moves import parse_move
from kriegnote.notations.tries import captions
from kriegnote.parsing import Terminals, grammar
from kriegnote.text import games, score
from kriegnote.text.comments import is_comment
from kriegnote.text.score_reader import ScoreReader
from kriegnote.text.source import Chunk, Read, whole_number
from kriegnote.text.tree_reader import Rule, span
from kriegnote.text.umpire_messages import Announced, read_announcements

_WHAT: Final = {"REBUFFS": "rebuffs", "MATERIAL": "material"}
"""What is asked, by its terminal; all others ask for pawn captures."""
_VERDICTS: Final[dict[str, Verdict]] = {
    "REFUSED": "refused",
    "ILLEGAL": "illegal",
    "IMPOSSIBLE": "impossible",
    "UNTESTED": "untested",
}
"""A try's fate by its terminal; none of them: nobody says."""
_TERMINALS: Final = Terminals("tries")


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: see :func:`kriegnote.text.games.cut`."""
    return games.cut(lines, games.SCORES)


def read(chunk: Chunk) -> Read:
    """One game; parentheses that hold no questions and tries are comments."""
    return _TriesReader(chunk, "tries").read()


class _TriesReader(ScoreReader):
    """A score whose turns have parentheses: one method for each rule of ``grammars/tries.lark``."""

    def read(self) -> Read:
        self.view: Side | None = None
        self.told: list[captions.Told] = []
        self.asked: tuple[Side, int] | None = None
        self.opening: int | None = None  # where the parenthesis begins whose first entry comes
        return super().read()

    def begin(self, turns: list[score.Turn]) -> None:
        """A record whose turns have moves of one side alone is that player's."""
        if "view" in self.head.fields:
            return
        self.view = captions.one_sided(turns)
        if self.view is not None:
            self.head.fields["view"] = self.view

    def finish(self) -> None:
        """Captions are put in the order in which they were heard, with the moves that the player did not see."""
        if self.view is not None:
            self.build.events = captions.arrange(self.build.events, self.view, self.told)

    # -- who is to move ------------------------------------------------------------------------------------------------

    def number(self, rule: Rule) -> None:
        super().number(rule)
        self.expected = self.view or self.expected

    def move(self, start: int, end: int, **fields: Any) -> None:
        super().move(start, end, **fields)
        if self.view is not None and self.made is not None:
            self.expected, self.turn = self.view, self.made[1] + 1

    # -- parentheses ---------------------------------------------------------------------------------------------------

    def parenthesis(self, rule: Rule) -> None:
        start, end = span(rule)
        if self.entries(start, end):
            return
        if is_comment(self.text[start + 1 : end - 1]):  # a comment in braces stays one
            self.add_comment(start, end, self.text[start + 1 : end - 1])
        else:
            self.keep_prose(start, end)

    def unclosed_parenthesis(self, rule: Rule) -> None:
        start, end = span(rule)
        self.build.note("KN101", "this parenthesis is never closed", start, start + 1)
        if not self.entries(start, end):
            self.keep_prose(start, end)

    def unopened_parenthesis(self, rule: Rule) -> None:
        start, end = span(rule)
        self.build.note("KN101", "this parenthesis was never opened", end - 1, end)
        if not self.entries(start, end):
            self.keep_prose(start, end)

    def attempt(self, rule: Rule) -> None:
        """A try outside of parentheses."""
        self.entries(*span(rule))

    def entries(self, start: int, end: int) -> bool:
        """Reads questions, answers and tries in ``[start, end)``; False: it is prose."""
        try:
            group = grammar("tries", "group").parse(TextSlice(self.text, start, end))
        except UnexpectedInput:
            return False
        entries = [one for one in group.children if isinstance(one, Tree)]
        odd = sum(len(one.children) for one in entries if one.data == "odd")
        if not entries or odd > sum(one.data != "odd" for one in entries):
            return False
        answerless = odd == 1 and [one.data for one in entries] in (["ask", "odd"], ["misasked", "odd"])
        self.opening = start
        for one in entries:
            if answerless and one.data == "odd":
                self.odd(one, "neither yes nor no")
            else:
                self.visit(one)
        self.longer(end)
        return True

    def stretch(self, rule: Rule) -> tuple[int, int]:
        """Where an entry stands; the first one takes in the parenthesis before it."""
        start, end = span(rule)
        if self.opening is not None:
            start, self.opening = self.opening, None
        return start, end

    def comment(self, rule: Rule) -> None:
        self.add_comment(*self.stretch(rule), str(rule.children[0]))

    def ask(self, rule: Rule) -> None:
        (word,) = rule.children
        what = _WHAT.get(word.type, "any") if isinstance(word, Token) else "any"
        self.add(Ask, *self.stretch(rule), side=self.expected, turn=self.turn, what=what)
        self.asked = (self.expected, self.turn)

    def misasked(self, rule: Rule) -> None:
        """“any?” with its mark forgotten or doubled."""
        self.ask(rule)
        (word,) = rule.children
        self._tolerate(word, "any?" if str(word)[1:2].lower() == "n" else "a?")

    def answer(self, rule: Rule) -> None:
        side, turn = self.asked or (self.expected, self.turn)
        self.asked = None
        (word,) = rule.children
        assert isinstance(word, Token)
        said = {"count": whole_number(word[1:])} if word.type == "HOW_MANY" else {"any": word.type in ("YES", "Y")}
        self.add(Answer, *self.stretch(rule), side=side, turn=turn, **said)

    def odd(self, rule: Rule, why: str = "neither a question nor a try") -> None:
        self.opening = None
        self.build.side, self.build.turn = self.expected, self.turn
        self.build.junk(*span(rule), why)

    def tried(self, rule: Rule) -> None:
        """One try of the side to move, or a list's later entry of the side that has just moved."""
        start, end = self.stretch(rule)
        said = {word.type: word for word in rule.children if isinstance(word, Token)}
        verdict = next((fate for name, fate in _VERDICTS.items() if name in said), None)
        if wrong := said.get("MISMARKED"):
            verdict = "impossible" if wrong[:2].lower() == "im" else "illegal"
            self._tolerate(wrong, verdict)
        text = " ".join(said["MOVE"].split()) if "MOVE" in said else None
        parts = parse_move(text, self.language) if text else None
        side, turn = self.made if verdict == "untested" and self.made is not None else (self.expected, self.turn)
        times = _times(said.get("TIMES", "1"))
        self.add(Try, start, end, side=side, turn=turn, move=None, text=text, verdict=verdict, times=times, parts=parts)

    def _tolerate(self, word: Token | Rule, read: str) -> None:
        assert isinstance(word, Token) and word.start_pos is not None and word.end_pos is not None
        self.build.note("KN110", f"{word} is read as {read}", word.start_pos, word.end_pos)

    # -- what the umpire says ------------------------------------------------------------------------------------------

    def hears(self, heard: Announced) -> bool:
        return True

    def announced(self, heard: Announced, start: int, end: int) -> Event:
        if heard.kind is not PawnTries:
            return super().announced(heard, start, end)
        told: Event = self.add(PawnTries, start, end, side=heard.side or self.expected, turn=self.turn, **heard.fields)
        return told

    def message(self, rule: Rule) -> None:
        """What the umpire says without brackets."""
        start, end = span(rule)
        heard = read_announcements(self.text[start:end])
        if heard is None:
            self.keep_prose(start, end)
            return
        event = self.announced(heard[0], start, end)
        if self.view is not None and isinstance(event, (PawnTries, Capture, Check, End)):
            ahead = _TERMINALS["NUMBER_AHEAD"].match(self.text, end) is not None
            self.told.append(captions.Told(len(self.build.events) - 1, ahead))


def _times(word: str) -> int | tuple[int, int] | None:
    """``3×``: 3; ``16-17×``: a range; ``…×``: nobody counted."""
    low, _, high = word.removesuffix("×").partition("-")
    if not low.isdecimal():
        return None
    return (whole_number(low), whole_number(high)) if high else whole_number(low)
