"""Reads the comments of PGN: words, dialects of Kriegspiel, or both."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import msgspec

from kriegnote.model.events import EVENT_TYPES, AnyEvent, Comment, Junk, Move
from kriegnote.model.order import PlyPlace
from kriegnote.notations.pgn import dialect
from kriegnote.notations.pgn.dialect import CommentFact, belongs_before
from kriegnote.notations.pgn.dialect_faults import WordFault, faults, salvage
from kriegnote.notations.pgn.game_text import GameText, PlayedLine, quoted
from kriegnote.parsing import Terminals
from kriegnote.text.speech.facts import (
    Unclear,
    as_tries,
    facts,
    is_before_its_move,
    meant_by,
    names_nobody,
    read_as_dialogue,
)

_TERMINALS: Final = Terminals("pgn")
_COMMON: Final = Terminals("common")


def _label(words: str) -> str:
    """What stands before the first colon of a comment; empty if it has none."""
    label, colon, _ = words.partition(":")
    return " ".join(label.split()).casefold() if colon else ""


class CommentReader(GameText):
    """Reads comments for people, and those for programs that support Kriegspiel."""

    def escape(self, start: int, end: int) -> None:
        self.note("KN110", "a line that starts with % is meant for other programs and is ignored", start, end)

    def remark(self, line: PlayedLine, text: str, start: int) -> None:
        """Adds a comment that begins with ``;`` and ends with its line; it is not searched for dialects."""
        first, *more = text[1:].split("\n")
        words = "\n".join((first, *(row.lstrip(" \t")[1:] for row in more)))
        if not self.add_facts(line, words.strip(), start, start + len(text)):
            line.events.append(Comment(text=words, heard=self.view, **self.where(start, start + len(text))))

    def comment(self, line: PlayedLine, text: str, start: int) -> None:
        """Reads a comment in braces: words, dialects of Kriegspiel, or both."""
        inside, at = text[1:-1], 0  # at: the end of the last dialect read
        for found in dialect.passages(inside):
            if found.kind == "BEGUN" or (found.kind != "OWN" and line.move_at < 0):
                continue
            items = dialect.read(found.kind, found.text)
            parts = salvage(found.text) if items is None and found.kind == "OWN" else []
            if items is None and not any(isinstance(one, CommentFact) for one in parts):
                continue
            self.words(line, inside, at, found.start, start + 1)
            at, base = found.end, start + 1 + found.start
            if items is None:
                self.salvaged(line, parts, base)
            elif found.kind in ("OWN", "CLOCK"):
                self.items(line, items, base)
            else:
                self.darkboard = self.darkboard or found.kind == "DARKBOARD"
                self.behind_move(line, items, base)
        if at:
            self.words(line, inside, at, len(inside), start + 1)
        elif not self.add_facts(line, inside, start, start + len(text)):
            self.misunderstood(inside, start + 1)
            line.events.append(Comment(text=inside, heard=self.view, **self.where(start, start + len(text))))

    def add_facts(self, line: PlayedLine, words: str, start: int, end: int) -> bool:
        """Adds the questions, tries and announcements that a comment reports; False if it reports none clearly.

        Questions and tries of the player who moved last are inserted before his move.
        """
        last = line.last[0] if line.last is not None else None
        mover = meant_by(self.unnamed, last, line.expected[0])
        asking = line.expected[0] if self.said_before else mover
        try:
            stated = facts(words, self.tongue, self.players, asking, last)
        except Unclear:
            self.doubtful = self.doubtful or names_nobody(words, self.tongue, self.players)
            self.not_understood(words, start, end)
            return False
        if any(one.kind == "pawn_tries" for one in stated) and _label(words) in self.labels_of_tries:
            stated = as_tries(stated, asking, self.tongue)
        if not stated and not self.depth:
            self.comments.left.append((words, start, end))
        self.comments.any_report = self.comments.any_report or bool(stated)
        for one in stated:
            place = line.last if line.last is not None and line.last[0] == one.side else line.expected
            before = place == line.last and line.move_at >= 0 and is_before_its_move(one)
            at = line.move_at if before else len(line.events)
            line.move_at += at < len(line.events)
            self.add_item(line, at, CommentFact(one.kind, one.fields, None, 0, 0), place, start, end)
        return bool(stated)

    def not_understood(self, words: str, start: int, end: int) -> None:
        message = f"this may report part of the game, but was not understood: {quoted(words)}"
        self.note("KN109", message, start, end, severity="info")  # annotators of any game speak of tries

    @cached_property
    def labels_of_tries(self) -> frozenset[str]:
        """What stands before the colon of comments that list moves as tries: squares behind it are moves, too."""
        comments = [one.group()[1:-1] for one in _COMMON["BRACES"].finditer(self.chunk.text, self.moves_at)]
        return frozenset(label for one in comments if (label := _label(one)) and self._lists_tries(one))

    def _lists_tries(self, words: str) -> bool:
        try:
            return any(one.kind == "try" for one in facts(words.strip(), self.tongue, self.players, "white", "white"))
        except Unclear:
            return False

    @cached_property
    def said_before(self) -> bool:
        """Whether comments on tries precede their moves, as one does that is between a number and its move."""
        comments = _TERMINALS["BEFORE_ITS_MOVE"].finditer(self.chunk.text, self.moves_at)
        return any(read_as_dialogue(one["words"], self.players) for one in comments)

    def words(self, line: PlayedLine, text: str, at: int, end: int, start: int) -> None:
        """Adds the words before or after a dialect, unless they are blank."""
        words = text[at:end]
        if words.strip() and not self.add_facts(line, words.strip(), start + at, start + end):
            self.misunderstood(words, start + at)
            line.events.append(Comment(text=words, heard=self.view, **self.where(start + at, start + end)))

    def misunderstood(self, words: str, start: int) -> None:
        """Notes the faults of dialects that are begun in a comment of words."""
        for fault in faults(words):
            self.note("KN109", fault.message, start + fault.start, start + fault.end, note=fault.note)

    def salvaged(self, line: PlayedLine, parts: list[CommentFact | WordFault], base: int) -> None:
        """Adds the items of a dialect that can be read; the others are kept as junk."""
        for one in parts:
            if isinstance(one, CommentFact):
                self.items(line, (one,), base)
                continue
            self.note("KN109", one.message, base + one.start, base + one.end, note=one.note)
            if one.left is not None:
                start, end = base + one.left[0], base + one.left[1]
                side, turn = line.last or line.expected
                text = self.chunk.text[start:end]
                line.events.append(Junk(side=side, turn=turn, text=text, **self.where(start, end)))

    def items(self, line: PlayedLine, items: tuple[CommentFact, ...], base: int) -> None:
        for item in items:
            start, end = base + item.start, base + item.end
            if item.kind == "amend":
                self.amend(line, item)
            elif item.kind == "variation":
                line.named = item.place
            elif item.kind == "comment":
                line.events.append(Comment(**item.fields, **self.where(start, end)))
            else:
                before = belongs_before(item.kind, item.fields.get("verdict"))
                place = item.place or (line.expected if before else line.last or line.expected)
                self.add_item(line, len(line.events), item, place, start, end)
                if item.kind == "junk":
                    self.note("KN101", f"kept from an earlier reading: {item.fields['text'][:40]!r}", start, end)

    def behind_move(self, line: PlayedLine, items: tuple[CommentFact, ...], base: int) -> None:
        """Adds what a dialect says of the last move: its tries, its announcements, and the opponent's pawn tries."""
        assert line.last is not None
        for item in items:
            at = len(line.events)
            if item.kind == "try":
                at = line.move_at
                line.move_at += 1
            place = line.expected if item.kind == "pawn_tries" else line.last
            self.add_item(line, at, item, place, base + item.start, base + item.end)

    def add_item(self, line: PlayedLine, at: int, item: CommentFact, place: PlyPlace, start: int, end: int) -> None:
        kind: Any = EVENT_TYPES[item.kind]
        side, turn = place
        event: AnyEvent = kind(side=side, turn=turn, **item.fields, **self.where(start, end))
        line.events.insert(at, event)

    @staticmethod
    def amend(line: PlayedLine, item: CommentFact) -> None:
        """Changes the last move as the dialect says: its place, its text, whether it is hidden, its options.

        The word of a move with options is what it was found to be, whatever was printed.
        """
        if line.move_at < 0:
            return
        fields = dict(item.fields)
        move = line.events[line.move_at]
        if "options" in fields and isinstance(move, Move) and move.parts is not None:
            fields.pop("parts", None)
        if item.place is not None:
            fields |= {"side": item.place[0], "turn": item.place[1]}
            line.amended(item.place)
        line.events[line.move_at] = msgspec.structs.replace(move, **fields)
