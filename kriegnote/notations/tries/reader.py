"""Reads scores with questions, answers and tries (§4.2), and one player's captions (§3.2).

Grammars: grammars/tries.lark for a turn, grammars/tries_group.lark for what stands between parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from lark import Token, Tree, UnexpectedInput

from kriegnote.model.events import Answer, Ask, Capture, Check, Comment, End, Event, PawnTries, Side, Try, Verdict
from kriegnote.model.printed_moves import parse_move
from kriegnote.notations.san.reader import ScoreReader
from kriegnote.notations.tries import captions
from kriegnote.parsing import grammar
from kriegnote.text import score
from kriegnote.text import score_cutting as scorecut
from kriegnote.text.comments import BRACES, heard_comment
from kriegnote.text.source import Chunk, Read, whole_number
from kriegnote.text.umpire_messages import Heard, hear

_VERDICTS: Final[dict[str, Verdict | None]] = {
    "REFUSED": "refused",
    "ILLEGAL": "illegal",
    "IMPOSSIBLE": "impossible",
    "UNTESTED": "untested",
    "UNMARKED": None,
    "MISMARKED": None,
}
_WHAT: Final = {"ANY": "any", "MISASKED": "any", "REBUFFS": "rebuffs", "MATERIAL": "material"}
_TRIED: Final = re.compile(
    r"(?P<move>\S++(?:\s++(?!illegal|impossib)\S++)*+)[ \t]+(?P<word>illegale?|impossib(?:le|ile))", re.IGNORECASE
)


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: see :func:`kriegnote.text.score_cutting.chunks`."""
    return scorecut.chunks(lines)


def read(chunk: Chunk) -> Read:
    """One game; parentheses that hold no questions and tries are comments."""
    return _TriesReader(chunk, "tries").read()


class _TriesReader(ScoreReader):
    def read(self) -> Read:
        self.view: str | None = None
        self.told: list[captions.Told] = []
        self.asked: tuple[Side, int] | None = None
        self.group_at = 0
        return super().read()

    def begin(self, turns: list[score.Turn]) -> None:
        """A record whose turns have moves of one side alone is that player's."""
        if "view" in self.head.tags.fields:
            return
        self.view = captions.one_sided(turns)
        if self.view is not None:
            self.head.tags.fields["view"] = self.view

    def finish(self) -> None:
        """Captions are put in the order in which they were heard, with the moves that the player did not see."""
        if self.view in ("white", "black"):
            self.build.events = captions.arrange(self.build.events, self.view, self.told)

    # -- who is due ----------------------------------------------------------------------------------------------------

    def _number(self, word: Token, start: int, end: int) -> None:
        super()._number(word, start, end)
        self.due = self.view or self.due  # type: ignore[assignment]

    _count = _number

    def move(self, start: int, end: int, **fields: Any) -> None:
        super().move(start, end, **fields)
        if self.view is not None and self.last is not None:
            self.due, self.number = self.view, self.last[1] + 1  # type: ignore[assignment]

    # -- parentheses ---------------------------------------------------------------------------------------------------

    def _group(self, word: Token, start: int, end: int) -> None:
        if not self._read_group(str(word), start, start, end):
            self._aside(word, start, end)

    def _unclosed(self, word: Token, start: int, end: int) -> None:
        self.build.note("KN101", "this parenthesis is never closed", start, start + 1)
        if not self._read_group(f"{word})", start, start, end):
            self.prose(start, end)

    def _unopened(self, word: Token, start: int, end: int) -> None:
        self.build.note("KN101", "this parenthesis was never opened", end - 1, end)
        if not self._read_group(f"({word}", start - 1, start, end):
            self.prose(start, end)

    def _read_group(self, text: str, at: int, start: int, end: int) -> bool:
        """Reads a pair of parentheses that begins at an offset and stands at ``[start, end)``; False: it is prose."""
        try:
            tree = grammar("tries_group", lexer="basic").parse(text)
        except UnexpectedInput:
            return False
        entries = list(_entries(tree))
        odd = sum(len(words) for kind, words in entries if kind == "odd")
        read = sum(kind != "odd" for kind, _ in entries)
        answerless = [kind for kind, _ in entries] == ["ask", "odd"] and len(entries[1][1]) == 1
        if not entries or odd > read:
            return False
        self.group_at = at
        for number, (kind, words) in enumerate(entries):
            first, last = words[0].start_pos or 0, words[-1].end_pos or 0
            stop = end if number == len(entries) - 1 else at + last
            begin = start if number == 0 else at + first
            if answerless and kind == "odd":
                self._odd(words, begin, stop, "neither yes nor no")
            else:
                getattr(self, f"_{kind}")(words, begin, stop)
        return True

    def _aside(self, word: Token, start: int, end: int) -> None:
        """Parentheses around prose; comments in braces inside stay comments."""
        inside = BRACES.search(word)
        if inside and inside.span() == (1, len(word) - 1):
            text, heard = heard_comment(inside.group())
            self.build.add(Comment, start, end, text=text, **({"heard": heard} if heard else {}))
        else:
            self.prose(start, end)

    def _ask(self, words: list[Token], start: int, end: int) -> None:
        asked = words[0]
        self.build.add(Ask, start, end, side=self.due, turn=self.number, what=_WHAT[asked.type])
        if asked.type == "MISASKED":
            self._tolerate(asked, "a?" if asked[:2].lower() != "an" else "any?")
        self.asked = (self.due, self.number)

    def _answer(self, words: list[Token], start: int, end: int) -> None:
        side, turn = self.asked or (self.due, self.number)
        self.asked = None
        kind = words[0].type
        fields = {"count": whole_number(words[0][1:])} if kind == "COUNT" else {"any": kind == "YES"}
        self.build.add(Answer, start, end, side=side, turn=turn, **fields)

    def _note(self, words: list[Token], start: int, end: int) -> None:
        text, heard = heard_comment(words[0])
        self.build.add(Comment, start, end, text=text, **({"heard": heard} if heard else {}))

    def _odd(self, words: list[Token], start: int, end: int, why: str = "neither a question nor a try") -> None:
        self.build.side, self.build.turn = self.due, self.number
        first, last = words[0].start_pos or 0, words[-1].end_pos or 0
        self.build.junk(self.group_at + first, self.group_at + last, why)

    def _tolerate(self, word: Token, read: str) -> None:
        at = self.group_at + (word.start_pos or 0)
        self.build.note("KN110", f"{word} is read as {read}", at, at + len(word))

    def _tried_entry(self, words: list[Token], start: int, end: int) -> None:
        ply = next((word for word in words if word.type == "PLY"), None)
        mark = next((word for word in words if word.type in _VERDICTS), None)
        count = next((word for word in words if word.type == "TIMES"), None)
        verdict = _VERDICTS[mark.type] if mark else None
        if mark is not None and mark.type == "MISMARKED":
            verdict = "impossible" if mark[:2].lower() == "im" else "illegal"
            self._tolerate(mark, verdict)
        self.tried(start, end, str(ply) if ply else None, verdict, _times(count))

    def tried(
        self, start: int, end: int, text: str | None, verdict: Verdict | None, times: int | tuple[int, int] | None = 1
    ) -> None:
        """One try of the side that is due, or a list's later entry of the side that has just moved."""
        side, turn = self.due, self.number
        if verdict == "untested" and self.last is not None:
            side, turn = self.last
        text = " ".join(text.split()) if text else None
        parts = parse_move(text, self.language) if text else None
        self.build.add(
            Try, start, end, side=side, turn=turn, move=None, text=text, verdict=verdict, times=times, parts=parts
        )

    def _tried(self, word: Token, start: int, end: int) -> None:
        found = _TRIED.fullmatch(word)
        assert found is not None
        self.tried(start, end, found["move"], "illegal" if found["word"].lower().startswith("ill") else "impossible")

    # -- what the umpire says ------------------------------------------------------------------------------------------

    def hears(self, heard: Heard) -> bool:
        return True

    def announced(self, heard: Heard, start: int, end: int) -> Event:
        if heard.kind is not PawnTries:
            return super().announced(heard, start, end)
        side = heard.side or self.due
        return self.build.add(PawnTries, start, end, side=side, turn=self.number, **heard.fields)

    def _message(self, word: Token, start: int, end: int) -> None:
        heard = hear(word)
        if heard is None:
            self.prose(start, end)
            return
        ahead = re.compile(r"(?:[^\S\n]|[*_])*\d+\s*\.").match(self.text, end) is not None
        event = self.announced(heard[0], start, end)
        if self.view is not None and isinstance(event, (PawnTries, Capture, Check, End)):
            self.told.append(captions.Told(len(self.build.events) - 1, ahead))


def _entries(tree: Tree[Token]) -> Iterator[tuple[str, list[Token]]]:
    """(method, words) of each entry between the parentheses; words that are none come as one stretch."""
    odd: list[Token] = []
    for child in tree.children:
        if isinstance(child, Token) and child.type == "ODD":
            odd.append(child)
            continue
        if odd:
            yield "odd", odd
            odd = []
        if isinstance(child, Token):
            if child.type == "BRACES":
                yield "note", [child]
            continue
        words = list(child.scan_values(lambda word: isinstance(word, Token)))
        yield {"ask": "ask", "answer": "answer", "tried": "tried_entry"}[str(child.data)], words
    if odd:
        yield "odd", odd


def _times(word: Token | None) -> int | tuple[int, int] | None:
    if word is None:
        return 1
    numbers = [whole_number(digits) for digits in re.findall(r"\d+", word)]
    if not numbers:
        return None
    return numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])
