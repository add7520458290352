"""Reads scores with questions, answers and tries (§4.2), and one player's captions (§3.2).

Grammars: grammars/tries.lark for a turn, grammars/tries_group.lark for what stands between parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from lark import Token, Tree, UnexpectedInput

from kriegnote.comments import BRACES, heard_comment
from kriegnote.events import Answer, Ask, Capture, Check, Comment, End, Event, PawnTries, Side, Try, Verdict
from kriegnote.grammar import grammar
from kriegnote.moves import parse_move
from kriegnote.readers.san import ScoreReader
from kriegnote.source import Chunk, Read
from kriegnote.words import captions, score
from kriegnote.words.messages import Heard, hear

_VERDICTS: Final[dict[str, Verdict | None]] = {
    "REFUSED": "refused",
    "ILLEGAL": "illegal",
    "IMPOSSIBLE": "impossible",
    "UNTESTED": "untested",
    "UNMARKED": None,
}
_WHAT: Final = {"ANY": "any", "REBUFFS": "rebuffs", "MATERIAL": "material"}
_TRIED: Final = re.compile(r"(?P<move>.+?)[ \t]+(?P<word>illegale?|impossib(?:le|ile))", re.IGNORECASE | re.DOTALL)


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """One chunk a game: see :func:`kriegnote.words.score.chunks`."""
    return score.chunks(lines)


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
        try:
            tree = grammar("tries_group", lexer="basic").parse(str(word))
        except UnexpectedInput:
            self._aside(word, start, end)
            return
        entries = list(_entries(tree))
        odd = sum(kind == "odd" for kind, _ in entries)
        if not entries or (odd and 2 * odd > len(entries)):
            self._aside(word, start, end)
            return
        self.group_at = start
        for number, (kind, words) in enumerate(entries):
            first, last = words[0].start_pos or 0, words[-1].end_pos or 0
            stop = end if number == len(entries) - 1 else start + last
            begin = start if number == 0 else start + first
            getattr(self, f"_{kind}")(words, begin, stop)

    def _aside(self, word: Token, start: int, end: int) -> None:
        """Parentheses around prose; comments in braces inside stay comments."""
        inside = BRACES.search(word)
        if inside and inside.span() == (1, len(word) - 1):
            text, heard = heard_comment(inside.group())
            self.build.add(Comment, start, end, text=text, **({"heard": heard} if heard else {}))
        else:
            self.prose(start, end)

    def _ask(self, words: list[Token], start: int, end: int) -> None:
        self.build.add(Ask, start, end, side=self.due, turn=self.number, what=_WHAT[words[0].type])
        self.asked = (self.due, self.number)

    def _answer(self, words: list[Token], start: int, end: int) -> None:
        side, turn = self.asked or (self.due, self.number)
        self.asked = None
        kind = words[0].type
        fields = {"count": int(words[0][1:])} if kind == "COUNT" else {"any": kind == "YES"}
        self.build.add(Answer, start, end, side=side, turn=turn, **fields)

    def _note(self, words: list[Token], start: int, end: int) -> None:
        text, heard = heard_comment(words[0])
        self.build.add(Comment, start, end, text=text, **({"heard": heard} if heard else {}))

    def _odd(self, words: list[Token], start: int, end: int) -> None:
        self.build.side, self.build.turn = self.due, self.number
        first = self.group_at + (words[0].start_pos or 0)
        self.build.junk(first, first + len(words[0]), "neither a question nor a try")

    def _tried_entry(self, words: list[Token], start: int, end: int) -> None:
        ply = next((word for word in words if word.type == "PLY"), None)
        mark = next((word for word in words if word.type in _VERDICTS), None)
        count = next((word for word in words if word.type == "TIMES"), None)
        self.tried(start, end, str(ply) if ply else None, _VERDICTS[mark.type] if mark else None, _times(count))

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
    """(method, words) of each entry between the parentheses; an answer of two words is two entries."""
    for child in tree.children:
        if isinstance(child, Token):
            if child.type in ("BRACES", "ODD"):
                yield "note" if child.type == "BRACES" else "odd", [child]
            continue
        words = list(child.scan_values(lambda word: isinstance(word, Token)))
        yield {"ask": "ask", "answer": "answer", "tried": "tried_entry"}[str(child.data)], words


def _times(word: Token | None) -> int | tuple[int, int] | None:
    if word is None:
        return 1
    numbers = [int(digits) for digits in re.findall(r"\d+", word)]
    if not numbers:
        return None
    return numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])
